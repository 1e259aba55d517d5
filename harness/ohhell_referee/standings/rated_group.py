"""One connected list while it is being rated, and the intervals of its ratings and differences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ohhell_referee.standings.differences import GroupErrors
from ohhell_referee.standings.fit import ELO, Fit
from ohhell_referee.standings.matrix import Matrix
from ohhell_referee.standings.model import Interval
from ohhell_referee.standings.points import PointsFit
from ohhell_referee.standings.tally import LineUpSums


@dataclass(slots=True)
class RatedGroup:
    """One connected list while it is being rated. Positions are the group's own."""

    number: int
    members: list[int]
    names: list[str]
    line_ups: Sequence[LineUpSums]
    above: Matrix
    fit: Fit
    errors: GroupErrors
    points: PointsFit
    ratings: list[float]
    anchor: int | None
    confidence: float


def rating_interval(group: RatedGroup, a: int) -> tuple[Interval | None, float | None]:
    """Interval and standard error of a rating, from the pool's mean or from the anchor."""
    errors, rating = group.errors, group.ratings[a]
    size = len(group.names)
    if not errors.enough or size < 2:
        return None, None
    if group.anchor == a:
        return (rating, rating), 0.0
    variance = errors.single[a] if group.anchor is None else errors.variance[a][group.anchor]
    half = errors.half_width(variance, group.confidence)
    if half is None:
        return None, None
    error = ELO * math.sqrt(variance)
    if group.anchor is not None:
        pair = pair_interval(group, a, group.anchor)
        base = group.ratings[group.anchor]
        if pair is None:
            return None, error
        low, high = pair
        return (None if low is None else base + low, None if high is None else base + high), error
    reach = errors.reach[a]
    if reach is not None:
        # The bot's own strength is part of the pool's mean.
        far = ELO * reach * (1.0 - 1.0 / size)
        return ((None, rating + far) if errors.flags[a] == "no win" else (rating - far, None)), error
    below, above = errors.single_sides(a)
    return (rating - ELO * half if below else None, rating + ELO * half if above else None), error


def pair_interval(group: RatedGroup, a: int, b: int) -> Interval | None:
    """Interval of rating a minus rating b; one-sided where one's class hardly ever finished above the other's.

    Bounds of flagged bots are joined to the other's error as in the MOVER method (Zou and Donner 2008): root of the sum
    of squares of the two reaches.
    """
    errors = group.errors
    difference = group.ratings[a] - group.ratings[b]
    half = errors.half_width(errors.variance[a][b], group.confidence)
    if half is None:
        return None
    reaches = errors.reach[a], errors.reach[b]
    if any(reach is not None for reach in reaches):
        ends = []
        for bot, reach in zip((a, b), reaches, strict=True):
            ends.append(reach if reach is not None else errors.half_width(errors.single[bot], group.confidence) or 0.0)
        half = math.hypot(*ends)
    below, above = errors.sides(a, b)
    return difference - ELO * half if below else None, difference + ELO * half if above else None
