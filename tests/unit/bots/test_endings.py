"""The events that tell the end of an instance. No process is needed for it: one may have gone already."""

from __future__ import annotations

from pathlib import Path

import pytest

from ohhell_referee.bots.endings import Endings
from ohhell_referee.bots.events import Died, Event, StartFailed
from ohhell_referee.bots.instance import BotSpec, Instance, State
from ohhell_referee.bots.roster import Roster
from ohhell_referee.bots.wire import Hello
from support.boards import bid_request


@pytest.fixture
def instance() -> Instance:
    found = Instance(BotSpec("bot", ("bot",), Path("/")), 1, "token")
    found.state, found.hello = State.READY, Hello(token="token")
    return found


@pytest.fixture
def endings() -> Endings:
    return Endings(Roster())


def test_a_death_tells_what_was_owed_sent_or_not(endings: Endings, instance: Instance) -> None:
    sent, waiting, events = bid_request(), bid_request(), list[Event]()
    instance.requests[1] = sent
    instance.outgoing.add_request(waiting)
    endings.drop(instance, "exit(3)", events)
    (died,) = events
    assert isinstance(died, Died)
    assert (died.instance, died.text, died.requests) == (instance, "exit(3)", [sent, waiting])
    assert instance.state is State.GONE
    assert instance.open_requests == 0


def test_requests_can_be_added_to_a_death_until_the_caller_comes_back(endings: Endings, instance: Instance) -> None:
    events = list[Event]()
    endings.drop(instance, "exit(3)", events)
    assert instance.died is events[0]
    endings.forget_told()
    assert instance.died is None


def test_an_end_before_hello_is_a_failed_start(endings: Endings, instance: Instance) -> None:
    instance.hello = None
    events = list[Event]()
    endings.drop(instance, "exit(3)", events)
    (failed,) = events
    assert isinstance(failed, StartFailed)
    assert failed.text == "ended before its hello: exit(3)"
    assert not failed.infrastructure


def test_the_end_of_one_that_was_said_goodbye_is_no_event(endings: Endings, instance: Instance) -> None:
    instance.state = State.LEAVING
    events = list[Event]()
    endings.drop(instance, "exit(0)", events)
    assert events == []
    assert instance.state is State.GONE


def test_a_connection_lost_by_a_living_process_is_its_end(endings: Endings, instance: Instance) -> None:
    events = list[Event]()
    endings.report(instance, events)
    assert isinstance(events[0], Died)
    assert events[0].text.startswith("lost its connection")
