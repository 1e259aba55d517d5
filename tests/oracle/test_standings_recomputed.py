"""The printed standings, compared cell by cell with what an independent script computes from the same journal."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ohhell_referee.record.journal import JournalWriter
from support.records import header_of, make_run, variant_of
from support.running import GREEDY, RANDOM, ROOT, program, run_tournament, write_tournament

SCRIPT = ROOT / "tests" / "oracle" / "recompute_standings.py"


def printed(folder: Path) -> list[list[str]]:
    """The cells of the ratings and of the pairs, as the program prints them."""
    text = program("standings", folder, "--show", "ratings", "--show", "pairs", "--format", "md").stdout
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return [row for row in cells if row[0] not in ("rank", "bot")]


def recomputed(folder: Path) -> list[list[str]]:
    done = subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [line.split("\t") for line in done.stdout.splitlines()]


def test_the_script_shares_nothing_with_the_program() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    imports = [line for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert imports
    assert not any("ohhell" in line or "support" in line for line in imports)


@pytest.mark.parametrize(
    ("blocks", "seatings", "fault_rate"), [(30, 4, 0.02), (12, 4, 0.0), (230, 1, 0.005), (6, 2, 0.1)]
)
def test_a_run_of_chance_with_faults_and_forfeits(
    tmp_path: Path, blocks: int, seatings: int, fault_rate: float
) -> None:
    """By the jackknife and by the sandwich, with few blocks and with too few."""
    make_run(tmp_path, blocks=blocks, seatings=seatings, fault_rate=fault_rate)
    found = printed(tmp_path)
    assert len(found) == 4 + 6
    assert found == recomputed(tmp_path)
    assert any("forfeited" in row[-1] for row in found[:4]) == (fault_rate > 0.0)


def test_a_real_run_with_an_anchor(tmp_path: Path) -> None:
    bots = {"greedy": GREEDY, "r1": RANDOM, "r2": RANDOM, "g2": GREEDY}
    path = write_tournament(tmp_path, bots, blocks=40, ratings={"anchor": "r1", "anchor_rating": 1000})
    folder = run_tournament(path)
    assert printed(folder) == recomputed(folder)


def test_bots_that_never_lose_to_others_have_bounds(tmp_path: Path) -> None:
    """Ten hands a game part greedy from random bots so clearly that most differences are bounds."""
    bots = {"greedy": GREEDY, "r1": RANDOM, "r2": RANDOM}
    path = write_tournament(tmp_path, bots, blocks=15, variant={"preset": "cardgames-io", "game": {"players": 3}})
    folder = run_tournament(path)
    found = printed(folder)
    assert any(cell.startswith(">") for row in found[3:] for cell in row[5:6])
    assert found == recomputed(folder)


def test_a_bot_without_a_win(tmp_path: Path) -> None:
    """The last of every game: flagged, with the bound that its blocks allow."""
    source = make_run(tmp_path, blocks=15, seatings=4)
    header, *lines = (json.loads(line) for line in source.read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line["type"] == "game":
            seat = line["table"].index("d")
            line["scores"][seat] = -50
            line["places"] = [
                4 if n == seat else 1 + sum(s > own for s in line["scores"]) for n, own in enumerate(line["scores"])
            ]
    source.unlink()
    assert header["type"] == "tournament"
    with JournalWriter.create(source, header_of(variant_of())) as writer:
        for line in lines:
            writer.append({key: value for key, value in line.items() if key not in ("digest", "prev")})
    found = printed(tmp_path)
    assert found[3][3].startswith("<")
    assert found == recomputed(tmp_path)
