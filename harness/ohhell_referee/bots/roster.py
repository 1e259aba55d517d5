"""The instances of a switchboard by all the names they are known under, and what is watched of each: output, end."""

from __future__ import annotations

import select
import time
from collections.abc import Iterator

from .instance import Instance, State
from .wire import Hello

LAST_FRAMES_SECONDS = 0.05
"""From a process's end until it is told: what it sent before may still be on its way through ZeroMQ."""
LOST_SECONDS = 0.25
"""From the loss of a connection until it is told. A process that ends loses its connection first; that end counts."""


class Roster:
    """Every instance whose process has not been put away."""

    def __init__(self) -> None:
        self._by_pid: dict[int, Instance] = {}
        self._by_connection: dict[int, Instance] = {}
        self._by_descriptor: dict[int, Instance] = {}  # of its pidfd and of the pipe that it prints into
        self._watch = select.poll()
        self.by_identity: dict[bytes, Instance] = {}
        """The ZeroMQ identity of those that have said hello."""
        self.by_token: dict[str, Instance] = {}
        """Those that have not."""

    def __iter__(self) -> Iterator[Instance]:
        return iter(list(self._by_pid.values()))

    def __len__(self) -> int:
        return len(self._by_pid)

    def pids(self) -> list[int]:
        return list(self._by_pid)

    def with_pid(self, pid: int) -> Instance | None:
        return self._by_pid.get(pid)

    def with_connection(self, connection: int) -> Instance | None:
        return self._by_connection.get(connection)

    def add(self, instance: Instance) -> None:
        """An instance whose process has been started."""
        process = instance.process
        if process is None:
            raise ValueError(f"{instance!r} has no process")
        self._by_pid[process.pid] = instance
        self.by_token[instance.token] = instance
        for descriptor in (process.pidfd, process.pipe):
            if descriptor is not None:
                self._by_descriptor[descriptor] = instance
                self._watch.register(descriptor, select.POLLIN)

    def tie(self, instance: Instance, hello: Hello, identity: bytes, connection: int) -> None:
        """Its hello came by this connection. The token has been used with that."""
        del self.by_token[instance.token]
        instance.hello = hello
        instance.identity = identity
        instance.connection = connection
        if instance.state is State.STARTING:
            instance.state = State.READY
        self.by_identity[identity] = instance
        self._by_connection[connection] = instance

    def lose(self, instance: Instance, now: float) -> None:
        """Its connection has ended."""
        if instance.state is State.READY:
            instance.state = State.ENDED
            instance.give_time(now, LOST_SECONDS)

    def look(self, now: float) -> None:
        """Takes what processes have printed and notes which have ended. Costs a microsecond where there is nothing."""
        for descriptor, _ in self._watch.poll(0):
            instance = self._by_descriptor[descriptor]
            process = instance.process
            if process is None:
                continue
            if descriptor == process.pipe:
                process.drain(now)
                if process.pipe is None:
                    self._forget(descriptor)
                continue
            self._forget(descriptor)
            if instance.state is State.LEAVING:
                instance.give_time(now, 0.0)
            else:
                instance.state = State.ENDED
                instance.give_time(now, LAST_FRAMES_SECONDS)

    def bury(self, instance: Instance) -> None:
        """Kills the process with all that it started, and forgets the instance."""
        instance.state = State.GONE
        self.by_token.pop(instance.token, None)
        if instance.identity is not None:
            self.by_identity.pop(instance.identity, None)
            self._by_connection.pop(instance.connection, None)
        process = instance.process
        if process is None:
            return
        del self._by_pid[process.pid]
        for descriptor in (process.pidfd, process.pipe):
            if descriptor is not None and descriptor in self._by_descriptor:
                self._forget(descriptor)
        process.kill_with_descendants()
        process.close(time.monotonic())

    def _forget(self, descriptor: int) -> None:
        del self._by_descriptor[descriptor]
        self._watch.unregister(descriptor)
