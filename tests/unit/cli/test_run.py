"""The command `run` before anything starts: options that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ohhell_referee.cli.run import command
from support.tournaments import write_file


def run(path: Path, *options: str) -> Result:
    return CliRunner().invoke(command, [str(path), "--dry-run", *options])


@pytest.mark.parametrize("seed", ["", "  ", "a\nb", "x" * 1001, "9" * 90])
def test_a_seed_that_no_file_may_have_is_refused(tmp_path: Path, seed: str) -> None:
    """In the file it is refused with its line; a run that could not be continued from a file would be a trap."""
    result = run(write_file(tmp_path), "--seed", seed)
    assert result.exit_code == 2
    assert "--seed" in result.stderr
    assert isinstance(result.exception, SystemExit)


@pytest.mark.parametrize("seed", ["7", "007", "٣", "snow", "-1", "9" * 300])
def test_a_seed_may_be_a_number_or_a_text(tmp_path: Path, seed: str) -> None:
    assert run(write_file(tmp_path), f"--seed={seed}").exit_code == 0


@pytest.mark.parametrize("option", ["-j0", "-j5000", "--max-games=0", "-jx"])
def test_numbers_out_of_range_are_refused(tmp_path: Path, option: str) -> None:
    result = run(write_file(tmp_path), option)
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)


def test_a_file_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the file's own name, as any other problem of a file."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = write_file(tmp_path)
    monkeypatch.setattr("ohhell_referee.tournament.toml_text.open", refuse, raising=False)
    result = run(path)
    assert result.exit_code == 2
    assert f"{path}: cannot be read: Permission denied" in result.stderr
