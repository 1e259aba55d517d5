"""Bad messages over real sockets: each is put down to the right request with the right class, and the bot is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ohhell_referee.bots import Answered, Died, Faulted, Stray, Switchboard
from support.boards import Watcher, bid_request, play_request, zoo_spec


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    with Switchboard(margin_ms=20) as board:
        yield Watcher(board)


@pytest.mark.parametrize("kind", ["bid", "play"])
@pytest.mark.parametrize(
    ("fault", "fault_class", "code"),
    [
        ("illegal", "illegal", None),
        ("value=float", "malformed", "wrong_type"),
        ("value=true", "malformed", "wrong_type"),
        ("value=nil", "malformed", "missing_key"),
        ("value=bytes", "malformed", "wrong_type"),
        ("value=array", "malformed", "wrong_type"),
        ("value=huge", "malformed", None),
        ("no_id", "malformed", "missing_key"),
        ("unknown_type", "malformed", "unknown_type"),
        ("extra_key", "malformed", "unknown_key"),
        ("note=257", "protocol", "too_big"),
        ("note=1000000", None, None),
        ("wrong_answer_type", "protocol", "wrong_answer_type"),
        ("garbage", "malformed", "malformed"),
        ("truncated", "malformed", "malformed"),
        ("no_array", "malformed", "malformed"),
        ("raw=90", "malformed", "malformed"),
        ("raw=", "malformed", "malformed"),
        ("raw=9191919190", "protocol", "too_big"),
        ("frame_of=65537", "protocol", "too_big"),
        ("frame_of=200000", "protocol", "too_big"),
        ("parts=2", "protocol", "too_big"),
        ("parts=1000", "protocol", "too_big"),
    ],
)
def test_a_bad_answer_closes_its_request_at_once(
    watcher: Watcher, tmp_path: Path, kind: str, fault: str, fault_class: str | None, code: str | None
) -> None:
    """Within far less than its limit; the bot reads the error and goes on."""
    instance = watcher.ready(zoo_spec(f"--do={fault}@request:1", "--do=say=told@error", folder=tmp_path))
    make = bid_request if kind == "bid" else play_request
    request = watcher.ask(instance, make(limit_ms=60_000))
    if fault_class is None:
        assert watcher.next(Died).requests == [request]  # ZeroMQ itself ends a connection for a frame this big
        return
    faulted = watcher.next(Faulted)
    assert (faulted.request, faulted.fault_class) == (request, fault_class)
    if code is not None:
        assert faulted.evidence["code"] == code
    watcher.ask(instance, make())
    assert watcher.next(Answered).value == request.legal[0]
    watcher.quiet(0.05)
    assert "told" in instance.stderr_tail


@pytest.mark.parametrize(
    ("fault", "code"),
    [("twice", "answered_already"), ("unknown_id", "unknown_id"), ("second_hello", "second_hello")],
)
def test_a_fault_beside_the_answer_is_stray(watcher: Watcher, tmp_path: Path, fault: str, code: str) -> None:
    """The good answer counts; the rest is a protocol fault that belongs to no open request."""
    instance = watcher.ready(zoo_spec(f"--do={fault}@bid:1", folder=tmp_path))
    request = watcher.ask(instance)
    watcher.until(lambda events: len(events) == 2)
    answered = [event for event in watcher.events if isinstance(event, Answered)]
    strays = [event for event in watcher.events if isinstance(event, Stray)]
    assert [event.request for event in answered] == [request]
    assert [(event.instance, event.fault_class, event.evidence["code"]) for event in strays] == [
        (instance, "protocol", code)
    ]


def test_answers_to_requests_that_were_not_yet_asked_change_nothing(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec("--do=presend=5@bid:1", folder=tmp_path))
    watcher.ask(instance)
    watcher.until(lambda events: len(events) == 6)
    assert sum(isinstance(event, Stray) for event in watcher.events) == 5
    watcher.events.clear()
    second = watcher.ask(instance)
    assert watcher.next(Answered).request is second


def test_garbage_while_nothing_is_asked_is_stray(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec("--do=garbage@welcome", folder=tmp_path))
    stray = watcher.next(Stray)
    assert (stray.instance, stray.fault_class) == (instance, "malformed")


def test_the_good_answers_of_a_frame_with_a_bad_one_count(watcher: Watcher, tmp_path: Path) -> None:
    instance = watcher.ready(zoo_spec("--do=value=float@bid:2", folder=tmp_path))
    requests = [bid_request() for _ in range(3)]
    for request in requests:
        watcher.board.ask(instance, request)
    watcher.until(lambda events: len(events) == 3)
    kinds = [(type(event), event.request) for event in watcher.events if isinstance(event, Answered | Faulted)]
    assert kinds == list(zip([Answered, Faulted, Answered], requests, strict=True))


def test_a_bot_cannot_speak_for_another(watcher: Watcher, tmp_path: Path) -> None:
    """It claims the other's ZeroMQ identity on a second connection; nobody hears it, and the other plays on."""
    victim = watcher.ready(zoo_spec("--do=sleep=300@bid:1", folder=tmp_path, name="victim"))
    assert victim.identity is not None
    thief = watcher.ready(zoo_spec(f"--do=steal={victim.identity.hex()}@bid:1", folder=tmp_path, name="thief"))
    asked = watcher.ask(victim)
    own = watcher.ask(thief)
    answers = [watcher.next(Answered), watcher.next(Answered)]
    assert {(answer.request is asked, answer.value) for answer in answers} == {(True, 0), (False, 0)}
    assert own in [answer.request for answer in answers]


def test_requests_keep_their_order_with_notices_and_are_split_into_frames_of_16(tmp_path: Path) -> None:
    with Switchboard(log_wire=tmp_path / "wire") as board:
        watcher = Watcher(board)
        instance = watcher.ready(zoo_spec(folder=tmp_path))
        for number in range(40):
            board.post(instance, {"type": "bid_made", "game": "g1", "hand": number, "seat": 0, "bid": 0})
            board.ask(instance, bid_request())
        watcher.until(lambda events: len(events) == 40)
    import json

    lines = [json.loads(line) for line in (tmp_path / "wire" / "zoo.1.jsonl").read_text().splitlines()]
    frames = [line["frame"] for line in lines if line["way"] == "to bot"]
    assert max(sum(m["type"] == "bid" for m in frame) for frame in frames) == 16
    flat = [m for frame in frames for m in frame if m["type"] in ("bid", "bid_made")]
    assert [m["type"] for m in flat] == ["bid_made", "bid"] * 40
    assert [m["hand"] for m in flat[::2]] == list(range(40))
    assert [m["id"] for m in flat[1::2]] == list(range(1, 41))
    assert instance.token not in (tmp_path / "wire" / "zoo.1.jsonl").read_text()
