"""A look at the shape of a MessagePack value before anything is built from it.

A few bytes can announce arrays of millions within arrays of millions. The walk here keeps nothing but a count for each
open level, stops at the first excess, and leaves every other kind of damage (truncation, unknown bytes, left-over
bytes) to the decoder that comes after it.
"""

from __future__ import annotations

MAX_VALUES = 8192
"""No honest frame holds more: 256 answers of 4 keys and 4 values each are 2,305 values."""

# By first byte, for all types whose first byte does not say how long they are.
_FIXED = dict.fromkeys((0xC0, 0xC2, 0xC3), 0)
_FIXED |= {0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
_FIXED |= {0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17}
"""Bytes that follow: nil, booleans, numbers, short extensions."""
_COUNTED = {0xC4: (1, 0), 0xC5: (2, 0), 0xC6: (4, 0), 0xD9: (1, 0), 0xDA: (2, 0), 0xDB: (4, 0)}
_COUNTED |= {0xC7: (1, 1), 0xC8: (2, 1), 0xC9: (4, 1)}
"""Width of the length field, and bytes beside what it counts: binary, text, extensions."""
_HOLDERS = {0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}
"""Width of the length field, and values for each that it counts: arrays and maps."""


def skeleton_problem(data: bytes, max_depth: int) -> str | None:
    """What is excessive about the value that `data` begins with: its nesting or its number of values. None: nothing."""
    position, end, values = 0, len(data), 0
    open_levels: list[int] = [1]  # values still to come on each level; the outermost holds the frame itself
    while position < end:
        while open_levels and not open_levels[-1]:
            open_levels.pop()
        if not open_levels:
            return None
        open_levels[-1] -= 1
        values += 1
        if values > MAX_VALUES:
            return f"the frame holds more than {MAX_VALUES} values"
        byte = data[position]
        position += 1
        if byte < 0x80 or byte >= 0xE0:
            continue
        if byte < 0x90:
            inner = (byte & 0x0F) * 2
        elif byte < 0xA0:
            inner = byte & 0x0F
        elif byte < 0xC0:
            position += byte & 0x1F
            continue
        elif byte in _HOLDERS:
            width, each = _HOLDERS[byte]
            inner = int.from_bytes(data[position : position + width], "big") * each
            position += width
        elif byte in _COUNTED:
            width, more = _COUNTED[byte]
            position += width + more + int.from_bytes(data[position : position + width], "big")
            continue
        else:
            position += _FIXED.get(byte, 0)
            continue
        if len(open_levels) > max_depth:
            return f"the frame is nested deeper than {max_depth} levels"
        open_levels.append(inner)
    return None
