"""What a bot prints, kept within a limit: the beginning and the newest part, in a file and in memory.

A bot's standard output and error are one pipe that the switchboard empties. Whatever comes is taken at once, so a bot
never waits for its own output longer than one turn of the switchboard's loop, and never fills the disk.
"""

from __future__ import annotations

import os
from pathlib import Path

REWRITE_SECONDS = 1.0
"""How often the newest part is put on disk again while a bot prints beyond the limit."""

CUT = "\n[… left out here: see limits.stderr_limit_kb …]\n".encode()
"""Stands between the beginning and the newest part where there was more."""

TAIL_BYTES = 2000
"""How much of the end goes into events and records: some 25 lines, a traceback."""


def shortened(printed: str, lines: int) -> list[str]:
    """At most so many lines: the first ones, where some languages put the error, and the last, where others do."""
    whole = printed.strip("\n").splitlines()
    if len(whole) <= lines:
        return whole
    first = lines // 3
    return [*whole[:first], f"… {len(whole) - lines + 1} lines …", *whole[len(whole) - (lines - first - 1) :]]


class CappedLog:
    """A file that keeps the first half of `limit` bytes as they came and of the rest the newest.

    The file is made at the first byte, so a silent bot leaves none. A file that is already there (of an earlier process
    with the same instance number) is continued as if one process had printed both, within the same limit. Where it
    cannot be written, `problem` says so once and nothing more is tried: a full disk must not stop a game.
    """

    def __init__(self, path: Path | None, limit: int) -> None:
        self._path = path
        self._head_room = limit // 2
        """Bytes of the first half that are still free."""
        self._ring_size = max(limit - self._head_room, TAIL_BYTES)
        self._ring = bytearray()
        self._cut = False
        """Something between head and ring is gone."""
        self._recent = bytearray()
        self._file: int | None = None
        self._head_end = 0
        self._rewrite_at = 0.0
        self.total = 0
        """Bytes that came in all."""
        self.problem: str | None = None

    def write(self, data: bytes, now: float) -> None:
        """Takes what the bot printed; `now` is the monotonic time."""
        self.total += len(data)
        self._recent += data[-TAIL_BYTES:]
        if len(self._recent) > 2 * TAIL_BYTES:
            del self._recent[:-TAIL_BYTES]
        if self._path is None:
            return
        if self._file is None and self.problem is None:
            self._open(self._path)
        if self._head_room > 0:
            head, data = data[: self._head_room], data[self._head_room :]
            self._put(head, self._head_end)
            self._head_room -= len(head)
            self._head_end += len(head)
        if data:
            self._ring += data
            excess = len(self._ring) - self._ring_size
            if excess > 0:
                del self._ring[:excess]
                self._cut = True
            if now >= self._rewrite_at:
                self._rewrite_at = now + REWRITE_SECONDS
                self._write_ring()

    def tail(self) -> str:
        """The last lines as text; bytes that are no UTF-8 are replaced. A line that would be cut is left out."""
        tail = bytes(self._recent[-TAIL_BYTES:])
        if len(self._recent) > TAIL_BYTES and b"\n" in tail[:-1]:
            tail = tail[tail.index(b"\n") + 1 :]
        return tail.decode("utf-8", "replace")

    def close(self) -> None:
        self._write_ring()
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            size = os.lseek(self._file, 0, os.SEEK_END)
            self._head_end = min(size, self._head_room)
            newest = os.pread(self._file, size - self._head_end, self._head_end)
            self._cut = newest.startswith(CUT) or len(newest) > self._ring_size
            self._ring += newest.removeprefix(CUT)[-self._ring_size :]
        except OSError as error:
            self._give_up(f"{path}: {error.strerror}; what the bot prints is not kept")
            return
        self._head_room -= self._head_end

    def _give_up(self, problem: str) -> None:
        self.problem = problem
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _put(self, data: bytes, place: int, *, last: bool = False) -> None:
        """Writes at a place; the file ends there if it is the last part."""
        if self._file is None:
            return
        try:
            while data:
                written = os.pwrite(self._file, data, place)
                place += written
                data = data[written:]
            if last:
                os.ftruncate(self._file, place)
        except OSError as error:
            self._give_up(f"{self._path}: {error.strerror}; what the bot prints from now on is not kept")

    def _write_ring(self) -> None:
        """Puts the newest part behind the head, with a line between them where something is left out."""
        if self._ring:
            self._put((CUT if self._cut else b"") + bytes(self._ring), self._head_end, last=True)
