"""The Python example bots and the bridge as processes, against a referee of a few lines."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from support.fake_referee import BotFailedError, FakeReferee, drive, game_start

ROOT = Path(__file__).resolve().parents[2]
BOTS = ROOT / "example_bots" / "python"
RECORDS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (ROOT / "protocol" / "vectors" / "decisions.jsonl").read_text(encoding="utf-8").splitlines()[::5]
]
REQUESTS = [record["request"] for record in RECORDS]

LINES_BOT = """
import json, os, signal, sys, time
print(json.dumps({"type": "hello", "protocol": 1, "games": 8, "name": "lines"}), flush=True)
KEYS = {"bid": ("bid", "bid"), "revise": ("bid", "bid"), "play": ("play", "card"), "trump": ("trump", "trump")}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in KEYS:
        exec(os.environ.get("MISDEED", ""))
        answer, key = KEYS[message["type"]]
        print(json.dumps({"type": answer, "id": message["id"], key: message["legal"][-1]}), flush=True)
"""
"""A bot for the bridge; MISDEED is what it does before its first answer."""


def value(answer: dict[str, Any]) -> Any:
    return next(answer[key] for key in ("bid", "card", "trump") if key in answer)


@pytest.fixture
def bridged(tmp_path: Path) -> list[str]:
    """The command of the lines bot behind the bridge."""
    program = tmp_path / "lines_bot.py"
    program.write_text(LINES_BOT)
    return [sys.executable, "-m", "ohhell_protocol.bridge", "--", sys.executable, str(program)]


@pytest.mark.parametrize("name", ["random", "greedy", "counting", "bare"])
def test_a_bot_answers_everything_legally_and_leaves_at_bye(name: str) -> None:
    result = drive([sys.executable, str(BOTS / f"{name}_bot.py")], REQUESTS)
    assert result.hello["name"] == name
    assert [answer["id"] for answer in result.answers] == [request["id"] for request in REQUESTS]
    for request, answer in zip(REQUESTS, result.answers, strict=True):
        assert value(answer) in request["legal"]
    assert result.status == 0
    assert result.output == ""


def test_greedy_answers_as_recorded_whatever_the_size_of_frames() -> None:
    for per_frame in (1, 7):
        result = drive([sys.executable, str(BOTS / "greedy_bot.py")], REQUESTS[:70], per_frame=per_frame)
        assert result.answers == [record["answer"] for record in RECORDS[:70]]


def test_a_random_bot_repeats_from_its_seeds() -> None:
    first, second = (drive([sys.executable, str(BOTS / "random_bot.py")], REQUESTS, per_frame=n) for n in (16, 3))
    assert first.answers == second.answers


def test_a_bot_without_a_referee_explains_itself_and_ends_with_2() -> None:
    environment = {key: text for key, text in os.environ.items() if not key.startswith("OHHELL_")}
    done = subprocess.run(
        [sys.executable, str(BOTS / "greedy_bot.py")],
        check=False,
        env=environment,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 2
    assert "no referee started it" in done.stderr
    assert done.stdout == ""


def test_a_bot_that_raises_crashes_with_its_traceback(tmp_path: Path) -> None:
    program = tmp_path / "broken_bot.py"
    program.write_text(
        "from ohhell_protocol import Bot\n"
        "class Broken(Bot):\n"
        "    def bid(self, request):\n"
        "        return request.legal[99]\n"
        "Broken().run()\n"
    )
    with FakeReferee([sys.executable, str(program)]) as referee:
        referee.greet()
        with pytest.raises(BotFailedError, match="IndexError"):
            referee.ask([game_start(REQUESTS[0]["game"]), {**REQUESTS[0], "type": "bid"}])
        assert referee.process.wait(10) == 1


def test_a_bot_ends_when_its_starter_is_gone(tmp_path: Path) -> None:
    """The bot sits below a shell that is killed: nobody says bye, and it must not wait for ever."""
    pid_file = tmp_path / "pid"
    command = f"{sys.executable} {BOTS / 'greedy_bot.py'} & echo $! > {pid_file}; wait"
    with FakeReferee(["sh", "-c", command]) as referee:
        referee.greet()
        pid = int(pid_file.read_text())
        referee.process.kill()
        referee.process.wait(10)
        until = time.monotonic() + 5
        while _runs(pid) and time.monotonic() < until:
            time.sleep(0.05)
        assert not _runs(pid)


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_the_bridge_passes_every_message_both_ways(bridged: list[str]) -> None:
    result = drive(bridged, REQUESTS)
    assert result.hello["name"] == "lines"
    assert [value(answer) for answer in result.answers] == [request["legal"][-1] for request in REQUESTS]
    assert result.status == 0
    assert result.output == ""


@pytest.mark.parametrize(
    ("misdeed", "status", "words"),
    [
        ("sys.exit(7)", 7, ""),
        ("os.kill(os.getpid(), signal.SIGSEGV)", -signal.SIGSEGV, ""),
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL, ""),
        ("raise ValueError('my own mistake')", 1, "my own mistake"),
        ("print('let me think', flush=True)", 1, "line 2 of the program's stdout is not JSON"),
        ("print(json.dumps({'type': 'bid', 'id': 1, 'bid': 2**70}), flush=True)", 1, "cannot be sent"),
        ("os.close(1); time.sleep(60)", 1, "closed its stdout"),
    ],
)
def test_the_bridge_ends_as_its_program_ends(bridged: list[str], misdeed: str, status: int, words: str) -> None:
    with FakeReferee(bridged, env={"MISDEED": misdeed}) as referee:
        referee.greet()
        with pytest.raises(BotFailedError):
            referee.ask([game_start(REQUESTS[0]["game"]), REQUESTS[0]])
        assert referee.process.wait(10) == status
        assert words in referee.output


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_program_does_not_outlive_the_bridge(bridged: list[str], number: signal.Signals, tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    misdeed = f"open({str(pid_file)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    with FakeReferee(bridged, env={"MISDEED": misdeed}) as referee:
        referee.greet()
        referee.send(game_start(REQUESTS[0]["game"]), REQUESTS[0])
        until = time.monotonic() + 10
        while not (pid_file.exists() and pid_file.read_text()) and time.monotonic() < until:
            time.sleep(0.02)
        pid = int(pid_file.read_text())
        assert _runs(pid)
        referee.process.send_signal(number)
        referee.process.wait(10)
        until = time.monotonic() + 5
        while _runs(pid) and time.monotonic() < until:
            time.sleep(0.02)
        assert not _runs(pid)


def test_a_program_that_ignores_bye_is_ended(bridged: list[str]) -> None:
    misdeed = "time.sleep(60)"
    with FakeReferee(bridged, env={"MISDEED": misdeed}) as referee:
        referee.greet()
        referee.send(game_start(REQUESTS[0]["game"]), REQUESTS[0])
        started = time.monotonic()
        assert referee.bid_farewell() == 0
        assert time.monotonic() - started < 2


def test_a_command_that_does_not_exist_is_named() -> None:
    command = [sys.executable, "-m", "ohhell_protocol.bridge", "--", "./no_such_program"]
    with FakeReferee(command) as referee:
        assert referee.process.wait(10) == 127
        assert "cannot start './no_such_program'" in referee.output
