"""What the standings are made of: finished games as results, and which of them count."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple


class Result(NamedTuple):
    """One finished game as the standings see it."""

    block: Hashable
    """Games of one block share their deals; blocks are independent of one another."""
    bots: tuple[str, ...]
    """By seat. The same name twice means two copies of one bot."""
    scores: tuple[float, ...]
    """Final scores by seat."""
    places: tuple[int, ...] | None = None
    """By seat, from 1, shared on ties, with seats that forfeited last; None: by the scores."""
    marked: bool = False
    """A house decision stands in the game, or it carries another mark."""
    seating: int = 0
    """Which of the block's seatings, from 0; results from a table of numbers do not know it."""
    first_dealer: int | None = None
    """The seat that dealt the first hand; None where that is not known."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which bots and games enter the standings."""

    include: frozenset[str] | None = None
    """Only these bots; None: all."""
    exclude: frozenset[str] = frozenset()
    marked: bool = True
    """Whether games that carry a mark count."""
    opponents: frozenset[str] = frozenset()
    """Only games in which one of these sat; empty: all games."""
    blocks: tuple[tuple[int, int], ...] = ()
    """Only blocks within one of these closed ranges; empty: all."""

    def bot(self, name: str) -> bool:
        """Whether a bot is listed. Others' games with it stay: only the comparisons with it go."""
        return (self.include is None or name in self.include) and name not in self.exclude

    def game(self, block: Hashable, bots: tuple[str, ...], marked: bool) -> bool:
        if marked and not self.marked:
            return False
        if self.opponents and self.opponents.isdisjoint(bots):
            return False
        return not self.blocks or self._within(block)

    def _within(self, block: Hashable) -> bool:
        try:
            number = int(str(block))
        except ValueError:
            return False
        return any(low <= number <= high for low, high in self.blocks)

    @property
    def whole(self) -> bool:
        """Whether every game and every bot counts."""
        return self == Selection()


def places_of(scores: tuple[float, ...]) -> tuple[int, ...]:
    """Places from 1 by falling score, shared on ties: 1, 2, 2, 4."""
    ordered = sorted(scores, reverse=True)
    return tuple(ordered.index(score) + 1 for score in scores)
