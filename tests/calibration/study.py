"""The calibration study: do the intervals hold what they promise? Writes the table of docs/ratings.md.

python tests/calibration/study.py                       print the tables (about ten minutes)
python tests/calibration/study.py --write docs/ratings.md   put them between the marks in that file
python tests/calibration/study.py --replications 100        quicker and rougher
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.coverage import measure_coverage
from support.experiments import (
    bound_holds,
    rotation_ratio,
    sprt_errors,
    superiority_errors,
    sure_of_nothing,
)
from support.simulated import Design, World, spaced

BEGIN, END = "<!-- calibration: begin -->", "<!-- calibration: end -->"
DESIGNS: tuple[Design, ...] = ("independent", "rotated", "all")
FIELDS = ((3, 4), (4, 5), (7, 7))
"""Seats and bots."""

BLOCKS = (12, 20, 60, 240)


def table(headings: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(headings) + " |", "|" + "---|" * len(headings)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def coverage_table(replications: int) -> str:
    rows = []
    for players, bots in FIELDS:
        for design in DESIGNS:
            for blocks in BLOCKS:
                # 240 blocks of all 5,040 seatings of seven are 1.2 million games a replication.
                count = min(replications, 300) if design == "all" and players == 7 else replications
                result = measure_coverage(World(spaced(bots), players, design), blocks, count, seed=blocks + players)
                rows.append(
                    [
                        str(players),
                        str(bots),
                        design,
                        str(blocks),
                        str(count),
                        percent(result.pooled),
                        percent(result.worst_pair),
                        percent(result.points),
                        f"±{result.width:.0f}",
                    ]
                )
                say(" ".join(rows[-1]))
    return table(
        ["seats", "bots", "seatings", "blocks", "replications", "coverage", "worst pair", "points", "median ±"], rows
    )


def teeth_table(replications: int) -> str:
    rows = []
    for by_game in (False, True):
        result = measure_coverage(World(spaced(5), 4, "all"), 60, replications, seed=7, by_game=by_game)
        rows.append(["game" if by_game else "block", percent(result.pooled), percent(result.worst_pair)])
        say(" ".join(rows[-1]))
    return table(["clustered by", "coverage", "worst pair"], rows)


def errors_table(replications: int) -> str:
    rows = []
    for design in DESIGNS:
        share = sure_of_nothing(design, 60, 4 * replications, seed=3)
        rows.append([f"identical bots, {design}: superiority above 0.95", percent(share), f"{4 * replications} runs"])
        say(" ".join(rows[-1]))
    for window in (10.0, 20.0, 50.0):
        runs = 5000 if replications >= 300 else 500
        result = sprt_errors(window, runs, seed=5)
        errors = f"{percent(result.false_accepts)} / {percent(result.false_rejects)}"
        lengths = f"{runs} runs each; length {result.length_at_zero:.2f} / {result.length_at_one:.2f} of the fixed test"
        rows.append([f"sprt, window {window:.0f}: accepted wrongly / rejected wrongly", errors, lengths])
        say(" ".join(rows[-1]))
    for bots in (2, 4):
        runs = max(20, replications // 2)
        share = superiority_errors(bots, 1000, runs, seed=100)
        rows.append([f"superiority stop, {bots} identical bots, 1000 blocks", percent(share), f"{runs} runs"])
        say(" ".join(rows[-1]))
    for blocks, weakest in ((20, -110.0), (60, -130.0)):
        share, flagged = bound_holds(blocks, replications, seed=9, weakest=weakest)
        rows.append([f"bound of a bot without a win holds, {blocks} blocks", percent(share), f"{flagged} flagged runs"])
        say(" ".join(rows[-1]))
    true, given = rotation_ratio(4 * replications, seed=11)
    rows.append(
        ["standard error, rotated over independent, as many games", f"{true:.2f}", f"{given:.2f} by the errors given"]
    )
    return table(["experiment", "measured", "of"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replications", type=int, default=600)
    parser.add_argument("--write", type=Path, help="the file whose marked part is replaced")
    options = parser.parse_args()
    text = "\n\n".join(
        [
            coverage_table(options.replications),
            "Four seats, all 24 seatings, 60 blocks:",
            teeth_table(options.replications),
            "Errors of tests, bounds, and the gain of rotation:",
            errors_table(options.replications),
        ]
    )
    if options.write is None:
        print(text)
        return
    page = options.write.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    if not rest or not after:
        parser.error(f"{options.write}: the marks {BEGIN} and {END} are not there")
    options.write.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
