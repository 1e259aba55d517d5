"""Decisions that change what is played: early stopping and disqualification.

All are taken on complete blocks in the order of their numbers, so that they are a function of the games alone: a run
that was interrupted and continued decides as one that was not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ohhell_referee.record.game_record import GameRecord
from ohhell_referee.standings.stopping import StopState
from ohhell_referee.tournament.disqualify import Disqualifier
from ohhell_referee.tournament.model import Tournament


class CompleteBlocks:
    """Releases blocks in the order of their numbers as soon as all their games, and all earlier blocks, are there."""

    def __init__(self, games_in_block: Callable[[int], int]) -> None:
        self._games_in_block = games_in_block
        self._pending: dict[int, list[GameRecord]] = {}
        self._voids: dict[int, int] = {}
        self.next_block = 0

    def add(self, game: GameRecord) -> Iterator[tuple[int, list[GameRecord]]]:
        """Take a finished game; yields each block that it releases, its games in the order of seatings."""
        self._pending.setdefault(game.block, []).append(game)
        yield from self._release()

    def add_void(self, block: int) -> Iterator[tuple[int, list[GameRecord]]]:
        """Take a game that is void for good: its block is complete without it."""
        self._voids[block] = self._voids.get(block, 0) + 1
        yield from self._release()

    def _release(self) -> Iterator[tuple[int, list[GameRecord]]]:
        while True:
            block = self.next_block
            games = self._pending.get(block, [])
            voids = self._voids.get(block, 0)
            if not (games or voids) or len(games) + voids < self._games_in_block(block):
                return
            self._pending.pop(block, None)
            self._voids.pop(block, None)
            self.next_block += 1
            yield block, sorted(games, key=lambda game: game.seating)


class StoppingRule(Protocol):
    """Looks at complete blocks one after the other until it has decided."""

    def take(self, block: int, games: Sequence[GameRecord]) -> str | None:
        """The reason in a sentence once the rule has decided, else None."""

    def state(self) -> StopState:
        """How far it is, for the display."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The run is decided: by this block, for this reason."""

    block: int
    reason: str


class Decisions:
    """What has been decided so far.

    Attributes:
        lag: windows that may be begun before an earlier one is complete (see dispatch.py). None where early stopping
            is asked for, so that it stops at the end of the window that decided.
        stopped: set once the stopping rule has decided.
        results: finished games by block, kept only where `keep_results`: formats that grow decide by them.
    """

    def __init__(
        self,
        tournament: Tournament,
        games_in_block: Callable[[int], int],
        window_of: Callable[[int], int],
        rule: StoppingRule | None,
        *,
        keep_results: bool,
    ) -> None:
        self.lag = 0 if rule is not None or keep_results else 1
        self.rule = rule
        self.stopped: Stopped | None = None
        self.results: dict[int, list[GameRecord]] = {}
        self._keep_results = keep_results
        self._window_of = window_of
        self._blocks = CompleteBlocks(games_in_block)
        self._disqualifier = Disqualifier(tournament.names, tournament.faults.disqualify_rate)

    def take(self, game: GameRecord) -> list[dict[str, Any]]:
        """Take a finished game; returns journal notes of what was decided by it."""
        return self._judge(self._blocks.add(game))

    def take_void(self, block: int) -> list[dict[str, Any]]:
        """Take a game that is void for good."""
        return self._judge(self._blocks.add_void(block))

    def is_out(self, name: str, window: int) -> bool:
        """Whether the house plays the entry's seats in a window."""
        block = self._disqualifier.out.get(name)
        return block is not None and window > self._window_of(block) + self.lag

    @property
    def out(self) -> list[str]:
        """Entries that are disqualified."""
        return list(self._disqualifier.out)

    def _judge(self, released: Iterator[tuple[int, list[GameRecord]]]) -> list[dict[str, Any]]:
        notes: list[dict[str, Any]] = []
        for block, games in released:
            if self._keep_results:
                self.results[block] = games
            if self.stopped is not None:
                continue
            for name in self._disqualifier.take(block, games):
                share = self._disqualifier.share(name)
                text = (
                    f"{name} is disqualified after block {block}: {share:.0%} of its decisions were faults or had to "
                    "be made for it; the house plays its seats from now on"
                )
                about = {"what": "disqualified", "disqualified": name, "block": block}
                notes.append({"type": "note", **about, "text": text})
            reason = self.rule.take(block, games) if self.rule is not None else None
            if reason is not None:
                self.stopped = Stopped(block, reason)
                text = f"decided after block {block}: {reason}"
                notes.append({"type": "note", "what": "stopped", "block": block, "reason": reason, "text": text})
        return notes
