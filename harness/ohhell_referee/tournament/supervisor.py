"""The supervisor: owns the run folder, the schedule and the journal, and never touches a bot's bytes.

It gives games to workers, appends what they finish to the journal, takes the decisions that change the schedule, and
sees to it that nothing it started outlives it. `Supervisor.run` may be called once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import wait
from typing import Any

from ohhell_referee.bots.capture import shortened
from ohhell_referee.bots.leftovers import kill_orphans
from ohhell_referee.record.game_record import game_from_line
from ohhell_referee.table import GameOrder
from ohhell_referee.tournament.continuation import change_note
from ohhell_referee.tournament.decisions import Decisions
from ohhell_referee.tournament.dispatch import Dispatcher
from ohhell_referee.tournament.messages import (
    BotCrashed,
    BotDown,
    GameDone,
    GameVoid,
    HeldUp,
    Remark,
    RunStopped,
    WorkerFailed,
    WorkerReady,
    WorkerSetup,
)
from ohhell_referee.tournament.model import Tournament
from ohhell_referee.tournament.run_folder import OpenRun, forget_secret
from ohhell_referee.tournament.schedule import GamePlan, Schedule
from ohhell_referee.tournament.setup import worker_setups
from ohhell_referee.tournament.watching import Outcome, Watcher, Wishes
from ohhell_referee.tournament.workers import WorkerProcess, end_workers, exit_text

TICK_SECONDS = 0.1
"""The longest that the supervisor waits before it looks at signals and moves the display."""

MOST_ATTEMPTS = 3
"""So many attempts at a game that failed by our own doing; then it is void for good and the run goes on."""

MOST_WORKER_DEATHS = 5
"""Workers lost without a finished game in between: then something is wrong that another worker will not mend."""


LAST_LINES = 12
"""Of what a bot printed before it failed to start."""


class Supervisor:
    """One run, from its first worker to its last line in the journal.

    `interrupt` is looked at all the time; `max_games` bounds the games finished in this call.
    """

    def __init__(
        self,
        tournament: Tournament,
        run: OpenRun,
        schedule: Schedule,
        decisions: Decisions,
        dispatcher: Dispatcher,
        done: int,
        watcher: Watcher,
        wishes: Wishes,
        *,
        max_games: int | None = None,
        log_wire: bool = False,
        attempts: dict[str, int] | None = None,
    ) -> None:
        self.tournament = tournament
        self.run_state = run
        self.schedule = schedule
        self.decisions = decisions
        self.watcher = watcher
        self.wishes = wishes
        self.max_games = max_games
        self.done = done
        self.finished_here = 0
        self.given_out = 0
        self.outcome: Outcome | None = None
        self.reason = ""
        self.faulty: str | None = None
        """The first game of this call with a fault in it."""
        self._marks = ("seed-public",) if run.seed_public else ()
        self._dispatcher = dispatcher
        self._attempts = dict(attempts or {})
        self._setups = worker_setups(tournament, run, log_wire=log_wire)
        self._workers: list[WorkerProcess] = []
        self._deaths = 0
        self._next_number = len(self._setups)
        self._told_finish = False
        self._down: set[str] = set()
        self._crashed: set[str] = set()
        self._said_held_up = False

    @property
    def total(self) -> int:
        """Games of the whole run, those of rounds that are not drawn yet included."""
        return self.schedule.planned_games

    def run(self) -> Outcome:
        """Play until everything is played or somebody wants it to end. No process of the run is left afterwards.

        Raises JournalError where the journal cannot be written.
        """
        self._heed_stop()
        exhausted = self._dispatcher.exhausted
        self._note_changes(playing=not exhausted)
        if exhausted:
            return self._end()
        self._workers = [WorkerProcess(setup) for setup in self._setups]
        self.watcher.begins(self.done, self.total, len(self._workers))
        try:
            while True:
                self._watch_interrupts()
                if self.wishes.interrupts >= 2:
                    self._note_interrupted()
                    self.outcome = self.outcome or Outcome.INTERRUPTED
                    break
                self._give_out()
                if self._finished():
                    break
                self._receive()
                self.watcher.tick()
                self.run_state.writer.sync_if_due()
        finally:
            end_workers(self._workers)
        return self._end()

    def _note_changes(self, *, playing: bool) -> None:
        if self.run_state.fresh:
            return
        note = change_note(self.run_state.header, self.tournament, playing=playing)
        if note is not None:
            self.run_state.writer.append(note)
            self.watcher.says(note["text"])

    # ---------------------------------------------------------------- giving out games

    def _give_out(self) -> None:
        if self._ending:
            return
        for worker in sorted(self._workers, key=lambda one: -one.room):
            while worker.room > 0:
                if self.max_games is not None and self.given_out >= self.max_games:
                    return
                game = self._dispatcher.next()
                if game is None:
                    return
                self.given_out += 1
                worker.play(self._order(game))

    def _order(self, game: GamePlan) -> GameOrder:
        window = self._dispatcher.window_of(game.block)
        absent = tuple(seat for seat, name in enumerate(game.table) if self.decisions.is_out(name, window))
        return GameOrder(
            id=game.id,
            block=game.block,
            seating=game.seating,
            table=tuple(game.table),
            attempt=self._attempts.get(game.id, 0) + 1,
            absent=absent,
            marks=self._marks,
        )

    @property
    def _ending(self) -> bool:
        return self.outcome is not None or self.wishes.interrupts > 0

    def _finished(self) -> bool:
        """Whether nothing is open and nothing more is to be given out."""
        if any(worker.outstanding for worker in self._workers):
            return False
        if self._ending:
            return True
        if self.max_games is not None and self.given_out >= self.max_games:
            if not self._dispatcher.exhausted:
                self.outcome = Outcome.GAME_LIMIT
            return True
        return self._dispatcher.exhausted

    def _watch_interrupts(self) -> None:
        if self.wishes.interrupts == 1 and not self._told_finish:
            self._told_finish = True
            self.outcome = self.outcome or Outcome.INTERRUPTED
            waiting = sum(len(worker.outstanding) for worker in self._workers)
            self.watcher.says(f"finishing {waiting} open games; Ctrl-C once more stops at once")

    # ---------------------------------------------------------------- what workers say

    def _receive(self) -> None:
        pipes: dict[Any, WorkerProcess] = {worker.pipe: worker for worker in self._workers}
        for pipe in wait(list(pipes), TICK_SECONDS):
            worker = pipes[pipe]
            try:
                while worker.pipe.poll(0):
                    self._handle(worker, worker.pipe.recv())
            except (EOFError, ConnectionResetError):
                self._replace(worker)

    def _handle(self, worker: WorkerProcess, message: Any) -> None:
        if isinstance(message, GameDone):
            self._take_game(worker, message.line)
        elif isinstance(message, WorkerReady):
            worker.capacity = message.capacity
            self.watcher.playing(sum(one.capacity for one in self._workers))
        elif isinstance(message, GameVoid):
            order = worker.outstanding.pop(message.id)
            self._void(order, message.reason, final=message.final)
        elif isinstance(message, BotDown):
            self._bot_down(message)
        elif isinstance(message, BotCrashed):
            self._bot_crashed(message)
        elif isinstance(message, Remark):
            self.watcher.says(message.text)
        elif isinstance(message, HeldUp):
            self._held_up(message)
        elif isinstance(message, RunStopped):
            self.outcome = Outcome.BOT_STOPPED_IT
            self.reason = message.reason
        elif isinstance(message, WorkerFailed):
            self.watcher.says(f"a worker failed by an error of the referee's own:\n{message.traceback}")

    def _take_game(self, worker: WorkerProcess, line: dict[str, Any]) -> None:
        worker.outstanding.pop(line["id"])
        self.run_state.writer.append(line)
        record = game_from_line(line)
        self.done += 1
        self.finished_here += 1
        self._deaths = 0
        if record.faults and self.faulty is None:
            self.faulty = record.id
        self._dispatcher.finished(record.id)
        self._decide(lambda: self.decisions.take(record))
        self.watcher.game(record, self.done, self.total)

    def _decide(self, take: Callable[[], list[dict[str, Any]]]) -> None:
        """Let a finished or void game count for the decisions, and act on what they are."""
        for note in take():
            self.run_state.writer.append(note)
            self.watcher.says(note["text"])
        if self.decisions.rule is not None:
            self.watcher.stop_state(self.decisions.rule.state())
        self._heed_stop()

    def _heed_stop(self) -> None:
        if self.decisions.stopped is not None:
            self._dispatcher.last_block = self.decisions.stopped.block

    def _void(self, order: GameOrder, reason: str, *, final: bool) -> None:
        attempt = order.attempt
        self._attempts[order.id] = attempt
        final = final or attempt >= MOST_ATTEMPTS
        self.run_state.writer.append(_void_line(order, reason, final=final))
        self.watcher.says(f"game {order.id} is void ({reason})" + ("" if final else "; it is played again"))
        if final:
            self._dispatcher.finished(order.id)
            self._decide(lambda: self.decisions.take_void(order.block))
        else:
            self.given_out -= 1
            self._dispatcher.again(order.id)

    def _note_interrupted(self) -> None:
        """Mark the games that were open when the run was stopped at once: they are played again on continuing."""
        for worker in self._workers:
            for order in worker.outstanding.values():
                self.run_state.writer.append(_void_line(order, "interrupted", final=False))

    def _held_up(self, message: HeldUp) -> None:
        if not self._said_held_up:
            self._said_held_up = True
            self.watcher.remarks(f"the referee itself was held up for {message.ms:.0f} ms; no bot is charged for it")

    def _bot_down(self, message: BotDown) -> None:
        """Said once a bot, whichever worker notices first."""
        if message.name in self._down:
            return
        self._down.add(message.name)
        self.watcher.says(
            f"bot {message.name!r} cannot be started: {message.reason}{_printed(message.last_words)}\n"
            "  the house plays its seats, and each of its games counts a startup fault"
        )

    def _bot_crashed(self, message: BotCrashed) -> None:
        """Said once a bot: what comes later is in the record."""
        if message.name in self._crashed:
            return
        self._crashed.add(message.name)
        self.watcher.says(
            f"bot {message.name!r} crashed: {message.reason}{_printed(message.last_words)}\n"
            "  it is started again for its next games; further crashes are counted, not told"
        )

    def _replace(self, worker: WorkerProcess) -> None:
        """A worker is gone: its open games are void and played again by another one."""
        status = exit_text(worker.process)
        orders = list(worker.outstanding.values())
        worker.kill()
        self._workers.remove(worker)
        kill_orphans([other.process.pid for other in self._workers])  # what its bots have left comes to us
        self._deaths += 1
        for order in orders:
            self._void(order, f"its worker died ({status})", final=False)
        if self._deaths >= MOST_WORKER_DEATHS:
            self.outcome = Outcome.BROKEN
            self.reason = f"{self._deaths} workers in a row ended without finishing a game, the last with {status}"
            return
        setup = self._renumbered(worker.setup)
        self.watcher.says(f"worker {worker.number} ended ({status}); worker {setup.number} takes its place")
        self._workers.append(WorkerProcess(setup))

    def _renumbered(self, setup: WorkerSetup) -> WorkerSetup:
        number = self._next_number
        self._next_number += 1
        return replace(setup, number=number)

    # ---------------------------------------------------------------- the end

    def _end(self) -> Outcome:
        if self.outcome is None:
            self.outcome = Outcome.STOPPED_EARLY if self.decisions.stopped is not None else Outcome.FINISHED
        run = self.run_state
        if self.outcome in (Outcome.FINISHED, Outcome.STOPPED_EARLY) and (not run.finished or self.finished_here):
            run.writer.append({"type": "end", "seed": run.seed, "nonce": run.nonce, "games": self.done})
            forget_secret(run)
        run.writer.close()
        return self.outcome


def _void_line(order: GameOrder, reason: str, *, final: bool) -> dict[str, Any]:
    return {
        "type": "void",
        "id": order.id,
        "block": order.block,
        "seating": order.seating,
        "reason": reason,
        "attempt": order.attempt,
        "final": final,
    }


def _printed(last_words: str) -> str:
    return "".join([f"\n    | {line}" for line in shortened(last_words, LAST_LINES)])
