"""Points of a hand, looked up in tables that are computed once for each hand size."""

from __future__ import annotations

from functools import lru_cache

from ohhell_referee.rules.expressions import Expression
from ohhell_referee.rules.per_variant import per_variant
from ohhell_referee.rules.variant import ScoreRules, Suit, Variant

LARGEST_POINTS = 1_000_000_000
"""No hand may score more, or less than minus this: totals stay far inside the integers that JavaScript knows."""

Table = tuple[tuple[int, ...], ...]
"""Points by bid, then by tricks won."""


def formula_for(rules: ScoreRules, bid: int, taken: int) -> str:
    """Return the expression that scores a bid with these tricks won; the most particular one that is set."""
    if taken == bid:
        return rules.hit_zero if bid == 0 and rules.hit_zero is not None else rules.hit
    particular = rules.miss_over if taken > bid else rules.miss_under
    if bid == 0 and rules.miss_zero is not None:
        particular = rules.miss_zero
    return rules.miss if particular is None else particular


def score_table(rules: ScoreRules, size: int) -> Table:
    """Return the points of every bid and every number of tricks won (both 0 … size) in a hand of this size.

    Suit multipliers and runs are not in it. Raises ExpressionError for an expression that cannot be read and
    ValueError where points leave ± `LARGEST_POINTS`.
    """
    return _table((rules.hit, rules.miss, rules.hit_zero, rules.miss_over, rules.miss_under, rules.miss_zero), size)


@lru_cache(maxsize=1024)
def _table(formulas: tuple[str, str, str | None, str | None, str | None, str | None], size: int) -> Table:
    rules = ScoreRules(*formulas)
    numbers = range(size + 1)
    table = tuple(
        tuple(Expression.parse(formula_for(rules, bid, taken)).value(bid, taken, size) for taken in numbers)
        for bid in numbers
    )
    if any(abs(points) > LARGEST_POINTS for row in table for points in row):
        raise ValueError(f"a hand of {size} cards would score more than {LARGEST_POINTS} points")
    return table


@per_variant
def score_tables(variant: Variant) -> dict[int, Table]:
    """Return the tables of every hand size of a variant; raises what `score_table` raises."""
    return {size: score_table(variant.score, size) for size in set(variant.hands)}


def multiplier(rules: ScoreRules, trump: Suit) -> int:
    """Return what a hand's points are multiplied by under a trump suit or `N`."""
    return rules.suit.get(trump, 1)


class Runs:
    """Hits and misses in a row of every seat, for the bonus that some tables pay for a run.

    A hit ends a run of misses and the other way round. The run that has earned its bonus starts again from nothing.
    """

    __slots__ = ("_lengths", "_rules")

    def __init__(self, rules: ScoreRules, players: int) -> None:
        self._rules = rules.run
        self._lengths = [0] * players
        """By seat: hits in a row as a positive number, misses in a row as a negative one."""

    def bonus(self, seat: int, hit: bool) -> int:
        """Count one hand of a seat and return the points that it earns on top: 0 but at the end of a run."""
        rules = self._rules
        if rules is None:
            return 0
        length = self._lengths[seat]
        length = max(length, 0) + 1 if hit else min(length, 0) - 1
        complete = abs(length) == rules.length
        self._lengths[seat] = 0 if complete else length
        if not complete:
            return 0
        return rules.hit if hit else rules.miss
