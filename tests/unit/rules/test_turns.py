"""What is looked up for every hand of a variant: the turns, the tables of bids, the short way of play, the memory."""

from __future__ import annotations

from typing import Any

import pytest

from ohhell_referee.rules.per_variant import MOST_KEPT, per_variant
from ohhell_referee.rules.turns import BID_TURNS, MOST_PLAYERS, PLAY_TURNS, REVISE_TURNS, TRUMP_TURNS, Turn, hand_rules
from ohhell_referee.rules.variant import Variant
from support.dealing import variant


@pytest.mark.parametrize(
    ("kind", "turns"), [("bid", BID_TURNS), ("revise", REVISE_TURNS), ("trump", TRUMP_TURNS), ("play", PLAY_TURNS)]
)
def test_there_is_a_turn_of_each_kind_for_each_seat(kind: Any, turns: tuple[Turn, ...]) -> None:
    assert turns == tuple(Turn(kind, (seat,)) for seat in range(MOST_PLAYERS))


@pytest.mark.parametrize(
    ("changes", "plain"),
    [
        ({}, True),
        ({"bids": {"hook": False}}, True),
        ({"deck": {"copies": 2}}, True),
        ({"deck": {"ranks": "24567JQK3A"}}, True),
        ({"play": {"first_lead": "highest_bidder"}}, True),
        ({"play": {"void": "trump"}}, False),
        ({"play": {"must_beat": True}}, False),
        ({"play": {"trump_lead": "broken"}}, False),
        ({"deck": {"wizards": 1}}, False),
        ({"deck": {"jesters": 1}}, False),
        ({"deck": {"copies": 2, "equal_card": "last"}}, False),
    ],
)
def test_the_short_way_is_for_games_in_which_following_suit_is_the_only_rule(
    changes: dict[str, Any], plain: bool
) -> None:
    assert hand_rules(variant([3], **changes)).plain is plain


def test_bids_of_the_last_bidder_by_size_and_total() -> None:
    """The last column stands for every total beyond the size."""
    rules = hand_rules(variant([3, 1]))
    assert rules.free_bids == [(0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)]
    assert rules.hooked_bids[3] == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3), (0, 1, 2, 3)]
    assert rules.hooked_bids[1] == [(0,), (1,), (0, 1)]


def test_seats_go_round() -> None:
    rules = hand_rules(variant([3], game={"players": 3}))
    assert rules.next_seat == (1, 2, 0)
    assert rules.orders == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_what_belongs_to_a_variant_is_made_once_and_never_given_to_another() -> None:
    """Variants are told apart by identity: equal ones have results of their own."""
    made: list[Variant] = []

    @per_variant
    def number(rules: Variant) -> int:
        made.append(rules)
        return len(made)

    first, twin = variant([3]), variant([3])
    assert first == twin
    assert [number(first), number(twin), number(first), number(twin)] == [1, 2, 1, 2]


def test_the_memory_does_not_grow_without_bounds() -> None:
    """It begins anew when it is full, and a result that was forgotten is made again."""
    made: list[int] = []

    @per_variant
    def size(rules: Variant) -> int:
        made.append(rules.hands[0])
        return rules.hands[0]

    variants = [variant([number]) for number in range(1, MOST_KEPT + 2)]
    assert [size(rules) for rules in variants] == list(range(1, MOST_KEPT + 2))
    assert size(variants[0]) == 1
    assert made == [*range(1, MOST_KEPT + 2), 1]
    assert size(variants[-1]) == MOST_KEPT + 1
    assert len(made) == MOST_KEPT + 2
