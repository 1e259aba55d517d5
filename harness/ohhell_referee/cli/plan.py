"""`ohhell-referee plan`: what a tournament file will play, before it is played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ohhell_referee.cli.exits import UserError, file_error
from ohhell_referee.cli.formats import format_option

if TYPE_CHECKING:
    from ohhell_referee.standings.model import Standings
    from ohhell_referee.tournament.model import Tournament

EPILOG = """\b
Examples:
  ohhell-referee plan tournaments/quickstart.toml
  ohhell-referee plan tournaments/duel.toml --think 5 --format json
  ohhell-referee plan spring.toml --pilot runs/spring --apart 30
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
@click.option(
    "--spread",
    metavar="ELO",
    type=click.FloatRange(0, 5000),
    default=0.0,
    help="Standard deviation of the bots' ratings, where it is known: unequal bots tell less a game.",
)
@click.option(
    "--pilot",
    metavar="RUN",
    type=click.Path(path_type=Path),
    help="A run of the same schedule, for instance with fewer blocks: precision is reckoned from its games.",
)
@click.option(
    "--apart",
    "gaps",
    metavar="ELO",
    type=click.FloatRange(0, 5000, min_open=True),
    multiple=True,
    help="A difference for which to say how many blocks tell it from none; may be given several times.",
)
def command(
    file: str,
    form: str,
    rate: int | None,
    think_ms: float,
    spread: float,
    pilot: Path | None,
    gaps: tuple[float, ...],
) -> None:
    """Show what a tournament file will play before playing it.

    Games, games a pair and a seat, expected time, expected precision, and how many blocks tell two bots apart. A
    schedule that could not be rated (a bot that never plays, groups that never meet, very uneven shares) is refused
    with the reason and exit status 2. Nothing is started.
    """
    from ohhell_referee.tournament.file import FileProblems, load_tournament
    from ohhell_referee.tournament.plan_precision import PilotUnfit

    try:
        tournament = load_tournament(file)
    except FileProblems as error:
        raise file_error(error.problems) from None
    if pilot is not None and spread:
        raise click.UsageError("--pilot shows how far the bots spread: leave out --spread")
    try:
        standings = None if pilot is None else _read_pilot(pilot, tournament)
        show_plan(tournament, form, rate, think_ms, spread, standings, gaps)
    except PilotUnfit as error:
        raise UserError(f"{pilot}: no pilot for this plan: {error}") from None


def _read_pilot(path: Path, tournament: Tournament) -> Standings:
    """The pilot's standings, if it was played by this schedule. Raises PilotUnfit and UserError."""
    from ohhell_referee.record.journal import JournalError
    from ohhell_referee.standings.run_results import rate_run, read_run
    from ohhell_referee.tournament.plan_precision import check_pilot, complete_blocks

    try:
        run = read_run(path)
    except JournalError as error:
        raise UserError(str(error)) from None
    check_pilot(run.header, tournament)
    run.results = complete_blocks(run.results)
    return rate_run(run)


def show_plan(
    tournament: Tournament,
    form: str = "table",
    rate: int | None = None,
    think_ms: float = 0.0,
    spread: float = 0.0,
    pilot: Standings | None = None,
    gaps: tuple[float, ...] = (),
) -> None:
    """Print the plan of a loaded tournament to standard output. Raises PilotUnfit."""
    from ohhell_referee.cli.terminal import columns_of, wrapped
    from ohhell_referee.tournament.plan import DECISIONS_PER_SECOND, make_plan
    from ohhell_referee.tournament.plan_precision import GAPS
    from ohhell_referee.tournament.plan_text import plan_json, plan_text

    plan = make_plan(tournament, rate or DECISIONS_PER_SECOND, think_ms, spread=spread, pilot=pilot, gaps=gaps or GAPS)
    if form == "json":
        click.echo(plan_json(plan))
    elif form == "md":
        click.echo(plan_text(plan, "md"))
    else:
        columns = columns_of(sys.stdout)
        click.echo(wrapped(plan_text(plan, "table", columns), columns))
