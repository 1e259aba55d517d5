"""`ohhell-referee standings`: ratings with intervals, pairs, and statistics of a run or of a CSV of results."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import click

from ohhell_referee.cli.exits import UserError
from ohhell_referee.cli.formats import format_option

if TYPE_CHECKING:
    from ohhell_referee.standings.model import Anchor, Standings
    from ohhell_referee.standings.results import Result, Selection
    from ohhell_referee.standings.run_results import RunResults
    from ohhell_referee.standings.sections import Section
    from ohhell_referee.standings.slices import Slices

FEW_BOTS = 6
"""Up to this many bots the pairs are shown with the ratings without being asked for: 15 lines."""

ORDER = "Order: by rating, by points above the table's mean, or by share of wins."

SHOWN = ("ratings", "pairs", "bidding", "luck", "memory", "collusion", "time", "all")


@click.command(
    epilog="""\b
Examples:
  ohhell-referee standings runs/spring
  ohhell-referee standings runs/spring --format json --anchor greedy=1500
  ohhell-referee standings runs/spring --slice trump=N --slice size=1..3
  ohhell-referee standings runs/spring --show luck --show memory
  ohhell-referee standings results.csv --by points --columns rank,name,above,above-error
"""
)
@click.argument("source", metavar="DIR|JOURNAL|RESULTS.csv", type=click.Path(path_type=Path))
@format_option("table", "csv", "json", "md", "html")
@click.option("--by", type=click.Choice(["rating", "points", "wins"]), default="rating", show_default=True, help=ORDER)
@click.option("--include", multiple=True, metavar="NAME", help="Rate this bot, and others named so, alone.")
@click.option("--exclude", multiple=True, metavar="NAME", help="Leave this bot out; may be repeated.")
@click.option("--anchor", "anchor", multiple=True, metavar="NAME=RATING", help="Hold a bot at a rating, one a list.")
@click.option("--marked/--no-marked", default=True, show_default=True, help="Count games with faults or other marks.")
@click.option(
    "--slice",
    "slices",
    multiple=True,
    metavar="KEY=VALUES",
    help="Only size=1..3, trump=N, seat=1 (1 is the dealer's left), hook=yes, opponent=NAME, block=0..99.",
)
@click.option(
    "--show",
    multiple=True,
    type=click.Choice(SHOWN),
    help="Which parts; may be repeated. Ratings, and the pairs of a small field, by default.",
)
@click.option("--players", type=click.IntRange(min=2), help="CSV: only games with so many seats.")
@click.option("--columns", metavar="A,B,…", help="Columns of the ratings (not of json), in order.")
@click.option("-v", "--verbose", is_flag=True, help="Say on standard error what took how long.")
def command(
    source: Path,
    form: str,
    by: str,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    anchor: tuple[str, ...],
    marked: bool,
    slices: tuple[str, ...],
    show: tuple[str, ...],
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
    from ohhell_referee.standings.results import Selection
    from ohhell_referee.standings.slices import SliceError, parse_slices

    try:
        sliced = parse_slices(slices)
    except SliceError as error:
        raise UserError(f"--slice {error}") from None
    selection = sliced.narrow(Selection(frozenset(include) if include else None, frozenset(exclude), marked))
    anchors = tuple(_anchor(text) for text in anchor)
    named = [*include, *exclude, *(one.name for one in anchors), *sliced.opponents]
    chosen = _columns(columns) if columns else None
    order = cast(Literal["rating", "points", "wins"], by)
    run: RunResults | None = None
    if source.suffix.lower() == ".csv":
        from ohhell_referee.standings.rating import rate

        _refuse_for_csv(source, sliced, show)
        results: Sequence[Result] = _read_csv(source, players)
        read = time.perf_counter()
        _check_names(named, {bot for game in results for bot in game.bots})
        standings = rate(results, selection=selection, anchors=anchors, run=source.stem, order=order)
    else:
        from ohhell_referee.standings.run_results import rate_run

        if players is not None:
            raise UserError("--players chooses among the games of a CSV; a run has one number of players")
        run = _read_run(source, selection, sliced, times="time" in show or "all" in show)
        results = run.results
        read = time.perf_counter()
        _check_names(named, run.names)
        standings = rate_run(run, selection=selection, anchors=anchors, order=order)
    rated = time.perf_counter()
    parts = _parts(show, standings, sliced, run)
    if not sliced.hands.whole and {"ratings", "pairs"} & set(parts):
        standings.warnings.append(
            f"{', '.join(sliced.text)}: a slice of hands is one of the bidding; ratings and pairs are of whole games."
        )
    sections = _sections(parts, standings, [game for game in results if _counts(game, selection)], run, sliced)
    click.echo(_text(standings, sections, parts, form, chosen, sliced))
    if verbose:
        done = time.perf_counter()
        click.echo(
            f"read {read - began:.3f} s, rated {rated - read:.3f} s, written {done - rated:.3f} s, "
            f"{standings.games} games in {done - began:.3f} s",
            file=sys.stderr,
        )


def _counts(game: Result, selection: Selection) -> bool:
    return selection.game(game.block, game.bots, game.marked)


def _read_csv(source: Path, players: int | None) -> list[Result]:
    from ohhell_referee.standings.csv_results import CsvProblems, read_csv

    try:
        return read_csv(source, players)
    except CsvProblems as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"{source}: {error.strerror or error}") from None


def _read_run(source: Path, selection: Selection, sliced: Slices, times: bool) -> RunResults:
    from ohhell_referee.cli.sources import journal_of
    from ohhell_referee.record.journal import JournalError
    from ohhell_referee.standings.run_results import read_run

    journal_of(source)
    try:
        return read_run(source, selection, sliced.hands, times)
    except JournalError as error:
        raise UserError(str(error)) from None


def _refuse_for_csv(source: Path, sliced: Slices, show: Sequence[str]) -> None:
    """A table of scores knows neither hands nor times nor the order of seatings."""
    if not sliced.hands.whole:
        raise UserError(f"{source}: a CSV of scores has no hands; only opponent= and block= can slice it")
    for part in ("bidding", "memory", "time"):
        if part in show:
            raise UserError(f"{source}: a CSV of scores cannot show '{part}'; that needs a run folder or a journal")


def _parts(show: Sequence[str], standings: Standings, sliced: Slices, run: RunResults | None) -> tuple[str, ...]:
    if "all" in show:
        hidden = () if run is not None else ("bidding", "memory", "time")
        return tuple(part for part in SHOWN if part != "all" and part not in hidden)
    if show:
        return tuple(show)
    if not sliced.hands.whole:
        return ("bidding",)
    return ("ratings", "pairs") if 1 < len(standings.rows) <= FEW_BOTS else ("ratings",)


def _sections(
    parts: Sequence[str], standings: Standings, results: Sequence[Result], run: RunResults | None, sliced: Slices
) -> list[Section]:
    from ohhell_referee.standings import residual_sections, sections
    from ohhell_referee.standings.collusion import collusion_report
    from ohhell_referee.standings.luck import luck_report
    from ohhell_referee.standings.memory import memory_check
    from ohhell_referee.standings.run_results import time_quantile

    made = []
    order = [row.name for row in standings.rows]
    for part in parts:
        if part == "pairs":
            made.append(sections.pairs_section(standings.pairs))
        elif part == "bidding" and run is not None:
            tally = run.bidding if run.sliced is None else run.sliced
            made.append(sections.bidding_section(sections.in_order(tally.rows(), order), sliced.text))
        elif part == "luck":
            made.append(residual_sections.luck_section(luck_report(results)))
        elif part == "memory":
            made.append(residual_sections.memory_section(sections.in_order(memory_check(results), order)))
        elif part == "collusion":
            company_changes = len({frozenset(game.bots) for game in results}) > 1
            made.append(residual_sections.collusion_section(collusion_report(results), company_changes=company_changes))
        elif part == "time" and run is not None:
            made.append(
                sections.time_section(
                    sections.in_order(
                        [
                            sections.TimeRow(
                                name, sum(counter.values()), time_quantile(counter, 0.5), time_quantile(counter, 0.99)
                            )
                            for name, counter in run.times.items()
                        ],
                        order,
                    )
                )
            )
    return made


def _text(
    standings: Standings,
    sections: Sequence[Section],
    parts: Sequence[str],
    form: str,
    columns: Sequence[str] | None,
    sliced: Slices,
) -> str:
    from ohhell_referee.cli.terminal import columns_of, fitting_table, wrapped
    from ohhell_referee.standings.output import default_columns, render, to_json
    from ohhell_referee.standings.sections import draw_section
    from ohhell_referee.standings.tables import html_page, json_text

    if form == "json":
        extra = {section.key: section.data for section in sections if section.data is not None}
        return json_text(to_json(standings, {"slices": list(sliced.text), **extra} if sliced.text else extra))
    room = columns_of(sys.stdout) if form == "table" and columns is None else None

    def table(names: Sequence[str]) -> str:
        return render(standings, form, names)

    texts = [fitting_table(table, columns or default_columns(standings), room)] if "ratings" in parts else []
    if form == "csv" and texts:
        return texts[0]  # one table a CSV: the others are had by --show
    texts += [wrapped(draw_section(section, form), room) for section in sections]
    text = "\n\n".join(texts)
    return html_page(standings.run, text) if form == "html" else text


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
        wrong = unknown[0] if unknown else text
        raise UserError(f"--columns {text}: there is no column '{wrong}'; there are {', '.join(COLUMNS)}")
    return names


def _check_names(wanted: Sequence[str], there: Iterable[str]) -> None:
    """A misspelt name would silently change the list: say so instead."""
    import difflib

    names = sorted(there)
    for name in wanted:
        if names and name not in names:
            near = difflib.get_close_matches(name, names, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            raise UserError(f"no bot '{name}' has played.{hint} The bots are {', '.join(names[:20])}.")
