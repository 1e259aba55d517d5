"""The rows of the standings: everything about one bot."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Literal

from ohhell_referee.standings.differences import rank_intervals
from ohhell_referee.standings.matrix import of_difference
from ohhell_referee.standings.model import Row
from ohhell_referee.standings.rated_group import RatedGroup, rating_interval
from ohhell_referee.standings.tally import Tally

Order = Literal["rating", "points", "wins"]


def group_rows(group: RatedGroup, tally: Tally, order: Order) -> list[Row]:
    size = len(group.names)
    errors = group.errors
    values = [round(value, 6) for value in _order(group, tally, order)]
    ranks = _rank_intervals(group, order)
    raw = _raw_points(group)
    blocks_of: list[set[Hashable]] = [set() for _ in range(size)]
    for sums in group.line_ups:
        for i in sums.line_up:
            blocks_of[i].update(sums.blocks)
    rows = []
    for a, i in enumerate(group.members):
        interval, error = rating_interval(group, a)
        mean, half = raw[a]
        above = group.points.above_mean[a]
        above_variance = group.points.clustered[a][a] if group.points.clustered else 0.0
        above_half = errors.half_width(above_variance, group.confidence, above) if size > 1 else None
        rows.append(
            Row(
                name=group.names[a],
                group=group.number,
                rank=1 + sum(value > values[a] for value in values),
                rank_interval=ranks[a] if ranks else None,
                rating=group.ratings[a],
                rating_interval=interval,
                error=error,
                games=tally.games_of[i],
                blocks=len(blocks_of[a]),
                points_per_game=mean,
                points_interval=None if half is None else (mean - half, mean + half),
                points_above_mean=above,
                points_above_mean_interval=None if above_half is None else (above - above_half, above + above_half),
                win_rate=tally.first_share[i] / tally.seats[i],
                place_mean=tally.place_sum[i] / tally.seats[i],
                flag=errors.flags[a],
            )
        )
    rows.sort(key=lambda row: (row.rank, row.name))
    return rows


def _order(group: RatedGroup, tally: Tally, order: Order) -> list[float]:
    if order == "points":
        return group.points.above_mean
    if order == "wins":
        return [tally.first_share[i] / tally.seats[i] for i in group.members]
    return group.ratings


def _rank_intervals(group: RatedGroup, order: Order) -> list[tuple[int, int]] | None:
    errors = group.errors
    size = len(group.names)
    if not errors.enough or size < 2:
        return None
    if order == "rating":
        return rank_intervals(group.fit.strengths, errors.variance, errors.freedom, group.confidence)
    if order == "points" and group.points.clustered is not None:
        clustered = group.points.clustered
        variance = [[of_difference(clustered, i, j) if i != j else 0.0 for j in range(size)] for i in range(size)]
        return rank_intervals(group.points.above_mean, variance, errors.freedom, group.confidence)
    return None


def _raw_points(group: RatedGroup) -> Sequence[tuple[float, float | None]]:
    """Mean score of a seat and half its interval, by block, for each bot of the group."""
    size, errors = len(group.names), group.errors
    count = [0] * size
    total = [0.0] * size
    for sums in group.line_ups:
        games = sum(sums.games)
        for i, column in zip(sums.line_up, sums.points, strict=True):
            count[i] += games
            total[i] += sum(column)
    means = [points / games for points, games in zip(total, count, strict=True)]
    if not errors.enough:
        return [(mean, None) for mean in means]
    squares = [0.0] * size
    if group.fit.clusters.lone:
        for sums in group.line_ups:
            for i, column in zip(sums.line_up, sums.points, strict=True):
                mean = means[i]
                squares[i] += sum([(y - n * mean) ** 2 for y, n in zip(column, sums.games, strict=True)])
    else:
        rest: list[dict[Hashable, float]] = [{} for _ in range(size)]
        for sums in group.line_ups:
            for i, column in zip(sums.line_up, sums.points, strict=True):
                mean, at = means[i], rest[i]
                for block, y, n in zip(sums.blocks, column, sums.games, strict=True):
                    at[block] = at.get(block, 0.0) + y - n * mean
        squares = [sum([x * x for x in at.values()]) for at in rest]
    factor = errors.blocks / (errors.blocks - 1)
    halves = [
        errors.half_width(factor * square / (n * n), group.confidence, mean)
        for square, n, mean in zip(squares, count, means, strict=True)
    ]
    return list(zip(means, halves, strict=True))
