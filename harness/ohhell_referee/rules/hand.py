"""One deal as a state machine: trump named where it must be, bids, tricks, points.

`turn` says who is to act; `legal` what that seat may do; `act` does it. What needs no decision happens by itself: the
next seat's turn, the end of a trick, the play of a forehead hand. The hand knows all cards; what a seat may see of it
is the matter of views.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ohhell_referee.rules.bidding import hooked_bid, legal_bids
from ohhell_referee.rules.deals import Deal
from ohhell_referee.rules.deck import NO_SUIT, WIZARD_STRENGTH, Strengths, deck_of
from ohhell_referee.rules.plan import HandPlan
from ohhell_referee.rules.tricks import led_suit, legal_cards
from ohhell_referee.rules.variant import NO_TRUMP, WIZARD, Card, PlayRules, Suit, Variant

TurnKind = Literal["bid", "revise", "trump", "play"]

MOST_PLAYERS = 10


@dataclass(frozen=True, slots=True)
class Turn:
    kind: TurnKind
    seats: tuple[int, ...]
    """One seat; for bids at once every seat that still owes its bid, in rising order."""


class IllegalAction(ValueError):  # noqa: N818 - named for what happened; callers tell it from errors of their own
    """What a seat may not do, with the reason in words for people. `reason` speaks of nothing the seat cannot see."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


Legal = tuple[int, ...] | tuple[str, ...]

# Turns and seat orders are made once: a hand of ten cards has 44 turns, and a tournament has millions of hands.
_PLAY_TURNS = tuple(Turn("play", (seat,)) for seat in range(MOST_PLAYERS))
_BID_TURNS = tuple(Turn("bid", (seat,)) for seat in range(MOST_PLAYERS))
_REVISE_TURNS = tuple(Turn("revise", (seat,)) for seat in range(MOST_PLAYERS))
_TRUMP_TURNS = tuple(Turn("trump", (seat,)) for seat in range(MOST_PLAYERS))
_NEXT_SEAT = tuple(tuple((seat + 1) % players for seat in range(players)) for players in range(1, MOST_PLAYERS + 1))
_ORDERS = tuple(
    tuple(tuple((first + step) % players for step in range(players)) for first in range(players))
    for players in range(1, MOST_PLAYERS + 1)
)
_NO_BIDS: tuple[tuple[None, ...], ...] = tuple((None,) * players for players in range(MOST_PLAYERS + 1))
_SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


class Hand:
    """One deal being played.

    Attributes that all may read and none but the hand may change:

    - `variant`, `plan`, `deal`, `players`, `size`, `dealer`.
    - `trump`: a suit or `N`; None while nobody knows it. `turned`: the turned-up card; None where there is none and
      while it lies face down (`trump.reveal = "after_bids"`).
    - `cards`: by seat, the cards still held, in canonical order.
    - `bids`: by seat, None while not made. Bids made at once fill in one by one; `shown_bids` is what the seats see.
    - `revised`: (seat, first bid) of each bid that its seat changed.
    - `named`: the seat that named the trump, None where nobody did.
    - `taken`: tricks won by seat. `leader`: who leads the trick on the table. `trick`: its cards in order of play.
    - `tricks`: the finished tricks, each (leader, card, card, …).
    - `turn`: whose decision is awaited; None when the hand is over.
    - `points`: by seat; None until `Game.finish_hand`.
    """

    __slots__ = (
        "_at_once",
        "_best",
        "_best_seat",
        "_equal_last",
        "_legal",
        "_next",
        "_order",
        "_plain",
        "_strength",
        "_strengths",
        "_suit_of",
        "_suits",
        "bids",
        "cards",
        "deal",
        "dealer",
        "deck",
        "leader",
        "named",
        "plan",
        "players",
        "points",
        "revised",
        "shown_bids",
        "size",
        "taken",
        "trick",
        "tricks",
        "trump",
        "turn",
        "turned",
        "variant",
    )

    def __init__(self, variant: Variant, plan: HandPlan, deal: Deal, dealer: int) -> None:
        players = variant.game.players
        deck = deck_of(variant)
        self.variant = variant
        self.plan = plan
        self.deal = deal
        self.deck = deck
        self.players = players
        self.size = plan.size
        self.dealer = dealer
        self.cards: list[list[Card]] = [list(cards) for cards in deal.hands]
        self.bids: list[int | None] = [None] * players
        self.shown_bids: tuple[int | None, ...] = _NO_BIDS[players]
        self.revised: list[tuple[int, int]] = []
        self.named: int | None = None
        self.taken = [0] * players
        self.trick: list[Card] = []
        self.tricks: tuple[tuple[int | Card, ...], ...] = ()
        self.points: tuple[int, ...] | None = None

        self._next = _NEXT_SEAT[players - 1]
        first_bidder = dealer if variant.bids.first == "dealer" else self._next[dealer]
        self._order = _ORDERS[players - 1][first_bidder]
        self._at_once = variant.bids.order == "at_once"
        # The leader is decided once the bids are in; before that, this is where the lead would be by place alone.
        self.leader = dealer if variant.play.first_lead == "dealer" else self._next[dealer]

        self._suit_of = deck.suit_of
        self._equal_last = variant.deck.equal_card == "last"
        self._plain = _is_plain(variant.play) and not deck.has_specials
        """Whether following suit is the only rule of play: then `legal` needs no more than the cards of one suit."""
        self._suits: list[dict[Suit, list[Card]]] = []
        self._strengths: dict[Suit, Strengths] = {}
        self._strength: Strengths | None = None
        """How the cards rank in the trick on the table; None while it has no led suit."""
        self._best = -1
        self._best_seat = 0
        self._legal: Legal | None = None
        self.turn: Turn | None = None

        face_up = variant.trump.reveal == "before_bids"
        self.turned: Card | None = deal.turned if face_up else None
        self.trump: Suit | None = plan.trump
        if plan.trump is None and face_up and plan.source != "highest_bidder":
            self.trump = deal.trump
            if deal.trump is None:
                self.turn = _TRUMP_TURNS[dealer]
                return
        self._start_bids()

    # ---- what may be done

    @property
    def bidding(self) -> bool:
        """Whether bids are still to be made."""
        return None in self.bids

    @property
    def bidding_order(self) -> tuple[int, ...]:
        return self._order

    @property
    def played(self) -> list[tuple[int, tuple[Card, ...]]]:
        """The finished tricks as (leader, cards in order of play); `tricks` has them flat."""
        return [(trick[0], trick[1:]) for trick in self.tricks]  # type: ignore[misc]  # a leader, then cards

    def legal(self, seat: int) -> Legal:
        """Return what the seat may do now: bids, cards or trump suits; () for a seat that is not to act."""
        turn = self.turn
        if turn is None or seat not in turn.seats:
            return ()
        legal = self._legal
        if legal is None:
            if turn.kind == "play":
                strength = self._strength
                if not self._plain:
                    legal = self._legal_cards(seat)
                elif strength is None:
                    legal = tuple(self.cards[seat])
                else:
                    legal = tuple(self._suits[seat][self._suit_of[self.trick[0]]] or self.cards[seat])
            elif turn.kind == "trump":
                legal = self._legal_trumps()
            else:
                legal = self._legal_bids(seat)
            self._legal = legal
        return legal

    def _legal_cards(self, seat: int) -> tuple[Card, ...]:
        assert self.trump is not None  # no card is played before the trump is known
        return legal_cards(
            self.variant.play,
            self.deck,
            self.cards[seat],
            self.trick,
            self.trump,
            finished=self.tricks,
            equal_card=self.variant.deck.equal_card,
        )

    def _legal_trumps(self) -> tuple[Suit, ...]:
        """Whoever bid highest may choose to have no trump; a dealer who turned a wizard may not."""
        suits = self.deck.suits
        return (*suits, NO_TRUMP) if self.plan.source == "highest_bidder" else suits

    def _earlier_bids(self, seat: int) -> list[int]:
        """Return the bids made before a seat's own, in order of bidding."""
        earlier = []
        for other in self._order:
            bid = self.bids[other]
            if other == seat or bid is None:
                break
            earlier.append(bid)
        return earlier

    def _legal_bids(self, seat: int) -> tuple[int, ...]:
        if self._at_once:
            return legal_bids(self.plan, (), False, 0)
        return legal_bids(self.plan, self._earlier_bids(seat), seat == self._order[-1], self.variant.bids.zero_run)

    def can_act(self, seat: int, value: object) -> bool:
        """Return whether the seat may do this now."""
        try:
            self.verify_action(seat, value)
        except IllegalAction:
            return False
        return True

    def verify_action(self, seat: int, value: object) -> None:
        """Raise IllegalAction, with the reason, if the seat may not do this now: a bid, a card or a trump."""
        turn = self.turn
        if turn is None or seat not in turn.seats:
            raise IllegalAction("the hand is over" if turn is None else f"seat {seat} is not to act now")
        # The type is looked at first: True equals 1, and 1.0 does too.
        if type(value) is not (int if turn.kind in ("bid", "revise") else str) or value not in self.legal(seat):
            raise IllegalAction(self._objection(turn.kind, seat, value))

    def _objection(self, kind: TurnKind, seat: int, value: object) -> str:
        if kind == "play":
            return self._objection_to_card(seat, value)
        if kind == "trump":
            return f"{value!r} cannot be named as trump; it is one of {' '.join(self._legal_trumps())}"
        if type(value) is not int:
            return f"a bid is a whole number, not {value!r}"
        if not 0 <= value <= self.size:
            return f"a bid lies between 0 and {self.size}, not {value}"
        earlier = self._earlier_bids(seat)
        if value == hooked_bid(self.plan, earlier, seat == self._order[-1]):
            return f"the last bidder may not bid {value}: the bids would add up to {self.size}, the number of tricks"
        return f"zero has been bid {self.variant.bids.zero_run} times in a row: the next bid must be higher"

    def _objection_to_card(self, seat: int, value: object) -> str:
        if not isinstance(value, str) or value not in self._suit_of:
            return f"{value!r} is not a card of this game"
        if value not in self.cards[seat]:
            return f"{value} is not in the hand"
        if not self.trick:
            return f"{value} may not be led: trump cannot be led now while another card is held"
        led = led_suit(self.deck, self.trick)
        if led and self._suit_of[value] != led and any(self._suit_of[card] == led for card in self.cards[seat]):
            return f"{value} does not follow suit: {_SUIT_NAMES[led]} were led and are held"
        if led and self._suit_of[value] == led:
            return f"{value} does not beat the best card of the trick, and a card that does is held"
        if self._suit_of[value] == self.trump:
            return f"{value} does not beat the trump on the table, and a card that does is held"
        return f"{value} may not be discarded: a seat that cannot follow suit must play trump, and one is held"

    # ---- doing it

    def act(self, seat: int, value: int | str, checked: bool = False) -> None:
        """Do what a seat decided; raises IllegalAction where it may not, unless `checked` says that it was verified."""
        if not checked:
            self.verify_action(seat, value)
        self._legal = None
        kind = self.turn.kind  # type: ignore[union-attr]  # verified: a hand that is over accepts nothing
        if kind == "play":
            self._play(seat, value)  # type: ignore[arg-type]  # verified: a card
        elif kind == "trump":
            self._name_trump(seat, value)  # type: ignore[arg-type]  # verified: a suit
        else:
            self._bid(seat, value, kind)  # type: ignore[arg-type]  # verified: a number

    def _start_bids(self) -> None:
        self.turn = Turn("bid", tuple(range(self.players))) if self._at_once else _BID_TURNS[self._order[0]]

    def _bid(self, seat: int, bid: int, kind: TurnKind) -> None:
        bids = self.bids
        if self._at_once:
            bids[seat] = bid
            owing = tuple([other for other in range(self.players) if bids[other] is None])
            if owing:
                self.turn = Turn("bid", owing)
                return
            self.shown_bids = tuple(bids)
            self._end_bids()
            return
        if kind == "revise" and bids[seat] != bid:
            self.revised.append((seat, bids[seat]))  # type: ignore[arg-type]  # a seat is asked again after its bid
        bids[seat] = bid
        self.shown_bids = tuple(bids)
        if seat == self._order[-1]:
            self._end_bids()
        elif kind == "bid" and self.variant.bids.revise:
            self.turn = _REVISE_TURNS[seat]
        else:
            self.turn = _BID_TURNS[self._next[seat]]

    def _highest_bidder(self) -> int:
        """Return the seat with the highest bid, the one that comes first in the order of bidding among equals."""
        return max(self._order, key=lambda seat: self.bids[seat] or 0)

    def _end_bids(self) -> None:
        if self.variant.play.first_lead == "highest_bidder":
            self.leader = self._highest_bidder()
        self.turned = self.deal.turned
        if self.trump is None:
            if self.plan.source == "highest_bidder":
                self.turn = _TRUMP_TURNS[self._highest_bidder()]
                return
            self.trump = self.deal.trump
            if self.trump is None:
                self.turn = _TRUMP_TURNS[self.dealer]
                return
        self._start_play()

    def _name_trump(self, seat: int, suit: Suit) -> None:
        self.trump = suit
        self.named = seat
        if self.bidding:
            self._start_bids()
        else:
            self._start_play()

    def _start_play(self) -> None:
        assert self.trump is not None  # named, turned or drawn by now
        self._strengths = self.deck.strengths(self.trump)
        if self._plain:
            # Hands by suit make the cards that follow suit one look-up.
            suits = self.deck.suits
            for cards in self.cards:
                by_suit: dict[Suit, list[Card]] = {suit: [] for suit in suits}
                for card in cards:
                    by_suit[card[1]].append(card)
                self._suits.append(by_suit)
        self.turn = _PLAY_TURNS[self.leader]
        if self.plan.view == "forehead":
            # The only card of each seat: nobody may be asked, since the question would show the card.
            for seat in _ORDERS[self.players - 1][self.leader]:
                self._play(seat, self.cards[seat][0])

    def _play(self, seat: int, card: Card) -> None:
        self.cards[seat].remove(card)
        suit = self._suit_of[card]
        if self._plain:
            self._suits[seat][suit].remove(card)
        trick = self.trick
        trick.append(card)
        strength = self._strength
        if strength is None:
            # Jesters leave the led suit open; a wizard closes it for the whole trick.
            strength = self._strengths[suit]
            if suit != NO_SUIT or card[0] == WIZARD:
                self._strength = strength
        power = strength[card]
        if power > self._best or (self._equal_last and power == self._best and 0 < power < WIZARD_STRENGTH):
            self._best = power
            self._best_seat = seat
        if len(trick) < self.players:
            self.turn = _PLAY_TURNS[self._next[seat]]
            return
        winner = self._best_seat
        self.taken[winner] += 1
        self.tricks = (*self.tricks, (self.leader, *trick))
        self.leader = winner
        self.trick = []
        self._strength = None
        self._best = -1
        self.turn = _PLAY_TURNS[winner] if self.cards[winner] else None


def _is_plain(rules: PlayRules) -> bool:
    return rules.void == "any" and not rules.must_beat and rules.trump_lead == "any"
