"""Collusion report: does a bot fare otherwise than the fit expects when a certain other one sits at its table?

For every ordered pair (bot, companion) the bot's points beyond the fit in games with the companion are compared with
those without. Two bots that work together both gain; a third that is their victim loses when one of them is there.
With k bots there are k (k-1) such pairs, so chances are corrected for that number. Where a companion sits at every
table there is nothing to compare and the pair is left out.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from ohhell_referee.standings.residual_points import Effect, contrast_of, holm, seat_points
from ohhell_referee.standings.results import Result

ALARM = 0.01


@dataclass(frozen=True, slots=True)
class CollusionRow:
    bot: str
    companion: str
    effect: Effect
    """Points a game with the companion less without it, beyond what the fit expects."""
    chance: float
    """Two-sided."""
    corrected: float
    """The chance corrected for the number of pairs looked at."""

    @property
    def suspicious(self) -> bool:
        return self.corrected < ALARM


def collusion_report(results: Sequence[Result]) -> list[CollusionRow]:
    """All pairs that can be looked at, the most surprising first."""
    names = sorted({bot for game in results for bot in game.bots})
    values: dict[str, list[tuple[Hashable, frozenset[str], float]]] = {name: [] for name in names}
    for seats in seat_points(results):
        there = frozenset(seats.game.bots)
        for bot, rest in zip(seats.game.bots, seats.rest, strict=True):
            values[bot].append((seats.game.block, there, rest))
    found: list[tuple[str, str, Effect, float]] = []
    for bot in names:
        for companion in names:
            if companion == bot:
                continue
            with_it: dict[Hashable, list[float]] = {}
            without: dict[Hashable, list[float]] = {}
            for block, there, rest in values[bot]:
                (with_it if companion in there else without).setdefault(block, []).append(rest)
            effect = contrast_of(with_it, without)
            if effect is not None:
                found.append((bot, companion, effect, 2.0 * min(effect.chance, 1.0 - effect.chance)))
    corrected = holm([chance for _, _, _, chance in found])
    rows = [CollusionRow(*entry, after) for entry, after in zip(found, corrected, strict=True)]
    return sorted(rows, key=lambda row: (row.chance, row.bot, row.companion))
