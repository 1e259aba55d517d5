"""Floods of messages, bytes, connections, output: the offender goes, others play on, the referee keeps its size."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from ohhell_referee.bots import Answered, Died, Event, Faulted, Instance, Request, StartFailed, Stray, Switchboard
from ohhell_referee.bots.capture import CUT
from support import raw_zmtp
from support.boards import TRACEBACK, Watcher, bid_request, processes_with, resident_kb, zoo_spec

SOON = 10.0
"""Seconds; less than the limit of the bot that makes the flood, so that its end is not waited for."""
MOST_GROWTH_KB = 200_000
"""A tenth of what the largest floods send. How much less it is depends on how busy the machine is."""


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    with Switchboard(margin_ms=20) as board:
        yield Watcher(board)


def play_on(watcher: Watcher, good: Instance, until: type[object], seconds: float = 15.0) -> object:
    """Keeps asking a good bot until an event of a type comes; it must be served all the time."""
    slowest, end = 0.0, time.monotonic() + seconds
    found = None
    while found is None:
        assert time.monotonic() < end
        begin = time.monotonic()
        request = watcher.ask(good)
        watcher.until(partial(_answered, request))
        slowest = max(slowest, time.monotonic() - begin)
        found = next((event for event in watcher.events if isinstance(event, until)), None)
        watcher.events.clear()
    assert slowest < SOON
    return found


def _answered(request: Request, events: list[Event]) -> bool:
    return any(isinstance(event, Answered) and event.request is request for event in events)


def test_a_flood_of_messages_ends_the_bot_and_nobody_else(watcher: Watcher, tmp_path: Path) -> None:
    good = watcher.ready(zoo_spec(folder=tmp_path, name="good"))
    bad = watcher.ready(zoo_spec("--do=flood=200000@bid:1", folder=tmp_path, name="bad"))
    size = resident_kb()
    watcher.ask(bad, bid_request(limit_ms=60_000))
    died = play_on(watcher, good, Died)
    assert isinstance(died, Died)
    assert died.instance is bad
    assert "flood" in died.text
    assert resident_kb() - size < MOST_GROWTH_KB


def test_a_flood_on_a_connection_without_hello_ends_its_owner(watcher: Watcher, tmp_path: Path) -> None:
    """Frames too small to be a flood of bytes, and of nobody who is known: the kernel tells whose they are."""
    good = watcher.ready(zoo_spec(folder=tmp_path, name="good"))
    bad = watcher.ready(zoo_spec("--do=chatter=1000000@bid:1", folder=tmp_path, name="bad"))
    watcher.ask(bad, bid_request(limit_ms=60_000))
    died = play_on(watcher, good, Died)
    assert isinstance(died, Died)
    assert died.instance is bad
    assert "flood" in died.text


def test_a_few_stray_messages_are_forgiven(watcher: Watcher, tmp_path: Path) -> None:
    """Also many of them in a long life: one in ten is no flood."""
    instance = watcher.ready(zoo_spec("--do=flood=20@bid:1", folder=tmp_path))
    instance.strays, instance.answers = 150, 1500
    watcher.ask(instance)
    watcher.next(Answered)
    watcher.quiet(0.1)
    assert instance.strays == 170
    watcher.ask(instance)
    watcher.next(Answered)


@pytest.mark.parametrize("fault", ["endless=2000@bid:1", "endless=2000@start", "endless_after_hello=2000@start"])
def test_an_endless_message_does_not_fill_the_memory(watcher: Watcher, tmp_path: Path, fault: str) -> None:
    """A limit on the size of a part does not bound the number of parts: 2 GB of them are cut off after a few MB."""
    good = watcher.ready(zoo_spec(folder=tmp_path, name="good"))
    size = resident_kb()
    bad = watcher.board.start(zoo_spec(f"--do={fault}", folder=tmp_path, name="bad"))
    if fault.endswith("bid:1"):
        watcher.until(lambda _: bad.hello is not None)
        watcher.ask(bad, bid_request(limit_ms=60_000))
    end = play_on(watcher, good, StartFailed if fault == "endless=2000@start" else Died)
    assert isinstance(end, StartFailed | Died)
    assert end.instance is bad
    assert "flood" in end.text
    assert resident_kb() - size < MOST_GROWTH_KB


def test_a_stranger_that_floods_is_cut_off(watcher: Watcher, tmp_path: Path) -> None:
    """A connection that belongs to no bot of ours: nobody is to blame, but the memory is kept."""
    good = watcher.ready(zoo_spec(folder=tmp_path))
    endpoint = watcher.board.endpoint
    size = resident_kb()
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if raw_zmtp.endless_message(raw_zmtp.connect(endpoint), 2 << 30) < 100 << 20 else 1)
        finally:
            os._exit(2)
    status = None
    while status is None:
        watcher.ask(good)
        watcher.next(Answered)
        done, code = os.waitpid(child, os.WNOHANG)
        status = code if done else None
    assert status == 0
    assert resident_kb() - size < MOST_GROWTH_KB
    assert watcher.board.counts["connections cut"] >= 1


def test_a_swarm_of_connections_does_not_end_the_referee(watcher: Watcher, tmp_path: Path) -> None:
    """B35: eight processes open all connections they can while the referee may have 256 descriptors."""
    marker = f"swarm-{os.getpid()}"
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    good = watcher.ready(zoo_spec(folder=tmp_path, name="good"))
    bad = watcher.ready(zoo_spec("--do=swarm=1000@bid:1", marker, folder=tmp_path, name="bad"))
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        watcher.ask(bad, bid_request(limit_ms=60_000))
        died = play_on(watcher, good, Died)
        watcher.quiet(0.4)  # nobody else has lost a connection
        watcher.ask(good)
        watcher.next(Answered)
        fresh = watcher.ready(zoo_spec(folder=tmp_path, name="fresh"))
        watcher.ask(fresh)
        watcher.next(Answered)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert isinstance(died, Died)
    assert died.instance is bad
    assert "connections" in died.text
    assert processes_with(marker) == []


def test_junk_connections_disturb_nobody(watcher: Watcher, tmp_path: Path) -> None:
    """HTTP, ZMTP 1.0 greetings with somebody's identity, noise, half a greeting, silence."""
    import random
    import socket

    good = watcher.ready(zoo_spec(folder=tmp_path))
    assert good.identity is not None
    port = int(watcher.board.endpoint.rsplit(":", 1)[1])
    noise = random.Random(1)
    claim = b"\x06\x00" + good.identity + b"\x02\x00x"
    junk = [b"GET / HTTP/1.1\r\n\r\n", b"\x01\x00", claim, raw_zmtp.GREETING[:20], b""]
    junk += [noise.randbytes(4096) for _ in range(20)]
    connections = []
    for blob in junk:
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(blob)
        connections.append(connection)
        watcher.ask(good)
        watcher.next(Answered)
    for connection in connections:
        connection.close()
    assert good.alive


@pytest.mark.parametrize("fault", ["deaf@welcome", "kill=SIGSTOP@welcome"])
def test_a_bot_that_stops_reading_blocks_nobody(watcher: Watcher, tmp_path: Path, fault: str) -> None:
    """20,000 messages to a bot that reads none; its time runs, sends never wait."""
    good = watcher.ready(zoo_spec(folder=tmp_path, name="good"))
    bad = watcher.ready(zoo_spec(f"--do={fault}", folder=tmp_path, name="bad"))
    begin = time.monotonic()
    for number in range(20_000):
        watcher.board.post(bad, {"type": "bid_made", "game": "g" * 500, "hand": number, "seat": 0, "bid": 0})
        if number % 10 == 0:
            watcher.board.flush()
    request = watcher.ask(bad, bid_request(limit_ms=300))
    assert time.monotonic() - begin < SOON
    late = play_on(watcher, good, Faulted)
    assert isinstance(late, Faulted)
    assert (late.request, late.fault_class) == (request, "late")


# -------------------------------------------------------------------- output


def log_of(folder: Path, name: str = "zoo") -> bytes:
    return (folder / "bots" / f"{name}.1.stderr.log").read_bytes()


def test_the_last_words_of_a_crash_are_kept(watcher: Watcher, tmp_path: Path) -> None:
    """B17: 200 lines, then a traceback without a newline at its end."""
    instance = watcher.ready(zoo_spec("--do=traceback@bid:1", folder=tmp_path))
    watcher.ask(instance)
    died = watcher.next(Died)
    assert died.stderr_tail.endswith(TRACEBACK)
    assert log_of(tmp_path) == b"".join(b"line %d\n" % number for number in range(200)) + TRACEBACK.encode()


@pytest.mark.parametrize("way", ["print", "print_out"])
def test_a_flood_of_output_is_capped_and_harms_nobody(watcher: Watcher, tmp_path: Path, way: str) -> None:
    """B17, B21: 50 MB on one line, then a traceback; head and tail are kept within the limit."""
    good = watcher.ready(zoo_spec(folder=tmp_path, name="good"))
    faults = ("--do=say=the first words@welcome", f"--do={way}={50 << 20}@bid:1", "--do=traceback@bid:1")
    bad = watcher.ready(zoo_spec(*faults, folder=tmp_path, stderr_limit_kb=64))
    size = resident_kb()
    watcher.ask(bad, bid_request(limit_ms=60_000))
    died = play_on(watcher, good, Died)
    assert isinstance(died, Died)
    assert died.text == "exit(1)"
    assert died.stderr_tail.endswith(TRACEBACK)
    log = log_of(tmp_path)
    assert len(log) < 65 * 1024
    assert log.startswith(b"the first words\n")
    assert log.endswith(TRACEBACK.encode())
    assert CUT in log
    assert resident_kb() - size < MOST_GROWTH_KB


def test_a_chatty_bot_does_not_wait_for_its_output(watcher: Watcher, tmp_path: Path) -> None:
    """10 MB printed before a single answer."""
    instance = watcher.ready(zoo_spec(f"--do=print={10 << 20}@bid:1", folder=tmp_path))
    watcher.ask(instance, bid_request(limit_ms=8000))
    watcher.next(Answered)


def test_the_tail_is_on_disk_while_the_bot_lives(watcher: Watcher, tmp_path: Path) -> None:
    """A reader of a live run sees the newest output, a second old at most."""
    faults = (f"--do=print={200_000}@bid:1", "--do=say=news@bid:2", "--do=say=more@bid:3")
    instance = watcher.ready(zoo_spec(*faults, folder=tmp_path, stderr_limit_kb=64))
    for _ in range(2):
        watcher.ask(instance)
        watcher.next(Answered)
    watcher.quiet(1.5)
    watcher.ask(instance)
    watcher.next(Answered)
    watcher.quiet(0.1)
    assert b"news\n" in log_of(tmp_path)


def test_a_silent_bot_leaves_no_file(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec(folder=tmp_path))
    watcher.ask(instance)
    watcher.next(Answered)
    watcher.board.stop(instance, "enough")
    watcher.quiet(0.6)
    assert not (tmp_path / "bots").exists()


def test_output_that_cannot_be_kept_stops_nothing(watcher: Watcher, tmp_path: Path) -> None:
    (tmp_path / "bots").write_text("a file where the folder should be")
    instance = watcher.ready(zoo_spec("--do=say=hello@welcome", folder=tmp_path))
    watcher.ask(instance)
    watcher.next(Answered)
    watcher.quiet(0.1)
    assert instance.stderr_tail == "hello\n"
    assert instance.process is not None
    assert "not kept" in (instance.process.log.problem or "")


def test_strays_are_events_of_the_offender(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec("--do=flood=3@bid:1", folder=tmp_path))
    watcher.ask(instance)
    watcher.until(lambda events: len(events) == 4)
    strays = [event for event in watcher.events if isinstance(event, Stray)]
    assert [event.fault_class for event in strays] == ["protocol"] * 3
    assert all(event.evidence["size"] > 0 for event in strays)
