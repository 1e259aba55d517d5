"""Exit statuses of every command, and the error that a person can do something about."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import click


class Exit(IntEnum):
    """What a command's exit status means. The table in docs/cli.md is made from these docstrings."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    INTERRUPTED = 3

    @property
    def meaning(self) -> str:
        return _MEANINGS[self]


_MEANINGS = {
    Exit.DONE: "done",
    Exit.FAILED: "done, but something that was to be strict about failed (faults under --strict, verify, check)",
    Exit.USAGE: "usage or configuration: nothing was started",
    Exit.INTERRUPTED: "interrupted; the same command continues",
}


class UserError(click.ClickException):
    """Bad input from a person: the message says what, where and what to do. Exit status 2."""

    exit_code = int(Exit.USAGE)


def file_error(problems: Sequence[str]) -> UserError:
    """All problems of a file, each on a line that begins with `file:line:`, as editors know it."""
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    return UserError("\n".join([f"{count}, nothing was started", *problems]))
