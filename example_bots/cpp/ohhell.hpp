// The client: everything between the referee's socket and a bot's decisions.
//
// Session knows the messages and no socket, so that it can be tested with recorded frames; run adds the socket.
#pragma once

#include <cstdint>
#include <map>
#include <msgpack.hpp>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace ohhell {

// A finished trick: who led, and the cards in order of play.
struct Trick {
    int leader = 0;
    std::vector<std::string> cards;
};

// What the referee asks. Lists by seat have `players` elements.
struct Request {
    std::int64_t id = 0;
    std::string game;
    int seat = 0;
    int players = 0;
    int hand = 0;                      // which hand of the game, from 0
    std::optional<int> hands;          // how many the game has; none where that is open
    int size = 0;                      // cards dealt to each seat
    int dealer = 0;
    std::optional<std::string> trump;  // a suit, "N" for no trump; none while it is not known
    std::optional<std::string> turned; // the card turned up for trump
    std::vector<std::string> cards;    // one's own
    std::vector<std::optional<std::string>> seen; // forehead hands only: every seat's card, none for one's own
    std::vector<std::optional<int>> bids;         // none: not made, or not shown yet
    std::vector<int> scores;                      // before this hand
    std::optional<int> clock_ms;                  // left of the game's extra time
    std::vector<int> legal_bids;                  // bid and revise requests
    std::vector<std::string> legal;               // play requests: cards; trump requests: suits
    // Play requests only:
    std::vector<int> taken;
    int leader = 0;
    std::vector<std::string> trick; // on the table, in order from the leader
    std::vector<Trick> played;      // the hand's finished tricks
};

// A message as it came. Its values live as long as the frame: until the bot's method returns.
using Message = std::map<std::string, msgpack::object>;

// One game as the client remembers it. Everything else that a decision needs is in its request.
struct Game {
    std::mt19937_64 random; // the game's own generator, seeded by bot_seed alone

    explicit Game(const std::string& bot_seed);

    // One element of a list that has at least one.
    template <typename T>
    const T& choose(const std::vector<T>& from) {
        return from[random() % from.size()];
    }
};

// A bot decides: bid and play are needed, the rest has a default.
class Bot {
public:
    virtual ~Bot() = default;
    virtual int bid(const Request& request, Game& game) = 0;          // one of request.legal_bids
    virtual std::string play(const Request& request, Game& game) = 0; // one of request.legal
    // Only in variants with bid revision: the bid to have from now on. The default keeps the one that stands.
    virtual int revise(const Request& request, Game&) { return request.bids.at(request.seat).value(); }
    // Only where a seat names the trump: one of request.legal.
    virtual std::string trump(const Request& request, Game&) { return request.legal.at(0); }
    virtual void game_start(const Message&, Game&) {}
    virtual void game_end(const Message&, Game&) {} // scores and places by seat
    virtual void notice(const Message&) {}          // all others; they come only with About::events
};

// What the bot says of itself in its hello. `events` asks for notices of everything that it may see.
struct About {
    std::string name = {};
    std::string version = {};
    std::string author = {};
    bool events = false;
};

// The protocol without a socket: frames in, frames out.
class Session {
public:
    explicit Session(Bot& bot) : bot_(bot) {}

    // The first frame of the connection.
    static msgpack::sbuffer hello(const std::string& token, const About& about);

    // Takes one frame and returns the frame with the answers to all its requests; an empty buffer if it asked nothing.
    msgpack::sbuffer receive(std::span<const char> frame);

    // The referee said bye.
    bool over() const { return over_; }

private:
    struct Answer;
    std::optional<Answer> handle(const Message& message);
    Game& game(const Message& message);

    Bot& bot_;
    std::map<std::string, Game> games_;
    bool over_ = false;
};

// Plays until the referee says bye; returns the status for main. `vectors FILE` answers recorded frames instead.
int run(int argc, char** argv, Bot& bot, const About& about);

} // namespace ohhell
