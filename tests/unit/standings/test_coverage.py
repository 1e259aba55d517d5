"""Do the intervals hold what they promise? A quick look; `make test-slow` looks at every condition longer.

The figures are functions of the seeds. With 150 replications chance alone moves a pooled coverage by about a point, so
the limits are a little wider than those of the slow suite.
"""

from __future__ import annotations

import pytest

from ohhell_referee.standings.rating import rate
from support.coverage import Condition
from support.experiments import bound_holds, classes_hold, sure_of_nothing
from support.simulated import Design, World, simulate_results, spaced

QUICK = 150


@pytest.mark.parametrize(
    ("players", "design", "blocks"),
    [(3, "independent", 240), (4, "rotated", 60), (4, "all", 20), (7, "rotated", 20)],
)
def test_intervals_of_differences_hold_in_95_of_100_runs(players: int, design: Design, blocks: int) -> None:
    found = Condition(players, design, blocks, QUICK).measure()
    assert 0.93 <= found.pooled <= 0.975
    assert found.worst_pair >= 0.88
    assert 0.92 <= found.points <= 0.98


def test_the_same_check_notices_errors_made_by_game() -> None:
    """All 24 seatings of a deal taken for 24 deals: far too sure."""
    assert Condition(4, "all", 60, QUICK, by_game=True).measure().pooled < 0.86


def test_identical_bots_are_seldom_told_apart() -> None:
    """Superiority above 0.95 in about 5 of 100 runs: the seventh part of a hundred is far beyond chance."""
    assert 0.02 <= sure_of_nothing("independent", 60, 400, seed=3) <= 0.08


def test_the_bound_of_a_bot_without_a_win_holds() -> None:
    held, flagged = bound_holds(20, 100, seed=9, weakest=-110.0)
    assert flagged > 50
    assert held >= 0.95


@pytest.mark.parametrize("gap", [65.0, 105.0])
def test_differences_between_classes_hold_as_intervals_or_bounds(gap: float) -> None:
    held, _ = classes_hold(gap, 25, 100, seed=3)
    assert held >= 0.92


def test_nine_blocks_give_no_interval_and_ten_do() -> None:
    results = simulate_results(World(spaced(4), 4, "all"), 10, seed=1)
    for blocks, enough in ((9, False), (10, True)):
        standings = rate([game for game in results if int(str(game.block)) < blocks])
        assert all((row.rating_interval is not None) == enough for row in standings.rows)
        assert all((pair.interval is not None) == enough for pair in standings.pairs)
        said = any("intervals need at least 10" in warning for warning in standings.warnings)
        assert said == (not enough)
