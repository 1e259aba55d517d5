"""The command line as a whole: start-up, help, errors for people."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ohhell_referee.cli.main import COMMANDS
from support.running import PROGRAM, four, program, run_tournament, write_tournament

HEAVY = ("numpy", "scipy", "rich", "tabulate", "zmq", "msgpack", "msgspec", "asyncio", "multiprocessing", "subprocess")


def test_help_imports_click_alone_of_the_heavy_libraries() -> None:
    """`--help` must come at once: everything heavy is imported by the command that needs it."""
    script = (
        "import sys\n"
        "sys.argv = ['ohhell-referee', '--help']\n"
        "from ohhell_referee.__main__ import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"loaded = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "ours = [name for name in sys.modules if name.startswith('ohhell_referee.') and '.cli' not in name]\n"
        "print(loaded, ours, 'click' in sys.modules, file=sys.stderr)\n"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=30, check=True)
    assert result.stderr.strip().splitlines()[-1] == "[] ['ohhell_referee.__main__'] True"


def test_ctrl_c_while_the_program_is_still_being_imported_is_a_word_and_status_3() -> None:
    script = (
        "import builtins, sys\n"
        "real = builtins.__import__\n"
        "def interrupted(name, *rest):\n"
        "    if name == 'click':\n        raise KeyboardInterrupt\n"
        "    return real(name, *rest)\n"
        "builtins.__import__ = interrupted\n"
        "from ohhell_referee.__main__ import main\n"
        "main()\n"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=30, check=False)
    assert (result.returncode, result.stderr) == (3, "interrupted\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = program(name, "--help")
    assert result.returncode == 0, result.stderr
    assert f"ohhell-referee {name} " in result.stdout.split("Usage:", 1)[1].split("\n", 1)[1]


def test_an_unknown_command_is_answered_with_the_nearest_one() -> None:
    result = program("standing")
    assert result.returncode == 2
    assert "Did you mean 'standings'?" in result.stderr


def test_a_missing_file_is_a_sentence_and_status_2(tmp_path: Path) -> None:
    for command in (["run", tmp_path / "no.toml"], ["plan", tmp_path / "no.toml"], ["standings", tmp_path / "no"]):
        result = program(*command)
        assert result.returncode == 2, result.stderr
        assert "Traceback" not in result.stderr
        assert "no" in result.stderr


def test_all_problems_of_a_file_come_at_once_and_nothing_is_started(tmp_path: Path) -> None:
    path = write_tournament(tmp_path, {**four(), "eve": ["/no/such/program"]}, blocks=0, formt="duel")
    result = program("run", path)
    assert result.returncode == 2
    assert "formt" in result.stderr
    assert "format" in result.stderr
    assert "blocks" in result.stderr
    assert "/no/such/program" in result.stderr
    assert not (tmp_path / "runs").exists()


def test_output_into_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    folder = run_tournament(write_tournament(tmp_path, four(), blocks=1))
    command = " ".join([*PROGRAM, "standings", str(folder)])
    result = subprocess.run(
        f"{command} --format json | head -1", shell=True, capture_output=True, text=True, timeout=60, check=False
    )
    assert "Traceback" not in result.stderr
    assert "BrokenPipe" not in result.stderr


def test_it_works_with_an_empty_environment(tmp_path: Path) -> None:
    path = write_tournament(tmp_path, four(), blocks=1)
    bare = {"PATH": os.environ["PATH"]}
    result = subprocess.run(
        [*PROGRAM, "run", str(path)], env=bare, capture_output=True, text=True, timeout=60, check=False
    )
    assert result.returncode == 0, result.stderr
