"""One instance's time over a pause of the referee, and what it owes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ohhell_referee.bots.clocks import NEVER, FrameClock
from ohhell_referee.bots.instance import BotSpec, Instance, State
from support.boards import bid_request


@pytest.fixture
def instance() -> Instance:
    return Instance(BotSpec("bot", ("bot",), Path("/")), 4, "token")


def test_a_bot_that_starts_gets_the_pause_on_top_of_its_time(instance: Instance) -> None:
    instance.give_time(10.0, 2.0)
    assert instance.put_back(gap=5.0, now=16.0) == 5.0
    assert instance.deadline == 17.0


def test_a_bot_that_was_started_within_the_pause_gets_no_more_than_has_passed(instance: Instance) -> None:
    instance.give_time(15.0, 2.0)
    assert instance.put_back(gap=5.0, now=16.0) == 1.0
    assert instance.deadline == 18.0


def test_a_bot_that_owes_an_answer_is_concerned_by_a_pause(instance: Instance) -> None:
    instance.state = State.READY
    instance.clock.sent(FrameClock(1, 1.0, 0.0, 0.0), 10.0)
    assert instance.put_back(gap=5.0, now=15.5) == 5.0
    assert instance.clock.deadline == 16.0


def test_a_bot_that_owes_nothing_is_not_concerned(instance: Instance) -> None:
    instance.state = State.READY
    assert instance.put_back(gap=5.0, now=15.0) < 0
    assert instance.clock.deadline == NEVER


def test_what_is_owed_is_taken_away_sent_or_not(instance: Instance) -> None:
    sent, waiting = bid_request(), bid_request()
    instance.requests[1] = sent
    instance.outgoing.add_request(waiting)
    instance.unsent.append(b"frame")
    assert instance.open_requests == 2
    assert instance.owed() == [sent, waiting]
    assert instance.owed() == []
    assert not instance.unsent


def test_it_is_called_by_its_entry_and_number(instance: Instance) -> None:
    assert instance.label == "bot.4"
    assert (instance.pid, instance.stderr_tail) == (None, "")
