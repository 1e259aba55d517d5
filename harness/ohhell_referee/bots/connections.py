"""The TCP connections behind the socket: who holds them, how much they send, and how to cut one.

ZeroMQ bounds the size of a part and the number of waiting messages, but neither the number of parts of a message nor the
number of connections: one peer could fill this process's memory or use up its descriptors without a single frame
arriving. So the connections are watched underneath ZeroMQ, by the descriptors that its monitor names. Shutting a
descriptor down is for ZeroMQ as if the peer had gone.
"""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Iterable

from .leftovers import descendants, process_table

BYTES_A_SECOND = 20_000_000
"""More than this is no answering: the fastest bots send 3 MB a second."""
BYTES_AT_ONCE = 4_000_000
"""What a connection may send however short the time that is looked at."""
STRANGERS_ALLOWED = 32
"""Connections without a hello, beyond one for each bot that is starting."""
STRANGER_SECONDS = 10.0
"""How long one is kept while no bot is starting."""

_BYTES_RECEIVED = struct.Struct("=Q")
_BYTES_RECEIVED_AT = 128
"""`tcpi_bytes_received` in Linux's struct tcp_info."""
_INFO_BYTES = _BYTES_RECEIVED_AT + _BYTES_RECEIVED.size
_SAMPLES = 4


class Connection:
    """One accepted connection."""

    __slots__ = ("descriptor", "looked", "received", "since", "tied")

    def __init__(self, descriptor: int, now: float) -> None:
        self.descriptor = descriptor
        self.since = self.looked = now
        self.received = 0
        """Bytes at the last look."""
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

    def floods(self, now: float) -> list[int]:
        """The descriptors of connections that have sent more than anybody answers, since the last call."""
        found = []
        for connection in self._open.values():
            received = _bytes_received(connection.descriptor)
            allowed = max(BYTES_AT_ONCE, (now - connection.looked) * BYTES_A_SECOND)
            if received - connection.received > allowed:
                found.append(connection.descriptor)
            connection.received = received
            connection.looked = now
        return found

    def excess(self, starting: int, now: float) -> list[int]:
        """The descriptors of connections without hello that are too many or too old, while `starting` bots start."""
        strangers = [connection for connection in self._open.values() if not connection.tied]
        if len(strangers) > STRANGERS_ALLOWED + starting:
            return [connection.descriptor for connection in strangers]
        if starting:
            return []
        return [connection.descriptor for connection in strangers if now - connection.since > STRANGER_SECONDS]

    def cut(self, descriptor: int) -> None:
        """Ends a connection, if the descriptor still is one of ours."""
        connection = _borrow(descriptor)
        try:
            if connection.getsockname()[1] == self._port:
                connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # ended in the meantime
        finally:
            connection.detach()

    def owners(self, descriptors: Iterable[int], roots: Iterable[int]) -> set[int]:
        """Which of the processes `roots`, each with all its descendants, hold other ends of some of these connections.

        Where this process has run out of descriptors nobody is found; the next call may find more.
        """
        ports = {port for descriptor in descriptors if (port := _peer_port(descriptor)) is not None}
        try:
            sockets = _sockets_of(set(list(ports)[:_SAMPLES]), self._port)
            table = process_table()
            return {root for root in roots if any(_holds(pid, sockets) for pid in descendants([root], table))}
        except OSError:
            return set()


def _borrow(descriptor: int) -> socket.socket:
    """A socket object for a descriptor that belongs to ZeroMQ: to be detached, never closed."""
    return socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, descriptor)


def _bytes_received(descriptor: int) -> int:
    connection = _borrow(descriptor)
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO_BYTES)
        return int(_BYTES_RECEIVED.unpack_from(info, _BYTES_RECEIVED_AT)[0]) if len(info) >= _INFO_BYTES else 0
    except OSError:
        return 0  # ended in the meantime
    finally:
        connection.detach()


def _peer_port(descriptor: int) -> int | None:
    connection = _borrow(descriptor)
    try:
        return int(connection.getpeername()[1])
    except OSError:
        return None  # ended in the meantime
    finally:
        connection.detach()


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
