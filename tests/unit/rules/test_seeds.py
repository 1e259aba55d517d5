"""What is drawn from a seed: against its written definition, and against values that must never change."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell_referee.rules.plan import hand_plan
from ohhell_referee.rules.seeds import (
    Stream,
    commitment,
    derive_bot_seed,
    draw_first_dealer,
    draw_seating_order,
    first_dealer_of,
    keyed_digest,
    seed_key,
    suit_permutation,
    suit_permutation_count,
)
from ohhell_referee.rules.variant import Variant
from support.dealing import VARIANTS, variant

KEY = seed_key("a seed")


def words(key: bytes, label: str, count: int) -> list[int]:
    """The stream's words, made from its definition."""
    found: list[int] = []
    block = 0
    while len(found) < count:
        digest = hmac.new(key, f"{label}#{block}".encode(), hashlib.sha256).digest()
        found += [digest[place] * 256 + digest[place + 1] for place in range(0, 32, 2)]
        block += 1
    return found[:count]


def test_the_key_is_the_hash_of_the_seeds_text() -> None:
    assert seed_key(7) == seed_key("7") == hashlib.sha256(b"ohhell-seed-1:7").digest()
    assert seed_key("café") == hashlib.sha256("ohhell-seed-1:café".encode()).digest()


def test_the_commitment_hides_the_key_behind_a_nonce() -> None:
    nonce = bytes(range(16))
    assert commitment(nonce, KEY) == hashlib.sha256(nonce + KEY).hexdigest()


@given(st.binary(min_size=1, max_size=100), st.binary(max_size=200))
def test_keyed_digests_are_hmac_sha_256(key: bytes, message: bytes) -> None:
    assert keyed_digest(key, message) == hmac.digest(key, message, "sha256")


def test_a_stream_reads_its_blocks_as_words_of_sixteen_bits() -> None:
    stream = Stream(KEY, "deal|17|3")
    assert [stream.below(1 << 16) for _ in range(50)] == words(KEY, "deal|17|3", 50)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 52, 1000, 40_000, 65_535, 65_536])
def test_numbers_below_a_bound_throw_the_uneven_rest_away(bound: int) -> None:
    accepted = 65_536 - 65_536 % bound
    expected = [word % bound for word in words(KEY, "x", 400) if word < accepted][:100]
    stream = Stream(KEY, "x")
    assert [stream.below(bound) for _ in range(100)] == expected


def test_a_large_bound_takes_two_words_the_high_one_first() -> None:
    bound = 3_000_000_000
    pairs = words(KEY, "x", 40)
    numbers = [high * 65_536 + low for high, low in zip(pairs[::2], pairs[1::2], strict=True)]
    stream = Stream(KEY, "x")
    expected = [number for number in numbers if number < bound]
    assert [stream.below(bound) for _ in expected] == expected


@given(st.integers(0, 70), st.data(), st.integers(0, 10_000))
def test_drawing_is_one_step_of_a_shuffle_after_the_other(size: int, data: st.DataObject, label: int) -> None:
    """The fast way to draw gives what the written steps give, whether or not a word is thrown away."""
    count = data.draw(st.integers(0, size))
    pile = list(range(size))
    slow = Stream(KEY, str(label))
    drawn = [pile.pop(slow.below(len(pile))) for _ in range(count)]
    fast = Stream(KEY, str(label))
    assert fast.draw(range(size), count) == drawn
    assert fast.below(1000) == slow.below(1000)


def test_some_draws_of_a_pack_meet_a_word_that_is_thrown_away() -> None:
    """The test above would mean little if its slow path were never needed."""
    assert any(max(words(KEY, str(label), 41)) >= 65_536 - 52 for label in range(1000))


def test_a_shuffle_of_more_items_than_a_word_counts_loses_none() -> None:
    items = list(range(66_000))
    Stream(KEY, "many").shuffle(items)
    assert items[:5] != [0, 1, 2, 3, 4]
    assert sorted(items) == list(range(66_000))


def test_every_order_of_four_items_is_as_likely_as_the_next() -> None:
    """Chi-squared over 24 orders and 24,000 shuffles; 49.7 is passed once in a thousand keys."""
    counts = Counter(tuple(Stream(KEY, f"fair|{number}").draw("abcd", 4)) for number in range(24_000))
    assert set(counts) == set(permutations("abcd"))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 49.7


def test_the_first_dealer_is_drawn_by_block() -> None:
    dealers = [draw_first_dealer(KEY, block, 4) for block in range(4000)]
    assert dealers[:3] == [Stream(KEY, f"dealer|{block}").below(4) for block in range(3)]
    assert all(900 < dealers.count(seat) < 1100 for seat in range(4))


def test_a_variant_may_name_its_first_dealer() -> None:
    assert first_dealer_of(KEY, 5, variant(game={"first_dealer": 2})) == 2
    assert first_dealer_of(KEY, 5, variant()) == draw_first_dealer(KEY, 5, 4)


def test_a_seating_order_is_an_order_of_the_line_up() -> None:
    orders = {draw_seating_order(KEY, block, 4) for block in range(500)}
    assert orders == set(permutations(range(4)))


def test_bot_seeds_are_hmac_and_differ_by_block_seating_and_seat() -> None:
    assert derive_bot_seed(KEY, 17, 2, 0) == hmac.digest(KEY, b"bot|17|2|0", "sha256").hex()
    seeds = {derive_bot_seed(KEY, *place) for place in ((1, 2, 3), (2, 1, 3), (1, 3, 2), (12, 3, 0), (1, 23, 0))}
    assert len(seeds) == 5


def test_values_that_must_never_change() -> None:
    """A journal of today must be verified by the program of tomorrow."""
    key = seed_key(20260301)
    assert key.hex() == "6c2089bb4a3a24667eb53c7a14732f4e078533e58c6a903b56f8809028d67510"
    assert draw_first_dealer(key, 0, 4) == 0
    assert draw_seating_order(key, 0, 4) == (3, 0, 1, 2)
    assert derive_bot_seed(key, 0, 0, 0) == "ce939896e7b971dfe23d4bc6f49d75412eb1e5e0835be0ce5564e06e3d5da4ce"
    assert suit_permutation(key, Variant(), hand_plan(Variant(), 0), 0, 0) == "CSHD"


# ---- disguise


def sets_of_suits(rules: Variant, index: int) -> set[str]:
    plan = hand_plan(rules, index)
    count = suit_permutation_count(rules, plan)
    return {suit_permutation(KEY, rules, plan, 3, seating) for seating in range(max(count, 1))}


@pytest.mark.parametrize(
    ("name", "index", "count", "fixed"),
    [
        ("cardgames-io", 0, 23, ""),
        ("last hand without trump", 2, 23, ""),
        ("cycle", 0, 5, "H"),
        ("cycle", 1, 5, "C"),
        ("cycle", 2, 23, ""),
        ("fixed", 0, 5, "S"),
        ("random trump", 0, 23, ""),
        ("highest bidder names", 0, 23, ""),
        ("pocha", 1, 5, "D"),
        ("romanian", 0, 23, ""),
        ("wizard", 0, 23, ""),
        ("twenty wizards", 0, 3, ""),
        ("two packs", 0, 23, ""),
        ("three suits, one card less", 0, 1, "CD"),
    ],
)
def test_suits_that_the_rules_tell_apart_keep_their_letters(name: str, index: int, count: int, fixed: str) -> None:
    """Trump of a cycle, a suit that counts double, a suit with other ranks; all others may change places."""
    rules = VARIANTS[name]
    assert suit_permutation_count(rules, hand_plan(rules, index)) == count
    found = sets_of_suits(rules, index)
    assert len(found) == count
    assert "CDHS" not in found
    for suits in found:
        assert sorted(suits) == sorted("CDHS")
        assert all(suits["CDHS".index(letter)] == letter for letter in fixed)


def test_a_multiplied_suit_matters_only_where_it_may_become_trump() -> None:
    rules = variant([3, 3], trump={"source": "cycle", "cycle": ("H", "N")}, score={"suit": {"D": 2}})
    assert suit_permutation_count(rules, hand_plan(rules, 0)) == 5
    assert suit_permutation_count(rules, hand_plan(rules, 1)) == 23


def test_two_suits_that_count_alike_may_change_places() -> None:
    rules = variant([3], score={"suit": {"D": 2, "S": 2}})
    assert sets_of_suits(rules, 0) == {"CSHD", "HDCS", "HSCD"}


def test_where_no_relabelling_exists_suits_stay_as_they_are() -> None:
    rules = variant([3], score={"suit": {"D": 2, "S": 3, "H": 4}})
    assert suit_permutation_count(rules, hand_plan(rules, 0)) == 0
    assert suit_permutation(KEY, rules, hand_plan(rules, 0), 0, 0) == "CDHS"


def test_seatings_beyond_the_relabellings_begin_again() -> None:
    rules = VARIANTS["three suits, one card less"]
    plan = hand_plan(rules, 0)
    assert {suit_permutation(KEY, rules, plan, 0, seating) for seating in range(4)} == {"CDSH"}


def test_relabellings_differ_from_hand_to_hand_and_block_to_block() -> None:
    rules = Variant()
    by_hand = {suit_permutation(KEY, rules, hand_plan(rules, index), 0, 0) for index in range(19)}
    by_block = {suit_permutation(KEY, rules, hand_plan(rules, 0), block, 0) for block in range(19)}
    assert len(by_hand) > 8
    assert len(by_block) > 8
