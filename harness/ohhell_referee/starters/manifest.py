"""`starter.toml` in the folder of an example bot: what a new bot in that language is made of.

| key | holds |
|---|---|
| `title` | the language's name for people |
| `aliases` | other names that people give it on the command line |
| `needs` | what must be installed: a few sentences |
| `tools` | programs that must be on PATH |
| `edit` | the one file to edit, in the new folder |
| `install` | commands to run once in the new folder: a list of argument lists |
| `build` | commands to run there after every change |
| `run` | the command of the bot, as in a tournament file |
| `advice` | what the author of a bot must know, in Markdown |
| `ignore` | lines of the new folder's .gitignore |
| `replace` | texts of the example to replace, in names and contents of files, one after the other; each must occur |
| `files` | groups of files: `paths` relative to this folder, `about` (what they are), `executable` |
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from ohhell_referee.bots.house import brought_bots

MANIFEST = "starter.toml"

Commands = tuple[tuple[str, ...], ...]


class UnknownLanguage(ValueError):
    """There is no starter in this language; the message names the nearest one, and all."""


@dataclass(frozen=True, slots=True)
class FileGroup:
    """Files that belong together: one row in the table of the new README."""

    paths: tuple[str, ...]
    about: str
    executable: bool = False


@dataclass(frozen=True, slots=True)
class Starter:
    """A manifest; `name` is its folder's name, the name of the language on the command line."""

    name: str
    folder: Path
    title: str
    needs: str
    edit: str
    run: tuple[str, ...]
    advice: str
    files: tuple[FileGroup, ...]
    replace: Mapping[str, str]
    aliases: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    install: Commands = ()
    build: Commands = ()
    ignore: tuple[str, ...] = ()

    def new_path(self, path: str) -> str:
        """What a file of the example is called in a new folder."""
        for old, new in self.replace.items():
            path = path.replace(old, new)
        return path


def starters() -> tuple[Starter, ...]:
    """One for each language, in the order of the alphabet."""
    return tuple(_load(path) for path in sorted(brought_bots().glob(f"*/{MANIFEST}")))


def find_starter(language: str) -> Starter:
    """The starter in a language, by its name, its title or an alias in any case. Raises UnknownLanguage."""
    known: dict[str, Starter] = {}
    for starter in starters():
        for name in (starter.name, starter.title, *starter.aliases):
            known[name.casefold()] = starter
    found = known.get(language.casefold())
    if found is None:
        names = ", ".join(starter.name for starter in starters())
        near = get_close_matches(language.casefold(), known, 1, 0.7)
        hint = f'; did you mean "{known[near[0]].name}"?' if near else ""
        raise UnknownLanguage(f'there is no starter in "{language}"{hint}\nThe languages are: {names}.')
    return found


@cache
def _load(path: Path) -> Starter:
    raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    groups = tuple(
        FileGroup(tuple(group["paths"]), group["about"], group.get("executable", False)) for group in raw["files"]
    )
    return Starter(
        name=path.parent.name,
        folder=path.parent,
        title=raw["title"],
        needs=raw["needs"],
        edit=raw["edit"],
        run=tuple(raw["run"]),
        advice=raw["advice"].strip(),
        files=groups,
        replace=raw.get("replace", {}),
        aliases=tuple(raw.get("aliases", ())),
        tools=tuple(raw.get("tools", ())),
        install=tuple(map(tuple, raw.get("install", ()))),
        build=tuple(map(tuple, raw.get("build", ()))),
        ignore=tuple(raw.get("ignore", ())),
    )
