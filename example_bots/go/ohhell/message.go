package ohhell

import (
	"encoding/hex"
	"math/rand/v2"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// Message is what the referee sends, all kinds but events in one: Type says which fields mean something. Unknown keys are
// skipped.
type Message struct {
	Type    string         `msgpack:"type"`
	ID      int64          `msgpack:"id"`
	Game    string         `msgpack:"game"`
	Seat    int            `msgpack:"seat"`
	Players int            `msgpack:"players"`
	Hand    int            `msgpack:"hand"`
	Hands   *int           `msgpack:"hands"` // nil where the length of the game is open
	Size    int            `msgpack:"size"`
	Dealer  int            `msgpack:"dealer"`
	Trump   string         `msgpack:"trump"`  // a suit, "N" for no trump, "" while it is not known
	Turned  string         `msgpack:"turned"` // "" where nothing was turned
	Cards   []string       `msgpack:"cards"`
	Seen    []*string      `msgpack:"seen"` // forehead hands only: every seat's card, nil for one's own
	Bids    []*int         `msgpack:"bids"` // by seat, nil = not yet
	Legal   Legal          `msgpack:"legal"`
	Scores  []int          `msgpack:"scores"`
	ClockMS *int64         `msgpack:"clock_ms"`
	Taken   []int          `msgpack:"taken"`
	Leader  int            `msgpack:"leader"`
	Trick   []string       `msgpack:"trick"`
	Played  []Trick        `msgpack:"played"` // the hand's finished tricks
	Variant map[string]any `msgpack:"variant"`
	BotSeed string         `msgpack:"bot_seed"`
	Options map[string]any `msgpack:"options"`
	Places  []int          `msgpack:"places"`
	Code    string         `msgpack:"code"`
	Text    string         `msgpack:"text"`
	Reason  string         `msgpack:"reason"`
}

// Legal holds the legal answers to a request: Numbers for bids, Names for cards and trump suits.
type Legal struct {
	Numbers []int
	Names   []string
}

// DecodeMsgpack reads an array of numbers or an array of strings.
func (l *Legal) DecodeMsgpack(decoder *msgpack.Decoder) error {
	length, err := decoder.DecodeArrayLen()
	if err != nil {
		return err
	}
	for ; length > 0; length-- {
		code, err := decoder.PeekCode()
		if err != nil {
			return err
		}
		if msgpcode.IsString(code) {
			name, err := decoder.DecodeString()
			if err != nil {
				return err
			}
			l.Names = append(l.Names, name)
			continue
		}
		number, err := decoder.DecodeInt()
		if err != nil {
			return err
		}
		l.Numbers = append(l.Numbers, number)
	}
	return nil
}

// Trick is a finished trick: on the wire an array of the leader's seat and the cards in order of play.
type Trick struct {
	Leader int
	Cards  []string
}

// DecodeMsgpack reads a seat and cards.
func (t *Trick) DecodeMsgpack(decoder *msgpack.Decoder) error {
	length, err := decoder.DecodeArrayLen()
	if err != nil {
		return err
	}
	if t.Leader, err = decoder.DecodeInt(); err != nil {
		return err
	}
	for ; length > 1; length-- {
		card, err := decoder.DecodeString()
		if err != nil {
			return err
		}
		t.Cards = append(t.Cards, card)
	}
	return nil
}

// Game is one game as the client remembers it. Everything else that a decision needs is in its request.
type Game struct {
	Start  *Message   // the game_start message
	Random *rand.Rand // the game's own generator, seeded by bot_seed alone
	Memory any        // yours
}

func newGame(start *Message) *Game {
	var seed [32]byte // bot_seed is 64 hex digits: exactly the seed of ChaCha8
	if bytes, err := hex.DecodeString(start.BotSeed); err == nil {
		copy(seed[:], bytes)
	}
	return &Game{Start: start, Random: rand.New(rand.NewChaCha8(seed))}
}
