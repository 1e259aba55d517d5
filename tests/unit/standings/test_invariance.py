"""What must not change the figures, over random results."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import astuple
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ohhell_referee.standings.model import Standings
from ohhell_referee.standings.rating import rate
from ohhell_referee.standings.results import Result

NAMES = "abcdef"


@st.composite
def tournaments(draw: st.DrawFn) -> list[Result]:
    """10 to 40 blocks of one to four seatings at tables of two to four, bots of unlike strength, ties and negative
    scores among them; any bot may win or lose everything, and bots may never meet."""
    players = draw(st.integers(2, 4))
    bots = draw(st.integers(players, len(NAMES)))
    blocks = draw(st.integers(10, 40))
    seatings = draw(st.integers(1, 4))
    spread = draw(st.sampled_from([1, 5, 30]))
    rng = random.Random(draw(st.integers(0, 10**6)))
    results = []
    for block in range(blocks):
        table = rng.sample(NAMES[:bots], players)
        for seating in range(seatings):
            scores = tuple(float(round(rng.gauss(-3.0 * NAMES.index(bot), spread))) for bot in table)
            results.append(Result(block, tuple(table), scores, seating=seating))
            table = table[1:] + table[:1]
    return results


def numbers(value: Any) -> Iterable[float]:
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return
    if isinstance(value, int | float):
        yield float(value)
    else:
        for one in value.values() if isinstance(value, dict) else value:
            yield from numbers(one)


def of_bot(standings: Standings, name: str) -> list[float]:
    """Every figure of one bot but the number of its list."""
    row = next(row for row in standings.rows if row.name == name)
    row.group = 0
    return list(numbers(astuple(row)))


def of_pairs(standings: Standings, name: dict[str, str] | None = None) -> dict[tuple[str, str], list[float | None]]:
    """Every figure of every pair, the alphabetically first against the other."""
    found: dict[tuple[str, str], list[float | None]] = {}
    for pair in standings.pairs:
        a, b = (pair.a, pair.b) if name is None else (name[pair.a], name[pair.b])
        low, high = pair.interval or (None, None)
        signed = [pair.difference, pair.points_difference, low, high]
        share = [pair.score, pair.superiority]
        if a > b:
            a, b = b, a
            signed = [
                -pair.difference,
                -pair.points_difference,
                None if high is None else -high,
                None if low is None else -low,
            ]
            share = [None if x is None else 1.0 - x for x in share]
        found[a, b] = [*signed, *share, pair.error, float(pair.games)]
    return found


def same(ours: dict[tuple[str, str], list[float | None]], theirs: dict[tuple[str, str], list[float | None]]) -> bool:
    return ours.keys() == theirs.keys() and all(
        [x is None for x in values] == [x is None for x in theirs[key]]
        and [x for x in values if x is not None] == pytest.approx([x for x in theirs[key] if x is not None], abs=1e-9)
        for key, values in ours.items()
    )


def unchanged(before: Standings, after: Standings, name: dict[str, str] | None = None) -> None:
    """Every figure is the same within 1e-9; `name`: what the bots of `before` are called in `after`."""
    assert (before.games, before.blocks, len(before.groups)) == (after.games, after.blocks, len(after.groups))
    for row in before.rows:
        other = row.name if name is None else name[row.name]
        assert of_bot(after, other) == pytest.approx(of_bot(before, row.name), abs=1e-9)
    assert same(of_pairs(before, name), of_pairs(after))


few = settings(max_examples=40, deadline=None)


@few
@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_nothing(results: list[Result], rng: random.Random) -> None:
    shuffled = results[:]
    rng.shuffle(shuffled)
    unchanged(rate(results), rate(shuffled))


@few
@given(tournaments(), st.permutations(["zoë", "a b", "q|", "C", "d", "0"]))
def test_other_names_change_nothing(results: list[Result], names: list[str]) -> None:
    other = dict(zip(NAMES, names, strict=True))
    renamed = [game._replace(bots=tuple(other[bot] for bot in game.bots)) for game in results]
    unchanged(rate(results), rate(renamed), other)


@few
@given(tournaments(), st.randoms(use_true_random=False))
def test_seats_and_numbers_of_blocks_change_nothing(results: list[Result], rng: random.Random) -> None:
    block = {number: f"block {name}" for number, name in enumerate(rng.sample(range(100), 40))}
    changed = []
    for game in results:
        seats = rng.sample(range(len(game.bots)), len(game.bots))
        changed.append(
            game._replace(
                block=block[int(str(game.block))],
                bots=tuple(game.bots[seat] for seat in seats),
                scores=tuple(game.scores[seat] for seat in seats),
            )
        )
    unchanged(rate(results), rate(changed))


@few
@given(tournaments(), st.sampled_from([0.5, 2.0, 7.0]), st.integers(-1000, 1000))
def test_other_units_of_scores_change_no_rating(results: list[Result], factor: float, shift: int) -> None:
    changed = rate([game._replace(scores=tuple(factor * x + shift for x in game.scores)) for game in results])
    before = rate(results)
    assert [(row.name, row.rating, row.rating_interval, row.rank_interval) for row in changed.rows] == [
        (row.name, row.rating, row.rating_interval, row.rank_interval) for row in before.rows
    ]
    for row, twin in zip(before.rows, changed.rows, strict=True):
        assert twin.points_above_mean == pytest.approx(factor * row.points_above_mean, abs=1e-8)


@few
@given(tournaments())
def test_no_figure_is_nan_and_intervals_hold_their_estimates(results: list[Result]) -> None:
    standings = rate(results)
    for value in numbers([astuple(row) for row in standings.rows] + [astuple(pair) for pair in standings.pairs]):
        assert value - value == 0.0
    for row in standings.rows:
        low, high = row.rating_interval or (None, None)
        assert low is None or low <= row.rating
        assert high is None or row.rating <= high
        assert row.rank_interval is None or row.rank_interval[0] <= row.rank <= row.rank_interval[1]
    for pair in standings.pairs:
        low, high = pair.interval or (None, None)
        assert low is None or low <= pair.difference
        assert high is None or pair.difference <= high


@pytest.mark.parametrize("blocks", [30, 60, 240])
def test_every_game_fed_twice_in_its_block_leaves_the_errors_within_one_percent(blocks: int) -> None:
    """Without the virtual results the doubled likelihood has the same maximum, and the errors are exactly the same."""
    rng = random.Random(blocks)
    results = []
    for block in range(blocks):
        table = rng.sample(NAMES, 4)
        for seating in range(4):
            scores = tuple(rng.gauss(-2.0 * NAMES.index(bot), 20) for bot in table)
            results.append(Result(block, tuple(table), scores, seating=seating))
            table = table[1:] + table[:1]
    for prior, within in ((0.5, 0.01), (0.0, 1e-9)):
        once, twice = (rate(games, prior=prior) for games in (results, results * 2))
        error = {frozenset((pair.a, pair.b)): pair.error for pair in twice.pairs}
        for pair in once.pairs:
            assert pair.error is not None
            assert error[frozenset((pair.a, pair.b))] == pytest.approx(pair.error, rel=within)
