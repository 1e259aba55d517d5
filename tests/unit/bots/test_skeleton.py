"""The look at a frame's shape: excess is found at once, everything else is left to the decoder."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ohhell_referee.bots.skeleton import MAX_VALUES, skeleton_problem

FLAT = [
    None,
    True,
    0,
    127,
    -32,
    200,
    70_000,
    2**40,
    -100,
    -40_000,
    -(2**40),
    1.5,
    "short",
    "s" * 40,
    "s" * 300,
    "s" * 70_000,
    b"b",
    b"b" * 300,
    b"b" * 70_000,
    *(msgpack.ExtType(1, b"x" * size) for size in (1, 2, 4, 8, 16, 3, 300, 70_000)),
]
"""One of every format of MessagePack that holds no others."""


def test_a_value_of_every_format_is_stepped_over() -> None:
    """Were one stepped over by too little or too much, the nesting after it would be seen wrongly."""
    for value in FLAT:
        inner = msgpack.packb([value, [[1]]])
        assert skeleton_problem(inner, 3) is None, value
        assert skeleton_problem(inner, 2) == "the frame is nested deeper than 2 levels", value


@pytest.mark.parametrize(
    "holder", [[0] * 15, [0] * 300, [0] * 7000, dict.fromkeys(range(15)), dict.fromkeys(range(4000))]
)
def test_arrays_and_maps_of_every_size_end_where_they_end(holder: object) -> None:
    """What follows one is on the level outside it again."""
    frame = msgpack.packb([holder, [[1]]])
    assert skeleton_problem(frame, 3) is None
    assert skeleton_problem(frame, 2) is not None


@pytest.mark.parametrize("head", [b"\xdd\x00\x01\x00\x00", b"\xdf\x00\x01\x00\x00"])
def test_long_headers_are_read_whole(head: bytes) -> None:
    assert skeleton_problem(head + b"\x91\xc0" * 4000, 1) == "the frame is nested deeper than 1 levels"
    assert skeleton_problem(head + b"\xc0" * 8000, 1) is None


def test_nesting_is_counted_from_the_frame_itself() -> None:
    assert skeleton_problem(b"\x91\x91\x91\x91\xc0", 4) is None
    assert skeleton_problem(b"\x91\x91\x91\x91\x90", 4) == "the frame is nested deeper than 4 levels"
    assert skeleton_problem(b"\x81\xa1k\x81\xa1k\x90", 2) == "the frame is nested deeper than 2 levels"


def test_the_number_of_values_is_bounded_to_the_value() -> None:
    assert skeleton_problem(msgpack.packb([None] * (MAX_VALUES - 1)), 4) is None
    assert skeleton_problem(msgpack.packb([None] * MAX_VALUES), 4) == f"the frame holds more than {MAX_VALUES} values"


@pytest.mark.parametrize(
    "bomb", [b"\x91" * 65_536, b"\xdc\xff\xff" * 21_845, b"\xdd\xff\xff\xff\xff" * 13_107, b"\xde\xff\xff\xa0" * 16_384]
)
def test_a_bomb_is_found_at_its_first_levels(bomb: bytes) -> None:
    assert skeleton_problem(bomb, 4) == "the frame is nested deeper than 4 levels"


@pytest.mark.parametrize(
    "damaged", [b"", b"\xc1", b"\x91", b"\xdd\xff", b"\xdd\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xffx", b"\x93\x01\xc1"]
)
def test_damage_is_left_to_the_decoder(damaged: bytes) -> None:
    assert skeleton_problem(damaged, 4) is None


def test_bytes_after_the_value_are_left_to_the_decoder() -> None:
    assert skeleton_problem(b"\x90" + b"\x91" * 100, 4) is None


nested = st.recursive(
    st.integers() | st.text(max_size=3), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)


def depth_of(value: object) -> int:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth_of, inner), default=0)


@given(nested.filter(lambda value: not isinstance(value, int) or abs(value) < 2**63))
@settings(max_examples=100, deadline=None)
def test_the_depth_found_is_the_depth_there_is(value: object) -> None:
    try:
        frame = msgpack.packb(value)
    except OverflowError:
        return
    depth = depth_of(value)
    assert skeleton_problem(frame, depth) is None
    if depth > 0:
        assert skeleton_problem(frame, depth - 1) is not None
