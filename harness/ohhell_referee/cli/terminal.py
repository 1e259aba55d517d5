"""What a terminal has room for: text broken between words, tables with fewer columns, commands with their meaning."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

from ohhell_referee.record.paint import width

NAME = "ohhell-referee"

NARROWEST = 40
"""Columns; on less nothing is worth laying out."""

DROPPED = (("exact",), ("above", "above-error"), ("games",), ("wins",), ("place",), ("faults",))
"""Columns of the standings that go first where there is no room for all, in this order."""


def program_name() -> str:
    """What to type for this program: its name where the shell finds it, or else its path from here."""
    own = Path(sys.argv[0])
    if own.name != NAME:
        return NAME  # started in another way, such as by `python -m`
    found = shutil.which(NAME)
    if found is not None and Path(found).resolve() == own.resolve():
        return NAME
    path = own.absolute()
    return shlex.quote(str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path))


def columns_of(stream: IO[Any]) -> int | None:
    """The width of the terminal that `stream` is, or None where it is none: then nothing is to be broken."""
    if not stream.isatty():
        return None
    wished = os.environ.get("COLUMNS", "")
    if wished.isdecimal() and int(wished):
        return max(NARROWEST, int(wished))
    try:
        return max(NARROWEST, os.get_terminal_size(stream.fileno()).columns)
    except (OSError, ValueError):  # a stand-in without a descriptor, or a terminal that does not say
        return 80


def wrapped(text: str, columns: int | None) -> str:
    """The text with its sentences broken between words. Lines with two blanks in a row are laid out: they stay."""
    if columns is None:
        return text
    return "\n".join(
        line
        if width(line) <= columns or "  " in line
        else textwrap.fill(line, columns, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )


def fitting_table(draw: Callable[[Sequence[str]], str], names: Sequence[str], columns: int | None) -> str:
    """A table drawn with as many of the columns `names` as fit, what stands around it wrapped.

    `draw` makes the text from the names of the columns it shall have.
    """
    names = list(names)
    text = draw(names)
    for group in DROPPED:
        if columns is None or _laid_out_width(text) <= columns:
            break
        names = [name for name in names if name not in group]
        text = draw(names)
    return wrapped(text, columns)


def _laid_out_width(text: str) -> int:
    return max((width(line) for line in text.split("\n") if "  " in line), default=0)


def hints(lines: Sequence[tuple[str, str]], columns: int | None) -> str:
    """Commands, each with what it does beside it, or below it where there is no room."""
    longest = max(len(command) for command, _ in lines)
    beside = [f"  {command:{longest}}   {what}" for command, what in lines]
    if columns is None or max(map(len, beside)) <= columns:
        return "\n".join(beside)
    return "\n".join(f"  {command}\n      {what}" for command, what in lines)
