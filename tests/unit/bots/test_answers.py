"""From frames of answers to events: to which request something belongs, what it is, and what the bot is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgpack
import pytest

from ohhell_referee.bots.answers import Judge
from ohhell_referee.bots.events import Answered, Event, Faulted, Request, Stray
from ohhell_referee.bots.instance import BotSpec, Instance, State
from support.boards import bid_request, play_request

NOW = 100.0
"""When every frame of requests is sent."""


class Court:
    """A judge, one welcome instance without a process, and what the two bring forth."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.judge = Judge(lambda _, message: self.told.append(message))
        self.instance = Instance(BotSpec("bot", ("bot",), Path("/")), 3, "token")
        self.instance.state = State.READY

    def send(self, *requests: Request, at: float = NOW) -> None:
        """What the switchboard does with a frame of requests."""
        instance = self.instance
        for request in requests:
            request.id = request.body["id"] = instance.next_id
            instance.next_id += 1
            instance.outgoing.add_request(request)
            instance.requests[request.id] = request
        _, _, clock = instance.outgoing.take(20.0)
        assert clock is not None
        instance.clock.sent(clock, at)

    def bytes(self, payload: bytes | None, at: float = NOW + 0.01) -> list[Event]:
        events: list[Event] = []
        self.judge.take(self.instance, payload, at, events)
        return events

    def answer(self, *messages: dict[str, Any], at: float = NOW + 0.01) -> list[Event]:
        return self.bytes(msgpack.packb(list(messages)), at)

    def expire(self, at: float) -> list[Event]:
        events: list[Event] = []
        self.judge.expire(self.instance, at, events)
        return events


@pytest.fixture
def court() -> Court:
    return Court()


def bid(request: Request | int, value: Any = 2, **more: Any) -> dict[str, Any]:
    return {"type": "bid", "id": request if isinstance(request, int) else request.id, "bid": value, **more}


def play(request: Request, card: Any = "AS") -> dict[str, Any]:
    return {"type": "play", "id": request.id, "card": card}


# -------------------------------------------------------------------- good answers


def test_a_legal_answer_closes_its_request(court: Court) -> None:
    court.send(request := bid_request())
    (answered,) = court.answer(bid(request, 2, note="hm"))
    assert isinstance(answered, Answered)
    assert (answered.request, answered.value, answered.note, answered.ms) == (request, 2, "hm", 10.0)
    assert court.instance.requests == {}
    assert court.instance.clock.running is None
    assert court.told == []


def test_answers_may_come_in_any_order_and_in_any_number_of_frames(court: Court) -> None:
    asked = [bid_request() for _ in range(3)]
    court.send(*asked)
    events = court.answer(bid(asked[2]), bid(asked[0])) + court.answer(bid(asked[1]), at=NOW + 0.04)
    assert [event.request for event in events if isinstance(event, Answered)] == [asked[2], asked[0], asked[1]]
    assert [event.ms for event in events if isinstance(event, Answered)] == [5.0, 5.0, 30.0]


def test_the_bank_of_a_seat_pays_at_most_what_is_left_in_it(court: Court) -> None:
    asked = [bid_request(limit_ms=100, bank_ms=10), bid_request(limit_ms=100, bank_ms=500)]
    court.send(*asked)
    events = court.answer(bid(asked[0]), bid(asked[1]), at=NOW + 0.44)
    assert [event.bank_ms for event in events if isinstance(event, Answered)] == [10, 100]


# -------------------------------------------------------------------- bad answers


@pytest.mark.parametrize("value", [6, -1, 99])
def test_a_bid_that_is_not_legal_is_illegal_and_the_bot_is_told_what_is(court: Court, value: int) -> None:
    court.send(request := bid_request(game="g7"))
    (faulted,) = court.answer(bid(request, value))
    assert isinstance(faulted, Faulted)
    assert (faulted.request, faulted.fault_class) == (request, "illegal")
    assert faulted.evidence == {"code": "illegal_bid", "request": 1, "instance": "bot.3", "received": str(value)}
    (error,) = court.told
    assert (error["type"], error["id"], error["code"], error["game"]) == ("error", 1, "illegal_bid", "g7")
    assert error["legal"] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("card", ["2S", "as", "AS ", "XX", "", "A" * 400])
def test_a_card_that_is_not_legal_is_illegal(court: Court, card: str) -> None:
    court.send(request := play_request())
    (faulted,) = court.answer(play(request, card))
    assert isinstance(faulted, Faulted)
    assert faulted.evidence["code"] == "illegal_card"
    assert len(faulted.evidence["received"]) <= 301


def test_a_trump_that_is_not_legal_is_illegal(court: Court) -> None:
    request = bid_request()
    court.send(Request({**request.body, "type": "trump", "legal": ["C", "D"]}, ["C", "D"], "trump", 1000))
    (faulted,) = court.answer({"type": "trump", "id": 1, "trump": "N"})
    assert isinstance(faulted, Faulted)
    assert (faulted.fault_class, faulted.evidence["code"]) == ("illegal", "illegal_trump")


def test_legal_values_are_told_only_to_seats_that_are_sent_them(court: Court) -> None:
    """A seat that does not see its cards must not learn them from an error."""
    request = bid_request()
    del request.body["legal"]
    court.send(request)
    (faulted,) = court.answer(bid(request, 9))
    assert isinstance(faulted, Faulted)
    assert "legal are" not in faulted.text
    assert "legal" not in court.told[0]


def test_an_answer_of_another_type_is_a_protocol_fault(court: Court) -> None:
    court.send(first := bid_request(), second := play_request())
    events = court.answer(play(first), bid(second, 0))
    assert [(e.fault_class, e.evidence["code"]) for e in events if isinstance(e, Faulted)] == [
        ("protocol", "wrong_answer_type")
    ] * 2


def test_a_legal_value_in_a_message_of_another_type_is_not_taken(court: Court) -> None:
    request = bid_request()
    court.send(Request({**request.body, "type": "trump", "legal": ["C", "D"]}, ["C", "D"], "trump", 1000))
    (faulted,) = court.answer({"type": "play", "id": 1, "card": "C"})
    assert isinstance(faulted, Faulted)
    assert faulted.evidence["code"] == "wrong_answer_type"


def test_a_revision_is_answered_with_a_bid(court: Court) -> None:
    request = bid_request()
    request.kind = "revise"
    court.send(request)
    assert isinstance(court.answer(bid(request))[0], Answered)


def test_a_malformed_answer_is_charged_to_the_request_it_names(court: Court) -> None:
    court.send(first := bid_request(), second := bid_request())
    (faulted,) = court.answer(bid(second, "2"))
    assert isinstance(faulted, Faulted)
    assert (faulted.request, faulted.fault_class, faulted.evidence["code"]) == (second, "malformed", "wrong_type")
    assert bytes.fromhex(faulted.evidence["bytes"]) == msgpack.packb([bid(second, "2")])
    assert list(court.instance.requests.values()) == [first]


def test_a_malformed_answer_that_names_none_is_charged_to_the_oldest_of_the_running_frame(court: Court) -> None:
    court.send(first := bid_request(), second := bid_request())
    court.send(third := bid_request())
    (faulted,) = court.answer({"type": "bid", "bid": 2})
    assert isinstance(faulted, Faulted)
    assert faulted.request is first
    assert list(court.instance.requests.values()) == [second, third]


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (b"\xc1", "malformed"),
        (b"", "malformed"),
        (b"\x91" * 9, "too_big"),
        (b"x" * 65_537, "too_big"),
        (None, "too_big"),
    ],
)
def test_an_unreadable_frame_closes_all_of_the_running_frame_and_none_of_later_ones(
    court: Court, payload: bytes | None, code: str
) -> None:
    court.send(first := bid_request(), second := bid_request())
    court.send(third := bid_request())
    events = court.bytes(payload)
    assert [event.request for event in events if isinstance(event, Faulted)] == [first, second]
    assert {event.evidence["code"] for event in events if isinstance(event, Faulted)} == {code}
    assert all(len(event.evidence.get("bytes", "")) <= 128 for event in events if isinstance(event, Faulted))
    assert court.instance.clock.running is third.frame


def test_the_good_answers_of_a_frame_with_a_bad_one_count(court: Court) -> None:
    court.send(first := bid_request(), second := bid_request())
    events = court.answer(bid(first), bid(second, 2.0))
    assert [type(event) for event in events] == [Answered, Faulted]


# -------------------------------------------------------------------- late


def test_what_is_unanswered_when_the_frame_expires_is_late(court: Court) -> None:
    asked = [bid_request(limit_ms=100) for _ in range(3)]
    court.send(*asked)
    court.answer(bid(asked[1]), at=NOW + 0.1)
    events = court.expire(NOW + 0.4)
    assert [event.request for event in events if isinstance(event, Faulted)] == [asked[0], asked[2]]
    assert [event.ms for event in events if isinstance(event, Faulted)] == [150.0, 150.0]
    for event in events:
        assert isinstance(event, Faulted)
        assert event.fault_class == "late"
        assert (event.evidence["elapsed_ms"], event.evidence["frame_allowed_ms"]) == (400, 360)
    assert court.instance.clock.running is None


def test_a_late_answer_is_counted_and_not_faulted_again(court: Court) -> None:
    court.send(request := bid_request(limit_ms=100))
    court.expire(NOW + 0.2)
    assert court.answer(bid(request), at=NOW + 0.3) == []
    assert court.instance.late_answers == 1


def test_a_late_answer_that_is_malformed_as_well_is_only_late(court: Court) -> None:
    court.send(request := bid_request(limit_ms=100))
    court.expire(NOW + 0.2)
    assert court.answer(bid(request, "2"), at=NOW + 0.3) == []


def test_a_second_late_answer_is_a_second_answer(court: Court) -> None:
    court.send(request := bid_request(limit_ms=100))
    court.expire(NOW + 0.2)
    court.answer(bid(request), at=NOW + 0.3)
    (stray,) = court.answer(bid(request), at=NOW + 0.4)
    assert isinstance(stray, Stray)
    assert stray.evidence["code"] == "answered_already"


def test_expiry_without_a_running_frame_is_nothing(court: Court) -> None:
    assert court.expire(NOW) == []


# -------------------------------------------------------------------- strays


def test_a_second_answer_is_a_stray_whatever_became_of_the_first(court: Court) -> None:
    court.send(good := bid_request(), bad := bid_request())
    court.answer(bid(good), bid(bad, 99))
    events = court.answer(bid(good), bid(bad))
    assert [event.evidence["code"] for event in events if isinstance(event, Stray)] == ["answered_already"] * 2
    assert court.instance.strays == 2


@pytest.mark.parametrize("number", [0, -1, 2, 2**53 - 1])
def test_an_answer_to_a_request_that_was_never_sent_is_a_stray(court: Court, number: int) -> None:
    court.send(request := bid_request())
    (stray,) = court.answer(bid(number))
    assert isinstance(stray, Stray)
    assert (stray.fault_class, stray.evidence["code"]) == ("protocol", "unknown_id")
    assert court.told[0]["id"] is None
    assert list(court.instance.requests.values()) == [request]


def test_an_answer_to_a_request_that_waits_to_be_sent_is_to_an_unknown_one(court: Court) -> None:
    """Nobody can have seen it yet: it is guessed."""
    request = bid_request()
    request.id = court.instance.next_id
    court.instance.next_id += 1
    court.instance.outgoing.add_request(request)
    (stray,) = court.answer(bid(request))
    assert isinstance(stray, Stray)
    assert stray.evidence["code"] == "unknown_id"


def test_garbage_while_nothing_is_asked_is_a_stray(court: Court) -> None:
    (stray,) = court.bytes(b"\xc1")
    assert isinstance(stray, Stray)
    assert (stray.fault_class, stray.evidence["size"]) == ("malformed", 1)


def test_a_second_hello_is_a_stray_and_costs_no_open_request(court: Court) -> None:
    court.send(request := bid_request())
    (stray,) = court.answer({"type": "hello", "token": "token", "protocol": 1})
    assert isinstance(stray, Stray)
    assert stray.evidence["code"] == "second_hello"
    assert list(court.instance.requests.values()) == [request]


def test_a_malformed_answer_to_an_unknown_request_is_a_stray(court: Court) -> None:
    court.send(request := bid_request())
    (stray,) = court.answer(bid(77, "2"))
    assert isinstance(stray, Stray)
    assert list(court.instance.requests.values()) == [request]


def test_every_error_that_is_told_says_its_code_and_text(court: Court) -> None:
    court.send(request := bid_request())
    court.answer(bid(request, "2"), bid(55), bid(request))
    assert [error["code"] for error in court.told] == ["wrong_type", "unknown_id"]
    assert all(error["text"] for error in court.told)
