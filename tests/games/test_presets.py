"""Tournaments of the presets, and of the files in tournaments/seed-options/, with the random bots of the house.

Each run ends without a fault, the program verifies it, and the independent reference of tests/oracle follows its games.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.presets import find_preset, preset_names
from ohhell_referee.rules.variant import Variant
from oracle import naive_journal
from support.running import ROOT, games, journal_lines, run_tournament, verify, write_tournament

OPTIONS = sorted((ROOT / "tournaments" / "seed-options").glob("*.toml"))
TABLES = [
    (name, players)
    for name in preset_names()
    for players in range(find_preset(name).players[0], find_preset(name).players[1] + 1)
]

NO_HURRY = {"per_decision_ms": 20_000, "startup_ms": 60_000}
"""A busy machine is not to make a fault."""


def check_run(folder: Path, variant: Variant, seed: str, expected_games: int) -> None:
    """All games were played, by these rules, and nothing went wrong in them."""
    header, *_, end = journal_lines(folder)
    assert (header["type"], end["type"]) == ("tournament", "end")
    rules = {key: value for key, value in header["variant"].items() if key != "name"}
    assert resolve_variant(rules) == replace(variant, name="custom")
    played = games(folder)
    assert len(played) == expected_games == end["games"]
    for game in played:
        assert (game["faults"], game["forfeits"], game["marks"], game["attempt"]) == ([], [], [], 1)
    verify(folder)
    assert naive_journal.replay(variant, seed, played[0]) > 0


def play_preset(tmp_path: Path, name: str, players: int) -> None:
    """One block of a preset: every bot in every seat."""
    variant = resolve_variant({"preset": name}, players)
    bots = {f"random-{number}": "house:random" for number in range(1, players + 1)}
    raw: dict[str, Any] = {"preset": name, "game": {"players": players}}
    path = write_tournament(tmp_path, bots, variant=raw, blocks=1, seed=7, time=NO_HURRY)
    check_run(run_tournament(path), variant, "7", expected_games=players)


@pytest.mark.parametrize("name", preset_names())
def test_a_tournament_of_a_preset_ends_without_a_fault_and_verifies(tmp_path: Path, name: str) -> None:
    play_preset(tmp_path, name, find_preset(name).default_players)


@pytest.mark.parametrize("path", OPTIONS, ids=[path.stem for path in OPTIONS])
def test_a_tournament_of_a_rule_pages_option_ends_without_a_fault_and_verifies(tmp_path: Path, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    raw = tomllib.loads(text)
    copy = tmp_path / path.name
    no_hurry = "".join(f"{key} = {value}\n" for key, value in NO_HURRY.items())
    copy.write_text(f"{text}\n[time]\n{no_hurry}", encoding="utf-8")
    variant = resolve_variant(raw["variant"])
    assert len(raw["bots"]) == variant.players
    folder = run_tournament(copy, "-o", tmp_path / "run")
    check_run(folder, variant, str(raw["seed"]), expected_games=raw["blocks"] * variant.players)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_tournament_of_a_preset_at_every_table_size(tmp_path: Path, name: str, players: int) -> None:
    play_preset(tmp_path, name, players)
