"""Frames are read strictly, and what is wrong with one is said in a way that helps its author."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgpack
import pytest

from ohhell_protocol.errors import CODES, ProtocolError
from ohhell_protocol.frames import check_message, describe, pack_frame, read_frame, unpack_frame
from ohhell_protocol.limits import MAX_FRAME_BYTES, MAX_INTEGER
from ohhell_protocol.message_type import Direction

VECTORS = Path(__file__).resolve().parents[3] / "protocol" / "vectors"
GOOD = json.loads((VECTORS / "frames.json").read_text(encoding="utf-8"))
BAD = json.loads((VECTORS / "bad_frames.json").read_text(encoding="utf-8"))


def problem(message: Any) -> ProtocolError:
    """What is wrong with a frame of this one message."""
    with pytest.raises(ProtocolError) as caught:
        read_frame(pack_frame([message]))
    return caught.value


@pytest.mark.parametrize("vector", GOOD, ids=lambda v: v["name"])
def test_a_good_frame_is_read_and_packed_byte_for_byte(vector: dict[str, Any]) -> None:
    direction: Direction = vector["direction"]
    data = bytes.fromhex(vector["hex"])
    assert read_frame(data, direction) == vector["messages"]
    assert pack_frame(vector["messages"]) == data


@pytest.mark.parametrize("vector", BAD, ids=lambda v: v["name"])
def test_a_bad_frame_is_refused_with_its_code(vector: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_frame(bytes.fromhex(vector["hex"]))
    assert caught.value.code == vector["code"]
    assert caught.value.code in CODES


def test_every_code_that_a_frame_alone_can_earn_has_a_vector() -> None:
    connection = {"unsupported_version", "bad_token", "not_welcome_yet", "second_hello", "unknown_id"}
    connection |= {"answered_already", "wrong_answer_type", "illegal_bid", "illegal_card", "illegal_trump", "late"}
    assert {vector["code"] for vector in BAD} == set(CODES) - connection


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"type": "bid", "id": 1, "bid": "3"}, ["'bid'", 'the text "3"', "an integer", "Perl", "add 0"]),
        ({"type": "bid", "id": 1, "bid": 3.0}, ["'bid'", "the float 3.0", "an integer", "Lua"]),
        ({"type": "bid", "id": 1, "bid": True}, ["'bid'", "the boolean true", "not a number"]),
        ({"type": "bid", "id": 1}, ["'bid'", "is missing", "an integer"]),
        ({"type": "bid", "id": 1, "bid": None}, ["'bid'", "is nil"]),
        ({"type": "play", "id": 1, "card": b"QH"}, ["'card'", "binary data (2 bytes)", "->utf8"]),
        ({b"type": b"bid"}, ["binary data (4 bytes) as a key", "->utf8", "Map"]),
        ({}, ["'type' is missing", "Map"]),
        ({"type": "bid", "id": 2**63, "bid": 1}, ["'id'", "9223372036854775808", "2^53 - 1"]),
        ({"type": "bit", "id": 1, "bid": 1}, ["'bit'", "hello, bid, play, trump"]),
        ({"type": "bid", "id": 1, "bid": 1, "nots": "x"}, ["'nots'", "only type, id, bid, note"]),
    ],
)
def test_the_text_names_the_key_what_came_what_was_expected_and_the_trap(message: Any, words: list[str]) -> None:
    text = str(problem(message))
    for word in words:
        assert word in text


def test_the_position_of_the_message_and_the_request_it_answers_are_told() -> None:
    good = {"type": "bid", "id": 1, "bid": 1}
    with pytest.raises(ProtocolError) as caught:
        read_frame(pack_frame([good, {"type": "bid", "id": 7, "bid": "1"}]))
    assert (caught.value.index, caught.value.key, caught.value.id) == (1, "bid", 7)


def test_an_id_that_is_no_integer_names_no_request() -> None:
    assert problem({"type": "bid", "id": "7", "bid": 1}).id is None


def test_illegal_values_of_the_right_type_pass() -> None:
    """Legality is the referee's to judge, so that an illegal card is never called malformed."""
    for message in (
        {"type": "bid", "id": 1, "bid": -1},
        {"type": "play", "id": 1, "card": "10H"},
        {"type": "trump", "id": 1, "trump": ""},
    ):
        assert read_frame(pack_frame([message])) == [message]


def test_nil_stands_for_an_absent_optional_key() -> None:
    check_message({"type": "bid", "id": 1, "bid": 1, "note": None})


def test_unknown_keys_are_ignored_in_hello_and_toward_the_bot() -> None:
    check_message({"type": "hello", "token": "t", "protocol": 1, "mood": "good"})
    check_message({"type": "bye", "reason": "enough", "mood": "good"}, "referee to bot")


def test_a_bot_passes_over_types_it_does_not_know() -> None:
    frame = [{"type": "weather", "sky": "blue"}, {"type": "bye", "reason": "enough"}]
    assert read_frame(pack_frame(frame), "referee to bot") == frame


def test_frames_toward_the_bot_may_be_large_and_deep() -> None:
    welcome = {"type": "welcome", "protocol": 1, "referee": "1", "bot": "b", "options": {"a": [[[["x" * 70_000]]]]}}
    assert read_frame(pack_frame([welcome]), "referee to bot") == [welcome]


def test_the_largest_integers_pass() -> None:
    check_message({"type": "bid", "id": MAX_INTEGER, "bid": -MAX_INTEGER})


def test_every_prefix_of_a_frame_is_malformed() -> None:
    data = pack_frame([{"type": "bid", "id": 118, "bid": 2}])
    for length in range(len(data)):
        with pytest.raises(ProtocolError) as caught:
            read_frame(data[:length])
        assert caught.value.code == "malformed"


def test_no_single_byte_change_escapes_as_another_exception() -> None:
    """Whatever byte is changed, the frame is read or refused with a ProtocolError, never with anything else."""
    data = bytearray(pack_frame([{"type": "bid", "id": 118, "bid": 2, "note": "x"}]))
    for position in range(len(data)):
        kept = data[position]
        for value in range(256):
            data[position] = value
            try:
                read_frame(bytes(data))
            except ProtocolError as error:
                assert error.code in CODES  # noqa: PT017 -- both outcomes are right, the exception's type is the point
        data[position] = kept


def test_deep_nesting_is_too_big_not_a_crash() -> None:
    for depth in (5, 400, 1_000, 60_000):
        with pytest.raises(ProtocolError) as caught:
            unpack_frame(b"\x91" * depth + b"\x90")
        assert caught.value.code in ("too_big", "malformed")


def test_a_frame_of_exactly_the_limit_passes() -> None:
    message = {"type": "hello", "token": "t", "protocol": 1, "more": ""}
    room = MAX_FRAME_BYTES - len(pack_frame([message])) - 2
    assert len(unpack_frame(pack_frame([{**message, "more": "x" * room}]))) == 1
    with pytest.raises(ProtocolError, match="at most 65536"):
        unpack_frame(pack_frame([{**message, "more": "x" * (room + 1)}]))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "nil"),
        (False, "the boolean false"),
        (-3, "the integer -3"),
        (0.5, "the float 0.5"),
        ("QH", 'the text "QH"'),
        ("x" * 50, f'a text of 50 characters ("{"x" * 40}…")'),
        (b"ab", "binary data (2 bytes)"),
        ([1], "an array of 1"),
        ({}, "a map of 0"),
        (msgpack.ExtType(3, b""), "an extension type (ExtType)"),
    ],
)
def test_describe(value: object, text: str) -> None:
    assert describe(value) == text
