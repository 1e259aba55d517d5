"""`rate`: results in, standings out. The one place where fit, errors, points and groups are put together."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ohhell_referee.standings.differences import GroupErrors, group_errors, rank_intervals
from ohhell_referee.standings.fit import ELO, PRIOR, Fit, fit_group, logistic
from ohhell_referee.standings.groups import linked
from ohhell_referee.standings.matrix import Matrix, of_difference, zeros
from ohhell_referee.standings.model import (
    FEWEST_BLOCKS,
    Anchor,
    GroupDiagnostics,
    Interval,
    Misfit,
    Pair,
    Row,
    Standings,
)
from ohhell_referee.standings.points import PointsFit, fit_points
from ohhell_referee.standings.results import Result, Selection
from ohhell_referee.standings.tally import LineUpSums, Tally, tally_results

Order = Literal["rating", "points", "wins"]
POOL_MEAN = 1500.0


@dataclass(slots=True)
class _Group:
    """One connected list while it is being rated. Positions are the group's own."""

    number: int
    members: list[int]
    names: list[str]
    line_ups: list[LineUpSums]
    above: Matrix
    fit: Fit
    errors: GroupErrors
    points: PointsFit
    ratings: list[float]
    anchor: int | None
    confidence: float


def rate(
    results: Iterable[Result],
    *,
    selection: Selection | None = None,
    anchors: Sequence[Anchor] = (),
    run: str = "",
    void: int = 0,
    order: Order = "rating",
    confidence: float = 0.95,
    prior: float = PRIOR,
) -> Standings:
    """Standings of finished games of one number of players and one variant; the order of the games does not matter.

    `anchors`: at most one a list takes effect; a list without one has mean 1500. `void` is only passed through.
    """
    chosen = list(results)
    selection = selection or Selection()
    tally = tally_results(chosen, selection)
    standings = Standings(
        run=run,
        players=len(chosen[0].bots) if chosen else None,
        games=tally.games,
        blocks=tally.blocks,
        void=void,
        marked=tally.marked,
        rows=[],
        pairs=[],
        groups=[],
        anchor=None,
        diagnostics=[],
        order=order,
        confidence=confidence,
        ties=tally.ties / tally.comparisons if tally.comparisons else 0.0,
    )
    if not tally.games:
        standings.warnings.append("No finished game counts yet, so there is nothing to rate.")
        return standings
    groups = [
        _fit_one(number, members, tally, anchors, confidence, prior, standings)
        for number, members in enumerate(linked(len(tally.names), [sums.line_up for sums in tally.line_ups]))
    ]
    misfits = _misfits(groups, chosen, selection)
    for group in groups:
        rows = _rows(group, tally, order)
        standings.groups.append([row.name for row in rows])
        standings.rows += rows
        standings.pairs += _pairs(group, tally)
        standings.diagnostics.append(_diagnostics(group, tally, misfits[group.number]))
        _warn(group, standings)
    if len(groups) > 1:
        lists = "; ".join(", ".join(names[:6]) + (", …" if len(names) > 6 else "") for names in standings.groups[:6])
        standings.warnings.insert(
            0,
            f"The bots fall into {len(groups)} lists that never met ({lists}{'; …' if len(groups) > 6 else ''}): "
            "ratings of different lists cannot be compared.",
        )
    return standings


def _fit_one(
    number: int,
    members: list[int],
    tally: Tally,
    anchors: Sequence[Anchor],
    confidence: float,
    prior: float,
    standings: Standings,
) -> _Group:
    local = {i: a for a, i in enumerate(members)}
    line_ups = [
        replace(sums, line_up=tuple([local[i] for i in sums.line_up]))
        for sums in tally.line_ups
        if sums.line_up[0] in local
    ]
    size = len(members)
    above = [[tally.above[i][j] for j in members] for i in members]
    fit = fit_group(size, line_ups, prior)
    errors = group_errors(fit, line_ups, above, confidence)
    names = [tally.names[i] for i in members]
    mean = math.fsum(fit.strengths) / size
    here = [anchor for anchor in anchors if anchor.name in names]
    if len(here) > 1:
        standings.warnings.append(
            f"{here[1].name} and {here[0].name} are in one list; an anchor only shifts it, so {here[0].name} alone holds."
        )
    anchor = here[0] if here else None
    shift = POOL_MEAN
    if anchor is not None:
        shift = anchor.rating - ELO * (fit.strengths[names.index(anchor.name)] - mean)
        standings.anchor = standings.anchor or anchor
    ratings = [shift + ELO * (t - mean) for t in fit.strengths]
    return _Group(
        number,
        members,
        names,
        line_ups,
        above,
        fit,
        errors,
        fit_points(size, line_ups, fit.clusters),
        ratings,
        names.index(anchor.name) if anchor else None,
        confidence,
    )


def _order(group: _Group, tally: Tally, order: Order) -> list[float]:
    if order == "points":
        return group.points.above_mean
    if order == "wins":
        return [tally.first_share[i] / tally.seats[i] for i in group.members]
    return group.ratings


def _rows(group: _Group, tally: Tally, order: Order) -> list[Row]:
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
        interval, error = _rating_interval(group, a)
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


def _rating_interval(group: _Group, a: int) -> tuple[Interval | None, float | None]:
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
        pair = _pair_interval(group, a, group.anchor)
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
    return (rating - ELO * half, rating + ELO * half), error


def _pair_interval(group: _Group, a: int, b: int) -> Interval | None:
    """Interval of rating a minus rating b. Bounds of flagged bots are joined to the other's error as in the MOVER
    method (Zou and Donner 2008): root of the sum of squares of the two reaches."""
    errors = group.errors
    difference = group.ratings[a] - group.ratings[b]
    half = errors.half_width(errors.variance[a][b], group.confidence)
    if half is None:
        return None
    reach_a, reach_b = errors.reach[a], errors.reach[b]
    if reach_a is None and reach_b is None:
        return difference - ELO * half, difference + ELO * half
    if errors.flags[a] == errors.flags[b]:
        return None, None
    a_is_open_above = errors.flags[a] == "no loss" or errors.flags[b] == "no win"
    ends = []
    for bot, reach in ((a, reach_a), (b, reach_b)):
        if reach is None:
            reach = errors.half_width(errors.single[bot], group.confidence) or 0.0
        ends.append(reach)
    far = ELO * math.hypot(*ends)
    return (difference - far, None) if a_is_open_above else (None, difference + far)


def _rank_intervals(group: _Group, order: Order) -> list[tuple[int, int]] | None:
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


def _raw_points(group: _Group) -> Sequence[tuple[float, float | None]]:
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


def _pairs(group: _Group, tally: Tally) -> list[Pair]:
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
                    interval=_pair_interval(group, a, b),
                    superiority=errors.superiority(group.fit.strengths[a] - group.fit.strengths[b], variance),
                    error=ELO * math.sqrt(variance) if errors.enough and variance > 0.0 else None,
                    points_difference=gap,
                    points_interval=None if half is None else (gap - half, gap + half),
                )
            )
    return pairs


def _misfits(groups: Sequence[_Group], results: Sequence[Result], selection: Selection) -> list[Misfit | None]:
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
        variance = sum(x * x for x in sums.values()) * count / (count - 1) if count > 1 else 0.0
        enough = group.errors.enough and variance > 1e-18
        z = sum(sums.values()) / math.sqrt(variance) if enough else None
        misfits.append(Misfit(*found, z))
    return misfits


def _diagnostics(group: _Group, tally: Tally, misfit: Misfit | None) -> GroupDiagnostics:
    games = sum(sum(sums.games) for sums in group.line_ups)
    of_bot = [tally.games_of[i] for i in group.members]
    return GroupDiagnostics(
        names=tuple(group.names),
        blocks=group.errors.blocks,
        games=games,
        least_games=min(of_bot),
        most_games=max(of_bot),
        tie_share=tally.ties / tally.comparisons if tally.comparisons else 0.0,
        misfit=misfit,
        method=group.fit.method,
    )


def _warn(group: _Group, standings: Standings) -> None:
    """Plain sentences about what the numbers of this list cannot tell."""
    errors, names = group.errors, group.names
    say = standings.warnings.append
    which = "" if len(standings.groups) == 1 and group.number == 0 else f" (list of {', '.join(names[:4])}{', …' if len(names) > 4 else ''})"
    if len(names) == 1:
        say(f"{names[0]} met no other bot that is listed: there is nothing to compare it with.")
        return
    if not errors.enough:
        blocks = "1 block" if errors.blocks == 1 else f"{errors.blocks} blocks"
        say(f"Too few deals{which}: {blocks} of games, and intervals need at least {FEWEST_BLOCKS}. Play more blocks.")
        return
    if all(value <= 0.0 for row in errors.variance for value in row):
        say(f"The results do not vary between blocks{which}, so no interval can be given.")
    for name, flag in zip(names, errors.flags, strict=True):
        if flag == "no win":
            say(f"{name} finished above nobody: its rating is held by the virtual results, and its interval is a bound from above.")
        elif flag == "no loss":
            say(f"Nobody finished above {name}: its rating is held by the virtual results, and its interval is a bound from below.")
    if errors.bridges:
        i, j = errors.bridges[0]
        more = f" (and {len(errors.bridges) - 1} more pairs)" if len(errors.bridges) > 1 else ""
        say(
            f"What joins {names[i]} and {names[j]}{more} is a single block: blocks cannot tell the error of that difference; "
            "the one given assumes that games are independent."
        )
