"""Kinds of values in a variant: how each is read from plain data, and what is said when it cannot be.

A kind's `read` returns the value as `Variant` holds it. It reports whatever is wrong, and then raises
`UnreadableError`, so that the caller goes on with the next key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, cast

from ohhell_referee.rules.expressions import Expression, ExpressionError
from ohhell_referee.rules.problems import Problem, did_you_mean, one_of, toml_value
from ohhell_referee.rules.variant import NO_TRUMP, RANKS, SUITS, RunBonus, Selector, ViewRule

MOST_POINTS = 1_000_000
"""No table counts higher; keeps every score far inside 64 bits for readers in other languages."""


class UnreadableError(Exception):
    """A value was refused; the problem is in the list already."""


@dataclass(slots=True)
class Place:
    """Where a value stands, and where its problems go."""

    key: str
    players: int
    problems: list[Problem]

    def inner(self, suffix: str) -> Place:
        return Place(self.key + suffix, self.players, self.problems)

    def refused(self, message: str) -> UnreadableError:
        """Notes the problem; what it returns is to be raised."""
        self.problems.append(Problem(self.key, message))
        return UnreadableError(message)


class Kind(Protocol):
    @property
    def allowed(self) -> str:
        """What may be written, for the documentation."""

    def read(self, value: Any, place: Place) -> Any: ...


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _each(values: list[Any], place: Place, read: Callable[[Any, Place], Any]) -> tuple[Any, ...]:
    """Reads every element, reports all of them that are wrong, and then refuses the list."""
    good: list[Any] = []
    for position, item in enumerate(values):
        try:
            good.append(read(item, place.inner(f"[{position}]")))
        except UnreadableError:
            continue
    if len(good) != len(values):
        raise UnreadableError
    return tuple(good)


def _need_list(value: Any, place: Place, example: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise place.refused(f"{toml_value(value)} is not a list; write for instance {example}")
    return list(value)


@dataclass(frozen=True, slots=True)
class Choice:
    choices: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return ", ".join(toml_value(choice) for choice in self.choices)

    def read(self, value: Any, place: Place) -> str:
        if value in self.choices and isinstance(value, str):
            return value
        hint = did_you_mean(value, self.choices) if isinstance(value, str) else ""
        raise place.refused(f"{toml_value(value)} is not known; allowed: {one_of(self.choices)}{hint}")


@dataclass(frozen=True, slots=True)
class Flag:
    allowed: str = "true, false"

    def read(self, value: Any, place: Place) -> bool:
        if not isinstance(value, bool):
            raise place.refused(f"{toml_value(value)} is neither true nor false")
        return value


@dataclass(frozen=True, slots=True)
class Whole:
    least: int
    most: int

    @property
    def allowed(self) -> str:
        return f"{self.least} to {self.most}"

    def read(self, value: Any, place: Place) -> int:
        if not _is_whole(value) or not self.least <= value <= self.most:
            raise place.refused(f"{toml_value(value)} is not a whole number from {self.least} to {self.most}")
        return int(value)


@dataclass(frozen=True, slots=True)
class FirstDealer:
    allowed: str = '"random" or a seat'

    def read(self, value: Any, place: Place) -> int | str:
        if value == "random":
            return "random"
        if not _is_whole(value) or not 0 <= value < place.players:
            hint = did_you_mean(value, ["random"]) if isinstance(value, str) else ""
            raise place.refused(
                f'{toml_value(value)} is neither "random" nor a seat from 0 to {place.players - 1} '
                f"({place.players} players){hint}"
            )
        return int(value)


@dataclass(frozen=True, slots=True)
class Letters:
    """A string of distinct letters out of `alphabet`: the ranks or the suits of a deck."""

    alphabet: str
    what: str

    @property
    def allowed(self) -> str:
        return f"letters of {toml_value(self.alphabet)}, each once"

    def read(self, value: Any, place: Place) -> str:
        if not isinstance(value, str) or not value:
            example = toml_value(self.alphabet)
            raise place.refused(f"{toml_value(value)} is not a string of {self.what}s such as {example}")
        unknown = sorted(set(value) - set(self.alphabet))
        twice = sorted({letter for letter in value if value.count(letter) > 1})
        if unknown:
            raise place.refused(
                f"{toml_value(value)} has the unknown {self.what} {one_of(unknown)}; "
                f"the {self.what}s are the letters of {toml_value(self.alphabet)}"
            )
        if twice:
            raise place.refused(f"{toml_value(value)} has the {self.what} {one_of(twice)} more than once")
        return value


@dataclass(frozen=True, slots=True)
class Cards:
    allowed: str = 'a list of cards such as ["2C", "2D"]'

    def read(self, value: Any, place: Place) -> tuple[str, ...]:
        cards = _each(_need_list(value, place, '["2C"]'), place, self._card)
        twice = sorted({card for card in cards if cards.count(card) > 1})
        if twice:
            raise place.refused(f"{one_of(twice)} stands there twice; a card is taken out of every pack at once")
        return cards

    @staticmethod
    def _card(value: Any, place: Place) -> str:
        if isinstance(value, str) and len(value) == 2 and value[0] in RANKS and value[1] in SUITS:
            return value
        hint = ""
        if isinstance(value, str):
            turned = value.upper().replace("10", "T")
            hint = next(
                (
                    f"; did you mean {toml_value(card)}?"
                    for card in (turned, turned[::-1])
                    if len(card) == 2 and card[0] in RANKS and card[1] in SUITS
                ),
                "",
            )
        raise place.refused(f'{toml_value(value)} is not a card; write rank and suit, "2C" or "TH"{hint}')


@dataclass(frozen=True, slots=True)
class TrumpSuits:
    allowed: str = 'a list of "C", "D", "H", "S" and "N" (no trump)'

    def read(self, value: Any, place: Place) -> tuple[str, ...]:
        suits = _each(_need_list(value, place, '["S", "D", "C", "H"]'), place, _trump_suit)
        if not suits:
            raise place.refused('the list is empty; name at least one suit, or "N" for no trump')
        return suits


def _trump_suit(value: Any, place: Place) -> str:
    if isinstance(value, str) and len(value) == 1 and value in SUITS + NO_TRUMP:
        return value
    hint = ""
    if isinstance(value, str) and value[:1].upper() in list(SUITS + NO_TRUMP):
        hint = f"; did you mean {toml_value(value[0].upper())}?"
    raise place.refused(f'{toml_value(value)} is not a suit; allowed: "C", "D", "H", "S", or "N" for no trump{hint}')


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
            if not _is_whole(number) or number < 1:
                raise place.inner(f".{key}").refused(f"{toml_value(number)} is not a whole number from 1")
            return Selector(size=number) if key == "size" else Selector(hand=number)
        raise place.refused(f"{toml_value(value)} names no hands; {shapes}{did_you_mean(str(key), ['size', 'hand'])}")
    raise place.refused(f"{toml_value(value)} names no hands; {shapes}")


@dataclass(frozen=True, slots=True)
class Selectors:
    allowed: str = 'a list of "first", "last", "max", {size = n}, {hand = k}'

    def read(self, value: Any, place: Place) -> tuple[Selector, ...]:
        return _each(_need_list(value, place, '["last"]'), place, read_selector)


@dataclass(frozen=True, slots=True)
class Views:
    allowed: str = 'a list of {hands = …, mode = "forehead" or "blind"}'

    def read(self, value: Any, place: Place) -> tuple[ViewRule, ...]:
        return _each(_need_list(value, place, '[{hands = "last", mode = "forehead"}]'), place, self._view)

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
        if _is_whole(value):
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
                result[_trump_suit(suit, inner)] = Whole(-1000, 1000).read(factor, inner)
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
        if _is_whole(value):
            raise place.refused(f'{value} is one number; write "{value}" for one hand, or "{value}..1" for a series')
        parts = _each(_need_list(value, place, "[10, 9, 8]"), place, self._part)
        if not parts:
            raise place.refused("the list is empty; a game has at least one hand")
        return parts

    @staticmethod
    def _part(value: Any, place: Place) -> int | str:
        if isinstance(value, str):
            return value
        if not _is_whole(value) or value < 1:
            raise place.refused(f"{toml_value(value)} is not a number of cards; a hand has at least one card")
        return int(value)


@dataclass(frozen=True, slots=True)
class Maximum:
    allowed: str = 'a number, "fit_trump" (one card is left to turn up) or "fit_all" (as many as the deck gives)'

    def read(self, value: Any, place: Place) -> int | str:
        if isinstance(value, str):
            return Choice(("fit_trump", "fit_all")).read(value, place)
        return Whole(1, 1000).read(value, place)
