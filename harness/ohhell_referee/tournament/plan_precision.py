"""How precise a planned tournament will be: interval widths, and blocks that tell two bots apart.

Reckoned from what is stated of the bots (nothing, or how far their ratings spread), or from a *pilot*: a run of the
same schedule, usually a short one, with the bots or with earlier versions of them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ohhell_referee.rules.loading import parameters
from ohhell_referee.standings.model import Standings
from ohhell_referee.standings.predict import needed_blocks, predict_from_pilot, predict_half_width
from ohhell_referee.standings.results import Result
from ohhell_referee.standings.student import t_quantile
from ohhell_referee.tournament.model import Tournament

FEWEST_BLOCKS = 10
"""Below this the standings give no interval."""

CONFIDENCE = 0.95

POWER = 0.8
"""Two bots count as told apart when their interval is clear of zero in so many of all runs."""

GAPS = (100.0, 50.0, 20.0)
"""Elo: differences for which the blocks are told unless others are asked for."""

MOST_BLOCKS = 10**9
"""More than this is no plan."""


class PilotUnfit(Exception):
    """The pilot tells nothing about this plan. The text says why."""


@dataclass(frozen=True, slots=True)
class Apart:
    """What it takes to tell two bots apart whose ratings differ by `gap` Elo. None: more than anybody plays."""

    gap: float
    blocks: int | None
    """Of the whole tournament."""
    games: int | None


@dataclass(frozen=True, slots=True)
class PilotPair:
    """Two bots of the pilot: their difference in it, what this plan will make of it, and what tells them apart."""

    a: str
    b: str
    difference: float
    half_width: float
    apart: Apart


@dataclass(frozen=True, slots=True)
class Precision:
    """What may be expected of a plan, in Elo.

    Attributes:
        half_width: expected half width of the 95 % interval of a difference, for two bots with the most games and for
            two with the fewest; of a pilot, of its narrowest and its widest pair. None below ten blocks.
        spread: standard deviation of the bots' ratings that was reckoned with.
        apart: for some differences, between two bots with the fewest games; of a pilot, between its nearest pair.
        pilot: name of the pilot run, or None.
        pairs: of the pilot, the nearest first.
    """

    half_width: tuple[float, float] | None
    spread: float
    apart: tuple[Apart, ...]
    pilot: str | None = None
    pairs: tuple[PilotPair, ...] = ()


@dataclass(frozen=True, slots=True)
class Size:
    """As much of a plan as its precision depends on. `games_a_bot`: least and most."""

    blocks: int
    games: int
    games_a_bot: tuple[int, int]


def stated_precision(
    tournament: Tournament, size: Size, spread: float = 0.0, gaps: tuple[float, ...] = GAPS
) -> Precision:
    """From the number of games and, if it is known, how far the bots' ratings spread."""
    least, most = size.games_a_bot
    best, worst = (_half_width(tournament, size.blocks, games, spread) for games in (most, least))
    # The error at a size that has intervals at all; it shrinks with the square root of the blocks.
    blocks = max(size.blocks, FEWEST_BLOCKS)
    at_least_ten = _half_width(tournament, blocks, least * blocks / size.blocks, spread)
    apart: tuple[Apart, ...] = ()
    if at_least_ten is not None:
        error = at_least_ten / t_quantile(0.5 + CONFIDENCE / 2.0, blocks - 1)
        apart = tuple(_apart(gap, error, blocks, size) for gap in gaps)
    return Precision(None if best is None or worst is None else (best, worst), spread, apart)


def pilot_precision(size: Size, pilot: Standings, gaps: tuple[float, ...] = GAPS) -> Precision:
    """From a run of the same schedule. Raises PilotUnfit where that run is too short to tell anything."""
    found = predict_from_pilot(pilot, max(size.blocks, FEWEST_BLOCKS))
    if found is None:
        raise PilotUnfit(f"{pilot.blocks} blocks with games are too few: a pilot needs at least {FEWEST_BLOCKS}")
    errors = {frozenset((pair.a, pair.b)): pair.error for pair in pilot.pairs}
    pairs = []
    for pair in found.pairs:
        error = errors[frozenset((pair.a, pair.b))]
        assert error is not None  # only such pairs are predicted
        apart = _apart(abs(pair.difference), error, pilot.blocks, size)
        pairs.append(PilotPair(pair.a, pair.b, pair.difference, pair.half_width, apart))
    pairs.sort(key=lambda pair: abs(pair.difference))
    widths = [pair.half_width for pair in pairs]
    nearest = errors[frozenset((pairs[0].a, pairs[0].b))]  # bots far apart tell less a game, and need no telling
    assert nearest is not None
    return Precision(
        (min(widths), max(widths)) if size.blocks >= FEWEST_BLOCKS else None,
        0.0,
        tuple(_apart(gap, nearest, pilot.blocks, size) for gap in gaps),
        pilot.run,
        tuple(pairs),
    )


def check_pilot(header: Mapping[str, Any], tournament: Tournament) -> None:
    """Raise PilotUnfit unless the pilot's journal was made by the same schedule under the same rules.

    The bots themselves may have changed: that is what pilots are for.
    """
    schedule = header.get("schedule")
    old = schedule if isinstance(schedule, Mapping) else {}
    names = [entry.get("name") for entry in header.get("entries") or () if isinstance(entry, Mapping)]
    variant = {key: value for key, value in (header.get("variant") or {}).items() if key != "name"}
    differing = [
        what
        for what, same in (
            ("format", old.get("format") == tournament.format),
            ("duplicate", old.get("duplicate") == tournament.duplicate),
            ("the rules (variant)", variant == parameters(tournament.variant)),
            ("the names of the bots", sorted(map(str, names)) == sorted(tournament.names)),
            ("focus", old.get("focus", []) == list(tournament.focus)),
            ("tables", old.get("tables", []) == [list(table) for table in tournament.tables]),
        )
        if not same
    ]
    if differing:
        raise PilotUnfit(f"it was played with another schedule; what differs: {', '.join(differing)}")


def complete_blocks(results: Sequence[Result]) -> list[Result]:
    """The games of blocks that are whole: those of a block that was cut short would seem to tell more than they do.

    A block is whole that has as many games as any of the same bots.
    """
    games = Counter(result.block for result in results)
    line_up = {result.block: frozenset(result.bots) for result in results}
    most: dict[frozenset[str], int] = {}
    for block, count in games.items():
        most[line_up[block]] = max(count, most.get(line_up[block], 0))
    return [result for result in results if games[result.block] == most[line_up[result.block]]]


def _half_width(tournament: Tournament, blocks: int, games_a_bot: float, spread: float) -> float | None:
    design = "duel" if tournament.format == "duel" and tournament.duplicate != "none" else tournament.duplicate
    return predict_half_width(
        players=tournament.players,
        bots=len(tournament.entries),
        blocks=blocks,
        games_per_bot=games_a_bot,
        duplicate=design,
        strength_spread=spread,
        confidence=CONFIDENCE,
    )


def _apart(gap: float, error: float, at_blocks: int, size: Size) -> Apart:
    if gap <= 0.0 or at_blocks * (5.0 * error / gap) ** 2 > MOST_BLOCKS:
        return Apart(gap, None, None)
    blocks = needed_blocks(error, at_blocks, gap, CONFIDENCE, POWER)
    return Apart(gap, blocks, math.ceil(blocks * size.games / size.blocks))
