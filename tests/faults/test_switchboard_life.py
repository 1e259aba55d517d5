"""Start, death and goodbye of bots, as the switchboard alone sees them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ohhell_referee.bots import Answered, BotSpec, Died, Faulted, Ready, StartFailed, Switchboard
from support.boards import Watcher, bid_request, game_start, open_descriptors, processes_with, zoo_spec

SOON = 10.0
"""Seconds; a second on a machine with nothing else to do, and far less than any limit that a bot is given here."""


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    with Switchboard(margin_ms=20) as board:
        yield Watcher(board)


def test_a_good_bot_says_hello_and_answers(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec("--games=7", "--events", folder=tmp_path))
    assert instance.hello is not None
    assert (instance.hello.games, instance.hello.events, instance.hello.name) == (7, True, "zoo")
    watcher.board.post(instance, game_start())
    request = watcher.ask(instance)
    answered = watcher.next(Answered)
    assert (answered.request, answered.value, answered.note) == (request, 0, None)
    assert answered.ms > 0


@pytest.mark.parametrize("phase", ["game_start", "bid:1", "bid:3"])
@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("exit=0", "exit(0)"),
        ("exit=3", "exit(3)"),
        ("kill=SIGSEGV", "signal SIGSEGV"),
        ("kill=SIGKILL", "signal SIGKILL"),
    ],
)
def test_a_death_is_told_with_its_cause_within_a_second(
    watcher: Watcher, tmp_path: Path, phase: str, fault: str, text: str
) -> None:
    """B01: although the limit is an hour."""
    instance = watcher.ready(zoo_spec(f"--do={fault}@{phase}", folder=tmp_path))
    watcher.board.post(instance, game_start())
    begin = time.monotonic()
    while not any(isinstance(event, Died) for event in watcher.events):
        request = watcher.ask(instance, bid_request(limit_ms=3_600_000))
        watcher.events.clear()
        watcher.until(lambda events: len(events) > 0)
    assert time.monotonic() - begin < SOON
    died = watcher.next(Died)
    assert died.text == text
    assert died.requests == [request]
    assert not instance.alive


def test_answers_sent_before_the_death_count(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec("--one-by-one", "--do=sleep=50@bid:3", "--do=exit=1@bid:3", folder=tmp_path))
    requests = [bid_request() for _ in range(4)]
    for request in requests:
        watcher.board.ask(instance, request)
    assert watcher.next(Answered).request is requests[0]
    assert watcher.next(Answered).request is requests[1]
    assert watcher.next(Died).requests == requests[2:]


def test_a_death_is_seen_although_a_child_keeps_connection_and_outputs(watcher: Watcher, tmp_path: Path) -> None:
    """B13."""
    marker = f"keeper-{os.getpid()}"
    instance = watcher.ready(zoo_spec(f"--do=orphan_keeps_all={marker}@bid:1", marker, folder=tmp_path))
    begin = time.monotonic()
    watcher.ask(instance, bid_request(limit_ms=60_000))
    died = watcher.next(Died)
    assert time.monotonic() - begin < SOON
    assert died.text == "exit(0)"
    assert processes_with(marker) == []


def test_a_lost_connection_is_a_death(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec("--do=disconnect@bid:1", folder=tmp_path))
    request = watcher.ask(instance, bid_request(limit_ms=60_000))
    died = watcher.next(Died)
    assert died.text.startswith("lost its connection")
    assert died.requests == [request]
    assert not os.path.exists(f"/proc/{instance.pid}")


def test_a_token_works_once(watcher: Watcher, tmp_path: Path) -> None:
    """A bot that comes back on a new connection is not let in again."""
    instance = watcher.ready(zoo_spec("--do=reconnect@bid:1", folder=tmp_path))
    watcher.ask(instance, bid_request(limit_ms=60_000))
    assert watcher.next(Died).text.startswith("lost its connection")


def test_a_request_asked_of_one_just_dead_is_owed(watcher: Watcher, tmp_path: Path) -> None:
    """The caller works through events and may ask an instance whose death comes later in the same list."""
    instance = watcher.ready(zoo_spec("--do=exit=1@bid:1", folder=tmp_path))
    first = watcher.ask(instance)
    died = watcher.next(Died)
    second = bid_request()
    watcher.board.ask(instance, second)
    assert died.requests == [first, second]


# -------------------------------------------------------------------- start


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--do=exit=3@start"], "ended before its hello: exit(3)"),
        (["--do=kill=SIGSEGV@start"], "ended before its hello: signal SIGSEGV"),
        (["--do=exit=4@hello"], "ended before its hello: exit(4)"),
        (["--do=silent@hello"], "no hello within 600 ms"),
        (["--do=hang@start"], "no hello within 600 ms"),
        (["--do=kill=SIGSTOP@start"], "no hello within 600 ms"),
        (["--do=bad_token@hello"], "no hello within 600 ms"),
        (["--do=raw=c1c1@hello"], "no hello within 600 ms"),
        (["--do=old_zmtp@start"], "this connection speaks ZMTP 1 or 2"),
        (["--do=hello_with=protocol:2@hello"], "protocol 2 is not spoken here; this referee speaks: 1"),
        (["--do=hello_with=protocol:x@hello"], "'protocol' is the text \"x\", expected an integer"),
        (["--do=hello_with=protocol:absent@hello"], "the key 'protocol' is missing"),
        (["--do=hello_with=games:0@hello"], "'games' is the integer 0, expected an integer from 1"),
        (["--do=hello_with=games:many@hello"], "'games' is the text \"many\""),
        (["--do=hello_with=events:1@hello"], "'events' is the integer 1, expected a boolean"),
    ],
)
def test_a_start_that_fails_says_why(watcher: Watcher, tmp_path: Path, arguments: list[str], text: str) -> None:
    startup_ms = 600 if "within 600 ms" in text else 10_000
    instance = watcher.board.start(zoo_spec(*arguments, folder=tmp_path, startup_ms=startup_ms))
    failed = watcher.next(StartFailed)
    assert failed.instance is instance
    assert text in failed.text
    assert not failed.infrastructure
    assert not os.path.exists(f"/proc/{instance.pid}")


def test_an_end_before_hello_does_not_wait_for_the_startup_limit(watcher: Watcher, tmp_path: Path) -> None:
    begin = time.monotonic()
    watcher.board.start(zoo_spec("--do=say=oops@start", "--do=exit=3@start", folder=tmp_path, startup_ms=60_000))
    assert watcher.next(StartFailed).stderr_tail == "oops\n"
    assert time.monotonic() - begin < SOON


@pytest.mark.parametrize("program", ["/no/such/program", "/tmp", __file__])
def test_a_program_that_cannot_be_started(watcher: Watcher, tmp_path: Path, program: str) -> None:
    """Missing, a folder, not executable: an event, not an exception, and it is the bot's."""
    instance = watcher.board.start(BotSpec("none", (program,), tmp_path))
    failed = watcher.next(StartFailed)
    assert failed.instance is instance
    assert program in failed.text
    assert not failed.infrastructure
    assert not instance.alive


def test_no_room_for_a_process_is_nobodys_fault(
    watcher: Watcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("ohhell_referee.bots.process.subprocess.Popen", no_room)
    before = open_descriptors()
    watcher.board.start(zoo_spec(folder=tmp_path))
    assert watcher.next(StartFailed).infrastructure
    assert open_descriptors() == before


def test_other_bots_play_while_one_hangs_at_hello(watcher: Watcher, tmp_path: Path) -> None:
    """B14."""
    good = watcher.ready(zoo_spec(folder=tmp_path, name="good"))
    watcher.board.start(zoo_spec("--do=silent@hello", folder=tmp_path, startup_ms=1000))
    for _ in range(20):
        watcher.ask(good)
        watcher.next(Answered)
    watcher.next(StartFailed)


@pytest.mark.parametrize("folder", ["My Bots 1", "a'b\"c", "$HOME;touch pwned", "ü♠", "-x", "x" * 120])
def test_the_named_program_runs_whatever_its_path(watcher: Watcher, tmp_path: Path, folder: str) -> None:
    """B12: no shell looks at the command."""
    place = tmp_path / folder
    place.mkdir()
    program = place / "the bot.py"
    program.write_text(_script(), encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "My").write_text("#!/bin/sh\nexit 9\n")
    (tmp_path / "My").chmod(0o755)
    watcher.board.start(BotSpec("named", (str(program),), place, stderr_dir=tmp_path))
    assert isinstance(watcher.next(Ready), Ready)
    assert not list(tmp_path.rglob("pwned"))


def _script() -> str:
    zoo = Path(zoo_spec(folder=Path()).argv[1])
    lines = [
        "import runpy, sys",
        f"sys.path.insert(0, {str(zoo.parent)!r})",
        f"runpy.run_path({str(zoo)!r}, run_name='__main__')",
    ]
    return "\n".join([f"#!{sys.executable}", *lines, ""])


# -------------------------------------------------------------------- environment


def test_a_bot_gets_only_what_is_documented(watcher: Watcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_OPERATOR", "1")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    code = (
        "import os, sys; own = os.getsid(0) == os.getpid();"
        "print(sorted(os.environ), os.listdir('/proc/self/fd'), own, sys.stdin.read())"
    )
    watcher.board.start(BotSpec("env", (sys.executable, "-c", code), tmp_path, env={"MINE": "yes", "OHHELL_BOT": "no"}))
    tail = watcher.next(StartFailed).stderr_tail
    names = eval(tail[: tail.index("]") + 1])  # noqa: S307  # a list that the test's own program printed
    assert set(names) <= {
        *("PATH", "HOME", "TZ", "TMPDIR", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE"),
        *("MINE", "OHHELL_ENDPOINT", "OHHELL_TOKEN", "OHHELL_BOT"),
    }
    assert {"MINE", "LC_ALL", "PATH"} <= set(names)
    assert tail.endswith("['0', '1', '2', '3'] True \n")  # 3 is the listing itself


def test_the_memory_limit_stops_the_bot_alone(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec("--do=memory=500@bid:1", folder=tmp_path, memory_mb=200))
    watcher.ask(instance)
    died = watcher.next(Died)
    assert died.text == "exit(1)"
    assert "MemoryError" in died.stderr_tail


# -------------------------------------------------------------------- goodbye


def test_stop_says_bye_and_a_good_bot_goes_by_itself(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec("--do=say=farewell@bye", folder=tmp_path))
    watcher.board.stop(instance, "enough")
    watcher.quiet(0.4)
    assert not os.path.exists(f"/proc/{instance.pid}")
    assert instance.stderr_tail == "farewell\n"


@pytest.mark.parametrize("fault", ["hang@bid", "spin@bid", "kill=SIGSTOP@bid", "deaf@bid"])
def test_a_deaf_bot_is_killed_after_the_grace_time(watcher: Watcher, tmp_path: Path, fault: str) -> None:
    """Also one that ignores every signal that can be ignored; and its requests are forgotten."""
    instance = watcher.ready(zoo_spec("--do=stubborn@welcome", f"--do={fault}", folder=tmp_path))
    watcher.ask(instance)
    watcher.quiet(0.1)
    watcher.board.stop(instance, "enough")
    watcher.quiet(0.8)
    assert not os.path.exists(f"/proc/{instance.pid}")


@pytest.mark.parametrize("when", ["starting", "asked"])
def test_close_ends_everything_whatever_bots_do(tmp_path: Path, when: str) -> None:
    marker = f"closing-{os.getpid()}-{when}"
    before = open_descriptors()
    with Switchboard() as board:
        watcher = Watcher(board)
        for number in range(4):
            faults = (f"--do=daemon={marker}@bid", "--do=stubborn@welcome", "--do=hang@bid")
            spec = zoo_spec(*faults, marker, folder=tmp_path)
            if when == "starting":
                board.start(spec, number)
            else:
                watcher.ask(watcher.ready(spec))
        begin = time.monotonic()
    assert time.monotonic() - begin < SOON
    assert processes_with(marker) == []
    assert open_descriptors() == before


@pytest.mark.parametrize("fault", ["child", "daemon"])
@pytest.mark.parametrize("end", ["stop", "exit"])
def test_what_a_bot_started_ends_with_it(watcher: Watcher, tmp_path: Path, fault: str, end: str) -> None:
    """B19: children, and daemons that left the session, dropped their environment and ignore signals."""
    marker = f"left-{os.getpid()}-{fault}-{end}"
    good = watcher.ready(zoo_spec(folder=tmp_path, name="good"))
    instance = watcher.ready(
        zoo_spec(f"--do={fault}={marker}@bid:1", f"--do={fault}={marker}@bid:1", "--do=exit=0@bid:2", folder=tmp_path)
    )
    watcher.ask(instance)
    watcher.next(Answered)
    time.sleep(0.1)
    assert len(processes_with(marker)) == 2
    if end == "stop":
        watcher.board.stop(instance, "enough")
        watcher.quiet(0.8)
    else:
        watcher.ask(instance)
        watcher.next(Died)
    assert processes_with(marker) == []
    watcher.ask(good)
    watcher.next(Answered)


def test_no_zombies_stay(watcher: Watcher, tmp_path: Path) -> None:
    for _ in range(5):
        instance = watcher.ready(zoo_spec("--do=child=x@bid", "--do=daemon=x@bid", "--do=exit@bid", folder=tmp_path))
        watcher.ask(instance)
        watcher.next(Died)
    children = [
        line.split()[2] for line in map(_stat, os.listdir("/proc")) if line and line.split()[3] == str(os.getpid())
    ]
    assert "Z" not in children


def _stat(name: str) -> str:
    try:
        return Path(f"/proc/{name}/stat").read_text() if name.isdigit() else ""
    except OSError:
        return ""  # it has just ended


def test_descriptors_do_not_grow_with_processes(watcher: Watcher, tmp_path: Path) -> None:
    counts = []
    for _ in range(6):
        instance = watcher.ready(zoo_spec("--do=exit@bid:1", "--do=say=x@welcome", folder=tmp_path))
        watcher.ask(instance)
        watcher.next(Died)
        watcher.quiet(0.1)
        counts.append(open_descriptors())
    assert counts[1] == counts[-1]


def test_a_dead_referee_takes_its_bots_along(tmp_path: Path) -> None:
    """The kernel kills the bots when the process that started them is killed."""
    marker = f"abandoned-{os.getpid()}"
    child = os.fork()
    if child == 0:
        board = Switchboard()
        watcher = Watcher(board)
        watcher.ready(zoo_spec(marker, folder=tmp_path))
        os.kill(os.getpid(), 9)
    os.waitpid(child, 0)
    end = time.monotonic() + SOON
    while processes_with(marker) and time.monotonic() < end:
        time.sleep(0.02)
    assert processes_with(marker) == []


def test_ctrl_c_in_the_terminal_does_not_reach_bots(watcher: Watcher, tmp_path: Path) -> None:
    """B37: a bot is in a session and a process group of its own."""
    instance = watcher.ready(zoo_spec(folder=tmp_path))
    assert instance.pid is not None
    assert os.getsid(instance.pid) == instance.pid != os.getsid(0)
    assert os.getpgid(instance.pid) == instance.pid


def test_a_faulted_request_is_not_owed_again(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec("--do=illegal@bid:1", "--do=exit@bid:2", folder=tmp_path))
    watcher.ask(instance)
    watcher.next(Faulted)
    second = watcher.ask(instance)
    assert watcher.next(Died).requests == [second]
