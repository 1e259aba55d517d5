"""The pairs of a list: difference, interval, superiority; and the pair that the fit explains worst."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ohhell_referee.standings.fit import ELO, logistic
from ohhell_referee.standings.matrix import of_difference, zeros
from ohhell_referee.standings.model import Misfit, Pair
from ohhell_referee.standings.rated_group import RatedGroup, pair_interval
from ohhell_referee.standings.results import Result, Selection


def group_pairs(group: RatedGroup) -> list[Pair]:
    size = len(group.names)
    shared = zeros(size)
    for sums in group.line_ups:
        bots = sorted(set(sums.line_up))
        games = sum(sums.games)
        for x, i in enumerate(bots):
            for j in bots[:x]:
                shared[i][j] += games
    ranked = sorted(range(size), key=lambda a: (-round(group.ratings[a], 6), group.names[a]))
    points, clustered = group.points.above_mean, group.points.clustered
    errors = group.errors
    pairs = []
    for x, a in enumerate(ranked):
        for b in ranked[x + 1 :]:
            variance = errors.variance[a][b]
            met = group.above[a][b] + group.above[b][a]
            gap = points[a] - points[b]
            half = errors.half_width(of_difference(clustered, a, b), group.confidence, points[a]) if clustered else None
            pairs.append(
                Pair(
                    a=group.names[a],
                    b=group.names[b],
                    games=int(shared[max(a, b)][min(a, b)]),
                    score=group.above[a][b] / met if met else None,
                    difference=group.ratings[a] - group.ratings[b],
                    interval=pair_interval(group, a, b),
                    superiority=errors.superiority(group.fit.strengths[a] - group.fit.strengths[b], variance),
                    error=ELO * math.sqrt(variance) if errors.enough and variance > 0.0 else None,
                    points_difference=gap,
                    points_interval=None if half is None else (gap - half, gap + half),
                )
            )
    return pairs


def group_misfits(groups: Sequence[RatedGroup], results: Sequence[Result], selection: Selection) -> list[Misfit | None]:
    """For each group the pair furthest from the fit, with the error of the distance by block."""
    worst: list[tuple[str, str, float, float] | None] = []
    partner: dict[str, tuple[str, int, float]] = {}
    for group in groups:
        found = None
        for a in range(len(group.names)):
            for b in range(a):
                met = group.above[a][b] + group.above[b][a]
                if not met:
                    continue
                observed = group.above[a][b] / met
                expected = logistic(group.fit.strengths[a] - group.fit.strengths[b])
                if found is None or abs(observed - expected) > abs(found[2] - found[3]) + 1e-12:
                    found = (group.names[a], group.names[b], observed, expected)
        worst.append(found)
        if found:
            partner[found[0]] = (found[1], group.number, found[3])
    by_block: list[dict[object, float]] = [{} for _ in groups]
    for game in results:
        for seat, bot in enumerate(game.bots):
            if bot not in partner:
                continue
            other, number, expected = partner[bot]
            if other not in game.bots or not selection.game(game.block, game.bots, game.marked):
                continue
            at = by_block[number]
            standing = game.places or [-score for score in game.scores]
            for place, name in zip(standing, game.bots, strict=True):
                if name == other:
                    own = standing[seat]
                    won = 1.0 if own < place else 0.5 if own == place else 0.0
                    at[game.block] = at.get(game.block, 0.0) + won - expected
    misfits: list[Misfit | None] = []
    for group, found, sums in zip(groups, worst, by_block, strict=True):
        if found is None:
            misfits.append(None)
            continue
        count = len(sums)
        mean = math.fsum(sums.values()) / count
        variance = math.fsum((x - mean) ** 2 for x in sums.values()) * count / (count - 1) if count > 1 else 0.0
        # A pair of which one always finished above the other does not vary: nothing tells how far from the fit it is.
        enough = group.errors.enough and variance > 1e-18 * (1.0 + (count * mean) ** 2)
        z = count * mean / math.sqrt(variance) if enough else None
        misfits.append(Misfit(*found, z))
    return misfits
