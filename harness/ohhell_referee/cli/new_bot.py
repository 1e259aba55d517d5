"""`ohhell-referee new-bot`: a working bot to start from, in a folder of its own."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ohhell_referee.cli.exits import UserError
from ohhell_referee.cli.formats import format_option

if TYPE_CHECKING:
    from ohhell_referee.starters import Starter

EPILOG = """\b
Examples:
  ohhell-referee new-bot python mybot
  ohhell-referee new-bot --list
"""


@click.command("new-bot", epilog=EPILOG)
@click.argument("language", required=False)
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--list", "listing", is_flag=True, help="Show the languages, and what each needs.")
@click.option("--force", is_flag=True, help="Write into a folder that is not empty, over files of the same names.")
@format_option("table", "json")
def command(language: str | None, folder: Path | None, listing: bool, force: bool, form: str) -> None:
    """Write a working bot in LANGUAGE into FOLDER: one file to edit, a README, and a tournament against bots that
    come with the referee.

    The bot needs nothing from where it was copied, and may be moved anywhere. --format is for --list.
    """
    from ohhell_referee.starters import FolderRefused, UnknownLanguage, find_starter, starters, write_starter

    if listing:
        click.echo(_as_json(starters()) if form == "json" else _as_text(starters()))
        return
    if language is None or folder is None:
        names = ", ".join(starter.name for starter in starters())
        missing = "a language and a folder are" if language is None else "a folder is"
        raise UserError(f"{missing} needed: ohhell-referee new-bot {language or 'python'} mybot\nLanguages: {names}.")
    try:
        starter = find_starter(language)
        write_starter(starter, folder, force=force)
    except (UnknownLanguage, FolderRefused) as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"{error.filename or folder}: {error.strerror}") from None
    click.echo(_welcome(starter, folder))


def _welcome(starter: Starter, folder: Path) -> str:
    """What to do next, ready to be copied."""
    from ohhell_referee.starters.readme import command_lines

    lines = [f"{folder / starter.edit} is a working bot in {starter.title}, to be made better. Next:", ""]
    commands = [*([(f"cd {shlex.quote(str(folder))}", "")] if folder.resolve() != Path.cwd() else [])]
    commands += command_lines(starter)
    width = max(len(typed) for typed, about in commands if about)
    lines += [f"  {typed:<{width}}  {f'# {about}' if about else ''}".rstrip() for typed, about in commands]
    lines += ["", f"{folder / 'README.md'} says what a bot is asked, and more."]
    missing = _missing(starter)
    if missing:
        lines += ["", f"Not found on this machine: {', '.join(missing)}. It needs: {starter.needs}"]
    return "\n".join(lines)


def _missing(starter: Starter) -> list[str]:
    import shutil

    return [tool for tool in starter.tools if shutil.which(tool) is None]


def _as_text(found: tuple[Starter, ...]) -> str:
    import textwrap

    width = max(len(starter.name) for starter in found) + 2
    lines = []
    for starter in found:
        missing = _missing(starter)
        needs = starter.needs.replace("`", "") + (f" Not found here: {', '.join(missing)}." if missing else "")
        lines.append(
            textwrap.fill(
                needs,
                100,
                initial_indent=f"{starter.name:<{width}}",
                subsequent_indent=" " * width,
                break_on_hyphens=False,
                break_long_words=False,
            )
        )
    return "\n".join(lines)


def _as_json(found: tuple[Starter, ...]) -> str:
    rows = [
        {
            "name": starter.name,
            "title": starter.title,
            "aliases": list(starter.aliases),
            "needs": starter.needs,
            "missing": _missing(starter),
            "edit": starter.edit,
            "install": [list(command) for command in starter.install],
            "build": [list(command) for command in starter.build],
            "run": list(starter.run),
        }
        for starter in found
    ]
    return json.dumps(rows, indent=2, ensure_ascii=False)
