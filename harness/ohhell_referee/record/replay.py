"""A recorded game stepped through the rules, decision by decision.

The record says what was dealt and decided; the rules say whose turn it was, what was allowed and what came of it.
Whoever walks a game sees the engine's own state at each step, and hears of the first point where record and rules
part. Verification, the text of a game, and feeding recorded requests to a bot are all walks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ohhell_referee.record.game_record import GameRecord, HandRecord
from ohhell_referee.rules.deals import Deal, turned_trump
from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand, IllegalAction, TurnKind
from ohhell_referee.rules.plan import HandPlan
from ohhell_referee.rules.variant import Variant


class Disagreement(Exception):
    """The record cannot have come about under the rules.

    Attributes:
        hand: index of the hand; None where it is about the game as a whole.
        trick: index of the trick, or None.
        what: a sentence for people.
    """

    def __init__(self, what: str, hand: int | None = None, trick: int | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.hand = hand
        self.trick = trick


def place_words(game: str | None, hand: int | None, trick: int | None) -> str:
    """`game b0s1, hand 3, trick 2`, as far as there is one: for people, who count from 1."""
    places = [f"game {game}"] if game is not None else []
    places += [f"hand {hand + 1}"] if hand is not None else []
    places += [f"trick {trick + 1}"] if trick is not None else []
    return ", ".join(places)


@dataclass(frozen=True, slots=True)
class HandStarts:
    """A hand has been dealt; nobody has acted. `game` and `hand` are the live engine: look, do not act."""

    game: Game
    hand: Hand
    plan: HandPlan
    recorded: HandRecord


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat is about to do what the record says; the engine stands just before it.

    `trick` is the index of the trick, None while bidding or naming the trump.
    """

    game: Game
    hand: Hand
    kind: TurnKind
    seat: int
    value: Any
    legal: Sequence[Any]
    trick: int | None


@dataclass(frozen=True, slots=True)
class HandEnds:
    """A hand has been played out and scored by the rules. `points` and `game.scores` are the engine's."""

    game: Game
    hand: Hand
    recorded: HandRecord
    points: tuple[int, ...]


Step = HandStarts | Decision | HandEnds


def walk(record: GameRecord, variant: Variant, first_dealer: int | None = None) -> Iterator[Step]:
    """Step through a game. `first_dealer` is a seat; None takes the record's word for it.

    Raises Disagreement at the first thing recorded that the rules do not allow. What the record says of tricks won,
    points, scores and places is not looked at: compare them with the engine's.
    """
    if len(record.table) != variant.players:
        raise Disagreement(f"{len(record.table)} seats at the table, the variant has {variant.players}")
    if not record.hands:
        raise Disagreement("no hand is recorded")
    game = Game(variant, record.hands[0].dealer if first_dealer is None else first_dealer)
    for index, recorded in enumerate(record.hands):
        plan = game.next_plan()
        if plan is None:
            raise Disagreement(f"{len(record.hands)} hands are recorded, the game was over after {index}", index)
        yield from _walk_hand(game, plan, recorded)
    if game.next_plan() is not None:
        raise Disagreement(f"the game was not over after the {len(record.hands)} hands recorded")


def _walk_hand(game: Game, plan: HandPlan, recorded: HandRecord) -> Iterator[Step]:
    index = plan.index
    dealer = game.dealer_of(plan)
    if recorded.size != plan.size:
        raise Disagreement(f"{recorded.size} cards a player recorded, the schedule has {plan.size}", index)
    if recorded.dealer != dealer:
        raise Disagreement(f"dealer {recorded.dealer} recorded, it was seat {dealer}'s turn to deal", index)
    hand = game.start_hand(plan, recorded_deal(recorded, plan, game.variant))
    yield HandStarts(game, hand, plan, recorded)
    first_bids = dict(recorded.revised)
    while (turn := hand.turn) is not None:
        kind = turn.kind
        seat = turn.seats[0]
        trick = len(hand.tricks) if kind == "play" else None
        value: Any
        if kind == "play":
            value = _recorded_card(hand, recorded)
        elif kind == "trump":
            value = recorded.trump
        elif kind == "bid":
            value = first_bids.get(seat, recorded.bids[seat])
        else:
            value = recorded.bids[seat]
        try:
            hand.verify_action(seat, value)
        except IllegalAction as error:
            what = f"seat {seat}: {_WORDS[kind]} {value} is not allowed: {error.reason}"
            raise Disagreement(what, index, trick) from None
        yield Decision(game, hand, kind, seat, value, hand.legal(seat), trick)
        hand.act(seat, value, checked=True)
    _check_end(hand, recorded)
    points = game.finish_hand(hand)
    yield HandEnds(game, hand, recorded, points)


_WORDS = {"bid": "the bid", "revise": "the revised bid", "trump": "the trump", "play": "the card"}


def _recorded_card(hand: Hand, recorded: HandRecord) -> Any:
    """The card that the record has for the seat whose turn it is."""
    number = len(hand.tricks)
    if number >= len(recorded.tricks):
        raise Disagreement(f"{len(recorded.tricks)} tricks recorded, the hand has {hand.size}", hand.plan.index)
    _check_trump(hand, recorded)
    trick = recorded.tricks[number]
    if trick[0] != hand.leader:
        what = f"seat {trick[0]} is recorded as the leader, it was seat {hand.leader}'s lead"
        raise Disagreement(what, hand.plan.index, number)
    return trick[1 + len(hand.trick)]


def _check_trump(hand: Hand, recorded: HandRecord) -> None:
    if hand.trump != recorded.trump:
        raise Disagreement(f"trump {recorded.trump} recorded, by the rules it is {hand.trump}", hand.plan.index)


def _check_end(hand: Hand, recorded: HandRecord) -> None:
    """What no single decision shows. A hand on the forehead plays itself, so that its tricks are looked at here."""
    index = hand.plan.index
    _check_trump(hand, recorded)
    for number, (by_rules, by_record) in enumerate(zip(hand.tricks, recorded.tricks, strict=False)):
        if by_rules != by_record:
            raise Disagreement(f"trick {list(by_record)} recorded, {list(by_rules)} was played", index, number)
    if len(recorded.tricks) != len(hand.tricks):
        raise Disagreement(f"{len(recorded.tricks)} tricks recorded, the hand has {hand.size}", index)
    if recorded.revised != tuple(hand.revised):
        raise Disagreement(f"revised bids {list(recorded.revised)} recorded, they were {hand.revised}", index)
    if recorded.named != hand.named:
        raise Disagreement(f"seat {recorded.named} is recorded to have named the trump, it was {hand.named}", index)


def recorded_deal(recorded: HandRecord, plan: HandPlan, variant: Variant) -> Deal:
    """The recorded deal as the rules take it. Raises Disagreement where no pack of the variant gives it."""
    deck = deck_of(variant)
    index = plan.index
    for seat, cards in enumerate(recorded.deal):
        unknown = [card for card in cards if card not in deck.suit_of]
        if unknown:
            raise Disagreement(f"seat {seat} was dealt {unknown[0]!r}, which is not in the pack", index)
        if len(cards) != plan.size:
            raise Disagreement(f"seat {seat} was dealt {len(cards)} cards, not {plan.size}", index)
        if list(cards) != sorted(cards, key=deck.order.__getitem__):
            raise Disagreement(f"the cards of seat {seat} are not in order", index)
    dealt = Counter(card for cards in recorded.deal for card in cards)
    turned = recorded.turned
    turns = plan.source in ("turn_up", "dealer_card", "cut")
    if (turned is not None) != turns:
        raise Disagreement(f"{turned or 'no card'} was turned up, by the rules {'one' if turns else 'none'} is", index)
    if turned is not None:
        if turned not in deck.suit_of:
            raise Disagreement(f"{turned!r} was turned up, which is not in the pack", index)
        if plan.source == "turn_up":
            dealt[turned] += 1
        elif plan.source == "dealer_card" and turned not in recorded.deal[recorded.dealer]:
            raise Disagreement(f"{turned} was turned up, which the dealer does not hold", index)
    pack = Counter(deck.cards)
    twice = [card for card, count in dealt.items() if count > pack[card]]
    if twice:
        raise Disagreement(f"{twice[0]} was dealt {dealt[twice[0]]} times, the pack has {pack[twice[0]]}", index)
    if turned is not None:
        return Deal(recorded.deal, turned, turned_trump(turned, deck))
    if plan.source == "random":
        if recorded.trump not in deck.suits:
            raise Disagreement(f"trump {recorded.trump} was drawn, which is no suit of the pack", index)
        return Deal(recorded.deal, None, recorded.trump)
    return Deal(recorded.deal, None, plan.trump)
