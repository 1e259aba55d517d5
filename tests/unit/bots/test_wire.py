"""What a bot's bytes are read as: answers and hellos, or which rule they break. No content whatever raises."""

from __future__ import annotations

import json
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ohhell_protocol.errors import CODES
from ohhell_protocol.limits import (
    MAX_FRAME_BYTES,
    MAX_FRAME_MESSAGES,
    MAX_INTEGER,
    MAX_NOTE_CHARACTERS,
    PROTOCOL_VERSION,
)
from ohhell_referee.bots.wire import (
    BidAnswer,
    Hello,
    PlayAnswer,
    TrumpAnswer,
    WireFault,
    read_answers,
    read_hello,
)
from support.running import ROOT

VECTORS: list[dict[str, str]] = json.loads((ROOT / "protocol/vectors/bad_frames.json").read_text(encoding="utf-8"))
BID: dict[str, Any] = {"type": "bid", "id": 7, "bid": 3}
PLAY: dict[str, Any] = {"type": "play", "id": 8, "card": "AS"}
TRUMP: dict[str, Any] = {"type": "trump", "id": 9, "trump": "N"}
HELLO: dict[str, Any] = {"type": "hello", "token": "t" * 32, "protocol": PROTOCOL_VERSION}


def pack(*messages: Any) -> bytes:
    packed: bytes = msgpack.packb(list(messages))
    return packed


def raw_map(*pairs: tuple[Any, Any]) -> bytes:
    """A frame with one map, whose keys may come twice or be anything."""
    return bytes([0x91, 0x80 | len(pairs)]) + b"".join(msgpack.packb(item) for pair in pairs for item in pair)


def fault_of(payload: bytes) -> WireFault:
    """The one thing that is wrong with a frame of answers."""
    (found,) = read_answers(payload)
    assert isinstance(found, WireFault), found
    return found


def plain(answer: Any) -> tuple[type, Any, Any, Any]:
    return type(answer), answer.id, answer.value, answer.note


# -------------------------------------------------------------------- answers


def test_good_answers_of_every_kind_are_read_in_their_order() -> None:
    found = read_answers(pack(BID, PLAY | {"note": "a hunch"}, TRUMP))
    assert [plain(answer) for answer in found] == [
        (BidAnswer, 7, 3, None),
        (PlayAnswer, 8, "AS", "a hunch"),
        (TrumpAnswer, 9, "N", None),
    ]


def test_keys_may_come_in_any_order_and_an_absent_note_may_be_nil() -> None:
    found = read_answers(raw_map(("note", None), ("bid", 3), ("id", 7), ("type", "bid")))
    assert [plain(answer) for answer in found] == [(BidAnswer, 7, 3, None)]


@pytest.mark.parametrize("pad", [None, "x"])
def test_of_a_key_that_comes_twice_the_last_counts_on_either_way_of_reading(pad: str | None) -> None:
    """`pad` makes the frame take the long way: it adds a message with an unknown key."""
    pairs = raw_map(("type", "bid"), ("id", 1), ("bid", 0), ("bid", 3))
    found = read_answers(pairs if pad is None else b"\x92" + pairs[1:] + msgpack.packb(BID | {pad: 1}))
    assert plain(found[0]) == (BidAnswer, 1, 3, None)


@pytest.mark.parametrize("number", [MAX_INTEGER, -MAX_INTEGER, 0, -1])
def test_integers_to_the_limits_are_read_whether_they_are_legal_or_not(number: int) -> None:
    (found,) = read_answers(pack(BID | {"id": number, "bid": number}))
    assert plain(found) == (BidAnswer, number, number, None)


def test_a_full_frame_is_read() -> None:
    found = read_answers(pack(*[BID | {"id": number} for number in range(MAX_FRAME_MESSAGES)]))
    assert [answer.id for answer in found] == list(range(MAX_FRAME_MESSAGES))


WRONG = [
    # An empty or unreadable frame, or one of another shape.
    (b"", "malformed", "not MessagePack"),
    (b"\xc1", "malformed", "not MessagePack"),
    (pack(BID)[:-1], "malformed", "not MessagePack"),
    (pack(BID) + b"\x00", "malformed", "1 bytes are left over"),
    (pack(BID) + pack(BID), "malformed", "are left over"),
    (b"\x90", "malformed", "empty array"),
    (msgpack.packb(BID), "malformed", "put the message into an array"),
    (b"\xc0", "malformed", "the frame is nil"),
    (pack(7), "malformed", "message 0 of the frame is the integer 7"),
    (pack(["bid", 7, 3]), "malformed", "an array of 3"),
    (raw_map((b"type", "bid")), "malformed", "as a key"),
    (raw_map((1, "bid")), "malformed", "the integer 1 as a key"),
    (b"\x91\x81\x91\x01\x01", "malformed", "a key that is not text"),
    (b"\x91\x81\xa4type\xa2\xff\xfe", "malformed", "not UTF-8"),
    (b"\x91\xd6\xff\xff\xff\xff\xff", "malformed", "extension type"),
    # Bombs: more is announced than there is, or deeper than allowed.
    (b"\xdd\xff\xff\xff\xff", "malformed", "not MessagePack"),
    (b"\xdf\xff\xff\xff\xff", "malformed", "not MessagePack"),
    (b"\xc6\xff\xff\xff\xff", "malformed", "not MessagePack"),
    (b"\x91" * 5 + b"\x90", "too_big", "nested deeper than 4 levels"),
    (b"\x91" * 60_000, "too_big", "nested deeper than 4 levels"),
    (b"\x81\xa1a" * 20_000, "too_big", "nested deeper than 4 levels"),
    (b"\xdc\xff\xff" * 20_000, "too_big", "nested deeper than 4 levels"),
    (pack(*[[]] * 8192), "too_big", "more than 8192 values"),
    (pack(*[BID] * (MAX_FRAME_MESSAGES + 1)), "too_big", "257 messages"),
    (pack(BID | {"x": "y" * MAX_FRAME_BYTES}), "too_big", "at most 65536 are allowed"),
    (pack(*[BID | {"note": "ü" * 256}] * 200), "too_big", "at most 65536 are allowed"),
    # One message.
    (pack({}), "missing_key", "'type' is missing"),
    (pack({"id": 7, "bid": 3}), "missing_key", "'type' is missing"),
    (pack(BID | {"type": None}), "missing_key", "'type'"),
    (pack(BID | {"type": 3}), "wrong_type", "'type' is the integer 3"),
    (pack(BID | {"type": "pass"}), "unknown_type", "'pass' is not known"),
    (pack(BID | {"type": "revise"}), "unknown_type", "'revise' is not known"),
    (pack({"type": "bid", "bid": 3}), "missing_key", "'id' is missing"),
    (pack({"type": "bid", "id": 7}), "missing_key", "'bid' is missing"),
    (pack(BID | {"bid": None}), "missing_key", "'bid' is nil"),
    (pack(BID | {"id": True}), "wrong_type", "the boolean true"),
    (pack(BID | {"bid": True}), "wrong_type", "a boolean is not a number"),
    (pack(BID | {"bid": False}), "wrong_type", "the boolean false"),
    (pack(BID | {"bid": 3.0}), "wrong_type", "the float 3.0"),
    (pack(BID | {"bid": float("nan")}), "wrong_type", "the float nan"),
    (pack(BID | {"bid": -0.0}), "wrong_type", "the float -0.0"),
    (pack(BID | {"bid": "3"}), "wrong_type", 'the text "3"'),
    (pack(BID | {"bid": b"3"}), "wrong_type", "binary data"),
    (pack(BID | {"bid": [3]}), "wrong_type", "an array of 1"),
    (pack(BID | {"bid": {}}), "wrong_type", "a map of 0"),
    (pack(BID | {"bid": msgpack.ExtType(4, b"xx")}), "wrong_type", "an extension type"),
    (pack(BID | {"bid": MAX_INTEGER + 1}), "out_of_range", "9007199254740992"),
    (pack(BID | {"bid": 2**63}), "out_of_range", "9223372036854775808"),
    (pack(BID | {"bid": -(2**63)}), "out_of_range", "-9223372036854775808"),
    (pack(BID | {"id": 2**64 - 1}), "out_of_range", "18446744073709551615"),
    (pack(PLAY | {"card": 14}), "wrong_type", "the integer 14"),
    (pack(PLAY | {"card": b"AS"}), "wrong_type", "->utf8"),
    (pack(TRUMP | {"trump": None}), "missing_key", "'trump' is nil"),
    (pack(BID | {"thoughts": "deep"}), "unknown_key", "'thoughts' is not known"),
    (pack(BID | {"card": "AS"}), "unknown_key", "'card' is not known"),
    (pack(BID | {"note": 5}), "wrong_type", "'note' is the integer 5"),
    (pack(BID | {"note": "n" * (MAX_NOTE_CHARACTERS + 1)}), "too_big", "at most 256"),
    (pack(HELLO), "second_hello", "has said hello already"),
]


@pytest.mark.parametrize(("payload", "code", "words"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_with_a_frame_has_its_code_and_says_why(payload: bytes, code: str, words: str) -> None:
    fault = fault_of(payload)
    assert fault.code == code, fault
    assert words in fault.text
    assert fault.fault_class == CODES[code].fault


def test_every_code_that_a_single_message_can_earn_is_among_these_cases() -> None:
    """The others need a hello (below), or to know what was asked (test_answers.py)."""
    elsewhere = {"unsupported_version", "bad_token", "not_welcome_yet", "unknown_id", "answered_already"}
    elsewhere |= {"wrong_answer_type", "illegal_bid", "illegal_card", "illegal_trump", "late"}
    assert {code for _, code, _ in WRONG} == set(CODES) - elsewhere


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_bad_frames_of_the_protocol_get_the_codes_that_it_promises(vector: dict[str, str]) -> None:
    faults = [found for found in read_answers(bytes.fromhex(vector["hex"])) if isinstance(found, WireFault)]
    assert faults[0].code == vector["code"]


def test_a_fault_names_the_request_that_it_meant_to_answer_where_that_can_be_read() -> None:
    assert fault_of(pack(BID | {"bid": "3"})).id == 7
    assert fault_of(pack(BID | {"id": "7"})).id is None
    assert fault_of(pack({"type": "bid", "bid": 3})).id is None
    assert fault_of(pack(BID | {"id": 2**60})).id is None


def test_a_frame_that_cannot_be_taken_apart_is_lost_as_a_whole() -> None:
    for payload in (b"\xc1", pack(BID)[:-1], b"\x90", b"\x91" * 9, pack(*[BID] * 257)):
        assert fault_of(payload).whole_frame
    assert not fault_of(pack(BID | {"bid": "3"})).whole_frame


def test_the_good_messages_of_a_frame_count_in_spite_of_a_bad_one() -> None:
    first, second, third = read_answers(pack(BID, PLAY | {"card": 5}, TRUMP))
    assert plain(first) == (BidAnswer, 7, 3, None)
    assert isinstance(second, WireFault)
    assert (second.code, second.id) == ("wrong_type", 8)
    assert plain(third) == (TrumpAnswer, 9, "N", None)


# -------------------------------------------------------------------- any bytes at all

plain_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=8,
)
answer_like = st.fixed_dictionaries(
    {"type": st.sampled_from(["bid", "play", "trump", "hello"]), "id": st.integers(-3, 3) | plain_values},
    optional={"bid": plain_values, "card": plain_values, "trump": plain_values, "note": plain_values},
)


def check_any(payload: bytes) -> None:
    found = read_answers(payload)
    assert found
    for message in found:
        if isinstance(message, WireFault):
            assert message.code in CODES
            assert message.text
        else:
            assert type(message.id) is int
            assert abs(message.id) <= MAX_INTEGER
            assert type(message.value) is (int if isinstance(message, BidAnswer) else str)
            assert message.note is None or len(message.note) <= MAX_NOTE_CHARACTERS
    hello, token = read_hello(payload)
    assert isinstance(hello, Hello | WireFault)
    assert token is None or type(token) is str


@given(st.binary(max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_answers_or_faults(payload: bytes) -> None:
    check_any(payload)


@given(st.lists(answer_like | plain_values, max_size=5))
@settings(max_examples=60, deadline=None)
def test_any_values_in_a_frame_are_answers_or_faults(messages: list[Any]) -> None:
    check_any(msgpack.packb(messages, unicode_errors="surrogatepass"))


@given(st.integers(0, 40), st.integers(0, 255))
@settings(max_examples=300, deadline=None)
def test_a_good_frame_with_a_byte_changed_is_answers_or_faults(place: int, byte: int) -> None:
    payload = bytearray(pack(BID, PLAY))
    payload[place % len(payload)] = byte
    check_any(bytes(payload))


# -------------------------------------------------------------------- hello


def test_a_hello_needs_only_token_and_protocol() -> None:
    hello, token = read_hello(pack(HELLO))
    assert hello == Hello(token="t" * 32, protocol=1, games=1, events=False)
    assert token == "t" * 32


def test_a_full_hello_is_read_and_unknown_keys_of_it_are_ignored() -> None:
    about = {"name": "deep", "version": "2.1", "author": "ann", "language": "Go"}
    hello, _ = read_hello(pack(HELLO | {"games": 40, "events": True, "later": [1, {"x": 2}], **about}))
    assert hello == Hello(token="t" * 32, protocol=1, games=40, events=True, **about)


def test_nil_stands_for_an_optional_key_that_is_absent() -> None:
    hello, _ = read_hello(pack(HELLO | {"games": None, "events": None, "name": None}))
    assert hello == Hello(token="t" * 32)


@pytest.mark.parametrize(
    ("payload", "code", "token"),
    [
        (pack(HELLO | {"protocol": 2}), "unsupported_version", True),
        (pack(HELLO | {"protocol": 0}), "unsupported_version", True),
        (pack(HELLO | {"protocol": 2**31}), "unsupported_version", True),
        (pack(HELLO | {"protocol": "1"}), "wrong_type", True),
        (pack(HELLO | {"protocol": 1.0}), "wrong_type", True),
        (pack(HELLO | {"protocol": True}), "wrong_type", True),
        (pack(HELLO | {"protocol": 2**63}), "out_of_range", True),
        (pack({"type": "hello", "token": "t" * 32}), "missing_key", True),
        (pack({"type": "hello", "protocol": 1}), "missing_key", False),
        (pack(HELLO | {"token": 5}), "wrong_type", False),
        (pack(HELLO | {"token": b"t" * 32}), "wrong_type", False),
        (pack(HELLO | {"games": 0}), "out_of_range", True),
        (pack(HELLO | {"games": -1}), "out_of_range", True),
        (pack(HELLO | {"games": "4"}), "wrong_type", True),
        (pack(HELLO | {"games": True}), "wrong_type", True),
        (pack(HELLO | {"events": 1}), "wrong_type", True),
        (pack(HELLO | {"name": "n" * 65}), "too_big", True),
        (pack(HELLO | {"name": ["n"]}), "wrong_type", True),
        (pack(HELLO | {"x": [[[1]]]}), "too_big", False),
        (pack(BID), "not_welcome_yet", False),
        (pack(BID | {"token": "t" * 32}), "unknown_key", True),
        (pack(), "malformed", False),
        (b"GET / HTTP/1.1\r\n\r\n", "malformed", False),
        (b"", "malformed", False),
    ],
    ids=range(24),
)
def test_what_is_wrong_with_a_hello_has_its_code_and_its_token_where_there_is_one(
    payload: bytes, code: str, token: bool
) -> None:
    """By the token a wrong hello is put down to a bot, which is then not waited for any longer."""
    fault, found = read_hello(payload)
    assert isinstance(fault, WireFault)
    assert fault.code == code, fault
    assert found == ("t" * 32 if token else None)


def test_what_follows_hello_in_its_frame_is_not_looked_at() -> None:
    hello, _ = read_hello(pack(HELLO, {"anything": 1}))
    assert isinstance(hello, Hello)
