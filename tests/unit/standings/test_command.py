"""The command `standings`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ohhell_referee.cli.standings import command
from support.records import make_run
from support.simulated import World, simulate_results, spaced, write_csv


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of 12 blocks with faults, forfeits and a void game."""
    folder = tmp_path_factory.mktemp("spring")
    make_run(folder, blocks=12, seatings=2, fault_rate=0.02)
    return folder


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("csv") / "results.csv"
    write_csv(simulate_results(World(spaced(5), 4), 30, seed=1), str(path))
    return path


def call(source: Path, *options: str) -> Result:
    return CliRunner().invoke(command, [str(source), *options], catch_exceptions=False)


def data(source: Path, *options: str) -> dict[str, Any]:
    result = call(source, "--format", "json", *options)
    assert result.exit_code == 0, result.stderr
    made: dict[str, Any] = json.loads(result.stdout)
    return made


def refused(source: Path, *options: str) -> str:
    """The message of a call that must end with status 2 and print nothing to standard output."""
    result = CliRunner().invoke(command, [str(source), *options])
    assert result.exit_code == 2
    assert result.stdout == ""
    return result.stderr


def test_a_run_a_journal_and_a_table_are_rated(run: Path, table: Path) -> None:
    assert data(run)["games"] == data(run / "journal.jsonl")["games"] == 24
    assert data(table)["games"] == 120


def test_a_small_field_shows_its_pairs_without_being_asked(run: Path) -> None:
    text = call(run).stdout
    assert "Pairs" in text
    assert text.count("±") > 10


def test_faults_forfeits_void_and_marked_games_are_counted(run: Path) -> None:
    found = data(run)
    assert found["marked"] > 0
    faults = sum(sum(row["faults"].values()) for row in found["standings"])
    forfeits = sum(row["forfeits"] for row in found["standings"])
    assert faults > forfeits > 0
    assert all(set(row["faults"]) >= {"illegal", "late", "crash"} for row in found["standings"])
    assert f"{found['marked']} marked, {found['void']} void" in call(run).stdout


def test_without_marked_games_no_fault_is_left(run: Path) -> None:
    found = data(run, "--no-marked")
    assert found["games"] == 24 - data(run)["marked"]
    assert sum(sum(row["faults"].values()) for row in found["standings"]) == 0


def test_include_and_exclude_choose_who_is_listed(table: Path) -> None:
    names = {row["name"] for row in data(table)["standings"]}
    assert {row["name"] for row in data(table, "--exclude", "bot1")["standings"]} == names - {"bot1"}
    two = data(table, "--include", "bot0", "--include", "bot4")
    assert {row["name"] for row in two["standings"]} == {"bot0", "bot4"}
    assert len(two["pairs"]) == 1


def test_an_anchor_holds_a_bot_at_a_rating(table: Path) -> None:
    found = data(table, "--anchor", "bot2=1000")
    assert found["anchor"] == {"name": "bot2", "rating": 1000}
    (row,) = (row for row in found["standings"] if row["name"] == "bot2")
    assert row["rating"] == pytest.approx(1000)


@pytest.mark.parametrize("by", ["rating", "points", "wins"])
def test_the_order_is_chosen(table: Path, by: str) -> None:
    key = {"rating": "rating", "points": "points_above_mean", "wins": "win_rate"}[by]
    values = [row[key] for row in data(table, "--by", by)["standings"]]
    assert values == sorted(values, reverse=True)


def test_columns_are_selectable(table: Path) -> None:
    assert call(table, "--columns", "name,wins", "--show", "ratings").stdout.splitlines()[2].split() == ["bot", "wins"]
    rows = list(csv.reader(io.StringIO(call(table, "--format", "csv", "--columns", "name,rating").stdout)))
    assert rows[0] == ["name", "group", "rating"]
    assert "there is no column 'elo'" in refused(table, "--columns", "elo")


@pytest.mark.parametrize("form", ["table", "csv", "json", "md", "html"])
def test_every_part_is_shown_in_every_format(run: Path, form: str) -> None:
    for part in ("ratings", "pairs", "bidding", "luck", "memory", "collusion", "time"):
        result = call(run, "--format", form, "--show", part)
        assert result.exit_code == 0
        assert result.stdout.strip()
        assert "nan" not in result.stdout.lower()
        if form == "json":
            json.loads(result.stdout, parse_constant=pytest.fail)


def test_the_parts_stand_in_json_under_their_names(run: Path) -> None:
    found = data(run, "--show", "all")
    assert {"bidding", "luck", "memory", "collusion", "time", "pairs", "standings"} <= set(found)
    assert [row["name"] for row in found["bidding"]] == [row["name"] for row in found["standings"]]


def test_a_slice_of_hands_shows_their_bidding(run: Path) -> None:
    text = call(run, "--slice", "size=1..2", "--slice", "seat=1").stdout
    assert text.startswith("Bidding (size=1..2, seat=1)")
    found = data(run, "--slice", "size=3")
    assert found["slices"] == ["size=3"]
    assert {row["hands"] for row in found["bidding"]} == {24 * 2}


def test_a_slice_of_games_rates_these_alone(run: Path) -> None:
    assert data(run, "--slice", "block=0..3")["games"] == 8
    assert data(run, "--slice", "opponent=a")["games"] == 24


def test_verbose_says_on_standard_error_what_took_how_long(table: Path) -> None:
    result = call(table, "--format", "json", "-v")
    assert "120 games in" in result.stderr
    json.loads(result.stdout)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--include", "bot00"], "no bot 'bot00' has played. Did you mean 'bot0'?"),
        (["--anchor", "bot0"], "write NAME=RATING"),
        (["--anchor", "bot0=high"], "write NAME=RATING"),
        (["--anchor", "nobody=1500"], "no bot 'nobody' has played"),
        (["--slice", "size=3"], "a CSV of scores has no hands"),
        (["--slice", "opponent=bto1"], "Did you mean 'bot1'?"),
        (["--show", "memory"], "cannot show 'memory'"),
        (["--players", "3"], "no game has 3 rows"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(table: Path, options: list[str], says: str) -> None:
    assert says in refused(table, *options)


def test_what_is_not_there_is_refused(tmp_path: Path, run: Path) -> None:
    assert "no such folder or file" in refused(tmp_path / "nowhere")
    assert "the folder has no journal.jsonl" in refused(tmp_path)
    (tmp_path / "spring.toml").write_text('name = "spring"\n', encoding="utf-8")
    assert "a tournament file. Give its run folder" in refused(tmp_path / "spring.toml")
    assert refused(tmp_path / "no.csv")
    assert "--players chooses among the games of a CSV" in refused(run, "--players", "4")


def test_a_slice_of_hands_says_that_it_leaves_the_ratings_as_they_are(run: Path) -> None:
    remark = "size=1..2: a slice of hands is one of the bidding"
    assert remark in call(run, "--slice", "size=1..2", "--show", "ratings").stdout
    assert remark not in call(run, "--slice", "size=1..2").stdout


def test_html_is_a_whole_page(run: Path) -> None:
    page = call(run, "--format", "html").stdout
    assert page.startswith("<!doctype html>")
    assert '<meta charset="utf-8">' in page


def test_a_run_without_a_finished_game_has_a_plain_sentence(tmp_path: Path) -> None:
    make_run(tmp_path, blocks=0, end=False)
    found = data(tmp_path)
    assert found["standings"] == []
    assert found["warnings"][0] == "No finished game counts yet, so there is nothing to rate."
    assert "nothing to rate" in call(tmp_path).stdout


def test_a_run_that_goes_on_says_what_its_intervals_hold_for(tmp_path: Path) -> None:
    make_run(tmp_path, blocks=11, end=False)
    assert "The run has not ended" in call(tmp_path).stdout


def test_exclude_every_bot_and_nothing_is_left(table: Path) -> None:
    every = [option for name in range(5) for option in ("--exclude", f"bot{name}")]
    assert data(table, *every)["standings"] == []
