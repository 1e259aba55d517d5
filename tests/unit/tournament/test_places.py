"""Line numbers of keys in TOML texts, whatever way they are written."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell_referee.tournament.places import Path, find_places, show_path

TEXT = '''\
# a comment with [brackets] and "quotes
name = "a # not a comment" # = [x]
"quoted key" = 1
'literal.key' = 2
a.b.c = 3
a . "d" = 4

[table]   # comment
multi = """
[not.a.table]
x = 1 \\"""
"""
literal = \'\'\'
y = '2' \'\'\'
list = [ 1, "two, ]", [3,
   4], # five ]
  { six = 6, seven = { eight = [
     9] } },
]
when = 1979-05-27 07:32:00
after = true

[[bots]]
name = "first"
[bots.options]
depth = 3
[[bots]]
name = "second"
[[bots.parts]]
p = 1
[[bots.parts]]
p = 2
[table.sub."x.y"]
z = ""
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 2),
        (("quoted key",), 3),
        (("literal.key",), 4),
        (("a", "b"), 5),
        (("a", "b", "c"), 5),
        (("a", "d"), 6),
        (("table",), 8),
        (("table", "multi"), 9),
        (("table", "literal"), 13),
        (("table", "list"), 15),
        (("table", "list", 1), 15),
        (("table", "list", 2, 1), 16),
        (("table", "list", 3), 17),
        (("table", "list", 3, "six"), 17),
        (("table", "list", 3, "seven", "eight", 0), 18),
        (("table", "when"), 20),
        (("table", "after"), 21),
        (("bots",), 23),
        (("bots", 0), 23),
        (("bots", 0, "options", "depth"), 26),
        (("bots", 1, "name"), 28),
        (("bots", 1, "parts", 0, "p"), 30),
        (("bots", 1, "parts", 1, "p"), 32),
        (("table", "sub", "x.y", "z"), 34),
        (("bots", 1, "missing"), 27),
        (("nothing", "at", "all"), 1),
        ((), 1),
    ],
)
def test_line_of_a_key(path: Path, line: int) -> None:
    assert find_places(TEXT).line(path) == line


def test_places_do_not_depend_on_line_ends() -> None:
    """Files written on Windows have the same lines."""
    assert find_places(TEXT.replace("\n", "\r\n")).line(("bots", 1, "parts", 1, "p")) == 32


def test_strings_with_quotes_at_their_ends() -> None:
    """TOML allows up to five quotes where a long string ends."""
    text = 'a = """x"""""\nb = \'\'\'y\'\'\'\'\'\nc = """"""\nd = """\\""""\ne = ""\nf = 5\n'
    assert tomllib.loads(text)["f"] == 5
    places = find_places(text)
    assert [places.line((key,)) for key in "abcdef"] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (("bots", 1, "command", 0), "bots[2].command[1]"),
        (("variant", "bids", "hook"), "variant.bids.hook"),
        (("bots", 0, "env", "A=B"), 'bots[1].env."A=B"'),
        (("blank key",), '"blank key"'),
        (("new\nline",), '"new\\nline"'),
        ((), ""),
    ],
)
def test_paths_as_people_read_them(path: Path, shown: str) -> None:
    """Elements are counted from 1, odd keys are quoted."""
    assert show_path(path) == shown


def paths_of(value: Any, path: Path = ()) -> Iterator[Path]:
    parts: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for part, item in parts:
        yield (*path, part)
        yield from paths_of(item, (*path, part))


def inline(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {inline(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(inline(item) for item in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return quoted(value) if isinstance(value, str) else str(value)


def quoted(text: str) -> str:
    return (
        '"' + "".join(f"\\U{ord(sign):08x}" if sign in '"\\' or not sign.isprintable() else sign for sign in text) + '"'
    )


keys = st.text(st.characters(codec="utf-8"), max_size=6)
values = st.recursive(
    st.booleans() | st.integers(-1000, 1000) | st.text(st.characters(codec="utf-8"), max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(keys, values, max_size=6))
def test_every_value_has_its_line(document: dict[str, Any]) -> None:
    """A document with one top-level key a line: all that a key holds stands on its line."""
    text = "".join(f"{quoted(key)} = {inline(value)}\n" for key, value in document.items())
    assert tomllib.loads(text) == document

    places = find_places(text)

    for number, (key, value) in enumerate(document.items(), start=1):
        assert places.line((key,)) == number
        for path in paths_of(value, (key,)):
            assert places.line(path) == number
