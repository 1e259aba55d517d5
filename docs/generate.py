"""Write the generated documents, or with --check say which are out of date.

python docs/generate.py [--check]
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parents[1]


def cli_page() -> str:
    """Every command's help, as the program prints it."""
    from ohhell_referee.cli.exits import Exit
    from ohhell_referee.cli.main import COMMANDS, group

    parts = [
        "# Commands",
        "This page is made from the program's own help (`python docs/generate.py`).",
        "Results go to stdout, messages for people to stderr. `NO_COLOR` is honoured. Exit status:",
        "\n".join(["| status | meaning |", "|---|---|", *(f"| {int(code)} | {code.meaning} |" for code in Exit)]),
        _help(group, (), None),
    ]
    top = click.Context(group, info_name="ohhell-referee", **group.context_settings)
    for name in COMMANDS:
        command = group.get_command(top, name)
        assert command is not None
        parts.append(_help(command, (name,), top))
    return "\n\n".join(parts) + "\n"


def _help(command: click.Command, path: tuple[str, ...], parent: click.Context | None) -> str:
    name = " ".join(("ohhell-referee", *path))
    settings = {**command.context_settings, "max_content_width": 100, "terminal_width": 100}
    context = click.Context(command, parent=parent, info_name=path[-1] if path else name, **settings)
    return f"## {name}\n\n```text\n{command.get_help(context).rstrip()}\n```"


def check_page() -> str:
    from ohhell_referee.check.report import steps_page

    return steps_page()


def variants_page() -> str:
    from ohhell_referee.rules.describe import variants_page

    return variants_page()


PAGES: dict[str, Callable[[], str]] = {
    "docs/cli.md": cli_page,
    "docs/check.md": check_page,
    "docs/variants.md": variants_page,
}

SCRIPTS: dict[str, list[str]] = {
    "docs/tournament-file.md": ["-m", "ohhell_referee.tournament.field_tables", "docs/tournament-file.md"],
    "protocol/PROTOCOL.md, schema/ and vectors/": ["-m", "ohhell_protocol.document"],
}
"""Generators that write several files or parts of one; each knows --check itself."""


def main(check: bool) -> int:
    """Returns the exit status."""
    stale = []
    for name, make in PAGES.items():
        path, text = ROOT / name, make()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if not check:
            path.write_text(text, encoding="utf-8")
    for name, command in SCRIPTS.items():
        done = subprocess.run([sys.executable, *command, *(["--check"] if check else [])], cwd=ROOT, check=False)
        if done.returncode:
            stale.append(name)
    for name in stale:
        print(f"{name}: {'out of date; run make docs' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
