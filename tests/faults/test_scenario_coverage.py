"""scenario_coverage.toml: every scenario has tests, they exist, and every test that names a scenario is listed."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parents[1]
NUMBERS = [f"B{number:02d}" for number in (1, 2, 3, 4, 9, 11, 12, 13, 14, 15, 17, 19, 20, 21, 24, 27, 28, 35, 37, 38)]
"""Those that exist; the gaps between them are reports of which nothing applies to a referee of card games."""

SCENARIOS: dict[str, dict[str, Any]] = tomllib.loads(
    (TESTS / "faults" / "scenario_coverage.toml").read_text(encoding="utf-8")
)


@cache
def said_by_tests(path: Path) -> dict[str, str]:
    """The tests of a file and what their docstrings say, the file's own docstring included."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    about = ast.get_docstring(module) or ""
    return {
        node.name: f"{about}\n{ast.get_docstring(node) or ''}"
        for node in module.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_scenario_is_listed_in_order() -> None:
    assert list(SCENARIOS) == NUMBERS


@pytest.mark.parametrize("number", NUMBERS)
def test_a_scenario_says_what_went_wrong_and_has_tests_that_exist(number: str) -> None:
    scenario = SCENARIOS[number]
    assert set(scenario) <= {"says", "tests", "not_yet"}
    assert scenario["says"].endswith(".")
    assert scenario["tests"]
    for named in scenario["tests"]:
        file, _, test = named.partition("::")
        assert test in said_by_tests(TESTS / file), named


def test_every_test_that_names_a_scenario_is_listed_under_it() -> None:
    listed = {(number, named) for number, scenario in SCENARIOS.items() for named in scenario["tests"]}
    found = {
        (number, f"{path.relative_to(TESTS).as_posix()}::{test}")
        for path in TESTS.rglob("test_*.py")
        for test, about in said_by_tests(path).items()
        for number in re.findall(r"\bB\d\d\b", about)
    }
    assert found - listed == set()
