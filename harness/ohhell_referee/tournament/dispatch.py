"""Which game is played next: windows of blocks, and what may be decided between them.

Blocks are played in windows of `WINDOW` blocks; within a window the seatings go round-robin over its blocks, so that
the seatings of one block are far apart in time. A window begins only when the windows `lag` before it are complete;
decisions that change the schedule (early stopping, disqualification) are taken on complete blocks in the order of
their numbers and take effect at the next window that could not have begun before. Both together make the set of games
a function of seed and bots alone, whatever the concurrency and however often the run is interrupted.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from ohhell_referee.tournament.schedule import GamePlan, Schedule

WINDOW = 16
"""Blocks a window. At 4 seatings a block that is 64 games: enough for two busy cores, few enough to stop soon."""


@dataclass(slots=True)
class Window:
    """Some blocks being played. `waiting` are games not yet given out, `open` the ids given out or waiting."""

    number: int
    waiting: deque[GamePlan]
    open: set[str] = field(default_factory=set)


class Dispatcher:
    """Hands out the games of a schedule that are left, in order.

    `done` are ids that need not be played again. `lag` is the number of windows that may be open while another one
    begins: 0 means one after the other. `grow` is asked for more blocks when all known ones are complete; it returns
    whether there are any.
    """

    def __init__(self, schedule: Schedule, done: Collection[str], lag: int, grow: Callable[[], bool]) -> None:
        self._schedule = schedule
        self._done = set(done)
        self._lag = lag
        self._grow = grow
        self._next_block = 0
        self._starts: list[int] = []
        self._windows: deque[Window] = deque()
        self._first: deque[GamePlan] = deque()
        self.last_block: int | None = None
        """No window is begun that lies behind this block; the one that it lies in is played to its end."""

    def next(self) -> GamePlan | None:
        """The next game, or None where none may be begun now."""
        if self._first:
            return self._first.popleft()
        while True:
            for window in self._windows:
                if window.waiting:
                    return window.waiting.popleft()
            if not self._begin_window():
                return None

    def peek(self) -> GamePlan | None:
        """What `next` would return."""
        game = self.next()
        if game is not None:
            self._first.appendleft(game)
        return game

    def again(self, game_id: str) -> None:
        """Play a game that was given out once more: its attempt was void."""
        self._first.append(self._schedule.find(game_id))

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
        return not self._windows and self.peek() is None

    def window_of(self, block: int) -> int:
        """Number of the window that a block is played in, once that window has begun."""
        return bisect_right(self._starts, block) - 1

    def _begin_window(self) -> bool:
        if len(self._windows) > self._lag:
            return False
        if self.last_block is not None and self._next_block > self.last_block:
            return False
        blocks = next(self._schedule.window_ranges(WINDOW, self._next_block), None)
        if blocks is None:
            # The next round of a growing format is a function of complete earlier rounds.
            return not self._windows and self._grow()
        self._next_block = blocks.stop
        self._starts.append(blocks.start)
        games = [game for game in self._schedule.games_of_window(blocks) if game.id not in self._done]
        if games:
            number = len(self._starts) - 1
            self._windows.append(Window(number, deque(games), {game.id for game in games}))
        return True
