"""The run folder's lock."""

import json
import os
import socket
from pathlib import Path

import pytest

from ohhell_referee.record.lock import LockFailed, LockTaken, RunLock


def test_a_second_writer_is_told_who_holds_the_lock(tmp_path: Path) -> None:
    with RunLock(tmp_path), pytest.raises(LockTaken) as caught:
        RunLock(tmp_path).acquire(wait_seconds=0)
    assert caught.value.holder["pid"] == os.getpid()
    assert caught.value.holder["host"] == socket.gethostname()
    assert f"process {os.getpid()} on {socket.gethostname()} has been writing this run since" in str(caught.value)


def test_the_lock_is_free_after_release(tmp_path: Path) -> None:
    first = RunLock(tmp_path)
    first.acquire()
    first.acquire()
    assert first.held
    first.release()
    first.release()
    assert not first.held
    second = RunLock(tmp_path)
    second.acquire(wait_seconds=0)
    second.release()


def test_what_an_ended_holder_wrote_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / ".lock").write_text(json.dumps({"pid": 1, "host": "elsewhere", "since": "long ago"}))
    with RunLock(tmp_path) as lock:
        assert json.loads((tmp_path / ".lock").read_text())["pid"] == os.getpid()
        assert lock.held


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"pid": "x"}'])
def test_a_holder_that_has_not_said_who_it_is(tmp_path: Path, text: str) -> None:
    with RunLock(tmp_path):
        (tmp_path / ".lock").write_text(text)
        with pytest.raises(LockTaken, match="has not said which one"):
            RunLock(tmp_path).acquire()


def test_a_lock_kept_by_a_child_of_a_dead_holder_is_said(tmp_path: Path) -> None:
    with RunLock(tmp_path):
        holder = {"pid": 2**22 + 1, "host": socket.gethostname(), "since": "just now"}
        (tmp_path / ".lock").write_text(json.dumps(holder))
        with pytest.raises(LockTaken, match="it has ended, but a process that it started still holds the lock"):
            RunLock(tmp_path).acquire()


def test_the_lock_is_not_inherited(tmp_path: Path) -> None:
    with RunLock(tmp_path) as lock:
        assert lock._descriptor is not None
        assert not os.get_inheritable(lock._descriptor)


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(LockFailed, match=r"nowhere/.lock: cannot be opened: No such file"):
        RunLock(tmp_path / "nowhere").acquire()
