"""Bots that always, or nearly always, finish above others: bounds instead of intervals."""

from __future__ import annotations

import random

import pytest

from ohhell_referee.standings.model import Anchor, Pair, Standings
from ohhell_referee.standings.rating import rate
from ohhell_referee.standings.results import Result


def two_classes(upsets: int, blocks: int = 40) -> list[Result]:
    """`a` and `b` finish above `x` and `y`, but in the first `upsets` blocks, where `x` is above all."""
    rng = random.Random(4)
    games = []
    for block in range(blocks):
        for seating in range(2):
            order = (*rng.sample("ab", 2), *rng.sample("xy", 2))
            scores = {bot: 40.0 - 10 * place for place, bot in enumerate(order)}
            if block < upsets and seating == 0:
                scores["x"] = 99.0
            games.append(Result(block, ("a", "b", "x", "y"), tuple(scores[bot] for bot in "abxy"), seating=seating))
    return games


def pair_of(standings: Standings, a: str, b: str) -> Pair:
    return next(pair for pair in standings.pairs if {pair.a, pair.b} == {a, b})


@pytest.mark.parametrize("upsets", [0, 1, 2])
def test_up_to_two_blocks_with_upsets_leave_the_distance_open_above(upsets: int) -> None:
    standings = rate(two_classes(upsets))
    for strong in "ab":
        for weak in "xy":
            pair = pair_of(standings, strong, weak)
            assert (pair.a, pair.b) == (strong, weak)
            assert pair.interval is not None
            low, high = pair.interval
            assert low is not None
            assert low < pair.difference
            assert high is None
    for a, b in ("ab", "xy"):
        inner = pair_of(standings, a, b).interval
        assert inner is not None
        assert None not in inner


def test_from_three_blocks_with_upsets_on_the_distance_has_an_interval() -> None:
    standings = rate(two_classes(3))
    assert all(pair.interval is not None and None not in pair.interval for pair in standings.pairs)
    assert standings.warnings == []


@pytest.mark.parametrize(
    ("upsets", "said"),
    [
        (0, "None of x, y ever finished above or level with one of"),
        (2, "In only 2 of 40 blocks one of x, y finished above or level with one of"),
    ],
)
def test_the_reason_is_said(upsets: int, said: str) -> None:
    (warning,) = rate(two_classes(upsets)).warnings
    assert warning.startswith(said)


def test_ratings_from_an_anchor_are_bounds_only_across_the_gap() -> None:
    standings = rate(two_classes(0), anchors=[Anchor("a", 1000.0)])
    ends = {row.name: row.rating_interval for row in standings.rows}
    assert ends["a"] == (1000.0, 1000.0)
    assert ends["b"] is not None
    assert None not in ends["b"]
    for weak in "xy":
        interval = ends[weak]
        assert interval is not None
        assert interval[0] is None
        assert interval[1] is not None
        assert interval[1] < 1000.0


def test_ratings_from_the_mean_are_open_outward_in_halves_and_in_minorities_only() -> None:
    """With half the bots in each class the mean itself hangs on the distance; three of four hardly move with it."""
    halves = {row.name: row.rating_interval or (0.0, 0.0) for row in rate(two_classes(0)).rows}
    assert [halves[name][1] is None for name in "abxy"] == [True, True, False, False]
    assert [halves[name][0] is None for name in "abxy"] == [False, False, True, True]
    games = [
        game._replace(scores=(*game.scores[:2], 25.0 + (n // 2) % 3 * 10, 0.0)) for n, game in enumerate(two_classes(0))
    ]
    most = {row.name: row.rating_interval or (0.0, 0.0) for row in rate(games).rows}
    assert [None in most[name] for name in "abxy"] == [False, False, False, True]


def test_bots_of_which_neither_was_ever_compared_with_the_other_have_nothing_between_them() -> None:
    """a and b beat c in games of their own: which of them is better is not to be known."""
    games = [Result(n, ("ab"[n % 2], "c"), (1.0, 0.0)) for n in range(40)]
    assert pair_of(rate(games), "a", "b").interval == (None, None)


def test_a_chain_of_classes_is_bounded_along_the_chain() -> None:
    games = [Result(n, ("a", "b"), (1.0, 0.0)) for n in range(20)]
    games += [Result(20 + n, ("b", "c"), (1.0, 0.0)) for n in range(20)]
    standings = rate(games)
    interval = pair_of(standings, "a", "c").interval
    assert interval is not None
    assert interval[0] is not None
    assert interval[0] > 0
    assert interval[1] is None


def test_rare_meetings_are_no_classes() -> None:
    """One block in which the two sides met, and the weaker one won a game of four: an interval, if a wide one."""
    games = [Result(n, ("a", "b"), (float(n % 2), float((n + 1) % 2))) for n in range(30)]
    games += [Result(30 + n, ("x", "y"), (float(n % 2), float((n + 1) % 2))) for n in range(30)]
    games += [Result(99, ("a", "x"), (float(n > 0), float(n == 0))) for n in range(4)]
    interval = pair_of(rate(games), "a", "x").interval
    assert interval is not None
    assert None not in interval
