"""Worker processes as the supervisor sees them: started, spoken to, watched, and ended with their bots."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from typing import Any

from ohhell_referee.table import GameOrder
from ohhell_referee.tournament.messages import Finish, Play, Stop, WorkerSetup

STOP_SECONDS = 4.0
"""What a worker gets to take its bots down after `Stop`; then it is killed and its bots with it."""


class WorkerProcess:
    """One worker. `outstanding` holds the games that it has been given and not reported back."""

    def __init__(self, setup: WorkerSetup) -> None:
        self.setup = setup
        self.capacity = 0
        self.outstanding: dict[str, GameOrder] = {}
        self.told_to_finish = False
        ours, theirs = socket.socketpair()
        with theirs:
            # A session of its own: Ctrl-C in the terminal is for the supervisor alone.
            self.process = subprocess.Popen(
                [sys.executable, "-m", "ohhell_referee.tournament.worker_main", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        self.pipe = Connection(ours.detach())
        self._send(setup)

    @property
    def number(self) -> int:
        return self.setup.number

    @property
    def room(self) -> int:
        """Games it can be given now: what it plays at once, and a few more so that it never waits for us."""
        return self.capacity + max(2, self.capacity // 4) - len(self.outstanding) if self.capacity else 0

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def play(self, order: GameOrder) -> None:
        self.outstanding[order.id] = order
        self._send(Play(order))

    def finish(self) -> None:
        """Say once that no further games come."""
        if not self.told_to_finish:
            self.told_to_finish = True
            self._send(Finish())

    def stop(self) -> None:
        self._send(Stop())

    def kill(self) -> None:
        """End it at once; what it started is found by the caller, who is its children's reaper."""
        if self.alive:
            self.process.kill()
        self.process.wait()
        self.pipe.close()

    def _send(self, message: Any) -> None:
        # A worker that died is seen by its exit status, with all that it owes: no need to fail here.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.pipe.send(message)


def end_workers(workers: list[WorkerProcess]) -> None:
    """Stop all workers, with patience that ends. Returns when none is left."""
    for worker in workers:
        worker.stop()
    deadline = time.monotonic() + STOP_SECONDS
    for worker in workers:
        with contextlib.suppress(subprocess.TimeoutExpired):
            worker.process.wait(max(0.0, deadline - time.monotonic()))
        worker.kill()


def usable_cores() -> list[int]:
    """Processor cores that this process may use, ascending."""
    return sorted(os.sched_getaffinity(0))


def share_out(games_at_once: int | None, workers: int | None, concurrency: int | None) -> list[int | None]:
    """Games at once by worker (None: as the bots allow); one element a worker.

    `games_at_once` (`-j`) bounds the whole run and stands above the other two. By default there is one worker a core.
    """
    cores = len(usable_cores())
    if games_at_once is not None:
        count = min(workers or cores, games_at_once)
        return [games_at_once // count + (1 if number < games_at_once % count else 0) for number in range(count)]
    return [concurrency] * (workers or cores)


def exit_text(process: subprocess.Popen[bytes]) -> str:
    """How a process ended, for people: `exit status 3`, `signal SIGKILL`."""
    status = process.wait()
    if status < 0:
        return f"signal {signal.Signals(-status).name}"
    return f"exit status {status}"
