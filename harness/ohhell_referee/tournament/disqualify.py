"""Which entries are out: too large a share of their decisions were faults.

Looked at block by block in the order of their numbers, from `FIRST_LOOK` decisions of the entry on, so that the
decision is a function of the games alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ohhell_referee.record.game_record import GameRecord

FIRST_LOOK = 200
"""Decisions before an entry can be out: a single crash in a short first game must not end its tournament."""


class Disqualifier:
    """Counts decisions and faults by entry.

    Attributes:
        out: entry -> the block that decided.
    """

    def __init__(self, names: Iterable[str], rate: float) -> None:
        self._rate = rate
        self._decisions = dict.fromkeys(names, 0)
        self._faults = dict.fromkeys(names, 0)
        self.out: dict[str, int] = {}

    def take(self, block: int, games: Sequence[GameRecord]) -> list[str]:
        """Take one complete block; returns the entries that are out from now on."""
        for game in games:
            decisions = sum(hand.size + 1 for hand in game.hands)
            for seat, name in enumerate(game.table):
                if name not in self.out:
                    self._decisions[name] += decisions
                    self._faults[name] += _made_by_house(game, seat, decisions)
        new = [
            name
            for name, decisions in self._decisions.items()
            if name not in self.out and decisions >= FIRST_LOOK and self._faults[name] > self._rate * decisions
        ]
        for name in new:
            self.out[name] = block
        return new

    def share(self, name: str) -> float:
        """Share of an entry's decisions so far that were faults or were made by the house after one, 0 … 1."""
        return self._faults[name] / max(1, self._decisions[name])


def _made_by_house(game: GameRecord, seat: int, decisions: int) -> int:
    """How many of a seat's `decisions` in a game the house made: one a fault, and all from the loss of the seat on."""
    faults = [fault for fault in game.faults if fault.seat == seat]
    if seat not in game.forfeits or not faults:
        return len(faults)
    last = faults[-1]
    before = sum(hand.size + 1 for hand in game.hands[: last.hand])
    before += 0 if last.trick is None else 1 + last.trick
    return len(faults) - 1 + decisions - before
