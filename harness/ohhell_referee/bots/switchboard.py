"""The switchboard: one socket, many bot processes; asks go in, events come out.

    board = Switchboard(margin_ms=20)
    instance = board.start(spec)                  # Ready or StartFailed will come
    board.ask(instance, Request(body, legal, "bid", limit_ms=1000))
    board.flush()
    for event in board.poll(1000.0): ...

Everything happens inside these calls, in the thread that makes them: there is no other thread of ours. `poll`
receives, watches clocks and deaths, empties what bots print, and reports. Looking for deaths, prints and expired
clocks costs something, so it is done fifty times a second and not for every answer.

Use it from the main thread of a process that has little else to do: bots are ended by the kernel when the thread
that started them ends, the process becomes the parent of everything that bots leave behind, and a pause of more
than a tenth of a second between two calls of `poll` counts as a lag of the referee.
"""

from __future__ import annotations

import errno
import math
import os
import secrets
import time
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Any

from .answers import Judge
from .capture import CappedLog
from .clocks import milliseconds
from .endings import Endings
from .events import Event, Lag, Request, StartFailed
from .floods import stop_flood
from .instance import BotSpec, Instance, State
from .leftovers import become_subreaper, kill_orphans
from .process import RUNNING, bot_environment, start_process, use_many_descriptors
from .reception import Reception
from .roster import Roster
from .transport import Transport
from .wire import WireFault
from .wire_log import FrameLog, WireLog

TICK_MS = 20
"""How often deaths, prints and clocks are looked at, and the longest that `poll` waits at a stretch."""
LAG_SECONDS = 0.1
"""A pause beyond TICK_MS of which no bot is charged."""
GRACE_SECONDS = 0.5
"""From bye to the kill."""
FRAMES_A_TURN = 512
"""Frames taken before clocks and deaths are looked at again."""
STRAYS_ALLOWED = 100
"""Faults outside any request, beyond one in ten messages, before a process is ended for its flood."""

_OUR_FAILURES = {errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOSPC}
"""Failures to start a process that are the machine's."""


class Switchboard:
    """See the module. Close it, or use it as a context manager."""

    def __init__(self, margin_ms: float = 20.0, log_wire: Path | FrameLog | None = None) -> None:
        """`margin_ms` is granted a request beyond its limit. `log_wire` is a folder that gets every frame as text, or
        whatever else is to be shown every frame."""
        become_subreaper()
        use_many_descriptors()
        self._margin_ms = margin_ms
        self._transport = Transport()
        self._roster = Roster()
        self.counts: Counter[str] = Counter()
        """Frames of connections without a hello that were dropped, by error code; connections cut for a flood."""
        self._endings = Endings(self._roster)
        self._reception = Reception(self._transport, self._roster, self._endings, self.post, self.counts)
        self._log = WireLog(log_wire) if isinstance(log_wire, Path) else log_wire
        self._judge = Judge(self.post)
        self._dirty: dict[Instance, None] = {}  # those with something to send
        self._events: list[Event] = []
        self._numbers: Counter[str] = Counter()
        self._next_tick = 0.0
        self._last_seen = time.monotonic()
        self.endpoint = self._transport.endpoint
        """Where bots connect to."""

    # ---------------------------------------------------------------- asked by the caller

    @property
    def last_refusal(self) -> tuple[WireFault, bytes | None] | None:
        """The latest frame of a connection without a hello, and why it was refused."""
        return self._reception.last_refusal

    def start(self, spec: BotSpec, number: int | None = None) -> Instance:
        """Starts a process. `number` is the n of `<entry>.<n>`; left out, the next one of this switchboard.

        Never raises for a bot that cannot be started: that is a `StartFailed` event.
        """
        if number is None:
            self._numbers[spec.name] += 1
            number = self._numbers[spec.name]
        token = secrets.token_hex(16)
        instance = Instance(spec, number, token)
        folder = spec.stderr_dir
        path = None if folder is None else folder / f"{spec.name}.{number}.stderr.log"
        log = CappedLog(path, spec.stderr_limit_kb * 1024)
        own = {"OHHELL_ENDPOINT": self._transport.endpoint, "OHHELL_TOKEN": token, "OHHELL_BOT": spec.name}
        instance.give_time(time.monotonic(), spec.startup_ms / 1000)
        try:
            environment = bot_environment(os.environ, spec.env, own)
            instance.process = start_process(spec.argv, spec.cwd, environment, log, spec.memory_mb)
        except OSError as error:
            instance.state = State.GONE
            text = f"cannot start {spec.argv[0]!r} in {str(spec.cwd)!r}: {error.strerror or error}"
            self._events.append(StartFailed(instance, text, infrastructure=error.errno in _OUR_FAILURES))
            return instance
        self._roster.add(instance)
        return instance

    def post(self, instance: Instance, notice: dict[str, Any]) -> None:
        """Queues a notice. One for an instance that is not ready is dropped: it has no one to go to."""
        if instance.state is State.READY:
            instance.outgoing.add_notice(notice)
            self._queued(instance)

    def ask(self, instance: Instance, request: Request) -> None:
        """Queues a request; a full frame goes out at once, the rest with `flush`.

        Where the instance has died and its `Died` is in the events that the caller is working through, the request
        is added to that event. Raises ValueError for an instance that is not ready otherwise.
        """
        if instance.state is State.READY:
            request.id = request.body["id"] = instance.next_id
            instance.next_id += 1
            instance.outgoing.add_request(request)
            self._queued(instance)
        elif instance.died is not None:
            instance.died.requests.append(request)
        elif instance.state is State.ENDED:
            instance.outgoing.add_request(request)
        else:
            raise ValueError(f"{instance!r} cannot be asked")

    def flush(self) -> None:
        """Sends everything queued."""
        if self._dirty:
            dirty, self._dirty = self._dirty, {}
            for instance in dirty:
                if instance.outgoing.messages and instance.state is State.READY:
                    self._send_frame(instance)

    def poll(self, timeout_ms: float) -> list[Event]:
        """Everything that happened. Waits for the first event up to `timeout_ms`; returns at once when one is there."""
        now = time.monotonic()
        until = now + timeout_ms / 1000
        self._endings.forget_told()
        while True:
            self.flush()
            events = self._events
            wait_ms = 0 if events else max(0, min(TICK_MS, math.ceil((until - now) * 1000)))
            self._turn(wait_ms, events)
            now = self._last_seen
            if events or now >= until:
                self._events = []
                return events

    def stop(self, instance: Instance, reason: str) -> None:
        """Says goodbye. The process has half a second to end by itself, then it and all it started are killed; no event
        comes of it. Requests that it still owes are dropped. Does not wait: `poll` sees to the rest."""
        if instance.state is State.READY:
            instance.owed()
            self.post(instance, {"type": "bye", "reason": reason})
            self.flush()
            instance.state = State.LEAVING
            instance.give_time(time.monotonic(), GRACE_SECONDS)
        elif instance.state is State.STARTING or instance.state is State.ENDED:
            self._roster.bury(instance)

    def close(self) -> None:
        """Stops everything and waits for it: within two seconds no process of any bot is left."""
        try:
            for instance in self._roster:
                self.stop(instance, "the referee is closing")
            until = time.monotonic() + GRACE_SECONDS
            while len(self._roster) and time.monotonic() < until:
                self.poll(TICK_MS)
        finally:  # whatever went wrong in saying goodbye
            for instance in self._roster:
                self._roster.bury(instance)
            kill_orphans(RUNNING, RUNNING.values())
            if self._log is not None:
                self._log.close()
            self._transport.close()

    def __enter__(self) -> Switchboard:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # ---------------------------------------------------------------- one turn of the loop

    def _turn(self, wait_ms: int, events: list[Event]) -> None:
        """Receives once, then looks at all the rest if it is time."""
        incoming = self._transport.receive(wait_ms, FRAMES_A_TURN)
        now = time.monotonic()
        gap = now - self._last_seen
        if gap > LAG_SECONDS + TICK_MS / 1000:
            ran = [instance.put_back(gap, now) for instance in self._roster]
            if max(ran, default=0.0) > LAG_SECONDS:
                events.append(Lag(milliseconds(gap)))
        self._last_seen = now
        for identity, frame in incoming:
            instance = self._roster.by_identity.get(identity)
            payload = None if frame is None else frame.bytes
            if instance is None:
                connection = -1 if frame is None else self._transport.source(frame)
                self._reception.hear(identity, payload, connection, events)
                continue
            if self._log is not None:
                self._log.note(instance.label, "to referee", payload)
            if instance.state is State.READY or instance.state is State.ENDED:
                self._judge.take(instance, payload, now, events)
        if now >= self._next_tick:
            self._next_tick = now + TICK_MS / 1000
            self._stop_floods(now, events)
            # Nobody is late or dead before everything that has arrived has been taken.
            if len(incoming) < FRAMES_A_TURN:
                self._tick(now, events)

    def _stop_floods(self, now: float, events: list[Event]) -> None:
        """Ends what would use up this process's memory, descriptors or time, and the bots behind it."""
        self._reception.take_losses(now)
        flood = stop_flood(self._transport, self._roster, now)
        if flood is not None:
            self.counts["connections cut"] += flood.cut
            for instance in flood.guilty:
                self._endings.drop(instance, f"ended for a flood: {flood.what}", events)
        for instance in self._roster:
            if instance.strays > STRAYS_ALLOWED + instance.answers // 10:
                text = f"ended for a flood: {instance.strays} messages that nobody asked for"
                self._endings.drop(instance, text, events)

    def _tick(self, now: float, events: list[Event]) -> None:
        """Deaths, prints, clocks."""
        self._roster.look(now)
        for instance in self._roster:
            state = instance.state
            if instance.unsent:
                self._send_unsent(instance)
            if state is State.READY:
                if now >= instance.clock.deadline:
                    self._judge.expire(instance, now, events)
            elif now >= instance.deadline:
                if state is State.STARTING:
                    self._endings.fail_start(instance, f"no hello within {instance.spec.startup_ms} ms", events)
                elif state is State.ENDED:
                    self._endings.report(instance, events)
                elif state is State.LEAVING:
                    self._roster.bury(instance)

    # ---------------------------------------------------------------- sending

    def _queued(self, instance: Instance) -> None:
        if instance.outgoing.full:
            self._send_frame(instance)
        else:
            self._dirty[instance] = None

    def _send_frame(self, instance: Instance) -> None:
        payload, requests, clock = instance.outgoing.take(self._margin_ms)
        if self._log is not None:
            self._log.note(instance.label, "to bot", payload)
        if clock is not None:
            for request in requests:
                instance.requests[request.id] = request
            instance.clock.sent(clock, time.monotonic())
        instance.unsent.append(payload)
        self._send_unsent(instance)

    def _send_unsent(self, instance: Instance) -> None:
        """As much as ZeroMQ takes. What it does not take is the time of a bot that does not read."""
        if instance.identity is None:
            return
        while instance.unsent:
            sent = self._transport.send(instance.identity, instance.unsent[0])
            if sent == "full":
                return
            if sent == "gone":
                self._roster.lose(instance, time.monotonic())
                return
            instance.unsent.popleft()
