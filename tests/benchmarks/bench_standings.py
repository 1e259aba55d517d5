"""Time and memory of `standings RESULTS.csv --format json` as a person would run it, start-up included.

100,000 games of 20 bots in rotated blocks and in blocks of their own, and a million rows. Prints figures of one run on
this machine; nothing is asserted. `python tests/benchmarks/bench_standings.py [--games N]`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

PROGRAM = [sys.executable, "-m", "ohhell_referee"]


def write_results(path: Path, games: int, bots: int, *, players: int = 4, seatings: int = 4) -> None:
    """A CSV of games at tables drawn from the field, `seatings` games a block; 0: the block column stays empty."""
    rng = random.Random(1)
    with path.open("w", encoding="utf-8") as file:
        file.write("block,game,bot,score\n")
        table: list[int] = []
        for game in range(games):
            if game % max(seatings, 1) == 0:
                table = rng.sample(range(bots), players)
            block = f"b{game // seatings}" if seatings else ""
            for bot in table:
                file.write(f"{block},g{game},bot{bot:02},{round(rng.gauss(100 + bot / 2, 22))}\n")
            table = table[1:] + table[:1]


class Measured(NamedTuple):
    """`said`: what the program says of its own time."""

    seconds: float
    megabytes: float
    text: str
    said: str


def measure(path: Path) -> Measured:
    """Run the command on a file; seconds with start-up, peak memory, what it wrote."""
    script = (
        "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, check=True); "
        "sys.stdout.buffer.write(done.stdout); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", script, *PROGRAM, "standings", str(path), "--format", "json", "-v"],
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - begun
    if done.returncode:
        sys.exit(done.stderr)
    text, _, kilobytes = done.stdout.rstrip("\n").rpartition("\n")
    return Measured(seconds, int(kilobytes) / 1024, text, done.stderr.strip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    games = parser.parse_args().games
    print(f"standings of a CSV, {os.cpu_count()} cores; at most 2 s and 500 MB are wanted for 100,000 games of 20 bots")
    print(f"{'results':66} {'seconds':>8} {'peak MB':>8} {'json kB':>8}   what the program says (-v)")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.csv"
        for title, count, bots, seatings in (
            ("20 bots, 4 seatings a block", games, 20, 4),
            ("20 bots, every game its own block", games, 20, 0),
            ("20 bots, 24 seatings a block", games, 20, 24),
            ("60 bots, 4 seatings a block", games, 60, 4),
            ("20 bots, 4 seatings a block", games * 5 // 2, 20, 4),
        ):
            write_results(path, count, bots, seatings=seatings)
            found = measure(path)
            json.loads(found.text)
            label = f"{count:,} games ({4 * count:,} rows), {title}"
            size = len(found.text) / 1000
            print(f"{label:66} {found.seconds:8.2f} {found.megabytes:8.0f} {size:8.0f}   {found.said}", flush=True)


if __name__ == "__main__":
    main()
