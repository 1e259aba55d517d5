"""What a table needs to know to play one game, apart from the rules and the seed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameOrder:
    """One game to be played: a block's deals in one of its seatings.

    Attributes:
        id: the game's name in the journal, a pure function of block and seating.
        block: number of the block, from 0.
        seating: number of the seating within the block, from 0.
        table: entries' names by seat.
        attempt: 1, or more when earlier attempts were void.
        absent: seats that the house policy plays from the start, because their entry is disqualified or could not be
            started; they are handed over like any other lost seat and ranked last.
        marks: words that go into the game's record, such as `seed-public`.
    """

    id: str
    block: int
    seating: int
    table: tuple[str, ...]
    attempt: int = 1
    absent: tuple[int, ...] = ()
    marks: tuple[str, ...] = ()
