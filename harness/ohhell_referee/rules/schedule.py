"""Schedules of hands: reading and writing schedule strings, and which hands a selector means.

A schedule string names the turning points of the hand sizes: `10..1..10`, `1..max`, `13..2..13`. Between two of them
the size changes by one a hand. A turning point is played once; `*4` or `*P` (the number of players) repeats it:
`1*P..8*P..1*P`. `each*2` or `each*P` at the end plays every hand that many times in a row. A list joins numbers and
schedule strings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import gcd

from ohhell_referee.rules.variant import Selector

MOST_HANDS = 1000
"""More hands than any table plays; a longer schedule is a slip of the pen (`10*1000..1`)."""

_PART = re.compile(r"(?P<size>\d{1,4}|max)(?:\*(?P<times>\d{1,4}|P))?")
_EACH = re.compile(r"(?P<parts>.*?)each\*(?P<times>\d{1,4}|P)")


class ScheduleError(ValueError):
    """A schedule that cannot be read; the message says which part and what would do."""


def uses_maximum(schedule: str | Sequence[int | str]) -> bool:
    """Whether a schedule as written depends on `schedule.max`."""
    return any("max" in str(part) for part in ([schedule] if isinstance(schedule, str) else schedule))


def _times(written: str | None, players: int) -> int:
    if written is None:
        return 1
    times = players if written == "P" else int(written)
    if times < 1:
        raise ScheduleError(f"*{written} would play no hand; a turning point is played at least once")
    return times


def _turning_points(text: str, players: int, maximum: int | None) -> list[tuple[int, int]]:
    points: list[tuple[int, int]] = []
    named_maximum = False
    for part in text.split(".."):
        match = _PART.fullmatch(part)
        if match is None:
            raise ScheduleError(
                f'"{part}" is not a turning point; write a number of cards or max, with *2 or *P to repeat it, '
                'joined by two dots: "10..1..10", "1..max", "1*P..8*P..1*P"'
            )
        is_maximum = match["size"] == "max"
        if is_maximum and maximum is None:
            raise ScheduleError(
                'max needs schedule.max: a number of cards, a table by number of players, "fit_trump" or "fit_all"'
            )
        size = maximum if is_maximum and maximum is not None else int(match["size"])
        if size < 1:
            raise ScheduleError(f'"{part}": a hand has at least one card')
        times = _times(match["times"], players)
        if points and points[-1][0] == size:
            if not (is_maximum or named_maximum):
                raise ScheduleError(f'"{text}" goes from {size} to {size}; to repeat a hand write {size}*2')
            points[-1] = (size, max(points[-1][1], times))
        else:
            points.append((size, times))
        named_maximum = is_maximum
    return points


def parse_schedule(text: str | Sequence[int | str], players: int, maximum: int | None) -> tuple[int, ...]:
    """The hand sizes that a schedule stands for. Raises ScheduleError.

    `maximum` stands for `max`; None where the variant names none.
    """
    if not isinstance(text, str):
        hands: list[int] = []
        for part in text:
            hands.extend(parse_schedule(str(part), players, maximum))
        return _bounded(hands)
    plain = "".join(text.split())
    each = 1
    if match := _EACH.fullmatch(plain):
        plain, each = match["parts"], _times(match["times"], players)
    points = _turning_points(plain, players, maximum)
    sizes = [points[0][0]] * points[0][1]
    for (before, _), (size, times) in pairwise(points):
        step = 1 if size > before else -1
        sizes.extend(range(before + step, size, step))
        sizes.extend([size] * times)
    return _bounded(sizes, each)


def _bounded(hands: list[int], each: int = 1) -> tuple[int, ...]:
    if not hands:
        raise ScheduleError('no hands; a game has at least one, for instance "10..1..10"')
    if len(hands) * each > MOST_HANDS:
        raise ScheduleError(f"{len(hands) * each} hands in a game; at most {MOST_HANDS}")
    return tuple(size for size in hands for _ in range(each))


def schedule_text(hands: Sequence[int]) -> str:
    """Hand sizes for people: `10..1..10`, `1*4..8*4..1*4`; series that do not join are set apart by commas."""
    groups: list[list[int]] = []
    for size in hands:
        if groups and groups[-1][0] == size:
            groups[-1][1] += 1
        else:
            groups.append([size, 1])
    times = gcd(*(count for _, count in groups))
    once = _joined([[size, count // times] for size, count in groups])
    if times > 1 and len(groups) > 2 and "," not in once:
        return f"{once} each*{times}"
    return _joined(groups)


def _joined(groups: Sequence[Sequence[int]]) -> str:
    pieces: list[str] = []
    start = 0
    while start < len(groups):
        parts = [_written(groups[start])]
        end = start
        while end + 1 < len(groups) and abs(groups[end + 1][0] - groups[end][0]) == 1:
            step = groups[end + 1][0] - groups[end][0]
            end += 1
            while end + 1 < len(groups) and groups[end][1] == 1 and groups[end + 1][0] - groups[end][0] == step:
                end += 1
            parts.append(_written(groups[end]))
        pieces.append("..".join(parts))
        start = end + 1
    return ", ".join(pieces)


def _written(group: Sequence[int]) -> str:
    return str(group[0]) if group[1] == 1 else f"{group[0]}*{group[1]}"


def selects(selector: Selector, hands: Sequence[int], index: int, extra: bool = False) -> bool:
    """Whether a selector means the hand at `index` (from 0). Extra hands have no position: only sizes reach them."""
    largest = max(hands)
    size = largest if extra else hands[index]
    if selector.size is not None:
        return size == selector.size
    if selector.which == "max":
        return size == largest
    if extra:
        return False
    if selector.hand is not None:
        return index == selector.hand - 1
    return index == (0 if selector.which == "first" else len(hands) - 1)
