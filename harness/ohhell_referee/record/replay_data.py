"""A recorded game as data for scripts: every decision with what was allowed, or with what one seat was shown.

Counting is the journal's: hands, tricks and seats from 0.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ohhell_referee.record.game_record import Fault, GameRecord
from ohhell_referee.record.replay import Decision, HandEnds, HandStarts, walk
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.variant import Variant
from ohhell_referee.rules.views import request_body, seen_cards

Data = dict[str, Any]


def replay_data(
    record: GameRecord,
    variant: Variant,
    *,
    seat: int | None = None,
    reveal_names: bool = False,
    only_hand: int | None = None,
) -> Data:
    """The game as plain data.

    Without `seat`: each decision of each seat, with the legal values. With it: that seat's decisions alone, each with
    the request as its bot got it (but for ids and clock, and in the record's suits); of the rest only what all see.

    Raises Disagreement where the record does not follow the rules.
    """
    data: Data = {"format": 1, "id": record.id}
    if seat is None:
        data |= {"block": record.block, "seating": record.seating}
    else:
        data |= {"seat": seat}
    data |= {
        "table": [name if seat in (None, at) or reveal_names else None for at, name in enumerate(record.table)],
        "variant": variant.name,
        "hands": [],
        "scores": list(record.scores),
        "places": list(record.places),
        "faults": [msgspec.to_builtins(fault) for fault in record.faults if seat in (None, fault.seat)],
        "forfeits": [at for at in record.forfeits if seat in (None, at)],
        "marks": list(record.marks),
    }
    current: Data = {}
    for step in walk(record, variant):
        if isinstance(step, HandStarts):
            current = _hand_data(step, seat)
            if only_hand in (None, step.plan.index):
                data["hands"].append(current)
        elif isinstance(step, Decision):
            if seat in (None, step.seat):
                current["decisions"].append(_decision_data(step, record, seat))
        else:
            _finish(current, step)
    return data


def _hand_data(step: HandStarts, seat: int | None) -> Data:
    hand, recorded = step.hand, step.recorded
    data: Data = {"hand": step.plan.index, "size": hand.size, "dealer": hand.dealer, "turned": recorded.turned}
    if seat is None:
        data |= {"suits": recorded.suits, "cards": [list(cards) for cards in recorded.deal]}
    else:
        data["cards"] = _cards_seen(hand, seat)
    data["decisions"] = []
    return data


def _cards_seen(hand: Hand, seat: int) -> list[list[str] | None]:
    """The hands that a seat saw before anything was played: its own, or with the card on the forehead the others'."""
    if hand.plan.view == "forehead":
        return [None if card is None else [card] for card in seen_cards(hand, seat)]
    return [list(cards) if at == seat else None for at, cards in enumerate(hand.deal.hands)]


def _decision_data(step: Decision, record: GameRecord, seat: int | None) -> Data:
    data: Data = {"kind": step.kind, "seat": step.seat, "trick": step.trick, "value": step.value}
    if seat is None:
        data["legal"] = list(step.legal)
    else:
        data["request"] = request_body(step.game, step.hand, step.seat)
    place = (step.hand.plan.index, step.trick, step.seat)
    notes = [text for hand, trick, at, text in record.notes if (hand, trick, at) == place]
    faults = [fault.fault_class for fault in record.faults if _place(fault) == place]
    # While bidding a seat may decide more than once; the record does not say which of these a note or fault is about.
    return data | ({"notes": notes} if notes else {}) | ({"faults": faults} if faults else {})


def _place(fault: Fault) -> tuple[int, int | None, int]:
    return fault.hand, fault.trick, fault.seat


def _finish(data: Data, step: HandEnds) -> None:
    hand = step.hand
    winners = [*(trick[0] for trick in hand.tricks[1:]), hand.leader]
    data |= {
        "trump": hand.trump,
        "bids": list(hand.bids),
        "tricks": [
            {"leader": trick[0], "cards": list(trick[1:]), "winner": winner}
            for trick, winner in zip(hand.tricks, winners, strict=True)
        ],
        "taken": list(hand.taken),
        "points": list(step.points),
        "scores": list(step.game.scores),
    }
