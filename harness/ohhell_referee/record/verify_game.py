"""One recorded game against the rules and, where it is known, the seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ohhell_referee.record.game_record import Fault, GameRecord
from ohhell_referee.record.replay import Decision, Disagreement, HandEnds, HandStarts, walk
from ohhell_referee.rules.deals import derive_deal
from ohhell_referee.rules.seeds import first_dealer_of, suit_permutation
from ohhell_referee.rules.variant import JESTER, SUITS, WIZARD, Variant

_CONSEQUENCES = ("on_illegal", "on_timeout", "on_crash", "on_protocol_error")
_POLICY_OF = {
    "illegal": "on_illegal",
    "late": "on_timeout",
    "malformed": "on_protocol_error",
    "protocol": "on_protocol_error",
    "crash": "on_crash",
    "startup": "on_crash",
}


class GameDifference(NamedTuple):
    """Something recorded that should be otherwise; indices from 0, None where it is not about one hand or trick."""

    what: str
    hand: int | None = None
    trick: int | None = None


@dataclass(frozen=True, slots=True)
class GameCheck:
    """What every game of a journal is held against.

    Attributes:
        variant: the rules.
        key: of the seed; None where it is not known: then deals, first dealers and disguises are taken as recorded.
        disguise: whether suits were relabelled on the wire; None where the header does not say.
        faults: the fault policy of the header; empty where it has none.
    """

    variant: Variant
    key: bytes | None = None
    disguise: bool | None = None
    faults: Mapping[str, Any] = field(default_factory=dict)

    def differences(self, record: GameRecord) -> Iterator[GameDifference]:
        """Everything wrong with the game. After a move against the rules the rest of the game is not looked at."""
        house = _HouseCheck(record, self.variant)
        first_dealer = None if self.key is None else first_dealer_of(self.key, record.block, self.variant)
        scores: Sequence[int] = ()
        try:
            for step in walk(record, self.variant, first_dealer):
                if isinstance(step, Decision):
                    yield from house.look(step)
                elif isinstance(step, HandStarts):
                    yield from self._check_deal(record, step)
                else:
                    yield from _check_result(step)
                    scores = step.game.scores
        except Disagreement as error:
            yield GameDifference(error.what, error.hand, error.trick)
            return
        yield from house.unmet()
        if record.scores != tuple(scores):
            yield GameDifference(f"scores {list(record.scores)} recorded, the points add up to {list(scores)}")
        yield from _check_faults(record)
        yield from self._check_forfeits(record)
        places = places_with_forfeits(scores, record.forfeits)
        if record.places != places:
            yield GameDifference(f"places {list(record.places)} recorded, by the scores they are {list(places)}")

    def _check_deal(self, record: GameRecord, step: HandStarts) -> Iterator[GameDifference]:
        plan, recorded = step.plan, step.recorded
        if self.key is not None:
            deal = derive_deal(self.key, record.block, plan, self.variant, recorded.dealer)
            for seat, (by_record, by_seed) in enumerate(zip(recorded.deal, deal.hands, strict=True)):
                if by_record != by_seed:
                    what = f"seat {seat} was dealt {' '.join(by_record)}, the seed gives {' '.join(by_seed)}"
                    yield GameDifference(what, plan.index)
            if recorded.turned != deal.turned:
                what = f"{recorded.turned} was turned up, the seed gives {deal.turned}"
                yield GameDifference(what, plan.index)
            if deal.trump is not None and recorded.trump != deal.trump:
                yield GameDifference(f"trump {recorded.trump} recorded, the seed gives {deal.trump}", plan.index)
        if sorted(recorded.suits) != sorted(SUITS):
            yield GameDifference(f"suits {recorded.suits!r} is no order of the letters {SUITS}", plan.index)
            return
        if self.disguise is False:
            expected = SUITS
        elif self.disguise and self.key is not None:
            expected = suit_permutation(self.key, self.variant, plan, record.block, record.seating)
        else:
            return
        if recorded.suits != expected:
            what = f"suits {recorded.suits} recorded as the disguise, it was {expected}"
            yield GameDifference(what, plan.index)

    def _check_forfeits(self, record: GameRecord) -> Iterator[GameDifference]:
        """Who was handed over follows from the faults and the policy; a seat without faults was absent all game."""
        most = self.faults.get("max_per_game")
        if type(most) is not int or any(key not in self.faults for key in _CONSEQUENCES):
            return
        for seat in range(len(record.table)):
            faults = [fault for fault in record.faults if fault.seat == seat]
            lost = any(
                fault.fault_class in ("crash", "startup")
                or self.faults[_POLICY_OF[fault.fault_class]] == "forfeit"
                or count >= most
                for count, fault in enumerate(faults, start=1)
            )
            if lost and seat not in record.forfeits:
                yield GameDifference(f"seat {seat} is not among the forfeits, but its faults forfeit the game")
            if faults and not lost and seat in record.forfeits:
                yield GameDifference(f"seat {seat} is among the forfeits, but its faults do not forfeit the game")


def places_with_forfeits(scores: Sequence[int], forfeits: Sequence[int]) -> tuple[int, ...]:
    """Places by seat from 1, shared on ties; the seats in `forfeits` share the last one, whatever their scores."""
    rest = [score for seat, score in enumerate(scores) if seat not in forfeits]
    return tuple(
        len(rest) + 1 if seat in forfeits else 1 + sum(other > score for other in rest)
        for seat, score in enumerate(scores)
    )


def house_decision(kind: str, legal: Sequence[Any], variant: Variant) -> Any:
    """What the house policy decides among legal values in undisguised suits.

    The lowest bid, the lowest card (by rank, then C D H S), the first trump. Written apart from the table's own, so
    that each checks the other.
    """
    if kind != "play":
        return min(legal, key=(SUITS + "N").index) if kind == "trump" else min(legal)
    ranks = JESTER + variant.deck.ranks + WIZARD
    return min(legal, key=lambda card: (ranks.index(card[0]), SUITS.index(card[1])))


class _HouseCheck:
    """Decisions that are the house's by the record, and whether they are what the house would do.

    The record says of a fault in which hand and trick it was, and not whether it was about the bid, its revision or
    the trump: while bidding it is enough that one of the seat's decisions is the house's. A seat in `forfeits` was
    handed over after its last fault; from then on everything is the house's.
    """

    def __init__(self, record: GameRecord, variant: Variant) -> None:
        self._variant = variant
        self._substituted: dict[tuple[int, int, int], str] = {}
        """By hand, trick (-1 while bidding) and seat: what to say if the decision is not the house's."""
        self._lost_after: dict[int, tuple[int, int]] = dict.fromkeys(record.forfeits, (-1, -1))
        for fault in record.faults:
            moment = _moment(fault.hand, fault.trick)
            if fault.seat in self._lost_after:
                self._lost_after[fault.seat] = max(self._lost_after[fault.seat], moment)
            if fault.substituted:
                self._substituted[(*moment, fault.seat)] = _unmet_text(fault)

    def look(self, step: Decision) -> Iterator[GameDifference]:
        seat = step.seat
        moment = _moment(step.hand.plan.index, step.trick)
        key = (*moment, seat)
        lost = seat in self._lost_after and moment > self._lost_after[seat]
        if not lost and key not in self._substituted:
            return
        expected = house_decision(step.kind, step.legal, self._variant)
        if step.value == expected:
            self._substituted.pop(key, None)
        elif lost:
            what = f"seat {seat} was handed to the house, which would not decide {step.value} but {expected}"
            yield GameDifference(what, moment[0], step.trick)

    def unmet(self) -> Iterator[GameDifference]:
        """The substituted decisions that were not the house's, or that nobody had to make."""
        for (hand, trick, _), what in self._substituted.items():
            yield GameDifference(what, hand, None if trick < 0 else trick)


def _moment(hand: int, trick: int | None) -> tuple[int, int]:
    return hand, -1 if trick is None else trick


def _unmet_text(fault: Fault) -> str:
    return f"the decision of seat {fault.seat}, substituted after a {fault.fault_class} fault, is not the house's"


def _check_result(step: HandEnds) -> Iterator[GameDifference]:
    recorded, index = step.recorded, step.hand.plan.index
    if recorded.taken != tuple(step.hand.taken):
        what = f"tricks taken {list(recorded.taken)} recorded, {step.hand.taken} were won"
        yield GameDifference(what, index)
    if recorded.points != step.points:
        yield GameDifference(f"points {list(recorded.points)} recorded, by the rules {list(step.points)}", index)


def _check_faults(record: GameRecord) -> Iterator[GameDifference]:
    """Faults and notes must be about decisions of this game."""
    places = [("fault", fault.hand, fault.trick) for fault in record.faults]
    places += [("note", hand, trick) for hand, trick, _, _ in record.notes]
    for word, hand, trick in places:
        if hand >= len(record.hands) or (trick is not None and trick >= record.hands[hand].size):
            yield GameDifference(f"a {word} is recorded at a place that the game does not have", hand, trick)
    if list(record.forfeits) != sorted(set(record.forfeits)):
        yield GameDifference(f"forfeits {list(record.forfeits)} are not in order, or name a seat twice")
