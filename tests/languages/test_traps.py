"""The traps of each language, made by its real encoder: the referee's error text names the trap.

A frame that is right goes through the same encoder first, so that a test cannot pass because of the test's own doing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ohhell_referee.bots.wire import BidAnswer, PlayAnswer, TrumpAnswer, WireFault, read_answers
from support.encoders import ENCODERS, encoded

pytestmark = pytest.mark.timeout(1_000)  # the first test of a language builds its bots, which bring the library

RIGHT = [BidAnswer(id=118, value=2)], [PlayAnswer(id=118, value="QH")], [TrumpAnswer(id=118, value="H")]


@pytest.mark.parametrize("name", ENCODERS)
def test_the_right_frame_is_read(name: str, tmp_path: Path) -> None:
    assert read_answers(encoded(name, ENCODERS[name].right, tmp_path)) in RIGHT


HUGE = ("9223372036854775808", "2^53 - 1", "a conversion that went wrong")
CHAR = ("expected a text", "in C and C++ a char is packed as a number")

TRAPS = [
    # language, what the author wrote, words of the text that name what came and the way out
    (
        "javascript",
        "[new Map([['type', 'bid'], ['id', 118], ['bid', 2]])]",
        ("empty map", "JavaScript", "a Map", "plain objects"),
    ),
    ("javascript", "[{ type: 'bid', id: 118, bid: 5 / 2 }]", ("the float 2.5", "JavaScript", "quotient")),
    ("javascript", "[{ type: 'bid', id: 118, bid: NaN }]", ("the float nan", "an integer")),
    ("javascript", "[{ type: 'bid', id: 118, bid: true }]", ("the boolean true", "not a number")),
    ("javascript", "[{ type: 'bid', id: 118, bid: 2n ** 63n }]", HUGE),
    ("javascript", "[{ type: 'bid', id: 118, bid: new Date(0) }]", ("extension type", "an integer")),
    ("javascript", "{ type: 'bid', id: 118, bid: 2 }", ("a map of 3", "an array of messages")),
    ("javascript", "[{ type: 'play', id: 118, card: Buffer.from('QH') }]", ("binary data (2 bytes)", "a text")),
    ("perl", "$plain->pack([{ type => 'bid', id => 118, bid => 2 }])", ("binary data", "Perl", "->utf8")),
    ("perl", "$utf8->pack([{ type => 'bid', id => 118, bid => '2' }])", ('the text "2"', "Perl", "add 0")),
    ("perl", "$utf8->pack([{ type => 'bid', id => 118, bid => 4 / 2 }])", ("the float 2.0", "an integer")),
    (
        "perl",
        "$utf8->pack([{ type => 'bid', id => 118, bid => Data::MessagePack::true() }])",
        ("the boolean true", "not a number"),
    ),
    ("perl", "$utf8->pack([{ type => 'bid', id => 9223372036854775808, bid => 2 }])", ("'id'", *HUGE)),
    (
        "perl",
        "$utf8->pack([{ type => 'bid', id => 118, bid => 2 }]) . chr 0",
        ("1 bytes are left over", "one array"),
    ),
    ("lua", "{{type = 'bid', id = 118, bid = 6 / 3}}", ("the float 2.0", "Lua", "math.tointeger")),
    ("lua", "{{type = 'bid', id = 118, bid = 2 == 2}}", ("the boolean true", "not a number")),
    (
        "lua",
        "{{type = 'bid', id = 118, bid = math.maxinteger}}",
        ("9223372036854775807", "2^53 - 1", "a conversion that went wrong"),
    ),
    ("lua", "{{}}", ("an array of 0", "Lua", "empty table")),
    ("ruby", "[{ type: 'bid', id: 118, bid: 4.0 }]", ("the float 4.0", "an integer")),
    ("ruby", "[{ type: 'bid', id: 118, bid: true }]", ("the boolean true", "not a number")),
    ("ruby", "[{ type: 'play', id: 118, card: 'QH'.b }]", ("binary data (2 bytes)", "a text", "Ruby")),
    ("ruby", "[{ type: 'bid', id: 2**63, bid: 2 }]", ("'id'", *HUGE)),
    ("python", "[{'type': 'bid', 'id': 118, 'bid': True}]", ("the boolean true", "not a number")),
    ("python", "[{'type': 'bid', 'id': 118, 'bid': 2**63}]", HUGE),
    ("python", "[{b'type': 'bid', 'id': 118, 'bid': 2}]", ("binary data (4 bytes) as a key", "expected a text")),
    ("go", '[]untagged{{"bid", 118, 2}}', ("'type' is missing", "lower case", "Go", "tag the fields")),
    ("go", '[]message{{"type": "bid", "id": uint64(1) << 63, "bid": 2}}', ("'id'", *HUGE)),
    ("go", '[]message{{"type": "play", "id": 118, "card": []byte("QH")}}', ("binary data (2 bytes)", "a text")),
    (
        "rust",
        'rmp_serde::to_vec(&[Bid { r#type: "bid", id: 118, bid: 2 }])',
        ("an array of 3", "Rust", "to_vec_named"),
    ),
    (
        "rust",
        'rmp_serde::to_vec_named(&[Bid { r#type: "bid", id: 1u64 << 63, bid: 2 }])',
        ("'id'", *HUGE),
    ),
    ("java", "packDouble(2)", ("the float 2.0", "an integer")),
    ("java", 'packBigInteger(new BigInteger("9223372036854775808"))', HUGE),
    ("c", "msgpack_pack_char(&packer, 'Q')", ("the integer 81", *CHAR)),
    (
        "c",
        'msgpack_pack_bin_with_body(&packer, "QH", 2)',
        ("binary data (2 bytes)", "in C with msgpack_pack_str", "in C++ a std::string"),
    ),
    ("cpp", "pack('H')", ("the integer 72", *CHAR)),
]


@pytest.mark.parametrize(("name", "expression", "words"), TRAPS, ids=[f"{name}: {what}" for name, what, _ in TRAPS])
def test_the_text_names_the_trap(name: str, expression: str, words: tuple[str, ...], tmp_path: Path) -> None:
    (fault,) = read_answers(encoded(name, expression, tmp_path))
    assert isinstance(fault, WireFault)
    assert fault.fault_class == "malformed"
    assert [word for word in words if word not in fault.text] == [], fault.text
