"""What is computed once for a variant and then looked up by every hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from ohhell_referee.rules.variant import Variant

T = TypeVar("T")

MOST_KEPT = 64
"""Variants remembered at a time: a process meets one, or in `check` and in tests a few dozen."""


def per_variant(make: Callable[[Variant], T]) -> Callable[[Variant], T]:
    """Remember a function's results by the identity of the variant.

    A variant cannot be hashed (it holds a mapping), and comparing two costs more than most of what is looked up. The
    memory holds the variant itself too, so that its identity is not given to another one.
    """
    kept: dict[int, tuple[Variant, T]] = {}

    @wraps(make)
    def look_up(variant: Variant) -> T:
        entry = kept.get(id(variant))
        if entry is not None:
            return entry[1]
        if len(kept) >= MOST_KEPT:
            kept.clear()
        result = make(variant)
        kept[id(variant)] = (variant, result)
        return result

    return look_up
