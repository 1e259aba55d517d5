"""What is printed fits the terminal it is printed on, and is left alone elsewhere."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest

from ohhell_referee.cli.terminal import NARROWEST, columns_of, fitting_table, hints, wrapped

NAMES = ("name", "rating", "games", "above", "above-error", "wins", "exact")


class Terminal(io.StringIO):
    """A terminal without a descriptor."""

    def isatty(self) -> bool:
        return True


def draw(names: Sequence[str]) -> str:
    """A table of twelve characters a name, with a sentence below."""
    return "".join(f"{name:12}" for name in names) + "\n\nA sentence of several words that says how to read it."


def test_a_file_or_pipe_has_no_width() -> None:
    assert columns_of(io.StringIO()) is None


@pytest.mark.parametrize(("wished", "columns"), [("100", 100), ("3", NARROWEST), ("wide", 80), ("", 80)])
def test_the_width_that_the_environment_names_stands_above_the_terminals(
    monkeypatch: pytest.MonkeyPatch, wished: str, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", wished)
    assert columns_of(Terminal()) == columns


def test_sentences_are_broken_between_words_and_tables_are_not() -> None:
    text = "one two three four five\n\nlaid  out  already  and  long"
    assert wrapped(text, 12) == "one two\nthree four\nfive\n\nlaid  out  already  and  long"
    assert wrapped(text, None) == text


def test_a_word_longer_than_the_line_stays_whole() -> None:
    """A path must remain one that can be copied."""
    assert wrapped("see /a/very/long/path/of-a-run here", 10) == "see\n/a/very/long/path/of-a-run\nhere"


def heading(columns: int | None) -> list[str]:
    return fitting_table(draw, NAMES, columns).split("\n")[0].split()


def test_columns_that_matter_least_go_first() -> None:
    """Seven columns of twelve characters each, and the sentence does not count."""
    assert heading(None) == heading(84) == list(NAMES)
    assert heading(83) == ["name", "rating", "games", "above", "above-error", "wins"]
    assert heading(71) == ["name", "rating", "games", "wins"]
    assert heading(47) == ["name", "rating", "wins"]


def test_the_last_columns_stay_however_narrow_it_is() -> None:
    text = fitting_table(draw, NAMES, 20)
    assert text.split("\n")[0].split() == ["name", "rating"]
    assert max(map(len, text.split("\n")[1:])) <= 20


def test_commands_stand_beside_what_they_do_or_above_it() -> None:
    lines = (("show run", "shows it"), ("check everything run", "checks it"))
    assert hints(lines, None) == "  show run               shows it\n  check everything run   checks it"
    assert hints(lines, 30) == "  show run\n      shows it\n  check everything run\n      checks it"
