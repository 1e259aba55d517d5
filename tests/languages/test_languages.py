"""The bots of every language: they build, pass the check, decide as Python's greedy does, and end as they should."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ohhell_protocol.messages import ANSWER_OF, VALUE_KEY
from support.fake_referee import FakeReferee, drive, game_start
from support.languages import LANGUAGES, Language, need_bots

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"
PER_FRAME = 16
ONE_GAME = {"several games in a frame", "full frame", "games at once"}
"""Steps of the check that a bot which plays one game at a time cannot pass."""

pytestmark = pytest.mark.timeout(1_000)  # the first test of a language builds it


@pytest.fixture(params=LANGUAGES, ids=lambda language: language.name)
def language(request: pytest.FixtureRequest) -> Language:
    need_bots(request.param)
    found: Language = request.param
    return found


def decisions() -> list[dict[str, Any]]:
    """All recorded requests with greedy's answers."""
    with (VECTORS / "decisions.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def chosen(answer: dict[str, Any]) -> int | str:
    value: int | str = answer[VALUE_KEY[answer["type"]]]
    return value


def put_vectors(language: Language, bot: tuple[str, ...], *options: str) -> subprocess.CompletedProcess[str]:
    """example_bots/vectors.py, in the folder of the language."""
    command = language.vectors(bot, *options)
    return subprocess.run(
        command, cwd=language.folder, capture_output=True, text=True, timeout=200, check=False, stdin=subprocess.DEVNULL
    )


def test_greedy_decides_as_recorded(language: Language) -> None:
    """All 2,000 recorded requests without a referee, and every example frame of the specification."""
    done = put_vectors(language, language.greedy)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"right, {len(decisions()):,} of them as greedy decides" in done.stdout


def test_random_decides_legally(language: Language) -> None:
    done = put_vectors(language, language.random, "--legal")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_vectors_tell_a_random_bot_from_greedy(language: Language) -> None:
    done = put_vectors(language, language.random)
    assert done.returncode == 1
    assert "where greedy answers" in done.stdout


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_check_passes(language: Language, bot: str) -> None:
    """Every step; what does not apply is events, and for a bot behind the bridge several games at once."""
    command = [sys.executable, "-m", "ohhell_referee", "check", "--format", "json"]
    done = subprocess.run(
        [*command, "--cwd", str(language.folder), "--", *getattr(language, bot)],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    steps = json.loads(done.stdout)["steps"]
    assert {"passed", "information", "not applicable"} == {step["status"] for step in steps}
    skipped = {step["name"] for step in steps if step["status"] == "not applicable"}
    assert skipped == ({"events"} if language.speaks_frames else {"events", *ONE_GAME})


def test_what_is_unknown_is_passed_over(language: Language) -> None:
    """Unknown notices, also with known keys of another type, and unknown keys in known messages do no harm."""
    strange: list[dict[str, Any]] = [
        {
            "type": "weather",
            "cards": 7,
            "bids": "none",
            "seat": None,
            "game": "g1",
            "deep": {"er": [{"down": [True, None]}]},
        },
        {"type": "emergency_exit"},
        {"type": "error", "id": None, "code": "not_yet_invented", "text": "naïve · ♠", "more": [1, 2]},
    ]
    start = {**game_start(), "weather": {"rain": False}}
    request = next(decision["request"] for decision in decisions() if decision["request"]["type"] == "play")
    request = {**request, "game": "g1", "moon": {"full": True}, "list": ["a", 1], "largest": 2**53 - 1}
    commands = [language.random, language.greedy]
    for command in commands:
        result = drive(command, [start, *strange, request], cwd=language.folder)
        assert result.status == 0
        assert chosen(result.answers[0]) in request["legal"]
        assert "not_yet_invented: na" in result.output


def test_random_plays_whole_sessions_and_repeats_itself(language: Language) -> None:
    """Legal answers only, the bid kept when it may be revised, exit status 0 after bye; and the same again.

    The requests of different games come mixed in one frame to bots that accept many games.
    """
    requests = [decision["request"] for decision in decisions()[: 240 if language.speaks_frames else 60]]
    per_frame = PER_FRAME if language.speaks_frames else 1
    first = drive(language.random, requests, cwd=language.folder, per_frame=per_frame)
    assert first.status == 0, first.output
    for request, answer in zip(requests, first.answers, strict=True):
        assert ANSWER_OF[request["type"]] == answer["type"]
        assert chosen(answer) in request["legal"]
        if request["type"] == "revise":
            assert request["bids"][request["seat"]] == chosen(answer)
    assert first.hello.get("games", 1) >= (PER_FRAME if language.speaks_frames else 1)
    assert first.hello["language"].lower() in (language.name, "c++")
    second = drive(language.random, requests, cwd=language.folder, per_frame=per_frame)
    assert [chosen(answer) for answer in first.answers] == [chosen(answer) for answer in second.answers]


def test_random_numbers_come_from_the_seed_of_the_game(language: Language) -> None:
    """Games with the same bot_seed are bid alike, games with another are not, whatever was played in between."""
    request = next(decision["request"] for decision in decisions() if decision["request"]["size"] >= 9)
    seeds = ["0123456789abcdef" * 4, "fedcba9876543210" * 4, "0123456789abcdef" * 4]
    bids: list[list[int | str]] = []
    with FakeReferee(language.random, cwd=language.folder) as referee:
        referee.greet()
        for number, seed in enumerate(seeds):
            game = f"g{number}"
            referee.send(game_start(game, request["seat"], request["players"], bot_seed=seed))
            asked = [{**request, "game": game, "id": 100 * number + i, "trick": []} for i in range(12)]
            bids.append([chosen(referee.ask([one])[0]) for one in asked])
            zeros = [0] * request["players"]
            referee.send({"type": "game_end", "game": game, "scores": zeros, "places": [1] * request["players"]})
        assert referee.bid_farewell() == 0
    assert bids[0] == bids[2]
    assert bids[0] != bids[1]


def test_a_frame_that_cannot_be_read_ends_the_bot_with_a_sentence(language: Language) -> None:
    """A broken frame must not leave a bot that runs on without answering: it ends, and its log says why."""
    with FakeReferee(language.random, cwd=language.folder) as referee:
        referee.greet()
        referee.send_bytes(b"\x91\xc1")
        assert referee.process.wait(30) != 0
        assert referee.output.strip() != ""


def test_without_a_referee_the_bot_says_what_is_missing(language: Language) -> None:
    """Started by hand, a bot ends with status 2 and names the variables and the command that help."""
    done = subprocess.run(
        language.random,
        cwd=language.folder,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 2
    assert "OHHELL_ENDPOINT" in done.stderr


def test_the_tools_of_the_language_find_no_fault(language: Language, tmp_path: Path) -> None:
    """Formatters and the warnings of compilers and interpreters."""
    lint = language.lint.replace("{scratch}", str(tmp_path))
    done = subprocess.run(
        ["sh", "-c", lint], cwd=language.folder, capture_output=True, text=True, timeout=200, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
