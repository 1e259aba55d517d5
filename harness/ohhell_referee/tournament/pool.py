"""Which process of an entry plays which game: the instances of one worker.

The rules (see also PROTOCOL.md, "What a bot may assume"):

* an instance never holds two seats of one table and never has two seatings of one block open;
* where an entry has at least as many instances as a block has seatings (times the seats it holds at a table), each
  seating has its own instance, so that no process meets a deal twice;
* `restart = "game"` gives each game a fresh process, `"seating"` keeps a process from meeting a block twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ohhell_referee.tournament.messages import WorkerBot, WorkerSetup

if TYPE_CHECKING:
    from ohhell_referee.bots.instance import Instance

MOST_INSTANCES = 64
"""Processes of one entry in one worker that `instances = "auto"` starts at most."""

FAILED_STARTS = 2
"""So many failed starts in a row take an entry's instance out of the run."""


class Slot:
    """One place for a process of an entry; the process in it may be replaced.

    Attributes:
        number: the instance's number in file names, unique in the run.
        instance: the running process, or None.
        ready: it has said a valid hello.
        seats: the open seats that it plays.
        backlog: what waits for a replaced process to be ready.
        failures: failed starts in a row.
        down: no further start is tried; the house plays its seats.
        last_words: what is known of why it is down.
    """

    __slots__ = (
        "backlog",
        "blocks_seen",
        "bot",
        "down",
        "failures",
        "games_started",
        "instance",
        "last_words",
        "number",
        "open_blocks",
        "ready",
        "reason",
        "seats",
        "wants_restart",
    )

    def __init__(self, bot: WorkerBot, number: int) -> None:
        self.bot = bot
        self.number = number
        self.instance: Instance | None = None
        self.ready = False
        self.seats: list[Any] = []
        self.backlog: list[Any] = []
        self.open_blocks: set[int] = set()
        self.blocks_seen: set[int] = set()
        self.games_started = 0
        self.failures = 0
        self.down = False
        self.reason = ""
        self.last_words = ""
        self.wants_restart = False

    @property
    def games(self) -> int:
        """Games that the process accepts at once."""
        hello = self.instance.hello if self.instance is not None else None
        return hello.games if hello is not None else 1

    @property
    def events(self) -> bool:
        hello = self.instance.hello if self.instance is not None else None
        return hello.events if hello is not None else False

    def forget(self) -> None:
        """A fresh process has met nothing yet."""
        self.blocks_seen = set(self.open_blocks)
        self.games_started = 0
        self.wants_restart = False


class EntryPool:
    """The slots of one entry in one worker."""

    def __init__(self, bot: WorkerBot, setup: WorkerSetup, numbers: Iterable[int]) -> None:
        self.bot = bot
        self._copies = setup.most_copies
        self._seatings = setup.seatings
        self._restart = setup.restart
        self._numbers = iter(numbers)
        count = bot.instances if bot.instances is not None else self._copies
        self.slots = [Slot(bot, next(self._numbers)) for _ in range(max(count, self._copies))]

    @property
    def down(self) -> bool:
        return all(slot.down for slot in self.slots)

    @property
    def starting(self) -> bool:
        return any(not slot.ready and not slot.down for slot in self.slots)

    def tables_at_once(self) -> int:
        """Tables that this entry can sit at, at once, with the slots there are."""
        if self.down:
            return MOST_INSTANCES
        per_slot = [1 if self._restart == "game" else slot.games for slot in self.slots if not slot.down]
        return max(1, sum(per_slot) // self._copies)

    def grow(self, tables: int) -> list[Slot]:
        """New slots so that `tables` tables fit; none where the number of instances is the user's."""
        if self.bot.instances is not None or self.down:
            return []
        games = 1 if self._restart == "game" else max(slot.games for slot in self.slots)
        needed = min(MOST_INSTANCES, self._copies * -(-tables // games))
        new = [Slot(self.bot, next(self._numbers)) for _ in range(needed - len(self.slots))]
        self.slots.extend(new)
        return new

    def slot_for(
        self, block: int, seating: int, copy: int, taken: list[Slot], restart: Callable[[Slot], None]
    ) -> Slot | None:
        """The slot that shall play a seat, or None while there is none free.

        `copy` counts the seats that this entry holds at the table so far; `taken` are the slots that hold them.
        `restart` is called for an idle slot that needs a fresh process first.
        """
        one_each = len(self.slots) >= self._seatings * self._copies and self.bot.instances is not None
        slots = [self.slots[seating * self._copies + copy]] if one_each else self.slots
        best: Slot | None = None
        stale: list[Slot] = []
        for slot in slots:
            if slot.down or slot in taken or block in slot.open_blocks or slot.wants_restart or not slot.ready:
                continue
            if (self._restart == "game" and slot.games_started) or (
                self._restart == "seating" and block in slot.blocks_seen
            ):
                stale.append(slot)
                continue
            if len(slot.seats) >= slot.games:
                continue
            if best is None or _preference(slot, block) < _preference(best, block):
                best = slot
        if best is None and stale:
            slot = min(stale, key=lambda one: len(one.seats))
            slot.wants_restart = True
            if not slot.seats:
                restart(slot)
        return best


def _preference(slot: Slot, block: int) -> tuple[bool, int]:
    return block in slot.blocks_seen, len(slot.seats)
