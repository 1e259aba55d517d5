"""Entries: what defaults and own values make together, and the hash that says whether a bot is still the same."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from ohhell_referee.tournament.entries import entry_hash, file_hashes
from ohhell_referee.tournament.file import load_tournament
from ohhell_referee.tournament.model import Entry

FILE = """\
name = "spring"
[bot_defaults]
env = { A = "default", B = "default" }
options = { depth = 1, style = "bold" }
instances = 2
cwd = "bots"
[variant.game]
players = 2
[[bots]]
name = "one"
command = ["{python}", "bot.py", "--weights", "weights.bin"]
env = { B = "own" }
options = { depth = 3 }
files = ["model"]
[[bots]]
name = "two"
command = ["./bots/bot.py"]
cwd = "."
instances = "auto"
author = "team"
group = "team"
"""


@pytest.fixture
def entries(tmp_path: Path) -> tuple[Entry, ...]:
    model = tmp_path / "bots" / "model"
    model.mkdir(parents=True)
    (model / "layer1").write_text("1", encoding="utf-8")
    (model / "layer2").write_text("2", encoding="utf-8")
    (model / "__pycache__").mkdir()
    (model / "__pycache__" / "x.pyc").write_text("x", encoding="utf-8")
    script = tmp_path / "bots" / "bot.py"
    script.write_text("print()", encoding="utf-8")
    script.chmod(0o755)
    (tmp_path / "bots" / "weights.bin").write_bytes(b"w")
    path = tmp_path / "spring.toml"
    path.write_text(FILE, encoding="utf-8")
    return load_tournament(path).entries


def test_defaults_and_own_values_make_an_entry(entries: tuple[Entry, ...], tmp_path: Path) -> None:
    """env and options are merged key by key, the others replaced; everything is relative to the tournament file."""
    one, two = entries

    assert one.env == {"A": "default", "B": "own"}
    assert one.options == {"depth": 3, "style": "bold"}
    assert (one.cwd, two.cwd) == (tmp_path / "bots", tmp_path)
    assert (one.instances, two.instances) == (2, None)
    assert two.env == {"A": "default", "B": "default"}
    assert (two.author, two.group, one.author, one.group) == ("team", "team", None, None)
    assert one.argv[1:] == (str(tmp_path / "bots" / "bot.py"), "--weights", str(tmp_path / "bots" / "weights.bin"))
    assert two.argv == (str(tmp_path / "bots" / "bot.py"),)


def test_the_hash_covers_files_in_the_command_and_listed_ones(entries: tuple[Entry, ...]) -> None:
    """Script, weights and the model folder's files; not the interpreter, not what Python leaves beside."""
    one, two = entries
    assert set(file_hashes(one)) == {"bot.py", "weights.bin", "model/layer1", "model/layer2"}
    assert set(file_hashes(two)) == {"./bots/bot.py"}


@pytest.mark.parametrize("name", ["bot.py", "weights.bin", "model/layer2"])
def test_a_changed_file_changes_the_hash(entries: tuple[Entry, ...], tmp_path: Path, name: str) -> None:
    before = entry_hash(entries[0])
    (tmp_path / "bots" / name).write_text("changed", encoding="utf-8")
    assert entry_hash(entries[0]) != before


@pytest.mark.parametrize(
    "change",
    [{"options": {"depth": 4}}, {"env": {"A": "x"}}, {"command": ("{python}", "bot.py")}, {"files": ()}],
    ids=lambda change: next(iter(change)),
)
def test_what_else_the_hash_covers(entries: tuple[Entry, ...], change: dict[str, object]) -> None:
    assert entry_hash(dataclasses.replace(entries[0], **change)) != entry_hash(entries[0])  # type: ignore[arg-type]  # each value is of its key's type


@pytest.mark.parametrize(
    "change",
    [{"name": "other"}, {"author": "me"}, {"group": "us"}, {"instances": 7}, {"argv": ("elsewhere",)}],
    ids=lambda change: next(iter(change)),
)
def test_what_the_hash_leaves_out(entries: tuple[Entry, ...], change: dict[str, object]) -> None:
    """What does not make the bot another bot."""
    assert entry_hash(dataclasses.replace(entries[0], **change)) == entry_hash(entries[0])  # type: ignore[arg-type]  # each value is of its key's type


def test_the_hash_is_the_same_wherever_the_files_lie(entries: tuple[Entry, ...], tmp_path: Path) -> None:
    """A folder that was moved as a whole holds the same bots."""
    before = [entry_hash(entry) for entry in entries]
    moved = tmp_path / "moved"
    moved.mkdir()
    for name in ("bots", "spring.toml"):
        (tmp_path / name).rename(moved / name)
    assert [entry_hash(entry) for entry in load_tournament(moved / "spring.toml").entries] == before
