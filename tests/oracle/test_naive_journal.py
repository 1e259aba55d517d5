"""The reference follows the game of a record, and sees whatever was changed in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from ohhell_referee.rules.deals import derive_deal
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.seeds import first_dealer_of, seed_key
from ohhell_referee.rules.variant import Variant
from oracle import naive_journal

SEED = "a record"
BLOCK = 3


def record_of(variant: Variant) -> dict[str, Any]:
    """A game of lowest legal actions, as docs/record.md describes it."""
    key = seed_key(SEED)
    game = Game(variant, first_dealer_of(key, BLOCK, variant))
    hands: list[dict[str, Any]] = []
    while (plan := game.next_plan()) is not None:
        dealer = game.dealer_of(plan)
        deal = derive_deal(key, BLOCK, plan, variant, dealer)
        hand = game.start_hand(plan, deal)
        while (turn := hand.turn) is not None:
            hand.act(turn.seats[0], hand.legal(turn.seats[0])[0 if turn.kind != "revise" else -1])
        points = game.finish_hand(hand)
        record: dict[str, Any] = {"size": plan.size, "dealer": dealer, "trump": hand.trump, "turned": hand.turned}
        record |= {"deal": deal.hands, "bids": hand.bids, "tricks": hand.tricks, "taken": hand.taken, "points": points}
        if variant.bids.revise:
            record["revised"] = hand.revised
        if hand.named is not None:
            record["named"] = hand.named
        hands.append(record)
    line = {"block": BLOCK, "hands": hands, "scores": game.scores, "places": game.places()}
    copied: dict[str, Any] = json.loads(json.dumps(line))
    return copied


def change(*path: Any, to: Callable[[Any], Any]) -> Callable[[dict[str, Any]], None]:
    def apply(game: dict[str, Any]) -> None:
        place: Any = game
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to(place[path[-1]])

    return apply


CHANGES: dict[str, Callable[[dict[str, Any]], None]] = {
    "a bid": change("hands", 2, "bids", 1, to=lambda bid: bid + 9),
    "a card dealt": change("hands", 2, "deal", 1, 0, to=lambda card: "2C" if card != "2C" else "3C"),
    "the card turned up": change("hands", 2, "turned", to=lambda card: "2C" if card != "2C" else "3C"),
    "a card played": change("hands", 2, "tricks", 1, 2, to=lambda card: "2C" if card != "2C" else "3C"),
    "a leader": change("hands", 2, "tricks", 1, 0, to=lambda seat: (seat + 1) % 4),
    "tricks taken": change("hands", 2, "taken", 0, to=lambda won: won + 1),
    "points": change("hands", 2, "points", 0, to=lambda points: points + 1),
    "a score": change("scores", 0, to=lambda points: points + 1),
    "a place": change("places", 0, to=lambda place: place % 4 + 1),
    "a dealer": change("hands", 2, "dealer", to=lambda seat: (seat + 1) % 4),
    "a size": change("hands", 2, "size", to=lambda size: size + 1),
    "the last hand": change("hands", to=lambda hands: hands[:-1]),
    "one hand more": change("hands", to=lambda hands: [*hands, hands[-1]]),
    "the block": change("block", to=lambda block: block + 1),
}


@pytest.mark.parametrize("preset", ["cardgames-io", "bicycle", "blob", "wizard", "devils-bridge"])
def test_the_reference_follows_a_game(preset: str) -> None:
    variant = resolve_variant({"preset": preset}, 4)
    decisions = naive_journal.replay(variant, SEED, record_of(variant))
    assert decisions >= sum((size + 1) * 4 for size in variant.hands if size > 1)


@pytest.mark.parametrize("what", CHANGES)
def test_the_reference_sees_what_was_changed_in_a_game(what: str) -> None:
    variant = resolve_variant({"preset": "cardgames-io"})
    game = record_of(variant)
    CHANGES[what](game)
    with pytest.raises((AssertionError, ValueError)):
        naive_journal.replay(variant, SEED, game)


def test_the_reference_sees_a_made_bid_that_was_changed() -> None:
    variant = resolve_variant({"preset": "cardgames-io"})
    game = record_of(variant)
    made = [
        (hand, seat)
        for hand in game["hands"]
        for seat in range(4)
        if hand["bids"][seat] == hand["taken"][seat] and seat != hand["dealer"]
    ]
    hand, seat = made[0]
    hand["bids"][seat] += 1
    with pytest.raises(AssertionError):
        naive_journal.replay(variant, SEED, game)


def test_the_reference_sees_a_first_bid_that_was_the_last() -> None:
    variant = resolve_variant({"preset": "bicycle"})
    game = record_of(variant)
    seat, _ = game["hands"][0]["revised"][0]
    game["hands"][0]["revised"][0] = [seat, game["hands"][0]["bids"][seat]]
    with pytest.raises(AssertionError):
        naive_journal.replay(variant, SEED, game)


def test_the_reference_sees_a_trump_named_by_another_seat() -> None:
    variant = resolve_variant({"preset": "blob"})
    game = record_of(variant)
    game["hands"][0]["named"] = (game["hands"][0]["named"] + 1) % 4
    with pytest.raises(AssertionError):
        naive_journal.replay(variant, SEED, game)
