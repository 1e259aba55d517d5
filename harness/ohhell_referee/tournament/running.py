"""Running a tournament from its value to its end: the folder, the lock, the past, the supervisor.

This is what the command `run` calls; it prints nothing and is told nothing of terminals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ohhell_referee.bots.leftovers import become_subreaper, kill_orphans
from ohhell_referee.record.journal import iter_games
from ohhell_referee.record.lock import LockTaken, RunLock
from ohhell_referee.standings.rating import rate
from ohhell_referee.standings.results import Result
from ohhell_referee.tournament.decisions import Decisions
from ohhell_referee.tournament.dispatch import Dispatcher
from ohhell_referee.tournament.model import GROWING_FORMATS, Tournament
from ohhell_referee.tournament.rounds import GameResult, Ratings
from ohhell_referee.tournament.run_folder import OpenRun, RunRefused, open_run, refuse_strangers, set_aside
from ohhell_referee.tournament.schedule import Schedule
from ohhell_referee.tournament.stopping import stopping_rule
from ohhell_referee.tournament.supervisor import Supervisor
from ohhell_referee.tournament.watching import Outcome, Watcher, Wishes

LOCK_SECONDS = 5.0
"""How long a new run waits for the workers and bots of one that was just killed to be gone."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """How a call of `run_tournament` ended.

    Attributes:
        folder: the run folder.
        outcome: why it ended.
        reason: a sentence, where the outcome has more to say.
        done: finished games in the journal.
        finished_here: of these, games finished in this call.
        drawn_seed: whether the seed was drawn (it is then revealed by the journal's last line).
        faulty: the id of a game with faults; None where there is none.
    """

    folder: Path
    outcome: Outcome
    reason: str
    done: int
    finished_here: int
    drawn_seed: bool
    faulty: str | None


def run_tournament(
    tournament: Tournament,
    watcher: Watcher,
    wishes: Wishes,
    *,
    max_games: int | None = None,
    fresh: bool = False,
    log_wire: bool = False,
) -> RunResult:
    """Play the tournament, or what is left of it, into its run folder.

    Raises LockTaken or LockFailed, RunRefused, JournalError, OSError; each with a sentence for people, and then nothing
    of what was there is lost.
    """
    folder = tournament.output
    _make_folder(folder)
    refuse_strangers(folder)
    become_subreaper()
    lock = RunLock(folder)
    _take_lock(lock, watcher)
    try:
        if fresh:
            aside = set_aside(folder)
            if aside is not None:
                watcher.says(f"the earlier run lies in {aside} now")
                lock.release()
                _make_folder(folder)
                lock = RunLock(folder)
                lock.acquire()
        done: dict[str, bool] = {}
        run = open_run(tournament, lambda game: done.update({game.id: bool(game.faults)}))
        try:
            return _play(tournament, run, done, watcher, wishes, max_games=max_games, log_wire=log_wire)
        finally:
            run.writer.close()
    finally:
        kill_orphans(())
        lock.release()
        if fresh and not any(folder.iterdir()):
            with suppress(OSError):
                folder.rmdir()


def _take_lock(lock: RunLock, watcher: Watcher) -> None:
    try:
        lock.acquire(LOCK_SECONDS / 10)
    except LockTaken:
        watcher.says(f"{lock.folder} is in use; waiting up to {LOCK_SECONDS:g} s for it")
        lock.acquire(LOCK_SECONDS)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise RunRefused(
            f"{error.filename}: is a file, so the run folder cannot be made; choose another, with -o"
        ) from error
    except OSError as error:
        raise RunRefused(
            f"{error.filename}: the run folder cannot be made: {error.strerror}; choose another, with -o"
        ) from error


def _play(
    tournament: Tournament,
    run: OpenRun,
    done: Mapping[str, bool],
    watcher: Watcher,
    wishes: Wishes,
    *,
    max_games: int | None,
    log_wire: bool,
) -> RunResult:
    if run.torn is not None:
        torn = len(run.torn)
        watcher.says(f"the journal ended in a torn line of {torn} bytes: it was cut off, its game is played again")
    schedule = Schedule(tournament, run.key)
    growing = tournament.format in GROWING_FORMATS
    rule = stopping_rule(tournament)
    dispatchers: list[Dispatcher] = []

    def games_in_block(block: int) -> int:
        return len(schedule.games_of_block(block))

    def window_of(block: int) -> int:
        return dispatchers[0].window_of(block)  # made below: it asks the decisions in its turn

    decisions = Decisions(tournament, games_in_block, window_of, rule, keep_results=growing)
    games = len(done)
    voids = run.contents.voids if run.contents is not None else []
    final = {void["id"]: void["block"] for void in voids if void.get("final")}
    dispatcher = Dispatcher(
        schedule, done.keys() | final.keys(), decisions.lag, lambda: schedule.extend(decisions.results, _ratings)
    )
    dispatchers.append(dispatcher)
    if not run.fresh:
        _remember(run, decisions, final, schedule)
    supervisor = Supervisor(
        tournament,
        run,
        schedule,
        decisions,
        dispatcher,
        games,
        watcher,
        wishes,
        max_games=max_games,
        log_wire=log_wire,
        attempts=_attempts(voids),
    )
    outcome = supervisor.run()
    return RunResult(
        run.folder,
        outcome,
        supervisor.reason,
        supervisor.done,
        supervisor.finished_here,
        run.drawn,
        supervisor.faulty or next((game for game, has_faults in done.items() if has_faults), None),
    )


def _remember(run: OpenRun, decisions: Decisions, final: Mapping[str, int], schedule: Schedule) -> None:
    """Take the decisions that the games of the journal bring with them, and write down those not noted yet."""
    noted = {(note.get("what"), note.get("disqualified")) for note in (run.contents.notes if run.contents else [])}

    def write(notes: list[dict[str, Any]]) -> None:
        for note in notes:
            if (note["what"], note.get("disqualified")) not in noted:
                run.writer.append(note)

    # A growing schedule knows its later blocks only once the earlier rounds are in: what is about them has to wait.
    waiting: list[tuple[int, Callable[[], list[dict[str, Any]]]]] = [
        (block, partial(decisions.take_void, block)) for block in final.values()
    ]

    def take_known() -> None:
        known = [take for block, take in waiting if block < schedule.total_blocks]
        waiting[:] = [(block, take) for block, take in waiting if block >= schedule.total_blocks]
        for take in known:
            write(take())

    take_known()
    for game in iter_games(run.writer.path):
        if game.block < schedule.total_blocks:
            write(decisions.take(game))
        else:
            waiting.append((game.block, partial(decisions.take, game)))
    while waiting and schedule.extend(decisions.results, _ratings):
        take_known()


def _attempts(voids: Sequence[Mapping[str, object]]) -> dict[str, int]:
    attempts: dict[str, int] = {}
    for void in voids:
        name, attempt = str(void["id"]), void.get("attempt")
        attempts[name] = max(attempts.get(name, 0), attempt if isinstance(attempt, int) else 1)
    return attempts


def _ratings(results: Mapping[int, Sequence[GameResult]]) -> Ratings:
    games = [
        Result(block, tuple(game.table), tuple(game.scores), tuple(game.places))
        for block, played in results.items()
        for game in played
    ]
    return {row.name: (row.rating, row.error) for row in rate(games).rows}
