"""Every number that bounds what travels on the wire, each with its reason.

`LIMITS` is the table that PROTOCOL.md prints; the constants are for code.
"""

from __future__ import annotations

from typing import NamedTuple

PROTOCOL_VERSION = 1
"""The only version spoken so far: the `protocol` of a hello."""

MAX_FRAME_BYTES = 65_536
MAX_FRAME_MESSAGES = 256
MAX_DEPTH = 4
MAX_INTEGER = 2**53 - 1
MAX_NOTE_CHARACTERS = 256
MAX_HELLO_CHARACTERS = 64
MAX_REQUESTS_PER_FRAME = 16
TOKEN_CHARACTERS = 32
SEED_CHARACTERS = 64
MIN_PLAYERS = 2
MAX_PLAYERS = 10
MAX_HAND_SIZE = 60
"""No variant deals a seat more cards: 60 are the largest single deck (52 and eight wizards and jesters)."""


class Limit(NamedTuple):
    """One row of the limits table: what is bounded, by how much, in which direction, why."""

    what: str
    bound: str
    direction: str
    reason: str


LIMITS: tuple[Limit, ...] = (
    Limit(
        "bytes in a frame",
        f"{MAX_FRAME_BYTES}",
        "bot to referee",
        "a full frame of 256 answers with a short note each fits; a flood is seen before it costs memory",
    ),
    Limit(
        "messages in a frame",
        f"{MAX_FRAME_MESSAGES}",
        "both",
        "sixteen times what the referee ever asks in one frame",
    ),
    Limit(
        "nesting",
        f"{MAX_DEPTH}",
        "bot to referee",
        "the frame's array is level 1, a message level 2; two more are room for unknown keys of a hello",
    ),
    Limit(
        "ZeroMQ parts in a frame",
        "1",
        "both",
        "a size limit holds for a part, not for a message of many parts",
    ),
    Limit(
        "integers",
        f"-{MAX_INTEGER} … {MAX_INTEGER}",
        "both",
        "what JavaScript and Lua hold exactly (2^53 - 1)",
    ),
    Limit(
        "characters of a note",
        f"{MAX_NOTE_CHARACTERS}",
        "bot to referee",
        "notes are kept in the game record",
    ),
    Limit(
        "characters of a text in hello",
        f"{MAX_HELLO_CHARACTERS}",
        "bot to referee",
        "name, version, author, language and token stand in tables and logs",
    ),
    Limit(
        "requests in a frame",
        f"{MAX_REQUESTS_PER_FRAME}",
        "referee to bot",
        "so that bot and referee work at the same time instead of in turns",
    ),
)
