"""The bridge's translation, without a process; tests/games/test_python_bots.py runs it."""

from __future__ import annotations

import json

import pytest

from ohhell_protocol.bridge import BridgeError, line_of, main, pack_lines, parse_line
from ohhell_protocol.frames import read_frame


def test_a_line_is_one_message() -> None:
    assert parse_line(b'{"type": "bid", "id": 1, "bid": 2}\r', 3) == {"type": "bid", "id": 1, "bid": 2}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"thinking...", ["line 3", "not JSON", "'thinking...'", "stderr", "flush"]),
        (b'[{"type": "bid"}]', ["line 3", "not a JSON object"]),
        (b"\xff\xfe", ["line 3", "not JSON"]),
    ],
)
def test_what_is_not_a_message_is_named_with_its_line(line: bytes, words: list[str]) -> None:
    with pytest.raises(BridgeError) as caught:
        parse_line(line, 3)
    for word in words:
        assert word in str(caught.value)


def test_hello_gets_the_token_unless_it_has_one() -> None:
    hello = {"type": "hello", "protocol": 1}
    assert read_frame(pack_lines([dict(hello)], "secret"))[0]["token"] == "secret"
    assert read_frame(pack_lines([{**hello, "token": "own"}], "secret"))[0]["token"] == "own"


@pytest.mark.parametrize("value", [2**70, "\ud800"])
def test_values_that_messagepack_cannot_carry_are_refused(value: object) -> None:
    with pytest.raises(BridgeError, match="cannot be sent"):
        pack_lines([{"type": "bid", "id": 1, "bid": value}], "")


def test_the_program_gets_one_line_of_ascii() -> None:
    line = line_of({"type": "error", "text": "zu groß\n"})
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert line.isascii()
    assert json.loads(line)["text"] == "zu groß\n"


def test_without_a_command_the_usage_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main(["--"]) == 2
    assert "usage:" in capsys.readouterr().err
    assert main(["--help"]) == 0
    assert "usage:" in capsys.readouterr().out
