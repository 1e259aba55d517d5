"""Schedules that no rating list can come of are refused with the reason; odd ones get a warning."""

from __future__ import annotations

import dataclasses

import pytest

from ohhell_referee.tournament.balance import Trouble, meetings_of, separate_groups, troubles
from ohhell_referee.tournament.model import Tournament
from support.tournaments import NAMES, make_tournament


def only(tournament: Tournament) -> Trouble:
    found = troubles(tournament)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    "tournament",
    [
        make_tournament(4),
        make_tournament(20),
        make_tournament(2, format="duel"),
        make_tournament(12, format="random", blocks=50),
        make_tournament(7, format="gauntlet", focus=("anna",)),
        make_tournament(9, format="swiss", rounds=3),
        make_tournament(9, format="knockout"),
        make_tournament(9, format="adaptive"),
        make_tournament(
            6, players=3, groups={"anna": "x", "bert": "x", "cleo": "y", "dora": "y", "emil": "z", "fred": "z"}
        ),
        make_tournament(4, format="fixed", tables=(NAMES[:4], NAMES[3::-1])),
    ],
    ids=lambda tournament: tournament.format,
)
def test_ordinary_schedules_have_no_trouble(tournament: Tournament) -> None:
    assert troubles(tournament) == []


def test_groups_that_never_meet_are_refused() -> None:
    """Two leagues in one file would give ratings that cannot be compared."""
    trouble = only(make_tournament(8, format="fixed", tables=(NAMES[:4], NAMES[4:8])))
    assert trouble.refused
    assert trouble.place == ("tables",)
    assert "2 groups that never meet (anna, bert, cleo, dora; emil, fred, gina, hugo)" in trouble.message


def test_fixed_tables_may_be_unbalanced_with_a_warning() -> None:
    """They are the user's own choice."""
    tables = ((NAMES[:4],) * 9) + (NAMES[3:7],)
    trouble = only(make_tournament(7, format="fixed", tables=tables))
    assert not trouble.refused
    assert '"dora" plays 1,000 blocks, "emil" only 100' in trouble.message


def test_uneven_groups_are_a_warning_up_to_three_times_the_games() -> None:
    """Two in one group play less than the single ones; four times less is refused."""
    pair = make_tournament(5, players=4, groups={"anna": "x", "bert": "x"})
    assert [trouble.refused for trouble in troubles(pair)] == [False]
    five = make_tournament(8, players=4, groups=dict.fromkeys(NAMES[:5], "x"))
    assert [trouble.refused for trouble in troubles(five)] == [True]


def test_a_gauntlet_is_uneven_on_purpose() -> None:
    assert troubles(make_tournament(12, format="gauntlet", focus=("anna",))) == []


def test_entries_that_never_play_are_named() -> None:
    """Each at its own place in the file."""
    found = troubles(make_tournament(6, format="fixed", tables=(NAMES[:4],)))
    assert [trouble.place for trouble in found] == [("bots", 4, "name"), ("bots", 5, "name")]
    assert all(trouble.refused for trouble in found)


@pytest.mark.parametrize(("form", "blocks"), [("random", 2), ("adaptive", 1)])
def test_too_few_blocks_for_the_field_are_refused(form: str, blocks: int) -> None:
    """Two blocks of four seats cannot connect eight bots."""
    assert all(trouble.refused for trouble in troubles(make_tournament(8, format=form, blocks=blocks)))
    assert troubles(make_tournament(8, format=form, blocks=blocks)) != []


@pytest.mark.parametrize(
    ("tournament", "message"),
    [
        (make_tournament(3), "4 seats, but there are only 3 bots; add bots, or set game.players = 3"),
        (make_tournament(2), 'only 2 bots; add bots, or format = "duel" is for two'),
        (make_tournament(3, format="swiss", rounds=2), "4 seats, but there are only 3 bots"),
        (make_tournament(40, blocks=1, players=7), "18,643,560 line-ups"),
        (make_tournament(20, blocks=1_000_000), "too many games"),
        (make_tournament(9, players=8, variant={"schedule": {"hands": [1]}}, duplicate="all"), '"all" with 8 seats'),
        (
            make_tournament(2, format="duel", groups={"anna": "x", "bert": "x"}),
            "both entries of the duel are of one",
        ),
        (make_tournament(4, format="fixed", tables=(("anna",) * 4,)), 'only "anna" sits at this table'),
        (
            make_tournament(4, format="fixed", tables=(NAMES[:4],), groups={"anna": "x", "dora": "x"}),
            '"anna" and "dora" are of one group',
        ),
    ],
)
def test_impossible_schedules_are_refused(tournament: Tournament, message: str) -> None:
    trouble = only(tournament)
    assert trouble.refused
    assert message in trouble.message


def test_meetings_of_a_round_robin() -> None:
    """Six bots, tables of three, two blocks a line-up: each plays 10 of 20 line-ups, each pair meets in 4."""
    meetings = meetings_of(make_tournament(6, players=3, blocks=2))
    assert set(meetings.blocks.values()) == {20}
    assert len(meetings.pairs) == 15
    assert set(meetings.pairs.values()) == {8}
    assert meetings.exact
    assert separate_groups(meetings) == [list(NAMES[:6])]


def test_meetings_of_long_random_schedules_are_scaled() -> None:
    """Nobody waits for a million draws; the sum stays right and it is said that the counts are not exact."""
    meetings = meetings_of(make_tournament(8, format="random", blocks=1_000_000, seed=1))
    assert sum(meetings.blocks.values()) == 4_000_000
    assert not meetings.exact
    short = make_tournament(8, format="random", blocks=100, seed=1)
    assert meetings_of(short).exact
    assert not meetings_of(dataclasses.replace(short, seed=None)).exact
