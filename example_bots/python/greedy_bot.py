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


def none(chance: int, cards: int) -> int:
    """The chance that none of so many cards is in a place that holds each with `chance`; both in thousandths."""
    result = 1000
    for _ in range(cards):
        result = result * (1000 - chance) // 1000
    return result


def estimate(request: BidRequest) -> int:
    """The tricks that the cards are worth, in thousandths."""
    cards, players, size = request.cards, request.players, request.size
    if not cards:
        return 1000 * size // players
    trump = request.trump if request.trump in SUIT_INDEX else None
    known = [card for card in [*cards, request.turned] if card is not None and card[0] in RANK_VALUES]
    unseen = max(1, 52 - len(cards) - (request.turned is not None))
    held = min(1000, 1000 * (players - 1) * size // unseen)
    each = min(1000, 1000 * size // unseen)
    out = {suit: max(0, 13 - sum(card[1] == suit for card in known)) for suit in SUIT_INDEX}
    trumps = sum(card[0] in RANK_VALUES and card[1] == trump for card in cards)
    trump_about = 1000 - none(each, out[trump]) if trump is not None else 0
    leads = request.seat == (request.dealer + 1) % players
    total = 0
    for card in cards:
        rank, suit = card[0], card[1]
        if rank == WIZARD:
            total += 1000
        if rank not in RANK_VALUES:
            continue
        value = RANK_VALUES[rank]
        higher = 14 - value - sum(c[1] == suit and RANK_VALUES[c[0]] > value for c in known)
        worth = none(held, max(0, higher))
        if suit == trump:
            if trumps >= 2:
                worth = max(worth, 700)
        else:
            ruff = none(each, out[suit]) * trump_about // 1000
            for _ in range(players - 1):
                worth = worth * (1000 - ruff) // 1000
            if not leads:
                worth = worth * size // (size + 2)
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
