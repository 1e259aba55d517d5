"""Legal bids: the hook, and the limit on zeros in a row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell_referee.rules.bidding import hooked_bid, legal_bids
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.plan import hand_plan
from ohhell_referee.rules.variant import Variant
from support.dealing import bid_all, hand_of, variant
from support.vectors import rows

BID_RULES = {"hook": {}, "no hook": {"hook": False}, "hook_min 4": {"hook_min": 4}}


def hand_of_size(rules: Variant) -> Hand:
    """Any cards at all, as many as the first hand has."""
    size = rules.hands[0]
    pack = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    hands = [" ".join(pack[seat * size : (seat + 1) * size]) for seat in range(rules.players)]
    return hand_of(rules, hands)


@pytest.mark.parametrize("row", rows("legal_bids"), ids=lambda row: f"{row['rule']} {row['size']}: {row['bids']}")
def test_legal_bids_by_the_table(row: dict[str, str]) -> None:
    """The bids so far, and what the next seat may bid; the same from the rule and from a hand."""
    players, size = int(row["players"]), int(row["size"])
    rules = variant([size], game={"players": players}, bids=BID_RULES[row["rule"]])
    bids = [int(bid) for bid in row["bids"].split()]
    legal = tuple(int(bid) for bid in row["legal"].split())
    last = len(bids) == players - 1
    assert hooked_bid(hand_plan(rules, 0), sum(bids), last) == (int(row["forbidden"]) if row["forbidden"] else None)
    assert legal_bids(hand_plan(rules, 0), bids, last, 0) == legal
    hand = hand_of_size(rules)
    bid_all(hand, *bids)
    assert hand.choices == legal


@given(st.integers(1, 13), st.lists(st.integers(0, 13), max_size=9), st.booleans(), st.integers(0, 5), st.booleans())
def test_there_is_always_a_legal_bid(size: int, earlier: list[int], last: bool, zero_run: int, hook: bool) -> None:
    plan = hand_plan(variant([size], bids={"hook": hook}), 0)
    legal = legal_bids(plan, earlier, last, zero_run)
    assert legal
    assert set(legal) <= set(range(size + 1))
    if hook and last:
        assert size - sum(earlier) not in legal


def test_a_total_beyond_the_size_forbids_nothing() -> None:
    plan = hand_plan(variant([5]), 0)
    assert [hooked_bid(plan, total, last=True) for total in (0, 4, 5, 6, 40)] == [5, 1, 0, None, None]


def test_only_the_last_bidder_is_hooked() -> None:
    plan = hand_plan(variant([5]), 0)
    assert hooked_bid(plan, 4, last=False) is None


@pytest.mark.parametrize(
    ("earlier", "zero_run", "no_zero"),
    [
        ([], 1, False),
        ([0], 1, True),
        ([0], 2, False),
        ([1, 0, 0], 2, True),
        ([0, 0, 1], 2, False),
        ([0, 1, 0], 2, False),
        ([0, 0, 0], 3, True),
        ([0, 0, 0], 0, False),
    ],
)
def test_zeros_in_a_row(earlier: list[int], zero_run: int, no_zero: bool) -> None:
    """With the limit k the bid after k zeros must be higher; another bid between them ends the row."""
    plan = hand_plan(variant([5]), 0)
    legal = legal_bids(plan, earlier, False, zero_run)
    assert legal == ((1, 2, 3, 4, 5) if no_zero else (0, 1, 2, 3, 4, 5))


def test_the_limit_on_zeros_holds_in_a_hand_and_says_why() -> None:
    hand = hand_of_size(variant([5], bids={"zero_run": 2}))
    bid_all(hand, 0, 0)
    assert hand.choices == (1, 2, 3, 4, 5)
    with pytest.raises(ValueError, match="zero has been bid 2 times in a row"):
        hand.act(2, 0)
    bid_all(hand, 1)
    assert hand.choices == (0, 1, 2, 3, 5)
