"""Clocks: limits, margins, banks, late answers, and pauses that are the referee's own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ohhell_referee.bots import Answered, Faulted, Lag, Ready, Switchboard
from support.boards import Watcher, bid_request, zoo_spec


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    with Switchboard(margin_ms=20) as board:
        yield Watcher(board)


def test_an_answer_beyond_limit_and_margin_is_late(watcher: Watcher, tmp_path: Path) -> None:
    """B02: recorded time at least the limit, and nobody waits for the bot beyond it."""
    instance = watcher.ready(zoo_spec("--do=sleep=60000@bid:3", folder=tmp_path))
    for _ in range(2):
        watcher.ask(instance, bid_request(limit_ms=5000))
        watcher.next(Answered)
    request = watcher.ask(instance, bid_request(limit_ms=300))
    faulted = watcher.next(Faulted)
    assert (faulted.request, faulted.fault_class) == (request, "late")
    assert 320 <= faulted.ms < 20_000
    assert faulted.evidence["code"] == "late"
    assert "300 ms" in faulted.text


def test_a_late_answer_is_dropped_and_never_taken_for_the_next_request(watcher: Watcher, tmp_path: Path) -> None:
    """The answer to the first comes while the second is out; it is legal for both."""
    instance = watcher.ready(zoo_spec("--do=sleep=350@bid:1", folder=tmp_path))
    watcher.ask(instance, bid_request(limit_ms=200))
    assert watcher.next(Faulted).fault_class == "late"
    second = watcher.ask(instance, bid_request(limit_ms=1000))
    answered = watcher.next(Answered)
    assert answered.request is second
    assert instance.late_answers == 1
    watcher.quiet(0.05)


def test_a_frame_has_the_sum_of_its_limits(watcher: Watcher, tmp_path: Path) -> None:
    """Three requests of 1000 ms in one frame: 1500 ms for the first of them are in order."""
    instance = watcher.ready(zoo_spec("--do=sleep=1500@bid:1", folder=tmp_path))
    begin = time.monotonic()
    for _ in range(3):
        watcher.board.ask(instance, bid_request(limit_ms=1000))
    watcher.board.flush()
    watcher.until(lambda events: len(events) == 3)
    shares = [event.ms for event in watcher.events if isinstance(event, Answered)]
    assert len(shares) == 3
    assert shares[0] == shares[1] == shares[2]
    assert 1499 <= sum(shares) <= (time.monotonic() - begin) * 1000


def test_only_the_unanswered_requests_of_a_frame_are_late(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec("--one-by-one", "--do=hang@bid:3", folder=tmp_path))
    requests = [bid_request(limit_ms=100) for _ in range(4)]
    for request in requests:
        watcher.board.ask(instance, request)
    watcher.until(lambda events: len(events) == 4)
    kinds = [(type(event), event.request) for event in watcher.events if isinstance(event, Answered | Faulted)]
    assert kinds == list(zip([Answered, Answered, Faulted, Faulted], requests, strict=True))


def test_the_next_frames_clock_waits_for_the_one_before(watcher: Watcher, tmp_path: Path) -> None:
    """Two frames sent at once: the first takes 700 ms of its 1200, the second 700 ms of its own 1200."""
    instance = watcher.ready(zoo_spec("--one-by-one", "--do=sleep=700@bid:*", folder=tmp_path))
    begin = time.monotonic()
    for _ in range(2):
        watcher.ask(instance, bid_request(limit_ms=1200))
    first, second = watcher.next(Answered), watcher.next(Answered)
    assert 1399 <= first.ms + second.ms <= (time.monotonic() - begin) * 1000
    assert first.ms >= 700


def test_the_bank_pays_what_is_beyond_the_limit(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec("--do=sleep=300@bid:1", "--do=sleep=50@bid:2", folder=tmp_path))
    begin = time.monotonic()
    watcher.ask(instance, bid_request(limit_ms=100, bank_ms=10_000))
    answered = watcher.next(Answered)
    assert 300 <= answered.ms <= (time.monotonic() - begin) * 1000
    assert answered.bank_ms >= 180
    assert abs(answered.ms - answered.bank_ms - 120) <= 1
    watcher.ask(instance, bid_request(limit_ms=5000, bank_ms=10_000 - answered.bank_ms))
    assert watcher.next(Answered).bank_ms == 0


def test_an_empty_bank_is_late(watcher: Watcher, tmp_path: Path) -> None:
    """B02, in the mode with a bank."""
    instance = watcher.ready(zoo_spec("--do=sleep=60000@bid:1", folder=tmp_path))
    watcher.ask(instance, bid_request(limit_ms=100, bank_ms=300))
    faulted = watcher.next(Faulted)
    assert (faulted.fault_class, faulted.bank_ms) == ("late", 300)
    assert 420 <= faulted.ms < 20_000


def test_each_decision_is_charged_once(watcher: Watcher, tmp_path: Path) -> None:
    """B27: 20 ms each, with notices in between that cost nothing."""
    instance = watcher.ready(zoo_spec("--events", "--do=sleep=20@bid:*", folder=tmp_path))
    times = []
    begin = time.monotonic()
    for turn in range(30):
        for _ in range(turn % 4):
            watcher.board.post(instance, {"type": "bid_made", "game": "g1", "hand": 0, "seat": 1, "bid": 2})
        watcher.ask(instance)
        times.append(watcher.next(Answered).ms)
    assert min(times) >= 20
    assert sum(times) <= (time.monotonic() - begin) * 1000


def test_a_pause_of_the_caller_forfeits_nothing(watcher: Watcher, tmp_path: Path) -> None:
    """The referee does something else for a second; the answer has long arrived."""
    instance = watcher.ready(zoo_spec(folder=tmp_path))
    watcher.ask(instance, bid_request(limit_ms=200))
    time.sleep(1.0)
    lag = watcher.next(Lag)
    assert lag.ms >= 1000
    answered = watcher.next(Answered)
    assert answered.ms < 900  # the pause is not in it


def test_a_bot_that_thinks_too_long_is_late_in_spite_of_a_pause(watcher: Watcher, tmp_path: Path) -> None:
    """After the pause it has its own limit, no more."""
    instance = watcher.ready(zoo_spec("--do=hang@bid", folder=tmp_path))
    watcher.ask(instance, bid_request(limit_ms=200))
    time.sleep(0.6)
    watcher.next(Lag)
    assert watcher.next(Faulted).fault_class == "late"


REFEREE = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from ohhell_referee.bots import Answered, Switchboard, Lag
from support.boards import Watcher, bid_request, zoo_spec
with Switchboard(margin_ms=20) as board:
    watcher = Watcher(board)
    instance = board.start(zoo_spec("--do=sleep=600@{phase}", folder=Path({folder!r}), startup_ms=2800))
    print("started", flush=True)
    watcher.until(lambda events: instance.hello is not None)
    watcher.events.clear()
    for _ in range(2):
        watcher.ask(instance, bid_request(limit_ms=2000))
        print("asked", flush=True)
        watcher.until(lambda events: any(not isinstance(event, Lag) for event in events))
        print([type(event).__name__ for event in watcher.events], flush=True)
        watcher.events.clear()
"""


@pytest.mark.parametrize(("phase", "line"), [("hello", "started"), ("bid:1", "asked")])
def test_a_stopped_referee_forfeits_nobody(tmp_path: Path, phase: str, line: str) -> None:
    """B15: SIGSTOP of the referee alone for 3 s while a hello, or an answer, with a limit below that is outstanding."""
    tests = str(Path(__file__).parents[1])
    program = REFEREE.format(tests=tests, phase=phase, folder=str(tmp_path))
    referee = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert referee.stdout is not None
    while referee.stdout.readline().strip() != line:
        assert referee.poll() is None
    time.sleep(0.1)
    os.kill(referee.pid, signal.SIGSTOP)
    time.sleep(3.0)
    os.kill(referee.pid, signal.SIGCONT)
    rest = referee.communicate(timeout=20)[0]
    assert referee.returncode == 0
    assert "Faulted" not in rest
    assert rest.count("'Answered'") == 2
    if line == "asked":
        assert "'Lag'" in rest


@pytest.mark.slow
def test_honest_bots_are_not_late_on_a_busy_machine(watcher: Watcher, tmp_path: Path) -> None:
    """B03: two processes that do nothing but burn; eight bots with a limit of 200 ms and nearly no thinking."""
    hogs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        bots = [watcher.board.start(zoo_spec("--do=sleep=1@bid:*", folder=tmp_path)) for _ in range(8)]
        watcher.until(lambda events: sum(isinstance(event, Ready) for event in events) == 8, 30.0)
        watcher.events.clear()
        for _ in range(200):
            for bot in bots:
                watcher.board.ask(bot, bid_request(limit_ms=200))
            watcher.until(lambda events: sum(not isinstance(event, Lag) for event in events) == 8, 30.0)
            assert not any(isinstance(event, Faulted) for event in watcher.events)
            watcher.events.clear()
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()


def test_poll_returns_at_once_when_there_is_something_and_waits_otherwise(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec("--do=sleep=100@bid:*", folder=tmp_path))
    begin = time.monotonic()
    assert watcher.board.poll(50.0) == []
    assert time.monotonic() - begin >= 0.05
    waits = []
    for _ in range(20):
        begin = time.monotonic()
        assert watcher.board.poll(0.0) == []
        waits.append(time.monotonic() - begin)
    assert min(waits) < 0.02
    watcher.ask(instance)
    begin = time.monotonic()
    assert len(watcher.board.poll(5000.0)) == 1
    assert 0.1 <= time.monotonic() - begin < 5.0


def test_there_is_no_thread_of_ours(watcher: Watcher, tmp_path: Path) -> None:
    watcher.ready(zoo_spec(folder=tmp_path))
    assert threading.active_count() == 1
