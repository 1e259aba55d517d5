"""Blocks, seatings, windows and ids of the formats that can be listed or drawn."""

from __future__ import annotations

import math
import tracemalloc
from collections import Counter
from itertools import combinations, islice

import pytest

from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.tournament.formats import count_line_ups, list_line_ups
from ohhell_referee.tournament.model import Tournament
from ohhell_referee.tournament.schedule import GamePlan, Schedule
from support.tournaments import make_tournament

KEY = seed_key(7)


def all_games(tournament: Tournament) -> list[GamePlan]:
    schedule = Schedule(tournament, KEY)
    return [game for block in schedule.blocks() for game in schedule.games_of_block(block)]


@pytest.mark.parametrize(
    "tournament",
    [
        make_tournament(5, blocks=3),
        make_tournament(5, blocks=2, duplicate="all"),
        make_tournament(5, blocks=3, duplicate="none"),
        make_tournament(6, players=3, blocks=2, format="gauntlet", focus=("anna", "bert")),
        make_tournament(2, blocks=5, format="duel"),
        make_tournament(2, players=5, blocks=4, format="duel"),
        make_tournament(8, blocks=9, format="random"),
        make_tournament(
            3, blocks=2, format="fixed", tables=(("anna", "bert", "anna", "bert"), ("anna", "bert", "cleo", "bert"))
        ),
    ],
    ids=lambda tournament: f"{tournament.format}-{tournament.duplicate}-{tournament.players}",
)
def test_ids_are_unique_and_find_their_game(tournament: Tournament) -> None:
    """The id says block and seating, every game is found by it, and the totals count them all."""
    schedule = Schedule(tournament, KEY)
    games = all_games(tournament)

    assert [game.id for game in games] == [f"b{game.block}s{game.seating}" for game in games]
    assert len({game.id for game in games}) == len(games) == schedule.total_games == schedule.planned_games
    assert schedule.complete
    assert all(schedule.find(game.id) == game for game in games)
    assert sorted(schedule.windows(3), key=lambda game: (game.block, game.seating)) == games


@pytest.mark.parametrize("game_id", ["b3s0", "b0s4", "b00s0", "b0s0 ", "x", "", "b-1s0"])
def test_unknown_ids_are_not_found(game_id: str) -> None:
    schedule = Schedule(make_tournament(4, blocks=3), KEY)
    with pytest.raises(KeyError):
        schedule.find(game_id)


def test_round_robin_plays_every_line_up_equally_often() -> None:
    """Five bots at tables of four: five line-ups, each `blocks` times, blocks numbered repetition by repetition."""
    schedule = Schedule(make_tournament(5, blocks=3), KEY)

    assert schedule.total_blocks == 15
    assert sorted(schedule.line_ups) == sorted(combinations(("anna", "bert", "cleo", "dora", "emil"), 4))
    for block in schedule.blocks():
        assert schedule.line_up(block) == schedule.line_ups[block % 5]


@pytest.mark.parametrize("form", ["round-robin", "random", "duel", "gauntlet", "fixed"])
def test_more_blocks_only_append(form: str) -> None:
    """Raising `blocks` leaves every game as it was."""
    count = 2 if form == "duel" else 6
    extra = {
        "gauntlet": {"focus": ("anna",)},
        "fixed": {"tables": (("anna", "bert", "cleo", "dora"), ("dora", "emil", "fred", "anna"))},
    }
    few = all_games(make_tournament(count, format=form, blocks=4, **extra.get(form, {})))
    many = all_games(make_tournament(count, format=form, blocks=9, **extra.get(form, {})))

    assert many[: len(few)] == few


def test_rotate_seats_everybody_everywhere_once() -> None:
    """In a block of n seatings each bot sits once in each seat, and its neighbours stay the same."""
    for block in range(20):
        games = Schedule(make_tournament(4, blocks=20), KEY).games_of_block(block)
        assert len(games) == 4
        for seat in range(4):
            assert {game.table[seat] for game in games} == {"anna", "bert", "cleo", "dora"}
        first = games[0].table
        assert {game.table for game in games} == {first[turn:] + first[:turn] for turn in range(4)}


def test_circular_orders_are_drawn_block_by_block() -> None:
    """Four bots have six circular orders; all come up, and another seed draws others."""
    schedule = Schedule(make_tournament(4, blocks=60), KEY)
    orders = set()
    for block in schedule.blocks():
        table = schedule.game(block, 0).table
        start = table.index("anna")
        orders.add(table[start:] + table[:start])

    assert len(orders) == 6
    other = Schedule(make_tournament(4, blocks=60), seed_key(8))
    assert [other.game(block, 0) for block in range(60)] != [schedule.game(block, 0) for block in range(60)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_plays_every_order_of_the_table_once(players: int) -> None:
    games = Schedule(make_tournament(players, players, blocks=2, duplicate="all"), KEY).games_of_block(1)

    assert len(games) == math.factorial(players)
    assert len({game.table for game in games}) == len(games)


def test_none_plays_each_deal_once() -> None:
    schedule = Schedule(make_tournament(4, blocks=40, duplicate="none"), KEY)
    assert schedule.total_games == 40
    assert len({schedule.game(block, 0).table[0] for block in range(40)}) == 4


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_duel_alternates_and_mirrors(players: int) -> None:
    """A and B sit alternately, the second seating has them exchanged; over a block each sits in each seat once."""
    schedule = Schedule(make_tournament(2, players, blocks=6, format="duel"), KEY)
    for block in schedule.blocks():
        first, second = schedule.games_of_block(block)
        assert all(first.table[seat] != first.table[seat + 1] for seat in range(players - 1))
        assert all({one, other} == {"anna", "bert"} for one, other in zip(first.table, second.table, strict=True))
        seats = Counter(first.table + second.table)
        assert seats["anna"] == seats["bert"] == players


def test_duel_at_odd_tables_gives_the_odd_seat_in_turn() -> None:
    """With single games too, the bot with one seat more changes from block to block."""
    schedule = Schedule(make_tournament(2, 3, blocks=4, format="duel", duplicate="none"), KEY)
    more = [Counter(schedule.game(block, 0).table).most_common(1)[0][0] for block in range(4)]
    assert more == ["anna", "bert", "anna", "bert"]


def test_gauntlet_pairs_each_focus_with_the_rest_only() -> None:
    line_ups = list_line_ups(make_tournament(6, players=3, format="gauntlet", focus=("cleo", "fred")))

    assert len(line_ups) == 2 * math.comb(4, 2)
    assert all(("cleo" in line_up) != ("fred" in line_up) for line_up in line_ups)
    assert len(set(line_ups)) == len(line_ups)


def test_fixed_tables_keep_their_order_and_skip_equal_seatings() -> None:
    """The circular order is the written one; where a name stands twice, a rotation that looks the same is left out."""
    tables = (("anna", "bert", "anna", "bert"), ("dora", "cleo", "bert", "anna"))
    tournament = make_tournament(4, format="fixed", blocks=2, tables=tables)
    schedule = Schedule(tournament, KEY)

    assert [game.table for game in schedule.games_of_block(2)] == [tables[0], tables[0][1:] + tables[0][:1]]
    assert [game.table for game in schedule.games_of_block(3)] == [
        tables[1][turn:] + tables[1][:turn] for turn in range(4)
    ]
    assert schedule.total_games == 12


def test_fixed_with_all_orders_plays_each_different_table_once() -> None:
    """Two names twice each: 4! / 2! / 2! = 6 different tables."""
    tournament = make_tournament(
        2, format="fixed", blocks=1, duplicate="all", tables=(("anna", "bert", "anna", "bert"),)
    )
    tables = [game.table for game in Schedule(tournament, KEY).games_of_block(0)]
    assert len(tables) == len(set(tables)) == 6
    assert all(Counter(table) == {"anna": 2, "bert": 2} for table in tables)


def test_fixed_without_duplicate_seats_as_written() -> None:
    tables = (("dora", "cleo", "bert", "anna"),)
    schedule = Schedule(make_tournament(4, format="fixed", blocks=3, duplicate="none", tables=tables), KEY)
    assert [game.table for game in schedule.windows(2)] == [tables[0]] * 3


def test_random_shares_games_and_meetings_evenly() -> None:
    """After 100 blocks of 10 bots nobody is more than one block ahead, and everybody has met everybody."""
    schedule = Schedule(make_tournament(10, blocks=100, format="random"), KEY)
    blocks: Counter[str] = Counter()
    pairs: Counter[tuple[str, ...]] = Counter()
    for block in schedule.blocks():
        line_up = schedule.line_up(block)
        assert len(set(line_up)) == 4
        blocks.update(line_up)
        pairs.update(combinations(line_up, 2))

    assert max(blocks.values()) - min(blocks.values()) <= 1
    assert len(pairs) == 45
    assert max(pairs.values()) < 2 * min(pairs.values())


def test_random_is_the_same_in_whatever_order_it_is_asked() -> None:
    tournament = make_tournament(9, blocks=50, format="random")
    forwards, backwards = Schedule(tournament, KEY), Schedule(tournament, KEY)
    late_first = [backwards.line_up(block) for block in reversed(range(50))]
    assert [forwards.line_up(block) for block in range(50)] == late_first[::-1]


@pytest.mark.parametrize("form", ["round-robin", "random", "gauntlet"])
def test_entries_of_one_group_never_sit_together(form: str) -> None:
    groups = {"anna": "red", "bert": "red", "cleo": "blue", "dora": "blue", "emil": "blue"}
    tournament = make_tournament(
        9, players=3, blocks=12, format=form, groups=groups, focus=("anna",) if form == "gauntlet" else ()
    )
    for game in all_games(tournament):
        teams = [groups.get(name, name) for name in game.table]
        assert len(set(teams)) == 3


def test_line_ups_are_counted_without_listing_them() -> None:
    groups = {"anna": "red", "bert": "red", "cleo": "blue", "dora": "blue"}
    for tournament in (
        make_tournament(8, groups=groups),
        make_tournament(9, players=3, groups=groups, format="gauntlet", focus=("anna", "emil")),
        make_tournament(3),
    ):
        assert count_line_ups(tournament) == len(list_line_ups(tournament))


def test_windows_play_the_seatings_round_by_round() -> None:
    """Window of three blocks: first seatings of all three, then second ones; the seatings of a block lie apart."""
    schedule = Schedule(make_tournament(4, blocks=5), KEY)
    order = [(game.block, game.seating) for game in schedule.windows(3)]

    assert order[:6] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert order[12:] == [(3, 0), (4, 0), (3, 1), (4, 1), (3, 2), (4, 2), (3, 3), (4, 3)]
    assert list(schedule.window_ranges(3, first_block=3)) == [range(3, 5)]


def test_a_window_needs_a_block() -> None:
    with pytest.raises(ValueError, match="at least one block"):
        next(Schedule(make_tournament(4), KEY).window_ranges(0))


def test_blocks_beyond_the_schedule_are_refused() -> None:
    schedule = Schedule(make_tournament(4, blocks=2), KEY)
    for block in (-1, 2):
        with pytest.raises(IndexError):
            schedule.line_up(block)
    with pytest.raises(IndexError):
        schedule.game(0, 4)


def test_millions_of_games_cost_nothing_until_they_are_played() -> None:
    """Ten million blocks: the first games of the schedule and one in its middle, with less than a megabyte."""
    tracemalloc.start()
    try:
        schedule = Schedule(make_tournament(8, blocks=10_000_000), KEY)
        assert schedule.total_games == 70 * 10_000_000 * 4
        assert len(list(islice(schedule.windows(16), 1000))) == 1000
        assert schedule.find("b350000000s3").block == 350_000_000
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_line_ups_come_in_an_order_that_the_seed_draws() -> None:
    """So the first games of a long round-robin are not all of the file's first bots."""
    schedule = Schedule(make_tournament(10, blocks=1), KEY)
    early: Counter[str] = Counter(name for block in range(30) for name in schedule.line_up(block))
    assert len(early) == 10
    assert max(early.values()) < 25
