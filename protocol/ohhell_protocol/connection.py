"""The socket under a Python bot: connect as the environment says, say hello, hand frames to and fro."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import zmq

from .frames import pack_frame

if TYPE_CHECKING:
    from .sdk import Bot

_LINGER_MS = 1_000
"""How long the last frames may take to leave when the process ends."""
_PARENT_CHECK_MS = 1_000
"""How often a silent bot looks whether the process that started it is still there."""

NOT_STARTED_BY_A_REFEREE = """\
{program}: this is a bot of ohhell-referee, and no referee started it ({missing} not set).
Check it:              ohhell-referee check -- {command}
Play in a tournament:  name that command in a tournament file, then: ohhell-referee run FILE.toml
"""


def connection_from_environment(command: str | None = None) -> tuple[str, str]:
    """(endpoint, token) as the referee gives them. Ends the process with status 2 where they are missing.

    `command` is how a tournament file would start this program, for the explanation; None: this Python script.
    """
    missing = [name for name in ("OHHELL_ENDPOINT", "OHHELL_TOKEN") if not os.environ.get(name)]
    if missing:
        program = os.path.basename(sys.argv[0]) or "bot"
        command = command or f"python3 {sys.argv[0]}"
        text = NOT_STARTED_BY_A_REFEREE.format(program=program, missing=" and ".join(missing), command=command)
        sys.stderr.write(text)
        raise SystemExit(2)
    return os.environ["OHHELL_ENDPOINT"], os.environ["OHHELL_TOKEN"]


def open_socket(context: zmq.Context[zmq.Socket[bytes]], endpoint: str) -> zmq.Socket[bytes]:
    """A DEALER connected to the referee, with no identity of its own choosing."""
    socket = context.socket(zmq.DEALER)
    socket.setsockopt(zmq.LINGER, _LINGER_MS)
    socket.setsockopt(zmq.RCVHWM, 0)
    socket.setsockopt(zmq.RCVTIMEO, _PARENT_CHECK_MS)
    socket.connect(endpoint)
    return socket


def run_bot(bot: Bot) -> None:
    """Plays `bot` until the referee says `bye`, or the process that started this one is gone."""
    endpoint, token = connection_from_environment()
    parent = os.getppid()
    with zmq.Context() as context, open_socket(context, endpoint) as socket:
        socket.send(pack_frame([bot.hello(token)]))
        while not bot.finished:
            try:
                frame = socket.recv()
            except zmq.Again:
                if os.getppid() != parent:
                    sys.stderr.write(f"{type(bot).__name__}: the referee is gone\n")
                    raise SystemExit(1) from None
                continue
            for answer in bot.answer_frames(frame):
                socket.send(answer)
