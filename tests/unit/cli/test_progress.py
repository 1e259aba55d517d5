"""The display of a run: what it shows before, during and after, and where it does not move."""

from __future__ import annotations

import io
import sys

import pytest
from rich.console import Console

from ohhell_referee.cli import progress
from ohhell_referee.cli.progress import LiveProgress, PlainProgress, duration, progress_for
from ohhell_referee.record.game_record import Fault, GameRecord

NAMES = ("ann", "bob", "cid", "dot")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def game(scores: tuple[int, ...], places: tuple[int, ...], block: int = 0) -> GameRecord:
    return GameRecord(f"b{block}s0", block, 0, NAMES, (), scores, places, faults=(Fault("late", 0, 0, 1, True),))


def picture(display: LiveProgress, width: int = 100) -> list[str]:
    stream = io.StringIO()
    Console(file=stream, width=width).print(display._picture())
    return [line.rstrip() for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize("term", ["dumb", "unknown", ""])
def test_a_terminal_that_cannot_rewrite_its_lines_gets_plain_ones(monkeypatch: pytest.MonkeyPatch, term: str) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", term)
    assert type(progress_for(NAMES, quiet=False, verbose=False)) is PlainProgress
    monkeypatch.setenv("TERM", "xterm")
    assert type(progress_for(NAMES, quiet=False, verbose=False)) is LiveProgress
    assert type(progress_for(NAMES, quiet=True, verbose=False)) is PlainProgress


def test_a_log_file_gets_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setenv("TERM", "xterm")
    assert type(progress_for(NAMES, quiet=False, verbose=False)) is PlainProgress


def test_before_the_first_game_nobody_has_a_figure() -> None:
    display = LiveProgress(NAMES)
    display.totals.begins(0, 8)
    rows = picture(display)
    assert [row for row in rows if row.strip() in NAMES] == list(NAMES)
    assert rows[-1] == "0 of 8 games, 0.0 games/s, 0 decisions/s"


def test_the_table_is_in_the_order_of_the_ratings() -> None:
    display = LiveProgress(NAMES)
    display.totals.begins(0, 8)
    for block in range(3):
        display.game(game((10, 30, 20, 30), (4, 1, 3, 1), block), block + 1, 8)
    rows = [row.split() for row in picture(display)]
    names = [row[0] for row in rows if row[0] in NAMES and len(row) > 2][:4]
    assert names == ["bob", "dot", "cid", "ann"]
    bob = rows[1]
    assert bob[2:] == ["3", "30.0", "50%", "1.00", "3"]


def test_a_bot_in_two_seats_of_a_table_has_played_one_game() -> None:
    """A duel: its points and places are means over its seats."""
    display = LiveProgress(("ann", "bob"))
    display.totals.begins(0, 8)
    display.game(GameRecord("b0s0", 0, 0, ("ann", "bob", "ann", "bob"), (), (10, 30, 20, 30), (4, 1, 3, 1)), 1, 8)
    rows = [row.split() for row in picture(display)]
    assert next(row[2:] for row in rows if row[0] == "ann") == ["1", "15.0", "0%", "3.50"]


def test_many_bots_are_cut_and_counted() -> None:
    display = LiveProgress([f"bot {number:02}" for number in range(progress.MOST_ROWS + 5)])
    rows = picture(display)
    assert sum(row.startswith("bot ") for row in rows) == progress.MOST_ROWS + 1  # with the heading
    assert "… and 5 more" in rows


def test_a_narrow_terminal_is_kept_to() -> None:
    display = LiveProgress(NAMES)
    display.totals.begins(0, 8)
    display.game(game((10, 30, 20, 30), (4, 1, 3, 1)), 1, 8)
    assert max(map(len, picture(display, 60))) <= 60


def test_quiet_says_only_what_must_be_known(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    for quiet, lines in ((True, 1), (False, 3)):
        display = PlainProgress(NAMES, quiet=quiet)
        display.begins(0, 8, 2)
        display.game(game((1, 2, 3, 4), (4, 3, 2, 1)), 1, 8)
        display.tick()
        display.says("a bot cannot be started")
        display.ends()
        assert len(capsys.readouterr().err.splitlines()) == lines


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0 s"), (59.6, "1 min 0 s"), (200, "3 min 20 s"), (7500, "2 h 5 min")]
)
def test_durations_have_two_units_at_most(seconds: float, text: str) -> None:
    assert duration(seconds) == text
