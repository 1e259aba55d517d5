"""The random bot: bids, names and plays anything that is allowed. Everything else should beat it.

It draws from `request.rng`, the game's own generator, so the same tournament seed gives the same games again.
"""

from ohhell_protocol import BidRequest, Bot, PlayRequest, TrumpRequest


class RandomBot(Bot):
    name = "random"
    version = "1"

    def bid(self, request: BidRequest) -> int:
        return request.rng.choice(request.legal)

    def trump(self, request: TrumpRequest) -> str:
        return request.rng.choice(request.legal)

    def play(self, request: PlayRequest) -> str:
        return request.rng.choice(request.legal)


if __name__ == "__main__":
    RandomBot().run()
