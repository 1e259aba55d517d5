"""A game as one seat's bot gets it: every frame's bytes, while the cards and everybody's decisions are given.

The table asks and announces, `Outgoing` packs, the judge answers for the referee: what a switchboard does, without a
socket. All times are 0, so that frames depend on the game alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ohhell_protocol.messages import ANSWER_OF, VALUE_KEY
from ohhell_referee.bots.answers import Judge
from ohhell_referee.bots.events import Answered, Event, Request
from ohhell_referee.bots.frames import pack
from ohhell_referee.bots.instance import BotSpec, Instance
from ohhell_referee.rules.deals import Deal, Relabelling, derive_deal
from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.plan import HandPlan
from ohhell_referee.rules.seeds import first_dealer_of, suit_permutation
from ohhell_referee.rules.variant import Variant
from ohhell_referee.table import Answer, Ask, FaultPolicy, GameOrder, Table

SEATING = 1
KEY = bytes(32)
"""Of the table: first dealer and relabelled suits come from it, the deals do not."""
GAME_NAME = "5f3a"
PATIENT = FaultPolicy(max_per_game=1_000_000)

Deals = Callable[[HandPlan], Deal]
"""A hand's deal in the true suits."""


@dataclass(frozen=True)
class Wish:
    """What a seat answers: `value`, whether or not it is legal."""

    value: Any


Decide = Callable[[int, Ask], Wish]
"""Number of the step (the asks that go out together) and the ask, to the answer."""


class Line:
    """The connection of the seat that is watched."""

    def __init__(self) -> None:
        self._instance = Instance(BotSpec("watched", (), Path()), 1, "")
        self._judge = Judge(lambda instance, notice: instance.outgoing.add_notice(notice))
        self.frames: list[bytes] = []

    def post(self, notice: dict[str, Any]) -> None:
        self._instance.outgoing.add_notice({**notice, "game": GAME_NAME})

    def ask(self, ask: Ask) -> Request:
        instance = self._instance
        request = Request({**ask.body, "game": GAME_NAME, "id": instance.next_id}, ask.legal, ask.kind, 1000)
        request.id = instance.next_id
        instance.next_id += 1
        instance.outgoing.add_request(request)
        return request

    def flush(self) -> None:
        instance = self._instance
        if not instance.outgoing.messages:
            return
        payload, requests, clock = instance.outgoing.take(20.0)
        self.frames.append(payload)
        if clock is not None:
            instance.requests.update((request.id, request) for request in requests)
            instance.clock.sent(clock, 0.0)

    def answer(self, request: Request, wish: Wish) -> Answer:
        """What the table is told when the bot answers this; the bot is told of its fault with the next frame."""
        kind = ANSWER_OF[request.kind]
        events: list[Event] = []
        frame = pack([{"type": kind, "id": request.id, VALUE_KEY[kind]: wish.value}])
        self._judge.take(self._instance, frame, 0.0, events)
        (event,) = events
        if isinstance(event, Answered):
            return Answer(event.value, note=event.note)
        return Answer(None, event.fault_class)  # type: ignore[union-attr, arg-type]  # Faulted


@dataclass
class Watched:
    """One game, or its beginning."""

    frames: list[bytes]
    """Everything that was sent to the seat."""
    frames_at: list[int] = field(default_factory=list)
    """By step: how many frames had been sent when the step's asks were out."""
    steps: list[tuple[int, dict[int, Wish]]] = field(default_factory=list)
    """By step: the hand's index, and the answers by seat."""
    acts: list[list[tuple[int, int, Any]]] = field(default_factory=list)
    """By hand: step, seat and value of everything that was done in it, in the wire's suits."""


@contextmanager
def _dealt(deals: Deals, acts: list[list[tuple[int, int, Any]]], steps: list[Any]) -> Iterator[None]:
    """Deal these cards to the table, and note down what is done in the hands."""

    def deal(_key: bytes, _block: int, plan: HandPlan, _variant: Variant, _dealer: int) -> Deal:
        acts.append([])
        return deals(plan)

    act = Hand.act

    def note(hand: Hand, seat: int, value: Any, checked: bool = False) -> None:
        act(hand, seat, value, checked)
        acts[hand.plan.index].append((len(steps) - 1, seat, value))

    with patch("ohhell_referee.table.table.derive_deal", deal), patch.object(Hand, "act", note):
        yield


def watch(rules: Variant, deals: Deals, seat: int, decide: Decide, last_step: int | None = None) -> Watched:
    """Play a game, up to the asks of `last_step` where one is named, and keep what the seat was sent."""
    order = GameOrder("x", 0, SEATING, tuple("abcdefghij"[: rules.players]))
    table = Table(order, rules, KEY, PATIENT, wants_events=[other == seat for other in range(rules.players)])
    line = Line()
    watched = Watched(line.frames)
    play = table.play()
    answers: list[Answer] = []
    with _dealt(deals, watched.acts, watched.steps):
        while True:
            try:
                asks = play.send(answers) if watched.steps else next(play)
            except StopIteration:
                asks = []
            for _, notice in table.notices:
                line.post(notice)
            table.notices.clear()
            request = next((line.ask(ask) for ask in asks if ask.seat == seat), None)
            line.flush()
            watched.frames_at.append(len(line.frames))
            if not asks or len(watched.steps) == last_step:
                play.close()
                return watched
            step = len(watched.steps)
            wishes = {ask.seat: decide(step, ask) for ask in asks}
            watched.steps.append((asks[0].body["hand"], wishes))
            answers = [
                line.answer(request, wishes[seat])
                if request is not None and ask.seat == seat
                else Answer(wishes[ask.seat].value)
                for ask in asks
            ]


def disguise_of(rules: Variant, plan: HandPlan) -> Relabelling:
    """The suits of a hand on the wire."""
    return Relabelling(suit_permutation(KEY, rules, plan, 0, SEATING))


def dealt_from(key: bytes, rules: Variant) -> Deals:
    """Real deals of a seed's key."""
    game = Game(rules, first_dealer_of(KEY, 0, rules))
    return lambda plan: derive_deal(key, 0, plan, rules, game.dealer_of(plan))


def replayed(rules: Variant, plan: HandPlan, wire_deal: Deal, acts: list[tuple[int, Any]]) -> Hand:
    """The hand after these seats did these things. Raises IllegalAction where the cards do not allow it."""
    game = Game(rules, first_dealer_of(KEY, 0, rules))
    hand = game.start_hand(plan, wire_deal)
    for seat, value in acts:
        hand.act(seat, value)
    return hand


def chance_decisions(chance: random.Random, rules: Variant, watched_seat: int) -> Decide:
    """Legal values by chance; the watched seat now and then asks for what is not allowed."""
    pack_of_cards = deck_of(rules).cards

    def decide(_step: int, ask: Ask) -> Wish:
        if ask.seat == watched_seat and chance.random() < 0.1:
            if ask.kind == "play":
                wrong: list[Any] = [card for card in pack_of_cards if card not in ask.legal]
            else:
                wrong = ["X"] if ask.kind == "trump" else [ask.body["size"] + 1]
            if wrong:
                return Wish(chance.choice(wrong))
        return Wish(chance.choice(ask.legal))

    return decide
