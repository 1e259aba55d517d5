"""Every bad tournament file of bad_files/ gets exactly the messages beside it, and exit status 2.

In an `.expected` file `{folder}` stands for the folder's own path, and a line that ends with `…` goes on somehow.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ohhell_referee.cli.plan import command
from ohhell_referee.tournament.file import FileProblems, load_tournament

FOLDER = Path(__file__).parent / "bad_files"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


def expected_lines(name: str) -> list[str]:
    text = (FOLDER / f"{name}.expected").read_text(encoding="utf-8")
    return text.replace("{folder}", str(FOLDER)).splitlines()


def fits(line: str, expected: str) -> bool:
    return line.startswith(expected[:-1]) if expected.endswith("…") else line == expected


@pytest.mark.parametrize("name", NAMES)
def test_bad_file_gets_its_messages(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said more, nothing less, in the order of the file."""
    monkeypatch.chdir(FOLDER)

    with pytest.raises(FileProblems) as caught:
        load_tournament(f"{name}.toml")

    expected = expected_lines(name)
    assert len(caught.value.problems) == len(expected), caught.value.problems
    for line, wanted in zip(caught.value.problems, expected, strict=True):
        assert fits(line, wanted), line


@pytest.mark.parametrize("name", NAMES)
def test_bad_file_ends_a_command_with_2(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command prints every message on a line of its own to standard error, and no traceback."""
    monkeypatch.chdir(FOLDER)

    result = CliRunner().invoke(command, [f"{name}.toml"])

    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    for wanted in expected_lines(name):
        assert any(fits(line, wanted) for line in result.stderr.splitlines()), result.stderr


def test_there_are_many_bad_files() -> None:
    """The collection is not lost by a wrong path."""
    assert len(NAMES) >= 80


@pytest.mark.parametrize("name", NAMES)
def test_every_message_names_the_file_first(name: str) -> None:
    """Editors and people find the place: `file:line: key: …`, but for files that cannot be read at all."""
    unreadable = {"empty", "only_blanks"}
    for line in expected_lines(name):
        start = f"{name}.toml: " if name in unreadable else f"{name}.toml:"
        assert line.startswith(start)
