"""Points of every seat beyond what the fit expects: what the reports about luck, memory and collusion are made of."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from ohhell_referee.standings.blocks import clusters_of
from ohhell_referee.standings.points import fit_points
from ohhell_referee.standings.results import Result, Selection
from ohhell_referee.standings.student import t_below, t_quantile
from ohhell_referee.standings.tally import tally_results


@dataclass(frozen=True, slots=True)
class SeatPoints:
    """One game with the points of its seats taken apart. Sequences are by seat."""

    game: Result
    skill: tuple[float, ...]
    """What the fit expects above the table's mean from this bot in this company."""
    rest: tuple[float, ...]
    """What came beyond it."""


def points_above(results: Sequence[Result]) -> dict[str, float]:
    """Points a game above the table's mean of every bot; lists that never met each have mean zero."""
    tally = tally_results(results, Selection())
    above: dict[str, float] = {}
    for members, line_ups in tally.lists():
        fit = fit_points(len(members), line_ups, clusters_of(line_ups))
        above.update({tally.names[i]: own for i, own in zip(members, fit.above_mean, strict=True)})
    return above


def seat_points(results: Sequence[Result]) -> list[SeatPoints]:
    """Every game's points by seat, taken apart."""
    above = points_above(results)
    taken_apart = []
    for game in results:
        level = sum(game.scores) / len(game.scores)
        company = sum(above[bot] for bot in game.bots) / len(game.bots)
        skill = tuple(above[bot] - company for bot in game.bots)
        rest = tuple(score - level - own for score, own in zip(game.scores, skill, strict=True))
        taken_apart.append(SeatPoints(game, skill, rest))
    return taken_apart


@dataclass(frozen=True, slots=True)
class Effect:
    """A mean with its error by block, and how surprising it would be if nothing were behind it."""

    value: float
    error: float
    blocks: int
    chance: float
    """Probability of a value at least as large if the truth were zero (one-sided)."""

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        half = t_quantile(0.5 + confidence / 2.0, self.blocks - 1) * self.error
        return self.value - half, self.value + half


def effect_of(values: Iterable[float]) -> Effect | None:
    """The mean of one value a block; None for fewer than three blocks or values that do not vary."""
    numbers = list(values)
    count = len(numbers)
    if count < 3:
        return None
    mean = math.fsum(numbers) / count
    variance = math.fsum((x - mean) ** 2 for x in numbers) / (count - 1) / count
    if variance <= 1e-24 * max(1.0, mean * mean):
        return None
    error = math.sqrt(variance)
    return Effect(mean, error, count, t_below(-mean / error, count - 1))


def contrast_of(with_it: dict[Hashable, list[float]], without: dict[Hashable, list[float]]) -> Effect | None:
    """Mean with something less mean without it, values by block; None where either is rare (fewer than ten blocks)."""
    if len(with_it) < 10 or len(without) < 10:
        return None
    first = [x for values in with_it.values() for x in values]
    second = [x for values in without.values() for x in values]
    mean, other = math.fsum(first) / len(first), math.fsum(second) / len(second)
    pull: dict[Hashable, float] = {}
    for block, values in with_it.items():
        pull[block] = math.fsum(x - mean for x in values) / len(first)
    for block, values in without.items():
        pull[block] = pull.get(block, 0.0) - math.fsum(x - other for x in values) / len(second)
    count = len(pull)
    variance = math.fsum(x * x for x in pull.values()) * count / (count - 1)
    if variance <= 1e-24 * max(1.0, mean * mean):
        return None
    error = math.sqrt(variance)
    freedom = min(len(with_it), len(without)) - 1
    return Effect(mean - other, error, freedom + 1, t_below(-(mean - other) / error, freedom))


def holm(chances: Sequence[float]) -> list[float]:
    """Chances corrected for their number, so that a threshold holds for all at once (S. Holm, 1979)."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    corrected = [1.0] * len(chances)
    largest = 0.0
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, (len(chances) - rank) * chances[i]))
        corrected[i] = largest
    return corrected
