"""The recorded vectors are what the code makes, and fit for comparing other languages with."""

from __future__ import annotations

import json
import runpy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ohhell_protocol.frames import check_message
from ohhell_protocol.messages import ANSWER_OF, VALUE_KEY
from support.protocol_bots import ROOT, bot_class, exchange, start_message

VECTORS = ROOT / "protocol" / "vectors"
RECORDS: list[dict[str, Any]] = [
    json.loads(line) for line in (VECTORS / "decisions.jsonl").read_text(encoding="utf-8").splitlines()
]


def test_the_files_are_up_to_date() -> None:
    generate = runpy.run_path(str(VECTORS / "generate.py"))
    for name, text in generate["files"]().items():
        assert Path(VECTORS / name).read_text(encoding="utf-8") == text, f"{name}: run protocol/vectors/generate.py"


def test_there_are_2000_decisions_of_every_kind_and_condition() -> None:
    requests = [record["request"] for record in RECORDS]
    kinds = Counter(request["type"] for request in requests)
    assert kinds.total() == 2_000
    assert min(kinds[kind] for kind in ANSWER_OF) >= 40
    assert {request["players"] for request in requests} >= {3, 4, 5, 6, 7}
    assert {request["trump"] for request in requests} == {"C", "D", "H", "S", "N", None}
    for condition in (
        lambda r: "seen" in r,
        lambda r: not r["cards"],
        lambda r: any(card[0] == "Z" for card in r["cards"]),
        lambda r: any(card[0] == "N" for card in r["cards"]),
        lambda r: len(set(r["cards"])) < len(r["cards"]),
        lambda r: r["hands"] is None,
        lambda r: r["type"] == "bid" and len(r["legal"]) == r["size"],  # the hook bites
        lambda r: r["type"] == "trump" and "N" in r["legal"],
        lambda r: r["type"] == "trump" and "N" not in r["legal"],
    ):
        assert any(condition(request) for request in requests)


def test_every_recorded_request_and_answer_is_in_the_protocol_and_legal() -> None:
    for record in RECORDS:
        request, answer = record["request"], record["answer"]
        check_message(request, "referee to bot")
        check_message(answer)
        assert answer["type"] == ANSWER_OF[request["type"]]
        assert answer["id"] == request["id"]
        assert answer[VALUE_KEY[answer["type"]]] in request["legal"]


@pytest.mark.parametrize("name", ["greedy", "random", "counting"])
def test_bots_answer_every_recorded_request_within_what_is_legal(name: str) -> None:
    """Every variant's features are among the requests; greedy's answers are those on record."""
    bot = bot_class(name)()
    games = {record["request"]["game"]: record["request"] for record in RECORDS}
    exchange(bot, *[start_message(game, r["seat"], r["players"]) for game, r in games.items()])
    for record in RECORDS:
        (answer,) = exchange(bot, record["request"])
        assert answer[VALUE_KEY[answer["type"]]] in record["request"]["legal"]
        if name == "greedy":
            assert answer == record["answer"]
