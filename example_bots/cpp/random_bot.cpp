// A bot that bids and plays at random. This is the file to edit.
#include "ohhell.hpp"

class RandomBot : public ohhell::Bot {
public:
    int bid(const ohhell::Request& request, ohhell::Game& game) override { return game.choose(request.legal_bids); }

    std::string play(const ohhell::Request& request, ohhell::Game& game) override { return game.choose(request.legal); }
};

int main(int argc, char** argv) {
    RandomBot bot;
    return ohhell::run(argc, argv, bot, {.name = "random-cpp", .version = "1.0"});
}
