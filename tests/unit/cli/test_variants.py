"""`variants`: lists the presets and shows one in full, for people, for scripts and for the documentation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ohhell_referee.cli.variants import command
from ohhell_referee.rules.describe import variants_page
from ohhell_referee.rules.loading import parameters, resolve_variant
from ohhell_referee.rules.presets import find_preset, preset_names

PAGE = Path(__file__).parents[3] / "docs" / "variants.md"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments))


def test_without_a_name_every_preset_has_a_line() -> None:
    result = run()
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.split()[0] for line in lines[2:]] == list(preset_names())


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_is_shown_in_full(name: str) -> None:
    """Where it comes from, what differs, every key, the hands for every number of players, the points."""
    preset = find_preset(name)
    output = run(name).output
    assert output.startswith(f"{name}: {preset.title}\n")
    assert f"From: {preset.source}" in output
    for heading in ("Differs from cardgames-io", "Every key, with", "Hands", "Points in a hand of"):
        assert heading in output
    least, most = preset.players
    shown = output[output.index("\nHands\n") : output.index("Points in a hand")]
    for players in range(least, most + 1):
        assert f"\n{players:>9}  " in shown


def test_what_differs_is_shown_beside_the_default() -> None:
    lines = [line.split() for line in run("la-podrida").output.splitlines()]
    assert ["play.void", '"trump"', '"any"'] in lines
    assert ["bids.hook", "false", "true"] in lines


def test_points_of_small_bids_are_shown() -> None:
    lines = [line.split() for line in run("spruce").output.splitlines()]
    assert ["bid", "0", "10", "0", "0", "0", "0"] in lines
    assert ["bid", "4", "0", "0", "0", "0", "14"] in lines


def test_runs_are_told_with_the_points() -> None:
    assert "Every 5 hits in a row: +10; every 5 misses: -10." in run("romanian-whist").output


def test_another_name_of_the_game_shows_its_preset_and_says_why() -> None:
    output = run("Oh Pshaw").output
    assert output.startswith("spruce: ")
    assert "- Oh Pshaw: " in output


def test_an_unknown_name_is_a_usage_error_with_the_nearest() -> None:
    result = run("spruze")
    assert result.exit_code == 2
    assert 'no preset is called "spruze"; did you mean "spruce"?' in result.output


def test_json_is_a_list_that_scripts_can_use() -> None:
    listed = json.loads(run("--format", "json").output)
    assert [entry["name"] for entry in listed] == list(preset_names())
    for entry in listed:
        preset = find_preset(entry["name"])
        assert entry["players"] == list(preset.players)
        assert entry["title"] == preset.title
        assert entry["source"] == preset.source
        variant = resolve_variant(entry["parameters"])
        assert parameters(variant) == entry["parameters"]
        least, most = preset.players
        assert list(entry["schedule"]) == [str(players) for players in range(least, most + 1)]
        assert entry["schedule"][str(preset.default_players)] == list(variant.hands)


def test_json_of_one_name_is_a_list_of_one() -> None:
    (entry,) = json.loads(run("bga", "--format", "json").output)
    assert entry["schedule"]["4"] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_the_page_in_the_documentation_is_what_the_program_prints() -> None:
    """Made anew by `ohhell-referee variants --format md > docs/variants.md`."""
    assert PAGE.read_text(encoding="utf-8") == variants_page()
    assert run("--format", "md").output == variants_page()


def test_markdown_of_one_preset_is_its_part_of_the_page_with_every_key() -> None:
    output = run("wizard", "--format", "md").output
    assert output.startswith("### wizard: Wizard\n")
    assert "| `deck.wizards`" in output
