"""The README of a new bot."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Sequence
from importlib import resources
from string import Template

from ohhell_protocol.messages import BID_REQUEST, PLAY_REQUEST
from ohhell_referee.starters.manifest import FileGroup, Starter

WIDTH = 120
_FOR_THE_CLIENT = ("id", "game")
"""Keys that the client files see to."""


def readme_text(starter: Starter) -> str:
    template = resources.files("ohhell_referee.starters") / "templates" / "README.md"
    return Template(template.read_text(encoding="utf-8")).substitute(
        title=starter.title,
        name=starter.name,
        edit=starter.edit,
        needs=textwrap.fill(f"Needs: {starter.needs}", WIDTH, break_on_hyphens=False, break_long_words=False),
        commands="\n".join(_aligned(command_lines(starter))),
        files=_files_table(starter),
        advice=starter.advice,
        keys=_keys_table(),
    )


def command_lines(starter: Starter) -> list[tuple[str, str]]:
    """What to type in the new folder, and what it is for: from the first build to the first tournament."""
    lines = [(shell(command), "install, once") for command in starter.install]
    lines += [(shell(command), "build, after every change") for command in starter.build]
    lines.append((f"ohhell-referee check -- {shell(starter.run)}", "check"))
    lines.append(("ohhell-referee run tournament.toml", "play"))
    return lines


def shell(command: Sequence[str]) -> str:
    """A command as it is typed. `{python}` needs no quotes in any shell."""
    return " ".join(argument if argument == "{python}" else shlex.quote(argument) for argument in command)


def _aligned(lines: Sequence[tuple[str, str]]) -> list[str]:
    width = max(len(command) for command, _ in lines)
    return [f"{command:<{width}}  # {about}" for command, about in lines]


def _files_table(starter: Starter) -> str:
    rows = ["| file | what it is |", "|---|---|"]
    for group in (*starter.files, FileGroup(("tournament.toml",), "a small tournament: the bot and three others")):
        names = ", ".join(f"`{starter.new_path(path)}`" for path in group.paths)
        rows.append(f"| {names} | {group.about} |")
    return "\n".join(rows)


def _keys_table() -> str:
    rows = ["| key | of | type | meaning |", "|---|---|---|---|"]
    bidding = {field.name for field in BID_REQUEST.fields}
    fields = {field.name: field for field in (*BID_REQUEST.fields, *PLAY_REQUEST.fields)}
    for name, field in fields.items():
        if name in _FOR_THE_CLIENT:
            continue
        of = "both" if name in bidding else "play"
        kind, meaning = field.shape.label, field.meaning
        if name == "legal":
            kind, meaning = "[int], [card]", "the bids, or the cards, that are allowed"
        rows.append(f"| `{name}` | {of} | {kind} | {meaning} |")
    return "\n".join(rows)
