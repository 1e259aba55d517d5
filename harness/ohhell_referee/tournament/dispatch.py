"""Which game is played next: windows of blocks, and what may be decided between them.

Blocks are played in windows of `WINDOW` blocks; within a window the seatings go round-robin over its blocks, so that
the seatings of one block are far apart in time. A window begins only when the windows `lag` before it are complete;
decisions that change the schedule (early stopping, disqualification) are taken on complete blocks in the order of
their numbers and take effect at the next window that could not have begun before. Both together make the set of games
a function of seed and bots alone, whatever the concurrency and however often the run is interrupted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from ohhell_referee.record.game_record import GameRecord

WINDOW = 16
"""Blocks a window. At 4 seatings a block that is 64 games: enough for two busy cores, few enough to stop soon."""


class Planned(Protocol):
    """A game as the schedule plans it."""

    @property
    def id(self) -> str: ...
    @property
    def block(self) -> int: ...
    @property
    def seating(self) -> int: ...
    @property
    def table(self) -> tuple[str, ...]: ...


@dataclass(slots=True)
class Window:
    """Some blocks being played. `waiting` are games not yet given out, `open` the ids given out or waiting."""

    number: int
    waiting: deque[Planned]
    open: set[str] = field(default_factory=set)


class Dispatcher:
    """Hands out the games that are left, in order.

    `blocks` gives the number of blocks known so far (it may grow between rounds), `games_of_block` the games of one.
    """

    def __init__(
        self,
        blocks: Callable[[], int],
        games_of_block: Callable[[int], Collection[Planned]],
        done: Collection[str],
        lag: int,
    ) -> None:
        self._blocks = blocks
        self._games_of_block = games_of_block
        self._done = set(done)
        self._lag = lag
        self._next_block = 0
        self._windows: deque[Window] = deque()
        self._again: deque[Planned] = deque()
        self._number = 0
        self.closed = False
        """No further window is begun."""

    def next(self) -> Planned | None:
        """The next game, or None where none may be begun now."""
        if self._again:
            return self._again.popleft()
        while True:
            for window in self._windows:
                if window.waiting:
                    return window.waiting.popleft()
            if not self._begin_window():
                return None

    def _begin_window(self) -> bool:
        total = self._blocks()
        if self.closed or self._next_block >= total or len(self._windows) > self._lag:
            return False
        blocks = range(self._next_block, min(total, self._next_block + WINDOW))
        self._next_block = blocks.stop
        by_seating: list[list[Planned]] = []
        for block in blocks:
            for game in self._games_of_block(block):
                while len(by_seating) <= game.seating:
                    by_seating.append([])
                if game.id not in self._done:
                    by_seating[game.seating].append(game)
        games = [game for seating in by_seating for game in seating]
        window = Window(self._number, deque(games), {game.id for game in games})
        self._number += 1
        if games:
            self._windows.append(window)
        return True

    def again(self, game: Planned) -> None:
        """Play a game that was given out once more: its attempt was void."""
        self._again.append(game)

    def finished(self, game_id: str) -> None:
        """A game will not be given out again."""
        for window in self._windows:
            if game_id in window.open:
                window.open.discard(game_id)
                break
        while self._windows and not self._windows[0].open:
            self._windows.popleft()

    @property
    def exhausted(self) -> bool:
        """Nothing is open or waiting, and no window can begin."""
        return not self._windows and not self._again and (self.closed or self._next_block >= self._blocks())


def window_of(block: int) -> int:
    """Number of the window that a block is played in."""
    return block // WINDOW


class CompleteBlocks:
    """Releases blocks in the order of their numbers as soon as all their games, and all earlier blocks, are there."""

    def __init__(self, games_in_block: Callable[[int], int]) -> None:
        self._games_in_block = games_in_block
        self._pending: dict[int, list[GameRecord]] = {}
        self._voids: dict[int, int] = {}
        self.next_block = 0

    def add(self, game: GameRecord) -> Iterator[list[GameRecord]]:
        """Take a finished game; yields each block that is released by it, its games in the order of seatings."""
        self._pending.setdefault(game.block, []).append(game)
        yield from self._release()

    def add_void(self, block: int) -> Iterator[list[GameRecord]]:
        """Take a game that is void for good: its block is complete without it."""
        self._voids[block] = self._voids.get(block, 0) + 1
        yield from self._release()

    def _release(self) -> Iterator[list[GameRecord]]:
        while True:
            games = self._pending.get(self.next_block, [])
            voids = self._voids.get(self.next_block, 0)
            if not games and not voids:
                return
            if len(games) + voids < self._games_in_block(self.next_block):
                return
            self._pending.pop(self.next_block, None)
            self._voids.pop(self.next_block, None)
            self.next_block += 1
            yield sorted(games, key=lambda game: game.seating)
