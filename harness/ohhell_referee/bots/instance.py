"""An entry of the tournament file as the switchboard needs it, and one running process of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from .clocks import NEVER, ConnectionClock
from .events import Died, Request
from .frames import Outgoing
from .process import BotProcess
from .wire import Hello


@dataclass(frozen=True, slots=True)
class BotSpec:
    """How to run a bot. `argv` is resolved: nothing in it depends on the current folder."""

    name: str
    """The entry's name: what the bot is told it is called, and the first part of its log file's name."""
    argv: tuple[str, ...]
    cwd: Path
    env: Mapping[str, str] = field(default_factory=dict)
    """Variables beyond those of `process.PASSED_ON`, and overruling them; `OHHELL_…` are the referee's."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Handed over in welcome, if not empty."""
    startup_ms: int = 10_000
    """From the start of the process to a valid hello."""
    stderr_dir: Path | None = None
    """Where `<name>.<n>.stderr.log` goes; None: what it prints is only kept as a tail in memory."""
    stderr_limit_kb: int = 1024
    memory_mb: int = 0
    """Limit of the data segment (RLIMIT_DATA); 0: none."""


class State(Enum):
    """Where an instance is in its life."""

    STARTING = "starting"
    """Runs, and has not said hello."""
    READY = "ready"
    ENDED = "ended"
    """Its process was seen to have ended; what it sent before is still being taken."""
    LEAVING = "leaving"
    """It was said goodbye and may end by itself until its deadline."""
    GONE = "gone"


class Instance:
    """One process of an entry, from its start until it and all it started are gone. Made by the switchboard."""

    __slots__ = (
        "answers",
        "clock",
        "connection",
        "deadline",
        "died",
        "expired",
        "hello",
        "identity",
        "late_answers",
        "next_id",
        "number",
        "outgoing",
        "process",
        "requests",
        "since",
        "spec",
        "state",
        "strays",
        "token",
        "unsent",
    )

    def __init__(self, spec: BotSpec, number: int, token: str) -> None:
        self.spec = spec
        self.number = number
        """The n of `<entry>.<n>`."""
        self.token = token
        self.state = State.STARTING
        self.hello: Hello | None = None
        self.process: BotProcess | None = None
        self.identity: bytes | None = None
        self.connection = -1
        """The descriptor of its connection in this process; -1: not known."""
        self.clock = ConnectionClock()
        self.outgoing = Outgoing()
        self.unsent: deque[bytes] = deque()
        """Frames that ZeroMQ did not take because the bot does not read; their clocks run."""
        self.requests: dict[int, Request] = {}
        """Sent and not yet decided, by wire id."""
        self.next_id = 1
        self.expired: set[int] = set()
        """Ids that were decided without an answer: one that still comes is late, not a fault."""
        self.answers = 0
        self.late_answers = 0
        self.strays = 0
        self.deadline = 0.0
        """When the present state must be over: hello, the taking of last frames, or the grace time."""
        self.since = 0.0
        """When the time to that deadline began."""
        self.died: Died | None = None

    @property
    def alive(self) -> bool:
        """It can be asked, or may become ready yet."""
        return self.state is State.STARTING or self.state is State.READY

    @property
    def open_requests(self) -> int:
        """Asked and not yet decided, those that wait for `flush` included."""
        return len(self.requests) + len(self.outgoing.requests)

    @property
    def pid(self) -> int | None:
        return None if self.process is None else self.process.pid

    @property
    def label(self) -> str:
        return f"{self.spec.name}.{self.number}"

    @property
    def stderr_tail(self) -> str:
        return "" if self.process is None else self.process.log.tail()

    def give_time(self, now: float, seconds: float) -> None:
        """Gives the present state an end."""
        self.since = now
        self.deadline = now + seconds

    def put_back(self, gap: float, now: float) -> float:
        """The referee was not there for `gap` seconds up to `now`: nothing that ran meanwhile counts. Returns for how
        long a clock had run within the gap; not positive where none had."""
        since = NEVER if self.clock.running is None else self.clock.running.started
        if self.state is State.STARTING:
            since = self.since
        self.clock.put_back(gap, now)
        self.deadline += min(gap, now - self.since)
        return min(gap, now - since)

    def owed(self) -> list[Request]:
        """Takes away and returns all requests that are still to be decided."""
        owed = [*self.requests.values(), *self.outgoing.requests]
        self.requests = {}
        self.outgoing = Outgoing()
        self.unsent.clear()
        self.clock = ConnectionClock()
        return owed

    def __repr__(self) -> str:
        return f"<Instance {self.label} {self.state.value} pid {self.pid}>"
