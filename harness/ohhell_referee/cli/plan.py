"""`ohhell-referee plan`: what a tournament file will play, before it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ohhell_referee.cli.exits import UserError
from ohhell_referee.cli.formats import format_option

if TYPE_CHECKING:
    from ohhell_referee.tournament.model import Tournament

EPILOG = """\b
Examples:
  ohhell-referee plan tournaments/quickstart.toml
  ohhell-referee plan tournaments/duel.toml --think 5 --format json
"""


@click.command("plan", epilog=EPILOG)
@click.argument("file", metavar="FILE", type=click.Path(readable=False))
@format_option("table", "json", "md")
@click.option(
    "--rate",
    metavar="N",
    type=click.IntRange(min=1),
    help="Decisions a second that this machine does with bots that answer at once.",
)
@click.option(
    "--think",
    "think_ms",
    metavar="MS",
    type=click.FloatRange(min=0),
    default=0.0,
    help="Milliseconds that your bots need for a decision.",
)
def command(file: str, form: str, rate: int | None, think_ms: float) -> None:
    """Show what a tournament file will play before playing it.

    Games, games a pair and a seat, expected time and precision. A schedule that could not be rated (a bot that never
    plays, groups that never meet, very uneven shares) is refused with the reason and exit status 2. Nothing is started.
    """
    from ohhell_referee.tournament.file import FileProblems, load_tournament

    try:
        tournament = load_tournament(file)
    except FileProblems as error:
        raise UserError("\n" + "\n".join(error.problems)) from None
    show_plan(tournament, form, rate, think_ms)


def show_plan(tournament: Tournament, form: str = "table", rate: int | None = None, think_ms: float = 0.0) -> None:
    """Print the plan of a loaded tournament to standard output."""
    from ohhell_referee.tournament.plan import DECISIONS_PER_SECOND, make_plan
    from ohhell_referee.tournament.plan_text import plan_json, plan_text

    plan = make_plan(tournament, rate or DECISIONS_PER_SECOND, think_ms)
    if form == "json":
        click.echo(plan_json(plan))
    else:
        click.echo(plan_text(plan, "md" if form == "md" else "table"))
