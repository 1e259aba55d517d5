"""docs/deals.md: the program deals as it is written there, step by step, and gives values that must never change."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell_referee.rules.deals import derive_deal
from ohhell_referee.rules.plan import HandPlan, hand_plan
from ohhell_referee.rules.seeds import (
    Stream,
    commitment,
    derive_bot_seed,
    draw_first_dealer,
    draw_seating_order,
    seed_key,
    suit_permutation,
)
from ohhell_referee.rules.variant import SUITS, Variant
from support import plain_deals
from support.dealing import VARIANTS

KEY = seed_key("deals")
VECTORS = json.loads((Path(__file__).parent / "vectors" / "deals.json").read_text(encoding="utf-8"))


# ---- the written algorithm, in the plainest words (support/plain_deals.py)


def hand_spec(rules: Variant, plan: HandPlan, block: int, dealer: int) -> dict[str, Any]:
    """All that somebody needs to deal a hand who has never seen this program."""
    deck = rules.deck
    return {
        "block": block,
        "hand": plan.index,
        "dealer": dealer,
        "players": rules.players,
        "size": plan.size,
        "how": plan.source,
        "known_trump": plan.trump,
        "pack": {
            "ranks": deck.ranks,
            "suits": deck.suits,
            "copies": deck.copies,
            "remove": list(deck.remove),
            "keep": deck.per_player * rules.players,
            "wizards": deck.wizards,
            "jesters": deck.jesters,
        },
    }


def suits_alike(rules: Variant, plan: HandPlan) -> list[str]:
    """The groups of suits that the rules of a hand tell from each other by nothing, as docs/deals.md has them."""
    ranks: dict[str, list[str]] = {suit: [] for suit in SUITS}
    for card in plain_deals.pack_of(hand_spec(rules, plan, 0, 0)["pack"]):
        ranks[card[1]].append(card[0])
    factors = {} if plan.trump is not None else rules.score.suit
    groups: dict[object, str] = {}
    for suit in SUITS:
        known = (tuple(ranks[suit]), suit == plan.trump, factors.get(suit, 1))
        groups[known] = groups.get(known, "") + suit
    return list(groups.values())


@given(st.integers(0, 10**6), st.integers(0, 18), st.integers(0, 3))
def test_deals_follow_the_written_steps(block: int, index: int, dealer: int) -> None:
    rules = Variant()
    assert_dealt_as_written(rules, hand_plan(rules, index), block, dealer)


@pytest.mark.parametrize("name", VARIANTS)
def test_deals_of_every_kind_follow_the_written_steps(name: str) -> None:
    rules = VARIANTS[name]
    for index in range(len(rules.hands)):
        for block in range(5):
            assert_dealt_as_written(rules, hand_plan(rules, index), block, (block + index) % rules.players)


def assert_dealt_as_written(rules: Variant, plan: HandPlan, block: int, dealer: int) -> None:
    deal = derive_deal(KEY, block, plan, rules, dealer)
    hands, turned, trump = plain_deals.deal(KEY, hand_spec(rules, plan, block, dealer))
    assert [" ".join(hand) for hand in deal.hands] == hands
    assert (deal.turned, deal.trump) == (turned, trump)


@pytest.mark.parametrize("name", VARIANTS)
def test_suits_on_the_wire_follow_the_written_steps(name: str) -> None:
    rules = VARIANTS[name]
    for index in range(min(3, len(rules.hands))):
        plan = hand_plan(rules, index)
        alike = suits_alike(rules, plan)
        for block in range(3):
            found = [suit_permutation(KEY, rules, plan, block, seating) for seating in range(26)]
            assert found == [plain_deals.suits_on_the_wire(KEY, alike, block, index, seating) for seating in range(26)]


# ---- values that must never change: a journal of today must be verified by the program of tomorrow


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda vector: f"{vector['variant']} {vector['hand']}")
def test_deals_that_must_never_change(vector: dict[str, Any]) -> None:
    """The same from the program and from the plain words, which know the vectors alone."""
    key = seed_key(VECTORS["seed"])
    expected = (vector["hands"], vector["turned"], vector["trump"])
    assert plain_deals.deal(key, vector) == expected
    rules = VARIANTS[vector["variant"]]
    plan = hand_plan(rules, vector["hand"])
    spec = hand_spec(rules, plan, vector["block"], vector["dealer"])
    assert {name: vector[name] for name in spec} == spec
    deal = derive_deal(key, vector["block"], plan, rules, vector["dealer"])
    assert ([" ".join(hand) for hand in deal.hands], deal.turned, deal.trump) == expected


def test_the_vectors_show_every_way_to_find_the_trump() -> None:
    found = {vector["how"] for vector in VECTORS["deals"]}
    assert found == {"turn_up", "dealer_card", "cut", "random", "none", "cycle", "highest_bidder"}
    assert {vector["trump"] for vector in VECTORS["deals"]} == {"C", "D", "H", "S", "N", None}


def test_keys_and_numbers_that_must_never_change() -> None:
    key = seed_key(VECTORS["seed"])
    assert key.hex() == plain_deals.key_of(VECTORS["seed"]).hex() == VECTORS["key"]
    nonce = bytes.fromhex(VECTORS["nonce"])
    assert commitment(nonce, key) == plain_deals.commitment(nonce, key) == VECTORS["commitment"]
    for vector in VECTORS["numbers"]:
        for words in (Stream(key, vector["label"]), plain_deals.Words(key, vector["label"])):
            assert [words.below(vector["bound"]) for _ in vector["numbers"]] == vector["numbers"]


def test_dealers_seatings_and_bot_seeds_that_must_never_change() -> None:
    key = seed_key(VECTORS["seed"])
    for draw in (draw_first_dealer, plain_deals.first_dealer):
        dealers = VECTORS["first_dealers"]
        assert [draw(key, block, dealers["players"]) for block in range(12)] == dealers["by_block"]
    for order in (draw_seating_order, plain_deals.seating_order):
        orders = VECTORS["seating_orders"]
        assert [list(order(key, block, orders["players"])) for block in range(6)] == orders["by_block"]
    for vector in VECTORS["bot_seeds"]:
        place = (vector["block"], vector["seating"], vector["seat"])
        assert derive_bot_seed(key, *place) == plain_deals.bot_seed(key, *place) == vector["bot_seed"]


@pytest.mark.parametrize("vector", VECTORS["suits"], ids=lambda vector: vector["variant"])
def test_suits_on_the_wire_that_must_never_change(vector: dict[str, Any]) -> None:
    key = seed_key(VECTORS["seed"])
    rules = VARIANTS[vector["variant"]]
    plan = hand_plan(rules, vector["hand"])
    assert suits_alike(rules, plan) == vector["alike"]
    for seating, suits in enumerate(vector["seatings"]):
        assert suit_permutation(key, rules, plan, vector["block"], seating) == suits
        place = (vector["block"], vector["hand"], seating)
        assert plain_deals.suits_on_the_wire(key, vector["alike"], *place) == suits


# ---- the page


def page() -> str:
    return (Path(__file__).parents[3] / "docs" / "deals.md").read_text(encoding="utf-8")


def test_the_example_of_the_written_page_holds() -> None:
    example = page()[page().index("## An example") :]
    rules = Variant()
    key = seed_key(VECTORS["seed"])
    plan = hand_plan(rules, 5)
    deal = derive_deal(key, 0, plan, rules, 3)
    for seat, hand in enumerate(deal.hands):
        assert f"| {seat} | {' '.join(hand)} |" in example
    assert f"| turned | {deal.turned} |" in example
    stream = Stream(key, "deal|0|5")
    words = [str(stream.below(65_536)) for _ in range(4)]
    orders = [" ".join(map(str, draw_seating_order(key, block, 4))) for block in range(3)]
    suits = Stream(key, "suits|0|5")
    for said in (
        key.hex(),
        commitment(bytes(range(16)), key),
        hmac.new(key, b"deal|0|5#0", hashlib.sha256).hexdigest(),
        " ".join(words),
        " ".join(str(draw_first_dealer(key, block, 4)) for block in range(5)),
        "{} (block 0), {} (block 1), {} (block 2)".format(*orders),
        derive_bot_seed(key, 0, 1, 2),
        " ".join(suit_permutation(key, rules, plan, 0, seating) for seating in range(4)),
        " ".join(str(suits.below(65_536)) for _ in range(4)),
    ):
        assert said in example


def test_the_packets_of_the_written_page_are_those_that_its_words_make() -> None:
    for suits, alike in (("all four", ["CDHS"]), ("C, D and S", ["CDS", "H"])):
        for parity, odd in (("odd", True), ("even", False)):
            packets = "; ".join(" ".join(packet) for packet in plain_deals.packets(alike, odd))
            assert f"| {suits} | {parity} | {packets} |" in page()
