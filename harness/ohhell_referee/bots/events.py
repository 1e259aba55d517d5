"""What the switchboard is asked to ask, and what it reports back.

These are msgspec structs because they are made once a decision: a struct costs a third of a dataclass. Two of them
are equal only if they are the same object.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from .clocks import UNSENT, FrameClock

if TYPE_CHECKING:
    from .instance import Instance

FaultClass = str
"""illegal, late, malformed or protocol; crash and startup have events of their own (`Died`, `StartFailed`)."""


class Request(msgspec.Struct, eq=False):
    """One decision to be asked of a bot. The caller makes it; the fields below the line belong to the switchboard.

    A request is asked once. `owner` is the caller's own and never looked at.
    """

    body: dict[str, Any]
    """The wire message, complete but for `id`, which the switchboard adds to this same dict."""
    legal: Sequence[int] | Sequence[str]
    """The values that are accepted as an answer, as they stand on the wire."""
    kind: str
    """bid, revise, play or trump."""
    limit_ms: int
    bank_ms: int = 0
    """Extra time of the game that is left for this decision, used only once the frame is over its limits."""
    owner: Any = None
    # ----
    id: int = 0
    frame: FrameClock = UNSENT


class Ready(msgspec.Struct, eq=False):
    """The process said a valid hello and was sent its welcome: it may be asked now."""

    instance: Instance


class Answered(msgspec.Struct, eq=False):
    """A legal answer in time."""

    request: Request
    value: int | str
    note: str | None
    ms: float
    """The time charged: since the frame's clock began or answers last came, shared among those that came together."""
    bank_ms: int = 0
    """What the decision took from the bank."""


class Faulted(msgspec.Struct, eq=False):
    """The request got no usable answer and is closed; the bot has been told. An answer that still comes is dropped."""

    request: Request
    fault_class: FaultClass
    text: str
    evidence: dict[str, Any]
    """JSON-able: the error code, wire id, times, what was received."""
    ms: float
    bank_ms: int = 0


class Died(msgspec.Struct, eq=False):
    """A process that had been ready is gone: it ended, lost its connection, or was ended for a flood.

    Everything of it has been killed by now. `requests` are those it still owed; asking a dead instance before the
    next `poll` adds to them.
    """

    instance: Instance
    text: str
    requests: list[Request]
    stderr_tail: str


class StartFailed(msgspec.Struct, eq=False):
    """A process gave no valid hello: it could not be started, ended, said a wrong hello or none in time."""

    instance: Instance
    text: str
    stderr_tail: str = ""
    infrastructure: bool = False
    """True where the machine failed (no memory, no more processes): nobody's fault but the referee's surroundings."""


class Stray(msgspec.Struct, eq=False):
    """A fault that belongs to no open request: a second answer, an unknown id, garbage while nothing was asked."""

    instance: Instance
    fault_class: FaultClass
    text: str
    evidence: dict[str, Any]


class Lag(msgspec.Struct, eq=False):
    """The referee itself was stopped or overloaded for `ms`: every running clock was put back by as much."""

    ms: float


Event = Ready | Answered | Faulted | Died | StartFailed | Stray | Lag
