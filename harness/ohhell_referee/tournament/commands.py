"""From the command of a tournament file to what is started, exactly: no shell, no guessing.

- `{python}` in any argument stands for the interpreter that runs the referee.
- A program with a slash is a path, relative to the entry's `cwd`. Without one it is looked up on PATH (the entry's
  own, if its `env` sets one), and nowhere else.
- Every other argument is handed over as it is, but for files: an argument that names an existing file relative to
  `cwd` and looks like a path (has a slash or a dot) becomes absolute, so that the record and every error message name
  the very file.
- The script of a known interpreter must exist.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ohhell_referee.rules.problems import nearest

_PLACEHOLDER = re.compile(r"\{[A-Za-z_]+\}")

_SCRIPT_AFTER: dict[str, frozenset[str]] = {
    "python": frozenset({"-c", "-m", "-"}),
    "pypy": frozenset({"-c", "-m", "-"}),
    "node": frozenset({"-e", "-p", "--eval", "--print", "-"}),
    "ruby": frozenset({"-e", "-"}),
    "perl": frozenset({"-e", "-E", "-"}),
    "lua": frozenset({"-e", "-"}),
    "php": frozenset({"-r", "-"}),
    "bash": frozenset({"-c", "-s"}),
    "sh": frozenset({"-c", "-s"}),
}
"""Interpreters whose first argument without a dash is a script, unless one of these options comes before it."""

_OPTIONS_WITH_VALUE: dict[str, frozenset[str]] = {
    "python": frozenset({"-W", "-X"}),
    "pypy": frozenset({"-W", "-X"}),
    "node": frozenset({"-r", "--require", "--import", "--loader", "-C"}),
    "ruby": frozenset({"-r", "-I"}),
    "perl": frozenset({"-I"}),
    "lua": frozenset({"-l"}),
    "php": frozenset({"-c", "-d"}),
    "bash": frozenset({"-o", "-O"}),
    "sh": frozenset({"-o"}),
}


class CommandProblem(ValueError):
    """Why a command cannot be started. `position` is the argument it is about, or None for the command as a whole."""

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.position = position


def resolve_command(command: Sequence[str] | str, cwd: Path, env: Mapping[str, str]) -> tuple[str, ...]:
    """The argv that starts an entry; raises `CommandProblem`."""
    if isinstance(command, str):
        return _house(command)
    if not command:
        raise CommandProblem('an empty list; the program comes first: ["python3", "my_bot.py"]')
    argv = [_fill_in(argument, position) for position, argument in enumerate(command)]
    program = _find_program(argv[0], cwd, env)
    script = script_position(argv)
    if script is not None:
        _check_script(argv[script], cwd, script)
    return (program, *(_absolute_file(argument, cwd) for argument in argv[1:]))


def script_position(argv: Sequence[str]) -> int | None:
    """Where the script of an interpreter or the jar of a Java command stands in `argv`; None where there is none."""
    program = re.sub(r"[\d.]+$", "", os.path.basename(argv[0]))
    if program == "java":
        return next((i + 1 for i, argument in enumerate(argv[:-1]) if argument == "-jar"), None)
    without_script = _SCRIPT_AFTER.get(program)
    if without_script is None:
        return None
    position = 1
    while position < len(argv):
        argument = argv[position]
        if argument in without_script:
            return None
        if not argument.startswith("-"):
            return position
        position += 2 if argument in _OPTIONS_WITH_VALUE[program] else 1
    return None


def covered_files(command: Sequence[str] | str, cwd: Path) -> Iterator[tuple[str, Path]]:
    """The arguments, as written, that are files: the entry's hash covers their content.

    A program without a slash is an interpreter of the system and not covered: its version is recorded instead.
    """
    if isinstance(command, str):
        return
    for position, argument in enumerate(command):
        if "{python}" in argument or (position == 0 and "/" not in argument):
            continue
        path = cwd / argument
        if argument and _is_file(path):
            yield argument, path


def _house(command: str) -> tuple[str, ...]:
    if not command.startswith("house:"):
        written = ", ".join(f'"{part}"' for part in _split(command)) or '"python3", "my_bot.py"'
        raise CommandProblem(
            f'a list of strings is needed, each argument a string of its own: [{written}]; or "house:NAME"'
        )
    from ohhell_referee.bots.house import house_argv

    try:
        return tuple(house_argv(command.removeprefix("house:")))
    except ValueError as error:
        raise CommandProblem(str(error)) from None


def _split(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # an open quote: then the blanks alone have to do
        return command.split()


def _fill_in(argument: str, position: int) -> str:
    filled = argument.replace("{python}", sys.executable)
    misspelt = _PLACEHOLDER.fullmatch(filled)
    if misspelt and nearest(misspelt[0][1:-1], ["python"]):
        raise CommandProblem(f"{argument} is not known; the interpreter is {{python}}", position)
    return filled


def _find_program(program: str, cwd: Path, env: Mapping[str, str]) -> str:
    if not program.strip():
        raise CommandProblem("the program is an empty string", 0)
    if "/" in program:
        path = cwd / os.path.expanduser(program) if program.startswith("~/") else cwd / program
        problem = _program_problem(path, program, cwd)
        if problem:
            raise CommandProblem(problem + _blank_hint(program), 0)
        return exact_path(path)
    found = shutil.which(program, path=env.get("PATH"))
    if found is not None:
        return os.path.abspath(found)
    if _is_file(cwd / program):
        raise CommandProblem(f'there is no program "{program}" on PATH; for the file in {cwd} write "./{program}"', 0)
    raise CommandProblem(f'there is no program "{program}" on PATH{_blank_hint(program)}', 0)


def _program_problem(path: Path, written: str, cwd: Path) -> str | None:
    where = "" if written.startswith(("/", "~/")) else f" (looked for from {cwd})"
    if os.path.isdir(path):
        return f'"{written}" is a folder, not a program{where}'
    if not os.path.exists(path):
        return f'there is no program "{written}"{where}'
    if not os.access(path, os.X_OK):
        return f'"{written}" is not executable; run chmod +x on it, or name its interpreter first{where}'
    return None


def _blank_hint(program: str) -> str:
    parts = _split(program)
    if len(parts) < 2:
        return ""
    return "; each argument is a string of its own: [" + ", ".join(f'"{part}"' for part in parts) + "]"


def _check_script(script: str, cwd: Path, position: int) -> None:
    path = cwd / script
    where = "" if script.startswith("/") else f" (looked for from {cwd})"
    if os.path.isdir(path) and not _is_file(path / "__main__.py"):
        raise CommandProblem(f'"{script}" is a folder, not a script{where}', position)
    if not os.path.exists(path):
        raise CommandProblem(f'there is no file "{script}"{where}', position)
    if not os.access(path, os.R_OK):
        raise CommandProblem(f'"{script}" cannot be read: permission denied{where}', position)


def _absolute_file(argument: str, cwd: Path) -> str:
    looks_like_path = ("/" in argument or "." in argument) and not argument.startswith("-")
    return exact_path(cwd / argument) if looks_like_path and _is_file(cwd / argument) else argument


def exact_path(path: Path) -> str:
    """`path` as an absolute path without `..`, its last part untouched.

    The folder's links are followed, because "link/.." does not mean what it seems to; the file's own link is not,
    because a virtual environment's interpreter knows its environment by the link that it was started through.
    """
    if ".." not in path.parts:
        return os.path.abspath(path)
    return os.path.join(os.path.realpath(path.parent), path.name)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a path, or with a NUL: an argument, not a file
        return False
