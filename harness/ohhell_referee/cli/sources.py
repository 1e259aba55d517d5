"""The run folder or journal that a person names."""

from __future__ import annotations

from pathlib import Path

from ohhell_referee.cli.exits import UserError


def journal_of(path: Path) -> Path:
    """The journal of a run folder, or the file itself; UserError where it can be none."""
    from ohhell_referee.record.journal import find_journal

    journal = find_journal(path)
    if not path.exists():
        raise UserError(f"{path}: no such folder or file. Give a run folder or its journal.jsonl.")
    if not journal.exists():
        raise UserError(f"{path}: the folder has no {journal.name}: it is not a run folder, or the run has not begun.")
    if path.suffix == ".toml":
        raise UserError(f"{path}: a tournament file. Give its run folder: `output` in it, or runs/ and its name.")
    return journal
