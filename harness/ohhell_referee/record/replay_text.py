"""A recorded game as text, trick by trick: whole, or no more than one seat could see at the time.

The text comes in parts, in the order in which things happened, so that a reader can be kept waiting between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ohhell_referee.record.game_record import Fault, GameRecord
from ohhell_referee.record.paint import Paint, shorten, width
from ohhell_referee.record.replay import Decision, HandEnds, HandStarts, walk
from ohhell_referee.record.replay_summary import hand_by_hand
from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.variant import SUITS, Card, Variant
from ohhell_referee.rules.views import seen_cards, visible_cards

NAME_COLUMNS = 12
EVIDENCE_COLUMNS = 200


class Part(NamedTuple):
    """A piece of the text, newline at its end. `kind` says where in the game it stands."""

    kind: Literal["game", "hand", "bids", "trick", "result"]
    text: str


@dataclass(frozen=True, slots=True)
class TextReplay:
    """How one game is to be shown.

    Attributes:
        record: the game.
        variant: its rules.
        paint: what the output can show.
        run: the tournament's name, or empty.
        rules: the variant's name, or empty for the one that the variant itself has.
        seat: whose view, or None for everything.
        reveal_names: whether a seat knew who the others were.
        only_hand: index of the one hand to show, or None for all.
    """

    record: GameRecord
    variant: Variant
    paint: Paint = field(default_factory=Paint)
    run: str = ""
    rules: str = ""
    seat: int | None = None
    reveal_names: bool = False
    only_hand: int | None = None

    def parts(self) -> Iterator[Part]:
        """The text. Raises Disagreement where the record does not follow the rules."""
        if self.only_hand is None:
            yield Part("game", self._game())
        writer: _HandText | None = None
        for step in walk(self.record, self.variant):
            if isinstance(step, HandStarts):
                shown = self.only_hand is None or self.only_hand == step.plan.index
                writer = _HandText(self, step) if shown else None
                if writer is not None:
                    yield Part("hand", writer.start())
            elif writer is not None:
                yield from writer.decision(step) if isinstance(step, Decision) else writer.end(step)
        if self.seat is not None and self.only_hand is None:
            yield Part("result", "\n".join(self._outcome()) + "\n")

    # Words for people and things

    def name(self, seat: int, columns: int = NAME_COLUMNS) -> str:
        """`1 bob`: the seat and, as far as it may be known, who sits there."""
        if self.seat is not None and seat != self.seat and not self.reveal_names:
            return f"seat {seat}"
        return f"{seat} {shorten(self.paint.words(self.record.table[seat]), columns)}"

    def _game(self) -> str:
        record, paint = self.record, self.paint
        of_run = f" of {paint.words(self.run)}" if self.run else ""
        rules = paint.words(self.rules or self.variant.name)
        lines = [
            paint.title(f"Game {paint.words(record.id)}{of_run}")
            + f": block {record.block}, seating {record.seating}, {rules}, {self.variant.players} players"
        ]
        if self.seat is None:
            lines += self._outcome()
        else:
            lines.append(f"  as seen by {self.name(self.seat, 40)}")
        if record.marks:
            lines.append("  marks: " + ", ".join(map(paint.words, record.marks)))
        return "\n".join(lines) + "\n"

    def _outcome(self) -> list[str]:
        """Scores and places, and what befell the seats; in a seat's own view this comes last."""
        record, paint = self.record, self.paint
        names = [self.name(seat, 40) for seat in range(len(record.table))]
        columns = max(map(width, names))
        lines = ["", f"  {'seat'.ljust(columns)}   score  place"]
        for seat, name in enumerate(names):
            padded = name + " " * (columns - width(name))
            line = f"  {padded}  {record.scores[seat]:6}  {record.places[seat]:5}"
            if self.sees(seat):
                counts = Counter(fault.fault_class for fault in record.faults if fault.seat == seat)
                what = [f"{count} {fault_class}" for fault_class, count in counts.items()]
                what += ["handed to the house"] if seat in record.forfeits else []
                line += paint.warning("  " + ", ".join(what)) if what else ""
            lines.append(line)
        if len(record.hands) > 1:
            shown = [self.name(seat) for seat in range(len(record.table))]
            lines += ["", "  bid/taken and points, hand by hand", *hand_by_hand(record, shown, paint)]
        return lines

    def sees(self, seat: int) -> bool:
        """Whether what concerns this seat alone is shown."""
        return self.seat is None or self.seat == seat

    def asides(self, hand: int, trick: int | None) -> Iterator[str]:
        """Notes and faults at one place of the game."""
        paint = self.paint
        for fault in self.record.faults:
            if (fault.hand, fault.trick) == (hand, trick) and self.sees(fault.seat):
                what = f"fault of {self.name(fault.seat)}: {fault.fault_class}"
                what += "; the house decided" if fault.substituted else ""
                evidence = self._evidence(fault)
                yield paint.warning(f"      {what}{self._said_of(fault, evidence)}")
                for line in str(evidence.get("stderr") or "").splitlines()[-PRINTED_LINES:]:
                    yield paint.aside(f"        | {shorten(paint.words(line), EVIDENCE_COLUMNS)}")
        for at_hand, at_trick, seat, text in self.record.notes:
            if (at_hand, at_trick) == (hand, trick) and self.sees(seat):
                yield paint.aside(f'      note of {self.name(seat)}: "{paint.words(text)}"')

    def _evidence(self, fault: Fault) -> Mapping[str, Any]:
        return next((evidence for evidence in self.record.evidence if _is_about(evidence, fault)), {})

    def _said_of(self, fault: Fault, evidence: Mapping[str, Any]) -> str:
        if not isinstance(evidence.get("text"), str):
            return ""
        text = shorten(self.paint.words(evidence["text"]), EVIDENCE_COLUMNS)
        disguised = fault.hand < len(self.record.hands) and self.record.hands[fault.hand].suits != SUITS
        names_cards = fault.fault_class not in ("crash", "startup")
        return f": {text}" + (" (suits as on the wire)" if disguised and names_cards else "")


def _is_about(evidence: Mapping[str, Any], fault: Fault) -> bool:
    return (evidence.get("hand"), evidence.get("trick"), evidence.get("seat"), evidence.get("class")) == (
        fault.hand,
        fault.trick,
        fault.seat,
        fault.fault_class,
    )


class _HandText:
    """The text of one hand, written as it is played."""

    def __init__(self, replay: TextReplay, step: HandStarts) -> None:
        self.replay = replay
        self.step = step
        self.index = step.plan.index
        self.hand: Hand = step.hand
        self.names = [replay.name(seat) for seat in range(step.hand.players)]
        self.columns = max(8, *(width(name) + 2 for name in self.names))
        self.bids: list[str] = []
        self.bids_written = False
        self.trick_started = 0
        self.trump_shown = step.hand.trump is not None

    def start(self) -> str:
        hand, paint = self.hand, self.replay.paint
        total = self.step.game.hands_total
        of_total = f" of {total}" if total else ""
        cards = "1 card" if hand.size == 1 else f"{hand.size} cards"
        facts = [f"{cards} each", f"dealer {self.names[hand.dealer]}", *self._trump()]
        if self.step.recorded.suits != SUITS:
            facts.append(f"the bots saw {SUITS} as {self.step.recorded.suits}")
        lines = ["", paint.title(f"Hand {self.index + 1}{of_total}") + ": " + ", ".join(facts)]
        return "\n".join([*lines, *self._cards()]) + "\n"

    def _trump(self) -> list[str]:
        hand, paint = self.hand, self.replay.paint
        turned = f" ({paint.card(hand.turned)} turned up)" if hand.turned else ""
        return [f"trump {paint.suit(hand.trump)}{turned}"]

    def _cards(self) -> list[str]:
        """The hands, as far as they are seen before the bids."""
        hand, seat, view = self.hand, self.replay.seat, self.step.plan.view
        if seat is None:
            hint = {"forehead": " (each seat sees the others' card, not its own)", "blind": " (bid without looking)"}
            lines = [self._cards_of(other, tuple(hand.cards[other])) for other in range(hand.players)]
            return lines if view is None else [*lines, f"  {view} hand{hint[view]}"]
        if view == "forehead":
            seen = enumerate(seen_cards(hand, seat))
            return [self._cards_of(other, (card,)) for other, card in seen if card is not None]
        cards = visible_cards(hand, seat)
        return [self._cards_of(seat, cards)] if cards else [f"  {self.names[seat]}  cards not seen before the bids"]

    def _cards_of(self, seat: int, cards: tuple[Card, ...]) -> str:
        suit_of = deck_of(self.replay.variant).suit_of
        text = ""
        previous = None
        for card in cards:
            text += ("  " if suit_of[card] != previous else " ") + self.replay.paint.card(card)
            previous = suit_of[card]
        name = self.names[seat]
        return "  " + name + " " * (self.columns - 2 - width(name)) + text

    def decision(self, step: Decision) -> Iterator[Part]:
        if step.kind == "play":
            if not self.bids_written:
                yield self._write_bids()
            if not step.hand.trick and len(step.hand.tricks) > self.trick_started:
                yield self._write_trick()
            return
        name = self.names[step.seat]
        if step.kind == "trump":
            self.bids.append(f"{name} names {self.replay.paint.suit(step.value)}")
        elif step.kind == "bid":
            self.bids.append(f"{name} ({step.value})")
        elif step.value != step.hand.bids[step.seat]:
            self.bids.append(f"{name} again ({step.value})")

    def _write_bids(self) -> Part:
        self.bids_written = True
        hand, replay = self.hand, self.replay
        total = sum(bid for bid in hand.bids if bid is not None)
        lines = [f"  bids: {', '.join(self.bids)}; {total} in all, {hand.size} to win"]
        if not self.trump_shown:
            lines.append("  " + self._trump()[0])
        lines += replay.asides(self.index, None)
        if replay.seat is not None and self.step.plan.view == "blind":
            lines.append(self._cards_of(replay.seat, hand.deal.hands[replay.seat]))
        header = "".join(" " * (self.columns - width(name)) + name for name in self.names)
        lines.append(f"  trick {header}  won by")
        return Part("bids", "\n".join(lines) + "\n")

    def _write_trick(self) -> Part:
        """The trick after the last one written; it is over in the engine."""
        number = self.trick_started
        self.trick_started += 1
        tricks = self.hand.tricks
        leader, *cards = tricks[number]
        players = self.hand.players
        winner = tricks[number + 1][0] if number + 1 < len(tricks) else self.hand.leader
        row = f"  {number + 1:6}"
        for seat in range(players):
            card = str(cards[(seat - int(leader)) % players])
            row += self.replay.paint.card(card, self.columns, ">" if seat == leader else "", strong=seat == winner)
        lines = [f"{row}  {self.names[int(winner)]}", *self.replay.asides(self.index, number)]
        return Part("trick", "\n".join(lines) + "\n")

    def end(self, step: HandEnds) -> Iterator[Part]:
        if not self.bids_written:
            yield self._write_bids()
        while self.trick_started < len(step.hand.tricks):
            yield self._write_trick()
        rows: list[tuple[str, Sequence[int | None]]] = [
            ("bid", step.hand.bids),
            ("taken", step.hand.taken),
            ("points", step.points),
            ("score", step.game.scores),
        ]
        lines = [f"  {label:6}" + "".join(f"{value!s:>{self.columns}}" for value in values) for label, values in rows]
        yield Part("result", "\n".join(lines) + "\n")


PRINTED_LINES = 4
"""Of what a bot printed before it ended: the error is told in the last ones, mostly."""
