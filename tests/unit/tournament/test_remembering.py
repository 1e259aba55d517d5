"""A run that is continued takes its earlier games and void games into account, in the order in which they can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from ohhell_referee.record.game_record import GameRecord, game_line
from ohhell_referee.record.journal import JournalWriter
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.tournament.decisions import Decisions
from ohhell_referee.tournament.run_folder import OpenRun
from ohhell_referee.tournament.running import _remember
from ohhell_referee.tournament.schedule import GamePlan, Schedule
from support.tournaments import make_tournament

KEY = seed_key("remember")
SWISS = make_tournament(8, format="swiss", rounds=3, blocks=1)
"""Two tables a round, four seatings each: blocks 0 and 1, then 2 and 3, then 4 and 5."""


def played(game: GamePlan) -> GameRecord:
    """The earlier in the alphabet, the better."""
    order = sorted(game.table)
    places = tuple(1 + order.index(name) for name in game.table)
    return GameRecord(game.id, game.block, game.seating, game.table, (), tuple(10 - place for place in places), places)


def remember(folder: Path, upto: int, void: str) -> tuple[Schedule, Decisions]:
    """A journal of all games of the blocks before `upto`, later ones first, but for a void one; then taken in."""
    schedule = Schedule(SWISS, KEY)
    lines: list[GameRecord] = []
    results: dict[int, list[GameRecord]] = {}
    for block in range(upto):
        if block >= schedule.total_blocks:
            assert schedule.extend(results)
        results[block] = [played(game) for game in schedule.games_of_block(block) if game.id != void]
        lines = results[block] + lines
    writer = JournalWriter.create(folder / "journal.jsonl", {})
    for record in lines:
        writer.append(game_line(record))
    run = OpenRun(folder, writer, {}, KEY, "remember", "", False, False, None)
    fresh = Schedule(SWISS, KEY)
    decisions = Decisions(SWISS, lambda block: len(fresh.games_of_block(block)), lambda _: 0, None, keep_results=True)
    _remember(run, decisions, {void: int(void[1])}, fresh)
    writer.close()
    return fresh, decisions


@pytest.mark.parametrize("void", ["b0s0", "b1s3", "b2s0", "b2s3", "b3s1", "b4s0"])
def test_a_void_game_of_any_round_waits_until_its_round_is_known(tmp_path: Path, void: str) -> None:
    """Its block is complete without it, wherever it lies: also in the first block of a later round."""
    schedule, decisions = remember(tmp_path, 6, void)
    assert schedule.total_blocks == 6
    assert list(decisions.results) == [0, 1, 2, 3, 4, 5]
    assert [len(games) for games in decisions.results.values()] == [
        3 if f"b{block}" == void[:2] else 4 for block in range(6)
    ]


def test_a_round_that_is_not_complete_decides_nothing(tmp_path: Path) -> None:
    schedule, decisions = remember(tmp_path, 3, "b2s0")
    assert schedule.total_blocks == 4
    assert list(decisions.results) == [0, 1, 2]
