"""Writes a starter into a folder, and refuses where that would overwrite something."""

from __future__ import annotations

from pathlib import Path

from ohhell_referee.starters.content import StarterFile, starter_files
from ohhell_referee.starters.manifest import Starter

_HARMLESS = frozenset({".git"})
"""A folder with nothing else in it counts as empty."""
_SHOWN = 5


class FolderRefused(ValueError):
    """The folder is not empty, or no folder. The message says what is there."""


def write_starter(starter: Starter, folder: Path, *, force: bool = False) -> list[StarterFile]:
    """Writes the files and returns them. `force`: write over files of the same names, and leave all others.

    Raises FolderRefused before anything is written, and OSError where the file system refuses.
    """
    files = starter_files(starter)
    _look_at(folder, files, force)
    for file in files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8", newline="\n")
        if file.executable:
            path.chmod(path.stat().st_mode | 0o111)
    return files


def _look_at(folder: Path, files: list[StarterFile], force: bool) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise FolderRefused(f"{folder} is a file: a new bot needs a folder of its own")
    there = sorted(path.name for path in folder.iterdir() if path.name not in _HARMLESS)
    if not there or force:
        return
    shown = ", ".join(there[:_SHOWN]) + (f" and {len(there) - _SHOWN} more" if len(there) > _SHOWN else "")
    lost = [file.path for file in files if (folder / file.path).exists()]
    cost = f"writes over {', '.join(lost)}" if lost else "writes over none of these files"
    raise FolderRefused(f"{folder} is not empty: it has {shown}\nName another folder. --force {cost}.")
