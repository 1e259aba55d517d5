"""`rate`: what the figures are, and what must not change them."""

import json
import math
import random
from collections.abc import Iterable
from dataclasses import astuple
from typing import Any

import pytest

from ohhell_referee.standings.model import Anchor, Pair, Standings
from ohhell_referee.standings.output import render, to_json
from ohhell_referee.standings.rating import rate
from ohhell_referee.standings.results import Result, Selection
from support.experiments import forfeiting
from support.simulated import World, simulate_results, spaced

FIELD = simulate_results(World(spaced(5), 4), 40, seed=1)
"""40 blocks of four rotated seatings, five bots in turn at four seats."""


def duels(*outcomes: tuple[str, str, int]) -> list[Result]:
    """Two-handed games, each its own block: the first won so many times."""
    games = []
    for winner, loser, times in outcomes:
        games += [Result(len(games) + n, (winner, loser), (1.0, 0.0)) for n in range(times)]
    return [game._replace(block=number) for number, game in enumerate(games)]


def figures(standings: Standings) -> list[float]:
    """Every number of the standings, in the order of names."""
    rows = sorted(standings.rows, key=lambda row: row.name)
    pairs = sorted(standings.pairs, key=lambda pair: (min(pair.a, pair.b), max(pair.a, pair.b)))
    return list(_numbers(map(astuple, [*rows, *pairs, *standings.diagnostics])))


def _numbers(value: Any) -> Iterable[float]:
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return
    if isinstance(value, int | float):
        yield float(value)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _numbers(one)
    else:
        for one in value:
            yield from _numbers(one)


def rating_of(standings: Standings, name: str) -> float:
    return next(row.rating for row in standings.rows if row.name == name)


def pair_of(standings: Standings, a: str, b: str) -> Pair:
    return next(pair for pair in standings.pairs if {pair.a, pair.b} == {a, b})


def test_three_bots_at_75_75_and_90_percent() -> None:
    """Odds of 3, 3 and 9 fit the model exactly: 400 log10(3) = 190.8 points apart."""
    games = duels(("a", "b", 750), ("b", "a", 250), ("b", "c", 750), ("c", "b", 250), ("a", "c", 900), ("c", "a", 100))
    ratings = [row.rating - 1500 for row in rate(games).rows]
    assert ratings == pytest.approx([190.85, 0.0, -190.85], abs=0.5)


def test_200_points_more_are_76_percent() -> None:
    games = duels(("a", "b", 7597), ("b", "a", 2403))
    assert pair_of(rate(games), "a", "b").difference == pytest.approx(200, abs=0.5)


def test_the_order_of_games_changes_nothing() -> None:
    shuffled = FIELD[:]
    random.Random(5).shuffle(shuffled)
    assert figures(rate(shuffled)) == pytest.approx(figures(rate(FIELD)), abs=1e-9)


def test_numbers_of_blocks_and_places_of_seats_change_nothing() -> None:
    numbers = random.Random(5).sample(range(1000), 40)
    renamed = [
        game._replace(block=str(numbers[int(str(game.block))]), bots=game.bots[::-1], scores=game.scores[::-1])
        for game in FIELD
    ]
    assert figures(rate(renamed)) == pytest.approx(figures(rate(FIELD)), abs=1e-9)


def test_names_change_nothing() -> None:
    """Names in another alphabetical order: every figure stays with its bot."""
    other = {"bot0": "x", "bot1": "a", "bot2": "q", "bot3": "c", "bot4": "b"}
    renamed = rate([game._replace(bots=tuple(other[bot] for bot in game.bots)) for game in FIELD])
    plain = rate(FIELD)
    for row in plain.rows:
        twin = next(one for one in renamed.rows if one.name == other[row.name])
        assert list(_numbers(astuple(twin))) == pytest.approx(list(_numbers(astuple(row))), abs=1e-9)
    for pair in plain.pairs:
        twin_pair = pair_of(renamed, other[pair.a], other[pair.b])
        assert list(_numbers(astuple(twin_pair))) == pytest.approx(list(_numbers(astuple(pair))), abs=1e-9)


def test_other_units_of_scores_change_no_rating() -> None:
    scaled = [game._replace(scores=tuple(2.5 * score - 1000 for score in game.scores)) for game in FIELD]
    plain, changed = rate(FIELD), rate(scaled)
    assert [(row.name, row.rating, row.rating_interval, row.rank_interval) for row in changed.rows] == [
        (row.name, row.rating, row.rating_interval, row.rank_interval) for row in plain.rows
    ]
    assert changed.rows[0].points_above_mean == pytest.approx(2.5 * plain.rows[0].points_above_mean, abs=1e-9)


@pytest.mark.parametrize("blocks", [40, 240])
def test_every_game_fed_twice_in_its_block_leaves_the_errors(blocks: int) -> None:
    """Replayed games are no new deals: 40 blocks go by the jackknife, 240 by the sandwich."""
    games = simulate_results(World(spaced(4), 4), blocks, seed=2)
    once, twice = rate(games), rate(games * 2)
    for pair in once.pairs:
        twin = pair_of(twice, pair.a, pair.b)
        assert pair.error is not None
        assert twin.error == pytest.approx(pair.error, rel=0.01)
        assert twin.difference == pytest.approx(pair.difference, abs=1.0)


def test_games_as_blocks_would_halve_nothing_that_is_not_there() -> None:
    """The same games as blocks of their own give other errors: the block column matters."""
    by_game = rate([game._replace(block=number) for number, game in enumerate(FIELD)])
    assert by_game.pairs[0].error != pytest.approx(rate(FIELD).pairs[0].error, rel=0.02)
    assert by_game.pairs[0].difference == pytest.approx(rate(FIELD).pairs[0].difference, abs=1e-9)


def test_fewer_than_ten_blocks_give_no_interval_and_say_so() -> None:
    standings = rate([game for game in FIELD if int(str(game.block)) < 9])
    assert all(row.rating_interval is row.rank_interval is row.points_interval is None for row in standings.rows)
    assert all(pair.interval is pair.superiority is None for pair in standings.pairs)
    assert any(warning.startswith("Too few deals: 9 blocks") for warning in standings.warnings)
    assert rate([game for game in FIELD if int(str(game.block)) < 10]).rows[0].rating_interval is not None


def test_a_bot_that_loses_every_game_gets_a_bound() -> None:
    games = [game._replace(bots=("loser", *game.bots[1:]), scores=(-999.0, *game.scores[1:])) for game in FIELD]
    standings = rate(games)
    row = standings.rows[-1]
    assert (row.name, row.flag) == ("loser", "no win")
    assert row.rating_interval is not None
    low, high = row.rating_interval
    assert low is None
    assert high is not None
    assert high > row.rating
    assert any(warning.startswith("loser finished above nobody") for warning in standings.warnings)
    pair = pair_of(standings, "loser", "bot0")
    assert pair.interval is not None
    assert pair.interval[1] is None
    assert pair.interval[0] is not None
    assert 0 < pair.interval[0] < pair.difference
    assert "< " in render(standings, "table")


def test_a_bot_that_wins_every_game_gets_a_bound_from_below() -> None:
    games = [game._replace(bots=("winner", *game.bots[1:]), scores=(999.0, *game.scores[1:])) for game in FIELD]
    row = rate(games).rows[0]
    assert (row.name, row.flag) == ("winner", "no loss")
    assert row.rating_interval is not None
    assert row.rating_interval[1] is None


def test_one_game() -> None:
    standings = rate([Result(0, ("a", "b", "c"), (30.0, 20.0, 10.0))])
    assert [row.name for row in standings.rows] == ["a", "b", "c"]
    assert all(math.isfinite(row.rating) for row in standings.rows)
    assert any("1 block of games" in warning for warning in standings.warnings)


def test_one_bot_against_itself() -> None:
    standings = rate([Result(n, ("a", "a"), (n, 5.0)) for n in range(30)])
    (row,) = standings.rows
    assert (row.rating, row.rating_interval, row.rank) == (1500.0, None, 1)
    assert standings.pairs == []
    assert any("nothing to compare" in warning for warning in standings.warnings)


def test_no_game_at_all() -> None:
    standings = rate([])
    assert standings.rows == []
    assert standings.warnings == ["No finished game counts yet, so there is nothing to rate."]


def test_ties_everywhere_leave_no_interval_and_shared_ranks() -> None:
    standings = rate([Result(n, ("a", "b", "c"), (7.0, 7.0, 7.0)) for n in range(30)])
    assert [row.rank for row in standings.rows] == [1, 1, 1]
    assert [row.rating for row in standings.rows] == [1500.0] * 3
    assert all(row.rating_interval is None for row in standings.rows)
    assert all(pair.superiority is None for pair in standings.pairs)
    assert [row.win_rate for row in standings.rows] == pytest.approx([1 / 3] * 3)
    assert any("do not vary" in warning for warning in standings.warnings)


def test_negative_scores_are_scores() -> None:
    games = [game._replace(scores=tuple(score - 500 for score in game.scores)) for game in FIELD]
    assert rate(games).rows[0].rating == rate(FIELD).rows[0].rating
    assert rate(games).rows[0].points_per_game < 0


def two_groups() -> list[Result]:
    left = simulate_results(World(spaced(3), 3, names=("a", "b", "c")), 30, seed=3)
    right = simulate_results(World(spaced(3), 3, names=("x", "y", "z")), 30, seed=4)
    return left + [game._replace(block=f"right {game.block}") for game in right]


def test_groups_that_never_met_are_lists_of_their_own() -> None:
    standings = rate(two_groups())
    assert [sorted(group) for group in standings.groups] == [["a", "b", "c"], ["x", "y", "z"]]
    assert {(row.group, row.rank) for row in standings.rows} == {(g, r) for g in (0, 1) for r in (1, 2, 3)}
    assert len(standings.pairs) == 6
    for group in (0, 1):
        assert sum(row.rating for row in standings.rows if row.group == group) == pytest.approx(4500)
    assert "never met" in standings.warnings[0]
    assert "List 2: 3 bots" in render(standings, "table")


def test_one_bridge_block_gives_the_error_of_the_model() -> None:
    """A single block cannot tell how much blocks differ: the difference over the bridge has the model's error."""
    bridge = [Result("bridge", ("a", "x", "b"), (3.0, 2.0, 1.0)), Result("bridge", ("x", "b", "a"), (3.0, 1.0, 2.0))]
    standings = rate(two_groups() + bridge)
    assert len(standings.groups) == 1
    across, within = pair_of(standings, "a", "x").error, pair_of(standings, "a", "b").error
    assert across is not None
    assert within is not None
    assert across > 100 > within
    assert any("single block" in warning for warning in standings.warnings)


def test_copies_of_one_bot_are_not_compared() -> None:
    games = [Result(n, ("a", "a", "b", "b"), (4.0, 3.0, 2.0 + 3 * (n % 2), 1.0)) for n in range(20)]
    standings = rate(games)
    assert pair_of(standings, "a", "b").score == pytest.approx(0.75)
    assert [row.games for row in standings.rows] == [20, 20]
    assert [row.place_mean for row in standings.rows] == pytest.approx([2.0, 3.0])


def test_a_tie_for_first_counts_a_share() -> None:
    games = [Result(n, ("a", "b", "c", "d"), (9.0, 9.0, 9.0, 1.0)) for n in range(12)]
    assert [row.win_rate for row in rate(games).rows] == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0.0])


def test_an_anchor_only_shifts() -> None:
    free, held = rate(FIELD), rate(FIELD, anchors=[Anchor("bot2", 1000.0)])
    shifts = {row.name: rating_of(held, row.name) - row.rating for row in free.rows}
    assert max(shifts.values()) - min(shifts.values()) < 1e-9
    anchor = next(row for row in held.rows if row.name == "bot2")
    assert anchor.rating == pytest.approx(1000.0)
    assert anchor.rating_interval == (anchor.rating, anchor.rating)
    pair = pair_of(held, "bot0", "bot2")
    row = next(row for row in held.rows if row.name == "bot0")
    assert row.rating_interval is not None
    assert pair.interval is not None
    assert row.rating_interval[0] == pytest.approx(1000.0 + (pair.interval[0] or 0.0))
    assert list(_numbers(map(astuple, held.pairs))) == pytest.approx(list(_numbers(map(astuple, free.pairs))))


def test_each_list_may_have_its_anchor() -> None:
    standings = rate(two_groups(), anchors=[Anchor("b", 2000.0), Anchor("y", 100.0)])
    assert rating_of(standings, "b") == pytest.approx(2000.0)
    assert rating_of(standings, "y") == pytest.approx(100.0)


def test_excluding_a_bot_keeps_the_others_games() -> None:
    standings = rate(FIELD, selection=Selection(exclude=frozenset({"bot4"})))
    assert len(standings.rows) == 4
    assert standings.games == len(FIELD)
    whole = rate(FIELD)
    assert pair_of(standings, "bot0", "bot1").score == pair_of(whole, "bot0", "bot1").score
    assert standings.rows[0].win_rate == whole.rows[0].win_rate


def test_including_two_bots_compares_these_alone() -> None:
    standings = rate(FIELD, selection=Selection(include=frozenset({"bot0", "bot1"})))
    assert [row.name for row in standings.rows] == ["bot0", "bot1"]


def test_marked_games_can_be_left_out() -> None:
    marked = [game._replace(marked=int(str(game.block)) % 4 == 0) for game in FIELD]
    assert rate(marked).marked == 40
    without = rate(marked, selection=Selection(marked=False))
    assert (without.games, without.marked) == (120, 0)


def test_a_forfeit_is_last_and_hardly_moves_the_others() -> None:
    """5 % forfeits of one bot move the others' differences by 5 points at most; the rest of the game stands."""
    games = simulate_results(World(spaced(5), 4), 400, seed=6)
    changed = rate(forfeiting(games, "bot2", 0.05, seed=1))
    before = rate(games)
    assert rating_of(changed, "bot2") < rating_of(before, "bot2")
    for pair in before.pairs:
        if "bot2" not in (pair.a, pair.b):
            twin = pair_of(changed, pair.a, pair.b)
            assert twin.difference == pytest.approx(pair.difference, abs=5.0)
    assert changed.marked > 0


def test_superiority_comes_from_the_difference_not_from_single_intervals() -> None:
    pair = rate(FIELD).pairs[0]
    assert pair.superiority is not None
    assert 0.5 < pair.superiority < 1.0
    assert pair.interval is not None
    clear = pair.interval[0] is not None and pair.interval[0] > 0
    assert clear == (pair.superiority > 0.975)


def test_rank_intervals_hold_the_rank() -> None:
    for row in rate(FIELD).rows:
        assert row.rank_interval is not None
        assert row.rank_interval[0] <= row.rank <= row.rank_interval[1]


@pytest.mark.parametrize("order", ["points", "wins"])
def test_other_orders(order: Any) -> None:
    rows = rate(FIELD, order=order).rows
    values = [row.points_above_mean if order == "points" else row.win_rate for row in rows]
    assert values == sorted(values, reverse=True)
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5]


def test_points_above_the_mean_allow_for_the_company() -> None:
    """b and c have only met weak company, and score more for it a game; the fit knows."""
    games = [Result(f"s{n}", ("a", "b"), (30.0 + n % 3, 20.0)) for n in range(20)]
    games += [Result(f"w{n}", ("b", "c"), (30.0 + n % 3, 20.0)) for n in range(20)]
    rows = {row.name: row for row in rate(games).rows}
    assert rows["a"].points_above_mean - rows["b"].points_above_mean == pytest.approx(10.95)
    assert rows["b"].points_above_mean - rows["c"].points_above_mean == pytest.approx(10.95)


CASES: dict[str, list[Result]] = {
    "one game": [Result(0, ("a", "b"), (1.0, 0.0))],
    "ties": [Result(n, ("a", "b"), (1.0, 1.0)) for n in range(20)],
    "always": [Result(n, ("a", "b"), (1.0, 0.0)) for n in range(20)],
    "chain": [Result(n, ("abcdef"[n % 5], "abcdef"[n % 5 + 1]), (1.0, 0.0)) for n in range(50)],
    "groups": two_groups(),
    "nothing": [],
    "alone": [Result(n, ("a", "a"), (1.0, 0.0)) for n in range(20)],
    "dominance": [Result(n, ("ab"[n % 2], "ba"[n % 2], "xy"[n // 2 % 2]), (3.0, 2.0, 1.0)) for n in range(40)],
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("form", ["table", "csv", "json", "md", "html"])
def test_no_case_gives_a_number_that_is_none(case: str, form: str) -> None:
    """No NaN and no infinity in any format, whatever was played."""
    text = render(rate(CASES[case]), form)
    assert "nan" not in text.lower().replace("tournament", "")
    assert "Infinity" not in text
    if form == "json":
        json.loads(text, parse_constant=pytest.fail)


def test_json_has_the_documented_keys() -> None:
    data = to_json(rate(FIELD, run="spring", anchors=[Anchor("bot1")]))
    assert data["format"] == 1
    assert data["anchor"] == {"name": "bot1", "rating": 1500.0}
    assert set(data) >= {"run", "games", "blocks", "void", "marked", "standings", "pairs", "groups"}
    assert set(data["standings"][0]) >= {
        "rank",
        "rank_interval",
        "name",
        "rating",
        "rating_interval",
        "games",
        "points_per_game",
        "points_interval",
        "points_above_mean",
        "win_rate",
        "place_mean",
        "exact_bid_rate",
        "faults",
        "disqualified",
    }
    assert set(data["pairs"][0]) >= {"a", "b", "games", "difference", "interval", "superiority"}


def test_a_bot_that_sat_in_few_blocks_is_named() -> None:
    """The intervals of a list count the list's blocks; a guest's own are fewer."""
    guest = [Result(f"guest {n}", ("guest", "bot0"), (float(n % 2), 0.5)) for n in range(6)]
    duels = [Result(f"duel {n}", ("bot0", "bot1"), (float(n % 2), 0.5)) for n in range(30)]
    (warning,) = [text for text in rate(guest + duels).warnings if "rough" in text]
    assert warning == "guest sat in fewer than 10 of the 36 blocks: its intervals are rough."
    assert not any("rough" in text for text in rate(duels).warnings)
