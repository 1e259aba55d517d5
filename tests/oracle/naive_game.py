"""A game of the independent reference (see naive_rules.py): its hands one after the other, points and places."""

from __future__ import annotations

from ohhell_referee.rules.variant import Variant
from oracle.naive_rules import NaiveHand
from oracle.naive_score import points_of_hand


class NaiveGame:
    """The hands of a game one after the other, and the points."""

    def __init__(self, variant: Variant, first_dealer: int) -> None:
        self.variant = variant
        self.first_dealer = first_dealer
        self.results: list[list[int]] = []
        """Points by seat, hand by hand."""
        self.hits: list[list[bool]] = [[] for _ in range(variant.players)]

    def scores(self) -> list[int]:
        return [sum(points[seat] for points in self.results) for seat in range(self.variant.players)]

    def dealer(self) -> int:
        """Of the hand that comes."""
        return (self.first_dealer + len(self.results)) % self.variant.players

    def is_tied(self) -> bool:
        scores = self.scores()
        return scores.count(max(scores)) > 1

    def next_size(self) -> tuple[int, bool] | None:
        """Size of the hand that comes, and whether it is one beyond the schedule; None when the game is over."""
        target = self.variant.end.target
        reached = target > 0 and bool(self.results) and max(self.scores()) >= target
        if len(self.results) < len(self.variant.hands) and not reached:
            return (self.variant.hands[len(self.results)], False)
        if self.variant.end.ties == "extra_hand" and self.is_tied():
            return (max(self.variant.hands), True)
        return None

    def hands_total(self) -> int | None:
        if self.variant.end.target > 0 or self.variant.end.ties == "extra_hand":
            return None
        return len(self.variant.hands)

    def finish(self, hand: NaiveHand) -> tuple[list[int], list[str]]:
        """Score a hand that is over: points by seat, and how they came about."""
        bids = [bid for bid in hand.bids() if bid is not None]
        trump = hand.trump()
        assert hand.turn() is None
        assert trump is not None
        taken = hand.taken()
        points, words = points_of_hand(self.variant, trump, hand.size, bids, taken, self.hits)
        for seat in range(self.variant.players):
            self.hits[seat].append(bids[seat] == taken[seat])
        self.results.append(points)
        return points, words

    def places(self) -> list[int]:
        """1 and how many have more points; ties share a place."""
        scores = self.scores()
        return [1 + sum(other > mine for other in scores) for mine in scores]
