"""Large tables: what must not fail, and how much memory it may take. Times are for the benchmark."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

from bench_standings import measure, write_results

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("games", "seatings"), [(100_000, 4), (100_000, 0), (250_000, 4)])
def test_a_million_rows_do_not_fail_and_100_000_games_fit_in_500_mb(tmp_path: Path, games: int, seatings: int) -> None:
    path = tmp_path / "results.csv"
    write_results(path, games, 20, seatings=seatings)
    found = measure(path)
    data = json.loads(found.text)
    assert data["games"] == games
    assert len(data["standings"]) == 20
    assert len(data["pairs"]) == 190
    assert f"{games} games in" in found.said
    if games == 100_000:
        assert found.megabytes <= 500
