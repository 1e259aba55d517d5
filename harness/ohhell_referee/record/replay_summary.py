"""A game in one line a hand: what everybody bid, took and got. Where a game was lost shows here first."""

from __future__ import annotations

from collections.abc import Sequence

from ohhell_referee.record.game_record import GameRecord, HandRecord
from ohhell_referee.record.paint import Paint, width
from ohhell_referee.rules.variant import NO_TRUMP, SUITS, Suit

LEAST_COLUMNS = 12
"""`10/10 +110` and two blanks."""

_TRUMP_COLUMNS = 5


def hand_by_hand(record: GameRecord, names: Sequence[str], paint: Paint) -> list[str]:
    """The lines of a table with a row a hand; cells are `bid/taken points`. `names` are by seat, as they are shown."""
    columns = [max(LEAST_COLUMNS, width(name) + 2) for name in names]
    heading = "".join(" " * (column - width(name)) + name for name, column in zip(names, columns, strict=True))
    lines = [f"  hand  cards  trump{heading}"]
    for index, hand in enumerate(record.hands):
        trump = _trump(hand.trump, paint)
        cells = "".join(f"{_cell(hand, seat):>{column}}" for seat, column in enumerate(columns))
        lines.append(f"  {index + 1:4}  {hand.size:5}  {trump}{cells}")
    return lines


def _trump(trump: Suit, paint: Paint) -> str:
    if trump == NO_TRUMP:
        return f"{'none':>{_TRUMP_COLUMNS}}"
    if trump not in SUITS:  # a journal that somebody else wrote: nothing in it has been verified here
        return paint.words(trump)
    return " " * (_TRUMP_COLUMNS - 1) + paint.suit(trump)


def _cell(hand: HandRecord, seat: int) -> str:
    return f"{hand.bids[seat]}/{hand.taken[seat]} {hand.points[seat]:+}"
