"""The command of an entry: exactly the named file is started, or the run does not begin."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ohhell_referee.tournament.commands import CommandProblem, resolve_command, script_position

ODD_NAMES = ["My Bots 1", "it's", 'say "hi"', "$HOME", ";touch pwned", "ü♠", "-rf", "a\nb"]


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("folder", ODD_NAMES)
def test_odd_names_mean_the_very_file(folder: str, tmp_path: Path) -> None:
    """Blanks, quotes and shell signs are part of the name: no decoy beside it is taken."""
    bot = program(tmp_path / folder / "bot")
    for decoy in {folder.split(" ")[0], folder.replace(" ", "_"), "My"} - {folder}:
        (tmp_path / decoy).exists() or program(tmp_path / decoy)

    assert resolve_command([str(bot)], tmp_path, {}) == (str(bot),)
    assert resolve_command([f"./{folder}/bot"], tmp_path, {}) == (str(bot),)
    assert resolve_command([f"../{tmp_path.name}/{folder}/bot"], tmp_path, {}) == (str(bot),)


def test_a_link_is_started_as_the_link(tmp_path: Path) -> None:
    """A virtual environment's python must not become the system's."""
    bot = program(tmp_path / "real" / "bot")
    (tmp_path / "link").symlink_to(bot)
    (tmp_path / "sub").mkdir()

    assert resolve_command(["./link"], tmp_path, {}) == (str(tmp_path / "link"),)
    assert resolve_command(["../link"], tmp_path / "sub", {}) == (str(tmp_path / "link"),)


def test_dots_after_a_linked_folder_lead_where_the_system_leads(tmp_path: Path) -> None:
    """`link/../bot` is beside the folder that the link means."""
    bot = program(tmp_path / "far" / "bot")
    program(tmp_path / "bot")
    (tmp_path / "far" / "away").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "far" / "away")

    assert resolve_command(["link/../bot"], tmp_path, {}) == (str(bot),)


def test_a_program_without_slash_is_found_on_path_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in the current folder and not in cwd; the entry's own PATH stands above the referee's."""
    program(tmp_path / "here" / "mybot")
    other = program(tmp_path / "bin" / "mybot")
    monkeypatch.chdir(tmp_path / "here")

    with pytest.raises(CommandProblem, match=r'write "\./mybot"'):
        resolve_command(["mybot"], tmp_path / "here", {})
    assert resolve_command(["mybot"], tmp_path / "here", {"PATH": str(tmp_path / "bin")}) == (str(other),)


def test_python_stands_for_this_interpreter(tmp_path: Path) -> None:
    script = program(tmp_path / "my_bot.py")

    assert resolve_command(["{python}", "my_bot.py"], tmp_path, {}) == (sys.executable, str(script))
    assert resolve_command(["env", "PY={python}"], tmp_path, {})[1] == f"PY={sys.executable}"


def test_arguments_that_are_no_paths_stay_as_written(tmp_path: Path) -> None:
    """A file that happens to be called like an argument does not change the argument."""
    program(tmp_path / "fast")
    (tmp_path / "weights.bin").write_bytes(b"")

    argv = resolve_command(["sh", "-c", "fast", "--model=weights.bin", "weights.bin", "1.5", "x" * 5000], tmp_path, {})
    assert argv[1:] == ("-c", "fast", "--model=weights.bin", str(tmp_path / "weights.bin"), "1.5", "x" * 5000)


@pytest.mark.parametrize(
    ("argv", "position"),
    [
        (["python3", "bot.py"], 1),
        (["/usr/bin/python3.11", "-u", "-X", "dev", "bot.py", "x"], 4),
        (["python3", "-m", "mybot"], None),
        (["python3", "-c", "pass", "x"], None),
        (["node", "--require", "hook.js", "bot.js"], 3),
        (["bash", "run.sh"], 1),
        (["java", "-Xmx1g", "-jar", "bot.jar"], 3),
        (["java", "Bot"], None),
        (["./bot", "x.py"], None),
        (["python3"], None),
        (["python3", "-u"], None),
    ],
)
def test_which_argument_is_the_script(argv: list[str], position: int | None) -> None:
    assert script_position(argv) == position


def test_a_missing_script_is_refused(tmp_path: Path) -> None:
    """The interpreter would start and fail: better to say it before the run."""
    with pytest.raises(CommandProblem, match="there is no file") as caught:
        resolve_command(["sh", "run.sh"], tmp_path, {})
    assert caught.value.position == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_script_is_refused(tmp_path: Path) -> None:
    script = program(tmp_path / "run.sh")
    script.chmod(0o000)
    with pytest.raises(CommandProblem, match="permission denied"):
        resolve_command(["sh", "run.sh"], tmp_path, {})


def test_a_python_package_folder_may_be_the_script(tmp_path: Path) -> None:
    """`python3 folder` runs its __main__.py."""
    program(tmp_path / "bot" / "__main__.py")
    resolve_command(["{python}", "bot"], tmp_path, {})


def test_house_bots_are_python_files_of_the_package(tmp_path: Path) -> None:
    argv = resolve_command("house:greedy", tmp_path, {})
    assert argv[0] == sys.executable
    assert Path(argv[1]).name == "greedy_bot.py"
    with pytest.raises(CommandProblem, match="greedy"):
        resolve_command("house:gredy", tmp_path, {})
