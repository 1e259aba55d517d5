"""Canonical JSON, the digest of a game's content, and the links of the journal's chain.

A game's *content* is everything that is the same for the same seed and deterministic bots. Its digest lets two runs be
compared game by game. The chain is another thing: each line names the hash of the whole line before it, byte for byte.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

import msgspec

APART = ("digest", "prev", "timing", "notes", "attempt", "evidence")
"""Keys of a line that its digest does not cover: they may differ between equal games, or are made from the digest."""

_ENCODER = msgspec.json.Encoder(order="deterministic")


def _refuse(text: str) -> NoReturn:
    raise ValueError(f"a number that is not an integer has no canonical form: {text}")


_CHECKER = msgspec.json.Decoder(float_hook=_refuse)


def canonical(value: Any) -> bytes:
    """JSON with sorted keys, no spaces, UTF-8, integers only.

    The same bytes as Python's `json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)` in UTF-8.
    Raises ValueError where the value holds another number than an integer.
    """
    encoded = _ENCODER.encode(value)
    # Dots and exponents of floats are looked for in the bytes: a walk over the value would cost more than all the rest.
    _CHECKER.decode(encoded)
    return encoded


def hash_of(data: bytes) -> str:
    """`sha256:` and the hash in hex: how the journal writes every hash."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def hand_checks(hands: Iterable[Any]) -> list[str]:
    """A check of each hand of a game: the first 8 hex digits of its SHA-256.

    A changed hand can be named by it where the rules allow the change. It is no protection by itself: the digest is.
    """
    return [hashlib.sha256(canonical(hand)).hexdigest()[:8] for hand in hands]


def digest_of(line: Mapping[str, Any]) -> str:
    """The digest of a line's content: everything but the keys in `APART`. Raises ValueError as `canonical` does."""
    return hash_of(canonical({key: value for key, value in line.items() if key not in APART}))
