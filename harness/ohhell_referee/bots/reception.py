"""Connections that have not said hello: which process is behind one, and why others are not listened to."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from ohhell_protocol.limits import PROTOCOL_VERSION

from .. import __version__
from .endings import Endings
from .events import Event, Ready
from .frames import pack
from .instance import Instance
from .roster import Roster
from .transport import Transport
from .wire import SEVERAL_PARTS, WireFault, read_hello

_REFUSALS_TOLD = 100
"""How often strangers are told one thing, in the life of a switchboard: answering all of a flood would be one, too."""

_OLD_PEER = WireFault(
    "unsupported_version",
    "this connection speaks ZMTP 1 or 2, the wire of old ZeroMQ libraries; use one of version 4 or newer (ZMTP 3)",
)
"""ZeroMQ does not tell the descriptor of such a connection, so that neither its end nor a flood could be seen."""


class Reception:
    """Hears first frames, ties connections to instances, refuses the rest."""

    def __init__(
        self,
        transport: Transport,
        roster: Roster,
        endings: Endings,
        tell: Callable[[Instance, dict[str, Any]], None],
        counts: Counter[str],
    ) -> None:
        """`counts` gets the refusals, by error code."""
        self._transport = transport
        self._roster = roster
        self._endings = endings
        self._tell = tell
        self._counts = counts
        self.last_refusal: tuple[WireFault, bytes | None] | None = None
        """The latest frame that was refused, None where it came in several parts, and why: for whoever tests a bot."""

    def hear(self, identity: bytes, payload: bytes | None, connection: int, events: list[Event]) -> None:
        """A frame of a connection without hello. `payload` is None where it came in several parts; `connection` is its
        descriptor, -1 where that is not known."""
        if payload is None:
            self._refuse(identity, connection, SEVERAL_PARTS, payload)
            return
        hello, token = read_hello(payload)
        instance = None if token is None else self._roster.by_token.get(token)
        if connection < 0 and instance is not None:
            hello = _OLD_PEER
        if isinstance(hello, WireFault):
            self._refuse(identity, connection, hello, payload)
            if instance is not None:
                self._endings.fail_start(instance, f"its hello is wrong: {hello.text}", events)
        elif instance is None:
            text = "this token belongs to no waiting process, or was used before"
            self._refuse(identity, connection, WireFault("bad_token", text), payload)
        else:
            # First, because the end of an earlier connection with the same descriptor may still be to be told.
            self.take_losses(time.monotonic())
            self._roster.tie(instance, hello, identity, connection)
            self._transport.connections.tie(connection)
            welcome = {"type": "welcome", "protocol": PROTOCOL_VERSION, "referee": __version__}
            welcome["bot"] = instance.spec.name
            if instance.spec.options:
                welcome["options"] = dict(instance.spec.options)
            self._tell(instance, welcome)
            events.append(Ready(instance))

    def take_losses(self, now: float) -> None:
        """Looks which connections have ended, and tells the roster of those that belonged to somebody."""
        for connection in self._transport.lost(now):
            instance = self._roster.with_connection(connection)
            if instance is not None:
                self._roster.lose(instance, now)

    def _refuse(self, identity: bytes, connection: int, fault: WireFault, payload: bytes | None) -> None:
        self.last_refusal = (fault, payload)
        self._counts[fault.code] += 1
        self._transport.connections.refuse(connection)
        if self._counts[fault.code] <= _REFUSALS_TOLD:
            error = {"type": "error", "id": None, "code": fault.code, "text": fault.text}
            self._transport.send(identity, pack([error]))
