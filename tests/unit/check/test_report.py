"""What `check` shows: lines for people, an object for scripts, and frames that can be read."""

from __future__ import annotations

import json
from typing import Any

import msgpack
import pytest

from ohhell_referee.check.decoded import LONG, SHORT, decoded_lines, frame_text
from ohhell_referee.check.report import SHOWN_IN_FULL, Printer, as_json
from ohhell_referee.check.results import Failure, Status, StepResult

REQUEST = {"type": "bid", "legal": [0, 1], "id": 7, "cards": ["AS"] * 60}
SENT = msgpack.packb([{"type": "game_start", "variant": {"name": "x" * 400}}, REQUEST])


def failure(advice: str = "Do it right.", **changes: Any) -> Failure:
    usual: dict[str, Any] = {"sent": SENT, "received": msgpack.packb([{"type": "bid", "id": 7, "bid": 9}])}
    usual |= {"last_words": "Traceback\nNameError: x", "request_id": 7}
    return Failure("9 is wrong", "0 or 1", advice, **(usual | changes))


def result(number: int, status: Status = Status.PASSED, why: Failure | None = None, detail: str = "fine") -> StepResult:
    return StepResult(number, f"step-{number}", status, detail if why is None else why.what, 1.5, why)


def shown(*results: StepResult, verbose: bool = False) -> str:
    lines: list[str] = []
    printer = Printer(lines.append, verbose=verbose)
    for one in results:
        printer.show(one)
    printer.conclude(results)
    return "\n".join(lines)


def failed(number: int, **changes: Any) -> StepResult:
    return result(number, Status.FAILED, failure(**changes))


def test_a_bot_that_passes_gets_a_line_a_step_and_a_word_in_the_end() -> None:
    text = shown(result(1), result(2, Status.NOT_APPLICABLE, detail="no events"))
    assert text.splitlines()[0].split() == ["1", "step-1", "passed", "fine"]
    assert "2 steps in 0.0 s: 1 passed, 1 not applicable" in text
    assert text.endswith("The bot is ready for a tournament.")


def test_a_failure_shows_expectation_frames_last_words_and_advice() -> None:
    text = shown(failed(4))
    for part in ("9 is wrong", "expected: 0 or 1", "| NameError: x", "what to do: Do it right."):
        assert part in text
    assert '{"type": "bid", "id": 7, "bid": 9}' in text
    assert f"hex: {msgpack.packb([{'type': 'bid', 'id': 7, 'bid': 9}]).hex()}" in text
    assert text.endswith("Begin with step 4, step-4. Frames and output in full: -v")


def test_one_mistake_in_many_steps_is_shown_once() -> None:
    """Numbers and values in the last line of the bot make no other mistake of it."""
    words = [f"Traceback\nNameError: name 'choose' is not defined at {number}" for number in range(3)]
    text = shown(*(failed(number + 1, last_words=text) for number, text in enumerate(words)))
    assert text.count("what to do") == 1
    assert text.count("as in step 1") == 2


def test_another_mistake_is_shown_as_well_but_not_endlessly_in_full() -> None:
    text = shown(*(failed(number, advice=f"Advice {'abcdefgh'[number]}.") for number in range(SHOWN_IN_FULL + 2)))
    assert text.count("what to do") == SHOWN_IN_FULL + 2
    assert text.count("sent to the bot") == SHOWN_IN_FULL


def test_verbose_shows_everything_whole() -> None:
    text = shown(failed(1), failed(2), verbose=True)
    assert text.count(SENT.hex()) == 2
    assert text.count("x" * 400) == 2
    assert SENT.hex() not in shown(failed(1))


def test_steps_that_were_not_run_are_told_in_one_line() -> None:
    left = [result(number, Status.NOT_RUN, detail="it did not start") for number in range(2, 56)]
    text = shown(failed(1), *left)
    assert "2 to 55: not run, because it did not start" in text
    assert "step-7" not in text


def test_the_request_of_a_failure_is_shown_and_its_neighbours_in_short() -> None:
    start, request = frame_text(SENT, 7)
    assert len(start) <= SHORT + 2
    assert request == json.dumps(REQUEST)
    long = msgpack.packb([{**REQUEST, "played": ["AS"] * 900}, {"type": "bye"}])
    assert len(frame_text(long, 7)[0]) == LONG + 2


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        (b"\xc1", "not MessagePack"),
        (msgpack.packb([{"type": "bid"}]) + b"\x00", "not MessagePack"),
        (b"", "not MessagePack"),
        (msgpack.packb({"type": "bid"}), "(not in an array)"),
        (msgpack.packb(7), "7 (not in an array)"),
        (msgpack.packb([{"card": b"QH"}]), "binary data 5148"),
        (msgpack.packb([{b"type": "bid"}]), "b'type'"),
        (msgpack.packb([{"bid": 1.0}]), "1.0"),
        (msgpack.packb([{"bid": float("nan")}]), "NaN"),
        (msgpack.packb([{"bid": True, "x": None}]), "true"),
        (msgpack.packb([msgpack.ExtType(5, b"x")]), "Ext"),
        (b"\x91" * 5_000, "not MessagePack"),
        (b"\x91\xa2\xff\xfe", "not MessagePack"),
    ],
)
def test_whatever_a_bot_sends_can_be_shown(payload: bytes, words: str) -> None:
    """What differs on the wire differs in the text: binary data from text, a float from an integer."""
    (line,) = decoded_lines(payload) or []
    assert words in line
    assert frame_text(payload, 7)


def test_the_object_for_scripts() -> None:
    results = [result(1), failed(2), result(3, Status.NOT_RUN, detail="late")]
    found = json.loads(as_json(["{python}", "my_bot.py"], results))
    assert (found["format"], found["passed"], found["command"]) == (1, False, ["{python}", "my_bot.py"])
    assert found["counts"] == {"passed": 1, "failed": 1, "not applicable": 0, "information": 0, "not run": 1}
    assert [step["status"] for step in found["steps"]] == ["passed", "failed", "not run"]
    told = found["steps"][1]["failure"]
    assert bytes.fromhex(told["sent"]) == SENT
    assert json.loads(told["sent_decoded"][1]) == REQUEST
    assert told["stderr"] == "Traceback\nNameError: x"
    assert "failure" not in found["steps"][0]


def test_a_start_that_failed_has_no_frames_and_does_not_speak_of_them() -> None:
    silent = failure(sent=None, received=None, request_id=None, silent=True)
    assert "sent" not in shown(result(1, Status.FAILED, silent))
    assert "the bot sent: nothing" in shown(failed(1, received=None))
