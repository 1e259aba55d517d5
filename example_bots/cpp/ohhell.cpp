#include "ohhell.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <variant>
#include <zmq.hpp>

namespace ohhell {
namespace {

constexpr int protocol = 1;
constexpr int games_at_once = 64;
constexpr int linger_ms = 1000;

// The value of a key, or its default where the key is absent or nil.
template <typename T>
T get(const Message& message, const std::string& key, T absent = {}) {
    const auto found = message.find(key);
    return found == message.end() || found->second.is_nil() ? absent : found->second.as<T>();
}

template <typename T>
std::optional<T> maybe(const msgpack::object& value) {
    return value.is_nil() ? std::nullopt : std::optional<T>(value.as<T>());
}

template <typename T>
std::optional<T> maybe(const Message& message, const std::string& key) {
    const auto found = message.find(key);
    return found == message.end() ? std::nullopt : maybe<T>(found->second);
}

template <typename T>
std::vector<std::optional<T>> maybe_list(const Message& message, const std::string& key) {
    std::vector<std::optional<T>> list;
    for (const auto& value : get<std::vector<msgpack::object>>(message, key)) list.push_back(maybe<T>(value));
    return list;
}

std::vector<Trick> read_tricks(const Message& message) {
    std::vector<Trick> tricks;
    for (const auto& values : get<std::vector<std::vector<msgpack::object>>>(message, "played")) {
        Trick trick{values.at(0).as<int>(), {}};
        for (std::size_t i = 1; i < values.size(); i++) trick.cards.push_back(values[i].as<std::string>());
        tricks.push_back(std::move(trick));
    }
    return tricks;
}

Request read_request(const Message& message, bool asks_for_bid) {
    using Names = std::vector<std::string>;
    using Numbers = std::vector<int>;
    return {
        .id = get<std::int64_t>(message, "id"),
        .game = get<std::string>(message, "game"),
        .seat = get<int>(message, "seat"),
        .players = get<int>(message, "players"),
        .hand = get<int>(message, "hand"),
        .hands = maybe<int>(message, "hands"),
        .size = get<int>(message, "size"),
        .dealer = get<int>(message, "dealer"),
        .trump = maybe<std::string>(message, "trump"),
        .turned = maybe<std::string>(message, "turned"),
        .cards = get<Names>(message, "cards"),
        .seen = maybe_list<std::string>(message, "seen"),
        .bids = maybe_list<int>(message, "bids"),
        .scores = get<Numbers>(message, "scores"),
        .clock_ms = maybe<int>(message, "clock_ms"),
        .legal_bids = asks_for_bid ? get<Numbers>(message, "legal") : Numbers{},
        .legal = asks_for_bid ? Names{} : get<Names>(message, "legal"),
        .taken = get<Numbers>(message, "taken"),
        .leader = get<int>(message, "leader"),
        .trick = get<Names>(message, "trick"),
        .played = read_tricks(message),
    };
}

} // namespace

Game::Game(const std::string& bot_seed) {
    std::seed_seq seed(bot_seed.begin(), bot_seed.end());
    random.seed(seed);
}

struct Session::Answer {
    const char* type;
    std::int64_t id;
    const char* key;
    std::variant<int, std::string> value;
};

msgpack::sbuffer Session::hello(const std::string& token, const About& about) {
    msgpack::sbuffer frame;
    msgpack::packer packer(frame);
    packer.pack_array(1);
    packer.pack_map(9);
    for (const auto& [key, text] : std::map<std::string, std::string>{
             {"type", "hello"},
             {"token", token},
             {"language", "C++"},
             {"name", about.name},
             {"version", about.version},
             {"author", about.author},
         }) {
        packer.pack(key).pack(text);
    }
    packer.pack("protocol").pack(protocol);
    packer.pack("games").pack(games_at_once);
    packer.pack("events").pack(about.events);
    return frame;
}

msgpack::sbuffer Session::receive(std::span<const char> frame) {
    const auto handle_of_frame = msgpack::unpack(frame.data(), frame.size());
    std::vector<Answer> answers;
    for (const auto& message : handle_of_frame.get().as<std::vector<Message>>()) {
        if (auto answer = handle(message)) answers.push_back(*std::move(answer));
    }
    msgpack::sbuffer out;
    if (answers.empty()) return out;
    msgpack::packer packer(out);
    packer.pack_array(answers.size());
    for (const auto& answer : answers) {
        packer.pack_map(3);
        packer.pack("type").pack(answer.type);
        packer.pack("id").pack(answer.id);
        packer.pack(answer.key);
        std::visit([&packer](const auto& value) { packer.pack(value); }, answer.value);
    }
    return out;
}

std::optional<Session::Answer> Session::handle(const Message& message) {
    const auto type = get<std::string>(message, "type");
    if (type == "bid" || type == "revise") {
        const auto request = read_request(message, true);
        const bool again = type == "revise";
        const int bid = again ? bot_.revise(request, game(message)) : bot_.bid(request, game(message));
        return Answer{"bid", request.id, "bid", bid};
    }
    if (type == "play") {
        const auto request = read_request(message, false);
        return Answer{"play", request.id, "card", bot_.play(request, game(message))};
    }
    if (type == "trump") {
        const auto request = read_request(message, false);
        return Answer{"trump", request.id, "trump", bot_.trump(request, game(message))};
    }
    if (type == "game_start") {
        bot_.game_start(message, game(message));
    } else if (type == "game_end") {
        bot_.game_end(message, game(message));
        games_.erase(get<std::string>(message, "game"));
    } else if (type == "error") { // stderr is kept in the bot's log file
        const auto text = get<std::string>(message, "text");
        std::cerr << "referee: " << get<std::string>(message, "code") << ": " << text << '\n';
    } else if (type == "bye") {
        over_ = true;
    } else { // unknown notices are skipped, so that the protocol can grow
        bot_.notice(message);
    }
    return std::nullopt;
}

Game& Session::game(const Message& message) {
    return games_.try_emplace(get<std::string>(message, "game"), get<std::string>(message, "bot_seed")).first->second;
}

namespace {

void play(Bot& bot, const About& about, const char* endpoint, const char* token) {
    zmq::context_t context;
    zmq::socket_t socket(context, zmq::socket_type::dealer);
    socket.set(zmq::sockopt::linger, linger_ms);
    socket.connect(endpoint);
    const auto send = [&socket](const msgpack::sbuffer& frame) {
        socket.send(zmq::buffer(frame.data(), frame.size()), zmq::send_flags::none);
    };
    send(Session::hello(token, about));
    Session session(bot);
    while (!session.over()) {
        zmq::message_t frame;
        if (!socket.recv(frame)) continue;
        const auto answer = session.receive({frame.data<char>(), frame.size()});
        if (answer.size() > 0) send(answer);
    }
}

// `vectors FILE`: recorded frames as hex, one a line; prints the answer to each as hex, or "-" where there is none.
void answer_frames(Bot& bot, const char* path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error(std::string("cannot read ") + path);
    Session session(bot);
    for (std::string line; std::getline(file, line);) {
        std::vector<char> frame;
        for (std::size_t i = 0; i + 1 < line.size(); i += 2) {
            frame.push_back(static_cast<char>(std::stoi(line.substr(i, 2), nullptr, 16)));
        }
        const auto answer = session.receive(frame);
        for (std::size_t i = 0; i < answer.size(); i++) {
            const auto byte = static_cast<unsigned char>(answer.data()[i]);
            std::cout << "0123456789abcdef"[byte >> 4] << "0123456789abcdef"[byte & 15];
        }
        std::cout << (answer.size() == 0 ? "-\n" : "\n");
    }
}

} // namespace

int run(int argc, char** argv, Bot& bot, const About& about) {
    try {
        if (argc == 3 && std::string(argv[1]) == "vectors") {
            answer_frames(bot, argv[2]);
            return 0;
        }
        const char* endpoint = std::getenv("OHHELL_ENDPOINT");
        const char* token = std::getenv("OHHELL_TOKEN");
        if (endpoint == nullptr || token == nullptr) {
            std::cerr << "OHHELL_ENDPOINT and OHHELL_TOKEN are not set: the referee starts bots, "
                         "try `ohhell-referee check -- COMMAND`\n";
            return 2;
        }
        play(bot, about, endpoint, token);
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "ohhell: " << error.what() << '\n';
        return 1;
    }
}

} // namespace ohhell
