"""`rate`: results in, standings out. The one place where fit, errors, points and groups are put together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ohhell_referee.standings.differences import group_errors
from ohhell_referee.standings.fit import ELO, PRIOR, fit_group
from ohhell_referee.standings.model import Anchor, GroupDiagnostics, Misfit, Standings
from ohhell_referee.standings.pairs import group_misfits, group_pairs
from ohhell_referee.standings.points import fit_points
from ohhell_referee.standings.rated_group import RatedGroup
from ohhell_referee.standings.results import Result, Selection
from ohhell_referee.standings.rows import Order, group_rows
from ohhell_referee.standings.sentences import warn_of
from ohhell_referee.standings.tables import counted
from ohhell_referee.standings.tally import LineUpSums, Tally, tally_results

POOL_MEAN = 1500.0


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
        left_out = f"; {counted(len(chosen), 'game')} finished, but none was asked for" if chosen else " yet"
        standings.warnings.append(f"No finished game counts{left_out}, so there is nothing to rate.")
        return standings
    groups = [
        _fit_one(number, members, line_ups, tally, anchors, confidence, prior, standings)
        for number, (members, line_ups) in enumerate(tally.lists())
    ]
    misfits = group_misfits(groups, chosen, selection)
    for group in groups:
        rows = group_rows(group, tally, order)
        standings.groups.append([row.name for row in rows])
        standings.rows += rows
        standings.pairs += group_pairs(group)
        standings.diagnostics.append(diagnose(group, tally, misfits[group.number]))
        warn_of(group, standings)
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
    line_ups: list[LineUpSums],
    tally: Tally,
    anchors: Sequence[Anchor],
    confidence: float,
    prior: float,
    standings: Standings,
) -> RatedGroup:
    size = len(members)
    above = [[tally.above[i][j] for j in members] for i in members]
    fit = fit_group(size, line_ups, prior)
    errors = group_errors(fit, line_ups, above, confidence)
    names = [tally.names[i] for i in members]
    mean = math.fsum(fit.strengths) / size
    here = [anchor for anchor in anchors if anchor.name in names]
    if len(here) > 1:
        standings.warnings.append(
            f"{here[1].name} and {here[0].name} are in one list; an anchor only shifts it: {here[0].name} alone holds."
        )
    anchor = here[0] if here else None
    shift = POOL_MEAN
    if anchor is not None:
        shift = anchor.rating - ELO * (fit.strengths[names.index(anchor.name)] - mean)
        standings.anchor = standings.anchor or anchor
    ratings = [shift + ELO * (t - mean) for t in fit.strengths]
    return RatedGroup(
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


def diagnose(group: RatedGroup, tally: Tally, misfit: Misfit | None) -> GroupDiagnostics:
    games = sum(sum(sums.games) for sums in group.line_ups)
    of_bot = [tally.games_of[i] for i in group.members]
    ties = sum(tally.ties_of[i] for i in group.members) / 2
    comparisons = math.fsum(map(math.fsum, group.above))
    return GroupDiagnostics(
        names=tuple(group.names),
        blocks=group.errors.blocks,
        games=games,
        least_games=min(of_bot),
        most_games=max(of_bot),
        tie_share=ties / comparisons if comparisons else 0.0,
        misfit=misfit,
        method=group.fit.method,
    )
