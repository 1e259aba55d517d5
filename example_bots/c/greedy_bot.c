/* A bot that bids what its cards are worth and then plays for exactly that.
 *
 * The same decisions as the greedy bots in the other languages, in whole numbers only: GREEDY.md has the algorithm. */
#include "ohhell.h"

#include <stdlib.h>
#include <string.h>

enum {
    SURE_TRICK = 1000,  /* an estimate counts thousandths of tricks */
    SECOND_TRUMP = 700, /* the least that a trump counts beside another */
};

static int place(const char *in, char letter)
{
    return (int)(strchr(in, letter) - in);
}

static bool is_wizard(const char *card)
{
    return card[0] == 'Z';
}

static bool is_jester(const char *card)
{
    return card[0] == 'N';
}

static bool is_of(char suit, const char *card)
{
    return !is_wizard(card) && !is_jester(card) && card[1] == suit;
}

static int rank(const char *card) /* of plain cards */
{
    return place("23456789TJQKA", card[0]) + 2;
}

static char trump_suit(const oh_request *request)
{
    return request->trump == 'N' ? 0 : request->trump;
}

/* Puts every card before or after every other, the cheapest first. */
static int order(const char *card, char trump)
{
    int worth = is_wizard(card) ? 1000 : is_jester(card) ? 0 : rank(card) + (card[1] == trump ? 200 : 0);
    return 4 * worth + place("CDHS", card[1]);
}

/* How many of the known cards are of the same suit and higher. */
static int higher_known(const char *card, const oh_request *request)
{
    int higher = 0;
    for (int i = 0; i < request->card_count; i++)
        higher += is_of(card[1], request->cards[i]) && rank(request->cards[i]) > rank(card);
    if (request->turned[0])
        higher += is_of(card[1], request->turned) && rank(request->turned) > rank(card);
    return higher;
}

/* How many plain cards of a suit are in the hand, and how many of its 13 are out of sight. */
static int count(char suit, const oh_request *request)
{
    int found = 0;
    for (int i = 0; i < request->card_count; i++)
        found += is_of(suit, request->cards[i]);
    return found;
}

static int out(char suit, const oh_request *request)
{
    int out = 13 - count(suit, request) - (request->turned[0] && is_of(suit, request->turned));
    return out > 0 ? out : 0;
}

/* The chance that none of so many cards is where each of them is with this chance, all in thousandths. */
static int none_of(int cards, int chance)
{
    int none = 1000;
    for (; cards > 0; cards--)
        none = none * (1000 - chance) / 1000;
    return none;
}

/* How many tricks the cards should win, in thousandths. */
static int estimate(const oh_request *request)
{
    char trump = trump_suit(request);
    if (request->card_count == 0)
        return SURE_TRICK * request->size / request->players;
    int unseen = 52 - request->card_count - (request->turned[0] ? 1 : 0);
    unseen = unseen > 1 ? unseen : 1;
    int held = 1000 * (request->players - 1) * request->size / unseen; /* a card is with any opponent */
    int each = 1000 * request->size / unseen;                          /* a card is with one particular opponent */
    held = held < 1000 ? held : 1000;
    each = each < 1000 ? each : 1000;
    bool leads = request->seat == (request->dealer + 1) % request->players;
    int sum = 0;
    for (int i = 0; i < request->card_count; i++) {
        const char *card = request->cards[i];
        if (is_wizard(card))
            sum += SURE_TRICK;
        if (is_wizard(card) || is_jester(card))
            continue;
        int chance = none_of(14 - rank(card) - higher_known(card, request), held);
        bool is_trump = card[1] == trump;
        if (is_trump && count(trump, request) >= 2 && chance < SECOND_TRUMP)
            chance = SECOND_TRUMP;
        if (!is_trump && trump) {
            int ruff = none_of(out(card[1], request), each) * (1000 - none_of(out(trump, request), each)) / 1000;
            for (int opponent = 1; opponent < request->players; opponent++)
                chance = chance * (1000 - ruff) / 1000;
        }
        if (!is_trump && !leads)
            chance = chance * request->size / (request->size + 2);
        sum += chance;
    }
    return sum;
}

static int bid(const oh_request *request, oh_game *game)
{
    (void)game;
    int target = estimate(request), best = 0;
    for (int i = 1; i < request->legal_count; i++)
        if (abs(1000 * request->legal_bids[i] - target) < abs(1000 * request->legal_bids[best] - target))
            best = i;
    return best;
}

static int choose_trump(const oh_request *request, oh_game *game)
{
    (void)game;
    int best = 0, most = -2;
    for (const char *suit = "CDHSN"; *suit; suit++) {
        int strength = *suit == 'N' ? -1 : 0;
        for (int i = 0; i < request->card_count; i++)
            strength += is_of(*suit, request->cards[i]) ? 10 + rank(request->cards[i]) : 0;
        for (int i = 0; i < request->legal_count; i++)
            if (request->legal_suits[i] == *suit && strength > most) {
                best = i;
                most = strength;
            }
    }
    return best;
}

/* The suit to follow, 0 where the trick has none. */
static char led_suit(const oh_trick *trick)
{
    for (int i = 0; i < trick->count; i++)
        if (!is_jester(trick->cards[i]))
            return is_wizard(trick->cards[i]) ? 0 : trick->cards[i][1];
    return 0;
}

/* What a card is worth in a trick: the greatest power wins it. */
static int power(const char *card, char led, char trump)
{
    if (is_wizard(card))
        return 1000;
    if (is_jester(card))
        return 0;
    if (card[1] == trump)
        return 200 + rank(card);
    return !led || card[1] == led ? 100 + rank(card) : 0;
}

typedef struct {
    int count, lowest, highest; /* indices into legal_cards */
} group;

static void add(group *to, int index, const oh_request *request)
{
    char trump = trump_suit(request);
    const oh_card *legal = request->legal_cards;
    if (to->count == 0 || order(legal[index], trump) < order(legal[to->lowest], trump))
        to->lowest = index;
    if (to->count == 0 || order(legal[index], trump) > order(legal[to->highest], trump))
        to->highest = index;
    to->count++;
}

static int play(const oh_request *request, oh_game *game)
{
    (void)game;
    char trump = trump_suit(request), led = led_suit(&request->trick);
    int need = request->bids[request->seat] - request->taken[request->seat], to_beat = 0;
    for (int i = 0; i < request->trick.count; i++) {
        int shown = power(request->trick.cards[i], led, trump);
        to_beat = shown > to_beat ? shown : to_beat;
    }
    group all = {0}, winners = {0}, losers = {0};
    for (int i = 0; i < request->legal_count; i++) {
        add(&all, i, request);
        add(power(request->legal_cards[i], led, trump) > to_beat ? &winners : &losers, i, request);
    }
    bool is_last = request->trick.count == request->players - 1;
    if (request->trick.count == 0)
        return need > 0 ? all.highest : all.lowest;
    if (need > 0 && winners.count > 0)
        return is_last ? winners.lowest : winners.highest;
    if (need > 0)
        return all.lowest;
    if (losers.count > 0)
        return losers.highest;
    return is_last ? all.highest : all.lowest;
}

int main(int argc, char **argv)
{
    const oh_bot bot = {.name = "greedy-c", .version = "1.0", .bid = bid, .play = play, .trump = choose_trump};
    return oh_main(argc, argv, &bot);
}
