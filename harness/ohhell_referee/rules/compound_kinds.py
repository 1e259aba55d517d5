"""Kinds of values that are more than one word or number: selectors, views, points, schedules. See `kinds`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from ohhell_referee.rules.expressions import Expression, ExpressionError
from ohhell_referee.rules.kinds import (
    Choice,
    Place,
    UnreadableError,
    Whole,
    is_whole,
    need_list,
    read_each,
    read_trump_suit,
)
from ohhell_referee.rules.problems import Problem, did_you_mean, one_of, toml_value
from ohhell_referee.rules.variant import RunBonus, Selector, ViewRule

MOST_POINTS = 1_000_000
"""No table counts higher; keeps every score far inside 64 bits for readers in other languages."""


def read_selector(value: Any, place: Place) -> Selector:
    """`"first"`, `"last"`, `"max"`, `{size = 3}` or `{hand = 4}`."""
    named = ("first", "last", "max")
    shapes = 'allowed: "first", "last", "max", {size = 3} (cards) or {hand = 4} (counted from 1)'
    if isinstance(value, str):
        if value in named:
            return Selector(which=cast(Literal["first", "last", "max"], value))
        raise place.refused(f"{toml_value(value)} names no hands; {shapes}{did_you_mean(value, named)}")
    if isinstance(value, Mapping) and len(value) == 1:
        ((key, number),) = value.items()
        if key in ("size", "hand"):
            if not is_whole(number) or number < 1:
                raise place.inner(f".{key}").refused(f"{toml_value(number)} is not a whole number from 1")
            return Selector(size=number) if key == "size" else Selector(hand=number)
        raise place.refused(f"{toml_value(value)} names no hands; {shapes}{did_you_mean(str(key), ['size', 'hand'])}")
    raise place.refused(f"{toml_value(value)} names no hands; {shapes}")


@dataclass(frozen=True, slots=True)
class Selectors:
    allowed: str = 'a list of "first", "last", "max", {size = n}, {hand = k}'

    def read(self, value: Any, place: Place) -> tuple[Selector, ...]:
        return read_each(need_list(value, place, '["last"]'), place, read_selector)


@dataclass(frozen=True, slots=True)
class Views:
    allowed: str = 'a list of {hands = …, mode = "forehead" or "blind"}'

    def read(self, value: Any, place: Place) -> tuple[ViewRule, ...]:
        return read_each(need_list(value, place, '[{hands = "last", mode = "forehead"}]'), place, self._view)

    @staticmethod
    def _view(value: Any, place: Place) -> ViewRule:
        table = _fields(value, place, ("hands", "mode"), ("hands", "mode"))
        selector = read_selector(table["hands"], place.inner(".hands"))
        mode = Choice(("forehead", "blind")).read(table["mode"], place.inner(".mode"))
        return ViewRule(hands=selector, mode="forehead" if mode == "forehead" else "blind")


def _fields(value: Any, place: Place, allowed: tuple[str, ...], required: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise place.refused(f"{toml_value(value)} is not a table with {one_of(allowed)}")
    before = len(place.problems)
    for key in value:
        if key not in allowed:
            hint = did_you_mean(str(key), allowed)
            place.problems.append(Problem(f"{place.key}.{key}", f"unknown key; allowed: {one_of(allowed)}{hint}"))
    for key in required:
        if key not in value:
            place.problems.append(Problem(f"{place.key}.{key}", "missing"))
    if len(place.problems) > before:
        raise UnreadableError
    return value


@dataclass(frozen=True, slots=True)
class Points:
    """A scoring expression; `optional` ones may be switched off with `false`."""

    optional: bool = False

    @property
    def allowed(self) -> str:
        text = "an expression over b, t, n, d"
        return f"{text}, or false for none" if self.optional else text

    def read(self, value: Any, place: Place) -> str | None:
        if self.optional and (value is False or value is None):
            return None
        if is_whole(value):
            value = str(value)
        if not isinstance(value, str):
            raise place.refused(f'{toml_value(value)} is not an expression; write for instance "10 + t"')
        try:
            Expression.parse(value)
        except ExpressionError as error:
            raise place.refused(str(error)) from error
        return value


@dataclass(frozen=True, slots=True)
class Run:
    allowed: str = "{length = k, hit = points, miss = points}, or false for none"

    def read(self, value: Any, place: Place) -> RunBonus | None:
        if value is False or value is None:
            return None
        table = _fields(value, place, ("length", "hit", "miss"), ("length",))
        points = Whole(-MOST_POINTS, MOST_POINTS)
        return RunBonus(
            length=Whole(1, 1000).read(table["length"], place.inner(".length")),
            hit=points.read(table.get("hit", 0), place.inner(".hit")),
            miss=points.read(table.get("miss", 0), place.inner(".miss")),
        )


@dataclass(frozen=True, slots=True)
class Multipliers:
    allowed: str = "a table such as {D = 2}; N for hands without trump"

    def read(self, value: Any, place: Place) -> dict[str, int]:
        if not isinstance(value, Mapping):
            raise place.refused(f"{toml_value(value)} is not a table of trump suits such as {{D = 2}}")
        result: dict[str, int] = {}
        before = len(place.problems)
        for suit, factor in value.items():
            inner = place.inner(f".{suit}")
            try:
                result[read_trump_suit(suit, inner)] = Whole(-1000, 1000).read(factor, inner)
            except UnreadableError:
                continue
        if len(place.problems) > before:
            raise UnreadableError
        return {suit: factor for suit, factor in result.items() if factor != 1}


@dataclass(frozen=True, slots=True)
class Schedule:
    """Read as text only; the sizes follow once the deck and the maximum are known."""

    allowed: str = 'a schedule string such as "10..1..10", or a list of sizes'

    def read(self, value: Any, place: Place) -> str | tuple[int | str, ...]:
        if isinstance(value, str):
            return value
        if is_whole(value):
            raise place.refused(f'{value} is one number; write "{value}" for one hand, or "{value}..1" for a series')
        parts = read_each(need_list(value, place, "[10, 9, 8]"), place, self._part)
        if not parts:
            raise place.refused("the list is empty; a game has at least one hand")
        return parts

    @staticmethod
    def _part(value: Any, place: Place) -> int | str:
        if isinstance(value, str):
            return value
        if not is_whole(value) or value < 1:
            raise place.refused(f"{toml_value(value)} is not a number of cards; a hand has at least one card")
        return int(value)


@dataclass(frozen=True, slots=True)
class Maximum:
    allowed: str = 'a number, "fit_trump" (one card is left to turn up) or "fit_all" (as many as the deck gives)'

    def read(self, value: Any, place: Place) -> int | str:
        if isinstance(value, str):
            return Choice(("fit_trump", "fit_all")).read(value, place)
        return Whole(1, 1000).read(value, place)
