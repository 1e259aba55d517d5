"""Early stopping in whole runs: the decision is a function of the games, and is recorded."""

from __future__ import annotations

import json
from pathlib import Path

from support.running import (
    GREEDY,
    RANDOM,
    digests,
    games,
    journal_lines,
    program,
    run_tournament,
    verify,
    write_tournament,
)

SPRT = {"test": "sprt", "elo0": 0, "elo1": 100}


def duel(folder: Path, stop: dict[str, object]) -> Path:
    return write_tournament(folder, {"greedy": GREEDY, "rnd": RANDOM}, format="duel", blocks=300, stop=stop)


def test_an_sprt_stops_at_the_end_of_the_window_that_decided(tmp_path: Path) -> None:
    folder = run_tournament(duel(tmp_path, SPRT))
    (note,) = [line for line in journal_lines(folder) if line["type"] == "note"]
    assert note["what"] == "stopped"
    assert note["block"] == 19
    assert "greedy is stronger" in note["reason"]
    assert len(games(folder)) == 2 * 32
    assert journal_lines(folder)[-1]["type"] == "end"
    verify(folder)


def test_games_beyond_the_deciding_block_stay_and_enter_no_figure(tmp_path: Path) -> None:
    folder = run_tournament(duel(tmp_path, SPRT))
    standings = json.loads(program("standings", folder, "--format", "json").stdout)
    assert (standings["games"], standings["blocks"]) == (40, 20)
    assert json.loads((folder / "standings.json").read_text())["standings"] == standings["standings"]
    assert "biased outward" in program("standings", folder).stdout


def test_superiority_stops_when_the_leader_is_ahead_beyond_doubt(tmp_path: Path) -> None:
    bots = {"greedy": GREEDY, "r1": RANDOM, "r2": RANDOM, "r3": RANDOM}
    path = write_tournament(tmp_path, bots, blocks=200, stop={"test": "superiority"})
    folder = run_tournament(path)
    assert len(games(folder)) < 800
    assert any(line["type"] == "note" and "greedy leads" in line["reason"] for line in journal_lines(folder))


def test_an_interrupted_run_decides_exactly_as_an_uninterrupted_one(tmp_path: Path) -> None:
    path = duel(tmp_path, SPRT)
    whole = run_tournament(path, "-o", tmp_path / "whole")
    parts = tmp_path / "parts"
    while program("run", path, "-o", parts, "--max-games", "11").returncode == 3:
        pass
    assert digests(whole) == digests(parts)
    notes = [[line for line in journal_lines(folder) if line["type"] == "note"] for folder in (whole, parts)]
    assert [(note["block"], note["reason"]) for note in notes[0]] == [
        (note["block"], note["reason"]) for note in notes[1]
    ]


def test_a_decided_run_is_finished(tmp_path: Path) -> None:
    path = duel(tmp_path, SPRT)
    folder = run_tournament(path)
    before = (folder / "journal.jsonl").read_bytes()
    result = program("run", path)
    assert result.returncode == 0
    assert "finished" in result.stderr
    assert (folder / "journal.jsonl").read_bytes() == before
