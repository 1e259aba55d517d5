"""Decisions that change what is played: functions of complete blocks in the order of their numbers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from ohhell_referee.record.game_record import Fault, GameRecord, HandRecord
from ohhell_referee.tournament.decisions import CompleteBlocks, Decisions
from ohhell_referee.tournament.disqualify import Disqualifier

NAMES = ("a", "b", "c", "d")


def game(block: int, seating: int = 0, faults: Sequence[Fault] = (), forfeits: Sequence[int] = ()) -> GameRecord:
    """A game of ten hands of four cards: 50 decisions a seat."""
    hand = HandRecord(4, 0, "N", None, ((),) * 4, (0,) * 4, (), (1,) * 4, (0,) * 4, "CDHS")
    return GameRecord(
        f"b{block}s{seating}", block, seating, NAMES, (hand,) * 10, (0,) * 4, (1,) * 4, tuple(faults), tuple(forfeits)
    )


def illegal(hand: int, seat: int = 0, trick: int | None = None) -> Fault:
    return Fault("illegal", hand, trick, seat, substituted=True)


def tournament(rate: float = 0.1) -> Any:
    return SimpleNamespace(names=NAMES, faults=SimpleNamespace(disqualify_rate=rate))


def decisions(rule: Any = None, **options: Any) -> Decisions:
    return Decisions(
        tournament(), lambda _block: 2, lambda block: block // 4, rule, keep_results=options.pop("keep_results", False)
    )


def test_blocks_are_released_in_order_whatever_the_order_of_games() -> None:
    games = [game(block, seating) for block in range(6) for seating in range(2)]
    for seed in range(20):
        random.Random(seed).shuffle(games)
        blocks = CompleteBlocks(lambda _block: 2)
        released = [block for one in games for block, _ in blocks.add(one)]
        assert released == list(range(6))


def test_a_void_game_completes_its_block_without_being_in_it() -> None:
    blocks = CompleteBlocks(lambda _block: 2)
    assert list(blocks.add(game(0, 1))) == []
    assert [(block, len(games)) for block, games in blocks.add_void(0)] == [(0, 1)]
    assert list(blocks.add_void(1)) == []
    assert [(block, len(games)) for block, games in blocks.add_void(1)] == [(1, 0)]


def test_disqualify_rate_is_not_looked_at_before_200_decisions() -> None:
    judge = Disqualifier(NAMES, 0.1)
    for block in range(3):
        assert judge.take(block, [game(block, faults=[illegal(hand) for hand in range(10)])]) == []
    assert judge.take(3, [game(3, faults=[illegal(hand) for hand in range(10)])]) == ["a"]
    assert judge.out == {"a": 3}


def test_a_share_of_faults_at_the_rate_is_not_over_it() -> None:
    judge = Disqualifier(NAMES, 0.1)
    for block in range(40):
        assert judge.take(block, [game(block, faults=[illegal(hand) for hand in range(5)])]) == []
    assert judge.share("a") == pytest.approx(0.1)


def test_what_the_house_plays_after_a_crash_counts_as_the_entrys_faults() -> None:
    """A crash in the first of ten hands costs 49 more decisions; one in the last costs hardly any."""
    early = Disqualifier(NAMES, 0.5)
    late = Disqualifier(NAMES, 0.5)
    for block in range(4):
        early.take(block, [game(block, faults=[Fault("crash", 0, None, 0, True)], forfeits=[0])])
        late.take(block, [game(block, faults=[Fault("crash", 9, 3, 0, True)], forfeits=[0])])
    assert list(early.out) == ["a"]
    assert late.out == {}
    assert late.share("a") == pytest.approx(1 / 50)


def test_disqualification_takes_effect_at_a_window_that_cannot_have_begun() -> None:
    judge = decisions()
    notes = [
        note
        for block in range(4)
        for seating in range(2)
        for note in judge.take(game(block, seating, [illegal(hand) for hand in range(10)]))
    ]
    assert [(note["what"], note["disqualified"], note["block"]) for note in notes] == [("disqualified", "a", 1)]
    assert not judge.is_out("a", 0)
    assert not judge.is_out("a", 1)
    assert judge.is_out("a", 2)
    assert not judge.is_out("b", 2)


class StopAt:
    """A stopping rule that decides at a given block and remembers what it was shown."""

    def __init__(self, block: int) -> None:
        self.block = block
        self.seen: list[int] = []

    def take(self, block: int, games: Sequence[GameRecord]) -> str | None:
        self.seen.append(block)
        assert len(games) == 2
        return "enough" if block == self.block else None

    def state(self) -> str:
        return ""


def test_the_stopping_rule_sees_complete_blocks_in_order_and_stops_once() -> None:
    rule = StopAt(2)
    judge = decisions(rule)
    games = [game(block, seating) for block in range(6) for seating in range(2)]
    random.Random(5).shuffle(games)
    notes = [note for one in games for note in judge.take(one)]
    assert rule.seen == [0, 1, 2]
    assert judge.stopped is not None
    assert (judge.stopped.block, judge.stopped.reason) == (2, "enough")
    assert [note["what"] for note in notes] == ["stopped"]


def test_with_a_stopping_rule_windows_follow_one_another() -> None:
    assert decisions(StopAt(1)).lag == 0
    assert decisions(keep_results=True).lag == 0
    assert decisions().lag == 1
