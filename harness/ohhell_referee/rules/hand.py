"""One deal as a state machine: trump named where it must be, bids, tricks.

`turn` says who is to act and `choices` what there is to choose from; `act` does it. What needs no decision happens by
itself: the next seat's turn, the end of a trick, the play of a forehead hand. The hand knows all cards; what a seat may
see of it is the matter of views.py.
"""

from __future__ import annotations

from ohhell_referee.rules.bidding import legal_bids
from ohhell_referee.rules.deals import Deal
from ohhell_referee.rules.deck import NO_SUIT, Strengths
from ohhell_referee.rules.objections import IllegalAction, objection
from ohhell_referee.rules.plan import HandPlan
from ohhell_referee.rules.tricks import beats, legal_cards
from ohhell_referee.rules.turns import BID_TURNS, PLAY_TURNS, REVISE_TURNS, TRUMP_TURNS, Turn, TurnKind, hand_rules
from ohhell_referee.rules.variant import NO_TRUMP, WIZARD, Card, Suit, Variant

__all__ = ["Choices", "Hand", "IllegalAction", "Turn", "TurnKind"]

Choices = tuple[int, ...] | tuple[str, ...]
"""Bids in rising order, or cards in the hand's order, or trump suits."""


class Hand:
    """One deal being played.

    Attributes that all may read and none but the hand may change:

    - `variant`, `plan`, `deal`, `players`, `size`, `dealer`.
    - `turn`: whose decision is awaited; None when the hand is over. `seat`: the one seat to act, -1 where it is none
      or several. `choices`: what every seat of `turn` may do now; () when the hand is over.
    - `trump`: a suit or `N`; None while nobody knows it. `turned`: the turned-up card; None where there is none and
      while it lies face down (`trump.reveal = "after_bids"`).
    - `cards`: by seat, the cards still held, in canonical order.
    - `bids`: by seat, None while not made. Bids made at once fill in one by one; `shown_bids` is what the seats see.
    - `bidding_order`: the seats from the first bidder on.
    - `revised`: (seat, first bid) of each bid that its seat changed.
    - `named`: the seat that named the trump, None where nobody did.
    - `taken`: tricks won by seat. `leader`: who leads the trick on the table. `trick`: its cards in order of play.
    - `tricks`: the finished tricks, each (leader, card, card, …).
    - `points`: by seat; None until `Game.finish_hand`.
    """

    __slots__ = (
        "_best",
        "_best_seat",
        "_bid_total",
        "_led",
        "_next",
        "_plain_play",
        "_rules",
        "_strength",
        "_strengths",
        "_suits",
        "bidding_order",
        "bids",
        "cards",
        "choices",
        "deal",
        "dealer",
        "leader",
        "named",
        "plan",
        "players",
        "points",
        "revised",
        "seat",
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
        rules = hand_rules(variant)
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

        left = rules.next_seat[dealer]
        self._next = rules.next_seat
        self.bidding_order = rules.orders[dealer if rules.dealer_bids_first else left]
        # Where the highest bidder leads, that is decided when the bids are in.
        self.leader = dealer if rules.dealer_leads else left

        self._bid_total = 0
        self._plain_play = False
        """Whether cards are being played and following suit is the only rule."""
        self._suits: list[dict[Suit, list[Card]]] = []
        """In plain play, by seat: the cards still held, by suit."""
        self._led: Suit = NO_SUIT
        """In plain play, the led suit of the trick on the table."""
        self._strengths: dict[Suit, Strengths] = {}
        self._strength: Strengths | None = None
        """How the cards rank in the trick on the table; None while it has no led suit."""
        self._best = -1
        self._best_seat = 0

        self.turn: Turn | None = None
        self.seat = -1
        self.choices: Choices = ()
        self.turned: Card | None = deal.turned if rules.face_up else None
        self.trump: Suit | None = plan.trump
        if plan.trump is None and rules.face_up and plan.source != "highest_bidder":
            self.trump = deal.trump
            if deal.trump is None:
                self._ask_for_trump(dealer)
                return
        self._start_bids()

    # ---- what may be done

    @property
    def bidding(self) -> bool:
        """Whether bids are still to be made."""
        return None in self.bids

    @property
    def played(self) -> list[tuple[int, tuple[Card, ...]]]:
        """The finished tricks as (leader, cards in order of play); `tricks` has them flat."""
        return [(trick[0], trick[1:]) for trick in self.tricks]  # type: ignore[misc]  # a leader, then cards

    def legal(self, seat: int) -> Choices:
        """Return what the seat may do now: bids, cards or trump suits; () for a seat that is not to act."""
        if seat == self.seat or (self.turn is not None and seat in self.turn.seats):
            return self.choices
        return ()

    def can_act(self, seat: int, value: object) -> bool:
        """Return whether the seat may do this now."""
        turn = self.turn
        # The type is looked at too: True equals 1, and so does 1.0.
        return (
            turn is not None
            and seat in turn.seats
            and value in self.choices
            and type(value) is (int if turn.kind in ("bid", "revise") else str)
        )

    def verify_action(self, seat: int, value: object) -> None:
        """Raise IllegalAction, with the reason, if the seat may not do this now: a bid, a card or a trump."""
        if self.can_act(seat, value):
            return
        turn = self.turn
        if turn is None:
            raise IllegalAction("the hand is over")
        if seat not in turn.seats:
            raise IllegalAction(f"seat {seat} is not to act now")
        raise IllegalAction(objection(self, turn.kind, seat, value))

    def earlier_bids(self, seat: int) -> list[int]:
        """Return the bids made before a seat's own, in order of bidding; none where all bid at once."""
        order = self.bidding_order
        before = () if self._rules.at_once else order[: order.index(seat)]
        return [bid for bid in map(self.bids.__getitem__, before) if bid is not None]

    # ---- doing it

    def act(self, seat: int, value: int | str, checked: bool = False) -> None:
        """Do what a seat decided; raises IllegalAction where it may not, unless `checked` says that it was verified."""
        if self._plain_play:
            if not checked and (seat != self.seat or value not in self.choices):
                self.verify_action(seat, value)
            # What `_play` does for any game, in few steps: most of a tournament's decisions pass here.
            card: Card = value  # type: ignore[assignment]  # verified
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
            self.seat = seat = self._next[seat]
            self.turn = PLAY_TURNS[seat]
            self.choices = tuple(suits[seat][suit] or self.cards[seat])
            return
        if not checked:
            self.verify_action(seat, value)
        kind = self.turn.kind  # type: ignore[union-attr]  # verified: a hand that is over accepts nothing
        if kind == "play":
            self._play(seat, value)  # type: ignore[arg-type]  # verified: a card
        elif kind == "trump":
            self._name_trump(seat, value)  # type: ignore[arg-type]  # verified: a suit
        else:
            self._bid(seat, value, kind)  # type: ignore[arg-type]  # verified: a number

    # ---- bids

    def _start_bids(self) -> None:
        if self._rules.at_once:
            self.turn = self._rules.all_bid
            self.seat = -1
            self.choices = self._rules.free_bids[self.size]
        else:
            self._ask_for_bid(self.bidding_order[0])

    def _ask_for_bid(self, seat: int) -> None:
        rules = self._rules
        self.turn = BID_TURNS[seat]
        self.seat = seat
        last = seat == self.bidding_order[-1]
        if rules.zero_run:
            self.choices = legal_bids(self.plan, self.earlier_bids(seat), last, rules.zero_run)
        elif last and self.plan.hook:
            self.choices = rules.hooked_bids[self.size][min(self._bid_total, self.size + 1)]
        else:
            self.choices = rules.free_bids[self.size]

    def _bid(self, seat: int, bid: int, kind: TurnKind) -> None:
        bids = self.bids
        rules = self._rules
        if rules.at_once:
            bids[seat] = bid
            owing = tuple([other for other in range(self.players) if bids[other] is None])
            if owing:
                self.turn = Turn("bid", owing)
            else:
                self.shown_bids = tuple(bids)
                self._end_bids()
            return
        first = bids[seat]
        if first is not None:
            self._bid_total -= first
            if first != bid:
                self.revised.append((seat, first))
        self._bid_total += bid
        bids[seat] = bid
        self.shown_bids = tuple(bids)
        if seat == self.bidding_order[-1]:
            self._end_bids()
        elif rules.revise and kind == "bid":
            # The bids before are the same, and so is what may be bid.
            self.turn = REVISE_TURNS[seat]
        else:
            self._ask_for_bid(self._next[seat])

    def _highest_bidder(self) -> int:
        """Return the seat with the highest bid, the one that comes first in the order of bidding among equals."""
        return max(self.bidding_order, key=lambda seat: self.bids[seat] or 0)

    def _end_bids(self) -> None:
        if self.variant.play.first_lead == "highest_bidder":
            self.leader = self._highest_bidder()
        self.turned = self.deal.turned
        if self.trump is None:
            if self.plan.source == "highest_bidder":
                self._ask_for_trump(self._highest_bidder())
                return
            self.trump = self.deal.trump
            if self.trump is None:
                self._ask_for_trump(self.dealer)
                return
        self._start_play()

    # ---- trump

    def _ask_for_trump(self, seat: int) -> None:
        """Whoever bid highest may choose to have no trump; a dealer who turned a wizard may not."""
        suits = self._rules.deck.suits
        self.turn = TRUMP_TURNS[seat]
        self.seat = seat
        self.choices = (*suits, NO_TRUMP) if self.plan.source == "highest_bidder" else suits

    def _name_trump(self, seat: int, suit: Suit) -> None:
        self.trump = suit
        self.named = seat
        if self.bidding:
            self._start_bids()
        else:
            self._start_play()

    # ---- tricks

    def _start_play(self) -> None:
        rules = self._rules
        self._strengths = rules.deck.strengths(self.trump)  # type: ignore[arg-type]  # named, turned or drawn by now
        if rules.plain and self.plan.view != "forehead":
            self._plain_play = True
            suits = rules.deck.suits
            for cards in self.cards:
                by_suit: dict[Suit, list[Card]] = {suit: [] for suit in suits}
                for card in cards:
                    by_suit[card[1]].append(card)
                self._suits.append(by_suit)
        self._ask_for_card(self.leader)
        if self.plan.view == "forehead":
            # The only card of each seat: nobody may be asked, since the question would show the card.
            for seat in rules.orders[self.leader]:
                self._play(seat, self.cards[seat][0])

    def _ask_for_card(self, seat: int) -> None:
        self.turn = PLAY_TURNS[seat]
        self.seat = seat
        if self._plain_play and not self.trick:
            self.choices = tuple(self.cards[seat])
            return
        self.choices = legal_cards(
            self.variant.play,
            self._rules.deck,
            self.cards[seat],
            self.trick,
            self.trump,  # type: ignore[arg-type]  # no card is played before the trump is known
            finished=self.tricks,
            equal_card=self.variant.deck.equal_card,
        )

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
            self._ask_for_card(self._next[seat])

    def _end_trick(self) -> None:
        winner = self._best_seat
        self.taken[winner] += 1
        self.tricks = (*self.tricks, (self.leader, *self.trick))
        self.leader = winner
        self.trick = []
        self._strength = None
        self._best = -1
        if self.cards[winner]:
            self._ask_for_card(winner)
            return
        self._plain_play = False
        self.turn = None
        self.seat = -1
        self.choices = ()
