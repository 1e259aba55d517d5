"""`replay --verify` on the run of a real tournament: silent on the original, loud on every change."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.running import GREEDY, RANDOM, program, run_tournament, write_tournament

Line = dict[str, Any]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    folder = tmp_path_factory.mktemp("run")
    run = run_tournament(write_tournament(folder, {"a": RANDOM, "b": GREEDY, "c": RANDOM, "d": RANDOM}, blocks=3))
    result = program("replay", run, "--verify")
    assert result.returncode == 0, result.stderr + result.stdout
    return (run / "journal.jsonl").read_bytes().splitlines(keepends=True)


def card(line: Line) -> None:
    tricks = line["hands"][1]["tricks"]
    tricks[0][1], tricks[1][1] = tricks[1][1], tricks[0][1]


def dealt_card(line: Line) -> None:
    deal = line["hands"][0]["deal"]
    deal[0][0], deal[1][0] = deal[1][0], deal[0][0]


def bid(line: Line) -> None:
    line["hands"][0]["bids"][0] += 1


def score(line: Line) -> None:
    line["scores"][2] += 1


@pytest.mark.parametrize("change", [card, dealt_card, bid, score])
def test_a_changed_card_bid_or_score_is_named_with_line_and_game(
    tmp_path: Path, journal: list[bytes], change: Callable[[Line], None]
) -> None:
    line = json.loads(journal[5])
    change(line)
    changed = [*journal[:5], json.dumps(line, separators=(",", ":")).encode() + b"\n", *journal[6:]]
    (tmp_path / "journal.jsonl").write_bytes(b"".join(changed))
    result = program("replay", tmp_path / "journal.jsonl", "--verify")
    text = result.stdout + result.stderr
    assert result.returncode == 1, text
    assert "journal.jsonl:6" in text
    assert line["id"] in text


def test_a_removed_line_breaks_the_chain_where_it_was(tmp_path: Path, journal: list[bytes]) -> None:
    (tmp_path / "journal.jsonl").write_bytes(b"".join([*journal[:4], *journal[5:]]))
    result = program("replay", tmp_path / "journal.jsonl", "--verify")
    assert result.returncode == 1
    assert "journal.jsonl:5" in result.stdout + result.stderr
