"""One bot process: its start, what it prints, its death.

Started without a shell, in a session of its own (so that Ctrl-C in the terminal does not reach it), with nothing but
standard input from /dev/null and one pipe for all that it prints; with an environment of its own; and so that it
ends when the thread that started it ends, however that happens.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import resource
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from .capture import CappedLog
from .leftovers import kill_orphans, kill_tree, prctl

_PR_SET_PDEATHSIG = 1
_PIPE_BYTES = 1 << 20
"""The largest that an ordinary user may have. With 64 KiB a chatty bot would wait for the switchboard's next look."""
_DRAIN_BYTES = 1 << 20
_SHORTAGE_SECONDS = 0.5

_MOST_DESCRIPTORS = 1 << 16
_DESCRIPTORS_OF_BOTS = resource.getrlimit(resource.RLIMIT_NOFILE)
"""What this process was given, before it took more."""

RUNNING: dict[int, str] = {}
"""The bots that this process has started and not yet put away: pid to token. What is a child of ours in a foreign
session and not among them was left by a dead bot."""

PASSED_ON = ("PATH", "HOME", "TZ", "TMPDIR", "LANG", "LANGUAGE")
"""What a bot inherits of the referee's environment, besides LC_*. Nothing else: what a bot does must not depend on
variables that happen to be set where the tournament is started (PYTHONPATH, LD_PRELOAD, the shell's own)."""


def bot_environment(outer: Mapping[str, str], extra: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """The environment of a bot: passed on from `outer`, overruled by `extra` (the tournament file's), then by `own`."""
    passed = {key: value for key, value in outer.items() if key in PASSED_ON or key.startswith("LC_")}
    return {**passed, **extra, **own}


def start_process(
    argv: tuple[str, ...], cwd: Path, environment: Mapping[str, str], log: CappedLog, memory_mb: int
) -> BotProcess:
    """Starts a bot; raises OSError where it cannot be started. See `BotProcess`.

    Where descriptors have run out, waits a moment for some: a bot may just have been ended that had used them up.
    """
    until = time.monotonic() + _SHORTAGE_SECONDS
    while True:
        try:
            return BotProcess(argv, cwd, environment, log, memory_mb)
        except OSError as error:
            if error.errno != errno.EMFILE or time.monotonic() > until:
                raise
        time.sleep(0.02)


def use_many_descriptors() -> None:
    """Raises the soft limit: every bot takes four, and a flood of connections must be noticed before they run out."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def bot_limits(memory_mb: int) -> list[tuple[int, tuple[int, int]]]:
    """What to limit in a bot, with soft and hard limit; never beyond what this process may have itself."""
    limits = [(resource.RLIMIT_CORE, (0, 0)), (resource.RLIMIT_NOFILE, _DESCRIPTORS_OF_BOTS)]
    if memory_mb > 0:
        # The data segment, not the address space: Node and Java reserve gigabytes that they never use.
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        most = memory_mb << 20 if hard == resource.RLIM_INFINITY else min(memory_mb << 20, hard)
        limits.append((resource.RLIMIT_DATA, (most, most)))
    return limits


class BotProcess:
    """A running process. Raises OSError from the constructor where it cannot be started."""

    def __init__(
        self, argv: tuple[str, ...], cwd: Path, environment: Mapping[str, str], log: CappedLog, memory_mb: int
    ) -> None:
        read_end, write_end = os.pipe2(os.O_CLOEXEC)
        with contextlib.suppress(OSError):  # the user's pipes are at their limit: a small one does, too
            fcntl.fcntl(write_end, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        parent = os.getpid()
        limits = bot_limits(memory_mb)

        def in_child() -> None:
            # Runs between fork and exec, and does nothing but system calls. There is no other way to set PDEATHSIG
            # without a helper program; the referee's workers start bots from their main thread and have no other.
            prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            if os.getppid() != parent:
                os._exit(1)
            for kind, both in limits:
                resource.setrlimit(kind, both)

        try:
            self._process = subprocess.Popen(
                argv,
                cwd=cwd,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=write_end,
                stderr=write_end,
                start_new_session=True,
                close_fds=True,
                preexec_fn=in_child,  # noqa: PLW1509  # see in_child
            )
            self.pidfd = self._watch_end()
        except BaseException:
            os.close(read_end)
            raise
        finally:
            os.close(write_end)
        os.set_blocking(read_end, False)
        self.pid = self._process.pid
        """Its process id, also that of its session and group."""
        self.pipe: int | None = read_end
        self.log = log
        RUNNING[self.pid] = environment.get("OHHELL_TOKEN", "")

    def _watch_end(self) -> int:
        """A descriptor that is readable once the process has ended, whoever still holds its pipe or its socket."""
        try:
            return os.pidfd_open(self._process.pid)
        except OSError:
            self._process.kill()
            self._process.wait()
            raise

    def drain(self, now: float) -> None:
        """Takes what it has printed, a megabyte at most."""
        if self.pipe is None:
            return
        left = _DRAIN_BYTES
        while left > 0:
            try:
                data = os.read(self.pipe, min(left, 1 << 16))
            except BlockingIOError:
                return
            if not data:
                os.close(self.pipe)
                self.pipe = None
                return
            self.log.write(data, now)
            left -= len(data)

    def ending(self) -> str | None:
        """How it ended, `exit(3)` or `signal SIGKILL`; None while it runs."""
        status = self._process.poll()
        if status is None:
            return None
        if status >= 0:
            return f"exit({status})"
        try:
            return f"signal {signal.Signals(-status).name}"
        except ValueError:
            return f"signal {-status}"  # a real-time signal has no name

    def kill_with_descendants(self) -> None:
        """Kills it and everything that it ever started."""
        if self._process.returncode is None:
            kill_tree(self.pid)
            # A process in uninterruptible sleep is gone only when the kernel lets go of it; that is not waited for.
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)
        RUNNING.pop(self.pid, None)
        kill_orphans(RUNNING, RUNNING.values())

    def close(self, now: float) -> None:
        """Takes the last of what it printed and gives back the descriptors. The process should be dead."""
        self.drain(now)
        if self.pipe is not None:
            os.close(self.pipe)
            self.pipe = None
        os.close(self.pidfd)
        self.log.close()
        RUNNING.pop(self.pid, None)
