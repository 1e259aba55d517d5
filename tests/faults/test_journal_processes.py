"""A journal, its readers and its lock between processes: kills, a reader beside the writer, locks left behind."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ohhell_referee.record.journal import JournalWriter, iter_games, read_journal
from ohhell_referee.record.lock import LockTaken, RunLock
from ohhell_referee.record.verify import verify_journal
from support.journals import HEADER, plain_record

WRITER = """
import sys
from pathlib import Path
from support.journals import HEADER, plain_record
from ohhell_referee.record.game_record import game_line
from ohhell_referee.record.journal import JournalWriter
path = Path(sys.argv[1])
writer, contents, _ = JournalWriter.continue_(path)
number = len(contents.games)
while number < int(sys.argv[2]):
    writer.append(game_line(plain_record(number)))
    number += 1
    print(number, flush=True)
writer.close()
"""

HOLDER = """
import sys, time
from pathlib import Path
from ohhell_referee.record.lock import RunLock
RunLock(Path(sys.argv[1])).acquire()
print("held", flush=True)
time.sleep(60)
"""

FORKING_HOLDER = """
import os, sys, time
from pathlib import Path
from ohhell_referee.record.lock import RunLock
RunLock(Path(sys.argv[1])).acquire()
child = os.fork()
if child == 0:
    time.sleep(60)
    os._exit(0)
print(child, flush=True)
os._exit(0)
"""


def start(program: str, *arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )


def test_every_game_announced_before_a_kill_is_there_after_it(tmp_path: Path) -> None:
    """Killed 15 times at any instant and continued: each game once, in order, as if nothing had happened."""
    path = tmp_path / "journal.jsonl"
    JournalWriter.create(path, HEADER).close()
    done = 0
    for attempt in range(15):
        process = start(WRITER, path, 1_000_000)
        assert process.stdout is not None
        for _ in range(1 + attempt * 37 % 200):
            done = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        done = max([done, *(int(line) for line in process.stdout.read().splitlines(keepends=True) if line[-1] == "\n")])
        process.stdout.close()
        process.wait()
        assert len(read_journal(path).games) >= done
    writer, contents, _ = JournalWriter.continue_(path)
    writer.close()
    assert contents.games == [plain_record(number) for number in range(len(contents.games))]


def test_a_reader_beside_the_writer_sees_whole_lines_only(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    JournalWriter.create(path, HEADER).close()
    process = start(WRITER, path, 3000)
    assert process.stdout is not None
    process.stdout.readline()
    seen = [0]
    while process.poll() is None:
        seen.append(sum(1 for _ in iter_games(path)))
        verify = [found.what for found in verify_journal(path).differences if "prev" in found.what]
        assert verify == []
        process.stdout.readline()
    process.stdout.close()
    assert seen == sorted(seen)
    assert len(seen) > 3
    assert process.returncode == 0


def test_a_killed_holder_leaves_no_lock(tmp_path: Path) -> None:
    process = start(HOLDER, tmp_path)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    with pytest.raises(LockTaken) as caught:
        RunLock(tmp_path).acquire(wait_seconds=0.1)
    assert caught.value.holder["pid"] == process.pid
    process.kill()
    process.wait()
    process.stdout.close()
    with RunLock(tmp_path) as lock:
        assert lock.held


def test_waiting_for_a_lock_that_becomes_free(tmp_path: Path) -> None:
    process = start(HOLDER, tmp_path)
    assert process.stdout is not None
    process.stdout.readline()
    process.kill()
    started = time.monotonic()
    RunLock(tmp_path).acquire(wait_seconds=5)
    assert time.monotonic() - started < 5
    process.wait()
    process.stdout.close()


def test_a_forked_child_of_a_dead_holder_keeps_the_lock_and_the_message_says_so(tmp_path: Path) -> None:
    process = start(FORKING_HOLDER, tmp_path)
    assert process.stdout is not None
    child = int(process.stdout.readline())
    process.wait()
    try:
        with pytest.raises(LockTaken, match="it has ended, but a process that it started still holds the lock"):
            RunLock(tmp_path).acquire()
    finally:
        os.kill(child, signal.SIGKILL)
        process.stdout.close()
    RunLock(tmp_path).acquire(wait_seconds=5)


def test_a_program_that_the_holder_starts_does_not_keep_the_lock(tmp_path: Path) -> None:
    lock = RunLock(tmp_path)
    lock.acquire()
    assert lock._descriptor is not None
    program = f"import os, sys; sys.exit(os.path.exists('/proc/self/fd/{lock._descriptor}'))"
    assert subprocess.run([sys.executable, "-c", program], close_fds=False, check=False, timeout=60).returncode == 0
    lock.release()
    RunLock(tmp_path).acquire(wait_seconds=0)


MEASURE = """
import json, resource, sys
from pathlib import Path
from ohhell_referee.record.journal import JournalWriter, iter_games
path = Path(sys.argv[1])
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = peak()
count = sum(1 for _ in iter_games(path))
seen = []
writer, contents, _ = JournalWriter.continue_(path, on_game=lambda game: seen.append(game.id))
writer.close()
print(json.dumps([count, len(seen), len(contents.games), peak() - before]))
"""


@pytest.mark.slow
def test_a_hundred_thousand_games_are_read_in_flat_memory(tmp_path: Path) -> None:
    from ohhell_referee.record.digests import hash_of
    from ohhell_referee.record.game_record import game_line
    from ohhell_referee.record.journal import _linked
    from ohhell_referee.record.lines import encode_line

    path = tmp_path / "journal.jsonl"
    JournalWriter.create(path, HEADER).close()
    previous = hash_of(path.read_bytes()[:-1])
    with path.open("ab") as file:
        for number in range(100_000):
            line = encode_line(_linked(game_line(plain_record(number)), previous))
            previous = hash_of(line)
            file.write(line + b"\n")
    started = time.monotonic()
    done = subprocess.run([sys.executable, "-c", MEASURE, str(path)], capture_output=True, text=True, check=True)
    count, seen, kept, growth_kb = json.loads(done.stdout)
    assert (count, seen, kept) == (100_000, 100_000, 0)
    assert growth_kb < 60_000
    assert time.monotonic() - started < 30
