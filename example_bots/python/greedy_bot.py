"""The greedy bot: estimates its tricks from its own cards, then takes or ducks to make the bid.

A function of one request, in whole numbers, without randomness or memory. It is written down for every language in
example_bots/GREEDY.md; the words and numbers here are explained there.
"""

from ohhell_protocol import BidRequest, Bot, PlayRequest, TrumpRequest

RANK_VALUES = {rank: value for value, rank in enumerate("23456789TJQKA", start=2)}
SUIT_INDEX = {"C": 0, "D": 1, "H": 2, "S": 3}
WIZARD, JESTER = "Z", "N"


def order(card: str, trump: str | None) -> int:
    """Sorts cards from least to most valuable."""
    rank, suit = card[0], card[1]
    if rank == WIZARD:
        worth = 1000
    elif rank == JESTER:
        worth = 0
    else:
        worth = RANK_VALUES[rank] + (200 if suit == trump else 0)
    return 4 * worth + SUIT_INDEX[suit]


def led_suit(trick: list[str]) -> str | None:
    for card in trick:
        if card[0] != JESTER:
            return None if card[0] == WIZARD else card[1]
    return None


def power(card: str, led: str | None, trump: str | None) -> int:
    """How strong a card is in a trick with this led suit."""
    rank, suit = card[0], card[1]
    if rank == WIZARD:
        return 1000
    if rank == JESTER:
        return 0
    if suit == trump:
        return 200 + RANK_VALUES[rank]
    if led is None or suit == led:
        return 100 + RANK_VALUES[rank]
    return 0


def estimate(request: BidRequest) -> int:
    """The tricks that the cards are worth, in thousandths."""
    cards = request.cards
    if not cards:
        return 1000 * request.size // request.players
    trump = request.trump if request.trump != "N" else None
    known = [card for card in [*cards, request.turned] if card is not None and card[0] in RANK_VALUES]
    unseen = max(1, 52 - len(cards) - (request.turned is not None))
    held = min(1000, 1000 * (request.players - 1) * request.size // unseen)
    trumps = sum(card[0] in RANK_VALUES and card[1] == trump for card in cards)
    total = 0
    for card in cards:
        rank, suit = card[0], card[1]
        if rank == WIZARD:
            total += 1000
        elif rank != JESTER:
            value = RANK_VALUES[rank]
            higher = 14 - value - sum(c[1] == suit and RANK_VALUES[c[0]] > value for c in known)
            worth = 1000
            for _ in range(higher):
                worth = worth * (1000 - held) // 1000
            if suit == trump:
                if trumps >= 2:
                    worth = max(worth, 600)
            elif trump is not None:
                worth = worth * (2000 - held) // 2000
            total += worth
    return total


class GreedyBot(Bot):
    name = "greedy"
    version = "1"

    def bid(self, request: BidRequest) -> int:
        expected = estimate(request)
        return min(request.legal, key=lambda bid: (abs(1000 * bid - expected), bid))

    def trump(self, request: TrumpRequest) -> str:
        def length(suit: str) -> int:
            if suit == "N":
                return -1
            return sum(10 + RANK_VALUES[c[0]] for c in request.cards if c[0] in RANK_VALUES and c[1] == suit)

        return max((suit for suit in "CDHSN" if suit in request.legal), key=length)

    def play(self, request: PlayRequest) -> str:
        trump = request.trump if request.trump != "N" else None
        legal = sorted(request.legal, key=lambda card: order(card, trump))
        lowest, highest = legal[0], legal[-1]
        bid = request.bids[request.seat]
        assert bid is not None  # everybody has bid before the first card
        needed = bid - request.taken[request.seat]
        trick = list(request.trick)
        if not trick:
            return highest if needed > 0 else lowest
        led = led_suit(trick)
        best = max(power(card, led, trump) for card in trick)
        winners = [card for card in legal if power(card, led, trump) > best]
        losers = [card for card in legal if power(card, led, trump) <= best]
        last = len(trick) == request.players - 1
        if needed > 0:
            if not winners:
                return lowest
            return winners[0] if last else winners[-1]
        if losers:
            return losers[-1]
        return highest if last else lowest


if __name__ == "__main__":
    GreedyBot().run()
