"""The calibration study: do the intervals and tests hold what they promise? Makes the tables of docs/ratings.md.

python tests/calibration/study.py                   print the tables (about ten minutes on two cores)
python tests/calibration/study.py --quick           the same in half a minute, rougher
python tests/calibration/study.py --write           put them between the marks in docs/ratings.md
python tests/calibration/study.py --check           exit 1 if the page has other figures
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from support.coverage import DESIGNS, Condition, conditions  # noqa: E402  # after the path is set
from support.experiments import (  # noqa: E402
    bound_holds,
    classes_hold,
    forfeit_shift,
    rotation_ratio,
    sequence_errors,
    sprt_errors,
    superiority_errors,
    sure_of_nothing,
)
from support.page import replace_between  # noqa: E402

PAGE = ROOT / "docs" / "ratings.md"
MARK = "calibration"
REPLICATIONS = 1000
QUICK = 60

Row = list[str]


def table(headings: Row, rows: list[Row]) -> str:
    lines = ["| " + " | ".join(headings) + " |", "|" + "---|" * len(headings)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def coverage_row(condition: Condition) -> Row:
    result = condition.measure()
    return [
        *condition.key,
        str(condition.replications),
        percent(result.pooled),
        percent(result.worst_pair),
        percent(result.points),
        f"±{result.width:.0f}",
    ]


def teeth_row(by_game: bool, replications: int) -> Row:
    result = Condition(4, "all", 60, replications, by_game).measure()
    return ["game" if by_game else "block", percent(result.pooled), percent(result.worst_pair)]


def identical_row(design: str, blocks: int, runs: int) -> Row:
    share = sure_of_nothing(design, blocks, runs, seed=3)  # type: ignore[arg-type]
    return [f"four identical bots, {design}, {blocks} blocks: superiority above 0.95", percent(share), f"{runs:,} runs"]


def sprt_row(window: float, runs: int) -> Row:
    found = sprt_errors(window, runs, seed=5)
    errors = f"{percent(found.false_accepts)} / {percent(found.false_rejects)}"
    lengths = f"{found.length_at_zero:.2f} / {found.length_at_one:.2f} of the fixed test's length"
    return [f"sprt, window {window:.0f}: accepted / rejected wrongly", errors, f"{runs:,} runs each; {lengths}"]


def superiority_row(bots: int, runs: int) -> Row:
    share = superiority_errors(bots, 1000, runs, seed=100)
    return [f"superiority stop, {bots} identical bots, 1,000 blocks: stopped", percent(share), f"{runs:,} runs"]


def sequence_row(blocks: int, runs: int) -> Row:
    share, naive = sequence_errors(blocks, runs, seed=5)
    return [
        f"the same, 2 bots, looked at after each of {blocks:,} blocks",
        percent(share),
        f"{runs:,} runs; ordinary 95 % intervals: {percent(naive)}",
    ]


def bound_row(blocks: int, weakest: float, runs: int) -> Row:
    share, flagged = bound_holds(blocks, runs, seed=9, weakest=weakest)
    return [f"bound of a bot without a win, {blocks} blocks: holds", percent(share), f"{flagged:,} runs without a win"]


def classes_row(gap: float, blocks: int, runs: int) -> Row:
    held, bounds = classes_hold(gap, blocks, runs, seed=3)
    return [
        f"two classes {gap:.0f} points a game apart, {blocks} blocks: intervals and bounds hold",
        percent(held),
        f"{runs:,} runs; {percent(bounds)} of them bounds",
    ]


def forfeit_row(runs: int) -> Row:
    mean, most = forfeit_shift(400, runs, seed=1)
    what = "5 % forfeits of one bot: the others' differences move by"
    return [what, f"{mean:.1f} points", f"{runs} runs of 400 blocks; at most {most:.1f}"]


def rotation_row(runs: int) -> Row:
    true, given = rotation_ratio(runs, seed=11)
    what = "standard error of rotated over fresh deals, as many games"
    return [what, f"{true:.2f}", f"{runs:,} runs; {given:.2f} by the errors given"]


def study(replications: int) -> str:
    """All tables in Markdown. The figures are a function of the number of replications alone."""
    runs = max(1, replications // 5)
    with ProcessPoolExecutor(os.cpu_count()) as pool:

        def start(make: Callable[..., Row], *arguments: object) -> Future[Row]:
            return pool.submit(make, *arguments)

        coverage = [start(coverage_row, condition) for condition in conditions(replications)]
        teeth = [start(teeth_row, by_game, replications) for by_game in (False, True)]
        errors = [
            *(start(identical_row, design, blocks, 2 * replications) for design in DESIGNS for blocks in (20, 60)),
            *(start(sprt_row, window, 5 * replications) for window in (10.0, 20.0, 50.0)),
            *(start(superiority_row, bots, runs) for bots in (2, 4)),
            start(sequence_row, 5000, 2 * replications),
            *(start(bound_row, blocks, weakest, replications) for blocks, weakest in ((20, -110.0), (60, -130.0))),
            *(start(classes_row, gap, 25, replications) for gap in (65.0, 90.0, 105.0)),
            start(forfeit_row, max(2, replications // 50)),
            start(rotation_row, 2 * replications),
        ]
        return "\n\n".join(
            [
                table(
                    [
                        "seats",
                        "bots",
                        "seatings",
                        "blocks",
                        "replications",
                        "coverage",
                        "worst pair",
                        "of points",
                        "median ±",
                    ],
                    _gather(coverage),
                ),
                "Four seats, all 24 seatings, 60 blocks, with the errors made by block as they are, and by game as "
                "they would be if deals that come again were taken for new ones:",
                table(["errors by", "coverage", "worst pair"], _gather(teeth)),
                "False claims, bounds, forfeits and the gain of rotation:",
                table(["experiment", "measured", "of"], _gather(errors)),
            ]
        )


def _gather(rows: list[Future[Row]]) -> list[Row]:
    made = []
    for row in rows:
        made.append(row.result())
        print("  ".join(made[-1]), file=sys.stderr, flush=True)
    return made


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replications", type=int, default=REPLICATIONS)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} replications")
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.relative_to(ROOT)}")
    parser.add_argument("--check", action="store_true", help="compare with the page")
    options = parser.parse_args()
    text = study(QUICK if options.quick else options.replications)
    if not (options.write or options.check):
        print(text)
        return 0
    return replace_between(PAGE, MARK, text, check=options.check)


if __name__ == "__main__":
    sys.exit(main())
