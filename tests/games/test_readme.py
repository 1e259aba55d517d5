"""The README does what it says: its tournaments are played, its bot plays, its commands run."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from support.running import ROOT, program, run_tournament, verify

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [text for kind, text in BLOCKS if kind == language]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as the README leaves it: the bot in mybot/, the tournament in spring.toml."""
    result = program("new-bot", "python", tmp_path / "mybot")
    assert result.returncode == 0, result.stderr
    (bot,) = (tmp_path / "mybot").glob("*_bot.py")
    assert bot.name == "my_bot.py"
    (tmp_path / "mybot" / "my_bot.py").write_text(blocks("python")[0])
    (tmp_path / "spring.toml").write_text(blocks("toml")[0])
    (tmp_path / "house-rules.toml").write_text(blocks("toml")[1])
    return tmp_path


def test_the_bot_of_the_readme_plays_the_tournament_of_the_readme(folder: Path) -> None:
    run = run_tournament(folder / "spring.toml")
    verify(run)


def test_a_variant_of_ones_own_works_as_shown(folder: Path) -> None:
    """Must trump, hook from four cards, a point off for each trick off, no trump in the biggest hands."""
    run = run_tournament(folder / "house-rules.toml")
    verify(run)


def test_every_command_of_the_readme_is_understood(folder: Path) -> None:
    """Each line of the shell examples that begins with the program ends with status 0, in the order of the page."""
    lines = [line.split("#")[0].strip() for text in blocks("sh") for line in text.splitlines()]
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("ohhell-referee ")]
    assert len(commands) >= 7
    for words in commands:
        if words[0] == "new-bot":
            continue
        arguments = [sys.executable if word == "python3" else word for word in words]
        if arguments[0] == "run" and "mybot" in arguments[1]:
            arguments += ["--max-games", "2"]
        result = program(*arguments, cwd=folder)
        assert result.returncode in ((0, 3) if "--max-games" in arguments else (0,)), (arguments, result.stderr)


def test_every_page_that_the_readme_links_exists() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
