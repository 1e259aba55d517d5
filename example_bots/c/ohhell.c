/* Frames in, frames out (oh_receive), and the socket around that (oh_main).
 *
 * A message that breaks the protocol ends the process with a sentence on stderr, which the bot's log file keeps. */
#include "ohhell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

enum { PROTOCOL = 1, GAMES = 64, LINGER_MS = 1000 };

static void fail(const char *what, const char *which)
{
    fprintf(stderr, "ohhell: %s%s\n", what, which);
    exit(1);
}

/* Random numbers: xoshiro256** of David Blackman and Sebastiano Vigna. Its state has 256 bits, just as bot_seed has. */

static uint64_t rotate(uint64_t word, int by)
{
    return word << by | word >> (64 - by);
}

static uint64_t next_bits(uint64_t s[4])
{
    uint64_t result = rotate(s[1] * 5, 7) * 9, shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 45);
    return result;
}

int oh_below(oh_game *game, int bound)
{
    return (int)((next_bits(game->random) >> 32) * (uint64_t)bound >> 32);
}

static void seed(uint64_t state[4], const char *digits, size_t length)
{
    memset(state, 0, 4 * sizeof *state);
    for (size_t i = 0; i < length && i < 64; i++) {
        char digit[2] = {digits[i], 0};
        state[i / 16] = state[i / 16] << 4 | strtoul(digit, NULL, 16);
    }
    state[3] |= !(state[0] | state[1] | state[2] | state[3]); /* all zeros is the one state that it never leaves */
    for (int i = 0; i < 16; i++)
        next_bits(state); /* spreads a poor seed over the whole state */
}

/* Reading messages */

static bool is_text(const msgpack_object *value, const char *text)
{
    return value->type == MSGPACK_OBJECT_STR && value->via.str.size == strlen(text) &&
           memcmp(value->via.str.ptr, text, value->via.str.size) == 0;
}

const msgpack_object *oh_key(const msgpack_object *map, const char *key)
{
    for (uint32_t i = 0; i < map->via.map.size; i++) {
        const msgpack_object_kv *pair = &map->via.map.ptr[i];
        if (is_text(&pair->key, key))
            return pair->val.type == MSGPACK_OBJECT_NIL ? NULL : &pair->val;
    }
    return NULL;
}

static int64_t to_number(const msgpack_object *value, const char *key)
{
    if (value->type == MSGPACK_OBJECT_POSITIVE_INTEGER)
        return (int64_t)value->via.u64;
    if (value->type == MSGPACK_OBJECT_NEGATIVE_INTEGER)
        return value->via.i64;
    fail("not a number: ", key);
    return 0;
}

static int64_t number(const msgpack_object *map, const char *key, int64_t absent)
{
    const msgpack_object *value = oh_key(map, key);
    return value ? to_number(value, key) : absent;
}

static void to_card(const msgpack_object *value, const char *key, oh_card card)
{
    if (value->type != MSGPACK_OBJECT_STR || value->via.str.size != 2)
        fail("not a card: ", key);
    memcpy(card, value->via.str.ptr, 2);
    card[2] = 0;
}

/* The array under a key; an empty one where there is none. */
static msgpack_object_array list(const msgpack_object *map, const char *key, uint32_t most)
{
    const msgpack_object *value = oh_key(map, key);
    if (!value)
        return (msgpack_object_array){0, NULL};
    if (value->type != MSGPACK_OBJECT_ARRAY || value->via.array.size > most)
        fail("not an array, or too long: ", key);
    return value->via.array;
}

static int numbers(const msgpack_object *map, const char *key, int *into, uint32_t most)
{
    msgpack_object_array array = list(map, key, most);
    for (uint32_t i = 0; i < array.size; i++)
        into[i] = array.ptr[i].type == MSGPACK_OBJECT_NIL ? OH_UNKNOWN : (int)to_number(&array.ptr[i], key);
    return (int)array.size;
}

static int cards(const msgpack_object *map, const char *key, oh_card *into, uint32_t most)
{
    msgpack_object_array array = list(map, key, most);
    for (uint32_t i = 0; i < array.size; i++)
        if (array.ptr[i].type != MSGPACK_OBJECT_NIL)
            to_card(&array.ptr[i], key, into[i]);
    return (int)array.size;
}

static void read_request(const msgpack_object *map, oh_request *request)
{
    const msgpack_object *value;
    memset(request, 0, sizeof *request);
    request->id = number(map, "id", OH_UNKNOWN);
    request->seat = (int)number(map, "seat", 0);
    request->players = (int)number(map, "players", 0);
    request->hand = (int)number(map, "hand", 0);
    request->hands = (int)number(map, "hands", OH_UNKNOWN);
    request->size = (int)number(map, "size", 0);
    request->dealer = (int)number(map, "dealer", 0);
    if ((value = oh_key(map, "trump")) && value->type == MSGPACK_OBJECT_STR && value->via.str.size == 1)
        request->trump = value->via.str.ptr[0];
    if ((value = oh_key(map, "turned")))
        to_card(value, "turned", request->turned);
    request->card_count = cards(map, "cards", request->cards, OH_CARDS);
    request->has_seen = cards(map, "seen", request->seen, OH_PLAYERS) > 0;
    if (numbers(map, "bids", request->bids, OH_PLAYERS) != request->players || request->seat >= request->players)
        fail("players, seat and bids do not agree", "");
    numbers(map, "scores", request->scores, OH_PLAYERS);
    request->clock_ms = number(map, "clock_ms", OH_UNKNOWN);
    numbers(map, "taken", request->taken, OH_PLAYERS);
    request->leader = (int)number(map, "leader", 0);
    request->trick.leader = request->leader;
    request->trick.count = cards(map, "trick", request->trick.cards, OH_PLAYERS);
    msgpack_object_array played = list(map, "played", OH_CARDS);
    request->played_count = (int)played.size;
    for (uint32_t i = 0; i < played.size; i++) {
        msgpack_object *trick = &played.ptr[i];
        if (trick->type != MSGPACK_OBJECT_ARRAY || trick->via.array.size < 1 || trick->via.array.size > OH_PLAYERS + 1)
            fail("not a trick: ", "played");
        request->played[i].leader = (int)to_number(&trick->via.array.ptr[0], "played");
        request->played[i].count = (int)trick->via.array.size - 1;
        for (uint32_t j = 1; j < trick->via.array.size; j++)
            to_card(&trick->via.array.ptr[j], "played", request->played[i].cards[j - 1]);
    }
}

/* The games under way */

static oh_game *games;

static oh_game *find_game(const msgpack_object *map)
{
    const msgpack_object *name = oh_key(map, "game"), *digits = oh_key(map, "bot_seed");
    if (!name || name->type != MSGPACK_OBJECT_STR)
        fail("a message of no game", "");
    for (oh_game *game = games; game; game = game->next)
        if (is_text(name, game->name))
            return game;
    oh_game *game = calloc(1, sizeof *game);
    if (!game || !(game->name = strndup(name->via.str.ptr, name->via.str.size)))
        fail("out of memory", "");
    bool seeded = digits && digits->type == MSGPACK_OBJECT_STR;
    seed(game->random, seeded ? digits->via.str.ptr : "", seeded ? digits->via.str.size : 0);
    game->next = games;
    return games = game;
}

static void forget_game(oh_game *game)
{
    oh_game **link = &games;
    while (*link != game)
        link = &(*link)->next;
    *link = game->next;
    free(game->name);
    free(game);
}

/* Writing answers */

static void pack_text(msgpack_packer *packer, const char *text)
{
    msgpack_pack_str_with_body(packer, text, strlen(text));
}

static void pack_answer(msgpack_packer *packer, const char *type, int64_t id, const char *key)
{
    msgpack_pack_map(packer, 3);
    pack_text(packer, "type");
    pack_text(packer, type);
    pack_text(packer, "id");
    msgpack_pack_int64(packer, id);
    pack_text(packer, key);
}

static void choose(int index, const oh_request *request)
{
    if (index < 0 || index >= request->legal_count)
        fail("the bot chose an index outside of the legal values", "");
}

static void answer_bid(const oh_bot *bot, const msgpack_object *map, oh_request *request, bool again,
                       msgpack_packer *packer)
{
    request->legal_count = numbers(map, "legal", request->legal_bids, OH_CARDS + 1);
    oh_game *game = find_game(map);
    int bid = request->bids[request->seat];
    if (!again || bot->revise) {
        int index = again ? bot->revise(request, game) : bot->bid(request, game);
        choose(index, request);
        bid = request->legal_bids[index];
    }
    pack_answer(packer, "bid", request->id, "bid");
    msgpack_pack_int(packer, bid);
}

static void answer_play(const oh_bot *bot, const msgpack_object *map, oh_request *request, msgpack_packer *packer)
{
    request->legal_count = cards(map, "legal", request->legal_cards, OH_CARDS);
    int index = bot->play(request, find_game(map));
    choose(index, request);
    pack_answer(packer, "play", request->id, "card");
    pack_text(packer, request->legal_cards[index]);
}

static void answer_trump(const oh_bot *bot, const msgpack_object *map, oh_request *request, msgpack_packer *packer)
{
    msgpack_object_array legal = list(map, "legal", sizeof request->legal_suits);
    for (uint32_t i = 0; i < legal.size; i++) {
        if (legal.ptr[i].type != MSGPACK_OBJECT_STR || legal.ptr[i].via.str.size != 1)
            fail("not a suit: ", "legal");
        request->legal_suits[i] = legal.ptr[i].via.str.ptr[0];
    }
    request->legal_count = (int)legal.size;
    int index = bot->trump ? bot->trump(request, find_game(map)) : 0;
    choose(index, request);
    pack_answer(packer, "trump", request->id, "trump");
    msgpack_pack_str_with_body(packer, &request->legal_suits[index], 1);
}

static void print_error(const msgpack_object *map)
{
    const msgpack_object *code = oh_key(map, "code"), *text = oh_key(map, "text");
    if (code && code->type == MSGPACK_OBJECT_STR && text && text->type == MSGPACK_OBJECT_STR)
        fprintf(stderr, "referee: %.*s: %.*s\n", (int)code->via.str.size, code->via.str.ptr, (int)text->via.str.size,
                text->via.str.ptr);
}

/* Handles one message; returns how many answers it packed: 0 or 1. Sets *over on bye. */
static int handle(const oh_bot *bot, const msgpack_object *map, msgpack_packer *packer, bool *over)
{
    static oh_request request;
    const msgpack_object *type = oh_key(map, "type");
    if (!type)
        fail("a message without a type", "");
    bool bids = is_text(type, "bid"), revises = is_text(type, "revise"), plays = is_text(type, "play");
    if (bids || revises || plays || is_text(type, "trump")) {
        read_request(map, &request);
        if (bids || revises)
            answer_bid(bot, map, &request, revises, packer);
        else if (plays)
            answer_play(bot, map, &request, packer);
        else
            answer_trump(bot, map, &request, packer);
        return 1;
    }
    if (is_text(type, "game_start")) {
        oh_game *game = find_game(map);
        if (bot->game_start)
            bot->game_start(map, game);
    } else if (is_text(type, "game_end")) {
        oh_game *game = find_game(map);
        if (bot->game_end)
            bot->game_end(map, game);
        forget_game(game);
    } else if (is_text(type, "error")) {
        print_error(map);
    } else if (is_text(type, "bye")) {
        *over = true;
    } else if (bot->notice) { /* unknown notices are skipped, so that the protocol can grow */
        bot->notice(map);
    }
    return 0;
}

/* Takes one frame and packs one with the answers to all its requests; returns their number. */
static int oh_receive(const oh_bot *bot, const char *frame, size_t size, msgpack_sbuffer *out, bool *over)
{
    msgpack_unpacked unpacked;
    msgpack_unpacked_init(&unpacked);
    if (msgpack_unpack_next(&unpacked, frame, size, NULL) != MSGPACK_UNPACK_SUCCESS ||
        unpacked.data.type != MSGPACK_OBJECT_ARRAY)
        fail("a frame that is no MessagePack array", "");

    msgpack_sbuffer answers;
    msgpack_sbuffer_init(&answers);
    msgpack_packer packer;
    msgpack_packer_init(&packer, &answers, msgpack_sbuffer_write);
    int count = 0;
    for (uint32_t i = 0; i < unpacked.data.via.array.size; i++) {
        const msgpack_object *message = &unpacked.data.via.array.ptr[i];
        if (message->type != MSGPACK_OBJECT_MAP)
            fail("a message that is no map", "");
        count += handle(bot, message, &packer, over);
    }
    /* The length of an array comes first, and it is known only now. */
    msgpack_sbuffer_clear(out);
    msgpack_packer_init(&packer, out, msgpack_sbuffer_write);
    msgpack_pack_array(&packer, (size_t)count);
    if (count > 0)
        msgpack_sbuffer_write(out, answers.data, answers.size);
    msgpack_sbuffer_destroy(&answers);
    msgpack_unpacked_destroy(&unpacked);
    return count;
}

static void pack_hello(const oh_bot *bot, const char *token, msgpack_sbuffer *out)
{
    msgpack_packer packer;
    msgpack_packer_init(&packer, out, msgpack_sbuffer_write);
    msgpack_pack_array(&packer, 1);
    msgpack_pack_map(&packer, 8);
    const char *texts[][2] = {
        {"type", "hello"}, {"token", token}, {"language", "C"}, {"name", bot->name}, {"version", bot->version},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        pack_text(&packer, texts[i][0]);
        pack_text(&packer, texts[i][1]);
    }
    pack_text(&packer, "protocol");
    msgpack_pack_int(&packer, PROTOCOL);
    pack_text(&packer, "games");
    msgpack_pack_int(&packer, GAMES);
    pack_text(&packer, "events");
    bot->events ? msgpack_pack_true(&packer) : msgpack_pack_false(&packer);
}

static int answer_frames(const oh_bot *bot, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        fail("cannot read ", path);
    char *line = NULL;
    size_t room = 0;
    msgpack_sbuffer out;
    msgpack_sbuffer_init(&out);
    for (bool over = false; getline(&line, &room, file) > 0;) {
        size_t size = strspn(line, "0123456789abcdef") / 2;
        for (size_t i = 0; i < size; i++) { /* the bytes take the place of their digits */
            char digits[3] = {line[2 * i], line[2 * i + 1], 0};
            line[i] = (char)strtoul(digits, NULL, 16);
        }
        if (oh_receive(bot, line, size, &out, &over) > 0)
            for (size_t i = 0; i < out.size; i++)
                printf("%02x", (unsigned char)out.data[i]);
        else
            putchar('-');
        putchar('\n');
    }
    msgpack_sbuffer_destroy(&out);
    free(line);
    fclose(file);
    return 0;
}

int oh_main(int argc, char **argv, const oh_bot *bot)
{
    if (argc == 3 && strcmp(argv[1], "vectors") == 0)
        return answer_frames(bot, argv[2]);
    const char *endpoint = getenv("OHHELL_ENDPOINT"), *token = getenv("OHHELL_TOKEN");
    if (!endpoint || !token) {
        fputs("OHHELL_ENDPOINT and OHHELL_TOKEN are not set: the referee starts bots, "
              "try `ohhell-referee check -- COMMAND`\n", stderr);
        return 2;
    }
    void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_DEALER);
    int linger = LINGER_MS;
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    if (zmq_connect(socket, endpoint) != 0)
        fail("cannot connect to ", endpoint);

    msgpack_sbuffer out;
    msgpack_sbuffer_init(&out);
    pack_hello(bot, token, &out);
    if (zmq_send(socket, out.data, out.size, 0) < 0)
        fail("cannot send: ", zmq_strerror(zmq_errno()));
    for (bool over = false; !over;) {
        zmq_msg_t frame;
        zmq_msg_init(&frame);
        if (zmq_msg_recv(&frame, socket, 0) < 0)
            fail("cannot receive: ", zmq_strerror(zmq_errno()));
        if (oh_receive(bot, zmq_msg_data(&frame), zmq_msg_size(&frame), &out, &over) > 0 &&
            zmq_send(socket, out.data, out.size, 0) < 0)
            fail("cannot send: ", zmq_strerror(zmq_errno()));
        zmq_msg_close(&frame);
    }
    msgpack_sbuffer_destroy(&out);
    zmq_close(socket);
    zmq_ctx_term(context);
    return 0;
}
