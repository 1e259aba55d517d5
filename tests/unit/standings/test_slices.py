"""`--slice`, and the statistics of bidding that it chooses hands for."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from ohhell_referee.record.game_record import HandRecord
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.standings.bidding import BiddingTally
from ohhell_referee.standings.results import Selection
from ohhell_referee.standings.slices import HandSlice, SliceError, parse_slices
from support.records import play_record, variant_of

VARIANT = variant_of({"preset": "cardgames-io"})
GAMES = [
    play_record(VARIANT, seed_key(7), block, seating, "abcd"[seating:] + "abcd"[:seating])
    for block in range(12)
    for seating in range(2)
]


def tally(hands: HandSlice | None = None) -> BiddingTally:
    made = BiddingTally(hands or HandSlice())
    for game in GAMES:
        made.add(game, lambda _: True, lambda size: size >= 2)
    return made


def test_the_whole_is_every_hand_of_every_bot() -> None:
    rows = tally().rows()
    assert [row.name for row in rows] == ["a", "b", "c", "d"]
    assert all(row.hands == 24 * 19 for row in rows)


def test_rates_are_what_the_records_say() -> None:
    """Counted by hand for one bot."""
    hands = [(hand, game.table.index("b")) for game in GAMES for hand in game.hands]
    row = tally().rows()[1]
    off = [hand.taken[seat] - hand.bids[seat] for hand, seat in hands]
    zeros = [hand.taken[seat] for hand, seat in hands if hand.bids[seat] == 0]
    wanted = {
        "exact": sum(x == 0 for x in off) / len(off),
        "over": sum(x > 0 for x in off) / len(off),
        "under": sum(x < 0 for x in off) / len(off),
        "miss": sum(map(abs, off)) / len(off),
        "bid": sum(hand.bids[seat] for hand, seat in hands) / len(off),
        "taken": sum(hand.taken[seat] for hand, seat in hands) / len(off),
        "zero_bids": len(zeros) / len(off),
        "zeros_made": zeros.count(0) / len(zeros),
        "points": sum(hand.points[seat] for hand, seat in hands) / len(off),
    }
    for key, value in wanted.items():
        rate = getattr(row, key)
        assert rate.value == pytest.approx(value), key
        assert rate.interval is not None
        assert rate.interval[0] < value < rate.interval[1]


def test_an_interval_comes_from_how_blocks_differ() -> None:
    """Points a hand by hand: mean of the blocks' sums around the whole, Student's t with eleven degrees of freedom."""
    sums = dict.fromkeys(range(12), 0)
    for game in GAMES:
        sums[game.block] += sum(hand.points[game.table.index("a")] for hand in game.hands)
    mean = sum(sums.values()) / (24 * 19)
    error = math.sqrt(sum((x - mean * 38) ** 2 for x in sums.values()) * 12 / 11) / (24 * 19)
    points = tally().rows()[0].points
    assert points is not None
    assert points.interval == pytest.approx((mean - 2.200985 * error, mean + 2.200985 * error))


KEPT: dict[str, Callable[[HandRecord, int], bool]] = {
    "size=1..3": lambda hand, _: hand.size <= 3,
    "size=1 size=9..": lambda hand, _: hand.size == 1 or hand.size >= 9,
    "size=2,4": lambda hand, _: hand.size in (2, 4),
    "trump=S,H": lambda hand, _: hand.trump in ("S", "H"),
    "trump=suit": lambda hand, _: hand.trump != "N",
    "seat=1": lambda _, after_dealer: after_dealer == 1,
    "seat=4": lambda _, after_dealer: after_dealer == 4,
    "hook=yes": lambda hand, _: hand.size >= 2,
    "hook=no": lambda hand, _: hand.size < 2,
    "size=..4 trump=C seat=2..3": lambda hand, after: hand.size <= 4 and hand.trump == "C" and after in (2, 3),
}


@pytest.mark.parametrize("texts", KEPT)
def test_a_slice_keeps_the_hands_it_names(texts: str) -> None:
    """Seat 1 is the dealer's left, seat 4 of four the dealer."""
    for row in tally(parse_slices(texts.split()).hands).rows():
        count = sum(
            KEPT[texts](hand, (game.table.index(row.name) - hand.dealer - 1) % 4 + 1)
            for game in GAMES
            for hand in game.hands
        )
        assert row.hands == count


def test_slices_of_games_narrow_the_selection() -> None:
    slices = parse_slices(["opponent=a, b", "block=0..9", "block=20.."])
    selection = slices.narrow(Selection(exclude=frozenset({"x"})))
    assert selection.opponents == {"a, b"}
    assert selection.exclude == {"x"}
    assert [block for block in range(30) if selection.game(block, ("a, b",), False)] == [*range(10), *range(20, 30)]
    assert not selection.game(3, ("c",), False)
    assert not selection.game("not a number", ("a, b",), False)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sise=3", "Did you mean 'size'?"),
        ("colour=red", "The slices are size, trump, seat, hook, opponent, block."),
        ("size", "write size=VALUE"),
        ("size=", "write size=VALUE"),
        ("size=x", "write a number or a range"),
        ("size=5..2", "from the smaller number to the larger"),
        ("size=-1", "from the smaller number to the larger"),
        ("trump=Z", "write C, D, H, S, N (no trump) or suit"),
        ("hook=maybe", "write hook=yes or hook=no"),
    ],
)
def test_a_slice_that_cannot_be_understood_says_what_can(text: str, says: str) -> None:
    with pytest.raises(SliceError) as caught:
        parse_slices([text])
    assert says in str(caught.value)
    assert text.partition("=")[0] in str(caught.value)


def test_few_blocks_give_rates_without_intervals() -> None:
    few = BiddingTally()
    for game in GAMES[:18]:
        few.add(game, lambda _: True, lambda _: None)
    assert all(row.exact is not None and row.exact.interval is None for row in few.rows())
