"""Cards and other people's words on a terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell_referee.record.paint import Paint, escape, shorten, width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words, ünï ♠ 日本", "plain words, ünï ♠ 日本"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x9b31m", "\\x9b31m"),
        ("two\nlines\r\ttabs", "two\\nlines\\r\\ttabs"),
        ("abc\u202efdp.exe", "abc\\u202efdp.exe"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("\u2028", "\\u2028"),
        ("\x00\x7f", "\\x00\\x7f"),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_does_not_show_as_itself_is_written_out(text: str, shown: str) -> None:
    assert escape(text) == shown


@given(st.text())
def test_no_text_gets_a_control_character_through(text: str) -> None:
    assert escape(text).isprintable()
    assert escape(text, ascii_only=True).isascii()


def test_width_counts_columns() -> None:
    assert width("abc") == 3
    assert width("日本") == 4
    assert width("e\u0301") == 1


@given(st.text(st.characters(categories=["L", "N"])), st.integers(3, 20))
def test_a_shortened_text_fits(text: str, columns: int) -> None:
    assert width(shorten(text, columns)) <= columns
    assert shorten(text, max(columns, width(text))) == text


def test_letters_are_the_default() -> None:
    assert Paint().card("TH", 5, ">") == "  >TH"
    assert Paint().suit("N") == "none"
    assert Paint().suit(None) == "not known yet"


def test_symbols_and_colours_where_the_terminal_has_them() -> None:
    assert Paint(symbols=True).card("QS") == "Q♠"
    assert Paint(symbols=True, colour=True).card("QH", 4, strong=True) == "  \x1b[31;1mQ♥\x1b[0m"
    assert Paint(colour=True).suit("D") == "\x1b[31mD\x1b[0m"


def test_wizards_and_jesters_have_no_suit_to_show() -> None:
    assert Paint(symbols=True, colour=True).card("ZH") == "ZH"
    assert Paint(symbols=True).card("NC") == "NC"
