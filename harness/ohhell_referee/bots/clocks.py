"""The clocks of a connection, as arithmetic: no clock is read here, every function is told the time.

A bot answers frames one after the other, so only one frame's clock runs at a time: that of frame k+1 starts at the
later of its sending and the moment when frame k was wholly answered or had expired. A frame's budget is the sum of
its requests' limits. When answers arrive, the time since the frame's clock started (or since the answers before
them) is shared equally among those that arrived together; the shares of a frame add up to the time it took.

Beyond the limits come a margin, which is recorded but not charged, and the banks of the games that are asked: what a
frame needs beyond limits and margins is taken from the banks of the requests that were answered that late, in equal
parts. All times are seconds of a monotonic clock, but where a name ends in `_ms`.
"""

from __future__ import annotations

import math
from collections import deque

NEVER = math.inf


class FrameClock:
    """The clock of one frame that holds at least one request."""

    __slots__ = ("bank", "free", "mark", "overdrawn", "started", "unanswered")

    def __init__(self, requests: int, limit: float, margin: float, bank: float) -> None:
        """`limit`, `margin` and `bank` are the sums over the frame's requests."""
        self.unanswered = requests
        self.free = limit + margin
        """What may pass before a bank is touched."""
        self.bank = bank
        self.started = NEVER
        """When the clock began to run; NEVER while an earlier frame's runs."""
        self.mark = NEVER
        """Up to when the time has been charged to somebody."""
        self.overdrawn = 0.0
        """How much of the time beyond `free` has been charged to banks."""

    @property
    def deadline(self) -> float:
        return self.started + self.free + self.bank

    def start(self, now: float) -> None:
        self.started = self.mark = now

    def share(self, now: float, answers: int) -> tuple[float, float]:
        """Charges the time up to `now` to `answers` answers that arrived together: (share, bank share) of each."""
        elapsed = now - self.mark
        if elapsed < 0:  # the clock was put back after a pause of the referee
            return 0.0, 0.0
        self.mark = now
        over = now - self.started - self.free
        if over <= self.overdrawn:
            return elapsed / answers, 0.0
        newly = over - self.overdrawn
        self.overdrawn = over
        return elapsed / answers, newly / answers


UNSENT = FrameClock(0, 0.0, 0.0, 0.0)
"""Stands for the frame of a request that has not been sent."""


class ConnectionClock:
    """The frames of one connection in the order of sending; the first one's clock runs."""

    __slots__ = ("_waiting", "running")

    def __init__(self) -> None:
        self.running: FrameClock | None = None
        self._waiting: deque[FrameClock] = deque()

    @property
    def deadline(self) -> float:
        """When the running frame expires; NEVER where nothing is owed."""
        return NEVER if self.running is None else self.running.deadline

    def sent(self, frame: FrameClock, now: float) -> None:
        if self.running is None:
            self.running = frame
            frame.start(now)
        else:
            self._waiting.append(frame)

    def advance(self, now: float) -> None:
        """To be called when the running frame may be over: starts the clock of the next frame that is still owed.

        An expired frame is over once its caller has taken its unanswered requests off it.
        """
        while self.running is not None and self.running.unanswered <= 0:
            if not self._waiting:
                self.running = None
                return
            self.running = self._waiting.popleft()
            self.running.start(now)

    def put_back(self, gap: float, now: float) -> None:
        """The referee was not there for `gap` seconds up to `now`: what ran meanwhile ran for nothing.

        A frame that was sent within the gap starts anew.
        """
        frame = self.running
        if frame is not None:
            frame.started = min(frame.started + gap, now)
            frame.mark = min(frame.mark + gap, now)


def milliseconds(seconds: float) -> float:
    """Rounded to a microsecond, so that records stay short."""
    return round(seconds * 1000, 3)
