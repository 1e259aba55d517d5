"""Decisions a second of whole tournaments: real bots, real sockets, the journal on disk.

Prints figures of one run on this machine; nothing is asserted. `python tests/benchmarks/bench_run.py [--games N]`.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from support.running import BARE, GREEDY, PROGRAM, RANDOM, write_tournament  # noqa: E402  # after the path is set

FULL = {"preset": "cardgames-io"}
DECISIONS = 4 * (109 + 19)
"""Of one game of 10..1..10 with four players."""


def measure(folder: Path, name: str, bot: list[str], games: int, *options: str) -> dict[str, float]:
    """Play `games` games of four copies of a bot; decisions a second of the whole command, start-up included."""
    path = write_tournament(
        folder, {f"{name}{number}": bot for number in range(4)}, name=name, variant=FULL, blocks=games // 4
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    done = subprocess.run(
        [*PROGRAM, "run", str(path), "--quiet", *options], capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(done.stderr)
    played = json.loads((folder / "runs" / name / "standings.json").read_text())["games"]
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    decisions = played * DECISIONS
    return {"decisions_per_second": decisions / seconds, "cpu_us": 1e6 * cpu / decisions, "seconds": seconds}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    games = parser.parse_args().games
    print(f"run: whole tournaments of 10..1..10, 4 players, {games} games, {os.cpu_count()} cores")
    print(f"{'bots':34} {'decisions/s':>12} {'CPU us/decision, all processes':>32}")
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            ("random, SDK, many games at once", "many", RANDOM, games, ()),
            ("greedy, SDK, many games at once", "greedy", GREEDY, games, ()),
            ("bare", "bare", BARE, games // 2, ()),
            ("random, one game at a time (-j 1)", "single", RANDOM, games // 4, ("-j", "1")),
            ("random, two games at a time (-j 2)", "double", RANDOM, games // 4, ("-j", "2")),
        ]
        for title, name, bot, count, options in rows:
            found = measure(Path(folder), name, bot, count, *options)
            print(f"{title:34} {found['decisions_per_second']:12,.0f} {found['cpu_us']:32.1f}")


if __name__ == "__main__":
    main()
