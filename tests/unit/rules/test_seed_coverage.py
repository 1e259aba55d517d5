"""seed_coverage.toml: every statement of the rule pages has tests, and every test that it names exists."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent

COUNTS = {"S0": 19, "S1": 32, "S2": 20, "S3": 12}
"""Statements by page, numbered from 01 without a gap. S4 is S2 in another language."""

NUMBERS = [f"{page}-{number:02d}" for page, count in COUNTS.items() for number in range(1, count + 1)]


def statements() -> dict[str, dict[str, Any]]:
    pages = tomllib.loads((HERE / "seed_coverage.toml").read_text(encoding="utf-8"))
    return {number: statement for page in pages.values() for number, statement in page["statements"].items()}


def names_in(file: str) -> set[str]:
    path = HERE / file
    return set(re.findall(r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.M)) if path.is_file() else set()


def test_every_statement_is_listed_once_and_in_order() -> None:
    assert list(statements()) == NUMBERS


@pytest.mark.parametrize("number", NUMBERS)
def test_a_statement_has_tests_and_they_exist(number: str) -> None:
    statement = statements()[number]
    assert statement["says"]
    assert statement["tests"]
    for named in statement["tests"]:
        file, _, test = named.partition("::")
        assert test in names_in(file), named


def test_every_test_that_bears_a_number_is_listed_under_it() -> None:
    listed = {(number, named) for number, statement in statements().items() for named in statement["tests"]}
    for path in HERE.glob("test_*.py"):
        for test in names_in(path.name):
            for page, number in re.findall(r"(S\d)_(\d\d)(?=_)", test):
                assert (f"{page}-{number}", f"{path.name}::{test}") in listed
