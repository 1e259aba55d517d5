"""The line about a run that goes on, and the width of intervals before anything is played."""

from __future__ import annotations

import pytest

from ohhell_referee.standings.live import live_estimate
from ohhell_referee.standings.predict import (
    blocks_to_separate,
    needed_blocks,
    predict_from_pilot,
    predict_half_width,
    predict_points_half_width,
)
from ohhell_referee.standings.rating import rate
from ohhell_referee.standings.results import Result
from ohhell_referee.standings.stopping import Sprt, Superiority
from support.coverage import measure_coverage
from support.simulated import World, simulate_results, spaced

FIELD = simulate_results(World(spaced(5), 4), 40, seed=1)


def test_before_the_first_game_there_is_no_estimate() -> None:
    assert live_estimate(rate([]), seconds=0.0) is None


def test_one_bot_is_alone() -> None:
    estimate = live_estimate(rate([Result(0, ("a", "a"), (1.0, 0.0))]), seconds=1.0)
    assert estimate is not None
    assert estimate.text == "a is alone so far"


def test_the_leader_the_gap_and_the_interval_are_those_of_the_standings() -> None:
    standings = rate(FIELD)
    estimate = live_estimate(standings, seconds=40.0)
    assert estimate is not None
    pair = standings.pairs[0]
    assert (estimate.leader, estimate.second, estimate.gap, estimate.interval) == (
        pair.a,
        pair.b,
        pair.difference,
        pair.interval,
    )
    assert estimate.text.startswith(f"{pair.a} leads {pair.b} by {pair.difference:.0f} ± ")


def test_the_time_to_a_decision_is_that_of_the_blocks_it_needs() -> None:
    """Forty blocks took forty seconds, so a block is a second."""
    estimate = live_estimate(rate(FIELD), seconds=40.0)
    assert estimate is not None
    assert estimate.blocks_to_decision
    assert estimate.seconds_to_decision == pytest.approx(estimate.blocks_to_decision)
    assert f"apart in about {estimate.blocks_to_decision} blocks" in estimate.text


def test_a_decision_beyond_the_end_of_the_run_is_not_promised() -> None:
    estimate = live_estimate(rate(FIELD), seconds=40.0, planned_blocks=41)
    assert estimate is not None
    assert estimate.blocks_to_decision is None
    assert "will not be parted by the end" in estimate.text


def test_few_blocks_say_from_when_on_there_are_intervals() -> None:
    estimate = live_estimate(rate(FIELD[:12]), seconds=3.0)
    assert estimate is not None
    assert "intervals from 10 blocks on" in estimate.text


def test_the_state_of_a_stop_rule_is_heeded() -> None:
    sprt, sure = Sprt("a", "b", 0.0, 50.0), Superiority()
    for n in range(60):
        sprt.add(0.5 + 0.1 * (n % 2))
        sure.add([Result(n, ("a", "b"), (float(n % 3 > 0), 0.5))])
    games = [Result(n, ("a", "b"), (float(n % 3 > 0), 0.5)) for n in range(60)]
    going_on = live_estimate(rate(games), seconds=60.0, stop=sprt.state())
    assert going_on is not None
    assert sprt.verdict is not None or going_on.blocks_to_decision is not None
    decided = live_estimate(rate(games), seconds=60.0, stop=sure.state())
    assert decided is not None
    assert sure.verdict is None or decided.text.endswith("decided")


@pytest.mark.parametrize(("players", "bots"), [(3, 4), (4, 5), (7, 7)])
def test_a_prediction_from_theory_is_near_what_simulations_give(players: int, bots: int) -> None:
    """Fresh deals between bots of like strength: within a tenth."""
    found = measure_coverage(World((0.0,) * bots, players, "independent"), 240, 10, seed=1)
    predicted = predict_half_width(
        players=players, bots=bots, blocks=240, games_per_bot=240 * players / bots, duplicate="none"
    )
    assert predicted == pytest.approx(found.width, rel=0.1)


def test_a_pilot_predicts_the_width_of_a_longer_run() -> None:
    world = World(spaced(5), 4)
    pilot = rate(simulate_results(world, 60, seed=1))
    predicted = predict_from_pilot(pilot, 240)
    assert predicted is not None
    longer = rate(simulate_results(world, 240, seed=2))
    widths = sorted(
        pair.interval[1] - pair.interval[0] for pair in longer.pairs if pair.interval and None not in pair.interval
    )  # type: ignore[operator]
    assert predicted.median_half_width == pytest.approx(widths[len(widths) // 2] / 2, rel=0.15)


def test_below_ten_blocks_nothing_is_predicted() -> None:
    assert predict_half_width(players=4, bots=4, blocks=9, games_per_bot=36) is None
    assert predict_points_half_width(score_spread=20.0, blocks=9, games_per_bot=36) is None
    assert predict_from_pilot(rate(FIELD), 9) is None


def test_unequal_bots_tell_less() -> None:
    narrow, wide = (
        predict_half_width(players=4, bots=4, blocks=100, games_per_bot=400, strength_spread=spread)
        for spread in (0.0, 300.0)
    )
    assert narrow is not None
    assert wide is not None
    assert wide > 1.1 * narrow


def test_points_are_predicted_from_their_spread() -> None:
    found = predict_points_half_width(score_spread=20.0, blocks=1000, games_per_bot=4000, duplicate="none")
    assert found == pytest.approx(1.962 * 20.0 * (2 / 4000) ** 0.5, rel=1e-3)


def test_blocks_to_separate_give_just_that_interval() -> None:
    """After so many blocks the half width is the gap itself (power one half)."""
    standings = rate(FIELD)
    pair = standings.pairs[0]
    assert pair.error is not None
    blocks = blocks_to_separate(standings, pair.b, pair.a, 25.0)
    assert blocks is not None
    pilot = predict_from_pilot(standings, blocks)
    assert pilot is not None
    (half,) = (one.half_width for one in pilot.pairs if {one.a, one.b} == {pair.a, pair.b})
    assert half == pytest.approx(25.0, rel=0.02)
    surer = blocks_to_separate(standings, pair.a, pair.b, 25.0, power=0.8)
    assert surer is not None
    assert surer > 1.8 * blocks


def test_a_gap_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="above zero"):
        needed_blocks(10.0, 40, 0.0)
