"""What a bot prints: the first half of the limit as it came, of the rest the newest, whatever the sizes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ohhell_referee.bots.capture import CUT, TAIL_BYTES, CappedLog

LIMIT = 8000


def numbered(size: int) -> bytes:
    """Bytes of which every part is different."""
    return b"".join(b"%06d " % number for number in range(size // 7 + 1))[:size]


def printed(path: Path, *blocks: bytes, limit: int = LIMIT) -> bytes:
    """What the file holds after a process has printed these blocks, a second apart, and ended."""
    log = CappedLog(path, limit)
    for second, block in enumerate(blocks):
        log.write(block, float(second))
    log.close()
    return path.read_bytes() if path.exists() else b""


def test_a_silent_bot_leaves_no_file(tmp_path: Path) -> None:
    assert printed(tmp_path / "log") == b""
    assert not (tmp_path / "log").exists()


def test_what_fits_is_kept_as_it_came(tmp_path: Path) -> None:
    text = numbered(LIMIT)
    assert printed(tmp_path / "log", text[:10], text[10:4500], text[4500:]) == text


def test_beyond_the_limit_the_beginning_and_the_newest_are_kept(tmp_path: Path) -> None:
    text = numbered(50_000)
    assert printed(tmp_path / "log", text) == text[:4000] + CUT + text[-4000:]


def test_a_byte_too_many_is_enough_to_say_that_something_is_left_out(tmp_path: Path) -> None:
    text = numbered(LIMIT + 1)
    assert printed(tmp_path / "log", text) == text[:4000] + CUT + text[-4000:]


def test_the_size_stays_within_the_limit_over_any_number_of_processes(tmp_path: Path) -> None:
    """A bot that crashes in every game and is started again prints into the same file."""
    path = tmp_path / "log"
    for _ in range(20):
        kept = printed(path, numbered(3000), b"last words")
        assert len(kept) <= LIMIT + len(CUT)
        assert kept.endswith(b"last words")
    assert kept.startswith(numbered(3000))
    assert kept.count(CUT) == 1


def test_a_limit_that_has_changed_since_the_last_process_holds_from_now_on(tmp_path: Path) -> None:
    path = tmp_path / "log"
    text = numbered(50_000)
    printed(path, text, limit=20_000)
    kept = printed(path, b"!", limit=LIMIT)
    assert kept == text[:4000] + CUT + text[-3999:] + b"!"
    kept = printed(path, b"?", limit=20_000)
    assert kept.count(CUT) == 1
    assert kept.endswith(text[-3999:] + b"!?")


@given(
    st.lists(st.lists(st.integers(0, 9000), max_size=4), min_size=1, max_size=4),
    st.sampled_from([4096, 5001, 20_000]),
)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_several_processes_are_kept_as_one_that_printed_it_all(
    tmp_path: Path, processes: list[list[int]], limit: int
) -> None:
    path = tmp_path / "log"
    path.unlink(missing_ok=True)
    everything = b""
    for sizes in processes:
        blocks = [numbered(len(everything) + size)[len(everything) :] for size in sizes]
        everything += b"".join(blocks)
        kept = printed(path, *blocks, limit=limit)
    head = limit // 2
    if len(everything) <= limit:
        assert kept == everything
    else:
        assert kept == everything[:head] + CUT + everything[-(limit - head) :]


def test_the_newest_part_reaches_the_disk_once_a_second_while_the_bot_lives(tmp_path: Path) -> None:
    path = tmp_path / "log"
    log = CappedLog(path, LIMIT)
    log.write(numbered(5000), 10.0)
    log.write(b"a moment later", 10.5)
    assert path.read_bytes() == numbered(5000)
    log.write(b", a second later", 11.0)
    assert path.read_bytes().endswith(b"a moment later, a second later")
    log.close()


def test_the_tail_is_the_newest_part_as_text(tmp_path: Path) -> None:
    log = CappedLog(None, LIMIT)
    assert log.tail() == ""
    log.write(b"x" * 10_000, 0.0)
    log.write("grün\xff".encode("latin-1"), 0.0)
    assert log.tail() == "x" * (TAIL_BYTES - 5) + "gr\ufffdn\ufffd"
    assert log.total == 10_005


def test_a_place_that_cannot_be_written_is_a_problem_and_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    log = CappedLog(tmp_path / "file" / "log", LIMIT)
    log.write(b"hello", 0.0)
    log.write(b" again", 0.0)
    assert log.tail() == "hello again"
    assert log.problem is not None
    assert "what the bot prints is not kept" in log.problem
    log.close()


def test_a_full_disk_is_a_problem_and_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    log = CappedLog(tmp_path / "log", LIMIT)
    log.write(b"hello", 0.0)
    monkeypatch.setattr("ohhell_referee.bots.capture.os.pwrite", full)
    log.write(b" again", 0.0)
    log.write(b" and again", 0.0)
    assert log.problem is not None
    assert "No space left" in log.problem
    log.close()
    assert (tmp_path / "log").read_bytes() == b"hello"


def test_short_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is nearly full takes part of what it is given, without an error."""
    import os

    whole = os.pwrite
    monkeypatch.setattr(
        "ohhell_referee.bots.capture.os.pwrite", lambda file, data, place: whole(file, data[:100], place)
    )
    assert printed(tmp_path / "log", numbered(6000)) == numbered(6000)
