"""Reading a journal back: line by line, or as a whole.

Reading is strict. A damaged line is never passed over in silence: every reader here raises JournalError that names
line and byte. Only the torn end of the file is left out, because a run that is still going on has one now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ohhell_referee.record.digests import digest_of, hash_of
from ohhell_referee.record.game_record import GameRecord, RecordError, game_from_json
from ohhell_referee.record.lines import (
    JournalError,
    LineReader,
    RawLine,
    decode_line,
    decode_link,
    explain_bytes,
    open_journal,
)

FORMAT = 1
"""Version of the journal's format that this program writes; it reads this one and older ones."""

JOURNAL_NAME = "journal.jsonl"
HEADER_TYPE = "tournament"
SEALED = ("game", "end")
"""Types of lines that carry a digest of their own content."""


CHANGED = "changed"
"""The `what` of a note that says which settings are others from there on; `now` has them, by section of the header."""

MAY_CHANGE = frozenset({"schedule", "description", "time", "limits", "ratings", "project", "python"})
"""Sections of the header that such a note may replace: none of them alters a game already played."""


class NoHeaderError(JournalError):
    """The journal has not one whole line: the run that made it stopped before anything was played."""


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One line whose place in the chain has been checked.

    Attributes:
        path: the journal.
        number: from 1.
        offset: of the first byte.
        raw: the bytes, without the newline.
        type: `tournament`, `game`, `void`, `note`, `end`; others may come with later versions.
    """

    path: Path
    number: int
    offset: int
    raw: bytes
    type: str

    def data(self) -> dict[str, Any]:
        """The line's object, parsed anew at each call."""
        try:
            return decode_line(self.raw)
        except ValueError as error:
            raise self.error(f"not a journal's line: {error}") from None

    def game(self) -> GameRecord:
        """The record of a game line."""
        try:
            return game_from_json(self.raw)
        except RecordError as error:
            raise self.error(f"not a game's record: {error}") from None

    def error(self, what: str) -> JournalError:
        return JournalError(self.path, what, self.number, self.offset)


@dataclass(slots=True)
class JournalContents:
    """A journal as a whole.

    Attributes:
        header: the first line.
        games: in the order in which they ended; empty where they were handed out one by one.
        voids: the void games.
        notes: what the referee said aloud.
        end: the last `end` line, or None.
        finished: whether no game was played after it: the run is over.
        torn: whether an unfinished line follows the last whole one.
        lines: number of whole lines.
        size: bytes of the whole lines.
    """

    header: dict[str, Any]
    games: list[GameRecord] = field(default_factory=list)
    voids: list[dict[str, Any]] = field(default_factory=list)
    notes: list[dict[str, Any]] = field(default_factory=list)
    end: dict[str, Any] | None = None
    finished: bool = False
    torn: bool = False
    lines: int = 0
    size: int = 0


def find_journal(path: Path) -> Path:
    """The journal meant by a run folder or by the journal's own path; whether it exists is another question."""
    return path / JOURNAL_NAME if path.is_dir() else path


def iter_journal(path: Path) -> Iterator[JournalLine]:
    """The journal's whole lines in order, header first, never more than one in memory.

    Raises JournalError at a line that is damaged, out of the chain, or of a newer format.
    """
    with open_journal(path) as file:
        yield from checked_lines(path, LineReader(path, file))


def iter_games(path: Path) -> Iterator[GameRecord]:
    """The games of a journal in the order in which they ended, never more than one in memory."""
    return (line.game() for line in iter_journal(path) if line.type == "game")


def read_journal(path: Path, on_game: Callable[[GameRecord], None] | None = None) -> JournalContents:
    """Read a journal to its last whole line.

    With `on_game` each game is handed to it instead of being kept: 100,000 games do not fit into memory at once.
    """
    with open_journal(path) as file:
        reader = LineReader(path, file)
        return gather(checked_lines(path, reader), reader, on_game)


def checked_lines(path: Path, reader: LineReader) -> Iterator[JournalLine]:
    """The reader's lines, chain and format checked. Raises NoHeaderError where there is none."""
    expected: str | None = None
    for raw_line in reader:
        line = _check_link(path, raw_line, expected)
        if line.number == 1:
            check_header(line)
        expected = hash_of(line.raw)
        yield line
    if expected is None:
        raise NoHeaderError(path, "not one whole line: the run that made it stopped before anything was played")


def _check_link(path: Path, line: RawLine, expected: str | None) -> JournalLine:
    try:
        link = decode_link(line.raw)
    except ValueError as error:
        raise JournalError(path, explain_bytes(line.raw, error), line.number, line.offset) from None
    if link.prev != expected:
        raise JournalError(path, broken_chain(line.number), line.number, line.offset)
    return JournalLine(path, line.number, line.offset, line.raw, link.type)


def broken_chain(number: int) -> str:
    """The sentence about a line whose `prev` is not the hash of the line before it."""
    if number == 1:
        return "the first line names a line before it (`prev`): the beginning of the journal is missing"
    return (
        f"the chain is broken: this line does not follow line {number - 1} as it stands "
        "(one of the two was changed, or lines were removed, inserted or moved)"
    )


def check_header(line: JournalLine) -> dict[str, Any]:
    """The header, if the line is one that this program can read. Raises JournalError."""
    if line.type != HEADER_TYPE:
        raise line.error(f'not a journal: its first line must be of type "{HEADER_TYPE}", not "{line.type}"')
    header = line.data()
    version = header.get("format")
    if type(version) is not int or version < 1:
        raise line.error(f"the header's `format` must be a whole number from 1, not {version!r}")
    if version > FORMAT:
        raise line.error(
            f"the journal's format {version} is newer than this program knows ({FORMAT}): use a newer version of it"
        )
    return header


def header_as_changed(header: Mapping[str, Any], notes: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The header with what the notes of the journal, in their order, say has changed since."""
    changed = dict(header)
    for note in notes:
        now = note.get("now")
        if note.get("what") == CHANGED and isinstance(now, Mapping):
            changed |= {key: value for key, value in now.items() if key in MAY_CHANGE}
    return changed


def header_disguise(header: Mapping[str, Any]) -> bool | None:
    """Whether the run disguises suits, by its header; None where the header does not say."""
    schedule = header.get("schedule")
    for place in (header, schedule if isinstance(schedule, dict) else {}):
        if isinstance(place.get("disguise"), bool):
            return bool(place["disguise"])
    return None


def check_digest(line: JournalLine) -> None:
    """Raise JournalError where a game or end line does not have the digest of its content."""
    if line.type in SEALED:
        data = line.data()
        try:
            fits = data.get("digest") == digest_of(data)
        except ValueError:
            fits = False
        if not fits:
            raise line.error("the line's content does not fit its digest: it was changed")


def gather(
    lines: Iterator[JournalLine], reader: LineReader, on_game: Callable[[GameRecord], None] | None = None
) -> JournalContents:
    """Sort checked lines, all of the reader's, into contents."""
    contents: JournalContents | None = None
    last: JournalLine | None = None
    for line in lines:
        last = line
        if contents is None:
            contents = JournalContents(line.data())
        elif line.type == "game":
            contents.finished = False
            if on_game is None:
                contents.games.append(line.game())
            else:
                on_game(line.game())
        elif line.type == "void":
            contents.finished = False
            contents.voids.append(line.data())
        elif line.type == "note":
            contents.notes.append(line.data())
        elif line.type == "end":
            contents.end = line.data()
            contents.finished = True
        contents.lines = line.number
    assert contents is not None  # checked lines are one at least
    assert last is not None
    check_digest(last)  # no later line holds this one in the chain
    contents.size = reader.end
    contents.torn = bool(reader.torn)
    return contents
