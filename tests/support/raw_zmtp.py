"""ZMTP 3.0 by hand, without libzmq: what a hostile peer can send and libzmq's own sockets never would.

Source: RFC 23/ZMTP (https://rfc.zeromq.org/spec/23/). The zoo's bots import it as a neighbour, tests from support.
"""

from __future__ import annotations

import socket

GREETING = b"\xff" + b"\0" * 8 + b"\x7f" + b"\x03\x00" + b"NULL".ljust(20, b"\0") + b"\0" + b"\0" * 31
GREETING_2 = b"\xff" + b"\0" * 8 + b"\x7f" + b"\x01\x05" + b"\0\0"
"""A DEALER without a name, in ZMTP 2.0 (https://rfc.zeromq.org/spec/15/)."""
MORE, LONG, COMMAND = 1, 2, 4


def ready_command(identity: bytes = b"") -> bytes:
    """The READY command of a DEALER with this identity."""
    body = b"\x05READY"
    for name, value in ((b"Socket-Type", b"DEALER"), (b"Identity", identity)):
        body += bytes([len(name)]) + name + len(value).to_bytes(4, "big") + value
    return bytes([COMMAND, len(body)]) + body


def part(data: bytes, more: bool = False) -> bytes:
    """One part of a message on the wire."""
    flags = MORE if more else 0
    if len(data) < 256:
        return bytes([flags, len(data)]) + data
    return bytes([flags | LONG]) + len(data).to_bytes(8, "big") + data


def connect(endpoint: str, identity: bytes = b"") -> socket.socket:
    """A connection that has shaken hands, to an endpoint such as tcp://127.0.0.1:5555."""
    host, port = endpoint.removeprefix("tcp://").split(":")
    connection = socket.create_connection((host, int(port)))
    connection.sendall(GREETING)
    left = len(GREETING)
    while left > 0:
        left -= len(connection.recv(left))
    connection.sendall(ready_command(identity))
    return connection


def endless_message(connection: socket.socket, total_bytes: int) -> int:
    """Parts of one message that never ends, up to `total_bytes`; returns how many were sent before the peer hung up."""
    block = part(b"x" * 1000, more=True) * 64
    sent = 0
    try:
        while sent < total_bytes:
            connection.sendall(block)
            sent += len(block)
    except OSError:
        pass  # cut off, which is what should happen
    return sent
