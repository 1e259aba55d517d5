"""Packing what waits for a bot into frames: at most 16 requests and 256 messages in one, in order, with one clock."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest

from ohhell_protocol.limits import MAX_FRAME_MESSAGES, MAX_REQUESTS_PER_FRAME
from ohhell_referee.bots.events import Request
from ohhell_referee.bots.frames import Outgoing, pack
from support.boards import bid_request


def notice(number: int = 0) -> dict[str, Any]:
    return {"type": "bid_made", "game": "g1", "hand": number, "seat": 0, "bid": 0}


def filled(requests: int, notices: int = 0) -> tuple[Outgoing, list[Request]]:
    outgoing, asked = Outgoing(), [bid_request(limit_ms=100, bank_ms=40) for _ in range(requests)]
    for number in range(notices):
        outgoing.add_notice(notice(number))
    for request in asked:
        outgoing.add_request(request)
    return outgoing, asked


@pytest.mark.parametrize(
    ("requests", "notices", "full"),
    [
        (0, 0, False),
        (MAX_REQUESTS_PER_FRAME - 1, 0, False),
        (MAX_REQUESTS_PER_FRAME, 0, True),
        (0, MAX_FRAME_MESSAGES - 1, False),
        (0, MAX_FRAME_MESSAGES, True),
        (1, MAX_FRAME_MESSAGES - 2, False),
        (1, MAX_FRAME_MESSAGES - 1, True),
    ],
)
def test_a_frame_is_full_at_16_requests_or_256_messages(requests: int, notices: int, full: bool) -> None:
    assert filled(requests, notices)[0].full is full


def test_messages_keep_their_order() -> None:
    outgoing, (request,) = filled(1, notices=2)
    outgoing.add_notice(notice(9))
    payload, requests, _ = outgoing.take(0.0)
    assert msgpack.unpackb(payload) == [notice(0), notice(1), request.body, notice(9)]
    assert requests == [request]


def test_the_clock_of_a_frame_has_the_sums_of_its_requests() -> None:
    outgoing, asked = filled(3)
    _, _, clock = outgoing.take(margin_ms=20.0)
    assert clock is not None
    assert clock.unanswered == 3
    assert clock.free == pytest.approx(0.36)
    assert clock.bank == pytest.approx(0.12)
    assert all(request.frame is clock for request in asked)


def test_a_frame_of_notices_has_no_clock() -> None:
    payload, requests, clock = filled(0, notices=1)[0].take(20.0)
    assert (msgpack.unpackb(payload), requests, clock) == ([notice(0)], [], None)


def test_taking_a_frame_empties_what_waits() -> None:
    outgoing, _ = filled(MAX_REQUESTS_PER_FRAME)
    outgoing.take(0.0)
    assert (outgoing.messages, outgoing.requests, outgoing.full) == ([], [], False)


def test_frames_are_plain_messagepack() -> None:
    """Read here by the other codec of the project, as bots do."""
    assert msgpack.unpackb(pack([{"a": [1, None, "ü", True]}])) == [{"a": [1, None, "ü", True]}]
