"""Checking plain data against the table of fields, with all problems noted at once.

A problem is noted with the path of the value it is about; its message is written here, near the check, and gets file,
line and key from the `Report`. A value that is wrong is replaced by its default, so that the checks that follow can
go on; what they build is thrown away in the end, because a report with problems is raised.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ohhell_referee.record.paint import escape
from ohhell_referee.rules.problems import nearest
from ohhell_referee.tournament.fields import Field, Section, allowed_text
from ohhell_referee.tournament.places import Path, Places, show_path
from ohhell_referee.tournament.sections import KNOWN_ELSEWHERE, SECTIONS, TOP

LONGEST_NAME = 40
_LARGEST_WIRE_INTEGER = 2**64 - 1  # MessagePack's integers end here
_SMALLEST_WIRE_INTEGER = -(2**63)


class FileProblems(ValueError):
    """A tournament file that cannot be used: `problems` has a sentence for each reason, in the order of the file."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(self.problems))


class Report:
    """Collects the problems and warnings of one file."""

    def __init__(self, file: str, places: Places) -> None:
        self.file = file
        """The file's name as the user gave it: every message begins with it."""
        self._places = places
        self._problems: list[tuple[int, str]] = []
        self._warnings: list[str] = []
        self._paths: set[Path] = set()

    def problem(self, path: Path, message: str) -> None:
        self._problems.append((self._places.line(path), self._sentence(path, message)))
        self._paths.add(path)

    def warning(self, path: Path, message: str) -> None:
        self._warnings.append(self._sentence(path, message))

    def has_problem(self, *path: str | int) -> bool:
        """Whether something at or below `path` was found wrong."""
        return any(found[: len(path)] == path for found in self._paths)

    @property
    def clean(self) -> bool:
        return not self._problems

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(self._warnings)

    def raise_problems(self) -> None:
        """Raises `FileProblems` if there are any, sorted by line."""
        if self._problems:
            raise FileProblems(text for _, text in sorted(self._problems, key=lambda problem: problem[0]))

    def _sentence(self, path: Path, message: str) -> str:
        key = f"{show_path(path)}: " if path else ""
        return f"{self.file}:{self._places.line(path)}: " + escape(key + message)  # it may quote anything


def read_section(section: Section, raw: Mapping[str, Any], path: Path, report: Report) -> dict[str, Any]:
    """The values of a section, all fields present; unknown keys and wrong values are reported."""
    known = {field.name: field for field in section.fields}
    for key in raw:
        if key not in known:
            report.problem((*path, key), f"unknown key{_where_it_belongs(key, section)}")
    values: dict[str, Any] = {}
    for name, field in known.items():
        if name in raw:
            values[name] = _checked(field, raw[name], (*path, name), report)
        else:
            if field.required:
                report.problem((*path, name), f"missing; {allowed_text(field)} is needed")
            values[name] = field.default
    return values


def did_you_mean(text: str, known: Iterable[str]) -> str:
    """` did you mean "x"?`, or nothing where no known word is near."""
    near = nearest(text, known)
    return f' did you mean "{near}"?' if near else ""


def name_problem(name: str) -> str | None:
    """Why `name` cannot be the name of a tournament or an entry, or None. Names become parts of file names."""
    if not name:
        return "an empty name"
    if len(name) > LONGEST_NAME:
        return f"{len(name)} characters; at most {LONGEST_NAME} are allowed"
    if not name.isprintable():
        return f"the name {name!r} has characters that cannot be printed"
    if name != name.strip():
        return f"the name {name!r} begins or ends with a blank"
    if "/" in name or "\\" in name or name in (".", ".."):
        return f"the name {name!r} cannot be part of a file's name: leave out slashes and backslashes"
    return None


def _where_it_belongs(key: str, section: Section) -> str:
    """What to say after "unknown key": the section where this very key is known, or the nearest one known here."""
    for other in SECTIONS:
        if other is not section and any(field.name == key for field in other.fields):
            if other is TOP:
                return f"; {key} belongs at the top of the file, before the first [section]"
            return f"; {key} belongs in " + ("[[bots]]" if other.name == "bots" else f"[{other.name}]")
    for table, keys in KNOWN_ELSEWHERE.items():
        if key in keys:
            return f"; {key} belongs in [{table}]"
    names = [field.name for field in section.fields]
    near = did_you_mean(key, names)
    return f";{near} Allowed here: {', '.join(names)}" if near else f"; allowed here: {', '.join(names)}"


def _checked(field: Field, value: Any, path: Path, report: Report) -> Any:
    problem = _problem_with(field, value)
    if problem is None:
        return value
    inner, item = _first_that_is_no_string(field, value)
    if inner:
        report.problem((*path, *inner), f"a string is needed, not {describe(item)}")
    else:
        report.problem(path, problem)
    return field.default


def _first_that_is_no_string(field: Field, value: Any) -> tuple[Path, Any]:
    """The first part of a list or table of strings that is none, with its path; `()` where the whole is wrong."""
    if field.kind == "table of strings" and isinstance(value, dict):
        parts: Iterable[tuple[str | int, Any]] = value.items()
    elif field.kind in ("command", "list of strings") and isinstance(value, list):
        parts = enumerate(value)
    else:
        return (), None
    return next((((part,), item) for part, item in parts if not isinstance(item, str)), ((), None))


def _problem_with(field: Field, value: Any) -> str | None:
    if not _has_kind(field, value):
        return f"{allowed_text(field)} is needed, not {describe(value)}"
    if field.choices and value not in field.choices:
        near = did_you_mean(value, field.choices)
        return f"{describe(value)} is not allowed;{near} {'A' if near else 'a'}llowed: {allowed_text(field)}"
    if field.kind == "name":
        return name_problem(value)
    if field.kind == "seed":
        return seed_problem(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number_problem(field, value)
    if field.kind in ("table", "table of strings"):
        return None
    return None if _no_nul(value) else "a NUL character is not allowed"


def _number_problem(field: Field, value: int | float) -> str | None:
    if isinstance(value, float) and not math.isfinite(value):
        return f"{value} is not a number to work with"
    if (field.least is not None and value < field.least) or (field.most is not None and value > field.most):
        return f"{describe(value)} is out of range: {allowed_text(field)}"
    return None


def seed_problem(value: int | str) -> str | None:
    """Why `value` cannot be a seed, or None."""
    if isinstance(value, int):
        return None if 0 <= value < 2**256 else "a whole number from 0 (below 2 to the 256) is needed"
    if not value.strip():
        return "an empty seed; leave the key out to have one drawn"
    return None if len(value) <= 1000 and value.isprintable() else "at most 1000 printable characters, please"


def _has_kind(field: Field, value: Any) -> bool:
    whole = isinstance(value, int) and not isinstance(value, bool)
    match field.kind:
        case "text" | "name":
            return isinstance(value, str)
        case "yes or no":
            return isinstance(value, bool)
        case "whole number":
            return whole
        case "whole number or auto":
            return whole or value == "auto"
        case "number":
            return whole or isinstance(value, float)
        case "seed":
            return whole or isinstance(value, str)
        case "command":
            return isinstance(value, str) or _is_list_of_strings(value)
        case "list of strings":
            return _is_list_of_strings(value)
        case "list of lists of strings":
            return isinstance(value, list) and all(_is_list_of_strings(item) for item in value)
        case "table of strings":
            return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())
        case "table":
            return isinstance(value, dict)
        case "tables":
            return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _is_list_of_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _no_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" not in value
    return all(_no_nul(item) for item in value) if isinstance(value, list) else True


def describe(value: Any) -> str:
    """A value of the file as it may stand in a message: short, and in TOML's spelling."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'the string "{value}"' if len(value) <= 60 and value.isprintable() else f"the string {value[:60]!r}"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "an empty list" if not value else f"a list of {len(value)}"
    if isinstance(value, datetime.date | datetime.time):
        return f"the date or time {value}"
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a number of more than 20 digits"
    return str(value)


def plain_data_problems(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """The parts of `value` that a message to a bot cannot carry: dates, huge numbers, infinity."""
    if isinstance(value, dict):
        parts: Iterable[tuple[str | int, Any]] = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    else:
        parts = ()
        if isinstance(value, datetime.date | datetime.time):
            yield path, f"{describe(value)} cannot be handed to a bot; write it as a string"
        elif isinstance(value, int) and not _SMALLEST_WIRE_INTEGER <= value <= _LARGEST_WIRE_INTEGER:
            yield path, "a whole number of more than 64 bits cannot be handed to a bot; write it as a string"
        elif isinstance(value, float) and not math.isfinite(value):
            yield path, f"{value} cannot be handed to a bot; write it as a string"
    for part, item in parts:
        yield from plain_data_problems(item, (*path, part))
