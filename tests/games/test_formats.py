"""Every format in whole runs: killed in the middle, continued otherwise, and still the same games."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from support.running import (
    BARE,
    GREEDY,
    PROGRAM,
    RANDOM,
    ROOT,
    digests,
    games,
    journal_lines,
    run_tournament,
    verify,
    write_tournament,
)

SLOW = [sys.executable, str(ROOT / "tests" / "support" / "zoo_bot.py"), "--do=sleep=2@request:*"]
"""Thinks long enough for a run to be caught in the middle."""

EIGHT = {"slow": SLOW, "rnd": RANDOM, "greedy": GREEDY, "bare": BARE} | {f"bot{n}": RANDOM for n in range(4)}
FIVE = dict(list(EIGHT.items())[:5])
TWO = {"slow": SLOW, "greedy": GREEDY}

FORMATS: dict[str, tuple[dict[str, Sequence[str]], dict[str, Any]]] = {
    "round-robin": (FIVE, {"blocks": 2}),
    "gauntlet": (
        FIVE,
        {"blocks": 2, "focus": ["slow", "bot0"], "duplicate": "all", "variant": {"game": {"players": 3}}},
    ),
    "duel": (TWO, {"blocks": 16}),
    "fixed": (
        EIGHT,
        {
            "blocks": 3,
            "tables": [
                ["slow", "rnd", "greedy", "slow"],
                ["bare", "bot0", "greedy", "bot1"],
                ["bot2", "slow", "bot3", "bare"],
            ],
        },
    ),
    "random": (EIGHT, {"blocks": 10}),
    "swiss": (EIGHT, {"blocks": 2, "rounds": 3}),
    "knockout": (EIGHT, {"blocks": 3}),
    "adaptive": (FIVE, {"blocks": 40, "duplicate": "none"}),
}
"""Bots and further keys of a small tournament: some forty games each, and several rounds where results decide."""


def write(folder: Path, form: str, *, times: int = 1) -> Path:
    bots, more = FORMATS[form]
    changed = {"blocks": more["blocks"] * times}
    variant = {"preset": "cardgames-io", "schedule": {"hands": "3..1"}, **more.get("variant", {})}
    if "game" in variant:
        variant["preset"] = "spruce"
    return write_tournament(folder, bots, format=form, **{**more, **changed, "variant": variant})


def kill_after(path: Path, folder: Path, more: int, number: signal.Signals, *options: str) -> None:
    """Start or continue the run, and send it the signal once so many further lines are in its journal."""
    journal = folder / "journal.jsonl"

    def lines() -> int:
        return journal.read_bytes().count(b"\n") if journal.exists() else 0

    wanted = lines() + more
    process = subprocess.Popen(
        [*PROGRAM, "run", str(path), "-o", str(folder), *options], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while lines() < wanted:
        assert process.poll() is None, "the run ended before it could be interrupted"
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.send_signal(number)
    assert process.wait(60) == (3 if number == signal.SIGINT else -number)


@pytest.mark.parametrize("form", FORMATS)
def test_a_format_killed_twice_and_continued_plays_the_same_games(tmp_path: Path, form: str) -> None:
    """One game at a time without a pause, and eight at once with two ends by SIGKILL."""
    path = write(tmp_path, form)
    whole = run_tournament(path, "-j", "1", "-o", tmp_path / "whole")
    torn = tmp_path / "torn"
    kill_after(path, torn, 4, signal.SIGKILL, "-j", "8")
    kill_after(path, torn, 8, signal.SIGKILL, "-j", "2")
    assert 8 <= len(games(torn, killed=True)) < len(games(whole))
    run_tournament(path, "-j", "8", "-o", torn)
    assert digests(whole) == digests(torn)
    verify(torn)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS)
def test_a_longer_run_of_a_format_interrupted_six_times_plays_the_same_games(tmp_path: Path, form: str) -> None:
    path = write(tmp_path, form, times=8)
    one = run_tournament(path, "-j", "1", "-o", tmp_path / "one", timeout=600)
    eight = run_tournament(path, "-j", "8", "-o", tmp_path / "eight", timeout=600)
    torn = tmp_path / "torn"
    for turn in range(6):
        number = signal.SIGINT if turn % 2 else signal.SIGKILL
        kill_after(path, torn, len(games(one)) // 10, number, "-j", ("1", "8", "3")[turn % 3])
    assert len(games(torn, killed=True)) < len(games(one))
    run_tournament(path, "-o", torn, timeout=600)
    assert digests(one) == digests(eight) == digests(torn)
    verify(torn)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["round-robin", "swiss"])
def test_a_bot_is_disqualified_at_the_same_block_however_the_run_was_interrupted(tmp_path: Path, form: str) -> None:
    """From a window on that depends on no timing the house plays its seats: the games after it are the same, too."""
    bots = {**FIVE, "slow": [*SLOW, "--do=illegal@play:*"]}
    more = {"blocks": 12} if form == "round-robin" else {"blocks": 10, "rounds": 5}
    path = write_tournament(tmp_path, bots, format=form, **more)
    one = run_tournament(path, "-j", "1", "-o", tmp_path / "one", timeout=600)
    torn = tmp_path / "torn"
    for options, number in ((("-j", "8"), signal.SIGKILL), (("-j", "1"), signal.SIGINT), (("-j", "4"), signal.SIGKILL)):
        kill_after(path, torn, 30, number, *options)
    run_tournament(path, "-j", "8", "-o", torn, timeout=600)
    notes = [[line["text"] for line in journal_lines(folder) if line["type"] == "note"] for folder in (one, torn)]
    assert len(notes[0]) == 1
    assert notes[0] == notes[1]
    assert digests(one) == digests(torn)
    verify(torn)
