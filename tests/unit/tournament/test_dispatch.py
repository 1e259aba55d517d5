"""The order in which games are handed out: windows, gaps, voids, growing formats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ohhell_referee.tournament.dispatch import WINDOW, Dispatcher
from ohhell_referee.tournament.schedule import GamePlan


class FakeSchedule:
    """A schedule of `rounds` rounds of `blocks` blocks with `seatings` games each; `known` rounds are decided."""

    def __init__(self, blocks: int, seatings: int = 4, known: int = 1) -> None:
        self.blocks, self.seatings, self.known = blocks, seatings, known

    def window_ranges(self, width: int, first: int) -> Iterator[range]:
        end = self.blocks * self.known
        while first < end:
            round_end = (first // self.blocks + 1) * self.blocks
            stop = min(first + width, round_end)
            yield range(first, stop)
            first = stop

    def games_of_window(self, window: range) -> Iterator[GamePlan]:
        for seating in range(self.seatings):
            for block in window:
                yield self._game(block, seating)

    def find(self, game_id: str) -> GamePlan:
        block, seating = game_id[1:].split("s")
        return self._game(int(block), int(seating))

    @staticmethod
    def _game(block: int, seating: int) -> GamePlan:
        return GamePlan(f"b{block}s{seating}", block, seating, ("a", "b", "c", "d"))


def dispatcher(schedule: FakeSchedule, done: set[str] | None = None, lag: int = 1, grow=lambda: False) -> Dispatcher:  # type: ignore[no-untyped-def]  # a callable
    return Dispatcher(schedule, done or set(), lag, grow)  # type: ignore[arg-type]  # a stand-in


def take_all(source: Dispatcher) -> list[str]:
    taken = []
    while (game := source.next()) is not None:
        taken.append(game.id)
    return taken


def test_seatings_run_round_robin_over_a_window() -> None:
    """The seatings of one block lie as far apart as the window allows."""
    source = dispatcher(FakeSchedule(3, 2))
    assert take_all(source) == ["b0s0", "b1s0", "b2s0", "b0s1", "b1s1", "b2s1"]


def test_a_window_waits_for_the_one_before_the_last() -> None:
    """With a lag of one window two are open; the third begins when the first is complete."""
    source = dispatcher(FakeSchedule(3 * WINDOW, 1))
    first = take_all(source)
    assert len(first) == 2 * WINDOW
    for game in first[: WINDOW - 1]:
        source.finished(game)
    assert source.next() is None
    source.finished(first[WINDOW - 1])
    assert len(take_all(source)) == WINDOW


def test_without_lag_one_window_is_open_at_a_time() -> None:
    source = dispatcher(FakeSchedule(2 * WINDOW, 1), lag=0)
    first = take_all(source)
    assert len(first) == WINDOW
    for game in first:
        source.finished(game)
    assert len(take_all(source)) == WINDOW


def test_games_of_the_journal_are_not_handed_out_again() -> None:
    source = dispatcher(FakeSchedule(2, 2), done={"b0s0", "b1s1"})
    assert take_all(source) == ["b1s0", "b0s1"]


def test_exhausted_when_nothing_is_open_and_nothing_is_left() -> None:
    source = dispatcher(FakeSchedule(1, 2))
    assert not source.exhausted
    for game in take_all(source):
        assert not source.exhausted
        source.finished(game)
    assert source.exhausted


def test_a_void_game_is_handed_out_again_before_all_others() -> None:
    source = dispatcher(FakeSchedule(2, 1))
    game = source.next()
    assert game is not None
    source.again(game.id)
    assert source.next() == game


@pytest.mark.parametrize("begun", [True, False])
def test_the_window_of_the_last_block_is_played_to_its_end_and_no_other(begun: bool) -> None:
    """Also where the run was interrupted after the decision and the window has to be begun again."""
    source = dispatcher(FakeSchedule(2 * WINDOW, 1), done=set() if begun else {"b0s0"}, lag=0)
    if begun:
        source.next()
    source.last_block = 3
    rest = take_all(source)
    assert len(rest) == WINDOW - 1
    for game in ["b0s0", *rest]:
        source.finished(game)
    assert source.exhausted
    assert source.next() is None


def test_a_growing_schedule_is_asked_for_more_when_all_is_complete() -> None:
    schedule = FakeSchedule(2, 1)
    asked = []

    def grow() -> bool:
        asked.append(schedule.known)
        if schedule.known == 2:
            return False
        schedule.known += 1
        return True

    source = dispatcher(schedule, lag=0, grow=grow)
    first = take_all(source)
    assert first == ["b0s0", "b1s0"]
    assert asked == []
    for game in first:
        source.finished(game)
    assert take_all(source) == ["b2s0", "b3s0"]
    assert asked == [1]


def test_windows_are_numbered_alike_when_continued() -> None:
    """Disqualification takes effect by window, so their numbers must not depend on what was played before."""
    fresh = dispatcher(FakeSchedule(4 * WINDOW, 1), lag=9)
    take_all(fresh)
    done = {f"b{block}s0" for block in range(3 * WINDOW)}
    continued = dispatcher(FakeSchedule(4 * WINDOW, 1), done=done, lag=9)
    take_all(continued)
    for block in range(0, 4 * WINDOW, 7):
        assert fresh.window_of(block) == continued.window_of(block) == block // WINDOW
