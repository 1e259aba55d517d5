"""The program finds as many ways to bid and to play as count_tables.json has, which the reference counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from typing import Any

import pytest

from ohhell_referee.rules.deals import Deal
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.plan import hand_plan
from ohhell_referee.rules.variant import Variant
from oracle.count_tables import FILE, count_table, small_variant, tables

ROWS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
TABLES = list(tables())

Moves = tuple[tuple[int, Any], ...]
"""Seat and value, one after the other."""


class Counting:
    """The ways through one hand, by the program: every node is reached anew from the first bid on."""

    def __init__(self, variant: Variant, row: dict[str, Any]) -> None:
        self.variant = variant
        self.row = row
        hands = tuple(tuple(cards.split()) for cards in row["dealt"])
        self.deal = Deal(hands, row["turned"], row["trump"])
        self.plan = hand_plan(variant, row["hand"])

    def after(self, moves: Moves) -> Hand:
        hand = Hand(self.variant, self.plan, self.deal, self.row["dealer"])
        for seat, value in moves:
            hand.act(seat, value)
        return hand

    def next_hands(self, moves: Moves, hand: Hand) -> Iterator[tuple[Moves, Hand]]:
        """Each thing that may be done, with the hand after it. The last one takes the hand itself along."""
        assert hand.turn is not None
        seat = hand.turn.seats[0]
        *others, last = hand.legal(seat)
        for value in others:
            longer = (*moves, (seat, value))
            yield longer, self.after(longer)
        hand.act(seat, last)
        yield (*moves, (seat, last)), hand

    def ways(self) -> dict[str, dict[str, Any]]:
        groups: dict[str, dict[str, Any]] = {}

        def follow_bids(moves: Moves, hand: Hand) -> None:
            if hand.turn is not None and hand.turn.kind != "play":
                for longer, after in self.next_hands(moves, hand):
                    follow_bids(longer, after)
                return
            leader = hand.leader if hand.turn is not None else hand.tricks[0][0]
            group = groups.setdefault(f"{hand.trump} {leader}", {"bids": 0, "cards": Counter()})
            group["bids"] += 1
            if group["bids"] == 1:
                self.count_cards(moves, hand, group["cards"])

        follow_bids((), self.after(()))
        return groups

    def count_cards(self, moves: Moves, hand: Hand, counts: Counter[str]) -> None:
        if hand.turn is None:
            counts[" ".join(map(str, hand.taken))] += 1
            return
        for longer, after in self.next_hands(moves, hand):
            self.count_cards(longer, after, counts)


def rows_of(preset: str, players: int, sizes: Sequence[int] = (1, 2, 3, 4)) -> list[dict[str, Any]]:
    rows = [row for row in ROWS if (row["preset"], row["players"]) == (preset, players)]
    return [row for row in rows if len(row["dealt"][0].split()) in sizes]


def test_the_file_has_every_table_and_every_hand_of_it() -> None:
    assert [(row["preset"], row["players"], row["hand"]) for row in ROWS] == [
        (*table, hand) for table in TABLES for hand in range(len(small_variant(*table).hands))
    ]


def check_the_program(preset: str, players: int, sizes: Sequence[int]) -> None:
    variant = small_variant(preset, players)
    for row in rows_of(preset, players, sizes):
        assert Counting(variant, row).ways() == row["ways"], row


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_the_program_finds_the_ways_that_the_reference_counted(preset: str, players: int) -> None:
    check_the_program(preset, players, (1, 2, 3))


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), [table for table in TABLES if table[1] == 3])
def test_the_program_finds_the_ways_through_four_cards_that_the_reference_counted(preset: str, players: int) -> None:
    check_the_program(preset, players, (4,))


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_the_reference_counts_hands_of_one_and_two_cards_as_the_file_has_them(preset: str, players: int) -> None:
    assert count_table(preset, players, largest=2) == rows_of(preset, players, (1, 2))


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_the_reference_counts_every_hand_as_the_file_has_it(preset: str, players: int) -> None:
    assert count_table(preset, players) == rows_of(preset, players)


@pytest.mark.parametrize("row", [row for row in ROWS if row["preset"] in ("bga", "spruce", "boerenbridge", "plump")])
def test_the_counts_of_bids_are_those_of_the_formula(row: dict[str, Any]) -> None:
    """P players have (n + 1)^P bids in all; C(n + P - 1, P - 1) of them total n, which is what the hook forbids."""
    variant = small_variant(row["preset"], row["players"])
    size, players = variant.hands[row["hand"]], row["players"]
    hooked = variant.bids.hook and size >= variant.bids.hook_min
    expected = (size + 1) ** players - (comb(size + players - 1, players - 1) if hooked else 0)
    assert sum(group["bids"] for group in row["ways"].values()) == expected
