"""The reports about luck, memory and company: they show what is there, and nothing where nothing is."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ohhell_referee.standings.collusion import collusion_report
from ohhell_referee.standings.luck import luck_report
from ohhell_referee.standings.memory import memory_check
from ohhell_referee.standings.residual_points import holm
from ohhell_referee.standings.residual_sections import collusion_section, luck_section, memory_section
from ohhell_referee.standings.results import Result
from ohhell_referee.standings.sections import draw_section
from support.simulated import World, simulate_results, spaced

ROTATED = simulate_results(World(spaced(5), 4, deal=20.0, suit=6.0, noise=6.0), 200, seed=1)
FRESH = simulate_results(World(spaced(5), 4, "independent"), 400, seed=1)

Change = Callable[[Result, int], float]


def changed(results: list[Result], by: Change) -> list[Result]:
    """The same games with points added by seat."""
    return [
        game._replace(scores=tuple(score + by(game, seat) for seat, score in enumerate(game.scores)))
        for game in results
    ]


def test_a_bot_that_scores_more_when_a_deal_comes_again_is_named() -> None:
    def remembers(game: Result, seat: int) -> float:
        return 12.0 if game.bots[seat] == "bot3" and game.seating > 0 else 0.0

    rows = {row.name: row for row in memory_check(changed(ROTATED, remembers))}
    assert rows["bot3"].suspicious
    assert rows["bot3"].gain is not None
    low, high = rows["bot3"].gain.interval()
    assert low < 12.0 * 3 / 4 < high  # measured from the table's mean, of which the bot is a quarter
    assert [name for name, row in rows.items() if row.suspicious] == ["bot3"]
    text = draw_section(memory_section(list(rows.values())), "table")
    assert "bot3: more points when a deal comes again than chance explains" in text


def test_nobody_is_named_where_nobody_remembers() -> None:
    rows = memory_check(ROTATED)
    assert len(rows) == 5
    assert not any(row.suspicious for row in rows)
    assert "No bot scores more in later seatings" in draw_section(memory_section(rows), "table")


def test_the_memory_check_looks_at_the_order_of_seatings_not_of_the_journal() -> None:
    """Seatings are finished in any order."""
    shuffled = ROTATED[:]
    random.Random(3).shuffle(shuffled)
    for one, other in zip(memory_check(ROTATED), memory_check(shuffled), strict=True):
        assert one.gain is not None
        assert other.gain is not None
        assert other.gain.value == pytest.approx(one.gain.value, abs=1e-9)


def test_where_every_deal_is_played_once_there_is_nothing_to_remember() -> None:
    rows = memory_check(FRESH)
    assert all(row.gain is None for row in rows)
    assert "nothing to remember" in draw_section(memory_section(rows), "table")


def test_two_bots_that_work_together_are_named_and_so_is_their_victim() -> None:
    """bot0 hands points to bot1 at every table that both sit at."""

    def colludes(game: Result, seat: int) -> float:
        both = {"bot0", "bot1"} <= set(game.bots)
        return {"bot0": -15.0, "bot1": 15.0}.get(game.bots[seat], 0.0) if both else 0.0

    rows = collusion_report(changed(FRESH, colludes))
    named = {(row.bot, row.companion): row.effect.value for row in rows if row.suspicious}
    assert named[("bot1", "bot0")] > 0 > named[("bot0", "bot1")]
    assert all({bot, companion} == {"bot0", "bot1"} for bot, companion in named)
    text = draw_section(collusion_section(rows, company_changes=True), "table")
    assert "bot1 scores more when bot0 sits at the table than the fit expects" in text
    assert "bot0 scores less when bot1 sits at the table than the fit expects" in text


def test_a_victim_scores_less_when_its_enemy_is_there() -> None:
    def attacks(game: Result, seat: int) -> float:
        return -20.0 if game.bots[seat] == "bot4" and "bot2" in game.bots else 0.0

    suspects = [row for row in collusion_report(changed(FRESH, attacks)) if row.suspicious]
    assert (suspects[0].bot, suspects[0].companion) == ("bot4", "bot2")
    assert suspects[0].effect.value < 0


def test_honest_company_raises_no_alarm_in_most_runs() -> None:
    """Corrected for the number of pairs, an alarm at 1 % in one of a hundred runs."""
    alarms = sum(
        any(row.suspicious for row in collusion_report(simulate_results(World(spaced(5), 4, "independent"), 100, seed)))
        for seed in range(20)
    )
    assert alarms <= 2


def test_where_all_sit_together_always_company_cannot_be_compared() -> None:
    rows = collusion_report(simulate_results(World(spaced(4), 4), 40, seed=1))
    assert rows == []
    assert "nothing to compare" in draw_section(collusion_section(rows, company_changes=False), "table")
    assert "Too few blocks" in draw_section(collusion_section([], company_changes=True), "table")


def test_holm_corrects_each_chance_for_those_that_are_left() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.5]) == pytest.approx([1.0, 1.0])
    assert holm([]) == []


def test_luck_is_taken_apart_into_deal_seat_company_and_rest() -> None:
    """Cards of standard deviation 20 a seat and block, little else: most luck is the deal's."""
    report = luck_report(ROTATED)
    assert report is not None
    parts = [report.deal, report.seat, report.opponents, report.rest]
    assert sum(part for part in parts if part is not None) == pytest.approx(report.luck, rel=0.02)
    # A seat's points are taken from the table's mean: three quarters of the variance stay.
    assert report.deal == pytest.approx(0.75 * 400, rel=0.15)
    assert (report.share(report.deal) or 0.0) > 0.7
    assert report.skill == pytest.approx(0.75 * 72 * 1.0, rel=0.6)


def test_duplicate_deals_save_games_where_luck_is_in_the_cards() -> None:
    report = luck_report(ROTATED)
    assert report is not None
    assert report.rating_gain is not None
    assert report.rating_gain > 2.0
    assert report.games_saved == round(800 * (report.rating_gain - 1.0))
    assert f"saved about {report.games_saved} games" in draw_section(luck_section(report), "table")


def test_a_run_of_fresh_deals_cannot_tell_the_cards_from_the_rest() -> None:
    report = luck_report(FRESH)
    assert report is not None
    assert report.deal is None
    assert report.rating_gain == 1.0
    text = draw_section(luck_section(report), "table")
    assert "duplicate deals" not in text
    assert "this run cannot tell" in text


def test_pairs_that_never_vary_do_not_hide_what_duplicates_saved() -> None:
    """Two beginners always lose to two others, so four pairs of six hardly vary: the gain is that of the other two."""
    results = simulate_results(World(spaced(4), 4, deal=20.0, suit=6.0, noise=6.0), 200, seed=1)
    beginners = changed(results, lambda game, seat: -500.0 if game.bots[seat] in ("bot2", "bot3") else 0.0)
    plain, report = luck_report(results), luck_report(beginners)
    assert plain is not None
    assert plain.rating_gain is not None
    assert report is not None
    assert report.rating_gain == pytest.approx(plain.rating_gain, rel=0.3)


def test_seats_show_when_they_matter() -> None:
    results = [
        game._replace(first_dealer=0) for game in changed(ROTATED, lambda _, seat: (0.0, 30.0, 0.0, -30.0)[seat])
    ]
    report = luck_report(results)
    assert report is not None
    assert report.seat == pytest.approx(450.0, rel=0.2)


def test_no_games_and_level_games_have_a_plain_sentence() -> None:
    assert luck_report([]) is None
    assert "No games." in draw_section(luck_section(None), "table")
    level = luck_report([Result(n, ("a", "b"), (1.0, 1.0)) for n in range(20)])
    assert level is not None
    assert "no luck to take apart" in draw_section(luck_section(level), "table")
