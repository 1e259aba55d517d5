"""My bot. So far it bids and plays at random, among what is legal: change `bid` and `play`.

ohhell-referee check -- {python} my_bot.py
ohhell-referee run tournament.toml
"""

from ohhell_protocol import BidRequest, Bot, PlayRequest


class MyBot(Bot):
    name = "my bot"
    version = "1"

    def bid(self, request: BidRequest) -> int:
        """How many tricks to win: one of `request.legal`, such as [0, 1, 3]."""
        # request.cards    the cards in hand, such as ["AS", "TD", "2C"]: rank, then suit
        # request.trump    "C", "D", "H" or "S"; "N" in a hand without trump; None while it is not known
        # request.size     how many tricks there are to win
        # request.bids     by seat; None for seats that have not bid yet
        return request.rng.choice(request.legal)

    def play(self, request: PlayRequest) -> str:
        """A card: one of `request.legal`, such as ["TD", "2D"]."""
        # request.trick    the cards on the table, from the leader on; empty if this seat leads
        # request.taken    tricks won so far, by seat; request.bids[request.seat] is what this seat bid
        # request.played   the finished tricks of this hand, each [leader, card, card, ...]
        return request.rng.choice(request.legal)


if __name__ == "__main__":
    MyBot().run()
