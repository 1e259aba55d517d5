"""The tournament files that come with the example bots: whole games through the referee, without a fault."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from support.languages import EXAMPLE_BOTS, LANGUAGES, Language, need_bots
from support.running import write_tournament

POLYGLOT = EXAMPLE_BOTS.parent / "tournaments" / "polyglot.toml"

pytestmark = pytest.mark.timeout(1_000)  # the first test of a language builds it


def run(file: Path, folder: Path, *options: str, status: int = 0) -> dict[str, Any]:
    """Plays a tournament file into `folder`; --strict makes any fault an exit status of 1. Returns its standings."""
    command = [sys.executable, "-m", "ohhell_referee", "run", str(file), "-o", str(folder), "--strict", "-q"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=300, check=False)
    logs = {log.name: log.read_text(errors="replace")[-600:] for log in folder.glob("bots/*.log")}
    assert done.returncode == status, f"{done.stdout}{done.stderr}{logs}"
    standings: dict[str, Any] = json.loads((folder / "standings.json").read_text(encoding="utf-8"))
    return standings


def test_every_language_sits_in_the_polyglot_tournament() -> None:
    """tournaments/polyglot.toml has one entry of each language, Python among them, started as the tests start it."""
    entries = {entry["name"]: entry for entry in tomllib.loads(POLYGLOT.read_text(encoding="utf-8"))["bots"]}
    assert {"python", *(language.name for language in LANGUAGES)} == set(entries)
    for language in LANGUAGES:
        command = [part.replace("{python}", sys.executable) for part in entries[language.name]["command"]]
        assert list(language.greedy) == command
        assert language.folder == (POLYGLOT.parent / entries[language.name]["cwd"]).resolve()


def test_polyglot_plays_100_games_without_a_fault(tmp_path: Path) -> None:
    """All languages at the tables with each other. Missing tools of one language skip the test outside CI."""
    for language in LANGUAGES:
        need_bots(language)
    standings = run(POLYGLOT, tmp_path / "run")
    assert (standings["games"], standings["marked"], standings["void"]) == (100, 0, 0)
    assert len(LANGUAGES) + 1 == len(standings["standings"])
    for row in standings["standings"]:
        assert set(row["faults"].values()) == {0}, row["name"]


def test_the_bridge_plays_100_games_with_the_shell_bots_without_a_fault(tmp_path: Path) -> None:
    """Both bots in POSIX shell sit at every table, against two of the house."""
    shell = next(language for language in LANGUAGES if language.name == "shell")
    bots: dict[str, Any] = {
        "greedy-shell": {"command": shell.greedy, "cwd": str(shell.folder)},
        "random-shell": {"command": shell.random, "cwd": str(shell.folder)},
        "greedy": "house:greedy",
        "random": "house:random",
    }
    variant = {"preset": "cardgames-io", "schedule": {"hands": "5..1..5"}}
    file = write_tournament(tmp_path, bots, name="bridge", variant=variant, blocks=25)
    standings = run(file, tmp_path / "run")
    assert (standings["games"], standings["marked"], standings["void"]) == (100, 0, 0)
    assert {row["name"]: row["games"] for row in standings["standings"]} == dict.fromkeys(bots, 100)
    for row in standings["standings"]:
        assert set(row["faults"].values()) == {0}, row["name"]


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_the_first_tournament_of_a_language(language: Language, tmp_path: Path) -> None:
    """play.toml, the last of the three commands of the README: the bot to edit against house bots, two blocks."""
    need_bots(language)
    standings = run(language.folder / "play.toml", tmp_path / "run", "--max-games", "8", status=3)
    assert (standings["games"], standings["marked"], standings["void"]) == (8, 0, 0)
    assert {"mine", "greedy", "random-1", "random-2"} == {row["name"] for row in standings["standings"]}


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_the_readme_has_the_commands(language: Language) -> None:
    """The commands that a reader copies are those that the tests run."""
    shown = (language.folder / "README.md").read_text(encoding="utf-8").split("```")[1]
    command = " ".join(language.random).replace(sys.executable, "{python}")
    assert f"ohhell-referee check -- {command} " in shown
    assert "ohhell-referee run play.toml " in shown
    for build in language.build:
        step = [part for part in build if part not in ("--no-audit", "--no-fund", "--no-save", "--locked")]
        short = " ".join(step).replace(" --quiet --batch-mode", " -q").replace(" --quiet", "").replace(" --silent", "")
        assert short in shown


def test_no_lock_file_names_the_registry_of_the_machine_it_was_made_on() -> None:
    """A lock file pins versions and contents. Where the packages come from is for each machine's own configuration."""
    for name in ("javascript", "typescript"):
        lock = json.loads((EXAMPLE_BOTS / name / "package-lock.json").read_text(encoding="utf-8"))
        packages = {path: package for path, package in lock["packages"].items() if path}
        assert packages
        for path, package in packages.items():
            assert "integrity" in package, path
            assert "resolved" not in package, path
    rust = tomllib.loads((EXAMPLE_BOTS / "rust" / "Cargo.lock").read_text(encoding="utf-8"))
    sources = {package.get("source") for package in rust["package"]}
    assert sources == {None, "registry+https://github.com/rust-lang/crates.io-index"}
    pom = (EXAMPLE_BOTS / "java" / "pom.xml").read_text(encoding="utf-8")
    assert not any(word in pom for word in ("<repository>", "<pluginRepository>", "<distributionManagement>"))
    go = (EXAMPLE_BOTS / "go" / "go.mod").read_text(encoding="utf-8")
    assert "replace" not in go
