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
from ohhell_referee.rules.deck import NO_SUIT, Strengths, deck_of
from ohhell_referee.rules.per_variant import per_variant
from ohhell_referee.rules.plan import HandPlan
from ohhell_referee.rules.tricks import beats, led_suit, legal_cards
from ohhell_referee.rules.variant import NO_TRUMP, WIZARD, Card, Suit, Variant

TurnKind = Literal["bid", "revise", "trump", "play"]

MOST_PLAYERS = 10


@dataclass(frozen=True, slots=True)
class Turn:
    kind: TurnKind
    seats: tuple[int, ...]
    """One seat; for bids at once every seat that still owes its bid, in rising order."""


class IllegalAction(ValueError):
    """What a seat may not do, with the reason in words for people. `reason` speaks of nothing the seat cannot see."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


Legal = tuple[int, ...] | tuple[str, ...]

# Turns are made once: a hand of ten cards has 44 turns, and a tournament has millions of hands.
_PLAY_TURNS = tuple(Turn("play", (seat,)) for seat in range(MOST_PLAYERS))
_BID_TURNS = tuple(Turn("bid", (seat,)) for seat in range(MOST_PLAYERS))
_REVISE_TURNS = tuple(Turn("revise", (seat,)) for seat in range(MOST_PLAYERS))
_TRUMP_TURNS = tuple(Turn("trump", (seat,)) for seat in range(MOST_PLAYERS))
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
        "_best",
        "_best_seat",
        "_bid_sum",
        "_led",
        "_legal",
        "_next",
        "_order",
        "_plain_play",
        "_rules",
        "_seat",
        "_strength",
        "_strengths",
        "_suits",
        "bids",
        "cards",
        "deal",
        "dealer",
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
        rules = _rules_of(variant)
        players = rules.players
        self._rules = rules
        self.variant = variant
        self.plan = plan
        self.deal = deal
        self.players = players
        self.size = plan.size
        self.dealer = dealer
        self.cards: list[list[Card]] = [list(cards) for cards in deal.hands]
        self.bids: list[int | None] = [None] * players
        self.shown_bids: tuple[int | None, ...] = rules.no_bids
        self.revised: list[tuple[int, int]] = []
        self.named: int | None = None
        self.taken = [0] * players
        self.trick: list[Card] = []
        self.tricks: tuple[tuple[int | Card, ...], ...] = ()
        self.points: tuple[int, ...] | None = None

        self._next = rules.next_seat
        self._order = rules.orders[dealer if rules.dealer_bids_first else rules.next_seat[dealer]]
        # Where the highest bidder leads, that is decided when the bids are in.
        self.leader = dealer if rules.dealer_leads else rules.next_seat[dealer]

        self._bid_sum = 0
        self._suits: list[dict[Suit, list[Card]]] = []
        """In a plain game (see `_Rules`), by seat: the cards still held, by suit."""
        self._strengths: dict[Suit, Strengths] = {}
        self._strength: Strengths | None = None
        """How the cards rank in the trick on the table; None while it has no led suit."""
        self._led: Suit = NO_SUIT
        """In a plain game, the led suit of the trick on the table."""
        self._best = -1
        self._best_seat = 0
        self._plain_play = False
        """Whether cards are being played in a plain game; `_legal` is always known then."""
        self._seat = -1
        """The one seat to act; -1 where it is none or several."""
        self._legal: Legal | None = None
        """What the seat to act may do; None until somebody asks."""
        self.turn: Turn | None = None

        self.turned: Card | None = deal.turned if rules.face_up else None
        self.trump: Suit | None = plan.trump
        if plan.trump is None and rules.face_up and plan.source != "highest_bidder":
            self.trump = deal.trump
            if deal.trump is None:
                self._give_turn(_TRUMP_TURNS[dealer])
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
        legal = self._legal
        if seat == self._seat and legal is not None:
            return legal
        turn = self.turn
        if turn is None or seat not in turn.seats:
            return ()
        if turn.kind == "play":
            legal = self._legal_cards(seat)
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
            self._rules.deck,
            self.cards[seat],
            self.trick,
            self.trump,
            finished=self.tricks,
            equal_card=self.variant.deck.equal_card,
        )

    def _legal_trumps(self) -> tuple[Suit, ...]:
        """Whoever bid highest may choose to have no trump; a dealer who turned a wizard may not."""
        suits = self._rules.deck.suits
        return (*suits, NO_TRUMP) if self.plan.source == "highest_bidder" else suits

    def _earlier_bids(self, seat: int) -> list[int]:
        """Return the bids made before a seat's own, in order of bidding; nobody's where all bid at once."""
        if self._rules.at_once:
            return []
        order = self._order
        return [self.bids[other] or 0 for other in order[: order.index(seat)]]

    def _legal_bids(self, seat: int) -> tuple[int, ...]:
        last = seat == self._order[-1] and not self._rules.at_once
        return legal_bids(self.plan, self._earlier_bids(seat), last, self.variant.bids.zero_run)

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
        if value == hooked_bid(self.plan, self._bid_sum, seat == self._order[-1]):
            return f"the last bidder may not bid {value}: the bids would add up to {self.size}, the number of tricks"
        return f"zero has been bid {self.variant.bids.zero_run} times in a row: the next bid must be higher"

    def _objection_to_card(self, seat: int, value: object) -> str:
        if not isinstance(value, str) or value not in self._rules.deck.order:
            return f"{value!r} is not a card of this game"
        if value not in self.cards[seat]:
            return f"{value} is not in the hand"
        if not self.trick:
            return f"{value} may not be led: trump cannot be led now while another card is held"
        suit_of = self._rules.deck.suit_of
        led = led_suit(self._rules.deck, self.trick)
        if led and suit_of[value] != led and any(suit_of[card] == led for card in self.cards[seat]):
            return f"{value} does not follow suit: {_SUIT_NAMES[led]} were led and are held"
        if led and suit_of[value] == led:
            return f"{value} does not beat the best card of the trick, and a card that does is held"
        if suit_of[value] == self.trump:
            return f"{value} does not beat the trump on the table, and a card that does is held"
        return f"{value} may not be discarded: a seat that cannot follow suit must play trump, and one is held"

    # ---- doing it

    def act(self, seat: int, value: int | str, checked: bool = False) -> None:
        """Do what a seat decided; raises IllegalAction where it may not, unless `checked` says that it was verified."""
        if self._plain_play:
            if not checked and (seat != self._seat or value not in self._legal):  # type: ignore[operator]  # known
                self.verify_action(seat, value)
            card: Card = value  # type: ignore[assignment]  # verified
            # What `_play` does for any game, in few steps: most of a tournament's decisions pass here.
            self.cards[seat].remove(card)
            suits = self._suits
            suit = card[1]
            suits[seat][suit].remove(card)
            trick = self.trick
            trick.append(card)
            strength = self._strength
            if strength is None:
                strength = self._strength = self._strengths[suit]
                self._best = strength[card]
                self._best_seat = seat
                self._led = suit
            else:
                power = strength[card]
                if power > self._best:
                    self._best = power
                    self._best_seat = seat
                if len(trick) == self.players:
                    self._end_trick()
                    return
                suit = self._led
            seat = self._next[seat]
            self._seat = seat
            self.turn = _PLAY_TURNS[seat]
            self._legal = tuple(suits[seat][suit] or self.cards[seat])
            return
        if not checked:
            self.verify_action(seat, value)
        turn = self.turn
        assert turn is not None  # a hand that is over accepts nothing
        kind = turn.kind
        if kind == "play":
            self._play(seat, value)  # type: ignore[arg-type]  # verified: a card
        elif kind == "trump":
            self._name_trump(seat, value)  # type: ignore[arg-type]  # verified: a suit
        else:
            self._bid(seat, value, kind)  # type: ignore[arg-type]  # verified: a number

    def _give_turn(self, turn: Turn | None) -> None:
        self.turn = turn
        self._seat = turn.seats[0] if turn is not None and len(turn.seats) == 1 else -1
        self._legal = None

    def _start_bids(self) -> None:
        rules = self._rules
        if rules.at_once:
            self._give_turn(rules.all_bid)
            return
        first = self._order[0]
        self.turn = _BID_TURNS[first]
        self._seat = first
        self._legal = rules.free_bids[self.size]

    def _bid(self, seat: int, bid: int, kind: TurnKind) -> None:
        bids = self.bids
        rules = self._rules
        if rules.at_once:
            bids[seat] = bid
            owing = tuple([other for other in range(self.players) if bids[other] is None])
            if owing:
                self._give_turn(Turn("bid", owing))
                return
            self.shown_bids = tuple(bids)
            self._end_bids()
            return
        if kind == "revise":
            first = bids[seat]
            assert first is not None  # a seat is asked again after its bid
            self._bid_sum -= first
            if first != bid:
                self.revised.append((seat, first))
        self._bid_sum += bid
        bids[seat] = bid
        self.shown_bids = tuple(bids)
        last = self._order[-1]
        if seat == last:
            self._end_bids()
            return
        if rules.revise and kind == "bid":
            self._give_turn(_REVISE_TURNS[seat])
            return
        seat = self._next[seat]
        self.turn = _BID_TURNS[seat]
        self._seat = seat
        if rules.zero_run:
            self._legal = None
        elif seat == last and self.plan.hook:
            self._legal = rules.hooked_bids[self.size][min(self._bid_sum, self.size + 1)]
        else:
            self._legal = rules.free_bids[self.size]

    def _highest_bidder(self) -> int:
        """Return the seat with the highest bid, the one that comes first in the order of bidding among equals."""
        return max(self._order, key=lambda seat: self.bids[seat] or 0)

    def _end_bids(self) -> None:
        if self.variant.play.first_lead == "highest_bidder":
            self.leader = self._highest_bidder()
        self.turned = self.deal.turned
        if self.trump is None:
            if self.plan.source == "highest_bidder":
                self._give_turn(_TRUMP_TURNS[self._highest_bidder()])
                return
            self.trump = self.deal.trump
            if self.trump is None:
                self._give_turn(_TRUMP_TURNS[self.dealer])
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
        rules = self._rules
        self._strengths = rules.deck.strengths(self.trump)
        self._give_turn(_PLAY_TURNS[self.leader])
        if rules.plain:
            self._plain_play = True
            self._legal = tuple(self.cards[self.leader])
            suits = rules.deck.suits
            for cards in self.cards:
                by_suit: dict[Suit, list[Card]] = {suit: [] for suit in suits}
                for card in cards:
                    by_suit[card[1]].append(card)
                self._suits.append(by_suit)
        if self.plan.view == "forehead":
            # The only card of each seat: nobody may be asked, since the question would show the card.
            for seat in rules.orders[self.leader]:
                self._play(seat, self.cards[seat][0])

    def _play(self, seat: int, card: Card) -> None:
        self.cards[seat].remove(card)
        trick = self.trick
        trick.append(card)
        strength = self._strength
        if strength is None:
            suit = self._rules.deck.suit_of[card]
            strength = self._strengths[suit]
            # Jesters leave the led suit open; a wizard closes it for the whole trick.
            if suit or card[0] == WIZARD:
                self._strength = strength
        if beats(strength[card], self._best, self.variant.deck.equal_card):
            self._best = strength[card]
            self._best_seat = seat
        if len(trick) == self.players:
            self._end_trick()
        else:
            self._give_turn(_PLAY_TURNS[self._next[seat]])

    def _end_trick(self) -> None:
        winner = self._best_seat
        self.taken[winner] += 1
        self.tricks = (*self.tricks, (self.leader, *self.trick))
        self.leader = winner
        self.trick = []
        self._strength = None
        self._best = -1
        if self.cards[winner]:
            self.turn = _PLAY_TURNS[winner]
            self._seat = winner
            self._legal = tuple(self.cards[winner]) if self._plain_play else None
        else:
            self._plain_play = False
            self._give_turn(None)


class _Rules:
    """What all hands of a variant have in common, read out of it once."""

    __slots__ = (
        "all_bid",
        "at_once",
        "dealer_bids_first",
        "dealer_leads",
        "deck",
        "face_up",
        "free_bids",
        "hooked_bids",
        "next_seat",
        "no_bids",
        "orders",
        "plain",
        "players",
        "revise",
        "zero_run",
    )

    def __init__(self, variant: Variant) -> None:
        players = variant.players
        play = variant.play
        self.players = players
        self.deck = deck_of(variant)
        self.plain = (
            play.void == "any"
            and not play.must_beat
            and play.trump_lead == "any"
            and not self.deck.has_specials
            and variant.deck.equal_card == "first"
        )
        """Whether following suit is the only rule of play and the higher card the only thing that wins a trick."""
        self.at_once = variant.bids.order == "at_once"
        self.all_bid = Turn("bid", tuple(range(players)))
        self.revise = variant.bids.revise
        self.zero_run = variant.bids.zero_run
        self.free_bids = [tuple(range(size + 1)) for size in range(max(variant.hands) + 1)]
        """By hand size, the bids of a seat that is bound by no rule."""
        self.hooked_bids = [
            [tuple(bid for bid in free if bid != size - total) for total in range(size + 2)]
            for size, free in enumerate(self.free_bids)
        ]
        """By hand size and the total of the earlier bids (size + 1 for any that is larger), the last bidder's bids."""
        self.no_bids: tuple[None, ...] = (None,) * players
        self.face_up = variant.trump.reveal == "before_bids"
        self.dealer_bids_first = variant.bids.first == "dealer"
        self.dealer_leads = play.first_lead == "dealer"
        self.next_seat = tuple((seat + 1) % players for seat in range(players))
        self.orders = [tuple((first + step) % players for step in range(players)) for first in range(players)]
        """By first seat, all seats in the direction of play."""


@per_variant
def _rules_of(variant: Variant) -> _Rules:
    return _Rules(variant)
