"""Bad bots never stop a run: what they did is substituted, recorded with its place, and counted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from support.live_runs import zoo
from support.running import (
    PROGRAM,
    RANDOM,
    games,
    journal_lines,
    program,
    run_tournament,
    verify,
    write_tournament,
)


def bots(bad: list[str]) -> dict[str, list[str]]:
    return {"bad": bad, "ann": RANDOM, "bob": RANDOM, "cid": RANDOM}


def play(folder: Path, bad: list[str], **top: Any) -> Path:
    top = {"blocks": 3, "time": {"per_decision_ms": 250, "startup_ms": 3000}, **top}
    return run_tournament(write_tournament(folder, bots(bad), **top))


def faults_of(folder: Path) -> list[tuple[str, str]]:
    """(bot, class) of every fault in the journal."""
    return [(game["table"][fault["seat"]], fault["class"]) for game in games(folder) for fault in game["faults"]]


@pytest.mark.parametrize(
    ("fault", "kind", "place"),
    [
        ("sleep=600@play:2", "late", (0, 1)),
        ("hang@bid:3", "late", (2, None)),
        ("exit=3@play:2", "crash", (0, 1)),
        ("exit=0@bid:1", "crash", (0, None)),
        ("kill=SIGSEGV@bid:4", "crash", (3, None)),
        ("disconnect@play:3", "crash", (0, 2)),
        ("garbage@play:3", "malformed", (0, 2)),
        ("truncated@bid:2", "malformed", (1, None)),
        ("value=float@play:6", "malformed", (2, 0)),
        ("extra_key@bid:2", "malformed", (1, None)),
        ("illegal@bid:2", "illegal", (1, None)),
        ("illegal@play:2", "illegal", (0, 1)),
        ("not_held@play:4", "illegal", (1, 0)),
        ("wrong_answer_type@play:5", "protocol", (1, 1)),
        ("twice@play:2", "protocol", None),
        ("unknown_id=1000@bid:2", "protocol", None),
    ],
)
def test_a_fault_is_recorded_with_its_place_and_the_run_goes_on(
    tmp_path: Path, fault: str, kind: str, place: tuple[int, int | None] | None
) -> None:
    """`place` is (hand, trick), from 0; None where the fault belongs to no decision and its moment is by chance."""
    folder = play(tmp_path, zoo(fault), duplicate="none")
    assert len(games(folder)) == 3
    found = faults_of(folder)
    assert set(found[:1]) == {("bad", kind)}
    assert {name for name, _ in found} == {"bad"}
    game = next(game for game in games(folder) if game["faults"])
    first, evidence = game["faults"][0], game["evidence"][0]
    assert set(first) == {"class", "hand", "trick", "seat", "substituted"}
    assert first["substituted"] is (place is not None)
    assert game["table"][first["seat"]] == "bad"
    if place is not None:
        assert (first["hand"], first["trick"]) == place
    assert {key: evidence[key] for key in ("class", "hand", "trick", "seat")} == {
        key: first[key] for key in ("class", "hand", "trick", "seat")
    }
    assert evidence["text"]
    assert journal_lines(folder)[-1]["type"] == "end"
    standings = json.loads((folder / "standings.json").read_text())
    counted = {row["name"]: row["faults"] for row in standings["standings"]}
    assert {kind: count for kind, count in counted["bad"].items() if count} == Counter(kind for _, kind in found)
    assert sum(counted["ann"].values()) == 0
    assert standings["marked"] == sum(1 for game in games(folder) if game["faults"])
    verify(folder)


def test_a_bot_that_exits_at_once_is_named_and_the_run_goes_on(tmp_path: Path) -> None:
    """B28: never a tournament that silently goes on without a bot."""
    result = program("run", write_tournament(tmp_path, bots(zoo("say=no_licence", "exit=3@start")), blocks=2))
    assert result.returncode == 0
    assert "'bad' cannot be started" in result.stderr
    folder = tmp_path / "runs" / "test"
    assert faults_of(folder) == [("bad", "startup")] * 8
    assert all(game["forfeits"] == [game["table"].index("bad")] for game in games(folder))
    verify(folder)


def test_a_bot_that_says_no_hello_is_a_startup_fault(tmp_path: Path) -> None:
    folder = play(tmp_path, zoo("silent@hello"), blocks=1, time={"startup_ms": 500})
    assert set(faults_of(folder)) == {("bad", "startup")}


def test_strict_makes_the_exit_status_1(tmp_path: Path) -> None:
    path = write_tournament(tmp_path, bots(zoo("illegal@bid:2")), blocks=1)
    assert program("run", path, "--strict").returncode == 1


def test_a_fault_costs_only_the_decision_until_the_third_in_a_game(tmp_path: Path) -> None:
    folder = play(tmp_path, zoo("illegal@bid:*"), blocks=1, faults={"disqualify_rate": 1.0})
    for game in games(folder):
        assert len(game["faults"]) == 3
        assert game["forfeits"] == [game["table"].index("bad")]
        assert game["places"][game["table"].index("bad")] == 4


def test_a_crash_hands_the_seat_over_and_a_new_process_plays_the_next_game(tmp_path: Path) -> None:
    folder = play(tmp_path, zoo("exit=3@play:4"), blocks=2, concurrency=1, workers=1)
    crashed = [game for game in games(folder) if game["faults"]]
    assert crashed
    assert all(len(game["faults"]) == 1 for game in crashed)
    assert "exit(3)" in crashed[0]["evidence"][0]["text"]


def test_a_crash_costs_each_open_game_that_was_owed_an_answer_and_no_other(tmp_path: Path) -> None:
    """Ten games at once on one process; the others go on with the new one."""
    folder = play(tmp_path, [*zoo("exit=3@play:130"), "--games=10"], blocks=8, concurrency=10, workers=1)
    for game in games(folder):
        assert len(game["faults"]) <= 1
    assert any(not game["faults"] for game in games(folder))


def test_void_keeps_the_game_apart_and_does_not_play_it_again(tmp_path: Path) -> None:
    folder = play(tmp_path, zoo("illegal@bid:2"), blocks=1, faults={"on_illegal": "void"}, concurrency=1, workers=1)
    voids = [line for line in journal_lines(folder) if line["type"] == "void"]
    assert voids
    assert all(void["final"] for void in voids)
    assert len(voids) + len(games(folder)) == 4
    assert "illegal fault of bad" in voids[0]["reason"]


def test_stop_ends_the_run_with_the_reason_and_it_can_be_continued(tmp_path: Path) -> None:
    path = write_tournament(tmp_path, bots(zoo("illegal@bid:2")), blocks=3, faults={"on_illegal": "stop"})
    result = program("run", path)
    assert result.returncode == 1
    assert "illegal fault of bad" in result.stderr
    assert "to continue" in result.stderr


def test_a_disqualified_entry_is_played_by_the_house_and_the_standings_say_so(tmp_path: Path) -> None:
    """More than a tenth of 200 decisions: from the next window that cannot have begun, the house plays its seats."""
    folder = play(tmp_path, zoo("illegal@bid:*"), blocks=48)
    notes = [line for line in journal_lines(folder) if line["type"] == "note"]
    assert [(note["what"], note["disqualified"]) for note in notes] == [("disqualified", "bad")]
    last = [game for game in games(folder) if game["block"] == 47]
    assert all(game["forfeits"] == [game["table"].index("bad")] and not game["faults"] for game in last)
    standings = json.loads((folder / "standings.json").read_text())
    assert {row["name"] for row in standings["standings"] if row["disqualified"]} == {"bad"}
    verify(folder)


def test_faults_do_not_depend_on_concurrency(tmp_path: Path) -> None:
    """Illegal and malformed answers come in the same places however many games are open."""
    bad = zoo("illegal@bid:*")
    path = write_tournament(tmp_path, bots(bad), blocks=12)
    one = run_tournament(path, "-j", "1", "-o", tmp_path / "one")
    many = run_tournament(path, "-o", tmp_path / "many")
    assert {(g["id"], g["digest"]) for g in games(one)} == {(g["id"], g["digest"]) for g in games(many)}


def test_the_last_words_of_a_crashed_bot_are_in_the_record_and_in_its_log(tmp_path: Path) -> None:
    """B17: stderr thrown away when an engine crashes."""
    folder = play(tmp_path, zoo("traceback@play:3"), blocks=1)
    evidence = [item for game in games(folder) for item in game["evidence"]]
    assert any("the last words" in item.get("stderr", "") for item in evidence)
    assert any("the last words" in log.read_text() for log in (folder / "bots").glob("bad.*"))


def test_notes_of_a_bot_stand_in_the_record(tmp_path: Path) -> None:
    folder = play(tmp_path, zoo("note=12@play:1"), blocks=1)
    assert any(game["notes"] for game in games(folder))


def test_a_dead_worker_costs_its_open_games_only(tmp_path: Path) -> None:
    """Its games are void, no bot is blamed, and they are played again."""
    path = write_tournament(tmp_path, dict.fromkeys(("a", "b", "c", "d"), zoo("sleep=2@request:*")), blocks=20)
    process = subprocess.Popen(
        [*PROGRAM, "run", str(path)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    journal = tmp_path / "runs" / "test" / "journal.jsonl"
    while not journal.exists() or journal.read_bytes().count(b"\n") < 10:
        assert process.poll() is None
        time.sleep(0.01)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    os.kill(int(children[0]), signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    folder = tmp_path / "runs" / "test"
    assert len(games(folder)) == 80
    voids = [line for line in journal_lines(folder) if line["type"] == "void"]
    assert voids
    assert all("SIGKILL" in void["reason"] for void in voids)
    assert faults_of(folder) == []
    assert any(game["attempt"] == 2 for game in games(folder))
    verify(folder)


def test_the_first_crash_is_told_with_what_the_bot_printed_and_the_later_ones_are_counted(tmp_path: Path) -> None:
    crash = (
        "import sys; from ohhell_protocol import Bot\n"
        "class B(Bot):\n    bid = lambda self, request: request.legal[0]\n"
        "    play = lambda self, request: sys.exit('no idea')\n"
        "B().run()"
    )
    path = write_tournament(tmp_path, bots([sys.executable, "-c", crash]), blocks=2)
    result = program("run", path)
    assert result.returncode == 0
    assert result.stderr.count("'bad' crashed: exit(1)\n    | no idea\n") == 1
    folder = tmp_path / "runs" / "test"
    assert len(faults_of(folder)) > 1
    first = next(line["id"] for line in journal_lines(folder) if line["type"] == "game" and line["faults"])
    assert f"--game {first} " in result.stderr
    for faulty in (game["id"] for game in games(folder) if game["faults"]):
        assert "        | no idea\n" in program("replay", folder, "--game", faulty).stdout


def test_each_game_of_a_bot_that_cannot_start_holds_the_reason(tmp_path: Path) -> None:
    path = write_tournament(tmp_path, bots([sys.executable, "-c", "raise SystemExit('no weights')"]), blocks=2)
    result = program("run", path)
    assert result.stderr.count("'bad' cannot be started") == 1
    evidence = [one for game in games(tmp_path / "runs" / "test") for one in game["evidence"]]
    assert evidence
    assert {one["stderr"] for one in evidence} == {"no weights\n"}
    assert all("exit(1)" in one["text"] for one in evidence)
