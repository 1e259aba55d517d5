"""Bids and trump of one hand, in the independent reference (see naive_rules.py)."""

from __future__ import annotations

from typing import Any

from ohhell_referee.rules.variant import JESTER, NO_TRUMP, WIZARD, Selector, Variant

Move = tuple[str, int, Any]
"""Kind (`trump`, `bid`, `revise`, `play`), seat, value."""


def selects(selector: Selector, variant: Variant, index: int, size: int, extra: bool) -> bool:
    """Whether a selector means this hand. Extra hands have no place in the schedule: only their size can be meant."""
    if selector.size is not None:
        return selector.size == size
    if selector.which == "max":
        return size == max(variant.hands)
    if extra:
        return False
    if selector.hand is not None:
        return selector.hand == index + 1
    if selector.which == "first":
        return index == 0
    return index == len(variant.hands) - 1


class NaiveBids:
    """A hand as it was dealt and what was done since; what it says of bids and trump."""

    def __init__(
        self,
        variant: Variant,
        index: int,
        size: int,
        dealer: int,
        hands: list[list[str]],
        turned: str | None,
        drawn: str | None = None,
        extra: bool = False,
    ) -> None:
        """`hands` by seat; `turned` the card turned up; `drawn` the suit drawn where trump comes by chance."""
        self.variant = variant
        self.index = index
        self.size = size
        self.dealer = dealer
        self.dealt = [list(hand) for hand in hands]
        self.turned = turned
        self.drawn = drawn
        self.extra = extra
        self.moves: list[Move] = []

    # What kind of hand it is

    @property
    def players(self) -> int:
        return self.variant.players

    def view_mode(self) -> str | None:
        for rule in self.variant.view:
            if selects(rule.hands, self.variant, self.index, self.size, self.extra):
                return rule.mode
        return None

    def has_hook(self) -> bool:
        bids = self.variant.bids
        return bids.hook and bids.order == "in_turn" and self.size >= bids.hook_min

    def is_selected_no_trump(self) -> bool:
        for selector in self.variant.trump.no_trump:
            if selects(selector, self.variant, self.index, self.size, self.extra):
                return True
        return False

    # Bids

    def bidders(self) -> list[int]:
        """Seats in the order of bidding."""
        first = self.dealer if self.variant.bids.first == "dealer" else self.dealer + 1
        return [(first + step) % self.players for step in range(self.players)]

    def bid_of(self, seat: int) -> int | None:
        """The seat's bid as it stands: the last one that it made."""
        bid = None
        for kind, actor, value in self.moves:
            if kind in ("bid", "revise") and actor == seat:
                bid = value
        return bid

    def bids(self) -> list[int | None]:
        return [self.bid_of(seat) for seat in range(self.players)]

    def revised(self) -> list[tuple[int, int]]:
        """Seats that changed their bid when they were asked once more, each with its first bid."""
        changed = []
        for kind, seat, value in self.moves:
            if kind == "bid":
                first = value
            if kind == "revise" and value != first:
                changed.append((seat, first))
        return changed

    def has_moved(self, kind: str, seat: int) -> bool:
        return any(move[0] == kind and move[1] == seat for move in self.moves)

    def bids_are_in(self) -> bool:
        return self.seats_to_bid() is None

    def seats_to_bid(self) -> tuple[str, list[int]] | None:
        order = self.bidders()
        if self.variant.bids.order == "at_once":
            owing = [seat for seat in range(self.players) if not self.has_moved("bid", seat)]
            return ("bid", owing) if owing else None
        for place, seat in enumerate(order):
            if not self.has_moved("bid", seat):
                return ("bid", [seat])
            last = place == self.players - 1
            if self.variant.bids.revise and not last and not self.has_moved("revise", seat):
                return ("revise", [seat])
        return None

    def highest_bidder(self) -> int:
        """Reading: the earliest in the order of bidding among those with the highest bid."""
        best = None
        for seat in self.bidders():
            bid = self.bid_of(seat)
            assert bid is not None
            if best is None or bid > best[0]:
                best = (bid, seat)
        assert best is not None
        return best[1]

    def why_not_bid(self, seat: int, bid: int) -> str | None:
        """Why the seat may not bid this, or None."""
        if bid < 0 or bid > self.size:
            return f"range: bids go from 0 to {self.size}"
        hooked = self.why_hooked(seat, bid)
        if hooked is not None:
            return hooked
        return self.why_zero_run(seat, bid)

    def earlier_bids(self, seat: int) -> list[int]:
        order = self.bidders()
        earlier = []
        for other in order[: order.index(seat)]:
            bid = self.bid_of(other)
            if bid is not None:
                earlier.append(bid)
        return earlier

    def why_hooked(self, seat: int, bid: int) -> str | None:
        if self.has_hook() and seat == self.bidders()[-1]:
            total = sum(self.earlier_bids(seat))
            if total + bid == self.size:
                tricks = "1 trick" if self.size == 1 else f"{self.size} tricks"
                return f"hook: the others bid {total} in all, and {bid} more would make the {tricks} of the hand"
        return None

    def why_zero_run(self, seat: int, bid: int) -> str | None:
        limit = self.variant.bids.zero_run
        if limit == 0 or bid != 0 or self.variant.bids.order == "at_once":
            return None
        before = self.earlier_bids(seat)
        if len(before) < limit or any(before[-limit:]):
            return None
        if all(self.why_hooked(seat, other) is not None for other in range(1, self.size + 1)):
            return None  # the hook wins: nothing else would be left
        return f"zero_run: {limit} bids of zero in a row were made before, and no more may be"

    # Trump

    def dealer_must_name(self) -> bool:
        """A wizard was turned up for trump."""
        if self.is_selected_no_trump() or self.variant.trump.source != "turn_up":
            return False
        return self.turned is not None and self.turned[0] == WIZARD

    def bidder_must_name(self) -> bool:
        return not self.is_selected_no_trump() and self.variant.trump.source == "highest_bidder"

    def named_trump(self) -> tuple[int, str] | None:
        for kind, seat, value in self.moves:
            if kind == "trump":
                return (seat, value)
        return None

    def trump(self) -> str | None:
        """The trump as it is, seen or not; None as long as a seat has yet to name it."""
        rules = self.variant.trump
        if self.is_selected_no_trump() or rules.source == "none":
            return NO_TRUMP
        if rules.source == "cycle":
            return rules.cycle[self.index % len(rules.cycle)]
        if rules.source == "fixed":
            return rules.cycle[0]
        if rules.source == "random":
            return self.drawn
        if self.dealer_must_name() or self.bidder_must_name():
            named = self.named_trump()
            return named[1] if named else None
        if self.turned is None or self.turned[0] == JESTER:
            return NO_TRUMP
        return self.turned[1]

    def is_hidden_yet(self) -> bool:
        """Reading: a trump that the variant itself tells for this hand is known from the start."""
        source = self.variant.trump.source
        if self.is_selected_no_trump() or source in ("none", "cycle", "fixed"):
            return False
        if source == "turn_up" and self.turned is None:
            return False
        return self.variant.trump.reveal == "after_bids" and not self.bids_are_in()

    def shown_trump(self) -> str | None:
        return None if self.is_hidden_yet() else self.trump()

    def shown_turned(self) -> str | None:
        if self.is_selected_no_trump() or self.is_hidden_yet():
            return None
        return self.turned

    def why_not_name(self, seat: int, trump: str) -> str | None:
        if trump == NO_TRUMP:
            return "wizard_turned: the dealer names a suit, no trump is not one" if self.dealer_must_name() else None
        if trump not in self.variant.deck.suits:
            return "range: the deck has no such suit"
        return None
