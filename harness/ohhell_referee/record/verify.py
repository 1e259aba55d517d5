"""A whole journal held against itself, the rules and the seed.

Three nets, each catching what slips through the one before: the chain and the digests find a changed byte; the rules
find a changed move or result even where all hashes were computed anew; the seed, once it is known, finds a changed
deal. What no check can see is a tail that was cut off before the run's end, and remarks say so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from ohhell_referee.record.digests import digest_of, hand_checks, hash_of
from ohhell_referee.record.find_game import NotFound, variant_of_header
from ohhell_referee.record.game_record import GameRecord, RecordError, game_from_json
from ohhell_referee.record.lines import (
    LineReader,
    Link,
    RawLine,
    decode_line,
    decode_link,
    encode_line,
    explain_bytes,
    open_journal,
)
from ohhell_referee.record.reading import (
    HEADER_TYPE,
    SEALED,
    JournalLine,
    NoHeaderError,
    broken_chain,
    check_header,
    find_journal,
    header_disguise,
)
from ohhell_referee.record.replay import place_words
from ohhell_referee.record.seed_proof import END_MARK, find_secret, key_for, last_end
from ohhell_referee.record.verify_game import GameCheck, GameDifference

SEED_PUBLIC = "seed-public"
_TYPES = (HEADER_TYPE, "game", "void", "note", "end")


@dataclass(frozen=True, slots=True)
class Difference:
    """Something in a journal that is not as it must be.

    Attributes:
        line: number of the line, from 1.
        game: the game's id, where it is about one.
        hand, trick: from 0, where it is about one.
        what: a sentence for people.
    """

    line: int
    game: str | None
    hand: int | None
    trick: int | None
    what: str

    def text(self, journal: str = "journal.jsonl") -> str:
        """For people: hands and tricks counted from 1."""
        place = place_words(self.game, self.hand, self.trick)
        return ": ".join([f"{journal}:{self.line}", *([place] if place else []), self.what])

    def __str__(self) -> str:
        return self.text()


@dataclass(slots=True)
class VerifyResult:
    """What a verification found.

    Attributes:
        journal: its path.
        differences: in the journal's order, up to the limit asked for.
        lines, games, voids, hands: how many were looked at.
        checked_deals: whether deals, first dealers and disguises were derived from the seed.
        finished: whether the run is over by the journal.
        last_hash: of the last whole line. Whoever keeps it elsewhere can prove any later change: a forger who computes
            every hash anew can replace a decision by another legal one of the same consequence, unseen but for this.
        remarks: sentences about what could not be seen.
    """

    journal: Path
    differences: list[Difference] = field(default_factory=list)
    lines: int = 0
    games: int = 0
    voids: int = 0
    hands: int = 0
    checked_deals: bool = False
    finished: bool = False
    last_hash: str = ""
    remarks: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.differences

    def data(self) -> dict[str, Any]:
        """For scripts; hands and tricks counted from 0, as in the journal."""
        return {"format": 1, "ok": self.ok, **asdict(self), "journal": str(self.journal)}


def verify_journal(path: Path, secret: Mapping[str, Any] | None = None, limit: int | None = None) -> VerifyResult:
    """Check a journal, given by its path or its run folder.

    `secret` holds `seed` and `nonce`; without it they come from the journal's own end line, else from `secret.json`
    beside it, else the deals are not checked. With `limit` the search stops after so many differences.

    Raises JournalError where there is no journal, or one that this program does not know how to read.
    """
    journal = find_journal(path)
    verification = _Verification(journal, secret)
    for difference in verification.run():
        verification.result.differences.append(difference)
        if limit is not None and len(verification.result.differences) >= limit:
            break
    return verification.result


class _Verification:
    """One pass over a journal. Its methods are generators of differences."""

    def __init__(self, journal: Path, secret: Mapping[str, Any] | None) -> None:
        self.journal = journal
        self.result = VerifyResult(journal)
        self._secret = secret if secret is not None else find_secret(journal)
        self._header: dict[str, Any] = {}
        self._check: GameCheck | None = None
        self._key: bytes | None = None
        self._names: frozenset[object] | None = None
        self._ids: dict[str, int] = {}
        self._seats: dict[tuple[int, int], int] = {}
        self._blocks: dict[int, tuple[int, bytes]] = {}
        """By block: the line of its first game, and a hash of who played it on which cards."""
        self._ended = False

    def run(self) -> Iterator[Difference]:
        with open_journal(self.journal) as file:
            reader = LineReader(self.journal, file)
            expected: str | None = None
            for line in reader:
                self.result.lines = line.number
                yield from self._look(line, expected)
                self.result.last_hash = expected = hash_of(line.raw)
            if not self.result.lines:
                what = "not one whole line: the run that made it stopped before anything was played"
                raise NoHeaderError(self.journal, what)
            yield from self._look_at_the_end(reader.torn)

    # Lines

    def _look(self, line: RawLine, expected: str | None) -> Iterator[Difference]:
        try:
            link = decode_link(line.raw)
            data = decode_line(line.raw)
        except ValueError as error:
            if line.number == 1:
                raise JournalLine(self.journal, 1, 0, line.raw, "").error(explain_bytes(line.raw, error)) from None
            yield self._at(line, f"(byte {line.offset}) {explain_bytes(line.raw, error)}")
            return
        if line.number == 1:
            self._header = check_header(JournalLine(self.journal, 1, 0, line.raw, link.type))
        if link.type == "game":
            # First what names hand and trick: that a digest does not fit tells less of the same change.
            yield from self._look_at_game(line)
        yield from self._look_at_hashes(line, link, data, expected)
        if line.number == 1:
            yield from self._start(line)
        elif link.type == "end":
            yield from self._look_at_end_line(line, data)
        elif link.type == "void":
            self.result.voids += 1
            self.result.finished = False
        elif link.type not in _TYPES or link.type == HEADER_TYPE:
            yield self._at(line, f"a line of type {link.type!r} does not belong here")

    def _look_at_hashes(
        self, line: RawLine, link: Link, data: dict[str, Any], expected: str | None
    ) -> Iterator[Difference]:
        game = data.get("id") if isinstance(data.get("id"), str) else None
        if link.prev != expected:
            yield self._at(line, f"(byte {line.offset}) {broken_chain(line.number)}", game)
        if encode_line(data) != line.raw:
            yield self._at(line, "not written as this program writes: a key twice, or spaces between values", game)
        if link.type in SEALED:
            changed = _changed_hands(data) if link.type == "game" else []
            for hand in changed:
                what = "the hand does not fit its check: something in it was changed"
                yield Difference(line.number, game, hand, None, what)
            if not changed and not _has_its_digest(data):
                yield self._at(line, "the content does not fit its digest: it was changed", game)

    def _start(self, line: RawLine) -> Iterator[Difference]:
        """What all games are held against, from the header."""
        header = self._header
        entries = header.get("entries")
        if isinstance(entries, list):
            self._names = frozenset(entry.get("name") for entry in entries if isinstance(entry, dict))
        yield from self._find_key(line)
        try:
            variant = variant_of_header(header)
        except NotFound as error:
            yield self._at(line, str(error))
            return
        faults = header.get("faults")
        self._check = GameCheck(variant, self._key, header_disguise(header), faults if isinstance(faults, dict) else {})

    def _find_key(self, line: RawLine) -> Iterator[Difference]:
        """Whatever reveals the seed is believed only where it fits the commitment."""
        end = last_end(self.journal)
        source, secret = ("the end line", end) if end is not None else ("the secret", self._secret)
        if secret is None:
            self.result.remarks.append(
                "the seed is not known here: deals, first dealers and disguises were taken as recorded"
            )
            return
        key = key_for(secret, self._header.get("commitment"))
        if key is None:
            if end is None:
                yield self._at(line, f"{source} does not fit the commitment: another seed was promised")
            self.result.remarks.append(f"the seed of {source} is not the promised one: no deal was derived from it")
            return
        self._key = key
        self.result.checked_deals = True

    # Games

    def _look_at_game(self, line: RawLine) -> Iterator[Difference]:
        self.result.games += 1
        self.result.finished = False
        try:
            record = game_from_json(line.raw)
        except RecordError as error:
            yield self._at(line, f"not a game's record: {error}")
            return
        self.result.hands += len(record.hands)
        if self._check is not None:
            for found in self._check.differences(record):
                yield self._at(line, found.what, record.id, found)
        yield from self._look_at_schedule(line, record)

    def _look_at_schedule(self, line: RawLine, record: GameRecord) -> Iterator[Difference]:
        first = self._ids.setdefault(record.id, line.number)
        if first != line.number:
            yield self._at(line, f"the game stands in line {first} already", record.id)
        first = self._seats.setdefault((record.block, record.seating), line.number)
        if first != line.number:
            what = f"block {record.block}, seating {record.seating} stands in line {first} already"
            yield self._at(line, what, record.id)
        strangers = [name for name in record.table if self._names is not None and name not in self._names]
        if strangers:
            yield self._at(line, f"{strangers[0]!r} at the table is no entry of the header", record.id)
        first, deal = self._blocks.setdefault(record.block, (line.number, _block_hash(record)))
        if deal != _block_hash(record):
            what = f"other players or other cards than in line {first}, a seating of the same block {record.block}"
            yield self._at(line, what, record.id)
        if self._ended and SEED_PUBLIC not in record.marks:
            what = f"played after the seed was revealed, without the mark `{SEED_PUBLIC}`"
            yield self._at(line, what, record.id)

    # The end

    def _look_at_end_line(self, line: RawLine, data: dict[str, Any]) -> Iterator[Difference]:
        self._ended = True
        self.result.finished = True
        if key_for(data, self._header.get("commitment")) is None:
            yield self._at(line, "seed and nonce do not fit the commitment of the header: another seed was promised")
        if data.get("games") != self.result.games:
            yield self._at(line, f"{data.get('games')} games by the end line, {self.result.games} stand before it")

    def _look_at_the_end(self, torn: bytes) -> Iterator[Difference]:
        number = self.result.lines + 1
        if torn:
            if torn.startswith(END_MARK) or not _begins_a_line(torn):
                what = f"{len(torn)} bytes after the last whole line: {_torn_text(torn)}"
                yield Difference(number, None, None, None, what)
            else:
                self.result.remarks.append(
                    f"line {number} is not whole ({len(torn)} bytes): a run is writing it, or was stopped while it did"
                )
        if not self.result.finished:
            self.result.remarks.append(
                "no end line: the run is not over, and whether games were cut off at the end cannot be seen"
            )

    def _at(self, line: RawLine, what: str, game: str | None = None, found: GameDifference | None = None) -> Difference:
        hand, trick = (None, None) if found is None else (found.hand, found.trick)
        return Difference(line.number, game, hand, trick, what)


def _changed_hands(data: Mapping[str, Any]) -> list[int]:
    """Indices of the hands of a game line that do not fit their checks."""
    hands, checks = data.get("hands"), data.get("hand_checks")
    if not isinstance(hands, list) or not isinstance(checks, list) or len(hands) != len(checks):
        return []
    try:
        return [index for index, check in enumerate(hand_checks(hands)) if check != checks[index]]
    except ValueError:  # a float in the content: the digest will not fit either
        return []


def _has_its_digest(data: dict[str, Any]) -> bool:
    try:
        return bool(data.get("digest") == digest_of(data))
    except ValueError:  # a float in the content
        return False


def _block_hash(record: GameRecord) -> bytes:
    """What all seatings of a block have in common: who plays, and every hand's dealer and cards.

    Hands beyond the shortest game differ where the length depends on the play; only the first hand is taken.
    """
    hand = record.hands[0] if record.hands else None
    content = [sorted(record.table), hand and [hand.dealer, hand.deal, hand.turned]]
    return sha256(json.dumps(content).encode()).digest()[:16]


def _begins_a_line(torn: bytes) -> bool:
    start = b'{"type":"'
    return torn.startswith(start) or start.startswith(torn)


def _torn_text(torn: bytes) -> str:
    if torn.startswith(END_MARK):
        return "the end line is not whole; continue the run to write it again"
    if not torn.strip(b"\0"):
        return "zeros that a disk or file system put there; continuing the run cuts them off"
    return "they do not begin a line of a journal; continuing the run cuts them off"
