"""Showing a run while it goes on: a live display on a terminal, a plain line every few seconds elsewhere."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ohhell_referee.standings.results import Result

if TYPE_CHECKING:
    from ohhell_referee.record.game_record import GameRecord
    from ohhell_referee.standings.model import Standings
    from ohhell_referee.standings.stopping import StopState

LINE_SECONDS = 5.0
"""Between two plain lines: enough to see that it lives, few enough for a log file."""

DRAW_SECONDS = 0.25
MOST_ROWS = 20
"""Bots in the live table: more would push the line of progress off a screen of usual height."""

RATE_SECONDS = 1.0
"""The bots are rated anew at most this often, and rarer once that takes longer."""


@dataclass(slots=True)
class BotLine:
    """Running totals of one bot. `seats` is more than `games` where it sits at a table more than once."""

    games: int = 0
    seats: int = 0
    points: int = 0
    wins: float = 0.0
    places: int = 0
    faults: int = 0


class Totals:
    """What both displays count."""

    def __init__(self, names: Sequence[str]) -> None:
        self.bots = {name: BotLine() for name in names}
        self.done = 0
        self.here = 0
        self.total = 0
        self.started = time.monotonic()
        self.decisions = 0
        self.results: list[Result] = []
        self.stop: StopState | None = None

    def begins(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        self.started = time.monotonic()

    def game(self, record: GameRecord, done: int, total: int) -> None:
        self.done, self.total = done, total
        self.here += 1
        self.results.append(Result(record.block, record.table, record.scores, record.places))
        first = record.places.count(1)
        for name in set(record.table):
            self.bots[name].games += 1
        for seat, name in enumerate(record.table):
            bot = self.bots[name]
            bot.seats += 1
            bot.points += record.scores[seat]
            bot.places += record.places[seat]
            if record.places[seat] == 1:
                bot.wins += 1 / first
        for fault in record.faults:
            self.bots[record.table[fault.seat]].faults += 1
        self.decisions += len(record.table) * sum(hand.size + 1 for hand in record.hands)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def seconds_left(self) -> float | None:
        if not self.here:
            return None
        return (self.total - self.done) * self.seconds / self.here

    def summary(self, *, ended: bool = False) -> str:
        """`312 of 800 games, 21.4 games/s, 10,900 decisions/s, 3 faults, about 23 s left`."""
        of = f" of {self.total:,}"
        seconds = max(self.seconds, 1e-9)
        text = (
            f"{self.done:,}{of} games, {self.here / seconds:.1f} games/s, {self.decisions / seconds:,.0f} decisions/s"
        )
        faults = sum(bot.faults for bot in self.bots.values())
        if faults:
            text += f", {faults:,} fault{'s' if faults > 1 else ''}"
        left = self.seconds_left()
        if left is not None and not ended and self.done < self.total:
            text += f", about {duration(left)} left"
        return text


def duration(seconds: float) -> str:
    """`8 s`, `3 min 20 s`, `2 h 5 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


class PlainProgress:
    """Lines on stderr, for logs and pipes. `quiet` leaves out all but what people must know."""

    def __init__(self, names: Sequence[str], *, quiet: bool = False, verbose: bool = False) -> None:
        self.totals = Totals(names)
        self._quiet = quiet
        self._verbose = verbose
        self._said = 0.0

    def begins(self, done: int, total: int, workers: int) -> None:
        self.totals.begins(done, total)
        self._said = time.monotonic()
        if self._verbose:
            self.says(f"{workers} worker{'s' if workers != 1 else ''}")

    def playing(self, concurrency: int) -> None:
        if self._verbose:
            self.says(f"up to {concurrency} games at once")

    def game(self, record: GameRecord, done: int, total: int) -> None:
        self.totals.game(record, done, total)
        if self._verbose:
            result = ", ".join(f"{name} {score}" for name, score in zip(record.table, record.scores, strict=True))
            self.says(f"finished {record.id}: {result}")

    def stop_state(self, state: StopState) -> None:
        self.totals.stop = state

    def says(self, text: str) -> None:
        click.echo(text, err=True)

    def remarks(self, text: str) -> None:
        """What changes nothing; a person who wants quiet can do without."""
        if not self._quiet:
            self.says(text)

    def tick(self) -> None:
        if not self._quiet and time.monotonic() - self._said >= LINE_SECONDS:
            self._said = time.monotonic()
            self.says(self.totals.summary())

    def ends(self) -> None:
        if not self._quiet and self.totals.here:
            self.says(f"{self.totals.summary(ended=True)}, {duration(self.totals.seconds)} in all")


class LiveProgress(PlainProgress):
    """A table of the bots and a line of progress that stay where they are, on a terminal."""

    def __init__(self, names: Sequence[str], *, verbose: bool = False) -> None:
        from rich.console import Console
        from rich.live import Live

        super().__init__(names, verbose=verbose)
        self._console = Console(stderr=True, highlight=False)
        self._live = Live(console=self._console, auto_refresh=False, transient=True)
        self._drawn = 0.0
        self._standings: Standings | None = None
        self._rate_again = 0.0

    def begins(self, done: int, total: int, workers: int) -> None:
        super().begins(done, total, workers)
        self._live.start()

    def says(self, text: str) -> None:
        self._console.print(text, markup=False)

    def tick(self) -> None:
        now = time.monotonic()
        if now - self._drawn >= DRAW_SECONDS:
            self._drawn = now
            self._live.update(self._picture(), refresh=True)

    def ends(self) -> None:
        self._live.stop()
        super().ends()

    def _picture(self) -> Any:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        from ohhell_referee.standings.live import live_estimate

        self._rate()
        ratings = {row.name: row for row in self._standings.rows} if self._standings is not None else {}
        table = Table(box=None, pad_edge=False)
        table.add_column("bot")
        for title in ("rating", "games", "points/game", "wins", "mean place", "faults"):
            table.add_column(title, justify="right")
        ranked = sorted(
            self.totals.bots.items(),
            key=lambda item: (-ratings[item[0]].rating if item[0] in ratings else 0.0, item[0]),
        )
        for name, bot in ranked[:MOST_ROWS]:
            table.add_row(
                Text(name),
                f"{ratings[name].rating:.0f}" if name in ratings else "",
                *_figures(bot),
            )
        parts: list[Any] = [table]
        if len(ranked) > MOST_ROWS:
            parts.append(Text(f"… and {len(ranked) - MOST_ROWS} more"))
        if self.totals.total:
            bar = Table.grid()
            bar.add_row(ProgressBar(total=self.totals.total, completed=self.totals.done, width=60))
            parts.append(bar)
        parts.append(Text(self.totals.summary()))
        if self._standings is not None:
            estimate = live_estimate(self._standings, seconds=self.totals.seconds, stop=self.totals.stop)
            if estimate is not None:
                parts.append(Text(estimate.text))
        if self.totals.stop is not None:
            parts.append(Text(self.totals.stop.text))
        return Group(*parts)

    def _rate(self) -> None:
        """Rate the games of this call anew, unless that was done a moment ago: it must not slow the run down."""
        now = time.monotonic()
        if now < self._rate_again or not self.totals.results:
            return
        from ohhell_referee.standings.rating import rate

        self._standings = rate(self.totals.results)
        took = time.monotonic() - now
        self._rate_again = now + max(RATE_SECONDS, 20 * took)


def _figures(bot: BotLine) -> tuple[str, ...]:
    """A bot's cells after its rating; empty until it has finished a game."""
    if not bot.games:
        return ("",) * 5
    return (
        f"{bot.games:,}",
        f"{bot.points / bot.seats:.1f}",
        f"{bot.wins / bot.seats:.0%}",
        f"{bot.places / bot.seats:.2f}",
        f"{bot.faults:,}" if bot.faults else "",
    )


def progress_for(names: Sequence[str], *, quiet: bool, verbose: bool) -> PlainProgress:
    """The display that suits where stderr goes."""
    moves = os.environ.get("TERM", "dumb") not in ("", "dumb", "unknown")  # a terminal that can rewrite its lines
    if not quiet and sys.stderr.isatty() and moves:
        return LiveProgress(names, verbose=verbose)
    return PlainProgress(names, quiet=quiet, verbose=verbose)
