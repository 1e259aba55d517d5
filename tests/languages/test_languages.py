"""The bots of every language: they build, understand every example frame, and decide as Python's greedy does."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from ohhell_protocol.frames import pack_frame, read_frame
from ohhell_protocol.messages import ANSWER_OF, VALUE_KEY
from support.fake_referee import FakeReferee, drive, game_start
from support.languages import LANGUAGES, Language, need_bots

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"
PER_FRAME = 16

pytestmark = pytest.mark.timeout(1_000)  # the first test of a language builds it


@pytest.fixture(params=LANGUAGES, ids=lambda language: language.name)
def language(request: pytest.FixtureRequest) -> Language:
    need_bots(request.param)
    found: Language = request.param
    return found


@pytest.fixture(params=[one for one in LANGUAGES if one.speaks_frames], ids=lambda language: language.name)
def frame_language(request: pytest.FixtureRequest) -> Language:
    """The languages that speak MessagePack themselves."""
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


def in_frames(messages: Sequence[dict[str, Any]]) -> Iterator[bytes]:
    waiting = iter(messages)
    while batch := list(islice(waiting, PER_FRAME)):
        yield pack_frame(batch)


def answers_to(
    language: Language, command: Sequence[str], frames: list[bytes], folder: Path
) -> list[list[dict[str, Any]]]:
    """What a bot answers to each of these frames in its `vectors` mode, checked as a referee would."""
    file = folder / "frames.txt"
    file.write_text("".join(f"{frame.hex()}\n" for frame in frames), encoding="ascii")
    done = subprocess.run(
        [*command, "vectors", str(file)], cwd=language.folder, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.split()
    assert len(lines) == len(frames), done.stderr
    return [[] if line == "-" else read_frame(bytes.fromhex(line)) for line in lines]


def test_greedy_decides_as_recorded(language: Language, tmp_path: Path) -> None:
    """All recorded requests, answered without a socket; the shell bot answers the bridge, with a part of them."""
    recorded = decisions()
    if language.speaks_frames:
        frames = list(in_frames([decision["request"] for decision in recorded]))
        answers = [answer for frame in answers_to(language, language.greedy, frames, tmp_path) for answer in frame]
        expected = [decision["answer"] for decision in recorded]
        assert expected == [
            {key: answer[key] for key in ("type", "id", VALUE_KEY[answer["type"]])} for answer in answers
        ]
    else:
        result = drive(
            language.greedy, [decision["request"] for decision in recorded], cwd=language.folder, per_frame=1
        )
        assert [chosen(decision["answer"]) for decision in recorded] == [chosen(answer) for answer in result.answers]


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_every_example_frame_is_understood(frame_language: Language, bot: str, tmp_path: Path) -> None:
    """Each frame toward a bot gets an answer a request, and every answer is legal."""
    examples = json.loads((VECTORS / "frames.json").read_text(encoding="utf-8"))
    examples = [example for example in examples if example["direction"] == "referee to bot"]
    frames = [bytes.fromhex(example["hex"]) for example in examples]
    answered = answers_to(frame_language, getattr(frame_language, bot), frames, tmp_path)
    for example, answers in zip(examples, answered, strict=True):
        requests = [message for message in example["messages"] if message["type"] in ANSWER_OF]
        assert [request["id"] for request in requests] == [answer["id"] for answer in answers], example["name"]
        for request, answer in zip(requests, answers, strict=True):
            assert ANSWER_OF[request["type"]] == answer["type"], example["name"]
            assert chosen(answer) in request["legal"], example["name"]


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
