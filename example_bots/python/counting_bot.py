"""The counting bot: counts the cards that are still out, and plays for the best chance to make its bid exactly.

It reads everything from the request: its own cards, the tricks of the hand, the table and the turn-up tell which
cards it has not seen. From them each own card gets a chance to win a trick, and the chances together a distribution of
tricks. It bids the number with the best expected points (10 and the tricks for an exact bid), and plays the card
after which exactly its number of tricks is most likely. It knows every variant's deck and rank order, wizards and
jesters, two packs; it does not reckon with must-trump rules, which change little. No randomness.
"""

from collections.abc import Sequence

from ohhell_protocol import (
    BidRequest,
    Bot,
    PlayRequest,
    Request,
    TrumpRequest,
    led_suit,
    remaining_cards,
    strength,
    variant_deck,
    voids,
)
from ohhell_protocol.cards import RANKS, SUITS

LONG_TRUMP_WHEN_BIDDING = 0.6
"""The least that a trump is worth which is not alone in the hand: what cannot be drawn wins at the end."""
LONG_TRUMP_WHEN_PLAYING = 0.8
"""The same once tricks are planned, with the choice when to use it."""
RELUCTANT_RUFF = 0.5
"""How likely a seat that has its tricks is to ruff when it could; one that still needs tricks always does."""
PULL_OF_BIDS = 1.0
"""How much the bids made before one's own move the chances, a full trick too many a card being 1."""


class Unseen:
    """The cards not seen by the seat: how many in all, and their ranks by suit (indices into the rank order)."""

    def __init__(self, request: Request) -> None:
        memory = request.game_info.memory
        if "deck" not in memory:
            variant = request.game_info.variant
            memory["deck"] = variant_deck(variant, request.players)
            memory["ranks"] = (variant.get("deck") or {}).get("ranks", RANKS)
        self.ranks: str = memory["ranks"]
        self.by_suit: dict[str, list[int]] = {suit: [] for suit in SUITS}
        self.wizards = 0
        self.count = 0
        for card, copies in remaining_cards(request, memory["deck"]).items():
            self.count += copies
            if card[0] == "Z":
                self.wizards += copies
            elif card[0] in self.ranks:
                self.by_suit[card[1]] += [self.ranks.index(card[0])] * copies

    def share(self, cards: int) -> float:
        """The chance that an unseen card is among so many cards in other hands."""
        return min(1.0, cards / self.count) if self.count else 0.0


def suit_or_none(trump: str | None) -> str | None:
    """The trump suit; None where there is no trump or it is not known."""
    return None if trump == "N" else trump


def tricks_by_card(
    cards: Sequence[str], request: Request, unseen: Unseen, *, left: int, leads: bool, long_trump: float, delay: float
) -> list[float]:
    """The chance of each card to win one of the `left` tricks to come.

    A card wins if no stronger one of its suit (and no wizard) is in other hands, is not ruffed, and, for a side suit
    of a seat that is not on lead, if it comes to be led at all: `left` chances against `delay`.
    """
    trump = suit_or_none(request.trump)
    others = request.players - 1
    all_hands = unseen.share(others * left)
    one_hand = unseen.share(left)
    ruff_possible = 1 - (1 - one_hand) ** len(unseen.by_suit[trump]) if trump else 0.0
    trumps = sum(card[1] == trump and card[0] in unseen.ranks for card in cards)
    chances = []
    for card in cards:
        if card[0] == "Z":
            chances.append(0.95)
            continue
        if card[0] not in unseen.ranks:
            chances.append(0.02)
            continue
        rank = unseen.ranks.index(card[0])
        higher = sum(other > rank for other in unseen.by_suit[card[1]])
        chance = (1 - all_hands) ** higher * (1 - all_hands / 2) ** unseen.wizards
        if card[1] == trump:
            if trumps > 1:
                chance = max(chance, long_trump)
        else:
            void = (1 - one_hand) ** len(unseen.by_suit[card[1]])
            chance *= (1 - void * ruff_possible) ** others
            if not leads:
                chance *= left / (left + delay)
        chances.append(chance)
    return chances


def distribution(chances: Sequence[float]) -> list[float]:
    """The probabilities of 0, 1, 2, … tricks from independent chances."""
    result = [1.0]
    for chance in chances:
        longer = [share * (1 - chance) for share in result]
        longer.append(0.0)
        for tricks, share in enumerate(result):
            longer[tricks + 1] += share * chance
        result = longer
    return result


def probability(tricks: int, of: Sequence[float]) -> float:
    return of[tricks] if 0 <= tricks < len(of) else 0.0


class CountingBot(Bot):
    name = "counting"
    version = "1"

    def bid(self, request: BidRequest) -> int:
        size, players = request.size, request.players
        if request.cards:
            leads = request.seat == (request.dealer + 1) % players
            unseen = Unseen(request)
            chances = tricks_by_card(
                request.cards, request, unseen, left=size, leads=leads, long_trump=LONG_TRUMP_WHEN_BIDDING, delay=2
            )
        elif request.seen is not None and size == 1:
            chances = [self.forehead_chance(request)]
        else:
            chances = [1 / players] * size
        made = [bid for bid in request.bids if bid is not None]
        surplus = (sum(made) - size * len(made) / players) / size
        chances = [min(1.0, max(0.0, c - PULL_OF_BIDS * surplus * c * (1 - c))) for c in chances]
        tricks = distribution(chances)
        return max(request.legal, key=lambda bid: (probability(bid, tricks) * (10 + bid), -bid))

    def forehead_chance(self, request: Request) -> float:
        """The chance that the one card on one's own forehead beats those on the others'."""
        seen = request.seen or ()
        order = [(request.dealer + 1 + step) % request.players for step in range(request.players)]
        unseen = remaining_cards(request, variant_deck(request.game_info.variant, request.players))
        ranks = (request.game_info.variant.get("deck") or {}).get("ranks", RANKS)
        wins = total = 0
        for own, copies in unseen.items():
            table = [own if seat == request.seat else seen[seat] or own for seat in order]
            led = led_suit(table)
            mine = strength(own, led, request.trump, ranks)
            best = max(strength(card, led, request.trump, ranks) for card in table)
            wins += copies * (mine == best)
            total += copies
        return wins / total if total else 1 / request.players

    def trump(self, request: TrumpRequest) -> str:
        """The suit with which the own cards promise most tricks (no trump only where nothing else is allowed)."""
        unseen = Unseen(request)

        def weight(suit: str) -> int:
            own = [card for card in request.cards if card[0] in unseen.ranks and card[1] == suit]
            return sum(10 + unseen.ranks.index(card[0]) for card in own) if suit != "N" else -1

        return max(request.legal, key=weight)

    def play(self, request: PlayRequest) -> str:
        legal = request.legal
        if len(legal) == 1:
            return legal[0]
        bid = request.bids[request.seat]
        assert bid is not None  # everybody has bid before the first card
        needed = bid - request.taken[request.seat]
        left = len(request.cards)
        unseen = Unseen(request)
        shown = voids(request)
        best_card, best_value = legal[0], (-1.0, 0)
        for card in dict.fromkeys(legal):
            win = self.chance_to_win(card, request, unseen, shown)
            if 0 <= needed <= left:
                rest = list(request.cards)
                rest.remove(card)
                value = win * self.chance_to_make(needed - 1, rest, request, unseen, leads=True)
                value += (1 - win) * self.chance_to_make(needed, rest, request, unseen, leads=False)
            else:
                value = win  # the bid is lost: tricks still count, and others lose theirs
            weight = strength(card, card[1], request.trump, unseen.ranks)
            if needed <= 0:
                weight = -weight
            # of equal chances: who needs tricks keeps the strong cards, who needs none gets rid of them
            ranking = (round(value, 4), -weight)
            if ranking > best_value:
                best_card, best_value = card, ranking
        return best_card

    def chance_to_make(
        self, needed: int, rest: Sequence[str], request: Request, unseen: Unseen, *, leads: bool
    ) -> float:
        if not 0 <= needed <= len(rest):
            return 0.0
        chances = tricks_by_card(
            rest, request, unseen, left=len(rest), leads=leads, long_trump=LONG_TRUMP_WHEN_PLAYING, delay=1
        )
        return probability(needed, distribution(chances))

    def chance_to_win(self, card: str, request: PlayRequest, unseen: Unseen, shown: Sequence[set[str]]) -> float:
        """The chance that a card, played now, wins this trick against the seats that play after it."""
        trump, ranks = suit_or_none(request.trump), unseen.ranks
        led = led_suit(request.trick)
        own = strength(card, led, trump, ranks)
        if request.trick and own <= max(strength(other, led, trump, ranks) for other in request.trick):
            return 0.0
        if card[0] == "Z":
            return 1.0
        if led is None:
            led = card[1] if card[0] in ranks else None
        if led is None:  # a jester that leads: the next card is likely to beat it
            return 0.05
        one_hand = unseen.share(len(request.cards))
        rank = ranks.index(card[0])
        in_suit = unseen.by_suit[led]
        in_trump = unseen.by_suit[trump] if trump is not None and trump != led else []
        higher = sum(other > rank for other in in_suit) if card[1] == led else 0
        ruffs = sum(other > rank for other in in_trump) if card[1] == trump else len(in_trump)
        chance = (1 - one_hand) ** unseen.wizards
        for step in range(1, request.players - len(request.trick)):
            seat = (request.seat + step) % request.players
            goal = request.bids[seat] or 0
            wants = goal > request.taken[seat]
            beaten = 0.0
            void = 1.0
            if led not in shown[seat]:
                beaten = 1 - (1 - one_hand) ** higher
                if not wants:
                    beaten *= (1 - one_hand) ** (len(in_suit) - higher)  # only when it has nothing lower
                void = (1 - one_hand) ** len(in_suit)
            if trump is not None and trump not in shown[seat]:
                beaten += void * (1 - (1 - one_hand) ** ruffs) * (1.0 if wants else RELUCTANT_RUFF)
            chance *= 1 - min(1.0, beaten)
        return chance


if __name__ == "__main__":
    CountingBot().run()
