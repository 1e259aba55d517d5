"""What the supervisor and its workers say to each other, as small frozen values over one pipe a worker.

The pipe is a socket pair that only the two of them hold; values are pickled, which is safe because no bot's bytes
ever travel on it undecoded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ohhell_referee.table import FaultPolicy, GameOrder


@dataclass(frozen=True, slots=True)
class WorkerBot:
    """One entry, as a worker starts it.

    Attributes:
        instances: processes of this entry in this worker, or None: as many as the open games need.
    """

    name: str
    argv: tuple[str, ...]
    cwd: str
    env: dict[str, str]
    options: dict[str, Any]
    instances: int | None


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """First message to a worker: all it needs for the whole run.

    Attributes:
        number: the worker's index among `workers`, from 0.
        concurrency: most games open at once in this worker, or None: as the bots allow.
        seatings: games of one block, for the rule which instance gets which seating.
        most_copies: most seats that one entry holds at one table (2 in a duel of 4 seats).
        variant: the variant's name and parameters; `resolve_variant` makes the value again.
        time_limits: False under --no-timeout.
        core: the processor core to stay on, with the worker's bots; None for no pinning.
    """

    number: int
    concurrency: int | None
    seatings: int
    most_copies: int
    key: bytes
    variant_name: str
    variant: dict[str, Any]
    bots: tuple[WorkerBot, ...]
    policy: FaultPolicy
    disguise: bool
    reveal_names: bool
    restart: str
    startup_ms: int
    per_decision_ms: int
    bank_ms: int
    margin_ms: int
    time_limits: bool
    memory_mb: int
    stderr_limit_kb: int
    folder: str
    log_wire: bool
    core: int | None


@dataclass(frozen=True, slots=True)
class Play:
    """To the worker: play this game."""

    order: GameOrder


@dataclass(frozen=True, slots=True)
class Finish:
    """To the worker: no further games come; finish the open ones and leave."""


@dataclass(frozen=True, slots=True)
class Stop:
    """To the worker: leave now, whatever is open."""


@dataclass(frozen=True, slots=True)
class WorkerReady:
    """From the worker: its bots have answered, or failed to; it takes `capacity` games at once."""

    number: int
    capacity: int


@dataclass(frozen=True, slots=True)
class GameDone:
    """From the worker: a finished game, as the journal's line (without digest and chain)."""

    number: int
    line: dict[str, Any]


@dataclass(frozen=True, slots=True)
class GameVoid:
    """From the worker: the game was not finished and counts for nobody.

    `final`: by the tournament's own policy (`on_… = "void"`), so that it is not played again.
    """

    number: int
    id: str
    reason: str
    final: bool


@dataclass(frozen=True, slots=True)
class BotDown:
    """From the worker: an entry could not be started, or not again; its seats are played by the house."""

    number: int
    name: str
    reason: str
    last_words: str


@dataclass(frozen=True, slots=True)
class BotCrashed:
    """From the worker: a process ended that was not asked to, and is replaced."""

    number: int
    name: str
    reason: str
    last_words: str


@dataclass(frozen=True, slots=True)
class Remark:
    """From the worker: something a person should read, which changes no game."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class HeldUp:
    """From the worker: it could not look at its bots for a while, because the machine was busy elsewhere."""

    number: int
    ms: float


@dataclass(frozen=True, slots=True)
class RunStopped:
    """From the worker: the tournament's policy (`on_… = "stop"`) ends the run."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class WorkerFailed:
    """From the worker: an error of our own, with its traceback; no bot is to blame."""

    number: int
    traceback: str
