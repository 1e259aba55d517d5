"""The bot processes of one worker: started, replaced, given up; and who is free to sit down at a table."""

from __future__ import annotations

from pathlib import Path

from ohhell_referee.bots.events import StartFailed
from ohhell_referee.bots.instance import BotSpec, Instance
from ohhell_referee.bots.switchboard import Switchboard
from ohhell_referee.table import GameOrder
from ohhell_referee.tournament.messages import WorkerSetup
from ohhell_referee.tournament.pool import FAILED_STARTS, EntryPool, Slot

MOST_TABLES = 32
"""Games that `concurrency = "auto"` opens in a worker at most; measured: more brings nothing with frames of 16."""

NO_LIMIT_MS = 10**9
"""Eleven days: what `--no-timeout` grants a decision."""

NUMBERS_A_WORKER = 1000
"""Numbers for the instances of one entry, so that no two of a run write the same log."""


class BotProcesses:
    """A pool of slots for each entry, and the instance in each slot."""

    def __init__(self, setup: WorkerSetup, switchboard: Switchboard) -> None:
        self._setup = setup
        self._switchboard = switchboard
        first = setup.number * NUMBERS_A_WORKER
        self._pools = {bot.name: EntryPool(bot, setup, range(first, first + NUMBERS_A_WORKER)) for bot in setup.bots}
        self._slot_of: dict[Instance, Slot] = {}

    # ---------------------------------------------------------------- starting

    @property
    def starting(self) -> bool:
        """Whether a process has not yet said hello."""
        return any(pool.starting for pool in self._pools.values())

    def start_all(self) -> None:
        """Start the first processes of every entry."""
        for pool in self._pools.values():
            for slot in pool.slots:
                self.start(slot)

    def start(self, slot: Slot) -> None:
        """Put a new process into an empty slot."""
        setup, bot = self._setup, slot.bot
        spec = BotSpec(
            name=bot.name,
            argv=bot.argv,
            cwd=Path(bot.cwd),
            env=bot.env,
            options=bot.options,
            startup_ms=setup.startup_ms if setup.time_limits else NO_LIMIT_MS,
            stderr_dir=Path(setup.folder, "bots"),
            stderr_limit_kb=setup.stderr_limit_kb,
            memory_mb=setup.memory_mb,
        )
        slot.ready = False
        slot.forget()
        slot.instance = self._switchboard.start(spec, slot.number)
        self._slot_of[slot.instance] = slot

    def restart(self, slot: Slot) -> None:
        """Replace an idle, healthy process by a fresh one."""
        if slot.instance is not None:
            old = slot.instance
            slot.instance = None
            self._slot_of.pop(old, None)
            self._switchboard.stop(old, "a fresh process takes over")
        self.start(slot)

    def start_again(self, slot: Slot, event: StartFailed) -> bool:
        """Try once more after a failed start; False where that has failed too often: the slot is down."""
        slot.failures += 1
        slot.reason, slot.last_words = event.text, event.stderr_tail
        if slot.failures < FAILED_STARTS:
            self.start(slot)
            return True
        slot.down = True
        return False

    # ---------------------------------------------------------------- who is where

    def slot_of(self, instance: Instance) -> Slot | None:
        """The slot of a process; None where it was replaced in the meantime."""
        return self._slot_of.get(instance)

    def make_ready(self, instance: Instance) -> Slot:
        """A process has said hello."""
        slot = self._slot_of[instance]
        slot.ready = True
        slot.failures = 0
        return slot

    def take_out(self, instance: Instance) -> Slot | None:
        """A process is gone: its slot, empty now; None where it was replaced in the meantime."""
        slot = self._slot_of.pop(instance, None)
        if slot is not None:
            slot.ready = False
            slot.instance = None
        return slot

    def why_down(self, name: str) -> tuple[str, str]:
        """Why an entry could not be started, and what it printed last."""
        for slot in self._pools[name].slots:
            if slot.down and slot.reason:
                return slot.reason, slot.last_words
        return "the bot could not be started", ""

    # ---------------------------------------------------------------- tables

    def tables_at_once(self) -> int:
        """How many tables the processes there are can sit at, or what the tournament file says."""
        if self._setup.concurrency is not None:
            return self._setup.concurrency
        return min(MOST_TABLES, *(pool.tables_at_once() for pool in self._pools.values()))

    def grow(self, tables: int) -> None:
        """Start what is missing for so many tables."""
        for pool in self._pools.values():
            for slot in pool.grow(tables):
                self.start(slot)

    def seats_for(self, order: GameOrder) -> list[Slot | None] | None:
        """The slots that shall play a game, by seat; None in it for seats that no process can play.

        None: they are not all free now.
        """
        slots: list[Slot | None] = []
        taken: list[Slot] = []
        for seat, name in enumerate(order.table):
            pool = self._pools[name]
            if seat in order.absent or pool.down:
                slots.append(None)
                continue
            copy = order.table[:seat].count(name)
            slot = pool.slot_for(order.block, order.seating, copy, taken, self.restart)
            if slot is None:
                if self._never_free(pool, order, copy):
                    slots.append(None)
                    continue
                return None
            taken.append(slot)
            slots.append(slot)
        return slots

    def _never_free(self, pool: EntryPool, order: GameOrder, copy: int) -> bool:
        """True where the only slots that this seat may use are out of the run."""
        usable = [slot for slot in pool.slots if not slot.down]
        if len(usable) == len(pool.slots):
            return False
        copies = self._setup.most_copies
        if pool.bot.instances is not None and len(pool.slots) >= self._setup.seatings * copies:
            return pool.slots[order.seating * copies + copy].down
        return len(usable) <= copy
