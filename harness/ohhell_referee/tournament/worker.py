"""One worker: many open tables, one switchboard, one loop.

The loop gathers the asks of all open tables, has the switchboard send them in frames, takes what came back, and
moves the tables on whose asks are all answered. It owns the bots it started and takes them with it when it ends,
whichever way it ends: its own error, the supervisor's word, or the supervisor's death (its pipe closes).
"""

from __future__ import annotations

import time
from collections import deque
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, cast

from ohhell_referee.bots.events import Answered, Died, Event, Faulted, Lag, Ready, Request, StartFailed, Stray
from ohhell_referee.bots.switchboard import Switchboard
from ohhell_referee.record.game_record import FaultClass, game_line
from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.seeds import derive_bot_seed
from ohhell_referee.table import Answer, GameOrder, StopRun, Table, VoidGame
from ohhell_referee.tournament.messages import (
    BotCrashed,
    BotDown,
    Finish,
    GameDone,
    GameVoid,
    HeldUp,
    Play,
    Remark,
    RunStopped,
    Stop,
    WorkerReady,
    WorkerSetup,
)
from ohhell_referee.tournament.open_table import OpenSeat, OpenTable
from ohhell_referee.tournament.pool import Slot
from ohhell_referee.tournament.processes import NO_LIMIT_MS, BotProcesses

LOOK_AHEAD = 64
"""Waiting games among which the worker looks for one whose seats are all free."""

PIPE_SECONDS = 0.002
"""The supervisor's pipe is looked at so often while games are played."""


class MachineFailed(Exception):
    """A process could not be started because the machine has no room for it: no bot's fault, so the worker gives up."""


class Worker:
    """The state of one worker process. `run` returns when the worker is done."""

    def __init__(self, setup: WorkerSetup, pipe: Connection) -> None:
        self.setup = setup
        self.pipe = pipe
        self.variant = resolve_variant(setup.variant)
        self.variant_on_wire = {"name": setup.variant_name, **setup.variant}
        wire = Path(setup.folder, "wire", f"worker-{setup.number}") if setup.log_wire else None
        self.switchboard = Switchboard(margin_ms=setup.margin_ms, log_wire=wire)
        self.bots = BotProcesses(setup, self.switchboard)
        self.queue: deque[GameOrder] = deque()
        self.open: set[OpenTable] = set()
        self.moving: list[OpenTable] = []
        self.capacity = 0
        self.finishing = False
        self.stopping = False
        self._may_seat = True
        """Something has changed since the queue was last looked through in vain."""
        self._looked_at_pipe = 0.0

    # ---------------------------------------------------------------- the loop

    def run(self) -> None:
        """Play until told to finish or to stop. The bots are gone when this returns or raises."""
        try:
            self.bots.start_all()
            while not self.stopping:
                self._take_messages()
                if self.capacity:
                    self._open_tables()
                    if self.finishing and not self.open and not self.queue:
                        break
                else:
                    self._become_ready()
                self._move_tables()
                self.switchboard.flush()
                if self.open or not self.capacity or self.bots.starting:
                    for event in self.switchboard.poll(20.0):
                        self._handle(event)
                else:
                    self.pipe.poll(0.05)
                    for event in self.switchboard.poll(0.0):
                        self._handle(event)
        finally:
            self.switchboard.close()

    def _take_messages(self) -> None:
        now = time.monotonic()
        if self.open and now - self._looked_at_pipe < PIPE_SECONDS:
            return
        self._looked_at_pipe = now
        try:
            while self.pipe.poll(0):
                message = self.pipe.recv()
                if isinstance(message, Play):
                    self.queue.append(message.order)
                    self._may_seat = True
                elif isinstance(message, Finish):
                    self.finishing = True
                elif isinstance(message, Stop):
                    self.stopping = True
        except (EOFError, ConnectionResetError):
            # The supervisor is gone: nobody is left to play for.
            self.stopping = True

    def _send(self, message: Any) -> None:
        try:
            self.pipe.send(message)
        except (BrokenPipeError, ConnectionResetError):
            self.stopping = True

    # ---------------------------------------------------------------- starting bots

    def _become_ready(self) -> None:
        """Once every first process has answered or failed: how many tables at once, and the processes for them."""
        if self.bots.starting:
            return
        self.capacity = self.bots.tables_at_once()
        self.bots.grow(self.capacity)
        self._send(WorkerReady(self.setup.number, self.capacity))

    # ---------------------------------------------------------------- opening tables

    def _open_tables(self) -> None:
        if not self._may_seat:
            return
        self._may_seat = False
        tried = 0
        while self.queue and len(self.open) < self.capacity and tried < min(LOOK_AHEAD, len(self.queue)):
            order = self.queue.popleft()
            seats = self.bots.seats_for(order)
            if seats is None:
                self.queue.append(order)
                tried += 1
                continue
            self._open(order, seats)
        # Back to the order of the schedule: the ones that could not be seated come first again.
        if tried:
            self.queue.rotate(tried)

    def _open(self, order: GameOrder, slots: list[Slot | None]) -> None:
        setup = self.setup
        events = [slot is not None and slot.events for slot in slots]
        table = Table(order, self.variant, setup.key, setup.policy, disguise=setup.disguise, wants_events=events)
        game = OpenTable(table)
        for number, slot in enumerate(slots):
            seat = OpenSeat(game, number, slot, setup.bank_ms)
            game.seats.append(seat)
            if slot is not None:
                slot.seats.append(seat)
                slot.open_blocks.add(order.block)
                slot.blocks_seen.add(order.block)
                slot.games_started += 1
                self._greet(seat, resumed=False)
        self.open.add(game)
        self.moving.append(game)

    def _greet(self, seat: OpenSeat, *, resumed: bool) -> None:
        setup, order = self.setup, seat.table.table.order
        limits = setup.time_limits
        message: dict[str, Any] = {
            "type": "game_start",
            "game": seat.game,
            "seat": seat.seat,
            "players": self.variant.players,
            "variant": self.variant_on_wire,
            "bot_seed": derive_bot_seed(setup.key, order.block, order.seating, seat.seat),
            "clock": {
                "move_ms": setup.per_decision_ms if limits else NO_LIMIT_MS,
                "game_ms": seat.bank_ms if limits else 0,
            },
        }
        if setup.reveal_names:
            message["names"] = list(order.table)
        if resumed:
            message["resumed"] = True
        if seat.slot is not None and seat.slot.instance is not None:
            self.switchboard.post(seat.slot.instance, message)

    # ---------------------------------------------------------------- moving tables

    def _move_tables(self) -> None:
        """Take every table that has all its answers on to its next asks. Newly completed ones join the list."""
        moving = self.moving
        while moving:
            self._move(moving.pop())

    def _move(self, game: OpenTable) -> None:
        try:
            goes_on = game.advance()
        except VoidGame as void:
            self._close(game)
            self._send(GameVoid(self.setup.number, game.table.order.id, str(void), final=True))
            return
        except StopRun as stop:
            self._close(game)
            self._send(RunStopped(self.setup.number, str(stop)))
            self.finishing = True
            self.queue.clear()
            return
        self._pass_on_notices(game)
        if not goes_on:
            self._close(game)
            assert game.record is not None
            self._send(GameDone(self.setup.number, game_line(game.record)))
            return
        for index in range(len(game.asks)):
            self._ask(game, index)

    def _ask(self, game: OpenTable, index: int) -> None:
        ask = game.asks[index]
        seat = game.seats[ask.seat]
        slot = seat.slot
        if slot is None or slot.down:
            self._answer(game, index, self._startup_fault(game, index))
            return
        if not slot.ready or slot.instance is None:
            slot.backlog.append((game, index))
            return
        setup = self.setup
        body = ask.body
        body["game"] = seat.game
        limit, bank = setup.per_decision_ms, seat.bank_ms
        if not setup.time_limits:
            limit, bank = NO_LIMIT_MS, 0
        elif setup.bank_ms:
            body["clock_ms"] = bank
        request = Request(body, ask.legal, ask.kind, limit, bank, (game, index))
        self.switchboard.ask(slot.instance, request)

    def _answer(self, game: OpenTable, index: int, answer: Answer) -> None:
        if game.answer(index, answer):
            self.moving.append(game)

    def _pass_on_notices(self, game: OpenTable) -> None:
        notices = game.table.notices
        for seat_number, notice in notices:
            seat = game.seats[seat_number]
            if seat.slot is not None and seat.slot.ready and seat.slot.instance is not None and not seat.lost:
                self.switchboard.post(seat.slot.instance, {**notice, "game": seat.game})
        notices.clear()

    def _close(self, game: OpenTable) -> None:
        record = game.record
        self.open.discard(game)
        self._may_seat = True
        for seat in game.seats:
            slot = seat.slot
            if slot is None or seat not in slot.seats:
                continue
            slot.seats.remove(seat)
            if not any(other.table.block == game.block for other in slot.seats):
                slot.open_blocks.discard(game.block)
            if slot.ready and slot.instance is not None:
                notice: dict[str, Any] = {"type": "game_end", "game": seat.game}
                if record is not None:
                    notice |= {"scores": list(record.scores), "places": list(record.places)}
                else:
                    nobody = [0] * len(game.seats), [1] * len(game.seats)
                    notice |= {"scores": nobody[0], "places": nobody[1], "void": True}
                self.switchboard.post(slot.instance, notice)
                if slot.wants_restart and not slot.seats:
                    self.bots.restart(slot)

    # ---------------------------------------------------------------- what comes back

    def _handle(self, event: Event) -> None:
        if isinstance(event, Answered):
            game, index = event.request.owner
            if event.bank_ms:
                self._charge_bank(game, index, event.bank_ms)
            self._answer(game, index, Answer(event.value, None, event.note, event.ms))
        elif isinstance(event, Faulted):
            game, index = event.request.owner
            if event.bank_ms:
                self._charge_bank(game, index, event.bank_ms)
            evidence = {"text": event.text, **event.evidence}
            self._answer(game, index, Answer(None, cast(FaultClass, event.fault_class), None, event.ms, evidence))
        elif isinstance(event, Ready):
            self._on_ready(self.bots.make_ready(event.instance))
        elif isinstance(event, Died):
            self._on_death(event)
        elif isinstance(event, StartFailed):
            self._on_failed_start(event)
        elif isinstance(event, Stray):
            self._on_stray(event)
        elif isinstance(event, Lag) and self.capacity:
            self._send(HeldUp(self.setup.number, event.ms))

    def _charge_bank(self, game: OpenTable, index: int, used_ms: float) -> None:
        seat = game.seats[game.asks[index].seat]
        seat.bank_ms = max(0, seat.bank_ms - round(used_ms))

    def _on_ready(self, slot: Slot) -> None:
        self._may_seat = True
        for seat in slot.seats:
            if not seat.lost:
                self._greet(seat, resumed=True)
        backlog, slot.backlog = slot.backlog, []
        for game, index in backlog:
            self._ask(game, index)

    def _on_death(self, event: Died) -> None:
        slot = self.bots.take_out(event.instance)
        if slot is None:
            return
        evidence = {"text": event.text, "stderr": event.stderr_tail}
        self._send(BotCrashed(self.setup.number, slot.bot.name, event.text, event.stderr_tail))
        for request in event.requests:
            game, index = request.owner
            self._answer(game, index, Answer(None, "crash", None, 0.0, evidence))
        self.bots.start(slot)

    def _on_failed_start(self, event: StartFailed) -> None:
        if event.infrastructure:
            raise MachineFailed(event.text)
        slot = self.bots.take_out(event.instance)
        if slot is None or self.bots.start_again(slot, event):
            return
        self._may_seat = True
        self._send(BotDown(self.setup.number, slot.bot.name, slot.reason, slot.last_words))
        backlog, slot.backlog = slot.backlog, []
        for game, index in backlog:
            self._answer(game, index, self._startup_fault(game, index))

    def _on_stray(self, event: Stray) -> None:
        """A fault that belongs to no open request is put down to the first open game of the process."""
        slot = self.bots.slot_of(event.instance)
        seats = slot.seats if slot is not None else []
        for seat in seats:
            if not seat.lost:
                fault = cast(FaultClass, event.fault_class)
                seat.table.table.stray_fault(seat.seat, fault, {"text": event.text, **event.evidence})
                return
        name = slot.bot.name if slot is not None else "a bot"
        self._send(Remark(self.setup.number, f"{name}: {event.fault_class} fault outside any game: {event.text}"))

    def _startup_fault(self, game: OpenTable, index: int) -> Answer:
        """The answer of a bot that cannot be started, with what is known of why."""
        name = game.table.order.table[game.asks[index].seat]
        reason, last_words = self.bots.why_down(name)
        return Answer(None, "startup", None, 0.0, {"text": reason, "stderr": last_words})
