"""The journal as lines of bytes: reading whole lines from a file that may grow meanwhile, and linking them.

A line is a JSON object, then a newline. What follows the last newline is *torn*: a line whose writing was cut off, or
is going on at this moment in another process. It is no part of the journal.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec

MAX_LINE_BYTES = 64 * 1024 * 1024
"""No game comes near (a game of 19 hands of four is 10 kB): a longer line means that this is not a journal."""

_ENCODER = msgspec.json.Encoder()


class JournalError(Exception):
    """The journal cannot be read or written. The text is for people: file, line and byte, what, and what to do.

    Attributes:
        path: the journal.
        line: number of the line from 1, where the trouble has one.
        offset: of that line's first byte, from 0.
        what: the sentence without the place.
    """

    def __init__(self, path: Path, what: str, line: int | None = None, offset: int | None = None) -> None:
        place = f"{path}" if line is None else f"{path}:{line}: (byte {offset})"
        super().__init__(f"{place}: {what}" if line is None else f"{place} {what}")
        self.path = path
        self.what = what
        self.line = line
        self.offset = offset


class RawLine(NamedTuple):
    """A whole line: its number from 1, the offset of its first byte, its bytes without the newline."""

    number: int
    offset: int
    raw: bytes


class Link(msgspec.Struct):
    """What every line has: its type, and the hash of the line before it (None in the first)."""

    type: str
    prev: str | None


_LINK_DECODER = msgspec.json.Decoder(Link)


class LineReader:
    """The whole lines of an open journal, one at a time.

    Attributes:
        end: after the last line was read, the offset behind it.
        torn: the bytes behind that; empty where the file ends with a newline.
    """

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path = path
        self._file = file
        self.end = 0
        self.torn = b""

    def __iter__(self) -> Iterator[RawLine]:
        number = 0
        while chunk := self._file.readline(MAX_LINE_BYTES):
            if not chunk.endswith(b"\n"):
                if len(chunk) == MAX_LINE_BYTES:
                    what = f"the line is longer than {MAX_LINE_BYTES} bytes: this is not a journal"
                    raise JournalError(self._path, what, number + 1, self.end)
                self.torn = chunk
                return
            number += 1
            yield RawLine(number, self.end, chunk[:-1])
            self.end += len(chunk)


def open_journal(path: Path) -> BinaryIO:
    """Open for reading. Raises JournalError with a sentence where that fails."""
    try:
        return path.open("rb", buffering=1 << 18)
    except OSError as error:
        raise JournalError(path, f"cannot be read: {error.strerror}") from error


def encode_line(line: dict[str, Any]) -> bytes:
    """A line as the journal writes it: compact, keys in the order given, UTF-8, without the newline."""
    return _ENCODER.encode(line)


def decode_link(raw: bytes) -> Link:
    """The type and chain link of a line. Raises ValueError where the line is not a JSON object with both."""
    try:
        return _LINK_DECODER.decode(raw)
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None


def decode_line(raw: bytes) -> dict[str, Any]:
    """The line's object. Raises ValueError where it is none."""
    try:
        line = msgspec.json.decode(raw)
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None
    if type(line) is not dict:
        raise ValueError("a line must be a JSON object")
    return line


def explain_bytes(raw: bytes, error: ValueError) -> str:
    """Why a line could not be read, with a hint for the damage that disks do."""
    if not raw.strip(b"\0"):
        return f"{len(raw)} zero bytes where a line should be: the disk lost what was written"
    return f"not a journal's line: {error}"
