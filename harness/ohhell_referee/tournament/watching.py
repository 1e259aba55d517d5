"""What a run and the people who watch it have to say to each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from ohhell_referee.record.game_record import GameRecord
from ohhell_referee.standings.stopping import StopState


class Outcome(Enum):
    """How a run ended."""

    FINISHED = "every game is played"
    STOPPED_EARLY = "the stopping rule has decided"
    INTERRUPTED = "interrupted"
    GAME_LIMIT = "as many games as asked for were played"
    BOT_STOPPED_IT = "a fault stopped it, as the tournament file asks"
    BROKEN = "workers kept failing"


class Watcher(Protocol):
    """Whoever shows a run to people. Called from the supervisor's loop: must return soon."""

    def begins(self, done: int, total: int, workers: int) -> None: ...
    def playing(self, concurrency: int) -> None: ...
    def game(self, record: GameRecord, done: int, total: int) -> None: ...
    def says(self, text: str) -> None: ...
    def remarks(self, text: str) -> None: ...
    def stop_state(self, state: StopState) -> None: ...
    def tick(self) -> None: ...


@dataclass(slots=True)
class Wishes:
    """What the person at the terminal wants of a run that is going on; signal handlers set it."""

    interrupts: int = 0
    """1: finish the open games; 2 or more: stop now."""
