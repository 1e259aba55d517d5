"""`ohhell-referee check`: is a bot ready for a tournament, and if not, what is wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ohhell_referee.cli.exits import Exit, UserError
from ohhell_referee.cli.formats import format_option

EPILOG = """\b
Examples:
  ohhell-referee check -- {python} my_bot.py
  ohhell-referee check --timeout-ms 5000 -- ./my_bot --depth 4
  ohhell-referee check --full --format json -- house:greedy
"""


@click.command("check", epilog=EPILOG, context_settings={"ignore_unknown_options": False})
@click.argument("command", nargs=-1, required=True, metavar="-- COMMAND...")
@click.option("--full", is_flag=True, help="Whole games of every preset at every number of players as well.")
@click.option("-x", "--stop-first", is_flag=True, help="Stop at the first step that fails.")
@click.option("--timeout-ms", type=click.IntRange(1, 10**7), default=1000, show_default=True, help="Time a decision.")
@click.option(
    "--startup-ms",
    type=click.IntRange(1, 10**7),
    default=10_000,
    show_default=True,
    help="Time from the start of the process to its hello.",
)
@click.option(
    "--cwd",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=Path(),
    help="Folder that the bot runs in.  [default: this one]",
)
@format_option("table", "json")
@click.option("-v", "--verbose", is_flag=True, help="Show every failure, and every frame, in full.")
def command(
    command: tuple[str, ...],
    full: bool,
    stop_first: bool,
    timeout_ms: int,
    startup_ms: int,
    cwd: Path,
    form: str,
    verbose: bool,
) -> None:
    """Start the bot that COMMAND starts, put every message and every rule to it, and say what it does wrong.

    COMMAND is what a tournament file has as `command`: {python} is the interpreter that runs the referee, and
    house:NAME a bot that the package brings. The exit status is 0 if all steps passed, 1 if one failed.
    docs/check.md lists the steps.
    """
    from ohhell_referee.bots.instance import BotSpec
    from ohhell_referee.check import Status, check_bot
    from ohhell_referee.check.report import Printer, as_json
    from ohhell_referee.tournament.commands import CommandProblem, resolve_command

    folder = cwd.resolve()
    house = len(command) == 1 and command[0].startswith("house:")
    try:
        argv = resolve_command(command[0] if house else list(command), folder, {})
    except CommandProblem as problem:
        raise UserError(f"{' '.join(command)}: {problem}") from None
    spec = BotSpec("checked", argv, folder, startup_ms=startup_ms)
    if form == "json":
        results = check_bot(spec, timeout_ms, full=full, stop_first=stop_first)
        click.echo(as_json(command, results))
    else:
        printer = Printer(click.echo, verbose=verbose)
        results = check_bot(spec, timeout_ms, full=full, stop_first=stop_first, on_result=printer.show)
        printer.conclude(results)
    failed = any(result.status in (Status.FAILED, Status.NOT_RUN) for result in results)
    sys.exit(Exit.FAILED if failed else Exit.DONE)
