"""The MessagePack encoders that authors of bots have: a value written in their language becomes a frame.

Each encoder is a small program in which EXPRESSION stands for the value; it prints the frame in hex. Those of compiled
languages use the libraries that the example bots of the language are built with.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from support.languages import EXAMPLE_BOTS, LANGUAGES, need_bots, need_tools

GO = """
package main

import (
	"fmt"

	"github.com/vmihailenco/msgpack/v5"
)

type untagged struct {
	Type    string
	ID, Bid int
}

type message = map[string]any

func main() {
	frame, err := msgpack.Marshal(EXPRESSION)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%x", frame)
}
"""

RUST = """
#[derive(serde::Serialize)]
struct Bid<T> {
    r#type: &'static str,
    id: T,
    bid: T,
}

fn main() {
    let frame: Result<Vec<u8>, rmp_serde::encode::Error> = EXPRESSION;
    for byte in frame.unwrap() {
        print!("{byte:02x}");
    }
}
"""

JAVA = """
import java.math.BigInteger;
import java.util.HexFormat;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

class Frame {
    public static void main(String[] arguments) throws Exception {
        MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();
        packer.packArrayHeader(1).packMapHeader(3).packString("type").packString("bid").packString("id").packInt(118);
        packer.packString("bid").EXPRESSION;
        System.out.print(HexFormat.of().formatHex(packer.toByteArray()));
    }
}
"""

C = """
#include <msgpack.h>
#include <stdio.h>

int main(void)
{
    msgpack_sbuffer out;
    msgpack_packer packer;
    msgpack_sbuffer_init(&out);
    msgpack_packer_init(&packer, &out, msgpack_sbuffer_write);
    msgpack_pack_array(&packer, 1);
    msgpack_pack_map(&packer, 3);
    msgpack_pack_str_with_body(&packer, "type", 4);
    msgpack_pack_str_with_body(&packer, "play", 4);
    msgpack_pack_str_with_body(&packer, "id", 2);
    msgpack_pack_int(&packer, 118);
    msgpack_pack_str_with_body(&packer, "card", 4);
    EXPRESSION;
    for (size_t i = 0; i < out.size; i++)
        printf("%02x", (unsigned char)out.data[i]);
    return 0;
}
"""

CPP = """
#include <cstdio>
#include <msgpack.hpp>

int main()
{
    msgpack::sbuffer out;
    msgpack::packer packer(out);
    packer.pack_array(1).pack_map(3).pack("type").pack("trump").pack("id").pack(118).pack("trump").EXPRESSION;
    for (std::size_t i = 0; i < out.size(); i++) std::printf("%02x", static_cast<unsigned char>(out.data()[i]));
}
"""


@dataclass(frozen=True)
class Encoder:
    """`program` has {source} where a file with the source goes, or EXPRESSION itself. `bots`: build these first."""

    program: tuple[str, ...]
    right: str
    """The expression of a good frame."""
    source: tuple[str, str] | None = None
    """The name of the file, and what is in it."""
    bots: str = ""
    """The language whose bots bring the library. The program runs in its folder."""
    probe: tuple[str, ...] = ()


ENCODERS = {
    "javascript": Encoder(
        (
            *("node", "--input-type=module", "-e"),
            "import { encode } from '@msgpack/msgpack';"
            "console.log(Buffer.from(encode(EXPRESSION, { useBigInt64: true })).toString('hex'));",
        ),
        right="[{ type: 'bid', id: 118, bid: 2 }]",
        bots="javascript",
    ),
    "perl": Encoder(
        (
            *("perl", "-MData::MessagePack", "-e"),
            "my $utf8 = Data::MessagePack->new->utf8; my $plain = Data::MessagePack->new;"
            "print unpack 'H*', EXPRESSION;",
        ),
        right="$utf8->pack([{ type => 'bid', id => 118, bid => 2 }])",
        probe=("perl", "-MData::MessagePack", "-e", "1"),
    ),
    "lua": Encoder(
        (
            *("lua5.3", "-e"),
            "local m = require 'MessagePack';"
            "print((m.pack(EXPRESSION):gsub('.', function(c) return string.format('%02x', c:byte()) end)))",
        ),
        right="{{type = 'bid', id = 118, bid = 2}}",
        probe=("lua5.3", "-e", "require 'MessagePack'"),
    ),
    "ruby": Encoder(
        ("ruby", "-rmsgpack", "-e", "puts (EXPRESSION).to_msgpack.unpack1('H*')"),
        right="[{ type: 'bid', id: 118, bid: 2 }]",
        probe=("ruby", "-e", "require 'msgpack'"),
    ),
    "python": Encoder(
        (sys.executable, "-c", "import msgpack; print(msgpack.packb(EXPRESSION).hex())"),
        right="[{'type': 'bid', 'id': 118, 'bid': 2}]",
    ),
    "go": Encoder(
        ("go", "run", "{source}"),
        right='[]message{{"type": "bid", "id": 118, "bid": 2}}',
        source=("main.go", GO),
        bots="go",
    ),
    "rust": Encoder(
        (
            *("sh", "-c"),
            "deps=target/release/deps && rustc --edition 2021 --out-dir $(dirname {source}) -L $deps "
            "--extern serde=$(ls $deps/libserde-*.rlib) --extern rmp_serde=$(ls $deps/librmp_serde-*.rlib) {source} "
            "&& $(dirname {source})/frame",
        ),
        right='rmp_serde::to_vec_named(&[Bid { r#type: "bid", id: 118, bid: 2 }])',
        source=("frame.rs", RUST),
        bots="rust",
    ),
    "java": Encoder(
        ("java", "-cp", "target/bots.jar", "{source}"), right="packInt(2)", source=("Frame.java", JAVA), bots="java"
    ),
    "c": Encoder(
        ("sh", "-c", "cc -o {source}.out {source} -lmsgpackc && {source}.out"),
        right='msgpack_pack_str_with_body(&packer, "QH", 2)',
        source=("frame.c", C),
        bots="c",
    ),
    "cpp": Encoder(
        ("sh", "-c", "c++ -std=c++20 -DMSGPACK_NO_BOOST -o {source}.out {source} && {source}.out"),
        right='pack("H")',
        source=("frame.cpp", CPP),
        bots="cpp",
    ),
}


def encoded(name: str, expression: str, folder: Path) -> bytes:
    """The frame that a language makes of an expression. Skips where the language is not installed.

    `folder` is an empty one for the program's files.
    """
    encoder = ENCODERS[name]
    need_tools((encoder.program[0],), encoder.probe)
    if encoder.bots:
        need_bots(next(language for language in LANGUAGES if language.name == encoder.bots))
    file = folder
    if encoder.source is not None:
        file = folder / encoder.source[0]
        file.write_text(encoder.source[1].replace("EXPRESSION", expression), encoding="utf-8")
    command = [part.replace("EXPRESSION", expression).replace("{source}", str(file)) for part in encoder.program]
    where = EXAMPLE_BOTS / encoder.bots
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return bytes.fromhex(done.stdout.strip())
