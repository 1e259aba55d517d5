"""Frames: packing them, and reading those of the other side strictly.

A frame is one MessagePack array of messages, each a map with text keys. `pack_frame` writes one, `unpack_frame`
reads one and refuses everything that is not plainly right, `check_message` compares a message with its type in
messages.py. Both raise `ProtocolError`, whose text says what came, what was expected, and where a known trap of
some MessagePack library is the likely cause, how to get out of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgpack  # type: ignore[import-untyped]  # the package ships no types

from .errors import ProtocolError
from .limits import MAX_DEPTH, MAX_FRAME_BYTES, MAX_FRAME_MESSAGES, MAX_INTEGER
from .message_type import Direction, MessageType
from .messages import TO_BOT, TO_REFEREE
from .shapes import Integer, Text

Message = dict[str, Any]

_NUMBER_TEXT_TRAP = "a number read as text stays text, in Perl, awk or between quotes: convert it (in Perl, add 0)"
_BIN_TRAP = (
    "binary data is not text: in Perl pack with ->utf8, in C with msgpack_pack_str, in C++ a std::string, "
    "in Ruby a string in UTF-8"
)
_FLOAT_TRAP = "in Lua use integers (math.tointeger), in JavaScript whole numbers, never a quotient"
_BOOL_TRAP = "a boolean is not a number"
_CHAR_TRAP = "in C and C++ a char is packed as a number: pack a string"
_HUGE_TRAP = "no id and no bid is that large: look for a conversion that went wrong, such as -1 taken as unsigned"
_STRUCT_TRAP = "in Rust structs are packed as arrays: use rmp_serde::to_vec_named"
_TABLE_TRAP = "in Lua and PHP an empty table may come out as an array"
_CASE_TRAP = "keys are in lower case: in Go tag the fields"
_EMPTY_TRAP = "what some JavaScript packers make of a Map or a class: pass plain objects"
_KEY_TRAP = "in Perl pack with ->utf8; in JavaScript pass plain objects, not a Map"


def pack_frame(messages: Sequence[Mapping[str, Any]]) -> bytes:
    """One frame with these messages, in order. Raises TypeError for a value that MessagePack has no plain form for."""
    packed: bytes = msgpack.packb(messages)
    return packed


def describe(value: Any) -> str:
    """What a value is, for a person: `the text "3"`, `the float 3.0`, `binary data (2 bytes)`."""
    if value is None:
        return "nil"
    if value is True or value is False:
        return f"the boolean {str(value).lower()}"
    if isinstance(value, int):
        return f"the integer {value}"
    if isinstance(value, float):
        return f"the float {value!r}"
    if isinstance(value, str):
        return f'the text "{value}"' if len(value) <= 40 else f'a text of {len(value)} characters ("{value[:40]}…")'
    if isinstance(value, bytes):
        return f"binary data ({len(value)} bytes)"
    if isinstance(value, list):
        return f"an array of {len(value)}"
    if isinstance(value, Mapping):
        return f"a map of {len(value)}"
    return f"an extension type ({type(value).__name__})"


def _trap(value: Any, expected: str) -> str:
    """The usual cause of this mistake, as a clause in brackets, or nothing."""
    if isinstance(value, bytes):
        return f" ({_BIN_TRAP})"
    if "integer" in expected:
        if type(value) is bool:
            return f" ({_BOOL_TRAP})"
        if isinstance(value, float):
            return f" ({_FLOAT_TRAP})"
        if isinstance(value, str) and value.strip().lstrip("-").isdigit():
            return f" ({_NUMBER_TEXT_TRAP})"
        if type(value) is int and abs(value) > MAX_INTEGER:
            return f" ({_HUGE_TRAP})"
    if "text" in expected and type(value) is int:
        return f" ({_CHAR_TRAP})"
    if "map" in expected and isinstance(value, list):
        return f" ({_STRUCT_TRAP if value else _TABLE_TRAP})"
    return ""


def unpack_frame(
    data: bytes, *, max_bytes: int = MAX_FRAME_BYTES, max_messages: int = MAX_FRAME_MESSAGES, max_depth: int = MAX_DEPTH
) -> list[Message]:
    """The messages of a frame: maps with text keys and plain values, not yet compared with their types.

    The limits are those for frames toward the referee; a bot that reads the referee's frames with this function
    passes larger ones. Raises ProtocolError `too_big` or `malformed`.
    """
    if len(data) > max_bytes:
        raise ProtocolError("too_big", f"the frame has {len(data)} bytes; at most {max_bytes} are allowed")
    try:
        frame = msgpack.unpackb(
            data,
            strict_map_key=False,
            max_str_len=max_bytes,
            max_bin_len=max_bytes,
            max_ext_len=max_bytes,
            max_array_len=max(max_bytes, max_messages),
            max_map_len=max_bytes,
        )
    except msgpack.ExtraData as error:
        extra = len(error.extra)
        raise ProtocolError(
            "malformed",
            f"{extra} bytes are left over after the frame's array: put all messages of a frame into one array",
        ) from None
    except UnicodeDecodeError as error:
        raise ProtocolError("malformed", f"a text in the frame is not UTF-8 ({error.reason})") from None
    except TypeError:  # a map whose key is an array or a map
        raise ProtocolError("malformed", f"a map in the frame has a key that is not text ({_KEY_TRAP})") from None
    except RecursionError:
        raise ProtocolError("too_big", f"the frame is nested deeper than {max_depth} levels") from None
    except ValueError as error:  # msgpack raises subclasses of ValueError for all else that it cannot read
        if isinstance(error, msgpack.exceptions.StackError):
            raise ProtocolError("too_big", f"the frame is nested deeper than {max_depth} levels") from None
        what = str(error) or type(error).__name__
        raise ProtocolError("malformed", f"the frame is not MessagePack ({what})") from None
    if type(frame) is not list:
        hint = "put the message into an array" if isinstance(frame, dict) else "a frame is an array of messages"
        raise ProtocolError("malformed", f"the frame is {describe(frame)}, expected an array of messages: {hint}")
    if not frame:
        raise ProtocolError("malformed", "the frame is an empty array; a frame holds at least one message")
    if len(frame) > max_messages:
        raise ProtocolError("too_big", f"the frame has {len(frame)} messages; at most {max_messages} are allowed")
    for index, message in enumerate(frame):
        if type(message) is not dict:
            raise ProtocolError(
                "malformed",
                f"message {index} of the frame is {describe(message)}, expected a map{_trap(message, 'a map')}",
                index=index,
            )
        _check_plain(message, index, max_depth)
    return frame


def _check_plain(message: Message, index: int, max_depth: int) -> None:
    """Refuses nesting beyond the limit and keys that are not text, anywhere in the message."""
    layer: Iterable[Any] = [message]
    depth = 2
    while layer:
        if depth > max_depth:
            raise ProtocolError(
                "too_big", f"message {index} of the frame is nested deeper than {max_depth} levels", index=index
            )
        deeper: list[Any] = []
        for holder in layer:
            if type(holder) is dict:
                for key in holder:
                    if type(key) is not str:
                        raise ProtocolError(
                            "malformed",
                            f"message {index} of the frame has {describe(key)} as a key, expected a text ({_KEY_TRAP})",
                            index=index,
                        )
                values: Iterable[Any] = holder.values()
            else:
                values = holder
            deeper += [value for value in values if type(value) is dict or type(value) is list]
        layer = deeper
        depth += 1


def _answered_id(message: Message) -> int | None:
    """The request that a message wants to answer, if it says so in a readable way."""
    found = message.get("id")
    return found if type(found) is int and -MAX_INTEGER <= found <= MAX_INTEGER else None


def check_message(message: Message, direction: Direction = "bot to referee", index: int = 0) -> MessageType:
    """Compares a message with its type and returns the type.

    Raises ProtocolError: missing_key, wrong_type, out_of_range, too_big, unknown_key, or unknown_type (which a bot
    must not treat as an error in what comes from the referee). Whether a bid, card or trump is legal is not seen here.
    """
    known = TO_REFEREE if direction == "bot to referee" else TO_BOT
    request_id = _answered_id(message)
    name = message.get("type")
    if name is None:
        hint = "" if message else f" from an empty map ({_EMPTY_TRAP})"
        if any(key.lower() == "type" for key in message):
            hint = f" ({_CASE_TRAP})"
        raise ProtocolError(
            "missing_key", f"message {index}: the key 'type' is missing{hint}", index=index, key="type", id=request_id
        )
    if type(name) is not str:
        raise ProtocolError(
            "wrong_type",
            f"message {index}: 'type' is {describe(name)}, expected a text{_trap(name, 'a text')}",
            index=index,
            key="type",
            id=request_id,
        )
    kind = known.get(name)
    if kind is None:
        raise ProtocolError(
            "unknown_type",
            f"message {index}: the type {name[:40]!r} is not known; expected one of {', '.join(known)}",
            index=index,
            key="type",
            id=request_id,
        )
    for field in kind.fields:
        value = message.get(field.name)
        if value is None:
            if field.presence == "required" or (field.presence == "nullable" and field.name not in message):
                how = "is nil" if field.name in message else "is missing"
                raise ProtocolError(
                    "missing_key",
                    f"message {index} ({name}): the key {field.name!r} {how}; expected {_expected(field.shape)}",
                    index=index,
                    key=field.name,
                    id=request_id,
                )
            continue
        problem = field.shape.problem(value)
        if problem is not None:
            code, expected = problem
            raise ProtocolError(
                code,
                f"message {index} ({name}): {field.name!r} is {describe(value)}, expected {expected}"
                f"{_trap(value, expected)}",
                index=index,
                key=field.name,
                id=request_id,
            )
    if not kind.open:
        allowed = {"type", *(field.name for field in kind.fields)}
        for key in message:
            if key not in allowed:
                raise ProtocolError(
                    "unknown_key",
                    f"message {index} ({name}): the key {key[:40]!r} is not known; "
                    f"expected only {', '.join(['type', *(field.name for field in kind.fields)])}",
                    index=index,
                    key=key,
                    id=request_id,
                )
    return kind


def _expected(shape: Any) -> str:
    """What a missing key should have held, in words."""
    if isinstance(shape, Integer):
        return "an integer"
    if isinstance(shape, Text):
        return "a text"
    return f"a value of type {shape.label}"


def read_frame(data: bytes, direction: Direction = "bot to referee") -> list[Message]:
    """A frame read and every message of it checked. Raises the first ProtocolError.

    For the direction `referee to bot` the limits on size do not apply and messages of unknown type are passed on,
    as the rules of compatibility want it.
    """
    if direction == "bot to referee":
        messages = unpack_frame(data)
    else:
        messages = unpack_frame(data, max_bytes=2**31 - 1, max_messages=2**31 - 1, max_depth=64)
    for index, message in enumerate(messages):
        if direction == "referee to bot" and message.get("type") not in TO_BOT and type(message.get("type")) is str:
            continue
        check_message(message, direction, index)
    return messages
