"""The test bench: one bot process at a time on a switchboard, with everything that passed over the wire kept.

Anything that the bot does wrong, in whatever step, raises `StepFailed` at once.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import msgspec

from ohhell_protocol.errors import CODES
from ohhell_referee.bots.events import Answered, Died, Event, Faulted, Ready, Request, StartFailed, Stray
from ohhell_referee.bots.instance import BotSpec, Instance
from ohhell_referee.bots.process import RUNNING
from ohhell_referee.bots.switchboard import Switchboard
from ohhell_referee.bots.wire import Hello
from ohhell_referee.check.failures import (
    death_failure,
    fault_failure,
    start_failure,
    step_of_start,
    stray_failure,
)
from ohhell_referee.check.memory import peak_memory_mb
from ohhell_referee.check.results import Failure, StepFailed

FRAMES_KEPT = 64
MARGIN_MS = 20.0
"""As in a tournament: not charged."""


class FrameMemory:
    """The last frames in both directions; a `FrameLog` of the switchboard."""

    def __init__(self) -> None:
        self.frames: deque[tuple[str, bytes | None]] = deque(maxlen=FRAMES_KEPT)

    def note(self, label: str, direction: str, payload: bytes | None) -> None:
        self.frames.append((direction, payload))

    def close(self) -> None:
        """Nothing is open."""

    def around(
        self, request_id: int | None, evidence: Mapping[str, Any] | None = None
    ) -> tuple[bytes | None, bytes | None]:
        """The last frame toward the bot that holds the request (any frame, for None), and a frame of the bot after it:
        the one that the evidence is from, or else the last."""
        sent = received = None
        proof = evidence or {}
        known = False
        for direction, payload in reversed(self.frames):
            if direction == "to referee":
                is_it = payload is not None and _is_evidence(payload, proof)
                if payload is not None and (received is None or (is_it and not known)):
                    received, known = payload, is_it
            elif payload is not None and (request_id is None or _holds(payload, request_id)):
                sent = payload
                break
        return sent, received


def _is_evidence(payload: bytes, evidence: Mapping[str, Any]) -> bool:
    """`evidence` as in a fault: the size of a frame, and its first bytes in hex."""
    return evidence.get("size") == len(payload) and payload.hex().startswith(evidence.get("bytes", ""))


def _holds(payload: bytes, request_id: int) -> bool:
    messages = msgspec.msgpack.decode(payload)
    return any(m.get("id") == request_id and m.get("type") != "error" for m in messages)


class Bench:
    """One bot under test. Close it, or use it as a context manager."""

    def __init__(self, spec: BotSpec, timeout_ms: int) -> None:
        self.spec = spec
        self.timeout_ms = timeout_ms
        self.frames = FrameMemory()
        self.board = Switchboard(MARGIN_MS, self.frames)
        self.instance: Instance | None = None
        self.times: list[float] = []
        """Milliseconds of every answer so far."""
        self.most_memory_mb = 0.0
        self.printed = 0
        """Bytes that earlier processes printed."""
        self.startup_ms = 0.0
        self.starts = 0
        self.failed_to_start = False
        """The last start did not come to a welcome."""
        self.start_failure: StepFailed | None = None
        """The failure of the very first start, for the steps that tell it."""
        self.start_trouble = ""
        """At which of the first steps that was: start, hello or versions."""
        self.left_behind: list[str] = []
        """Names of processes that outlived the bot after `bye`."""
        self.ending = ""
        """How the process ended after `bye`, such as exit(0); empty where it did not."""
        self.last_words = ""
        """And what it printed last."""
        self._games = 0
        self._counts: Counter[str] = Counter()

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        self.board.close()

    # ---------------------------------------------------------------- the process

    @property
    def hello(self) -> Hello:
        """What the running process said of itself."""
        assert self.instance is not None
        assert self.instance.hello is not None
        return self.instance.hello

    def start(self) -> None:
        """Starts a process and waits for its hello. Raises StepFailed."""
        self.frames.frames.clear()
        self.board.poll(0.0)
        self._counts = Counter(self.board.counts)  # what an earlier process sent last is not this one's
        began = time.monotonic()
        self.instance = self.board.start(self.spec)
        self.starts += 1
        self.failed_to_start = True
        while True:
            for event in self.board.poll(self.spec.startup_ms + 1000.0):
                if isinstance(event, Ready):
                    self.startup_ms = (time.monotonic() - began) * 1000
                    self.failed_to_start = False
                    return
                if isinstance(event, StartFailed):
                    self.instance = None
                    raise StepFailed(self._start_failure(event))

    def ensure(self) -> None:
        """A healthy process is there after this: the present one, or a fresh one."""
        if self.instance is None or not self.instance.alive:
            self.start()

    def restart(self) -> None:
        self.discard()
        self.start()

    def discard(self) -> None:
        """Ends the present process, whatever it is doing, and looks no more at what it does."""
        instance, self.instance = self.instance, None
        if instance is None:
            return
        if instance.alive:
            self.measure_memory(instance)
            self.board.stop(instance, "the step is over")
        until = time.monotonic() + 2.0
        while instance.process is not None and instance.pid in RUNNING and time.monotonic() < until:
            self.board.poll(20.0)
        if instance.process is not None:
            self.printed += instance.process.log.total
        self._counts = Counter(self.board.counts)

    def measure_memory(self, instance: Instance) -> float:
        """Peak megabytes of the process and what it started, as far as they live; kept as the most of all."""
        if instance.pid is not None:
            self.most_memory_mb = max(self.most_memory_mb, peak_memory_mb(instance.pid))
        return self.most_memory_mb

    def new_game(self) -> str:
        """A name for a game that this connection has not seen."""
        self._games += 1
        return f"check-{self._games}"

    # ---------------------------------------------------------------- messages

    def post(self, *notices: dict[str, Any]) -> None:
        assert self.instance is not None
        for notice in notices:
            self.board.post(self.instance, notice)

    def ask(self, request: Request) -> None:
        """Queues a request. See `answers`."""
        assert self.instance is not None
        if not self.instance.alive:
            for event in self.board.poll(0.0):
                self._look(event)
        self.board.ask(self.instance, request)

    def request(self, body: dict[str, Any], legal: Sequence[Any], kind: str, owner: Any = None) -> Request:
        """A request with the check's own time limit."""
        return Request(dict(body), legal, kind, self.timeout_ms, 0, owner)

    def answers(self, count: int) -> list[Answered]:
        """Sends what is queued and waits for that many good answers. Raises StepFailed for anything else."""
        self.board.flush()
        found: list[Answered] = []
        while len(found) < count:
            for event in self.board.poll(1000.0):
                answered = self._look(event)
                if answered is not None:
                    found.append(answered)
        self._look_at_counts()
        return found

    def quiet(self, milliseconds: float) -> None:
        """Sends what is queued and lets time pass, in which the bot has nothing to say. Raises StepFailed else."""
        self.board.flush()
        until = time.monotonic() + milliseconds / 1000
        while (left := until - time.monotonic()) > 0:
            for event in self.board.poll(left * 1000):
                self._look(event)
        self._look_at_counts()

    def wait_for_end(self, milliseconds: float) -> tuple[str, str] | None:
        """How the process ended within this time, and its last words; None if it runs on. Faults raise StepFailed."""
        self.board.flush()
        until = time.monotonic() + milliseconds / 1000
        while (left := until - time.monotonic()) > 0:
            for event in self.board.poll(left * 1000):
                if isinstance(event, Died):
                    self.instance = None
                    return event.text, event.stderr_tail
                self._look(event)
        return None

    def fail(self, what: str, expected: str, advice: str, request_id: int | None = None) -> NoReturn:
        """Raises StepFailed with the frames and the bot's last words."""
        sent, received = self.frames.around(request_id)
        words = "" if self.instance is None else self.instance.stderr_tail
        raise StepFailed(Failure(what, expected, advice, sent, received, words))

    # ---------------------------------------------------------------- what comes back

    def _look(self, event: Event) -> Answered | None:
        if isinstance(event, Answered):
            self.times.append(event.ms)
            return event
        if isinstance(event, Faulted):
            self._raise_fault(event)
        if isinstance(event, Stray):
            raise StepFailed(stray_failure(event, self.frames.around))
        if isinstance(event, Died):
            self.instance = None
            raise StepFailed(death_failure(event, self.frames.around))
        return None

    def _raise_fault(self, event: Faulted) -> NoReturn:
        words = "" if self.instance is None else self.instance.stderr_tail
        failed = StepFailed(fault_failure(event, self.frames.around, words))
        failed.late = event.evidence["code"] == "late"
        raise failed

    def _look_at_counts(self) -> None:
        """Frames of connections that never said a valid hello: a second socket, or a reconnect without a token."""
        new = self.board.counts - self._counts
        if not new:
            return
        self._counts = Counter(self.board.counts)
        refusal = self.board.last_refusal
        what, advice, received = "connections were cut, because they never said hello", "Open one socket, once.", None
        if refusal is not None:
            fault, received = refusal
            what, advice = f"a frame came on another connection: {fault.text}", CODES[fault.code].remedy
        words = "" if self.instance is None else self.instance.stderr_tail
        expected = "one connection for the life of the process"
        raise StepFailed(Failure(what, expected, advice, None, received, words, silent=True))

    def _start_failure(self, event: StartFailed) -> Failure:
        refused = self.board.counts - self._counts
        self._counts = Counter(self.board.counts)
        refusal = self.board.last_refusal if refused else None
        self.start_trouble = step_of_start(event.text, refusal)
        return start_failure(event, self.spec.startup_ms, refusal)
