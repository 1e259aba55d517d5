"""What is known about a hand before its cards are dealt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.per_variant import per_variant
from ohhell_referee.rules.schedule import selects
from ohhell_referee.rules.variant import NO_TRUMP, Suit, Variant, ViewMode

PlanSource = Literal["turn_up", "dealer_card", "cut", "cycle", "fixed", "random", "none", "highest_bidder"]
"""A variant's trump source, but for `turn_up` with nothing left to turn, which becomes what `trump.exhausted` says."""


@dataclass(frozen=True, slots=True)
class HandPlan:
    """One hand of the schedule. A function of the variant and the hand's index alone: the dealer is not in it."""

    index: int
    """From 0; extra hands go on counting after the schedule's last."""
    size: int
    """Cards a player, and tricks."""
    trump: Suit | None
    """A suit or `N` where the variant alone decides it; None where cards, the seed or a seat will."""
    source: PlanSource
    view: ViewMode | None
    hook: bool
    """Whether the last bidder is hooked in this hand."""
    extra: bool
    """Whether the hand was added to the schedule to part a tie for the first place."""


def hand_plan(variant: Variant, index: int, extra: bool = False) -> HandPlan:
    """Return the plan of the hand with this index (from 0).

    An extra hand is of the largest size of the schedule. Selectors `first`, `last` and `hand` mean hands of the
    schedule; `max` and `size` select extra hands too.

    Raises ValueError where the hand cannot be played as the variant has it: more cards than the pack holds, no card
    left to turn and `trump.exhausted = "error"`, or a forehead hand of several cards.
    """
    plans = _plans(variant)
    plan = plans.get((index, extra))
    if plan is None:
        plan = plans[index, extra] = _make_plan(variant, index, extra)
    return plan


@per_variant
def _plans(_: Variant) -> dict[tuple[int, bool], HandPlan]:
    return {}


def _make_plan(variant: Variant, index: int, extra: bool) -> HandPlan:
    size = max(variant.hands) if extra else variant.hands[index]
    source, trump = _trump_of(variant, index, size, extra)
    view = next((rule.mode for rule in variant.view if selects(rule.hands, variant.hands, index, extra)), None)
    if view == "forehead" and size > 1:
        raise ValueError(f"hand {index + 1} has {size} cards: only hands of one card can be held on the forehead")
    bids = variant.bids
    hook = bids.hook and bids.order == "in_turn" and size >= bids.hook_min
    return HandPlan(index, size, trump, source, view, hook, extra)


def _trump_of(variant: Variant, index: int, size: int, extra: bool) -> tuple[PlanSource, Suit | None]:
    rules = variant.trump
    left = len(deck_of(variant).cards) - size * variant.players
    if left < 0:
        raise ValueError(f"hand {index + 1} needs {size * variant.players} cards, the pack has {-left} fewer")
    if rules.source == "none" or any(selects(hands, variant.hands, index, extra) for hands in rules.no_trump):
        return "none", NO_TRUMP
    if rules.source == "fixed" or rules.source == "cycle":
        return rules.source, rules.cycle[index % len(rules.cycle)]
    if rules.source != "turn_up" or left > 0:
        return rules.source, None
    if rules.exhausted == "no_trump":
        return "none", NO_TRUMP
    if rules.exhausted == "error":
        raise ValueError(f"hand {index + 1} deals every card: none is left to turn up for trump")
    return rules.exhausted, None
