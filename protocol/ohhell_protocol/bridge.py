"""A bridge for languages without ZeroMQ: the same messages as lines of JSON on a program's stdin and stdout.

    python -m ohhell_protocol.bridge -- COMMAND ARGUMENT…

The bridge is the bot that the referee starts. It runs COMMAND, writes every message of the referee to its stdin,
one JSON object a line, and sends every line that COMMAND prints to the referee. The program says hello itself, as any
bot does; it may leave out `token`, which the bridge adds. Its stderr goes where the bridge's goes.

The bridge ends as its program ends: with the same status, or by the same signal. A line that is not a JSON object
ends both with status 1 and an explanation. The program never outlives the bridge.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from types import FrameType
from typing import Any

import msgpack  # type: ignore[import-untyped]  # the package ships no types
import zmq

from .connection import connection_from_environment, open_socket
from .frames import pack_frame
from .limits import MAX_FRAME_BYTES

_USAGE = "usage: python -m ohhell_protocol.bridge -- COMMAND ARGUMENT…\n"
_GRACE_SECONDS = 0.4
"""From bye to the kill: less than the half second after which the referee kills the bridge itself."""
_POLL_MS = 500
_MESSAGES_PER_FRAME = 64
_SET_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG, from linux/prctl.h."""


class BridgeError(Exception):
    """The program did something that the bridge cannot pass on. The text is for its author."""


def parse_line(line: bytes, number: int) -> dict[str, Any]:
    """The message on one line of the program's stdout. Raises BridgeError."""
    try:
        message = json.loads(line)
    except ValueError as error:
        shown = line[:80].decode(errors="replace")
        raise BridgeError(
            f"line {number} of the program's stdout is not JSON ({error}): {shown!r}; "
            "stdout is for messages only: print everything else to stderr, and flush after each line"
        ) from None
    if not isinstance(message, dict):
        raise BridgeError(f"line {number} of the program's stdout is not a JSON object: one message a line")
    return message


def pack_lines(messages: Sequence[dict[str, Any]], token: str) -> bytes:
    """A frame of these messages; a hello gets the token if it has none. Raises BridgeError."""
    for message in messages:
        if message.get("type") == "hello":
            message.setdefault("token", token)
    try:
        return pack_frame(messages)
    except (OverflowError, UnicodeEncodeError, ValueError) as error:
        raise BridgeError(f"a message of the program cannot be sent ({error}): {messages}") from None


def line_of(message: dict[str, Any]) -> bytes:
    """A message of the referee as the program gets it: one line of ASCII, ended by a newline."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


class Bridge:
    """One program and its connection."""

    def __init__(self, command: Sequence[str], endpoint: str, token: str) -> None:
        """Starts the program, then connects. Raises OSError for a command that cannot be started."""
        self._token = token
        self._parent = os.getppid()
        self._lines = 0
        self._partial = b""
        self._unwritten = bytearray()
        self._bye_at: float | None = None
        prctl = ctypes.CDLL(None, use_errno=True).prctl

        def die_with_bridge() -> None:
            prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)

        # No thread runs yet, so that code between fork and exec is safe; zmq starts its own with the context below.
        self.program = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            preexec_fn=die_with_bridge,  # noqa: PLW1509 -- see above: one thread
        )
        assert self.program.stdin is not None  # both are pipes, asked for above
        assert self.program.stdout is not None
        self._stdin: int | None = self.program.stdin.fileno()
        self._stdout: int | None = self.program.stdout.fileno()
        os.set_blocking(self._stdin, False)
        os.set_blocking(self._stdout, False)
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._socket = open_socket(self._context, endpoint)

    def run(self) -> int:
        """Passes messages on until the program ends or the referee has said bye. Returns the program's status.

        A negative status is the signal that ended the program, as of subprocess. Raises BridgeError.
        """
        while True:
            self._wait()
            if self._bye_at is None:
                self._take_frames()
            ended = self.program.poll()
            self._take_lines()
            self._write()
            if ended is not None:
                self._take_lines()
                return ended
            if self._bye_at is not None and time.monotonic() > self._bye_at + _GRACE_SECONDS:
                return 0
            if self._stdout is None and self._bye_at is None:
                return self._status_after_silence()
            if os.getppid() != self._parent:
                raise BridgeError("the referee is gone")

    def close(self) -> None:
        """Kills the program if it still runs, and closes the connection."""
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        self._socket.close()
        self._context.term()

    def _wait(self) -> None:
        poller = zmq.Poller()
        poller.register(self._socket, zmq.POLLIN)
        if self._stdout is not None:
            poller.register(self._stdout, select.POLLIN)
        if self._stdin is not None and self._unwritten:
            poller.register(self._stdin, select.POLLOUT)
        poller.poll(20 if self._bye_at is not None or self._stdout is None else _POLL_MS)

    def _take_frames(self) -> None:
        """Everything that the referee has sent becomes lines for the program."""
        while True:
            try:
                frame = self._socket.recv(zmq.NOBLOCK)
            except zmq.Again:
                return
            for message in unpack_from_referee(frame):
                self._unwritten += line_of(message)
                if message.get("type") == "bye":
                    self._bye_at = time.monotonic()

    def _take_lines(self) -> None:
        """Everything that the program has printed goes to the referee."""
        if self._stdout is None:
            return
        while True:
            try:
                piece = os.read(self._stdout, MAX_FRAME_BYTES)
            except BlockingIOError:
                return
            if not piece:
                self._stdout = None
                return
            *lines, self._partial = (self._partial + piece).split(b"\n")
            if len(self._partial) > MAX_FRAME_BYTES:
                raise BridgeError(f"line {self._lines + len(lines) + 1} of the program's stdout has no end")
            messages = []
            for line in lines:
                self._lines += 1
                if line.strip():
                    messages.append(parse_line(line, self._lines))
            for start in range(0, len(messages), _MESSAGES_PER_FRAME):
                self._socket.send(pack_lines(messages[start : start + _MESSAGES_PER_FRAME], self._token))

    def _write(self) -> None:
        """As many of the waiting lines as the program's stdin takes; after bye, its end."""
        while self._unwritten and self._stdin is not None:
            try:
                written = os.write(self._stdin, self._unwritten)
            except BlockingIOError:
                return
            except BrokenPipeError:  # the program closed its stdin: its end, or its own business
                self._unwritten.clear()
                return
            del self._unwritten[:written]
        if self._bye_at is not None and self._stdin is not None:
            assert self.program.stdin is not None  # a pipe
            self.program.stdin.close()
            self._stdin = None

    def _status_after_silence(self) -> int:
        """The status of a program that has closed its stdout: it should be ending."""
        try:
            return self.program.wait(1.0)
        except subprocess.TimeoutExpired:
            raise BridgeError("the program closed its stdout but went on; without stdout it cannot answer") from None


def unpack_from_referee(frame: bytes) -> list[dict[str, Any]]:
    """The messages of a frame; the referee's frames need no check."""
    messages: list[dict[str, Any]] = msgpack.unpackb(frame)
    return messages


def _end_on_signal(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def main(arguments: Sequence[str]) -> int:
    """Runs the bridge; returns its status. A program that a signal ended ends the bridge by the same signal."""
    command = list(arguments)
    if command[:1] == ["--"]:
        command = command[1:]
    if not command or command[0] in ("-h", "--help"):
        (sys.stdout if command else sys.stderr).write(f"{__doc__}\n{_USAGE}" if command else _USAGE)
        return 0 if command else 2
    endpoint, token = connection_from_environment(f"python -m ohhell_protocol.bridge -- {shlex.join(command)}")
    signal.signal(signal.SIGTERM, _end_on_signal)
    signal.signal(signal.SIGINT, _end_on_signal)
    try:
        bridge = Bridge(command, endpoint, token)
    except OSError as error:
        sys.stderr.write(f"bridge: cannot start {command[0]!r}: {error.strerror}\n")
        return 127
    try:
        status = bridge.run()
    except BridgeError as error:
        sys.stderr.write(f"bridge: {error}\n")
        status = 1
    finally:
        bridge.close()
    if status < 0:
        signal.signal(-status, signal.SIG_DFL) if -status not in (signal.SIGKILL, signal.SIGSTOP) else None
        os.kill(os.getpid(), -status)
        return 128 - status
    return status


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
