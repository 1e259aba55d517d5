"""Test vectors: tables of facts that do not come from the program."""

from __future__ import annotations

import csv
from pathlib import Path

RULES = Path(__file__).parent.parent / "unit" / "rules" / "vectors"


def rows(name: str) -> list[dict[str, str]]:
    """The rows of `<name>.csv` among the vectors of the rules, as text by column."""
    with (RULES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
