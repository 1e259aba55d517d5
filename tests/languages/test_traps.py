"""The traps of each language, made by its real encoder: the referee's error text names the trap.

A frame that is right goes through the same encoders first, so that a test cannot pass because of the test's own doing.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass

import pytest

from ohhell_referee.bots.wire import BidAnswer, WireFault, read_answers
from support.languages import EXAMPLE_BOTS, LANGUAGES, need_bots, need_tools


@dataclass(frozen=True)
class Encoder:
    """`program` turns EXPRESSION, a value in the language, into a frame and prints it in hex."""

    program: tuple[str, ...]
    probe: tuple[str, ...]
    right: str
    """The expression of a good frame: bid 2 for request 118."""


ENCODERS = {
    "javascript": Encoder(
        (
            *("node", "--input-type=module", "-e"),
            "import { encode } from '@msgpack/msgpack';"
            "console.log(Buffer.from(encode(EXPRESSION, { useBigInt64: true })).toString('hex'));",
        ),
        probe=(),
        right="[{ type: 'bid', id: 118, bid: 2 }]",
    ),
    "perl": Encoder(
        (
            *("perl", "-MData::MessagePack", "-e"),
            "my $utf8 = Data::MessagePack->new->utf8; my $plain = Data::MessagePack->new;"
            "print unpack 'H*', EXPRESSION;",
        ),
        probe=("perl", "-MData::MessagePack", "-e", "1"),
        right="$utf8->pack([{ type => 'bid', id => 118, bid => 2 }])",
    ),
    "lua": Encoder(
        (
            *("lua5.3", "-e"),
            "local m = require 'MessagePack';"
            "print((m.pack(EXPRESSION):gsub('.', function(c) return string.format('%02x', c:byte()) end)))",
        ),
        probe=("lua5.3", "-e", "require 'MessagePack'"),
        right="{{type = 'bid', id = 118, bid = 2}}",
    ),
    "ruby": Encoder(
        ("ruby", "-rmsgpack", "-e", "puts (EXPRESSION).to_msgpack.unpack1('H*')"),
        probe=("ruby", "-e", "require 'msgpack'"),
        right="[{ type: 'bid', id: 118, bid: 2 }]",
    ),
}


def encoded(name: str, expression: str) -> bytes:
    """The frame that a language makes of an expression. Skips where the language is not installed."""
    encoder = ENCODERS[name]
    if name == "javascript":
        need_bots(next(language for language in LANGUAGES if language.name == name))
    need_tools((encoder.program[0],), encoder.probe)
    command = [part.replace("EXPRESSION", expression) for part in encoder.program]
    done = subprocess.run(
        command, cwd=EXAMPLE_BOTS / "javascript", capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return bytes.fromhex(done.stdout.strip())


@pytest.mark.parametrize("name", ENCODERS)
def test_the_right_frame_is_read(name: str) -> None:
    assert [BidAnswer(id=118, value=2)] == read_answers(encoded(name, ENCODERS[name].right))


TRAPS = [
    # language, what the author wrote, words of the text that name what came and the way out
    (
        "javascript",
        "[new Map([['type', 'bid'], ['id', 118], ['bid', 2]])]",
        ("empty map", "JavaScript", "plain objects"),
    ),
    ("javascript", "[{ type: 'bid', id: 118, bid: 5 / 2 }]", ("the float 2.5", "JavaScript", "quotient")),
    ("javascript", "[{ type: 'bid', id: 118, bid: NaN }]", ("the float nan", "an integer")),
    ("javascript", "[{ type: 'bid', id: 118, bid: true }]", ("the boolean true", "not a number")),
    ("javascript", "[{ type: 'bid', id: 118, bid: 2n ** 63n }]", ("the integer 9223372036854775808", "2^53 - 1")),
    ("javascript", "{ type: 'bid', id: 118, bid: 2 }", ("a map of 3", "an array of messages")),
    ("javascript", "[{ type: 'play', id: 118, card: Buffer.from('QH') }]", ("binary data (2 bytes)", "a text")),
    ("perl", "$plain->pack([{ type => 'bid', id => 118, bid => 2 }])", ("binary data", "Perl", "->utf8")),
    ("perl", "$utf8->pack([{ type => 'bid', id => 118, bid => '2' }])", ('the text "2"', "Perl", "add 0")),
    ("perl", "$utf8->pack([{ type => 'bid', id => 118, bid => 4 / 2 }])", ("the float 2.0", "an integer")),
    ("perl", "$utf8->pack([{ type => 'bid', id => 118, bid => 2 }]) . chr 0", ("left", "byte")),
    ("lua", "{{type = 'bid', id = 118, bid = 6 / 3}}", ("the float 2.0", "Lua", "math.tointeger")),
    ("lua", "{{}}", ("an array of 0", "Lua", "empty table")),
    ("ruby", "[{ type: 'bid', id: 118, bid: 4.0 }]", ("the float 4.0", "an integer")),
    ("ruby", "[{ type: 'play', id: 118, card: 'QH'.b }]", ("binary data (2 bytes)", "a text")),
    ("ruby", "[{ type: 'bid', id: 2**63, bid: 2 }]", ("'id'", "9223372036854775808", "2^53 - 1")),
]


@pytest.mark.parametrize(("name", "expression", "words"), TRAPS, ids=[f"{name}: {what}" for name, what, _ in TRAPS])
def test_the_text_names_the_trap(name: str, expression: str, words: tuple[str, ...]) -> None:
    (fault,) = read_answers(encoded(name, expression))
    assert isinstance(fault, WireFault)
    assert fault.fault_class == "malformed"
    assert [word for word in words if word not in fault.text] == [], fault.text
