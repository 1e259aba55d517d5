"""One decorator for `--format`, so that every command names its output formats the same way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def format_option(*choices: str, default: str = "table") -> Callable[[Command], Command]:
    """Add `--format` with these choices; the command's function gets it as `form`."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(choices, case_sensitive=False),
        default=default,
        show_default=True,
        help="How the result is written to standard output.",
    )
