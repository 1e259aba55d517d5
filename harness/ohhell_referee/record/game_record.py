"""One finished game as a value, and its line in the journal.

The record holds what was dealt and decided, in the undisguised suits, and what became of it. Counting: seats, blocks,
seatings, hands and tricks count from 0 here and in the journal; what people read counts hands and tricks from 1.

The classes are msgspec structs: compared by value, immutable, picklable, and read from a line of 10 kB in tens of
microseconds with every key checked. Use `msgspec.structs.replace` to make a changed copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, cast

import msgspec

from ohhell_referee.rules.variant import Card, Suit

FaultClass = Literal["illegal", "late", "malformed", "protocol", "crash", "startup"]
Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Note = tuple[Count, Count | None, Count, str]
"""Hand, trick (None while bidding), seat, the bot's own words."""


class RecordError(ValueError):
    """A line is not a game record. The text names the key and what was expected there."""


class Fault(msgspec.Struct, frozen=True, rename={"fault_class": "class"}):
    """Something a seat did wrong, in the part of the record that the digest covers.

    Attributes:
        fault_class: what kind of fault; the key is `class` in the journal.
        hand: index of the hand.
        trick: index of the trick; None while bidding or naming the trump.
        seat: whose fault.
        substituted: whether the house policy decided in the seat's place.
    """

    fault_class: FaultClass
    hand: Count
    trick: Count | None
    seat: Count
    substituted: bool


class HandRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One deal, from the cards to the points. Sequences are by seat unless said otherwise.

    Attributes:
        size: cards a player.
        dealer: seat.
        trump: a suit, or `N` for none.
        turned: the card turned up, or None.
        deal: the cards dealt to each seat, sorted.
        bids: the final bids.
        tricks: finished tricks in order: `(leader's seat, card, card, …)`, cards in order of play.
        taken: tricks won.
        points: of this hand alone.
        suits: the letters on the wire for C, D, H, S: `CDHS` where nothing was disguised.
        revised: `(seat, first bid)` where bids may be revised, for the seats that changed theirs.
        named: the seat that named the trump, where a seat does.
    """

    size: Positive
    dealer: Count
    trump: Suit
    turned: Card | None
    deal: tuple[tuple[Card, ...], ...]
    bids: tuple[Count, ...]
    tricks: tuple[tuple[Count | Card, ...], ...]
    taken: tuple[Count, ...]
    points: tuple[int, ...]
    suits: str
    revised: tuple[tuple[Count, Count], ...] = ()
    named: Count | None = None

    def plays(self) -> Iterator[tuple[int, tuple[Card, ...]]]:
        """The tricks as `(leader, cards)`."""
        for trick in self.tricks:
            yield cast(int, trick[0]), cast(tuple[Card, ...], trick[1:])


class GameRecord(msgspec.Struct, frozen=True, tag_field="type", tag="game"):
    """A finished game. Sequences are by seat unless said otherwise.

    Attributes:
        id: the game's name, a pure function of block and seating.
        block: number of the block.
        seating: number of the seating within the block.
        table: entries' names.
        hands: in order of play.
        scores: the sum of each seat's points.
        places: from 1, shared on ties (1, 2, 2, 4); seats in `forfeits` share the last one.
        faults: in order of time.
        forfeits: seats that were handed to the house policy for the rest of the game, ascending.
        marks: words about the game, such as `seed-public` or `after-decision`.
        notes: what bots wrote beside their decisions, in order of time.
        timing: JSON-able; milliseconds by decision.
        evidence: JSON-able; of each fault: bytes, time, text.
        attempt: 1, or more where earlier attempts were void.
    """

    id: str
    block: Count
    seating: Count
    table: tuple[str, ...]
    hands: tuple[HandRecord, ...]
    scores: tuple[int, ...]
    places: tuple[Positive, ...]
    faults: tuple[Fault, ...] = ()
    forfeits: tuple[Count, ...] = ()
    marks: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    timing: dict[str, Any] = {}  # msgspec gives each record its own empty dict
    evidence: tuple[dict[str, Any], ...] = ()
    attempt: Positive = 1


_DECODER = msgspec.json.Decoder(GameRecord)


def game_line(record: GameRecord) -> dict[str, Any]:
    """The record as the journal's object, `type` first, without `prev` and `digest`."""
    line: dict[str, Any] = msgspec.to_builtins(record)
    return line


def game_from_line(line: dict[str, Any]) -> GameRecord:
    """Read a game line. Keys that this program does not know are passed over. Raises RecordError."""
    try:
        record = msgspec.convert(line, GameRecord)
    except msgspec.ValidationError as error:
        raise RecordError(_explain(error)) from None
    check_shape(record)
    return record


def game_from_json(raw: bytes) -> GameRecord:
    """As `game_from_line`, straight from the bytes of a line: several times faster. Raises RecordError."""
    try:
        record = _DECODER.decode(raw)
    except msgspec.DecodeError as error:
        raise RecordError(_explain(error)) from None
    check_shape(record)
    return record


def check_shape(record: GameRecord) -> None:
    """Raise RecordError where a sequence by seat has not one element a seat, or a seat is not at the table."""
    players = len(record.table)
    if _is_in_shape(record, players):
        return
    for key in ("scores", "places"):
        _expect_length(key, getattr(record, key), players)
    for index, hand in enumerate(record.hands):
        place = f"hands[{index}]."
        for key in ("deal", "bids", "taken", "points"):
            _expect_length(place + key, getattr(hand, key), players)
        _expect_seat(place + "dealer", hand.dealer, players)
        if hand.named is not None:
            _expect_seat(place + "named", hand.named, players)
        for seat, _ in hand.revised:
            _expect_seat(place + "revised", seat, players)
        for number, trick in enumerate(hand.tricks):
            _check_trick(f"{place}tricks[{number}]", trick, players)
    for index, fault in enumerate(record.faults):
        _expect_seat(f"faults[{index}].seat", fault.seat, players)
    for seat in record.forfeits:
        _expect_seat("forfeits", seat, players)
    for note in record.notes:
        _expect_seat("notes", note[2], players)


def _is_in_shape(record: GameRecord, players: int) -> bool:
    """The same checks without saying what is wrong: reading a long journal spends much of its time here."""
    if not len(record.scores) == len(record.places) == players:
        return False
    width = players + 1
    for hand in record.hands:
        if not len(hand.deal) == len(hand.bids) == len(hand.taken) == len(hand.points) == players > hand.dealer:
            return False
        if hand.named is not None and hand.named >= players:
            return False
        for trick in hand.tricks:
            if len(trick) != width or type(trick[0]) is not int or trick[0] >= players:
                return False
            if set(map(type, trick[1:])) != _TEXTS:
                return False
        if any(seat >= players for seat, _ in hand.revised):
            return False
    seats = [fault.seat for fault in record.faults] + [note[2] for note in record.notes]
    return max((*seats, *record.forfeits), default=0) < players


_TEXTS = {str}


def _check_trick(where: str, trick: tuple[Any, ...], players: int) -> None:
    if not trick or type(trick[0]) is not int or not all(type(card) is str for card in trick[1:]):
        raise RecordError(f"{where}: expected a leader's seat, then cards")
    _expect_seat(where, trick[0], players)
    _expect_length(where + " after the leader", trick[1:], players)


def _expect_length(key: str, values: Any, players: int) -> None:
    if len(values) != players:
        raise RecordError(f"{key}: expected {players} values, one a seat, got {len(values)}")


def _expect_seat(key: str, seat: int, players: int) -> None:
    if seat >= players:
        raise RecordError(f"{key}: expected a seat from 0 to {players - 1}, got {seat}")


def _explain(error: msgspec.DecodeError) -> str:
    """msgspec's text with the place in front: ``hands[3].bids[0]: expected `int`, got `str` ``."""
    what, separator, place = str(error).partition(" - at `$")
    what = what[:1].lower() + what[1:]
    return f"{place.strip('`').lstrip('.')}: {what}" if separator else what
