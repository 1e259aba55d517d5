"""Writing a journal: append-only, one write a line, chained by hash, on the disk before it counts.

A line is durable after `sync`, which happens by itself every few games, and always before a run is called finished.
What a crash may cost is the line being written and the lines since the last sync; never anything before them.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from ohhell_referee.record.digests import APART, digest_of, hand_checks, hash_of
from ohhell_referee.record.game_record import GameRecord
from ohhell_referee.record.lines import JournalError, LineReader, encode_line, open_journal
from ohhell_referee.record.reading import (
    FORMAT,
    HEADER_TYPE,
    JOURNAL_NAME,
    SEALED,
    JournalContents,
    JournalLine,
    NoHeaderError,
    checked_lines,
    find_journal,
    gather,
    iter_games,
    iter_journal,
    read_journal,
)

__all__ = [
    "FORMAT",
    "JOURNAL_NAME",
    "JournalContents",
    "JournalError",
    "JournalLine",
    "JournalWriter",
    "NoHeaderError",
    "find_journal",
    "iter_games",
    "iter_journal",
    "read_journal",
]

SYNC_LINES = 10
SYNC_SECONDS = 0.2
"""A sync costs 0.1 ms to 10 ms: every line would halve the speed of short games, every few seconds would lose many."""

_REMEDY = "nothing is lost but this line: set that right, then run the same command to continue"
_sync_data: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)  # macOS has only fsync


class JournalWriter:
    """The one writer of a journal; whoever makes it holds the run folder's lock.

    After an error the writer is closed for good: what is on the disk is then known only by reading it again.
    """

    def __init__(self, path: Path, descriptor: int, end: int, last_hash: str | None) -> None:
        """Not called directly: use `create` or `continue_`."""
        self.path = path
        self._descriptor: int | None = descriptor
        self._end = end
        self._last_hash = last_hash
        self._unsynced = 0
        self._synced_at = time.monotonic()

    @classmethod
    def create(cls, path: Path, header: dict[str, Any]) -> JournalWriter:
        """Start a journal with its header, `type` and `format` added, and put it on the disk.

        A file without one whole line (a run that died while it made the header) is replaced; any other raises
        JournalError.
        """
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
        with _explained(path, "cannot be made"):
            descriptor = os.open(path, flags, 0o644)
        writer = cls(path, descriptor, 0, None)
        try:
            if _holds_a_line(descriptor):
                raise JournalError(path, "there is a journal already: nothing was written")
            with _explained(path, "cannot be written"):
                os.ftruncate(descriptor, 0)
            writer.append({"type": HEADER_TYPE, "format": FORMAT, **header})
            writer.sync()
            _sync_folder(path.parent)
        except BaseException:
            writer._abandon()
            raise
        return writer

    @classmethod
    def continue_(
        cls, path: Path, on_game: Callable[[GameRecord], None] | None = None
    ) -> tuple[JournalWriter, JournalContents, bytes | None]:
        """Open a journal to append to it: writer, what it holds, and the torn line that was cut off, if any.

        With `on_game`, see `read_journal`. Raises JournalError, and changes nothing, where the journal is damaged
        anywhere before the torn end, or has no header (NoHeaderError).
        """
        with open_journal(path) as file:
            reader = LineReader(path, file)
            last_hash: list[str] = [""]
            contents = gather(_remember_hash(checked_lines(path, reader), last_hash), reader, on_game)
        with _explained(path, "cannot be opened to continue"):
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
        writer = cls(path, descriptor, reader.end, last_hash[0])
        if reader.torn:
            try:
                with _explained(path, "the torn line at its end cannot be cut off"):
                    os.ftruncate(descriptor, reader.end)
                    os.fsync(descriptor)
            except BaseException:
                writer._abandon()
                raise
        return writer, contents, reader.torn or None

    def append(self, line: dict[str, Any]) -> None:
        """Write one line, with `prev` added, and the digest where it is a game or an end.

        Raises JournalError; then the line is not in the journal and the writer is closed.
        """
        data = encode_line(_linked(line, self._last_hash))
        self._write(data + b"\n")
        self._last_hash = hash_of(data)
        self._unsynced += 1
        if line["type"] == "end":
            self.sync()
        else:
            self.sync_if_due()

    def sync_if_due(self) -> None:
        """Sync where enough lines or enough time have gone by. To be called now and then between appends."""
        if self._unsynced and (self._unsynced >= SYNC_LINES or time.monotonic() - self._synced_at >= SYNC_SECONDS):
            self.sync()

    def sync(self) -> None:
        """Return when everything appended is on the disk. Raises JournalError; then the writer is closed."""
        if self._unsynced:
            try:
                _sync_data(self._require_open())
            except OSError as error:
                # After a failed sync the kernel may have dropped the data: trying again would only seem to succeed.
                self._abandon()
                what = f"the disk did not take what was written: {error.strerror}; stopped, set that right and continue"
                raise JournalError(self.path, what) from error
            self._unsynced = 0
        self._synced_at = time.monotonic()

    def close(self) -> None:
        """Sync and close; does nothing where the writer is closed."""
        if self._descriptor is not None:
            self.sync()
            self._abandon()

    def __enter__(self) -> JournalWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _require_open(self) -> int:
        if self._descriptor is None:
            raise JournalError(self.path, "the journal is closed, after an error or at the end of the run")
        return self._descriptor

    def _write(self, data: bytes) -> None:
        descriptor = self._require_open()
        self._check_untouched(descriptor)
        try:
            written = 0
            while written < len(data):  # on a full disk a write may be short without an error: the next one has it
                count = os.write(descriptor, data[written:] if written else data)
                if count == 0:
                    raise OSError(0, "nothing was written")
                written += count
        except OSError as error:
            self._cut_back(descriptor)
            raise JournalError(self.path, f"cannot be written: {error.strerror}; {_REMEDY}") from error
        except BaseException:
            self._cut_back(descriptor)
            raise
        self._end += len(data)

    def _check_untouched(self, descriptor: int) -> None:
        """Raise JournalError, and leave the file alone, where it is no longer as this writer left it."""
        status = os.fstat(descriptor)
        if status.st_nlink and status.st_size == self._end:
            return
        self._abandon()
        if not status.st_nlink:
            raise JournalError(self.path, "was deleted while the run went on: its games are lost")
        raise JournalError(
            self.path, f"was changed by another program: {self._end} bytes expected, {status.st_size} found"
        )

    def _cut_back(self, descriptor: int) -> None:
        """Take back a half-written line, as far as that is possible; else it is a torn line, cut off on continuing."""
        with contextlib.suppress(OSError):
            if os.fstat(descriptor).st_size > self._end:
                os.ftruncate(descriptor, self._end)
        self._abandon()

    def _abandon(self) -> None:
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            with contextlib.suppress(OSError):  # everything that counts was synced, or its error is being raised
                os.close(descriptor)


def _linked(line: dict[str, Any], previous: str | None) -> dict[str, Any]:
    """The line as it is written: content, then digest and link, then what the digest leaves out."""
    kind = line["type"]
    if kind == "game":
        line = {**line, "hand_checks": hand_checks(line["hands"])}
    content = {"type": kind, **{key: value for key, value in line.items() if key not in APART}}
    apart = {key: value for key, value in line.items() if key in APART and key not in ("digest", "prev")}
    if kind in SEALED:
        content["digest"] = digest_of(content)
    return {**content, "prev": previous, **apart}


def _remember_hash(lines: Iterator[JournalLine], last_hash: list[str]) -> Iterator[JournalLine]:
    for line in lines:
        last_hash[0] = hash_of(line.raw)
        yield line


def _holds_a_line(descriptor: int) -> bool:
    """Whether the file has at least one newline."""
    offset = 0
    while block := os.pread(descriptor, 1 << 16, offset):
        if b"\n" in block:
            return True
        offset += len(block)
    return False


def _sync_folder(folder: Path) -> None:
    """Make a new file's name durable."""
    with _explained(folder, "the folder cannot be synced"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def _explained(path: Path, what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise JournalError(path, f"{what}: {error.strerror}") from error
