// Package ohhell is the client: everything between the referee's socket and a bot's decisions.
//
// Session knows the messages and no socket, so that it can be tested with recorded frames; Run adds the socket.
package ohhell

import (
	"fmt"
	"os"

	"github.com/vmihailenco/msgpack/v5"
)

const protocol = 1

// About is what the bot says of itself in its hello. Events asks for notices of everything that it may see.
type About struct {
	Name, Version, Author string
	Events                bool
}

// Bot decides. Embed Defaults and write at least Bid and Play.
type Bot interface {
	Bid(request *Message, game *Game) int      // one of request.Legal.Numbers
	Play(request *Message, game *Game) string  // one of request.Legal.Names
	Revise(request *Message, game *Game) int   // only in variants with bid revision: the bid from now on
	Trump(request *Message, game *Game) string // only where a seat names the trump: one of request.Legal.Names
	GameStart(game *Game)
	GameEnd(message *Message, game *Game)
	Notice(message map[string]any, game *Game) // all other notices; they come only to bots with About.Events
}

// Defaults has everything of a Bot but Bid and Play.
type Defaults struct{}

// Revise keeps the bid that stands.
func (Defaults) Revise(request *Message, _ *Game) int { return *request.Bids[request.Seat] }

// Trump names the first legal suit.
func (Defaults) Trump(request *Message, _ *Game) string { return request.Legal.Names[0] }

// GameStart does nothing.
func (Defaults) GameStart(*Game) {}

// GameEnd does nothing.
func (Defaults) GameEnd(*Message, *Game) {}

// Notice does nothing.
func (Defaults) Notice(map[string]any, *Game) {}

// Session is the protocol without a socket: frames in, frames out.
type Session struct {
	Over    bool           // the referee said bye
	Options map[string]any // the entry's options in the tournament file
	bot     Bot
	games   map[string]*Game
}

// NewSession begins without games.
func NewSession(bot Bot) *Session {
	return &Session{bot: bot, games: map[string]*Game{}}
}

// Hello is the first frame of the connection.
func (s *Session) Hello(token string, about About) ([]byte, error) {
	return msgpack.Marshal([]any{map[string]any{
		"type": "hello", "token": token, "protocol": protocol, "games": 64, "language": "Go",
		"name": about.Name, "version": about.Version, "author": about.Author, "events": about.Events,
	}})
}

type bidAnswer struct {
	Type string `msgpack:"type"`
	ID   int64  `msgpack:"id"`
	Bid  int    `msgpack:"bid"`
}

type playAnswer struct {
	Type string `msgpack:"type"`
	ID   int64  `msgpack:"id"`
	Card string `msgpack:"card"`
}

type trumpAnswer struct {
	Type  string `msgpack:"type"`
	ID    int64  `msgpack:"id"`
	Trump string `msgpack:"trump"`
}

// Receive takes one frame and returns the frame with the answers to all its requests, or nil if it asked nothing.
func (s *Session) Receive(frame []byte) ([]byte, error) {
	var parts []msgpack.RawMessage
	if err := msgpack.Unmarshal(frame, &parts); err != nil {
		return nil, fmt.Errorf("decoding a frame: %w", err)
	}
	var answers []any
	for _, part := range parts {
		answer, err := s.handle(part)
		if err != nil {
			return nil, fmt.Errorf("decoding a message: %w", err)
		}
		if answer != nil {
			answers = append(answers, answer)
		}
	}
	if len(answers) == 0 {
		return nil, nil
	}
	return msgpack.Marshal(answers)
}

func (s *Session) handle(part []byte) (any, error) {
	var kind struct {
		Type string `msgpack:"type"`
	}
	if err := msgpack.Unmarshal(part, &kind); err != nil {
		return nil, err
	}
	switch kind.Type {
	case "bid", "revise", "play", "trump", "welcome", "game_start", "game_end", "error", "bye":
		message := &Message{}
		if err := msgpack.Unmarshal(part, message); err != nil {
			return nil, err
		}
		return s.answer(message), nil
	}
	var notice map[string]any // of any shape: unknown ones are skipped, so that the protocol can grow
	if err := msgpack.Unmarshal(part, &notice); err != nil {
		return nil, err
	}
	name, _ := notice["game"].(string)
	s.bot.Notice(notice, s.games[name])
	return nil, nil
}

func (s *Session) answer(message *Message) any {
	switch message.Type {
	case "bid":
		return bidAnswer{"bid", message.ID, s.bot.Bid(message, s.game(message))}
	case "revise":
		return bidAnswer{"bid", message.ID, s.bot.Revise(message, s.game(message))}
	case "play":
		return playAnswer{"play", message.ID, s.bot.Play(message, s.game(message))}
	case "trump":
		return trumpAnswer{"trump", message.ID, s.bot.Trump(message, s.game(message))}
	case "welcome":
		s.Options = message.Options
	case "game_start":
		game := newGame(message)
		s.games[message.Game] = game
		s.bot.GameStart(game)
	case "game_end":
		s.bot.GameEnd(message, s.game(message))
		delete(s.games, message.Game)
	case "error": // stderr is kept in the bot's log file
		fmt.Fprintf(os.Stderr, "referee: %s: %s\n", message.Code, message.Text)
	case "bye":
		s.Over = true
	}
	return nil
}

func (s *Session) game(message *Message) *Game {
	game, known := s.games[message.Game]
	if !known {
		game = newGame(message)
		s.games[message.Game] = game
	}
	return game
}
