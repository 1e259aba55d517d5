/* A bot that bids and plays at random. This is the file to edit. */
#include "ohhell.h"

static int bid(const oh_request *request, oh_game *game)
{
    return oh_below(game, request->legal_count);
}

static int play(const oh_request *request, oh_game *game)
{
    return oh_below(game, request->legal_count);
}

int main(int argc, char **argv)
{
    const oh_bot bot = {.name = "random-c", .version = "1.0", .bid = bid, .play = play};
    return oh_main(argc, argv, &bot);
}
