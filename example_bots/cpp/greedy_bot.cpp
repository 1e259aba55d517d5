// A bot that bids what its cards are worth and then plays for exactly that.
//
// The same decisions as the greedy bots in the other languages, in whole numbers only: GREEDY.md has the algorithm.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "ohhell.hpp"

namespace {

using ohhell::Game;
using ohhell::Request;
using Cards = std::vector<std::string>;

constexpr int sure_trick = 1000;  // an estimate counts thousandths of tricks
constexpr int second_trump = 700; // the least that a trump counts beside another
constexpr char no_suit = '-';

bool is_wizard(std::string_view card) { return card[0] == 'Z'; }
bool is_jester(std::string_view card) { return card[0] == 'N'; }
bool is_plain(std::string_view card) { return !is_wizard(card) && !is_jester(card); }
bool is_of(char suit, std::string_view card) { return is_plain(card) && card[1] == suit; }

int rank(std::string_view card) { return static_cast<int>(std::string_view("23456789TJQKA").find(card[0])) + 2; }

char trump_suit(const Request& request) {
    return request.trump && *request.trump != "N" ? (*request.trump)[0] : no_suit;
}

// Puts every card before or after every other, the cheapest first.
int order(std::string_view card, char trump) {
    const int worth = is_wizard(card) ? 1000 : is_jester(card) ? 0 : rank(card) + (card[1] == trump ? 200 : 0);
    return 4 * worth + static_cast<int>(std::string_view("CDHS").find(card[1]));
}

std::string lowest(const Cards& cards, char trump) {
    return *std::ranges::min_element(cards, {}, [trump](const auto& card) { return order(card, trump); });
}

std::string highest(const Cards& cards, char trump) {
    return *std::ranges::max_element(cards, {}, [trump](const auto& card) { return order(card, trump); });
}

// The chance that none of so many cards is where each of them is with this chance, all in thousandths.
int none_of(int cards, int chance) {
    int none = 1000;
    for (; cards > 0; cards--) none = none * (1000 - chance) / 1000;
    return none;
}

int count(char suit, const Cards& among) {
    return static_cast<int>(std::ranges::count_if(among, [suit](const auto& card) { return is_of(suit, card); }));
}

// How many tricks the cards should win, in thousandths.
int estimate(const Request& request) {
    const char trump = trump_suit(request);
    if (request.cards.empty()) return sure_trick * request.size / request.players;
    Cards known = request.cards;
    if (request.turned) known.push_back(*request.turned);
    const int unseen = std::max(1, 52 - static_cast<int>(known.size()));
    const int held = std::min(1000, 1000 * (request.players - 1) * request.size / unseen); // with any opponent
    const int each = std::min(1000, 1000 * request.size / unseen); // with one particular opponent
    const auto out = [&known](char suit) { return std::max(0, 13 - count(suit, known)); };
    const bool leads = request.seat == (request.dealer + 1) % request.players;
    int sum = 0;
    for (const auto& card : request.cards) {
        if (is_wizard(card)) sum += sure_trick;
        if (!is_plain(card)) continue;
        const auto higher_known = std::ranges::count_if(
            known, [&card](const auto& other) { return is_of(card[1], other) && rank(other) > rank(card); });
        int chance = none_of(14 - rank(card) - static_cast<int>(higher_known), held);
        if (card[1] == trump) {
            if (count(trump, request.cards) >= 2) chance = std::max(chance, second_trump);
        } else {
            if (trump != no_suit) {
                const int ruff = none_of(out(card[1]), each) * (1000 - none_of(out(trump), each)) / 1000;
                for (int opponent = 1; opponent < request.players; opponent++) chance = chance * (1000 - ruff) / 1000;
            }
            if (!leads) chance = chance * request.size / (request.size + 2);
        }
        sum += chance;
    }
    return sum;
}

char led_suit(const Cards& trick) {
    const auto first = std::ranges::find_if_not(trick, is_jester);
    return first != trick.end() && is_plain(*first) ? (*first)[1] : no_suit;
}

// What a card is worth in a trick: the greatest power wins it.
int power(std::string_view card, char led, char trump) {
    if (is_wizard(card)) return 1000;
    if (is_jester(card)) return 0;
    if (card[1] == trump) return 200 + rank(card);
    return led == no_suit || card[1] == led ? 100 + rank(card) : 0;
}

class GreedyBot : public ohhell::Bot {
public:
    int bid(const Request& request, Game&) override {
        const int target = estimate(request);
        const auto distance = [target](int bid) { return std::abs(1000 * bid - target); };
        return *std::ranges::min_element(request.legal_bids, {}, distance);
    }

    std::string trump(const Request& request, Game&) override {
        std::string best;
        int most = -2;
        for (const std::string suit : {"C", "D", "H", "S", "N"}) {
            int strength = suit == "N" ? -1 : 0;
            for (const auto& card : request.cards) strength += is_of(suit[0], card) ? 10 + rank(card) : 0;
            if (std::ranges::count(request.legal, suit) > 0 && strength > most) {
                best = suit;
                most = strength;
            }
        }
        return best;
    }

    std::string play(const Request& request, Game&) override {
        const Cards& legal = request.legal;
        const char trumps = trump_suit(request);
        const int need = request.bids.at(request.seat).value() - request.taken.at(request.seat);
        if (request.trick.empty()) return need > 0 ? highest(legal, trumps) : lowest(legal, trumps);
        const char led = led_suit(request.trick);
        int to_beat = 0;
        for (const auto& card : request.trick) to_beat = std::max(to_beat, power(card, led, trumps));
        Cards winners;
        Cards losers;
        std::ranges::partition_copy(legal, std::back_inserter(winners), std::back_inserter(losers),
                                    [=](const auto& card) { return power(card, led, trumps) > to_beat; });
        const bool is_last = static_cast<int>(request.trick.size()) == request.players - 1;
        if (need > 0) {
            if (winners.empty()) return lowest(legal, trumps);
            return is_last ? lowest(winners, trumps) : highest(winners, trumps);
        }
        if (!losers.empty()) return highest(losers, trumps);
        return is_last ? highest(legal, trumps) : lowest(legal, trumps);
    }
};

} // namespace

int main(int argc, char** argv) {
    GreedyBot bot;
    return ohhell::run(argc, argv, bot, {.name = "greedy-cpp", .version = "1.0"});
}
