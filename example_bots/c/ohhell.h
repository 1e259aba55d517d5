/* The client: everything between the referee's socket and a bot's decisions. */
#ifndef OHHELL_H
#define OHHELL_H

#include <msgpack.h>
#include <stdbool.h>
#include <stdint.h>

enum { OH_PLAYERS = 10, OH_CARDS = 60, OH_UNKNOWN = -1 };

/* Rank and suit as on the wire, such as "QH", and the zero that ends a string; empty where there is no card. */
typedef char oh_card[3];

typedef struct {
    int leader, count;
    oh_card cards[OH_PLAYERS]; /* in order of play */
} oh_trick;

/* What the referee asks. Arrays by seat have `players` elements. */
typedef struct {
    int64_t id;
    int seat, players;
    int hand;                /* which hand of the game, from 0 */
    int hands;               /* how many the game has, OH_UNKNOWN where that is open */
    int size;                /* cards dealt to each seat */
    int dealer;
    char trump;              /* a suit letter, 'N' for no trump, 0 while it is not known */
    oh_card turned;          /* the card turned up for trump */
    int card_count;
    oh_card cards[OH_CARDS]; /* one's own */
    bool has_seen;
    oh_card seen[OH_PLAYERS]; /* forehead hands only: every seat's card, empty for one's own */
    int bids[OH_PLAYERS];     /* OH_UNKNOWN: not made, or not shown yet */
    int scores[OH_PLAYERS];   /* before this hand */
    int64_t clock_ms;         /* left of the game's extra time, OH_UNKNOWN where there is none */

    int legal_count;
    int legal_bids[OH_CARDS + 1];  /* bid and revise requests */
    oh_card legal_cards[OH_CARDS]; /* play requests */
    char legal_suits[5];           /* trump requests */

    /* Play requests only: */
    int taken[OH_PLAYERS];
    int leader;
    oh_trick trick; /* on the table */
    int played_count;
    oh_trick played[OH_CARDS]; /* the hand's finished tricks */
} oh_request;

/* One game as the client remembers it. Everything else that a decision needs is in its request. */
typedef struct oh_game {
    char *name;
    uint64_t random[4]; /* the game's own generator, seeded by bot_seed alone: for oh_below */
    void *memory;       /* the bot's */
    struct oh_game *next;
} oh_game;

/* A number from 0 to bound - 1 out of the game's generator. */
int oh_below(oh_game *game, int bound);

/* A bot decides by the index of its choice in the request's legal values. bid and play are needed; what else is NULL has
 * a default or does nothing. */
typedef struct {
    const char *name, *version;
    bool events;                                       /* asks for notices of everything that it may see */
    int (*bid)(const oh_request *, oh_game *);         /* an index into legal_bids */
    int (*play)(const oh_request *, oh_game *);        /* an index into legal_cards */
    int (*revise)(const oh_request *, oh_game *);      /* an index into legal_bids; default: the bid stays */
    int (*trump)(const oh_request *, oh_game *);       /* an index into legal_suits; default: the first */
    void (*game_start)(const msgpack_object *, oh_game *); /* the whole message: oh_key reads it */
    void (*game_end)(const msgpack_object *, oh_game *);   /* free game->memory here */
    void (*notice)(const msgpack_object *);                /* all the rest, welcome with the entry's options too */
} oh_bot;

/* The value of a key of a map, or NULL if it is absent or nil. */
const msgpack_object *oh_key(const msgpack_object *map, const char *key);

/* Plays until the referee says bye; returns the status for main. `vectors FILE` answers recorded frames instead. */
int oh_main(int argc, char **argv, const oh_bot *bot);

#endif
