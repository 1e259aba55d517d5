"""Tournament files that are right: defaults, every key, overrides, and odd but readable texts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ohhell_referee.tournament.file import FileProblems, Overrides, load_tournament
from ohhell_referee.tournament.model import FaultRules, LimitRules, RatingRules, StopRule, TimeRules
from ohhell_referee.tournament.sections import SECTIONS
from support.tournaments import BOTS, write_file

FULL = """\
name = "spring"
description = "All keys."
seed = "snow"
format = "round-robin"
blocks = 7
duplicate = "all"
output = "../out"
concurrency = 8
workers = 2
reveal_names = true
restart = "seating"
disguise = false
[variant]
preset = "cardgames-io"
[variant.bids]
hook = false
[time]
startup_ms = 1
per_decision_ms = 2
bank_ms = 3
margin_ms = 4
[faults]
on_illegal = "forfeit"
on_timeout = "void"
on_crash = "stop"
on_protocol_error = "forfeit"
max_per_game = 5
disqualify_rate = 1
[limits]
memory_mb = 0
processes = 64
stderr_limit_kb = 6
sandbox = "none"
[stop]
test = "sprt"
elo0 = 0
elo1 = 10
alpha = 0.1
beta = 0.2
entries = ["cleo", "anna"]
[ratings]
anchor = "bert"
anchor_rating = 1000
"""


def test_defaults_are_those_of_the_model(tmp_path: Path) -> None:
    """A file with a name and bots: everything else is filled in."""
    tournament = load_tournament(write_file(tmp_path))

    assert tournament.variant.name == "cardgames-io"
    assert tournament.names == ("anna", "bert", "cleo", "dora")
    assert tournament.output == tmp_path / "runs" / "spring"
    assert (tournament.seed, tournament.format, tournament.blocks, tournament.duplicate) == (
        None,
        "round-robin",
        100,
        "rotate",
    )
    assert (tournament.concurrency, tournament.workers, tournament.games_at_once) == (None, None, None)
    assert (tournament.time, tournament.faults, tournament.limits) == (TimeRules(), FaultRules(), LimitRules())
    assert (tournament.stop, tournament.ratings) == (None, RatingRules())
    assert tournament.warnings == ()
    assert tournament.path == tmp_path / "spring.toml"
    assert tournament.source.startswith('name = "spring"')


def test_every_key_arrives(tmp_path: Path) -> None:
    path = tmp_path / "spring.toml"
    path.write_text(FULL + BOTS, encoding="utf-8")
    tournament = load_tournament(path)

    assert (tournament.seed, tournament.blocks, tournament.duplicate) == ("snow", 7, "all")
    assert tournament.output == tmp_path.parent / "out"
    assert (tournament.concurrency, tournament.workers) == (8, 2)
    assert (tournament.reveal_names, tournament.restart, tournament.disguise) == (True, "seating", False)
    assert tournament.variant.bids.hook is False
    assert tournament.time == TimeRules(1, 2, 3, 4)
    assert tournament.faults == FaultRules("forfeit", "void", "stop", "forfeit", 5, 1)
    assert tournament.limits == LimitRules(0, 64, 6, "none")
    assert tournament.stop == StopRule("sprt", 0.1, 0.2, 0.0, 10.0, ("cleo", "anna"))
    assert tournament.ratings == RatingRules("bert", 1000.0)
    assert tournament.warnings == (
        f"{path}:31: limits.processes: not supported yet: the number of processes is not limited",
    )


def test_overrides_stand_above_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """-o is relative to the current folder, not to the file."""
    (tmp_path / "files").mkdir()
    path = write_file(tmp_path / "files", "seed = 1\nconcurrency = 2")
    monkeypatch.chdir(tmp_path)

    tournament = load_tournament(path, Overrides(Path("here"), games_at_once=5, seed=9, no_timeout=True))

    assert tournament.output == tmp_path / "here"
    assert (tournament.games_at_once, tournament.concurrency, tournament.seed) == (5, 2, 9)
    assert tournament.time.unlimited


def test_byte_order_mark_and_windows_lines_are_read(tmp_path: Path) -> None:
    path = write_file(tmp_path, "blocks = 3")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert load_tournament(path).blocks == 3


def test_files_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing file, a folder, a pipe that nobody writes to, a name with a NUL: a sentence each, and no waiting."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.toml")
    Path("folder.toml").mkdir()
    for name, message in {
        "missing.toml": "missing.toml: there is no such file",
        "folder.toml": "folder.toml: this is a folder; name the tournament file in it",
        "pipe.toml": "pipe.toml: not an ordinary file",
        "a\0b": "a\0b: cannot be read: embedded null byte",
    }.items():
        with pytest.raises(FileProblems) as caught:
            load_tournament(name)
        assert caught.value.problems == [message]


def test_a_huge_file_is_no_tournament_file(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    with path.open("wb") as stream:
        stream.truncate(17 * 1024 * 1024)
    with pytest.raises(FileProblems, match="larger than 16 MiB"):
        load_tournament(path)


def test_sprt_takes_the_two_entries_there_are(tmp_path: Path) -> None:
    two = BOTS.partition('\n[[bots]]\nname = "cleo"')[0]
    path = write_file(tmp_path, 'format = "duel"', '[stop]\ntest = "sprt"\nelo0 = 0\nelo1 = 5\n' + two)
    assert load_tournament(path).stop == StopRule("sprt", 0.05, 0.05, 0.0, 5.0, ("anna", "bert"))


@pytest.mark.parametrize(("bots", "rounds"), [(4, 2), (5, 3), (16, 4), (17, 5)])
def test_swiss_has_as_many_rounds_as_halvings(tmp_path: Path, bots: int, rounds: int) -> None:
    """Unless the file says otherwise."""
    many = "".join(f'[[bots]]\nname = "bot {number}"\ncommand = "house:random"\n' for number in range(bots))
    assert load_tournament(write_file(tmp_path, 'format = "swiss"', many)).rounds == rounds
    assert load_tournament(write_file(tmp_path, 'format = "swiss"\nrounds = 9', many)).rounds == 9


def test_defaults_of_the_table_fit_their_own_rows() -> None:
    """A default is one of the choices and in range; names are not given twice."""
    for section in SECTIONS:
        assert len({field.name for field in section.fields}) == len(section.fields)
        for field in section.fields:
            if field.choices and field.default is not None:
                assert field.default in field.choices
            if isinstance(field.default, int | float) and not isinstance(field.default, bool):
                assert field.least is not None
                assert field.most is not None
                assert field.least <= field.default <= field.most
