"""How precise a plan says it will be: from what is stated, from a pilot, and compared with simulated tournaments."""

from __future__ import annotations

import math
from statistics import fmean, median
from typing import Any

import pytest

from ohhell_referee.rules.loading import parameters
from ohhell_referee.standings.model import Pair
from ohhell_referee.standings.rating import rate
from ohhell_referee.standings.results import Result
from ohhell_referee.tournament.model import Tournament
from ohhell_referee.tournament.plan import make_plan
from ohhell_referee.tournament.plan_precision import (
    FEWEST_BLOCKS,
    PilotUnfit,
    Precision,
    check_pilot,
    complete_blocks,
)
from ohhell_referee.tournament.plan_text import plan_data, plan_text
from support.simulated import World, simulate_results, spaced
from support.tournaments import make_tournament

FOUR = make_tournament(4, blocks=25)


def precision(tournament: Tournament, **options: Any) -> Precision:
    return make_plan(tournament, cores=2, **options).precision


def half_width(tournament: Tournament, **options: Any) -> float:
    width = precision(tournament, **options).half_width
    assert width is not None
    assert width[0] == width[1]
    return width[0]


def test_precision_is_near_that_of_the_study_at_four_seats() -> None:
    """580 / sqrt(games a bot) once there are many blocks."""
    many = half_width(make_tournament(4, blocks=2500))
    assert many * math.sqrt(10_000) == pytest.approx(580, rel=0.05)


def test_what_a_game_tells_depends_on_table_and_design() -> None:
    """Larger tables tell more a game, fresh deals and all seatings less, duels more: all at 400 games a bot."""
    rotated = half_width(make_tournament(4, blocks=100))
    assert half_width(make_tournament(7, players=7, blocks=100)) * math.sqrt(7 / 4) < rotated
    assert half_width(make_tournament(3, players=3, blocks=100)) * math.sqrt(3 / 4) > rotated
    assert half_width(make_tournament(4, blocks=400, duplicate="none")) > rotated
    assert half_width(make_tournament(4, blocks=17, duplicate="all")) > rotated
    assert half_width(make_tournament(2, format="duel", blocks=200)) < rotated


def test_the_plan_fits_what_simulated_tournaments_of_equal_bots_give() -> None:
    """Within a tenth and a half: the median half width of the pairs of twelve tournaments."""
    expected = half_width(make_tournament(4, blocks=60))
    widths = []
    for seed in range(12):
        standings = rate(simulate_results(World((0.0,) * 4, 4), 60, seed=seed))
        widths += [(pair.interval[1] - pair.interval[0]) / 2 for pair in standings.pairs if pair.interval]
    assert median(widths) == pytest.approx(expected, rel=0.15)


def test_bots_that_spread_tell_less_a_game() -> None:
    assert half_width(FOUR, spread=400) > 1.2 * half_width(FOUR)
    assert precision(FOUR, spread=400).spread == 400


def test_below_ten_blocks_no_interval_is_promised() -> None:
    found = make_plan(make_tournament(4, blocks=FEWEST_BLOCKS - 1))
    assert found.precision.half_width is None
    assert "no intervals below 10 blocks" in plan_text(found, "table")
    assert plan_data(found)["precision"]["half_width"] is None
    assert len(found.precision.apart) == 3
    assert precision(make_tournament(4, blocks=FEWEST_BLOCKS)).half_width is not None


def test_smaller_differences_need_more_blocks_with_the_inverse_square() -> None:
    gaps = {apart.gap: apart for apart in precision(FOUR).apart}
    assert list(gaps) == [100, 50, 20]
    blocks = [gaps[gap].blocks or 0 for gap in gaps]
    assert blocks[1] / blocks[0] == pytest.approx(4, rel=0.15)
    assert blocks[2] / blocks[1] == pytest.approx(6.25, rel=0.05)
    assert [gaps[gap].games for gap in gaps] == [4 * count for count in blocks]


def test_the_blocks_that_are_told_do_not_depend_on_the_blocks_planned() -> None:
    few, many = (precision(make_tournament(4, blocks=blocks)).apart for blocks in (3, 3000))
    assert [apart.blocks for apart in few] == pytest.approx([apart.blocks for apart in many], rel=0.02)


def test_with_as_many_blocks_as_told_four_runs_of_five_tell_the_bots_apart() -> None:
    """One bot of four is better. A long pilot says by how much; runs of the length that is told are then simulated."""
    world = World((0.0, 0.0, 0.0, 5.0), 4)
    pilot = rate(simulate_results(world, 1000, seed=1))
    gap = fmean(abs(pair.difference) for pair in pilot.pairs if "bot3" in (pair.a, pair.b))
    (apart,) = precision(FOUR, pilot=pilot, gaps=(gap,)).apart
    assert apart.blocks is not None
    assert 20 < apart.blocks < 200
    clear = 0
    for seed in range(60):
        pairs = rate(simulate_results(world, apart.blocks, seed=100 + seed)).pairs
        clear += sum("bot3" in (pair.a, pair.b) and _clear_of_zero(pair) for pair in pairs)
    assert 0.7 < clear / (3 * 60) < 0.9


def _clear_of_zero(pair: Pair) -> bool:
    return pair.interval is not None and pair.interval[0] * pair.interval[1] > 0


def test_what_can_never_be_told_apart_is_said_so() -> None:
    found = make_plan(FOUR, gaps=(0.001,))
    assert found.precision.apart[0].blocks is None
    assert "0.001 Elo: never" in plan_text(found, "table")


def pilot_results(blocks: int = 40) -> list[Result]:
    return simulate_results(World(spaced(4), 4), blocks, seed=3)


def test_a_pilot_gives_each_pair_its_own_width() -> None:
    """Four times the pilot's blocks halve its intervals, but for the quantile; the nearest pair stands first."""
    pilot = rate(pilot_results())
    found = precision(make_tournament(4, blocks=160), pilot=pilot)
    assert found.pilot == pilot.run
    assert len(found.pairs) == 6
    differences = [abs(pair.difference) for pair in found.pairs]
    assert differences == sorted(differences)
    for pair in found.pairs:
        (own,) = [one for one in pilot.pairs if (one.a, one.b) == (pair.a, pair.b)]
        assert own.interval is not None
        assert pair.half_width == pytest.approx((own.interval[1] - own.interval[0]) / 4, rel=0.05)


def test_a_pilot_too_short_for_intervals_tells_nothing() -> None:
    with pytest.raises(PilotUnfit, match="too few"):
        make_plan(FOUR, pilot=rate(pilot_results(FEWEST_BLOCKS - 1)))


def test_blocks_that_were_cut_short_do_not_count() -> None:
    results = pilot_results(3)
    assert complete_blocks(results) == results
    assert {result.block for result in complete_blocks(results[:-1])} == {result.block for result in results[:8]}
    assert complete_blocks([]) == []


def header(tournament: Tournament) -> dict[str, Any]:
    return {
        "schedule": {"format": tournament.format, "duplicate": tournament.duplicate, "focus": [], "tables": []},
        "entries": [{"name": name} for name in tournament.names],
        "variant": {"name": "x", **parameters(tournament.variant)},
    }


@pytest.mark.parametrize(
    ("planned", "what"),
    [
        (make_tournament(4, duplicate="none"), "duplicate"),
        (make_tournament(4, format="random"), "format"),
        (make_tournament(5), "the names of the bots"),
        (make_tournament(4, variant={"schedule": {"hands": "4..1"}}), r"the rules \(variant\)"),
    ],
)
def test_a_pilot_of_another_schedule_is_refused(planned: Tournament, what: str) -> None:
    check_pilot(header(FOUR), make_tournament(4, blocks=99))
    with pytest.raises(PilotUnfit, match=f"what differs: {what}$"):
        check_pilot(header(FOUR), planned)


def test_the_text_names_what_it_was_reckoned_from() -> None:
    plain, spread = (plan_text(make_plan(FOUR, spread=spread), "table") for spread in (0.0, 150.0))
    assert "for bots of about equal strength (--spread ELO, --pilot RUN)" in plain
    assert "for bots that spread by 150 Elo" in spread
    pilot = rate(pilot_results(), run="short")
    text = plan_text(make_plan(FOUR, pilot=pilot), "table")
    assert "by the pilot short" in text
    assert text.count(" / ") == 6
    assert "nearest" not in text
    assert "| pair" in plan_text(make_plan(FOUR, pilot=pilot), "md")
