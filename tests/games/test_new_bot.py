"""`new-bot` as a newcomer meets it: a folder somewhere, its README followed word by word, the bot edited and broken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ohhell_referee.starters import find_starter, starters
from ohhell_referee.starters.readme import command_lines
from support.languages import BUILD_SECONDS, EXAMPLE_BOTS, LANGUAGES, need_bots, need_tools
from support.running import PROGRAM, journal_lines, program, verify

NAMES = tuple(starter.name for starter in starters())


@pytest.fixture
def typed(tmp_path: Path) -> Path:
    """A folder for PATH in which `ohhell-referee` is what the tests test."""
    folder = tmp_path / "bin"
    folder.mkdir()
    command = folder / "ohhell-referee"
    command.write_text(f'#!/bin/sh\nexec {" ".join(PROGRAM)} "$@"\n')
    command.chmod(0o755)
    return folder


def do(line: str, folder: Path, typed: Path) -> subprocess.CompletedProcess[str]:
    """What happens to a line that is typed at the prompt in `folder`."""
    environment = {**os.environ, "PATH": f"{typed}:{os.environ['PATH']}"}
    return subprocess.run(
        ["nice", "sh", "-c", line],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS,
        check=False,
    )


def prepare(language: str, folder: Path) -> None:
    """Skips where the tools are missing. Cargo gets what the example bots are built of, which is not our code."""
    known = {one.name: one for one in LANGUAGES}
    if language in known:
        need_tools(known[language].tools, known[language].probe)
    if language == "rust":
        need_bots(known[language])
        (folder / "target").symlink_to(EXAMPLE_BOTS / "rust" / "target")


@pytest.mark.timeout(1_000)
@pytest.mark.parametrize("language", NAMES)
def test_the_readme_followed_word_by_word(language: str, tmp_path: Path, typed: Path) -> None:
    """Install, build, check, play: each command ends well, no step of the check fails, no game has a fault."""
    folder = tmp_path / "a place" / "mybot"
    made = program("new-bot", language, folder)
    assert made.returncode == 0, made.stderr
    prepare(language, folder)

    block = (folder / "README.md").read_text(encoding="utf-8").split("```sh\n")[1].split("```")[0]
    lines = [line.split("  #")[0].rstrip() for line in block.splitlines()]
    assert all(f"  {line}" in made.stdout for line in lines)
    for line in lines[:-1]:
        done = do(line, folder, typed)
        assert done.returncode == 0, (line, done.stdout, done.stderr)
    assert "The bot is ready for a tournament." in done.stdout
    assert "played alike" in done.stdout

    played = do(f"{lines[-1]} --max-games 8 --strict", folder, typed)
    assert played.returncode == 3, played.stdout + played.stderr  # not finished, and no fault
    games = [line for line in journal_lines(folder / "runs" / "first") if line["type"] == "game"]
    assert len(games) == 8
    assert not any(game["faults"] for game in games)


def test_the_first_tournament_is_played_to_its_end_and_the_readme_shows_how_to_look_at_it(
    tmp_path: Path, typed: Path
) -> None:
    program("new-bot", "python", tmp_path / "mybot")
    folder = tmp_path / "mybot"
    assert do("ohhell-referee run tournament.toml", folder, typed).returncode == 0
    blocks = (folder / "README.md").read_text(encoding="utf-8").split("```sh\n")
    assert len(blocks) == 3
    for line in blocks[2].split("```")[0].splitlines():
        done = do(line, folder, typed)
        assert done.returncode == 0, (line, done.stderr)
    verify(folder / "runs" / "first")

    text = (folder / "my_bot.py").read_text()
    (folder / "my_bot.py").write_text(text.replace("request.rng.choice(request.legal)", "request.legal[0]"))
    refused = do("ohhell-referee run tournament.toml", folder, typed)
    assert refused.returncode == 2
    assert "--fresh" in refused.stderr
    assert do("ohhell-referee run --fresh --max-games 4 tournament.toml", folder, typed).returncode == 3


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("return request.rng.choice(request.legal)", "return chose(request.legal)", "NameError: name 'chose'"),
        ("return request.rng.choice(request.legal)", "return request.legal[0] + 99", "is no legal answer"),
        ("return request.rng.choice(request.legal)", "pass", "must return one of request.legal"),
        ("def bid(self, request", "def bid(self, request, game", "missing 1 required positional argument"),
        ("def bid(", "def bidd(", "NotImplementedError"),
        ("    MyBot().run()", "    MyBot()", "MyBot().run()"),
        ("class MyBot(Bot):", "class MyBot(Bot)", "SyntaxError"),
    ],
)
def test_a_broken_bot_is_told_what_is_wrong(old: str, new: str, words: str, tmp_path: Path) -> None:
    program("new-bot", "python", tmp_path / "mybot")
    file = tmp_path / "mybot" / "my_bot.py"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    done = program("check", "-x", "--", "{python}", "mybot/my_bot.py", cwd=tmp_path)
    assert done.returncode == 1, done.stdout
    assert words in done.stdout
    assert "Begin with step" in done.stdout


def test_list_shows_every_language_and_what_it_needs() -> None:
    text = program("new-bot", "--list").stdout
    rows = json.loads(program("new-bot", "--list", "--format", "json").stdout)
    assert tuple(row["name"] for row in rows) == NAMES
    for row in rows:
        assert f"\n{row['name']} " in f"\n{text}"
        assert row["needs"].split()[0] in text
        assert row["run"]


def test_a_tool_that_is_missing_is_named(tmp_path: Path) -> None:
    """In the list, and when a bot is written all the same."""
    environment = {"PATH": str(tmp_path)}
    for arguments in (["--list"], ["java", str(tmp_path / "bot")]):
        done = subprocess.run(
            [sys.executable, "-m", "ohhell_referee", "new-bot", *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        missing = next(line for line in done.stdout.replace("\n ", " ").splitlines() if "javac" in line)
        assert "ot found" in missing


def test_what_cannot_be_written_is_a_sentence_and_status_2(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a.txt").touch()
    (tmp_path / "file").touch()
    for arguments, words in (
        (["python", tmp_path / "full"], "is not empty: it has a.txt"),
        (["python", tmp_path / "file"], "is a file"),
        (["python", tmp_path / "file" / "bot"], "Not a directory"),
        (["python"], "a folder is needed"),
        ([], "a language and a folder are needed"),
        (["pyton", tmp_path / "bot"], 'did you mean "python"?'),
        (["python", "/proc/bot"], "/proc/bot"),
    ):
        done = program("new-bot", *arguments)
        assert done.returncode == 2, done.stdout
        assert words in done.stderr
        assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "full"]


def test_what_to_do_next_can_be_typed_from_the_folder_that_one_is_in(tmp_path: Path) -> None:
    made = program("new-bot", "python", "my bot", cwd=tmp_path)
    assert "  cd 'my bot'\n" in made.stdout
    for command, _about in command_lines(find_starter("python")):
        assert f"  {command}" in made.stdout
    (tmp_path / "here").mkdir()
    assert "cd " not in program("new-bot", "python", ".", cwd=tmp_path / "here").stdout
