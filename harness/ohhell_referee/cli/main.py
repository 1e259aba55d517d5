"""The command line's front door. Commands are imported when they are used, so that `--help` needs click alone."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import click

from ohhell_referee import __version__
from ohhell_referee.cli.exits import Exit

COMMANDS = {
    "run": "Play a tournament, or continue it.",
    "plan": "Show what a tournament file will play before playing it.",
    "standings": "Rate the bots of a run or of a CSV of results.",
    "replay": "Show a recorded game trick by trick, or verify a journal.",
    "check": "Test a bot against the protocol.",
    "variants": "List the rule variants, or show one in full.",
    "new-bot": "Write a working bot to start from.",
}
"""Every command with its one line of help, in the order a newcomer meets them."""


class LazyGroup(click.Group):
    """A group that knows its commands' names and imports one only when it runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"ohhell_referee.cli.{cmd_name.replace('-', '_')}")
        command = module.command
        if not isinstance(command, click.Command):
            raise TypeError(f"{module.__name__}.command is not a click command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            ctx.fail(f"No such command '{args[0]}'.{hint} The commands are: {', '.join(COMMANDS)}.")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="ohhell-referee")
def group(**_: Any) -> None:
    """A tournament harness for bots that play Oh Hell and its cousins.

    Start with:  ohhell-referee run tournaments/quickstart.toml
    """


def main() -> None:
    """The entry point `ohhell-referee`."""
    try:
        sys.exit(group.main(prog_name="ohhell-referee", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        # `run` hears of Ctrl-C by itself once it plays; this is before that, and any other command.
        click.echo("interrupted", err=True)
        sys.exit(Exit.INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nothing to say, and nobody to say it to.
        sys.stderr.close()
        sys.exit(0)
