"""What is wrong with a variant, said to a person: every problem with its key, what came and what would do."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


class Problem(NamedTuple):
    """One thing wrong. `key` is dotted and relative to the variant: `bids.hook`, `view[0].mode`."""

    key: str
    message: str

    def __str__(self) -> str:
        return f"{self.key}: {self.message}"


class VariantError(ValueError):
    """A variant that cannot be played as written, with all its problems."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def toml_value(value: Any) -> str:
    """A plain value as it would stand in a TOML file, so that messages show what the reader wrote."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{key} = {toml_value(item)}" for key, item in value.items())
        return "{" + inner + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False, default=str)


def one_of(choices: Iterable[str]) -> str:
    """`"a", "b" or "c"`."""
    quoted = [toml_value(choice) for choice in choices]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that the writer probably meant, if one is near enough."""
    plain = {choice.casefold().replace("-", "_").replace(" ", "_"): choice for choice in choices}
    wanted = word.casefold().replace("-", "_").replace(" ", "_")
    found = difflib.get_close_matches(wanted, plain, n=1, cutoff=0.6)
    if not found and len(wanted) > 2:
        begun = [choice for choice in plain if choice.startswith(wanted)]
        found = begun if len(begun) == 1 else []
    return plain[found[0]] if found else None


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """`; did you mean "hook"?`, or nothing."""
    choice = nearest(word, choices)
    return f"; did you mean {toml_value(choice)}?" if choice else ""
