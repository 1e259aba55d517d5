"""Memory check: does a bot score more when it meets a deal again?

In the seatings of a block the same cards are dealt, to other seats. A bot that recognised them would see through the
table from its second seating on. The first seating that a bot played in a block is compared with its later ones, in
points beyond what the fit expects; the order of finish of the games does not matter, since seatings are played in turn.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from ohhell_referee.standings.residual_points import Effect, effect_of, holm, seat_points
from ohhell_referee.standings.results import Result

ALARM = 0.01
"""Corrected chance below which a bot is said to remember."""


@dataclass(frozen=True, slots=True)
class MemoryRow:
    name: str
    gain: Effect | None
    """Points a game in later seatings above the first; None where too few blocks have both."""
    corrected: float | None
    """Chance of such a gain without memory, corrected for the number of bots."""

    @property
    def suspicious(self) -> bool:
        return self.corrected is not None and self.corrected < ALARM


def memory_check(results: Sequence[Result]) -> list[MemoryRow]:
    """One row a bot, by name."""
    first: dict[tuple[str, Hashable], tuple[int, list[float]]] = {}
    later: dict[tuple[str, Hashable], list[float]] = {}
    for seats in sorted(seat_points(results), key=lambda seats: seats.game.seating):
        for bot, rest in zip(seats.game.bots, seats.rest, strict=True):
            key = (bot, seats.game.block)
            seating, values = first.setdefault(key, (seats.game.seating, []))
            if seating == seats.game.seating:
                values.append(rest)
            else:
                later.setdefault(key, []).append(rest)
    gains: dict[str, list[float]] = {bot: [] for bot, _ in first}
    for key, values in later.items():
        before = first[key][1]
        gains[key[0]].append(sum(values) / len(values) - sum(before) / len(before))
    effects = {bot: effect_of(values) for bot, values in sorted(gains.items())}
    tested = [bot for bot, effect in effects.items() if effect is not None]
    chances = [effect.chance for effect in effects.values() if effect is not None]
    corrected = dict(zip(tested, holm(chances), strict=True))
    return [MemoryRow(bot, effect, corrected.get(bot)) for bot, effect in effects.items()]
