"""Clocks as arithmetic: one frame at a time, shares that add up, banks, pauses of the referee."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ohhell_referee.bots.clocks import NEVER, ConnectionClock, FrameClock, milliseconds


def frame(requests: int = 1, limit: float = 1.0, margin: float = 0.02, bank: float = 0.0) -> FrameClock:
    return FrameClock(requests, limit, margin, bank)


def running(now: float, *frames: FrameClock) -> ConnectionClock:
    """A connection to which frames were sent at one moment."""
    clock = ConnectionClock()
    for one in frames:
        clock.sent(one, now)
    return clock


# -------------------------------------------------------------------- one frame


def test_a_frame_expires_after_limit_margin_and_bank() -> None:
    one = frame(limit=1.0, margin=0.02, bank=0.5)
    assert one.deadline == NEVER
    one.start(100.0)
    assert one.deadline == pytest.approx(101.52)


def test_the_time_since_the_last_answers_is_shared_among_those_that_came_together() -> None:
    one = frame(3, limit=3.0)
    one.start(10.0)
    assert one.share(10.6, 2) == (pytest.approx(0.3), 0.0)
    assert one.share(10.7, 1) == (pytest.approx(0.1), 0.0)


def test_the_bank_pays_only_what_is_beyond_limit_and_margin_and_nothing_twice() -> None:
    one = frame(3, limit=0.3, margin=0.06, bank=3.0)
    one.start(0.0)
    assert one.share(0.36, 1) == (pytest.approx(0.36), 0.0)
    assert one.share(0.46, 1) == (pytest.approx(0.1), pytest.approx(0.1))
    assert one.share(0.66, 1) == (pytest.approx(0.2), pytest.approx(0.2))
    assert one.overdrawn == pytest.approx(0.3)


def test_an_answer_across_the_limit_pays_from_the_bank_what_lies_beyond_it() -> None:
    one = frame(1, limit=0.1, margin=0.02, bank=1.0)
    one.start(0.0)
    assert one.share(0.3, 1) == (pytest.approx(0.3), pytest.approx(0.18))


def test_answers_before_the_mark_cost_nothing() -> None:
    """The clock has been put back over a pause, and what lay in the queue is older than it."""
    one = frame()
    one.start(10.0)
    assert one.share(9.5, 1) == (0.0, 0.0)
    assert one.mark == 10.0


@given(st.lists(st.tuples(st.floats(0.0, 1.0), st.integers(1, 16)), min_size=1, max_size=10), st.floats(0.0, 2.0))
@settings(max_examples=100, deadline=None)
def test_shares_add_up_to_the_time_that_the_frame_took(arrivals: list[tuple[float, int]], limit: float) -> None:
    one = frame(16, limit=limit, margin=0.0, bank=100.0)
    one.start(0.0)
    now = charged = banked = 0.0
    for gap, answers in arrivals:
        now += gap
        share, bank = one.share(now, answers)
        charged += share * answers
        banked += bank * answers
    assert charged == pytest.approx(now)
    assert banked == pytest.approx(max(0.0, now - limit))


# -------------------------------------------------------------------- frames of a connection


def test_nothing_owed_never_expires() -> None:
    assert ConnectionClock().deadline == NEVER


def test_the_clock_of_a_frame_waits_for_the_one_before() -> None:
    first, second = frame(), frame()
    clock = running(5.0, first, second)
    assert (first.started, second.started) == (5.0, NEVER)
    assert clock.deadline == pytest.approx(6.02)
    first.unanswered = 0
    clock.advance(5.7)
    assert clock.running is second
    assert clock.deadline == pytest.approx(6.72)


def test_a_frame_sent_while_nothing_runs_starts_when_it_is_sent() -> None:
    first, second = frame(), frame()
    clock = running(5.0, first)
    first.unanswered = 0
    clock.advance(5.1)
    assert clock.deadline == NEVER
    clock.sent(second, 9.0)
    assert second.started == 9.0


def test_a_frame_that_was_answered_before_its_turn_is_passed_over() -> None:
    first, second, third = frame(), frame(), frame()
    clock = running(0.0, first, second, third)
    second.unanswered = 0
    clock.advance(0.1)
    assert clock.running is first
    first.unanswered = 0
    clock.advance(0.2)
    assert clock.running is third
    assert third.started == 0.2


# -------------------------------------------------------------------- pauses


def test_a_pause_moves_the_running_clock_by_its_length() -> None:
    clock = running(10.0, frame(limit=1.0))
    clock.put_back(5.0, 15.5)
    assert clock.deadline == pytest.approx(16.02)
    assert clock.running is not None
    assert clock.running.share(15.5, 1)[0] == pytest.approx(0.5)


def test_a_frame_sent_within_the_pause_starts_anew() -> None:
    clock = running(14.0, frame(limit=1.0))
    clock.put_back(5.0, 15.0)
    assert clock.deadline == pytest.approx(16.02)


def test_waiting_frames_are_not_moved_since_they_have_not_begun() -> None:
    first, second = frame(), frame()
    clock = running(0.0, first, second)
    clock.put_back(5.0, 5.0)
    assert second.started == NEVER


def test_a_pause_without_anything_owed_changes_nothing() -> None:
    clock = ConnectionClock()
    clock.put_back(5.0, 5.0)
    assert clock.deadline == NEVER


def test_milliseconds_are_rounded_to_a_microsecond() -> None:
    assert milliseconds(0.0123456789) == 12.346
