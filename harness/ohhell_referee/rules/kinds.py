"""Kinds of values in a variant: how each is read from plain data, and what is said when it cannot be.

A kind's `read` returns the value as `Variant` holds it. It reports whatever is wrong, and then raises
`UnreadableError`, so that the caller goes on with the next key.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ohhell_referee.rules.problems import Problem, did_you_mean, one_of, toml_value
from ohhell_referee.rules.variant import NO_TRUMP, RANKS, SUITS


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


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def read_each(values: list[Any], place: Place, read: Callable[[Any, Place], Any]) -> tuple[Any, ...]:
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


def need_list(value: Any, place: Place, example: str) -> list[Any]:
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
        if not is_whole(value) or not self.least <= value <= self.most:
            raise place.refused(f"{toml_value(value)} is not a whole number from {self.least} to {self.most}")
        return int(value)


@dataclass(frozen=True, slots=True)
class FirstDealer:
    allowed: str = '"random" or a seat'

    def read(self, value: Any, place: Place) -> int | str:
        if value == "random":
            return "random"
        if not is_whole(value) or not 0 <= value < place.players:
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
        cards = read_each(need_list(value, place, '["2C"]'), place, self._card)
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
        suits = read_each(need_list(value, place, '["S", "D", "C", "H"]'), place, read_trump_suit)
        if not suits:
            raise place.refused('the list is empty; name at least one suit, or "N" for no trump')
        return suits


def read_trump_suit(value: Any, place: Place) -> str:
    if isinstance(value, str) and len(value) == 1 and value in SUITS + NO_TRUMP:
        return value
    hint = ""
    if isinstance(value, str) and value[:1].upper() in list(SUITS + NO_TRUMP):
        hint = f"; did you mean {toml_value(value[0].upper())}?"
    raise place.refused(f'{toml_value(value)} is not a suit; allowed: "C", "D", "H", "S", or "N" for no trump{hint}')
