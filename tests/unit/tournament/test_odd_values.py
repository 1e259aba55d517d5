"""Every key of a tournament file with every odd value: a tournament or messages, never an exception of another kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ohhell_referee.tournament.fields import Section
from ohhell_referee.tournament.file import FileProblems, load_tournament
from ohhell_referee.tournament.sections import SECTIONS
from support.tournaments import BOTS

ODD = (
    *(
        "0",
        "-1",
        "1",
        "3",
        "1.5",
        "-0.0",
        "1e400",
        "nan",
        "-inf",
        "0x7fffffffffffffff",
        "9" * 30,
        "9" * 400,
        "9" * 5000,
    ),
    *('""', '" "', '"\\u0000"', '"\\n"', '"a/b"', '"é\\u202e"', '"auto"', '"none"', '"%s"' % ("x" * 5000), "'''\n'''"),
    *("true", "2026-03-01", "10:00:00", "2026-03-01T10:00:00Z"),
    *("[]", "[[]]", "[1]", '["x"]', '[["x"], 1]', "[{}]", "{}", "{ a = 1 }", '{ "" = {} }', '{ "a.b" = [1, nan] }'),
)
MESSAGE = re.compile(r"odd\.toml:\d+: .+")


def text_with(section: Section, key: str, value: str) -> str:
    """A file that is right but for one value."""
    top = {"name": 'name = "odd"'}
    if section.name == "":
        top[key] = f"{key} = {value}"
    bots = "" if key == "bots" else BOTS
    lines = [*top.values()]
    if section.name == "bots":
        first = {"name": 'name = "first"', "command": 'command = "house:random"', key: f"{key} = {value}"}
        bots = "\n".join(["[[bots]]", *first.values(), BOTS])
    elif section.name:
        more = ['test = "sprt"', "elo0 = 0", "elo1 = 5", 'entries = ["anna", "bert"]'] if section.name == "stop" else []
        lines += [f"[{section.name}]", *(line for line in more if not line.startswith(f"{key} ")), f"{key} = {value}"]
    return "\n".join(lines) + "\n" + bots


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name or "top")
def test_an_odd_value_gets_a_message_or_is_taken(
    section: Section, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = 0
    for field in section.fields:
        for value in ODD:
            Path("odd.toml").write_text(text_with(section, field.name, value), encoding="utf-8")
            try:
                load_tournament("odd.toml")
            except FileProblems as error:
                refused += 1
                wrong = [line for line in error.problems if not MESSAGE.fullmatch(line)]
                assert wrong == [], (field.name, value)
    assert refused > len(section.fields) * len(ODD) // 2


def test_an_odd_value_of_the_variant_gets_a_message_or_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    keys = ("preset", "game", "game.players", "schedule.hands", "deck.remove", "deck.copies", "trump.source")
    keys += ("bids.hook_min", "play.void", "score.hit", "score.miss", "end.target", "view", "nonsense", "game.nonsense")
    for key in keys:
        for value in ODD:
            Path("odd.toml").write_text(f'name = "odd"\n[variant]\n{key} = {value}\n{BOTS}', encoding="utf-8")
            try:
                load_tournament("odd.toml")
            except FileProblems as error:
                wrong = [line for line in error.problems if not MESSAGE.fullmatch(line)]
                assert wrong == [], (key, value)
