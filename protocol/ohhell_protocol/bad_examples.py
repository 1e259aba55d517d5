"""Frames toward the referee that are wrong, for vectors and tests: every error code for a bad frame, as bytes."""

from __future__ import annotations

from typing import Any, NamedTuple

from .examples import TOKEN, Message
from .frames import pack_frame
from .limits import MAX_FRAME_BYTES, MAX_FRAME_MESSAGES


class BadExample(NamedTuple):
    """A frame toward the referee that is wrong, with the code that the referee must find."""

    name: str
    code: str
    about: str
    data: bytes


def _bad(name: str, code: str, about: str, *messages: Any) -> BadExample:
    return BadExample(name, code, about, pack_frame(list(messages)))


_GOOD_BID: Message = {"type": "bid", "id": 118, "bid": 2}

BAD_EXAMPLES: tuple[BadExample, ...] = (
    BadExample("empty", "malformed", "no bytes at all", b""),
    BadExample("unused_byte", "malformed", "0xc1 is never used in MessagePack", b"\xc1"),
    BadExample("truncated", "malformed", "the frame stops in the middle", pack_frame([_GOOD_BID])[:-1]),
    BadExample("trailing", "malformed", "a byte is left over", pack_frame([_GOOD_BID]) + b"\x00"),
    BadExample("two_arrays", "malformed", "two frames in one part", pack_frame([_GOOD_BID]) + pack_frame([_GOOD_BID])),
    BadExample("json", "malformed", "JSON instead of MessagePack", b'[{"type":"bid","id":118,"bid":2}]'),
    BadExample("bare_map", "malformed", "a message that is not in an array", pack_frame(_GOOD_BID)),  # type: ignore[arg-type]  # wrong on purpose
    BadExample("no_messages", "malformed", "an empty array", b"\x90"),
    _bad("not_a_map", "malformed", "an array where a message belongs", ["bid", 118, 2]),
    _bad("nil_message", "malformed", "nil where a message belongs", None),
    _bad("binary_keys", "malformed", "keys packed as binary data", {b"type": "bid", b"id": 118, b"bid": 2}),
    _bad("integer_key", "malformed", "a key that is an integer", {"type": "bid", "id": 118, "bid": 2, 1: 1}),
    BadExample("not_utf8", "malformed", "a text that is not UTF-8", b"\x91\x82\xa4type\xa3bid\xa4note\xa2\xff\xfe"),
    BadExample("array_key", "malformed", "a map with an array as a key", b"\x91\x82\xa4type\xa3bid\x91\x01\xa1x"),
    BadExample(
        "announces_too_much", "malformed", "an array of 4,294,967,295 items in five bytes", b"\xdd\xff\xff\xff\xff"
    ),
    _bad("no_type", "missing_key", "a message without type", {"id": 118, "bid": 2}),
    _bad("empty_map", "missing_key", "what some JavaScript packers make of a Map", {}),
    _bad("no_id", "missing_key", "an answer without id", {"type": "bid", "bid": 2}),
    _bad("no_bid", "missing_key", "a bid without the bid", {"type": "bid", "id": 118}),
    _bad("nil_bid", "missing_key", "a bid of nil", {"type": "bid", "id": 118, "bid": None}),
    _bad("no_card", "missing_key", "a play without the card", {"type": "play", "id": 131}),
    _bad("no_trump_key", "missing_key", "a trump answer without the trump", {"type": "trump", "id": 140}),
    _bad("no_token", "missing_key", "a hello without token", {"type": "hello", "protocol": 1}),
    _bad("no_protocol", "missing_key", "a hello without protocol", {"type": "hello", "token": TOKEN}),
    _bad("unknown_type", "unknown_type", "a type that does not exist", {"type": "pass", "id": 118}),
    _bad("upper_case_type", "unknown_type", "types are in lower case", {"type": "BID", "id": 118, "bid": 2}),
    _bad("revise_answer", "unknown_type", "revise is answered with bid", {"type": "revise", "id": 119, "bid": 2}),
    _bad("referee_type", "unknown_type", "a message of the referee", {"type": "bye", "reason": "enough"}),
    _bad("integer_type", "wrong_type", "a type that is no text", {"type": 1, "id": 118, "bid": 2}),
    _bad("text_bid", "wrong_type", "a number that is a text (Perl)", {"type": "bid", "id": 118, "bid": "2"}),
    _bad("float_bid", "wrong_type", "a whole float (Lua, JavaScript)", {"type": "bid", "id": 118, "bid": 2.0}),
    _bad("nan_bid", "wrong_type", "not a number", {"type": "bid", "id": 118, "bid": float("nan")}),
    _bad("boolean_bid", "wrong_type", "a boolean", {"type": "bid", "id": 118, "bid": True}),
    _bad("list_bid", "wrong_type", "an array", {"type": "bid", "id": 118, "bid": [2]}),
    _bad("binary_card", "wrong_type", "binary data for a text", {"type": "play", "id": 131, "card": b"AH"}),
    _bad("text_id", "wrong_type", "a text for the id", {"type": "bid", "id": "118", "bid": 2}),
    _bad("list_card", "wrong_type", "an array for the card", {"type": "play", "id": 131, "card": ["A", "H"]}),
    _bad("integer_trump", "wrong_type", "an integer for the trump", {"type": "trump", "id": 140, "trump": 3}),
    _bad("integer_note", "wrong_type", "a note that is no text", {**_GOOD_BID, "note": 3}),
    _bad("text_protocol", "wrong_type", "the version as text", {"type": "hello", "token": TOKEN, "protocol": "1"}),
    _bad(
        "integer_events",
        "wrong_type",
        "1 instead of true",
        {"type": "hello", "token": TOKEN, "protocol": 1, "events": 1},
    ),
    BadExample(
        "extension",
        "wrong_type",
        "an extension type for the bid",
        b"\x91\x83\xa4type\xa3bid\xa2id\x76\xa3bid\xd4\x05\x02",
    ),
    BadExample(
        "timestamp",
        "wrong_type",
        "a timestamp for the bid",
        b"\x91\x83\xa4type\xa3bid\xa2id\x76\xa3bid\xd6\xff\x00\x00\x00\x02",
    ),
    _bad("unknown_key", "unknown_key", "a key that an answer does not have", {**_GOOD_BID, "confidence": 3}),
    _bad("card_in_bid", "unknown_key", "a card in a bid", {**_GOOD_BID, "card": "AH"}),
    _bad("huge_bid", "out_of_range", "2^63", {"type": "bid", "id": 118, "bid": 2**63}),
    _bad("large_bid", "out_of_range", "2^53", {"type": "bid", "id": 118, "bid": 2**53}),
    _bad("very_negative_id", "out_of_range", "-2^63", {"type": "bid", "id": -(2**63), "bid": 2}),
    _bad("no_games", "out_of_range", "games below 1", {"type": "hello", "token": TOKEN, "protocol": 1, "games": 0}),
    _bad("long_note", "too_big", "a note of 257 characters", {**_GOOD_BID, "note": "n" * 257}),
    _bad(
        "long_name",
        "too_big",
        "a name of 65 characters",
        {"type": "hello", "token": TOKEN, "protocol": 1, "name": "n" * 65},
    ),
    _bad(
        "deep",
        "too_big",
        "nested five levels deep",
        {"type": "hello", "token": TOKEN, "protocol": 1, "more": {"a": [[1]]}},
    ),
    BadExample(
        "many_messages",
        "too_big",
        f"{MAX_FRAME_MESSAGES + 1} messages",
        pack_frame([_GOOD_BID] * (MAX_FRAME_MESSAGES + 1)),
    ),
    BadExample(
        "many_bytes",
        "too_big",
        f"more than {MAX_FRAME_BYTES} bytes",
        pack_frame([{**_GOOD_BID, "note": "n" * MAX_FRAME_BYTES}]),
    ),
)
"""Each is bad whatever was asked. Codes that depend on the connection (unknown_id, illegal_bid …) need a referee."""
