"""Standings of whole runs with real bots: how they were played changes no figure, and cheats show."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from support.running import BARE, GREEDY, PROGRAM, RANDOM, ROOT, program, run_tournament, verify, write_tournament

MIXED = {"rnd": RANDOM, "bare": BARE, "greedy": GREEDY, "rnd2": RANDOM}
REMEMBERING = [sys.executable, str(ROOT / "tests" / "support" / "remembering_bot.py")]


def standings(folder: Path, *options: str) -> dict[str, Any]:
    result = program("standings", folder, "--format", "json", *options)
    assert result.returncode == 0, result.stderr
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def test_concurrency_and_interruptions_change_no_figure(tmp_path: Path) -> None:
    """One game at a time, eight at once, and in pieces: the same standings to the last digit."""
    path = write_tournament(tmp_path, MIXED, blocks=15)
    one = run_tournament(path, "-j", "1", "-o", tmp_path / "one")
    eight = run_tournament(path, "-j", "8", "-o", tmp_path / "eight")
    pieces = tmp_path / "pieces"
    while program("run", path, "-o", pieces, "--max-games", "23").returncode == 3:
        pass
    wanted = standings(one, "--show", "all")
    assert len(wanted["standings"]) == 4
    for folder in (eight, pieces):
        found = standings(folder, "--show", "all")
        for data in (wanted, found):
            data.pop("time", None)  # how long bots took is no figure of the games
        assert found == wanted


def test_standings_of_a_run_that_is_being_played(tmp_path: Path) -> None:
    """They can be had at any moment, say that the run goes on, and leave it alone."""
    path = write_tournament(tmp_path, MIXED, blocks=3000)
    folder = tmp_path / "runs" / "test"
    with subprocess.Popen([*PROGRAM, "run", str(path), "--quiet"], stdout=subprocess.DEVNULL) as run:
        under_way: list[dict[str, Any]] = []
        try:
            while run.poll() is None and len(under_way) < 3:
                result = program("standings", folder, "--format", "json")
                assert result.returncode in (0, 2), result.stderr  # 2: there is no journal yet
                data = json.loads(result.stdout or "{}")
                under_way += [data] if data.get("games") else []
                time.sleep(0.05)
        finally:
            run.send_signal(signal.SIGINT)
        assert run.wait(60) == 3
    assert [data["games"] for data in under_way] == sorted(data["games"] for data in under_way)
    assert all(any("has not ended" in warning for warning in data["warnings"]) for data in under_way)
    assert standings(folder)["games"] >= under_way[-1]["games"] > 0
    verify(folder)


def cheat(folder: Path, *, disguise: bool) -> dict[str, Any]:
    """The memory report on a bot that bids what the hand took when it met it first, among three that do not."""
    bots = {"cheat": {"command": REMEMBERING, "instances": 1}, "g1": GREEDY, "g2": GREEDY, "g3": GREEDY}
    variant = {"preset": "cardgames-io", "schedule": {"hands": "8..4"}}
    run = run_tournament(write_tournament(folder, bots, variant=variant, blocks=60, disguise=disguise))
    return {row["name"]: row for row in standings(run, "--show", "memory")["memory"]}


def test_a_bot_that_gains_by_remembering_deals_shows_in_the_memory_check(tmp_path: Path) -> None:
    found = cheat(tmp_path, disguise=False)
    assert found["cheat"]["suspicious"]
    assert found["cheat"]["gain"] > 3.0
    assert not any(row["suspicious"] for name, row in found.items() if name != "cheat")


def test_disguised_deals_leave_it_nothing_to_gain(tmp_path: Path) -> None:
    assert not any(row["suspicious"] for row in cheat(tmp_path, disguise=True).values())
