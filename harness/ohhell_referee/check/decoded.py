"""Frames as text, a line a message, as near to JSON as what is in them allows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

LONG, MIDDLE, SHORT = 1500, 300, 100
"""Characters of a message: of the one that matters, where none matters most, of those beside the one that does."""


def decoded_lines(payload: bytes | None) -> list[str] | None:
    """One line a message; a single line that says so where the frame cannot be read, or is no array. None for None."""
    if payload is None:
        return None
    found = _decoded(payload)
    if isinstance(found, str):
        return [found]
    return [_line(message) for message in found] if isinstance(found, list) else [f"{_line(found)} (not in an array)"]


def frame_text(payload: bytes, request_id: int | None) -> list[str]:
    """The same for a screen: the message about that request nearly in full, of the others the beginning."""
    lines = decoded_lines(payload) or []
    found = _decoded(payload)
    messages = found if isinstance(found, list) and request_id is not None else []
    about = {index for index, message in enumerate(messages) if _is_about(message, request_id)}
    shown = []
    for index, line in enumerate(lines):
        limit = LONG if index in about or len(lines) == 1 else SHORT if about else MIDDLE
        shown.append(line if len(line) <= limit else f"{line[:limit]} …")
    return shown


def _is_about(message: Any, request_id: int | None) -> bool:
    return isinstance(message, Mapping) and message.get("id") == request_id and message.get("type") != "error"


def _decoded(payload: bytes) -> Any:
    try:
        return msgspec.msgpack.decode(payload)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        return f"not MessagePack: {error}"


def _line(message: Any) -> str:
    try:
        return json.dumps(message, ensure_ascii=False, default=_beyond_json)
    except (TypeError, ValueError):  # keys of other types
        return repr(message)


def _beyond_json(value: Any) -> str:
    """What JSON has no form for; binary data above all, which must not be taken for text."""
    return f"binary data {value.hex()}" if isinstance(value, bytes) else repr(value)
