"""Helpers of the tests that use a switchboard alone, with bots of the zoo."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from ohhell_referee.bots import BotSpec, Event, Instance, Ready, Request, StartFailed, Switchboard

TRACEBACK = 'Traceback (most recent call last):\n  File "zoo.py", line 1\nValueError: the last words'
"""What the zoo's fault `traceback` ends with."""
ZOO = Path(__file__).with_name("zoo_bot.py")
EventType = TypeVar("EventType")


def zoo_spec(*arguments: str, folder: Path, name: str = "zoo", **changes: Any) -> BotSpec:
    """The zoo bot with these arguments; what it prints goes to `folder`."""
    return BotSpec(name, (sys.executable, str(ZOO), *arguments), folder, stderr_dir=folder / "bots", **changes)


def bid_request(limit_ms: int = 5000, bank_ms: int = 0, game: str = "g1", size: int = 5, owner: Any = None) -> Request:
    legal = list(range(size + 1))
    body = {
        "type": "bid",
        "game": game,
        "seat": 0,
        "players": 4,
        "hand": 0,
        "hands": 10,
        "size": size,
        "dealer": 3,
        "trump": "S",
        "turned": "2S",
        "cards": ["AS", "KD", "TD", "3C", "5H"][:size],
        "bids": [None] * 4,
        "legal": legal,
        "scores": [0] * 4,
        "clock_ms": None,
    }
    return Request(body, legal, "bid", limit_ms, bank_ms, owner)


def play_request(limit_ms: int = 5000, game: str = "g1") -> Request:
    request = bid_request(limit_ms, game=game)
    legal = ["AS", "KD"]
    more = {"type": "play", "legal": legal, "taken": [0] * 4, "leader": 0, "trick": [], "played": []}
    return Request({**request.body, **more}, legal, "play", limit_ms)


def game_start(game: str = "g1") -> dict[str, Any]:
    return {
        "type": "game_start",
        "game": game,
        "seat": 0,
        "players": 4,
        "variant": {"name": "test"},
        "bot_seed": "0" * 64,
        "clock": {"move_ms": 5000, "game_ms": 0},
    }


class Watcher:
    """A switchboard with all events that ever came of it."""

    def __init__(self, board: Switchboard) -> None:
        self.board = board
        self.events: list[Event] = []

    def until(self, wanted: Callable[[list[Event]], bool], seconds: float = 10.0) -> None:
        """Polls until the events satisfy a condition."""
        end = time.monotonic() + seconds
        while not wanted(self.events):
            assert time.monotonic() < end, f"waited {seconds} s in vain; events so far: {self.events}"
            self.events += self.board.poll(50.0)

    def next(self, kind: type[EventType], seconds: float = 10.0) -> EventType:
        """The next event of a type; the ones before it are forgotten."""
        found: list[EventType] = []

        def look(events: list[Event]) -> bool:
            found.extend(event for event in events if isinstance(event, kind))
            if not found:
                events.clear()
            return bool(found)

        self.until(look, seconds)
        del self.events[: self.events.index(found[0]) + 1]  # type: ignore[arg-type]  # found in it
        return found[0]

    def quiet(self, seconds: float) -> None:
        """Polls for a time in which nothing may happen."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.events += self.board.poll(20.0)
        assert self.events == []

    def ready(self, spec: BotSpec) -> Instance:
        """Starts a bot and waits for its hello."""
        instance = self.board.start(spec)
        self.until(lambda events: any(isinstance(event, Ready | StartFailed) for event in events))
        assert instance.hello is not None, self.events
        self.events.clear()
        return instance

    def ask(self, instance: Instance, request: Request | None = None) -> Request:
        request = request or bid_request()
        self.board.ask(instance, request)
        self.board.flush()
        return request


def processes_with(marker: str) -> list[int]:
    """Running processes, zombies aside, with an argument that equals the marker."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                arguments = Path(f"/proc/{name}/cmdline").read_bytes().split(b"\0")
            except OSError:
                continue  # it has just ended
            if marker.encode() in arguments:
                found.append(int(name))
    return found


def open_descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def resident_kb() -> int:
    """Memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
