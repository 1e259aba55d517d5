"""docs/ratings.md says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

from ohhell_referee.cli.standings import SHOWN, command
from ohhell_referee.standings.differences import FLOOR_BLOCKS
from ohhell_referee.standings.model import FEWEST_BLOCKS
from ohhell_referee.standings.output import COLUMNS, DEFAULT_COLUMNS
from ohhell_referee.standings.predict import predict_half_width
from ohhell_referee.standings.slices import KEYS
from ohhell_referee.standings.stopping import FIRST_LOOK, LOOK_GROWTH, sequence_factor
from ohhell_referee.standings.student import t_quantile
from support.page import part_of

PAGE = Path(__file__).resolve().parents[3] / "docs" / "ratings.md"
TEXT = PAGE.read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The body of the table that begins with this heading."""
    lines = TEXT[TEXT.index(heading) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_column_is_explained_and_no_other() -> None:
    named = [name for row in rows("| column |") for name in re.findall(r"`([a-z-]+)`", row[1])]
    assert sorted(named) == sorted(COLUMNS)


def test_the_columns_that_must_be_asked_for_are_named() -> None:
    (sentence,) = re.findall(r"JSON, which has everything;\s+(.*?) are shown only so", TEXT, re.DOTALL)
    assert set(re.findall(r"`([a-z-]+)`", sentence)) == set(COLUMNS) - set(DEFAULT_COLUMNS)


def test_the_half_widths_are_those_that_plan_reckons_with() -> None:
    for games, *widths in rows("| games of each bot |"):
        count = int(games.replace(",", ""))
        for (players, bots), width in zip(((3, 4), (4, 5), (6, 8)), widths, strict=True):
            found = predict_half_width(players=players, bots=bots, blocks=max(10, count // 4), games_per_bot=count)
            assert found is not None
            assert width == f"{found:.0f}"


def test_every_part_and_every_slice_is_explained() -> None:
    assert all(f"`{part}`" in TEXT or f"**{part}**" in TEXT for part in SHOWN if part != "ratings")
    assert all(f"--slice {key}=" in TEXT for key in KEYS)
    options = {option for one in command.params for option in (*one.opts, *one.secondary_opts)}
    mentioned = set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", TEXT)) - {"--write"}
    assert mentioned <= options


def test_numbers_in_the_text_are_those_of_the_program() -> None:
    assert FEWEST_BLOCKS == 10
    assert "Fewer than ten blocks" in TEXT
    assert f"fewer than {FLOOR_BLOCKS} blocks" in TEXT
    assert f"from {FIRST_LOOK} blocks on" in TEXT
    assert f"grown by {100 * LOOK_GROWTH:.0f} %" in TEXT
    ratios = [sequence_factor(blocks, 0.05) / t_quantile(0.975, blocks - 1) for blocks in (20, 100, 1000, 100_000)]
    assert all(1.4 < ratio < 2.1 for ratio in ratios)


def test_the_measured_tables_are_there() -> None:
    assert part_of(PAGE, "calibration").count("\n| ") > 50
    assert "duel of the two" in part_of(PAGE, "designs")
