"""No frame to a seat depends on cards that the seat may not see.

A game is played by chance and one seat's frames are kept. At some moment the cards that this seat cannot know (others'
unplayed cards, the cards that were not dealt, its own where it bids blind or from the forehead, a trump that lies face
down) change places among themselves, as far as everything that was done could have been done with them, and all later
hands get other cards. The same decisions are then taken again: up to that moment the seat must be sent the same bytes.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ohhell_referee.rules.deals import Deal, turned_trump
from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand, IllegalAction
from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.plan import HandPlan, hand_plan
from ohhell_referee.rules.presets import preset_names
from ohhell_referee.rules.variant import Variant
from ohhell_referee.rules.views import request_body
from support.dealing import VARIANTS
from support.watched_game import chance_decisions, dealt_from, disguise_of, replayed, watch

SWAPS = 12
SIZES = [1, 3, 8, 1]
"""Every preset's table of four plays these in place of its own hands."""
CHANGES: dict[str, dict[str, Any]] = {
    "as it is": {},
    "trump hidden": {"trump": {"reveal": "after_bids"}},
    "blind": {"view": [{"hands": {"size": 3}, "mode": "blind"}, {"hands": {"size": 1}, "mode": "blind"}]},
    "forehead": {"view": [{"hands": {"size": 1}, "mode": "forehead"}]},
    "at once": {"bids": {"order": "at_once", "hook": False, "revise": False, "zero_run": 0}},
    "forehead, trump hidden": {
        "view": [{"hands": {"size": 1}, "mode": "forehead"}],
        "trump": {"reveal": "after_bids"},
    },
    "blind, at once, trump hidden": {
        "view": [{"hands": {"size": 8}, "mode": "blind"}],
        "bids": {"order": "at_once", "hook": False, "revise": False, "zero_run": 0},
        "trump": {"reveal": "after_bids"},
    },
}


@cache
def preset_with(name: str, change: str) -> Variant:
    return resolve_variant({"preset": name, "schedule": {"hands": SIZES}, **CHANGES[change]}, 4)


# ---- what a seat cannot know, said apart from views.py


class Cards:
    """Where every card of the pack lies in one hand, in the wire's suits: places that can be swapped."""

    def __init__(self, rules: Variant, plan: HandPlan, deal: Deal) -> None:
        self.rules, self.plan = rules, plan
        self.hands = [list(cards) for cards in deal.hands]
        self.turned = deal.turned
        self.trump = deal.trump
        aside = Counter(deck_of(rules).cards)
        aside.subtract(card for cards in self.hands for card in cards)
        if plan.source == "turn_up" and deal.turned is not None:
            aside[deal.turned] -= 1
        self.aside = list(aside.elements())

    def deal(self) -> Deal:
        order = deck_of(self.rules).order.__getitem__
        trump = self.trump
        if self.plan.source == "turn_up" and self.turned is not None:
            trump = turned_trump(self.turned, deck_of(self.rules))
        return Deal(tuple(tuple(sorted(cards, key=order)) for cards in self.hands), self.turned, trump)

    def at(self, place: tuple[str, int, int]) -> str:
        kind, seat, number = place
        if kind == "turned":
            assert self.turned is not None
            return self.turned
        return self.aside[number] if kind == "aside" else self.hands[seat][number]

    def put(self, place: tuple[str, int, int], card: str) -> None:
        kind, seat, number = place
        if kind == "turned":
            self.turned = card
        elif kind == "aside":
            self.aside[number] = card
        else:
            self.hands[seat][number] = card

    def swap(self, one: tuple[str, int, int], other: tuple[str, int, int]) -> None:
        card = self.at(one)
        self.put(one, self.at(other))
        self.put(other, card)


def hidden_places(cards: Cards, hand: Hand, seat: int) -> list[tuple[str, int, int]]:
    """The places whose cards the seat cannot know at this moment of the hand."""
    plan, rules = cards.plan, cards.rules
    bids_missing = None in hand.bids
    face_down = rules.trump.reveal == "after_bids" and bids_missing
    places: list[tuple[str, int, int]] = [("aside", 0, number) for number in range(len(cards.aside))]
    if face_down and plan.source == "turn_up":
        places.append(("turned", 0, 0))
    for other in range(rules.players):
        own_is_hidden = plan.view == "forehead" or (plan.view == "blind" and bids_missing)
        others_are = plan.view != "forehead"
        if own_is_hidden if other == seat else others_are:
            unplayed = list(hand.cards[other])
            for number, card in enumerate(cards.hands[other]):
                shown = plan.source == "dealer_card" and card == cards.turned
                if card in unplayed and not shown:
                    unplayed.remove(card)
                    places.append(("hand", other, number))
    return places


def other_deal(
    rules: Variant, plan: HandPlan, deal: Deal, acts: list[tuple[int, Any]], seat: int, chance: random.Random
) -> tuple[Deal, int]:
    """Another deal that the seat cannot tell from this one after these acts, and how many places differ."""
    disguise = disguise_of(rules, plan)
    cards = Cards(rules, plan, disguise.deal(deal))
    places = hidden_places(cards, replayed(rules, plan, cards.deal(), acts), seat)
    if plan.source == "random" and rules.trump.reveal == "after_bids" and len(acts) < rules.players:
        cards.trump = chance.choice([suit for suit in deck_of(rules).suits if suit != cards.trump])
    before = cards.deal()
    for _ in range(SWAPS if len(places) > 1 else 0):
        one, other = chance.sample(places, 2)
        cards.swap(one, other)
        try:
            replayed(rules, plan, cards.deal(), acts)
        except IllegalAction:
            cards.swap(one, other)  # the seat has seen something done that these cards do not allow
    after = cards.deal()
    changed = sum(mine != yours for mine, yours in zip(before.hands, after.hands, strict=True))
    return disguise.inverse().deal(after), changed + (before.turned != after.turned)


# ---- the property


def compare(rules: Variant, seat: int, moment: float, chance: random.Random) -> tuple[list[bytes], list[bytes], int]:
    """The frames up to the moment (0: the first asks, 1: the game's end) with the one and the other cards."""
    deals = dealt_from(chance.randbytes(32), rules)
    whole = watch(rules, deals, seat, chance_decisions(chance, rules, seat))
    step = min(int(moment * len(whole.steps)), len(whole.steps) - 1)
    index = whole.steps[step][0]
    plan = plan_of(rules, index)
    acts = [(actor, value) for when, actor, value in whole.acts[index] if when < step]
    changed, places = other_deal(rules, plan, deals(plan), acts, seat, chance)
    later = dealt_from(chance.randbytes(32), rules)

    def dealt(plan: HandPlan) -> Deal:
        return changed if plan.index == index else deals(plan) if plan.index < index else later(plan)

    again = watch(rules, dealt, seat, lambda number, ask: whole.steps[number][1][ask.seat], last_step=step)
    return whole.frames[: whole.frames_at[step]], again.frames, places


def plan_of(rules: Variant, index: int) -> HandPlan:
    return hand_plan(rules, index, extra=index >= len(rules.hands))


SOME = settings(
    max_examples=12, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
MOMENTS = st.floats(0, 1)
CHANCES = st.integers(0, 2**32)


@pytest.mark.parametrize("name", VARIANTS)
@SOME
@given(data=st.data(), moment=MOMENTS, number=CHANCES)
def test_frames_do_not_depend_on_hidden_cards(name: str, data: st.DataObject, moment: float, number: int) -> None:
    rules = VARIANTS[name]
    seat = data.draw(st.integers(0, rules.players - 1))
    first, second, _ = compare(rules, seat, moment, random.Random(number))
    assert first == second


@pytest.mark.parametrize("name", preset_names())
@SOME
@given(change=st.sampled_from(sorted(CHANGES)), seat=st.integers(0, 3), moment=MOMENTS, number=CHANCES)
def test_frames_of_presets_do_not_depend_on_hidden_cards(
    name: str, change: str, seat: int, moment: float, number: int
) -> None:
    """Each preset as it is, with blind and forehead hands, with bids at once, with the trump hidden."""
    first, second, _ = compare(preset_with(name, change), seat, moment, random.Random(number))
    assert first == second


# ---- that the property would notice

TRIES = 40


def found(rules: Variant) -> tuple[int, int]:
    """Of forty games: in how many the frames differ, and in how many the hidden cards do."""
    chance = random.Random(rules.name)
    results = [compare(rules, number % rules.players, number / TRIES, chance) for number in range(TRIES)]
    return sum(first != second for first, second, _ in results), sum(places > 0 for _, _, places in results)


def shows_the_neighbours_card(game: Game, hand: Hand, seat: int) -> dict[str, Any]:
    return request_body(game, hand, seat) | {"seat": hand.deal.hands[seat - 1][0]}


def tells_the_trump_early(game: Game, hand: Hand, seat: int) -> dict[str, Any]:
    return request_body(game, hand, seat) | {"trump": hand.deal.trump}


def tells_how_many_trumps_are_out(game: Game, hand: Hand, seat: int) -> dict[str, Any]:
    trumps = sum(card[1] == hand.trump for cards in hand.cards for card in cards)
    return request_body(game, hand, seat) | {"hands": trumps}


def shows_every_forehead(hand: Hand, seat: int) -> tuple[str, ...]:
    assert 0 <= seat < hand.players
    return tuple(cards[0] for cards in hand.deal.hands)


LEAKS: dict[str, tuple[str, Any, str]] = {
    "a neighbour's card": ("ohhell_referee.table.table.request_body", shows_the_neighbours_card, "at once"),
    "a sum over all hands": ("ohhell_referee.table.table.request_body", tells_how_many_trumps_are_out, "must trump"),
    "a trump face down": ("ohhell_referee.table.table.request_body", tells_the_trump_early, "trump after the bids"),
    "a drawn trump": ("ohhell_referee.table.table.request_body", tells_the_trump_early, "random trump after the bids"),
    "the turned card, announced": (
        "ohhell_referee.table.notices.hand_start_body",
        lambda hand: {"type": "hand_start", "turned": hand.deal.turned},
        "trump after the bids",
    ),
    "a blind bidder's own cards": (
        "ohhell_referee.rules.views.visible_cards",
        lambda hand, seat: tuple(hand.cards[seat]),
        "blind",
    ),
    "the card on one's own forehead": (
        "ohhell_referee.rules.views.seen_cards",
        shows_every_forehead,
        "forehead",
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_noticed(leak: str) -> None:
    """Each of these changes frames as soon as it is let in, and the same games show none without it."""
    target, leaking, name = LEAKS[leak]
    rules = VARIANTS[name]
    differing, changed = found(rules)
    assert differing == 0
    assert changed > TRIES / 3
    with patch(target, leaking):
        assert found(rules)[0] > 0


def test_a_leak_in_the_text_of_an_error_is_noticed() -> None:
    """The watched seat asks for what is not allowed now and then, and is told why not."""
    with patch("ohhell_referee.bots.answers._clipped", lambda value: f"{value} {leaked[-1]}"):
        leaked: list[object] = []
        start_hand = Game.start_hand

        def remember(game: Game, plan: HandPlan, deal: Deal) -> Hand:
            leaked.append(deal)
            return start_hand(game, plan, deal)

        with patch.object(Game, "start_hand", remember):
            assert found(VARIANTS["at once"])[0] > 0
