"""The TCP connections behind the socket: who holds them, how much they send, and how to cut one.

ZeroMQ bounds the size of a part and the number of waiting messages, but neither the number of parts of a message nor
the number of connections: one peer could fill this process's memory or use up its descriptors without a single frame
arriving. So the connections are watched underneath ZeroMQ, by the descriptors that its monitor names. Shutting a
descriptor down is for ZeroMQ as if the peer had gone.
"""

from __future__ import annotations

import ctypes
import os
import socket
import struct
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from .leftovers import descendants, process_table, without_shortage

BYTES_A_SECOND = 20_000_000
"""More than this is no answering: the fastest bots send 3 MB a second."""
BYTES_AT_ONCE = 4_000_000
"""What a connection may send however short the time that is looked at."""
STRANGERS_ALLOWED = 32
"""Connections without a hello, beyond one for each bot that is starting."""
STRANGER_SECONDS = 10.0
"""How long one is kept while no bot is starting."""
REFUSALS_ALLOWED = 100
"""Frames without a hello that a connection may send."""

_BYTES_RECEIVED = struct.Struct("=Q")
_BYTES_RECEIVED_AT = 128
"""`tcpi_bytes_received` in Linux's struct tcp_info."""
_INFO_BYTES = _BYTES_RECEIVED_AT + _BYTES_RECEIVED.size

_SO_ATTACH_FILTER, _SO_DETACH_FILTER = 26, 27
"""Of socket(7); Python has no names for them."""
_DROP_ALL = (ctypes.c_uint8 * 8)(*struct.pack("=HBBI", 0x06, 0, 0, 0))
"""A classic BPF program of one instruction: keep 0 bytes of every packet."""
_PROGRAM = struct.pack("HL", 1, ctypes.addressof(_DROP_ALL))
Result = TypeVar("Result")


class Connection:
    """One accepted connection."""

    __slots__ = ("descriptor", "looked", "received", "refusals", "since", "tied")

    def __init__(self, descriptor: int, now: float) -> None:
        self.descriptor = descriptor
        self.since = self.looked = now
        self.received = 0
        """Bytes at the last look."""
        self.refusals = 0
        """Frames that came without a hello."""
        self.tied = False
        """A hello has tied it to a bot."""


class Connections:
    """All connections of a socket, by descriptor."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open: dict[int, Connection] = {}

    def accepted(self, descriptor: int, now: float) -> None:
        self._open[descriptor] = Connection(descriptor, now)

    def ended(self, descriptor: int) -> None:
        self._open.pop(descriptor, None)

    def tie(self, descriptor: int) -> None:
        """The connection has said hello."""
        connection = self._open.get(descriptor)
        if connection is not None:
            connection.tied = True

    def refuse(self, descriptor: int) -> None:
        """The connection has sent a frame without having said hello."""
        connection = self._open.get(descriptor)
        if connection is not None:
            connection.refusals += 1

    def floods(self, now: float) -> list[int]:
        """The descriptors of connections that have sent more than anybody answers since the last call, or go on
        sending without a hello."""
        found = []
        for connection in self._open.values():
            received = borrow(connection.descriptor, _received, 0)
            allowed = max(BYTES_AT_ONCE, (now - connection.looked) * BYTES_A_SECOND)
            if received - connection.received > allowed or connection.refusals > REFUSALS_ALLOWED:
                found.append(connection.descriptor)
            connection.received = received
            connection.looked = now
        return found

    def strangers(self) -> list[Connection]:
        """Those without a hello, oldest first."""
        return [connection for connection in self._open.values() if not connection.tied]

    def silence(self, descriptor: int) -> None:
        """From now on the kernel drops what the peer sends. The connection stays, and its peer can be looked for."""
        borrow(descriptor, drop_packets, None)

    def cut(self, descriptor: int) -> None:
        """Ends a connection, if the descriptor still is one of ours."""

        def end(connection: socket.socket) -> None:
            if connection.getsockname()[1] == self._port:
                # Reset, not closed in peace: the peer would keep trying to get the rest across.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.shutdown(socket.SHUT_RDWR)

        borrow(descriptor, end, None)

    def owners(self, descriptors: Iterable[int], roots: Iterable[int]) -> set[int]:
        """Which of the processes `roots`, each with all its descendants, hold other ends of some of these connections.

        Raises OSError where this process has no descriptors left to look with.
        """
        ports = {borrow(descriptor, _peer_port, 0) for descriptor in descriptors}
        sockets = without_shortage(lambda: _sockets_of(ports, self._port))
        table = process_table()
        return {
            root
            for root in roots
            if any(without_shortage(partial(_holds, pid, sockets)) for pid in descendants([root], table))
        }


def drop_packets(connection: socket.socket) -> None:
    """The kernel ignores what comes for this socket: data for a connection, attempts to connect for a listener."""
    connection.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, _PROGRAM)


def take_packets(connection: socket.socket) -> None:
    """Undoes `drop_packets`."""
    connection.setsockopt(socket.SOL_SOCKET, _SO_DETACH_FILTER, 0)


def borrow(descriptor: int, use: Callable[[socket.socket], Result], otherwise: Result) -> Result:
    """Uses a descriptor that belongs to ZeroMQ as a socket; `otherwise` where it has been closed in the meantime."""
    try:
        connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, descriptor)
    except OSError:
        return otherwise
    try:
        return use(connection)
    except OSError:
        return otherwise
    finally:
        connection.detach()


def _received(connection: socket.socket) -> int:
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO_BYTES)
    return int(_BYTES_RECEIVED.unpack_from(info, _BYTES_RECEIVED_AT)[0]) if len(info) >= _INFO_BYTES else 0


def _peer_port(connection: socket.socket) -> int:
    return int(connection.getpeername()[1])


def _sockets_of(ports: set[int], remote_port: int) -> set[str]:
    """The sockets that are connected from these local ports to `remote_port`, as /proc/<pid>/fd names them."""
    found = set()
    with open("/proc/net/tcp", encoding="ascii") as file:
        next(file)
        for line in file:
            fields = line.split()
            local, remote = (int(address.split(":")[1], 16) for address in fields[1:3])
            if local in ports and remote == remote_port:
                found.add(f"socket:[{fields[9]}]")
    return found


def _holds(pid: int, sockets: set[str]) -> bool:
    folder = f"/proc/{pid}/fd"
    try:
        names = os.listdir(folder)
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return False  # ended, or another user's
    for name in names:
        try:
            if os.readlink(f"{folder}/{name}") in sockets:
                return True
        except (FileNotFoundError, ProcessLookupError):
            continue  # closed in the meantime
    return False
