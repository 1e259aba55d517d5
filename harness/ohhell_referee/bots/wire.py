"""What a bot sends, decoded and checked: the only place where a bot's bytes are looked into.

Good frames take the short way, a typed msgspec decoder. Whatever that refuses takes the long way through
`ohhell_protocol.frames`, which finds the offending message and says what came, what was expected and which known trap
may be behind it; the good messages of such a frame still count. No function here raises for any content of a frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from ohhell_protocol.errors import CODES, ProtocolError
from ohhell_protocol.frames import Message, check_message, describe, unpack_frame
from ohhell_protocol.limits import (
    MAX_DEPTH,
    MAX_FRAME_BYTES,
    MAX_FRAME_MESSAGES,
    MAX_INTEGER,
    MAX_NOTE_CHARACTERS,
    PROTOCOL_VERSION,
)
from ohhell_protocol.messages import VALUE_KEY

from .skeleton import skeleton_problem

_Int = Annotated[int, msgspec.Meta(ge=-MAX_INTEGER, le=MAX_INTEGER)]
_Note = Annotated[str, msgspec.Meta(max_length=MAX_NOTE_CHARACTERS)]


class BidAnswer(msgspec.Struct, tag="bid", forbid_unknown_fields=True, gc=False):
    id: _Int
    value: _Int = msgspec.field(name="bid")
    note: _Note | None = None


class PlayAnswer(msgspec.Struct, tag="play", forbid_unknown_fields=True, gc=False):
    id: _Int
    value: str = msgspec.field(name="card")
    note: _Note | None = None


class TrumpAnswer(msgspec.Struct, tag="trump", forbid_unknown_fields=True, gc=False):
    id: _Int
    value: str = msgspec.field(name="trump")
    note: _Note | None = None


Answer = BidAnswer | PlayAnswer | TrumpAnswer

ANSWER_CLASS: dict[str, type[BidAnswer] | type[PlayAnswer] | type[TrumpAnswer]] = {
    "bid": BidAnswer,
    "revise": BidAnswer,
    "play": PlayAnswer,
    "trump": TrumpAnswer,
}
"""Kind of request to the class of its answer."""

_BY_TYPE = {"bid": BidAnswer, "play": PlayAnswer, "trump": TrumpAnswer}


class WireFault(msgspec.Struct):
    """Something in a frame that breaks the protocol."""

    code: str
    text: str
    id: int | None = None
    """The request that the message tried to answer, where it can be told."""
    whole_frame: bool = False
    """True where no single message could be blamed: whatever answers the frame held are lost."""

    @property
    def fault_class(self) -> str:
        return CODES[self.code].fault


class Hello(msgspec.Struct, frozen=True):
    """What a bot says of itself."""

    token: str
    protocol: int = PROTOCOL_VERSION
    games: int = 1
    """How many games at once it accepts, 1 or more."""
    events: bool = False
    name: str | None = None
    version: str | None = None
    author: str | None = None
    language: str | None = None


_decode_answers = msgspec.msgpack.Decoder(
    Annotated[list[Answer], msgspec.Meta(min_length=1, max_length=MAX_FRAME_MESSAGES)]
).decode

SEVERAL_PARTS = WireFault("too_big", "the frame came in several ZeroMQ parts; send one part a frame", whole_frame=True)


def read_answers(payload: bytes) -> Sequence[Answer | WireFault]:
    """The messages of a frame from a bot that is welcome already, each an answer or what is wrong with it."""
    if len(payload) <= MAX_FRAME_BYTES:
        try:
            answers: list[Answer] = _decode_answers(payload)
            return answers
        except (msgspec.MsgspecError, RecursionError):
            pass  # the long way finds out what is wrong, and keeps what is right
    messages = _unpack(payload)
    if isinstance(messages, WireFault):
        return [messages]
    return [_read_answer(message, index) for index, message in enumerate(messages)]


def _read_answer(message: Any, index: int) -> Answer | WireFault:
    found = _checked(message, index)
    if isinstance(found, WireFault):
        return found
    if found == "hello":
        return WireFault("second_hello", "this connection has said hello already; say it once")
    answer: Answer = _BY_TYPE[found](message["id"], message[VALUE_KEY[found]], message.get("note"))
    return answer


def read_hello(payload: bytes) -> tuple[Hello | WireFault, str | None]:
    """The hello that a frame begins with, or what is wrong with it; and its token, where one can be read.

    Messages after the hello are not looked at: nothing has been asked yet.
    """
    messages = _unpack(payload)
    if isinstance(messages, WireFault):
        return messages, None
    message = messages[0]
    token = message.get("token") if type(message) is dict else None
    token = token if type(token) is str else None
    found = _checked(message, 0)
    if isinstance(found, WireFault):
        return found, token
    if found != "hello":
        return WireFault("not_welcome_yet", f"a {found} message came before hello; say hello first"), None
    hello = Hello(**{key: message[key] for key in Hello.__struct_fields__ if message.get(key) is not None})
    if hello.protocol != PROTOCOL_VERSION:
        return (
            WireFault(
                "unsupported_version",
                f"protocol {hello.protocol} is not spoken here; this referee speaks: {PROTOCOL_VERSION}",
            ),
            token,
        )
    return hello, token


def _checked(message: Any, index: int) -> str | WireFault:
    """The type of a good message, or what is wrong with it."""
    if type(message) is not dict:
        return WireFault("malformed", f"message {index} of the frame is {describe(message)}, expected a map")
    try:
        return check_message(message, "bot to referee", index).type
    except ProtocolError as error:
        return WireFault(error.code, error.text, error.id)


def _unpack(payload: bytes) -> list[Message] | WireFault:
    """The frame as plain maps, or what is wrong with it as a whole."""
    if len(payload) > MAX_FRAME_BYTES:
        return WireFault(
            "too_big", f"the frame has {len(payload)} bytes; at most {MAX_FRAME_BYTES} are allowed", whole_frame=True
        )
    problem = skeleton_problem(payload, MAX_DEPTH)
    if problem is not None:
        return WireFault("too_big", problem, whole_frame=True)
    try:
        return unpack_frame(payload)
    except ProtocolError as error:
        return WireFault(error.code, error.text, error.id, whole_frame=True)
