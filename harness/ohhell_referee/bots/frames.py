"""Frames toward a bot: packing what waits for it, at most 16 requests in one.

Without a cap all games of a worker would travel as one convoy, and only one of referee and bots would work at a time.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ohhell_protocol.limits import MAX_FRAME_MESSAGES, MAX_REQUESTS_PER_FRAME

from .clocks import FrameClock
from .events import Request

pack = msgspec.msgpack.Encoder().encode
"""The bytes of a frame with these messages."""


class Outgoing:
    """What waits to be sent to one bot, in order. The caller takes a frame out as soon as `full`."""

    __slots__ = ("full", "messages", "requests")

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.requests: list[Request] = []
        """Those of `messages` that are requests, in the same order."""
        self.full = False

    def add_request(self, request: Request) -> None:
        self.messages.append(request.body)
        self.requests.append(request)
        self.full = len(self.requests) >= MAX_REQUESTS_PER_FRAME or len(self.messages) >= MAX_FRAME_MESSAGES

    def add_notice(self, notice: dict[str, Any]) -> None:
        self.messages.append(notice)
        self.full = len(self.messages) >= MAX_FRAME_MESSAGES

    def take(self, margin_ms: float) -> tuple[bytes, list[Request], FrameClock | None]:
        """All that waits as the bytes of one frame, its requests, and the clock for them (None where it has none)."""
        payload = pack(self.messages)
        requests = self.requests
        clock = None
        if requests:
            limit = bank = 0
            for request in requests:
                limit += request.limit_ms
                bank += request.bank_ms
            clock = FrameClock(len(requests), limit / 1000, margin_ms * len(requests) / 1000, bank / 1000)
            for request in requests:
                request.frame = clock
        self.messages, self.requests, self.full = [], [], False
        return payload, requests, clock
