"""Writing a journal, reading it, continuing it."""

import json
import os
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ohhell_referee.record import journal as journal_module
from ohhell_referee.record.digests import digest_of, hash_of
from ohhell_referee.record.game_record import game_line
from ohhell_referee.record.journal import (
    JournalError,
    JournalWriter,
    NoHeaderError,
    find_journal,
    iter_games,
    iter_journal,
    read_journal,
)
from support.journals import HEADER, plain_record, write_journal


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def test_a_finished_journal_reads_back(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=3)
    contents = read_journal(path)
    assert contents.header["name"] == HEADER["name"]
    assert contents.games == [plain_record(0), plain_record(1), plain_record(2)]
    assert [void["id"] for void in contents.voids] == ["b0s0"]
    assert [note["text"] for note in contents.notes] == ["started"]
    assert contents.end is not None
    assert contents.end["seed"] == 7
    assert contents.finished
    assert not contents.torn
    assert contents.lines == len(lines_of(path))
    assert contents.size == path.stat().st_size


def test_each_line_names_the_hash_of_the_whole_line_before(tmp_path: Path) -> None:
    lines = lines_of(write_journal(tmp_path, games=2))
    previous = [json.loads(line)["prev"] for line in lines]
    assert previous == [None, *map(hash_of, lines[:-1])]


def test_games_and_the_end_carry_a_digest(tmp_path: Path) -> None:
    for raw in lines_of(write_journal(tmp_path, games=2)):
        line = json.loads(raw)
        assert ("digest" in line) == (line["type"] in ("game", "end"))
        if "digest" in line:
            assert line["digest"] == digest_of(line)


def test_a_game_line_has_content_then_digest_and_link_then_the_rest(tmp_path: Path) -> None:
    line = json.loads(lines_of(write_journal(tmp_path, games=1))[-2])
    order = ["marks", "hand_checks", "digest", "prev", "notes", "timing", "evidence", "attempt"]
    assert list(line)[-8:] == order


def test_the_digest_does_not_depend_on_timing_or_attempt() -> None:
    record = plain_record(0)
    other = msgspec.structs.replace(record, timing={"ms": [9.5]}, attempt=3, notes=((0, None, 0, "x"),))
    assert digest_of(game_line(record)) == digest_of(game_line(other))


def test_games_are_streamed_in_order(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=3)
    assert [game.id for game in iter_games(path)] == ["b0s0", "b1s0", "b2s0"]
    assert [line.type for line in iter_journal(path)] == ["tournament", "note", "void", "game", "game", "game", "end"]


def test_games_can_be_handed_out_instead_of_kept(tmp_path: Path) -> None:
    seen: list[str] = []
    contents = read_journal(write_journal(tmp_path, games=3), on_game=lambda game: seen.append(game.id))
    assert seen == ["b0s0", "b1s0", "b2s0"]
    assert contents.games == []


def test_find_journal_takes_a_folder_or_the_file(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=0)
    assert find_journal(tmp_path) == path
    assert find_journal(path) == path


# Continuing


def test_continuing_goes_on_with_the_chain(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=1, end=False)
    writer, contents, torn = JournalWriter.continue_(path)
    assert [game.id for game in contents.games] == ["b0s0"]
    assert not contents.finished
    assert torn is None
    with writer:
        writer.append(game_line(plain_record(1)))
    assert [game.id for game in read_journal(path).games] == ["b0s0", "b1s0"]


def test_continuing_twice_changes_nothing(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=2)
    before = path.read_bytes()
    for _ in range(2):
        JournalWriter.continue_(path)[0].close()
    assert path.read_bytes() == before


def test_a_finished_journal_may_be_extended_and_the_last_end_counts(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=1)
    writer, contents, _ = JournalWriter.continue_(path)
    assert contents.finished
    writer.append(game_line(plain_record(1)))
    writer.close()
    contents = read_journal(path)
    assert contents.end is not None
    assert contents.end["games"] == 1
    assert not contents.finished
    writer = JournalWriter.continue_(path)[0]
    writer.append({"type": "end", "seed": 7, "nonce": "00", "games": 2})
    writer.close()
    contents = read_journal(path)
    assert contents.end is not None
    assert contents.end["games"] == 2
    assert contents.finished


def test_a_torn_line_is_cut_off_and_returned(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=2, end=False)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"type":"game","id":"b2')
    assert read_journal(path).torn
    writer, contents, torn = JournalWriter.continue_(path)
    writer.close()
    assert torn == b'{"type":"game","id":"b2'
    assert contents.torn
    assert path.read_bytes() == whole


def test_zero_bytes_after_the_last_line_are_a_torn_line(tmp_path: Path) -> None:
    """A file system may lengthen a file before its data arrive; nothing that was acknowledged is lost."""
    path = write_journal(tmp_path, games=2, end=False)
    whole = path.read_bytes()
    path.write_bytes(whole + bytes(4096))
    assert JournalWriter.continue_(path)[2] == bytes(4096)
    assert path.read_bytes() == whole


def test_a_journal_without_a_whole_header_is_told_apart_and_made_anew(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=0, end=False)
    header = lines_of(path)[0]
    path.write_bytes(header[:50])
    with pytest.raises(NoHeaderError, match="stopped before anything was played"):
        JournalWriter.continue_(path)
    assert path.read_bytes() == header[:50]
    JournalWriter.create(path, HEADER).close()
    assert lines_of(path) == [header]


def test_create_never_writes_into_a_journal(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=1)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="there is a journal already"):
        JournalWriter.create(path, HEADER)
    assert path.read_bytes() == before


# Damage


def test_damage_in_the_middle_is_refused_with_line_and_byte(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=3)
    lines = lines_of(path)
    offset = sum(len(line) + 1 for line in lines[:4])
    changed = lines[3].replace(b'"b0s0"', b'"b9s0"')
    path.write_bytes(b"\n".join([*lines[:3], changed, *lines[4:]]) + b"\n")
    before = path.read_bytes()
    for read in (read_journal, JournalWriter.continue_):
        with pytest.raises(JournalError) as caught:
            read(path)
        assert str(caught.value).startswith(f"{path}:5: (byte {offset}) the chain is broken")
        assert (caught.value.line, caught.value.offset) == (5, offset)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: [lines[0], b"{nonsense", *lines[1:]], ":2: (byte 225) not a journal's line"),
        (lambda lines: [lines[0], bytes(100), *lines[1:]], ":2: (byte 225) 100 zero bytes where a line should be"),
        (lambda lines: [lines[0], b"[1,2]", *lines[1:]], ":2: (byte 225) not a journal's line"),
        (lambda lines: [lines[0], b"[" * 100_000, *lines[1:]], ":2: (byte 225) not a journal's line"),
        (lambda lines: [lines[0], b"\xff\xfe", *lines[1:]], ":2: (byte 225) not a journal's line"),
        (lambda lines: [lines[0], b"", *lines[1:]], ":2: (byte 225)"),
        (lambda lines: [lines[0], *lines[2:]], ":2: (byte 225) the chain is broken"),
        (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], ":2: (byte 225) the chain is broken"),
        (lambda lines: [*lines[:2], lines[1], *lines[2:]], ":3: (byte "),
        (lambda lines: lines[1:], ":1: (byte 0) the first line names a line before it"),
        (lambda lines: [*lines[:-1], lines[-1].replace(b'"games":3', b'"games":4')], "fit its digest"),
    ],
)
def test_every_kind_of_damage_is_refused(tmp_path: Path, change: Any, message: str) -> None:
    path = write_journal(tmp_path, games=3)
    header_end = len(lines_of(path)[0]) + 1
    path.write_bytes(b"\n".join(change(lines_of(path))) + b"\n")
    with pytest.raises(JournalError) as caught:
        JournalWriter.continue_(path)
    assert message.replace("225", str(header_end)) in str(caught.value)


def test_a_game_line_that_is_no_record_is_refused_with_its_key(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=0, end=False)
    writer = JournalWriter.continue_(path)[0]
    writer.append({**game_line(plain_record(0)), "scores": [1]})
    writer.close()
    with pytest.raises(JournalError, match=r":4: \(byte \d+\) not a game's record: scores: expected 4 values"):
        read_journal(path)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({"type": "tournament", "format": 2, "prev": None}, "format 2 is newer than this program knows (1)"),
        ({"type": "tournament", "format": "1", "prev": None}, "`format` must be a whole number"),
        ({"type": "tournament", "format": True, "prev": None}, "`format` must be a whole number"),
        ({"type": "tournament", "format": 0, "prev": None}, "`format` must be a whole number"),
        ({"type": "game", "prev": None}, 'its first line must be of type "tournament", not "game"'),
        ({"kind": "something"}, "not a journal's line"),
    ],
)
def test_what_is_no_journal_of_this_format_is_refused(tmp_path: Path, header: dict[str, Any], message: str) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text(json.dumps(header) + "\n")
    with pytest.raises(JournalError) as caught:
        read_journal(path)
    assert message in str(caught.value)


def test_a_missing_journal_is_said(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"journal\.jsonl: cannot be read: No such file"):
        read_journal(tmp_path / "journal.jsonl")


# Writing under trouble


def test_one_line_is_one_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_journal(tmp_path, games=0, end=False)
    writer = JournalWriter.continue_(path)[0]
    sizes: list[int] = []
    real_write = os.write

    def counting_write(descriptor: int, data: bytes) -> int:
        sizes.append(len(data))
        return real_write(descriptor, data)

    monkeypatch.setattr(os, "write", counting_write)
    writer.append(game_line(plain_record(0)))
    monkeypatch.undo()
    writer.close()
    assert sizes == [len(lines_of(path)[-1]) + 1]


def test_short_writes_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_journal(tmp_path, games=0, end=False)
    writer = JournalWriter.continue_(path)[0]
    real_write = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real_write(fd, data[:100]))
    writer.append(game_line(plain_record(0)))
    monkeypatch.undo()
    writer.close()
    assert read_journal(path).games == [plain_record(0)]


def test_games_are_synced_at_the_latest_every_ten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_journal(tmp_path, games=0, end=False)
    writer = JournalWriter.continue_(path)[0]
    synced: list[int] = []
    monkeypatch.setattr(journal_module, "_sync_data", synced.append)
    monkeypatch.setattr(time, "monotonic", lambda: writer._synced_at)
    for number in range(25):
        writer.append(game_line(plain_record(number)))
    assert len(synced) == 2
    writer.append({"type": "end", "seed": 7, "nonce": "00", "games": 25})
    assert len(synced) == 3, "an end line is on the disk before the run is called finished"
    writer.sync()
    assert len(synced) == 3, "nothing to sync"


def test_games_are_synced_when_time_has_gone_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_journal(tmp_path, games=0, end=False)
    writer = JournalWriter.continue_(path)[0]
    now = [writer._synced_at]
    synced: list[int] = []
    monkeypatch.setattr(journal_module, "_sync_data", synced.append)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    writer.append(game_line(plain_record(0)))
    assert synced == []
    now[0] += 0.25
    writer.sync_if_due()
    assert len(synced) == 1


def test_a_closed_writer_refuses(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=0, end=False)
    writer = JournalWriter.continue_(path)[0]
    writer.close()
    writer.close()
    with pytest.raises(JournalError, match="closed"):
        writer.append(game_line(plain_record(0)))


def test_a_deleted_journal_stops_the_writer(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=0, end=False)
    writer = JournalWriter.continue_(path)[0]
    path.unlink()
    with pytest.raises(JournalError, match="was deleted while the run went on"):
        writer.append(game_line(plain_record(0)))


def test_a_journal_changed_by_somebody_else_is_left_alone(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=0, end=False)
    writer = JournalWriter.continue_(path)[0]
    with path.open("ab") as other:
        other.write(b"something\n")
    before = path.read_bytes()
    with pytest.raises(JournalError, match="was changed by another program"):
        writer.append(game_line(plain_record(0)))
    assert path.read_bytes() == before


def test_the_writer_does_not_hand_the_journal_to_children(tmp_path: Path) -> None:
    path = write_journal(tmp_path, games=0, end=False)
    writer = JournalWriter.continue_(path)[0]
    assert writer._descriptor is not None
    assert not os.get_inheritable(writer._descriptor)
    writer.close()
