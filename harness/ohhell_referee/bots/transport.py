"""The socket: one ROUTER for all bots of a switchboard, and what the kernel and ZeroMQ know about its connections.

A ZeroMQ identity proves nothing, since a bot may choose its own; the switchboard trusts a connection for the token in
its hello. Frames have one part; one in several is handed up as None, without being joined.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import zmq
from zmq.utils.monitor import parse_monitor_message

from .connections import Connections, borrow, drop_packets, take_packets

HANDSHAKE_MS = 2000
RECEIVE_QUEUE = 64
"""Frames waiting per connection before TCP holds the sender back: with LARGEST_FRAME 16 MiB at most."""
LARGEST_FRAME = 256 * 1024
"""Beyond it ZeroMQ ends the connection. Four times what is allowed, so that a frame somewhat too big is told so."""

_MONITOR = "inproc://monitor"
_NOBLOCK = int(zmq.NOBLOCK)
_FIRST_OF_TWO = int(zmq.SNDMORE | zmq.NOBLOCK)
_SOURCE = int(zmq.SRCFD)

Incoming = tuple[bytes, "zmq.Frame | None"]
Sent = Literal["sent", "full", "gone"]


class Transport:
    """A bound ROUTER on a free port of 127.0.0.1."""

    def __init__(self) -> None:
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.ROUTER)
        for option, value in (
            (zmq.LINGER, 0),
            (zmq.ROUTER_MANDATORY, 1),  # a send to a lost connection fails instead of vanishing
            (zmq.ROUTER_HANDOVER, 0),  # nobody takes over another's identity
            (zmq.MAXMSGSIZE, LARGEST_FRAME),
            (zmq.RCVHWM, RECEIVE_QUEUE),
            (zmq.HANDSHAKE_IVL, HANDSHAKE_MS),
            (zmq.RCVTIMEO, 0),
        ):
            self._socket.setsockopt(option, value)
        # By hand, because the queue of events must not be bounded: a flood of connections would lose some.
        self._socket.monitor(_MONITOR, zmq.EVENT_LISTENING | zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED)
        self._monitor = self._context.socket(zmq.PAIR)
        self._monitor.setsockopt(zmq.RCVHWM, 0)
        self._monitor.setsockopt(zmq.LINGER, 0)
        self._monitor.connect(_MONITOR)
        self._wait_ms = 0
        self._torn = False
        self._receive = self._socket.recv
        self._send = self._socket.send
        port = self._socket.bind_to_random_port("tcp://127.0.0.1")
        self.endpoint = f"tcp://127.0.0.1:{port}"
        """Where bots connect to."""
        self._listener = int(parse_monitor_message(self._monitor.recv_multipart())["value"])
        self.connections = Connections(port)

    def send(self, identity: bytes, payload: bytes) -> Sent:
        """Never waits. `full`: the peer does not read, try again later; `gone`: there is no such connection."""
        try:
            self._send(identity, _FIRST_OF_TWO)
            self._send(payload, _NOBLOCK)
        except zmq.Again:
            return "full"
        except zmq.ZMQError as error:
            if error.errno == zmq.EHOSTUNREACH:
                return "gone"
            raise
        return "sent"

    def receive(self, wait_ms: int, most: int) -> list[Incoming]:
        """All that is there, `most` frames at most: (identity, frame). Waits for the first one up to `wait_ms`.

        Two plain recv calls a frame: the polite ways to receive (a poller, recv_multipart) cost more than the rest of
        the transport together.
        """
        receive = self._receive
        found: list[Incoming] = []
        if self._torn:
            self._discard_rest()
        try:
            if wait_ms > 0:
                if wait_ms != self._wait_ms:
                    self._socket.setsockopt(zmq.RCVTIMEO, wait_ms)
                    self._wait_ms = wait_ms
                identity = receive()
            else:
                identity = receive(_NOBLOCK)
            while True:
                frame = receive(_NOBLOCK, False)
                if frame.more:
                    found.append((identity, None))
                    while receive(_NOBLOCK, False).more:
                        pass
                else:
                    found.append((identity, frame))
                if len(found) >= most:
                    return found
                identity = receive(_NOBLOCK)
        except zmq.Again:
            return found
        except BaseException:
            self._torn = True  # a signal handler raised, perhaps between the two parts of a message
            raise

    def _discard_rest(self) -> None:
        while self._socket.getsockopt(zmq.RCVMORE):
            self._receive(_NOBLOCK)
        self._torn = False

    def source(self, frame: zmq.Frame) -> int:
        """The descriptor, in this process, of the connection that a frame came by; -1 where it is not known."""
        try:
            found = frame.get(_SOURCE)
        except zmq.ZMQError:
            return -1  # a peer of ZMTP 1.0, of which nothing is known
        return found if isinstance(found, int) else -1

    def lost(self, now: float) -> list[int]:
        """Keeps `connections` up to date; the descriptors of those that have ended since the last call."""
        found = []
        try:
            while True:
                event = parse_monitor_message(self._monitor.recv_multipart(_NOBLOCK))
                descriptor = int(event["value"])
                if event["event"] == zmq.EVENT_ACCEPTED:
                    self.connections.accepted(descriptor, now)
                else:
                    self.connections.ended(descriptor)
                    found.append(descriptor)
        except zmq.Again:
            return found

    @contextmanager
    def closed_door(self) -> Iterator[None]:
        """Within it nobody new can connect; all others stay connected, which they would not if the socket were unbound.

        Attempts are dropped in silence, and the peer's kernel tries again, after a second for the first time.
        """
        borrow(self._listener, drop_packets, None)
        try:
            yield
        finally:
            borrow(self._listener, take_packets, None)

    def close(self) -> None:
        """Drops everything unsent; never blocks."""
        self._socket.disable_monitor()
        self._monitor.close(0)
        self._socket.close(0)
        self._context.term()
