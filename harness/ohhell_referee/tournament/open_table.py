"""A table that is being played in a worker: its generator, and who sits in its seats."""

from __future__ import annotations

import secrets
from typing import Any

from ohhell_referee.record.game_record import GameRecord
from ohhell_referee.table import Answer, Ask, Table
from ohhell_referee.tournament.pool import Slot


class OpenSeat:
    """One seat of an open table.

    Attributes:
        slot: the process that plays it; None where the entry cannot be started.
        game: the game's name on this connection: drawn anew for every seat, so that it tells a bot nothing about
            block, seating or order.
        bank_ms: extra time left in this game.
    """

    __slots__ = ("bank_ms", "game", "seat", "slot", "table")

    def __init__(self, table: OpenTable, seat: int, slot: Slot | None, bank_ms: int) -> None:
        self.table = table
        self.seat = seat
        self.slot = slot
        self.bank_ms = bank_ms
        self.game = secrets.token_hex(6)

    @property
    def lost(self) -> bool:
        return self.table.table.lost[self.seat]


class OpenTable:
    """A game in progress: hands the table answers once all of its asks have one."""

    __slots__ = ("answers", "asks", "generator", "missing", "record", "seats", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.generator = table.play()
        self.seats: list[OpenSeat] = []
        self.asks: list[Ask] = []
        self.answers: list[Answer | None] = []
        self.missing = 0
        self.record: GameRecord | None = None

    @property
    def block(self) -> int:
        return self.table.order.block

    def advance(self) -> bool:
        """Send the answers, take the next asks. False at the end, when `record` holds the game.

        Raises VoidGame or StopRun where the fault policy says so.
        """
        answers: list[Any] = self.answers
        try:
            self.asks = self.generator.send(answers) if self.asks else next(self.generator)
        except StopIteration as end:
            self.record = end.value
            self.asks = []
            return False
        self.answers = [None] * len(self.asks)
        self.missing = len(self.asks)
        return True

    def answer(self, index: int, answer: Answer) -> bool:
        """Fill in an answer; True when it was the last one missing."""
        if self.answers[index] is not None:
            raise RuntimeError(f"game {self.table.order.id}: ask {index} was answered twice")
        self.answers[index] = answer
        self.missing -= 1
        return self.missing == 0
