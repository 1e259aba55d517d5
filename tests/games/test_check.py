"""`check`: good bots pass every step, and each defect is found by the step that is about it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ohhell_referee.bots.instance import BotSpec
from ohhell_referee.check import Status, StepResult, check_bot
from support.running import ROOT, program

SUPPORT = ROOT / "tests" / "support"
SHELL_BOTS = ROOT / "example_bots" / "shell"


def check(*command: str, timeout_ms: int = 5000, startup_ms: int = 10_000) -> list[StepResult]:
    """The results up to the first failure, of a Python program in tests/support. Limits that cost nothing are wide, so
    that a busy machine makes nobody late."""
    argv = (sys.executable, str(SUPPORT / command[0]), *command[1:])
    spec = BotSpec("checked", argv, ROOT, startup_ms=startup_ms)
    return check_bot(spec, timeout_ms, stop_first=True)


def failure_of(results: list[StepResult]) -> StepResult:
    (failed,) = (result for result in results if result.status is Status.FAILED)
    return failed


@pytest.mark.parametrize("name", ["random", "greedy", "counting", "bare"])
def test_the_bots_of_the_house_pass_every_step(name: str) -> None:
    done = program("check", "--format", "json", "--", f"house:{name}")
    report = json.loads(done.stdout)
    assert done.returncode == 0, done.stdout
    assert report["passed"]
    assert report["counts"]["failed"] == report["counts"]["not run"] == 0
    assert [step["name"] for step in report["steps"] if step["status"] == "not applicable"] == ["events"]
    (times,) = (step["detail"] for step in report["steps"] if step["name"] == "answer times")
    assert int(times.split()[0]) < 3000  # so few answers that a bot which answers at once is done in half a minute


def test_a_shell_bot_behind_the_bridge_passes_every_step() -> None:
    """It plays one game at a time: steps for several do not apply."""
    command = ["{python}", "-m", "ohhell_protocol.bridge", "--", "./random_bot.sh"]
    done = program("check", "--cwd", SHELL_BOTS, "--format", "json", "--", *command)
    report = json.loads(done.stdout)
    assert done.returncode == 0, done.stdout
    assert report["command"] == command
    inapplicable = {step["name"] for step in report["steps"] if step["status"] == "not applicable"}
    assert inapplicable == {"events", "several games in a frame", "full frame", "games at once"}


def test_a_bot_with_events_is_shown_every_kind_of_notice() -> None:
    results = check("zoo_bot.py", "--games", "16", "--events")
    assert {result.status for result in results} == {Status.PASSED, Status.INFORMATION}


PROCESS_DEFECTS = {
    "exit=3@start": ("start", "exit(3)"),
    "silent@hello": ("hello", "no hello within 3000 ms"),
    "bad_token@hello": ("hello", "bad_token"),
    "garbage@hello": ("hello", "not MessagePack"),
    "hello_with=token:absent@hello": ("hello", "'token' is missing"),
    "hello_with=protocol:2@hello": ("versions", "protocol 2 is not spoken here"),
    "exit=0@welcome": ("welcome", "exit(0)"),
    "reconnect@welcome": ("welcome", "connection"),
    "illegal@bid": ("bid", "99 is no legal answer"),
    "value=float@bid": ("bid", "the float 1.0"),
    "value=bytes@play": ("play: leading", "binary data"),
    "wrong_answer_type@revise": ("revise", "answer it with bid"),
    "illegal@trump": ("trump", "XX is no legal answer"),
    "twice@bid": ("bid", "answered already"),
    "unknown_id@bid": ("bid", "no request 1001"),
    "second_hello@bid": ("bid", "said hello already"),
    "no_array@bid": ("bid", "put the message into an array"),
    "nothing@play:2": ("play: leading", "in time"),
    "sleep=1600@play:3": ("play: following suit", "in time"),
    "exit=5@error": ("unknown keys", "exit(5)"),
    "sleep=1200@bye": ("bye", "after `bye`"),
    "hang@bye": ("bye", "still runs"),
}
"""What the zoo's bot does, the step that must tell of it, and words that it must tell."""


@pytest.mark.parametrize("defect", PROCESS_DEFECTS)
def test_a_defect_of_the_process_or_the_wire_is_found_by_its_step(defect: str) -> None:
    step, words = PROCESS_DEFECTS[defect]
    limits = {"timeout_ms": 1000} if words == "in time" else {"startup_ms": 3000} if "@hello" in defect else {}
    results = check("zoo_bot.py", "--do", defect, **limits)
    failed = failure_of(results)
    assert (failed.name, words in failed.detail) == (step, True), failed
    assert {result.status for result in results[failed.number :]} <= {Status.NOT_RUN}
    assert failed.failure is not None
    assert failed.failure.expected
    assert failed.failure.advice


FLAWS = {
    "no hook": "bid under the hook",
    "leads": "play: leading",
    "is void": "play: void",
    "never revises": "revise",
    "names no trump": "trump",
    "events": "events",
    "trump is a suit": "no trump",
    "trump is turned": "trump without a turned card",
    "somebody bids first": "bids at once",
    "cards are in hand": "forehead",
    "cards are seen": "blind",
    "ranks are plain": "wizard cards",
    "a wizard is never turned": "dealer names trump",
    "cards are unique": "two packs",
    "ends are near": "game of open length",
    "points are positive": "negative points",
    "thirteen at most": "many cards",
    "seven at most": "8 players",
    "keys are known": "unknown keys",
    "unknown notices": "unknown notices",
    "requests have no clock": "optional keys",
    "short ids": "large ids",
    "answers errors": "error notice",
    "games begin at the beginning": "resumed game",
    "a game has requests": "game_end",
    "one game": "several games in a frame",
    "one answer a frame": "several games in a frame",
    "few requests a frame": "full frame",
    "few games": "games at once",
    "binds a port": "two processes",
}
"""What a bot's author did not think of, and the step that must tell."""


@pytest.mark.parametrize("flaw", FLAWS)
def test_what_an_author_did_not_think_of_is_found_by_the_step_about_it(flaw: str) -> None:
    answers = flaw != "one answer a frame"
    failed = failure_of(check("flawed_bot.py", flaw, timeout_ms=5000 if answers else 1000))
    assert failed.name == FLAWS[flaw], failed


def test_without_a_flaw_that_bot_passes() -> None:
    """So that each of the flaws above is the reason of its failure."""
    assert not [result for result in check("flawed_bot.py", "none") if result.status is Status.FAILED]


def test_a_bot_that_draws_numbers_of_its_own_is_told_that_games_will_not_repeat() -> None:
    results = {result.name: result for result in check("flawed_bot.py", "own randomness")}
    assert results["repeatability"].status is Status.INFORMATION
    assert "played differently" in results["repeatability"].detail


def test_ending_with_an_error_is_told_but_no_failure() -> None:
    results = {result.name: result for result in check("zoo_bot.py", "--do", "exit=1@bye")}
    assert results["bye"].status is Status.PASSED
    assert results["clean exit"].status is Status.INFORMATION
    assert "exit(1)" in results["clean exit"].detail


def test_a_failure_shows_the_frames_the_expectation_and_the_last_words() -> None:
    """A Python bot that raises: the request, its exception, and which step to begin with."""
    bot = ["{python}", str(SUPPORT / "zoo_bot.py"), "--do", "traceback@play:1"]
    done = program("check", "--stop-first", "--", *bot)
    assert done.returncode == 1
    text = done.stdout
    assert "play: leading                failed" in text
    assert "the last words" in text.split("failed", 1)[1].splitlines()[0]
    assert '{"type": "play"' in text.split("sent to the bot:", 1)[1]
    assert "hex: 9" in text
    assert "expected:" in text
    assert "| ValueError: the last words" in text
    assert "what to do:" in text
    assert "Begin with step 7, play: leading" in text


def test_json_of_a_failure_has_all_of_it() -> None:
    bot = ["{python}", str(SUPPORT / "zoo_bot.py"), "--do", "illegal@bid"]
    done = program("check", "-x", "--format", "json", "--", *bot)
    assert done.returncode == 1
    report: dict[str, Any] = json.loads(done.stdout)
    assert not report["passed"]
    (failed,) = (step for step in report["steps"] if step["status"] == "failed")
    failure = failed["failure"]
    assert bytes.fromhex(failure["received"])
    assert json.loads(failure["received_decoded"][0]) == {"type": "bid", "id": 1, "bid": 99}
    assert json.loads(failure["sent_decoded"][-1])["legal"] == [0, 1, 2, 3, 4, 5]
    assert failure["stderr"] == ""


def test_a_bot_that_is_always_late_is_given_up_soon() -> None:
    spec = BotSpec("checked", (sys.executable, str(SUPPORT / "zoo_bot.py"), "--do", "nothing@request:*"), ROOT)
    results = check_bot(spec, 200)
    assert sum(result.status is Status.FAILED for result in results) == 3
    assert results[-1].status is Status.NOT_RUN


def test_a_failed_step_does_not_hide_the_next_one() -> None:
    """The bot is started again: what it does right afterwards passes."""
    spec = BotSpec("checked", (sys.executable, str(SUPPORT / "flawed_bot.py"), "never revises"), ROOT)
    failed = [result.name for result in check_bot(spec, 1000) if result.status is Status.FAILED]
    assert failed == ["revise", "bid revision"]


def test_a_command_that_is_not_there_is_refused_before_anything_is_started(tmp_path: Path) -> None:
    for command in (["./no_bot"], ["python3", "no_bot.py"], ["no-such-program"], ["house:nobody"]):
        done = program("check", "--", *command, cwd=tmp_path)
        assert done.returncode == 2
        assert command[-1].removeprefix("house:") in done.stderr
        assert "Traceback" not in done.stderr
    assert program("check").returncode == 2


def test_a_python_without_the_sdk_is_told_what_to_write_instead(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text("raise ModuleNotFoundError(\"No module named 'ohhell_protocol'\")\n")
    done = program("check", "--", sys.executable, "my_bot.py", cwd=tmp_path)
    assert done.returncode == 1
    assert "Write {python} in place of its name" in done.stdout
