"""A journal whose end was lost, at every byte: continuing loses what was being written, and nothing else."""

import os
import shutil
from pathlib import Path

import pytest

from ohhell_referee.record.journal import JournalWriter, NoHeaderError, read_journal
from ohhell_referee.record.verify import verify_journal
from support.records import header_of, make_run, read_lines, variant_of


@pytest.fixture
def quick_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests are about what is in the file, thousands of times over; not about when it reaches the disk."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    monkeypatch.setattr("ohhell_referee.record.journal._sync_data", lambda _: None)


@pytest.mark.usefixtures("quick_sync")
def test_cut_at_every_byte_and_continued_the_journal_is_the_same_again(tmp_path: Path) -> None:
    variant = variant_of({"schedule": {"hands": "1..2"}})
    path = make_run(tmp_path, variant, blocks=1, seatings=2, fault_rate=0.1)
    whole = path.read_bytes()
    lines = read_lines(path)
    boundaries = [0] + [at + 1 for at, byte in enumerate(whole) if byte == 10]
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        kept = sum(boundary <= size for boundary in boundaries) - 1
        try:
            writer, contents, torn = JournalWriter.continue_(path)
        except NoHeaderError:
            assert kept == 0
            assert path.read_bytes() == whole[:size], "a refused journal is left alone"
            writer = JournalWriter.create(path, header_of(variant))
            kept = 1
        else:
            assert contents.lines == kept
            assert (torn or b"") == whole[boundaries[kept] : size]
        for line in lines[kept:]:
            writer.append(line)
        writer.close()
        assert path.read_bytes() == whole


@pytest.mark.usefixtures("quick_sync")
def test_a_torn_end_filled_with_zeros_is_cut_as_well(tmp_path: Path) -> None:
    """After a power loss a file may have its new length and zeros for the data."""
    path = make_run(tmp_path, variant_of({"schedule": {"hands": "1..2"}}), blocks=1)
    whole = path.read_bytes()
    start = whole.rstrip(b"\n").rfind(b"\n") + 1
    for kept in range(0, len(whole) - start, 7):
        path.write_bytes(whole[: start + kept] + bytes(len(whole) - start - kept))
        writer, _, torn = JournalWriter.continue_(path)
        writer.close()
        assert torn is not None
        assert path.read_bytes() == whole[:start]


@pytest.mark.usefixtures("quick_sync")
def test_continuing_can_itself_be_cut_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash between reading and cutting leaves the torn line; the next attempt finds the same."""
    path = make_run(tmp_path, blocks=1, end=False)
    with path.open("ab") as file:
        file.write(b'{"type":"game"')
    copy = tmp_path / "copy.jsonl"
    shutil.copy(path, copy)

    def power_cut(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "ftruncate", power_cut)
    with pytest.raises(KeyboardInterrupt):
        JournalWriter.continue_(path)
    monkeypatch.undo()
    assert path.read_bytes() == copy.read_bytes()
    writer, contents, torn = JournalWriter.continue_(path)
    writer.close()
    assert torn == b'{"type":"game"'
    assert contents.lines == read_journal(path).lines


def test_verify_reads_a_torn_journal_to_its_last_whole_line(tmp_path: Path) -> None:
    path = make_run(tmp_path, blocks=2, end=False)
    whole = path.read_bytes()
    header_end = whole.index(b"\n") + 1
    for size in range(header_end, len(whole), 97):
        path.write_bytes(whole[:size])
        assert verify_journal(path).ok
