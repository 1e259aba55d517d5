"""The shapes that values on the wire can have, each able to name itself, to check a value and to give its JSON Schema.

The vocabulary is small on purpose: nil, booleans, integers, text, arrays and maps. A shape's `problem` returns
None for a good value, else the error code and what was expected; the sentence around it is built in frames.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from .limits import MAX_INTEGER

Problem = tuple[str, str]
"""(error code, what was expected)"""


class Shape(Protocol):
    """What a field's type must offer."""

    @property
    def label(self) -> str:
        """How the tables of PROTOCOL.md name the shape."""
        ...

    def problem(self, value: Any) -> Problem | None: ...

    def schema(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Boolean:
    label: str = "bool"

    def problem(self, value: Any) -> Problem | None:
        return None if type(value) is bool else ("wrong_type", "a boolean")

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer from `low` to `high`. A boolean or a float is not an integer, not even 3.0."""

    low: int = -MAX_INTEGER
    high: int = MAX_INTEGER
    name: str = "int"

    @property
    def label(self) -> str:
        if self.name != "int" or self.low == -MAX_INTEGER:
            return self.name
        return f"int ≥ {self.low}" if self.high == MAX_INTEGER else f"int {self.low} … {self.high}"

    def problem(self, value: Any) -> Problem | None:
        if type(value) is not int:
            return "wrong_type", "an integer"
        if not self.low <= value <= self.high:
            top = "2^53 - 1" if self.high == MAX_INTEGER else str(self.high)
            bottom = "-(2^53 - 1)" if self.low == -MAX_INTEGER else str(self.low)
            return "out_of_range", f"an integer from {bottom} to {top}"
        return None

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class Text:
    """UTF-8 text of `shortest` to `longest` characters (None: unbounded)."""

    longest: int | None = None
    shortest: int = 0
    name: str = "str"

    @property
    def label(self) -> str:
        return self.name if self.longest is None or self.name != "str" else f"str, at most {self.longest} characters"

    def problem(self, value: Any) -> Problem | None:
        if type(value) is not str:
            return "wrong_type", "a text"
        if self.longest is not None and len(value) > self.longest:
            return "too_big", f"a text of at most {self.longest} characters"
        if len(value) < self.shortest:
            return "out_of_range", "a text that is not empty"
        return None

    def schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "string"}
        if self.longest is not None:
            schema["maxLength"] = self.longest
        if self.shortest:
            schema["minLength"] = self.shortest
        return schema


@dataclass(frozen=True, slots=True)
class Pattern:
    """Text of one form: `letters[k]` lists the characters allowed at position k (cards, suits, hex strings)."""

    name: str
    expected: str
    letters: tuple[str, ...]

    @property
    def label(self) -> str:
        return self.name

    def problem(self, value: Any) -> Problem | None:
        if type(value) is not str:
            return "wrong_type", self.expected
        if len(value) != len(self.letters) or any(a not in b for a, b in zip(value, self.letters, strict=True)):
            return "out_of_range", self.expected
        return None

    def schema(self) -> dict[str, Any]:
        groups = [f"[{letters}]" for letters in self.letters]
        if len(set(groups)) == 1 and len(groups) > 2:
            return {"type": "string", "pattern": f"^{groups[0]}{{{len(groups)}}}$"}
        return {"type": "string", "pattern": f"^{''.join(groups)}$"}


@dataclass(frozen=True, slots=True)
class Nullable:
    """The inner shape, or nil."""

    inner: Shape

    @property
    def label(self) -> str:
        return f"{self.inner.label} or nil"

    def problem(self, value: Any) -> Problem | None:
        if value is None:
            return None
        found = self.inner.problem(value)
        return None if found is None else (found[0], f"{found[1]} or nil")

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.inner.schema(), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class Array:
    """An array of one shape, of any length."""

    item: Shape
    what: str = ""
    """What an index means, for the tables: `by seat`."""

    @property
    def label(self) -> str:
        return f"[{self.item.label}]" + (f" {self.what}" if self.what else "")

    def problem(self, value: Any) -> Problem | None:
        if type(value) is not list:
            return "wrong_type", "an array"
        for item in value:
            found = self.item.problem(item)
            if found is not None:
                return found[0], f"an array whose items are each {found[1]}"
        return None

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.item.schema()}


@dataclass(frozen=True, slots=True)
class Record:
    """An array whose first item is of one shape and the rest of another: a finished trick."""

    first: Shape
    rest: Shape
    name: str

    @property
    def label(self) -> str:
        return self.name

    def problem(self, value: Any) -> Problem | None:
        if type(value) is not list or not value:
            return "wrong_type", f"an array {self.name}"
        found = self.first.problem(value[0])
        for item in value[1:]:
            found = found or self.rest.problem(item)
        return found

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "prefixItems": [self.first.schema()], "items": self.rest.schema(), "minItems": 1}


@dataclass(frozen=True, slots=True)
class Either:
    """One of several shapes."""

    shapes: tuple[Shape, ...]

    @property
    def label(self) -> str:
        return " or ".join(shape.label for shape in self.shapes)

    def problem(self, value: Any) -> Problem | None:
        found = [shape.problem(value) for shape in self.shapes]
        if None in found:
            return None
        return "wrong_type", " or ".join(problem[1] for problem in found if problem is not None)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [shape.schema() for shape in self.shapes]}


@dataclass(frozen=True, slots=True)
class Map:
    """A map with text keys. `keys` are those it always has, with their shapes; it may have others."""

    keys: tuple[tuple[str, Shape], ...] = ()
    name: str = "map"

    @property
    def label(self) -> str:
        return self.name

    def problem(self, value: Any) -> Problem | None:
        if not isinstance(value, Mapping) or any(type(key) is not str for key in value):
            return "wrong_type", "a map with text keys"
        for key, shape in self.keys:
            if key not in value:
                return "missing_key", f"a map with the key {key!r}"
            found = shape.problem(value[key])
            if found is not None:
                return found[0], f"a map whose {key!r} is {found[1]}"
        return None

    def schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "object"}
        if self.keys:
            schema["required"] = [key for key, _ in self.keys]
            schema["properties"] = {key: shape.schema() for key, shape in self.keys}
        return schema
