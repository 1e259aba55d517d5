"""The map of the code names every module of its rooms, and none that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
MAP = (ROOT / "harness" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("room", ["record", "tournament"])
def test_the_map_has_every_module_of_the_room(room: str) -> None:
    chapter = MAP.partition(f"\n## {room}/")[2].partition("\n## ")[0]
    named = re.findall(r"`([a-z_]+\.py)`", " ".join(re.findall(r"^\| (.*?) \|", chapter, re.MULTILINE)))
    there = {path.name for path in (ROOT / "harness" / "ohhell_referee" / room).glob("*.py")} - {"__init__.py"}
    assert sorted(named) == sorted(there)
