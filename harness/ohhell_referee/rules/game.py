"""The whole schedule at one table: hands in order, running scores, places."""

from __future__ import annotations

from operator import add

from ohhell_referee.rules.deals import Deal
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.plan import HandPlan, hand_plan
from ohhell_referee.rules.scoring import Runs, multiplier, score_tables
from ohhell_referee.rules.variant import NO_TRUMP, Variant

MOST_EXTRA_HANDS = 100
"""After so many hands to part a tie the first place is shared: a rule that scores all bids alike would never end."""


class Game:
    """One game of a variant.

    `scores` are the running totals by seat, `hands_played` counts finished hands. `hands_total` is the number of hands
    of the game, None where it is open: with a target (the schedule is then the most that is played) and with extra
    hands for ties.
    """

    __slots__ = ("_runs", "first_dealer", "hands_played", "hands_total", "players", "scores", "variant")

    def __init__(self, variant: Variant, first_dealer: int) -> None:
        players = variant.players
        if not 0 <= first_dealer < players:
            raise ValueError(f"the first dealer must be a seat 0 … {players - 1}, got {first_dealer}")
        self.variant = variant
        self.players = players
        self.first_dealer = first_dealer
        self.scores = [0] * players
        self.hands_played = 0
        is_open = variant.end.target > 0 or variant.end.ties == "extra_hand"
        self.hands_total: int | None = None if is_open else len(variant.hands)
        self._runs = Runs(variant.score, players)

    def next_plan(self) -> HandPlan | None:
        """Return the plan of the hand to be played next, or None when the game is over."""
        index = self.hands_played
        variant = self.variant
        end = variant.end
        scheduled = len(variant.hands)
        if index < scheduled and (end.target == 0 or max(self.scores) < end.target):
            return hand_plan(variant, index)
        if end.ties != "extra_hand" or index >= scheduled + MOST_EXTRA_HANDS:
            return None
        return hand_plan(variant, index, extra=True) if self.scores.count(max(self.scores)) > 1 else None

    def dealer_of(self, plan: HandPlan) -> int:
        """Return the seat that deals a hand: the deal goes one seat on with every hand."""
        return (self.first_dealer + plan.index) % self.players

    def start_hand(self, plan: HandPlan, deal: Deal) -> Hand:
        """Return the hand of a plan, ready to be played."""
        return Hand(self.variant, plan, deal, self.dealer_of(plan))

    def finish_hand(self, hand: Hand) -> tuple[int, ...]:
        """Score a hand that has been played out: set `hand.points`, add them to `scores`, and return them by seat.

        A suit multiplies the points of a hand, not the bonus of a run.
        """
        if hand.turn is not None or hand.points is not None or hand.plan.index != self.hands_played:
            raise ValueError(f"hand {hand.plan.index + 1} is not the one to be scored now, or not played out")
        variant = self.variant
        table = score_tables(variant)[hand.size]
        points = []
        for bid, taken in zip(hand.bids, hand.taken):  # noqa: B905 - both have one item a seat
            points.append(table[bid][taken])  # type: ignore[index]  # a hand that is over has all its bids
        if variant.score.suit:
            factor = multiplier(variant.score, hand.trump or NO_TRUMP)
            points = [number * factor for number in points]
        if variant.score.run is not None:
            for seat, bid in enumerate(hand.bids):
                points[seat] += self._runs.bonus(seat, bid == hand.taken[seat])
        hand.points = tuple(points)
        self.scores = list(map(add, self.scores, points))
        self.hands_played += 1
        return hand.points

    def places(self) -> tuple[int, ...]:
        """Return each seat's place by total, counted from 1 and shared on ties: (1, 2, 2, 4)."""
        return places_of(self.scores)


def places_of(scores: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    """Return the place of each score, counted from 1 and shared on ties."""
    ranking = sorted(scores, reverse=True)
    return tuple([ranking.index(score) + 1 for score in scores])
