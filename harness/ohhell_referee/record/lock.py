"""The lock of a run folder: one writer at a time.

The lock is flock(2) on `<folder>/.lock`: it ends with the process that holds it, however that ends, so there is never a
stale lock to remove. The descriptor is not inherited by programs that the holder starts.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import socket
import time
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

LOCK_NAME = ".lock"
POLL_SECONDS = 0.05


class LockTaken(Exception):
    """Another process holds the lock. The text says which one.

    Attributes:
        holder: what the holder wrote about itself: `pid`, `host`, `since`; empty where that could not be read.
    """

    def __init__(self, folder: Path, holder: dict[str, Any]) -> None:
        super().__init__(_describe(folder, holder))
        self.folder = folder
        self.holder = holder


class LockFailed(Exception):
    """The lock could not be tried: no such folder, no right to write, or a file system without locks."""


class RunLock:
    """The lock of one run folder; also a context manager that acquires without waiting."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._descriptor: int | None = None

    @property
    def held(self) -> bool:
        return self._descriptor is not None

    def acquire(self, wait_seconds: float = 0.0) -> None:
        """Take the lock, trying for up to `wait_seconds`. Raises LockTaken or LockFailed."""
        if self.held:
            return
        path = self.folder / LOCK_NAME
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise LockFailed(f"{path}: cannot be opened: {error.strerror}") from error
        try:
            self._wait_for(descriptor, path, time.monotonic() + wait_seconds)
            about = {
                "pid": os.getpid(),
                "host": socket.gethostname(),
                "since": datetime.now(UTC).isoformat(timespec="seconds"),
            }
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, json.dumps(about).encode() + b"\n", 0)
        except OSError as error:
            os.close(descriptor)
            if error.errno == errno.ENOSPC:
                raise LockFailed(f"{path}: cannot be written: {error.strerror}") from error
            raise LockFailed(f"{path}: cannot be locked: {error.strerror}") from error
        except BaseException:
            os.close(descriptor)
            raise
        self._descriptor = descriptor

    def _wait_for(self, descriptor: int, path: Path, deadline: float) -> None:
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise LockTaken(self.folder, _read_holder(path)) from None
                time.sleep(POLL_SECONDS)
            else:
                return

    def release(self) -> None:
        """Give the lock back; does nothing where it is not held."""
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)
            # Closing alone would leave the lock with a process that is just being started and still has a copy.
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> RunLock:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _read_holder(path: Path) -> dict[str, Any]:
    try:
        holder = json.loads(path.read_bytes())
    except (OSError, ValueError):  # the holder has locked but not yet written, or another program locked the file
        return {}
    return holder if isinstance(holder, dict) else {}


def _describe(folder: Path, holder: dict[str, Any]) -> str:
    pid, host = holder.get("pid"), holder.get("host")
    if not isinstance(pid, int):
        return f"{folder}: another process is writing this run (it has not said which one)"
    text = f"{folder}: process {pid} on {host} has been writing this run since {holder.get('since')}"
    if host == socket.gethostname() and not _alive(pid):
        return text + "; it has ended, but a process that it started still holds the lock"
    return text + "; wait for it to end, or stop it"


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
