"""Disks that are full, fail, or are taken away while a journal is written."""

import contextlib
import errno
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ohhell_referee.record.game_record import game_line
from ohhell_referee.record.journal import JournalError, JournalWriter, read_journal
from support.journals import HEADER, plain_record, write_journal


class FillingDisk:
    """os.write on a disk with so many bytes left: first short writes, then the error, as Linux does it."""

    def __init__(self, room: int, error: int = errno.ENOSPC) -> None:
        self.room = room
        self.error = error
        self.real_write = os.write

    def write(self, descriptor: int, data: bytes) -> int:
        if self.room <= 0:
            raise OSError(self.error, os.strerror(self.error))
        count = self.real_write(descriptor, data[: self.room])
        self.room -= count
        return count


def test_a_disk_that_fills_at_any_byte_of_a_line_leaves_no_half_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_journal(tmp_path, games=1, end=False)
    before = path.read_bytes()
    size = 0
    with JournalWriter.continue_(path)[0] as writer:
        writer.append(game_line(plain_record(1)))
        size = path.stat().st_size - len(before)
    for room in range(size):
        path.write_bytes(before)
        writer = JournalWriter.continue_(path)[0]
        disk = FillingDisk(room)
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", disk.write)
            with pytest.raises(JournalError, match="cannot be written: No space left on device; nothing is lost but"):
                writer.append(game_line(plain_record(1)))
        assert path.read_bytes() == before
        with pytest.raises(JournalError, match="closed"):
            writer.append(game_line(plain_record(1)))


def test_where_even_cutting_back_fails_the_torn_line_is_cut_on_continuing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_journal(tmp_path, games=1, end=False)
    before = path.read_bytes()
    writer = JournalWriter.continue_(path)[0]

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", FillingDisk(40).write)
        patch.setattr(os, "ftruncate", fail)
        with pytest.raises(JournalError, match="No space left on device"):
            writer.append(game_line(plain_record(1)))
    assert len(path.read_bytes()) == len(before) + 40
    writer, contents, torn = JournalWriter.continue_(path)
    writer.close()
    assert torn is not None
    assert len(torn) == 40
    assert len(contents.games) == 1
    assert path.read_bytes() == before


def test_a_failing_sync_stops_the_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a failed sync a second one may succeed without the data: it is not tried."""
    path = write_journal(tmp_path, games=0, end=False)
    writer = JournalWriter.continue_(path)[0]
    tries: list[int] = []

    def fail(descriptor: int) -> None:
        tries.append(descriptor)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("ohhell_referee.record.journal._sync_data", fail)
    writer.append(game_line(plain_record(0)))
    with pytest.raises(JournalError, match="the disk did not take what was written: Input/output error"):
        writer.sync()
    with pytest.raises(JournalError, match="closed"):
        writer.append(game_line(plain_record(1)))
    writer.close()
    assert len(tries) == 1


def test_a_failing_sync_at_the_end_line_is_an_error_of_the_append(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_journal(tmp_path, games=0, end=False)
    writer = JournalWriter.continue_(path)[0]

    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("ohhell_referee.record.journal._sync_data", fail)
    with pytest.raises(JournalError, match="No space left"):
        writer.append({"type": "end", "seed": 7, "nonce": "00", "games": 0})


def test_an_interrupt_in_the_middle_of_a_line_takes_it_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_journal(tmp_path, games=1, end=False)
    before = path.read_bytes()
    writer = JournalWriter.continue_(path)[0]
    real_write = os.write

    def interrupted(descriptor: int, data: bytes) -> int:
        real_write(descriptor, data[:50])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            writer.append(game_line(plain_record(1)))
    assert path.read_bytes() == before


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tiny", str(folder)]
    try:
        mounted = subprocess.run(command, capture_output=True, check=False, timeout=20).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("mounting a small tmpfs needs root")
    yield folder
    subprocess.run(["umount", str(folder)], check=True, timeout=20)


def test_a_real_disk_that_fills_stops_the_run_and_it_continues_after_freeing(tiny_disk: Path) -> None:
    ballast = tiny_disk / "ballast"
    ballast.write_bytes(bytes(20_000))
    path = write_journal(tiny_disk, games=0, end=False)
    written = 0
    writer = JournalWriter.continue_(path)[0]
    message = ""
    while not message:
        try:
            writer.append(game_line(plain_record(written)))
            written += 1
        except JournalError as error:
            message = str(error)
    assert "No space left on device" in message
    assert written > 10
    contents = read_journal(path)
    assert len(contents.games) == written
    assert not contents.torn
    ballast.unlink()
    writer, contents, torn = JournalWriter.continue_(path)
    assert torn is None
    assert len(contents.games) == written
    writer.append(game_line(plain_record(written)))
    writer.close()
    assert len(read_journal(path).games) == written + 1


def test_a_full_disk_at_the_very_start(tiny_disk: Path) -> None:
    """The header does not fit: nothing that looks like a journal is left, and the next attempt succeeds."""
    ballast = tiny_disk / "ballast"
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    path = tiny_disk / "journal.jsonl"
    with pytest.raises(JournalError, match=r"journal\.jsonl: cannot be"):
        JournalWriter.create(path, HEADER)
    ballast.unlink()
    JournalWriter.create(path, HEADER).close()
    assert read_journal(path).lines == 1


def _limit_file_size() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


def test_a_limit_on_the_size_of_files_is_said(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from support.journals import *\n"
        "from ohhell_referee.record.journal import *\n"
        "with JournalWriter.create(Path(sys.argv[1]), HEADER) as writer:\n"
        "    for number in range(1000):\n"
        "        writer.append(game_line(plain_record(number)))\n"
    )
    path = tmp_path / "journal.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        preexec_fn=_limit_file_size,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "cannot be written: File too large" in done.stderr
    contents = read_journal(path)
    assert contents.games
    assert not contents.torn


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(JournalError, match="cannot be made: Permission denied"):
        JournalWriter.create(tmp_path / "journal.jsonl", HEADER)
    tmp_path.chmod(0o700)
