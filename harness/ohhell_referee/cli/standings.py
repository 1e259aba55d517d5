"""`ohhell-referee standings`: ratings with intervals, pairs, and statistics of a run or of a CSV of results."""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ohhell_referee.cli.exits import UserError
from ohhell_referee.cli.formats import format_option

if TYPE_CHECKING:
    from ohhell_referee.standings.model import Anchor


@click.command(
    epilog="""\b
Examples:
  ohhell-referee standings runs/spring
  ohhell-referee standings runs/spring --format json --anchor greedy=1500
  ohhell-referee standings runs/spring --slice trump=N --slice size=1..3
  ohhell-referee standings results.csv --by points --columns rank,name,above,above-error
"""
)
@click.argument("source", metavar="DIR|JOURNAL|RESULTS.csv", type=click.Path(path_type=Path))
@format_option("table", "csv", "json", "md", "html")
@click.option(
    "--by", "order", type=click.Choice(["rating", "points", "wins"]), default="rating", show_default=True, help="Order."
)
@click.option("--include", multiple=True, metavar="NAME", help="List only this bot; may be repeated.")
@click.option("--exclude", multiple=True, metavar="NAME", help="Leave this bot out; may be repeated.")
@click.option("--anchor", "anchor", multiple=True, metavar="NAME=RATING", help="Hold a bot at a rating, one a list.")
@click.option("--marked/--no-marked", default=True, show_default=True, help="Count games with faults or other marks.")
@click.option("--players", type=click.IntRange(min=2), help="CSV: only games with so many seats.")
@click.option("--columns", metavar="A,B,…", help="Columns of the table and of the CSV, in order.")
@click.option("-v", "--verbose", is_flag=True, help="Say on standard error what took how long.")
def command(
    source: Path,
    form: str,
    order: str,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    anchor: tuple[str, ...],
    marked: bool,
    players: int | None,
    columns: str | None,
    verbose: bool,
) -> None:
    """Rate the bots of a run (finished or going on), of a journal, or of a CSV of results.

    A CSV has the header block,game,bot,score and one row a seat; games of one block share their deals, and an empty
    block makes a game its own block.
    """
    began = time.perf_counter()
    # Millions of small values that live to the end: looking for cycles among them would take longer than the rating.
    gc.disable()
    from ohhell_referee.standings.output import DEFAULT_COLUMNS, render
    from ohhell_referee.standings.results import Selection

    selection = Selection(frozenset(include) if include else None, frozenset(exclude), marked)
    anchors = tuple(_anchor(text) for text in anchor)
    chosen = _columns(columns) if columns else DEFAULT_COLUMNS
    standings: Any
    if source.suffix.lower() == ".csv":
        from ohhell_referee.standings.csv_results import CsvProblems, read_csv
        from ohhell_referee.standings.rating import rate

        try:
            results = read_csv(source, players)
        except CsvProblems as error:
            raise UserError(str(error)) from None
        except OSError as error:
            raise UserError(f"{source}: {error.strerror or error}") from None
        read = time.perf_counter()
        _check_names([*include, *exclude, *(one.name for one in anchors)], {bot for game in results for bot in game.bots})
        standings = rate(results, selection=selection, anchors=anchors, run=source.stem, order=order)  # type: ignore[arg-type]  # click has checked the word
    else:
        from ohhell_referee.record.journal import JournalError
        from ohhell_referee.standings.run_results import rate_run, read_run

        if not source.exists():
            raise UserError(f"{source}: no such run folder, journal or CSV file")
        try:
            run = read_run(source, selection)
        except JournalError as error:
            raise UserError(str(error)) from None
        read = time.perf_counter()
        _check_names([*include, *exclude, *(one.name for one in anchors)], set(run.names))
        standings = rate_run(run, selection=selection, anchors=anchors, order=order)  # type: ignore[arg-type]  # click has checked the word
    rated = time.perf_counter()
    click.echo(render(standings, form, chosen))
    if verbose:
        done = time.perf_counter()
        click.echo(
            f"read {read - began:.3f} s, rated {rated - read:.3f} s, written {done - rated:.3f} s, "
            f"{standings.games} games in {done - began:.3f} s",
            file=sys.stderr,
        )


def _anchor(text: str) -> Anchor:
    from ohhell_referee.standings.model import Anchor

    name, sign, rating = text.rpartition("=")
    try:
        value = float(rating)
        if not sign or not name or value - value != 0.0:
            raise ValueError
    except ValueError:
        raise UserError(f"--anchor {text}: write NAME=RATING, for example greedy=1500") from None
    return Anchor(name, value)


def _columns(text: str) -> tuple[str, ...]:
    from ohhell_referee.standings.output import COLUMNS

    names = tuple(name.strip() for name in text.split(",") if name.strip())
    unknown = [name for name in names if name not in COLUMNS]
    if unknown or not names:
        raise UserError(f"--columns {text}: there is no column '{''.join(unknown[:1])}'; there are {', '.join(COLUMNS)}")
    return names


def _check_names(wanted: list[str], there: set[str]) -> None:
    """A misspelt name would silently change the list: say so instead."""
    import difflib

    for name in wanted:
        if name not in there and there:
            near = difflib.get_close_matches(name, there, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            raise UserError(f"no bot '{name}' has played.{hint} The bots are {', '.join(sorted(there)[:20])}.")
