"""Swiss, knockout and adaptive: line-ups that earlier results decide."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import pytest

from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.tournament.adaptive import order_information
from ohhell_referee.tournament.knockout import advancing, knockout_sizes
from ohhell_referee.tournament.model import Tournament
from ohhell_referee.tournament.schedule import GamePlan, Schedule
from ohhell_referee.tournament.swiss import swiss_tables
from support.tournaments import NAMES, make_tournament

KEY = seed_key(3)


@dataclass(frozen=True)
class Played:
    table: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]


def play(game: GamePlan) -> Played:
    """The earlier in the alphabet, the better; the last place of the table is shared by nobody."""
    ranked = sorted(game.table, key=lambda name: (len(name), name))
    places = tuple(ranked.index(name) + 1 for name in game.table)
    return Played(game.table, tuple(100 - 10 * place for place in places), places)


def finish(schedule: Schedule, results: dict[int, list[Played]]) -> None:
    for block in schedule.blocks():
        results.setdefault(block, [play(game) for game in schedule.games_of_block(block)])


def play_out(tournament: Tournament) -> tuple[Schedule, list[range], dict[int, list[Played]]]:
    """Plays all rounds; returns the schedule, the blocks of each round, and all results."""
    schedule = Schedule(tournament, KEY)
    results: dict[int, list[Played]] = {}
    rounds = [schedule.blocks()]
    finish(schedule, results)
    while schedule.extend(results, rate_by_alphabet):
        rounds.append(range(rounds[-1].stop, schedule.total_blocks))
        finish(schedule, results)
    assert schedule.complete
    return schedule, rounds, results


def rate_by_alphabet(results: Mapping[int, Sequence[object]]) -> dict[str, tuple[float, float | None]]:
    return {name: (2000.0 - 100 * place, 40.0) for place, name in enumerate(NAMES)}


def tables(schedule: Schedule, blocks: range) -> set[tuple[str, ...]]:
    return {schedule.line_up(block) for block in blocks}


def test_a_round_is_decided_when_all_its_blocks_are_there() -> None:
    schedule = Schedule(make_tournament(8, format="swiss", rounds=3, blocks=2), KEY)
    results: dict[int, list[Played]] = {}
    finish(schedule, results)
    missing = results.pop(1)

    assert not schedule.extend(results)
    assert not schedule.complete
    assert (schedule.total_blocks, schedule.planned_blocks, schedule.planned_games) == (4, 12, 48)

    results[1] = missing
    assert schedule.extend(results)
    assert schedule.total_blocks == 8


@pytest.mark.parametrize("form", ["swiss", "knockout", "adaptive"])
def test_decisions_depend_on_results_alone(form: str) -> None:
    """Results known in another order, or later ones known already, change nothing."""
    tournament = make_tournament(
        9, format=form, rounds=3 if form == "swiss" else None, blocks=40 if form == "adaptive" else 2
    )
    schedule, _, results = play_out(tournament)
    again = Schedule(tournament, KEY)
    shuffled = list(results.items())
    random.Random(1).shuffle(shuffled)
    while again.extend(dict(shuffled), rate_by_alphabet):
        pass

    assert again.total_blocks == schedule.total_blocks
    assert [again.line_up(block) for block in again.blocks()] == [
        schedule.line_up(block) for block in schedule.blocks()
    ]


def test_windows_stop_at_the_end_of_a_round() -> None:
    schedule, rounds, _ = play_out(make_tournament(8, format="swiss", rounds=2, blocks=3))
    ends = {window.stop for window in schedule.window_ranges(4)}
    assert {blocks.stop for blocks in rounds} <= ends


@pytest.mark.parametrize("count", [4, 8, 9, 11, 13])
def test_swiss_seats_everybody_about_equally_often(count: int) -> None:
    """Those who do not fit into a round's tables sit out in turn."""
    schedule, rounds, _ = play_out(make_tournament(count, format="swiss", rounds=6, blocks=1))
    played = Counter(name for blocks in rounds for line_up in tables(schedule, blocks) for name in line_up)

    assert len(played) == count
    assert max(played.values()) - min(played.values()) <= 1
    for blocks in rounds:
        seated = [name for line_up in tables(schedule, blocks) for name in line_up]
        assert len(seated) == len(set(seated)) == count // 4 * 4


def test_swiss_brings_neighbours_together() -> None:
    """With results that follow the alphabet, the first four meet in the second round, the last four too."""
    schedule, rounds, _ = play_out(make_tournament(8, format="swiss", rounds=2, blocks=1))
    first_round = tables(schedule, rounds[0])
    winners = {line_up[0] for line_up in first_round}

    assert any(winners <= set(line_up) for line_up in tables(schedule, rounds[1]))


def test_swiss_prefers_those_that_met_least() -> None:
    """Twelve bots, six rounds: hardly a pair meets more than three times."""
    schedule, rounds, _ = play_out(make_tournament(12, format="swiss", rounds=6, blocks=1))
    met = Counter(
        pair for blocks in rounds for line_up in tables(schedule, blocks) for pair in combinations(line_up, 2)
    )
    assert max(met.values()) <= 4
    assert len(met) > 50


@pytest.mark.parametrize(
    "groups",
    [
        {"anna": "x", "bert": "x", "cleo": "y", "dora": "y"},
        dict.fromkeys(NAMES[:5], "x"),
        {
            **dict.fromkeys(NAMES[:3], "x"),
            **dict.fromkeys(NAMES[3:6], "y"),
            **dict.fromkeys(NAMES[6:9], "z"),
        },
    ],
)
def test_swiss_keeps_groups_apart(groups: dict[str, str]) -> None:
    schedule, _, _ = play_out(make_tournament(12, format="swiss", rounds=8, blocks=1, groups=groups))
    for block in schedule.blocks():
        teams = [groups.get(name, name) for name in schedule.line_up(block)]
        assert len(set(teams)) == 4


def test_swiss_fills_no_more_tables_than_groups_allow() -> None:
    """Eight of one group and four others: one of the group a table, so at most one table of four."""
    assert swiss_tables(["x"] * 8 + ["a", "b", "c", "d"], 4) == 1
    assert swiss_tables(["x"] * 3 + ["a", "b", "c", "d", "e"], 4) == 1
    assert swiss_tables(list("abcdefgh"), 4) == 2
    assert swiss_tables(list("abc"), 4) == 0


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("count", range(2, 60))
def test_knockout_always_comes_to_a_last_table(count: int, players: int) -> None:
    """Every number of bots ends at one full table, and every round throws somebody out."""
    if count < players:
        assert knockout_sizes(count, players, None) == []
        return
    sizes = knockout_sizes(count, players, None)

    assert sizes[-1] == (1, 0)
    active = count
    for table_count, passing in sizes[:-1]:
        assert table_count * players + passing == active
        going_on = advancing(table_count, passing, players)
        assert 1 <= going_on < players
        active = table_count * going_on + passing
        assert active >= players
    assert active == players


def test_knockout_sends_the_top_half_on() -> None:
    """Sixteen bots at tables of four: eight go on, then four decide."""
    schedule, rounds, _ = play_out(make_tournament([f"{i:02}" for i in range(16)], format="knockout", blocks=2))

    assert [len(tables(schedule, blocks)) for blocks in rounds] == [4, 2, 1]
    for before, after in pairwise(rounds):
        best = {name for line_up in tables(schedule, before) for name in line_up[:2]}
        assert {name for line_up in tables(schedule, after) for name in line_up} == best
    assert "00" in schedule.line_up(rounds[-1].start)


def test_knockout_passes_everybody_at_most_once_in_turn() -> None:
    """Nine bots: one passes each of the first two rounds, and not the same one."""
    schedule, rounds, _ = play_out(make_tournament(9, format="knockout", blocks=1))
    seated = [{name for line_up in tables(schedule, blocks) for name in line_up} for blocks in rounds]
    passed_first = set(NAMES[:9]) - seated[0]

    assert len(passed_first) == 1
    assert passed_first <= seated[1]


def test_knockout_stops_after_its_rounds() -> None:
    schedule, rounds, _ = play_out(make_tournament(13, format="knockout", rounds=1, blocks=1))
    assert len(rounds) == 1
    assert schedule.planned_blocks == 3


def test_adaptive_begins_with_a_balanced_opening_and_then_asks_for_ratings() -> None:
    schedule = Schedule(make_tournament(8, format="adaptive", blocks=60), KEY)
    opening = Counter(name for block in schedule.blocks() for name in schedule.line_up(block))
    assert set(opening.values()) == {12}

    results: dict[int, list[Played]] = {}
    finish(schedule, results)
    with pytest.raises(ValueError, match="rate"):
        schedule.extend(results)


def test_adaptive_plays_where_the_order_is_open() -> None:
    """Two close bots among clear ones meet in every line-up that follows."""

    def rate(results: Mapping[int, Sequence[object]]) -> dict[str, tuple[float, float | None]]:
        ratings: dict[str, tuple[float, float | None]] = {
            name: (1000.0 + 300 * i, 30.0) for i, name in enumerate(NAMES[:8])
        }
        ratings["emil"] = (ratings["dora"][0] + 10, 30.0)
        return ratings

    schedule = Schedule(make_tournament(8, format="adaptive", blocks=60), KEY)
    results: dict[int, list[Played]] = {}
    finish(schedule, results)
    opening = schedule.total_blocks
    assert schedule.extend(results, rate)
    later = [schedule.line_up(block) for block in range(opening, schedule.total_blocks)]
    assert sum({"dora", "emil"} <= set(line_up) for line_up in later) >= len(later) - 1


def test_adaptive_takes_unknown_errors_as_large() -> None:
    """Bots without a standard error yet are worth looking at; more blocks only append."""

    def rate(results: Mapping[int, Sequence[object]]) -> dict[str, tuple[float, float | None]]:
        return {"anna": (1500.0, None)}

    few, many = (Schedule(make_tournament(6, format="adaptive", blocks=blocks), KEY) for blocks in (21, 60))
    for schedule in (few, many):
        results: dict[int, list[Played]] = {}
        finish(schedule, results)
        schedule.extend(results, rate)
    assert few.total_blocks == 21
    assert [few.line_up(block) for block in range(21)] == [many.line_up(block) for block in range(21)]


def test_information_is_largest_for_close_and_uncertain_pairs() -> None:
    assert order_information(0, 100) > order_information(0, 50) > order_information(0, 0) == 0
    assert order_information(0, 100) > order_information(80, 100) > order_information(400, 100)
    assert math.isclose(order_information(-80, 100), order_information(80, 100))


def test_a_block_that_is_void_for_good_does_not_stop_the_rounds() -> None:
    """Void games are missing; their bots come after those that have results."""
    schedule = Schedule(make_tournament(8, format="swiss", rounds=2, blocks=1), KEY)
    assert schedule.extend({0: [], 1: [play(game) for game in schedule.games_of_block(1)]})
    assert schedule.complete
