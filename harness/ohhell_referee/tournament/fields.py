"""What a key and a section of a tournament file are. The table of all of them is in `sections.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal[
    "text",
    "name",
    "yes or no",
    "whole number",
    "number",
    "whole number or auto",
    "seed",
    "command",
    "list of strings",
    "list of lists of strings",
    "table of strings",
    "table",
    "tables",
]
"""What a value may be. A `name` is a text that `reading.name_problem` accepts."""


@dataclass(frozen=True, slots=True)
class Field:
    """One key of one section. `default` is plain data as TOML would give it; None means absent."""

    name: str
    kind: Kind
    meaning: str
    default: Any = None
    required: bool = False
    choices: tuple[str, ...] = ()
    least: int | float | None = None
    most: int | float | None = None
    default_text: str = ""
    """For the document, where the default is not a plain value."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the file: its fields, and how the document introduces it."""

    name: str
    """The key of the table; "" for the top of the file."""
    meaning: str
    fields: tuple[Field, ...]

    def field(self, name: str) -> Field:
        """The field called `name`; KeyError if there is none."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)


def allowed_text(field: Field) -> str:
    """What a value of `field` may be, in words: for messages and the document."""
    if field.choices:
        return " | ".join(f'"{choice}"' for choice in field.choices)
    bounds = ""
    if field.least is not None and field.most is not None:
        bounds = f" from {_plain(field.least)} to {_plain(field.most)}"
    texts: dict[Kind, str] = {
        "text": "a string",
        "name": "a string of 1 to 40 printable characters",
        "yes or no": "true or false",
        "whole number": f"a whole number{bounds}",
        "number": f"a number{bounds}",
        "whole number or auto": f'"auto" or a whole number{bounds}',
        "seed": "a whole number from 0 or a string",
        "command": 'a list of strings, or "house:NAME"',
        "list of strings": "a list of strings",
        "list of lists of strings": "a list of lists of strings",
        "table of strings": "a table of strings",
        "table": "a table",
        "tables": "a list of tables",
    }
    return texts[field.kind]


def _plain(number: int | float) -> str:
    return f"{number:,}" if isinstance(number, int) and abs(number) >= 100_000 else str(number)
