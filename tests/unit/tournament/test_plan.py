"""What `plan` reckons before anything is played."""

from __future__ import annotations

import dataclasses
import json
import math

import pytest

from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.tournament.model import TimeRules, Tournament
from ohhell_referee.tournament.plan import Plan, decisions_per_game, make_plan
from ohhell_referee.tournament.plan_text import duration, plan_json, plan_text
from support.tournaments import NAMES, make_tournament

FULL = {"preset": "cardgames-io"}


def plan(tournament: Tournament) -> Plan:
    return make_plan(tournament, cores=2)


@pytest.mark.parametrize(
    ("variant", "players", "decisions"),
    [
        ({"preset": "cardgames-io"}, 4, 512),
        ({"schedule": {"hands": [3]}}, 3, 3 + 9),
        ({"schedule": {"hands": [3]}, "bids": {"revise": True}}, 3, 5 + 9),
        ({"schedule": {"hands": [3]}, "trump": {"source": "highest_bidder"}}, 3, 3 + 1 + 9),
        ({"schedule": {"hands": [2, 1]}, "view": [{"hands": "last", "mode": "forehead"}]}, 3, 3 + 6 + 3),
    ],
)
def test_decisions_of_a_game(variant: dict[str, object], players: int, decisions: int) -> None:
    """Bids, revisions, a named trump, cards; a card on the forehead plays itself."""
    assert decisions_per_game(resolve_variant(variant, players=players)) == decisions


def test_a_round_robin_is_counted_exactly() -> None:
    """Five bots at tables of four, three blocks a line-up, four seatings."""
    found = plan(make_tournament(5, blocks=3, variant=FULL))

    assert (found.line_ups, found.blocks, found.seatings, found.games) == (5, 15, (4, 4), 60)
    assert found.entries is not None
    assert {(entry.blocks, entry.games, entry.seats) for entry in found.entries} == {(12, 48, (12, 12, 12, 12))}
    assert found.pairs is not None
    assert (found.pairs.least, found.pairs.most, found.pairs.never) == (36, 36, ())
    assert found.decisions == 60 * 512
    assert found.exact


@pytest.mark.parametrize("blocks", [1, 4, 5])
@pytest.mark.parametrize("duplicate", ["rotate", "none"])
def test_a_duel_is_counted_game_by_game(blocks: int, duplicate: str) -> None:
    """The closed count agrees with a walk over all games."""
    from collections import Counter

    from ohhell_referee.rules.seeds import seed_key
    from ohhell_referee.tournament.schedule import Schedule

    tournament = make_tournament(2, players=5, format="duel", blocks=blocks, duplicate=duplicate)
    found = plan(tournament)
    tables = [game.table for game in Schedule(tournament, seed_key(1)).windows(3)]

    assert found.games == len(tables)
    assert found.entries is not None
    for entry in found.entries:
        assert entry.games == len(tables)
        assert entry.seats == tuple(Counter(table[seat] for table in tables)[entry.name] for seat in range(5))


def test_fixed_tables_are_counted_with_their_own_seatings() -> None:
    """A table with two names twice has two seatings, the other four."""
    tables = (("anna", "bert", "anna", "bert"), NAMES[:4])
    found = plan(make_tournament(4, format="fixed", blocks=3, tables=tables))

    assert (found.seatings, found.games) == ((2, 4), 18)
    assert found.entries is not None
    assert {entry.name: entry.games for entry in found.entries} == {"anna": 18, "bert": 18, "cleo": 12, "dora": 12}
    assert found.pairs is not None
    assert (found.pairs.least, found.pairs.most) == (12, 18)


def test_a_gauntlet_names_pairs_that_never_meet() -> None:
    found = plan(make_tournament(6, players=3, format="gauntlet", focus=("anna", "bert"), blocks=1))
    assert found.pairs is not None
    assert found.pairs.never == (("anna", "bert"),)
    assert found.games_a_bot == (18, 18)


@pytest.mark.parametrize(
    ("form", "extra", "blocks"),
    [("swiss", {"rounds": 3}, 3 * 2 * 5), ("knockout", {}, (2 + 1) * 5), ("adaptive", {}, 5)],
)
def test_formats_that_results_decide_are_counted_in_all(form: str, extra: dict[str, int], blocks: int) -> None:
    found = plan(make_tournament(8, format=form, blocks=5, **extra))
    assert found.blocks == blocks
    assert found.games == 4 * blocks
    assert (found.entries, found.pairs, found.exact) == (None, None, False)
    assert "decided by results" in plan_text(found, "table")


def test_expected_time_follows_the_rate_or_the_thinking() -> None:
    tournament = make_tournament(4, blocks=25, variant=FULL)
    assert make_plan(tournament, 51_200, cores=2).time.expected == pytest.approx(1.0)
    thinking = make_plan(tournament, 51_200, think_ms=10, cores=2)
    assert thinking.time.expected == pytest.approx(51_200 * 0.01 / 2)


def test_longest_time_takes_every_limit_whole() -> None:
    """With limits, bank and games at once; without limits there is no bound."""
    tournament = make_tournament(
        4, blocks=25, variant=FULL, games_at_once=4, time=TimeRules(per_decision_ms=100, bank_ms=1000)
    )
    found = plan(tournament).time
    assert found.longest_game == pytest.approx(51.2 + 4)
    assert found.longest == pytest.approx(25 * (51.2 + 4))
    unlimited = plan(dataclasses.replace(tournament, time=TimeRules(unlimited=True)))
    assert math.isinf(unlimited.time.longest)
    assert "no bound" in plan_text(unlimited, "table")
    assert json.loads(plan_json(unlimited))["time"]["longest"] is None


def warnings(tournament: Tournament) -> str:
    return "\n".join(plan(tournament).warnings)


def test_an_ordinary_plan_warns_of_nothing() -> None:
    assert warnings(make_tournament(5, blocks=20, variant=FULL)) == ""


def test_more_seatings_than_relabellings_are_a_warning() -> None:
    """All 24 seatings of four seats: only 23 relabellings; a trump of a cycle leaves five."""
    assert "24 seatings of a block, but only 23 ways" in warnings(make_tournament(4, blocks=20, duplicate="all"))
    cycle = {"trump": {"source": "cycle"}, "schedule": {"hands": [4]}}
    assert "only 5 ways to relabel the suits in hand 1 (4 cards)" in warnings(
        make_tournament(6, players=6, blocks=20, variant=cycle)
    )
    assert warnings(make_tournament(4, blocks=20, variant=cycle)) == ""


def test_no_disguise_and_few_instances_are_a_warning() -> None:
    tournament = make_tournament(4, blocks=20)
    assert "disguise = false" in warnings(dataclasses.replace(tournament, disguise=False))
    single = dataclasses.replace(
        tournament, entries=(dataclasses.replace(tournament.entries[0], instances=1), *tournament.entries[1:])
    )
    assert '"anna" has instances = 1, fewer than the 4 seatings' in warnings(single)
    assert warnings(dataclasses.replace(single, restart="seating")) == ""
    assert warnings(dataclasses.replace(single, duplicate="none")) == ""


def test_few_blocks_and_odd_knockouts_are_a_warning() -> None:
    assert "9 blocks in all: the standings give no interval below 10" in warnings(make_tournament(4, blocks=9))
    assert "9 bots do not fill tables of 4 in every round (tables: 2, 1, 1)" in warnings(
        make_tournament(9, format="knockout", blocks=20)
    )


def test_warnings_of_the_file_come_first() -> None:
    assert warnings(make_tournament(4, blocks=20, warnings=("spring.toml:3: x",))) == "spring.toml:3: x"


@pytest.mark.parametrize(
    "tournament",
    [
        make_tournament(5, blocks=3),
        make_tournament(8, format="random", blocks=30),
        make_tournament(2, format="duel"),
        make_tournament(8, format="swiss", rounds=2),
        make_tournament(4, blocks=1, duplicate="none"),
        make_tournament(4, variant={"end": {"target": 100}}),
        make_tournament(4, variant={"end": {"ties": "extra_hand"}}),
        make_tournament(["a|b", "c", "d", "e"]),
    ],
    ids=lambda tournament: tournament.format,
)
def test_plans_are_shown_in_every_form(tournament: Tournament) -> None:
    """Text and Markdown name games and every bot; JSON holds the same numbers and nothing that JSON has not."""
    found = plan(tournament)
    data = json.loads(plan_json(found), parse_constant=pytest.fail)

    assert data["games"] == found.games
    for text in (plan_text(found, "table"), plan_text(found, "md")):
        assert f"{found.games:,}" in text
        for entry in found.entries or ():
            assert entry.name.replace("|", "") in text.replace("\\", "").replace("|", "")


def test_a_bar_in_a_name_does_not_break_a_markdown_table() -> None:
    text = plan_text(plan(make_tournament(["a|b", "c", "d", "e"])), "md")
    row = next(line for line in text.splitlines() if "a\\|b" in line)
    assert row.replace("\\|", "").count("|") == 8


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.04, "0.0 s"),
        (9.96, "10 s"),
        (59, "59 s"),
        (59.97, "1 min"),
        (60, "1 min"),
        (3599.9, "1 h"),
        (8010, "2 h 14 min"),
        (90_000, "1 d 1 h"),
        (400 * 86_400, "1 year 35 d"),
        (1000 * 365 * 86_400, "1,000 years"),
    ],
)
def test_durations_in_two_units(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_the_text_keeps_to_the_width_of_a_terminal() -> None:
    """Sentences go on below themselves; nothing is lost."""
    found = plan(make_tournament(4, blocks=25))
    wide, narrow = (plan_text(found, "table", columns).split("\n\n")[1] for columns in (None, 60))
    assert max(map(len, narrow.splitlines())) <= 60 < max(map(len, wide.splitlines()))
    assert narrow.split() == wide.split()
