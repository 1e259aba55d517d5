"""`ohhell-referee run`: play a tournament, or go on with it."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from ohhell_referee.cli.exits import Exit, UserError, file_error

if TYPE_CHECKING:
    from ohhell_referee.tournament.model import Tournament
    from ohhell_referee.tournament.running import RunResult
    from ohhell_referee.tournament.watching import Wishes

LONGEST_NUMBER = 100
"""Digits; a seed of more is out of range as a number, and taken for a text."""

EPILOG = """\b
Examples:
  ohhell-referee run tournaments/quickstart.toml
  ohhell-referee run spring.toml -j 8 -o /tmp/spring
  ohhell-referee run spring.toml --max-games 100

Ctrl-C once finishes the open games, twice stops at once; the same command continues either way.
"""


@click.command("run", epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path, readable=False))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Run folder, instead of the file's own `output`.")
@click.option("-j", "--games-at-once", metavar="N", type=click.IntRange(1, 4096), help="Games open at once, in all.")
@click.option("--seed", help="Seed, instead of the file's own.")
@click.option(
    "--max-games", metavar="N", type=click.IntRange(1), help="Stop after this many games; the same command continues."
)
@click.option("--fresh", is_flag=True, help="Set an earlier run in the folder aside and begin anew.")
@click.option("--dry-run", is_flag=True, help="Show what would be played, and play nothing.")
@click.option("--no-timeout", is_flag=True, help="No time limits: for a bot under a debugger.")
@click.option("--strict", is_flag=True, help="Exit with 1 if any bot committed a fault.")
@click.option("--log-wire", is_flag=True, help="Keep every frame, in and out, under wire/ in the run folder.")
@click.option("-q", "--quiet", is_flag=True, help="Say only what must be known.")
@click.option("-v", "--verbose", is_flag=True, help="Say a line for every finished game.")
def command(
    file: Path,
    output: Path | None,
    games_at_once: int | None,
    seed: str | None,
    max_games: int | None,
    fresh: bool,
    dry_run: bool,
    no_timeout: bool,
    strict: bool,
    log_wire: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Play the tournament in FILE, or what is left of it, and print the standings.

    Everything goes into the run folder: the journal of all games, the standings, what the bots printed. On a folder
    that holds the same tournament, `run` continues it; on any other it refuses.
    """
    from ohhell_referee.record.journal import JournalError
    from ohhell_referee.record.lock import LockFailed, LockTaken
    from ohhell_referee.tournament.file import FileProblems, Overrides, load_tournament
    from ohhell_referee.tournament.run_folder import RunRefused
    from ohhell_referee.tournament.running import run_tournament

    overrides = Overrides(output, games_at_once, _seed(seed), no_timeout)
    try:
        tournament = load_tournament(file, overrides)
    except FileProblems as problems:
        raise file_error(problems.problems) from None
    if not quiet:
        for warning in tournament.warnings:
            click.echo(f"warning: {warning}", err=True)
    if dry_run:
        _show_plan(tournament)
        return

    from ohhell_referee.cli.progress import progress_for

    progress = progress_for(tournament.names, quiet=quiet, verbose=verbose)
    if not quiet:
        _introduce(tournament)
    # Signals are listened to until the very end: a second Ctrl-C must not cut off the standings.
    with _listening() as wishes:
        try:
            try:
                result = run_tournament(
                    tournament, progress, wishes, max_games=max_games, fresh=fresh, log_wire=log_wire
                )
            finally:
                progress.ends()
        except (RunRefused, LockTaken, LockFailed) as problem:
            raise UserError(str(problem)) from None
        except JournalError as problem:
            click.echo(f"Error: {problem}", err=True)
            sys.exit(Exit.INTERRUPTED)
        except OSError as problem:
            raise UserError(f"{problem.filename or tournament.output}: {problem.strerror}") from None
        status = _conclude(result, strict=strict, quiet=quiet)
    sys.exit(status)


def _seed(text: str | None) -> int | str | None:
    """A number as a number, so that `--seed 7` and `seed = 7` are the same. What a file may not say is refused."""
    if text is None:
        return None
    from ohhell_referee.tournament.reading import seed_problem

    number = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    seed = int(text) if number else text
    problem = seed_problem(seed)
    if problem is not None:
        raise UserError(f"--seed {text[:40]!r}: {problem}")
    return seed


@contextmanager
def _listening() -> Iterator[Wishes]:
    """Turn signals into wishes while a run goes on."""
    from ohhell_referee.tournament.watching import Wishes

    wishes = Wishes()

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        wishes.interrupts += 1

    def terminate(_number: int, _frame: FrameType | None) -> None:
        wishes.interrupts += 2

    earlier: dict[int, Any] = {
        signal.SIGINT: signal.signal(signal.SIGINT, interrupt),
        signal.SIGTERM: signal.signal(signal.SIGTERM, terminate),
        signal.SIGHUP: signal.signal(signal.SIGHUP, terminate),
    }
    try:
        yield wishes
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)


def _show_plan(tournament: Tournament) -> None:
    from ohhell_referee.cli.plan import show_plan

    show_plan(tournament)


def _introduce(tournament: Tournament) -> None:
    from ohhell_referee.record.journal import find_journal

    variant = tournament.variant
    hands = f"{len(variant.hands)} hand{'s' if len(variant.hands) != 1 else ''}"
    _say(
        f"{tournament.name}: {len(tournament.entries)} bots, {variant.players} at a table, {variant.name} rules, "
        f"{hands} a game; run folder {_short(tournament.output)}"
    )
    if tournament.description:
        _say(tournament.description)
    strangers = any(entry.house is None for entry in tournament.entries)
    if strangers and tournament.limits.sandbox == "auto" and not find_journal(tournament.output).exists():
        _say(
            "Bots run as your user, without a sandbox: they can read your files, and this run's seed. Play only bots "
            'that you trust. (sandbox = "none" in [limits] keeps this sentence away.)'
        )


def _conclude(result: RunResult, *, strict: bool, quiet: bool) -> Exit:
    """Print the standings and what a person can do next; returns the exit status."""
    from ohhell_referee.cli.terminal import columns_of, fitting_table, hints, program_name
    from ohhell_referee.standings.output import DEFAULT_COLUMNS, render
    from ohhell_referee.standings.run_results import standings_of_run
    from ohhell_referee.tournament.watching import Outcome

    folder = _short(result.folder)
    ended = result.outcome in (Outcome.FINISHED, Outcome.STOPPED_EARLY)
    if ended and not result.finished_here and not quiet:
        _say("this tournament is finished: nothing was left to play\n")
    kept, faults = True, 0
    if result.done:
        standings = standings_of_run(result.folder)
        faults = sum(sum((row.faults or {}).values()) for row in standings.rows)
        kept = _keep(result.folder, render(standings, "json"))
        table = fitting_table(lambda names: render(standings, "table", names), DEFAULT_COLUMNS, columns_of(sys.stdout))
        click.echo(table)
    if not ended:
        why = result.outcome.value + (f": {result.reason}" if result.reason else "")
        games = "1 game is" if result.done == 1 else f"{result.done:,} games are"
        _say(f"\n{why}. {games} in {folder}; to continue:")
        click.echo(f"  {_same_command()}", err=True)
        return Exit.FAILED if result.outcome is Outcome.BOT_STOPPED_IT else Exit.INTERRUPTED
    if not quiet:
        _say(f"\nThe run is in {folder}. What you can do next:")
        program = program_name()
        next_commands = [
            (f"{program} standings {folder} --show all", "every pair, bids, luck, memory, company"),
            (f"{program} replay {folder} --hand 1", "the first hand of the first game, trick by trick"),
            (f"{program} replay {folder} --verify", "check every deal, move and score"),
        ]
        if result.faulty is not None:
            next_commands.append(
                (f"{program} replay {folder} --game {result.faulty}", "a game with faults, and each cause")
            )
            next_commands.append((f"ls {folder}/bots", "what the bots printed"))
        click.echo(hints(next_commands, columns_of(sys.stderr)), err=True)
    if not kept:
        return Exit.INTERRUPTED
    if strict and faults:
        _say(f"--strict: {faults} fault{'s' if faults > 1 else ''} of bots in this run")
        return Exit.FAILED
    return Exit.DONE


def _keep(folder: Path, standings: str) -> bool:
    """Put standings.json into the run folder; where that fails, say so: the journal has everything."""
    from ohhell_referee.tournament.run_folder import write_standings

    try:
        write_standings(folder, standings)
    except OSError as error:
        _say(
            f"{error.filename or folder}: cannot be written: {error.strerror}. The games are safe in the journal; "
            "set that right, then the same command writes the standings"
        )
        return False
    return True


def _say(text: str) -> None:
    """A sentence to standard error, broken between words on a terminal."""
    from ohhell_referee.cli.terminal import columns_of, wrapped

    click.echo(wrapped(text, columns_of(sys.stderr)), err=True)


def _short(path: Path) -> str:
    """The path as one would type it here."""
    try:
        return shlex.quote(str(path.relative_to(Path.cwd())))
    except ValueError:
        return shlex.quote(str(path))


def _same_command() -> str:
    """The command that was typed, without what makes sense only once."""
    from ohhell_referee.cli.terminal import program_name

    words = [word for word in sys.argv[1:] if word != "--fresh"]
    return f"{program_name()} {shlex.join(words)}"
