"""What duplicate deals and duels are worth, measured with the bots that the package brings.

python tests/calibration/designs.py             play 24,000 games and print the table (about 15 minutes)
python tests/calibration/designs.py --games 400 fewer games, rougher
python tests/calibration/designs.py --write     put the table between the marks in docs/ratings.md

Real tournaments by the command line: fresh deals and rotated ones with as many games in two fields, and a duel. The
errors compared are those that `standings --format json` gives, and they are errors of as many games. A standard error
from 300 blocks is itself uncertain by 4 %, a ratio of two by 6 %: too much to tell 0.90 from 0.95. That is why a design
is played for 1,200 blocks.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from support.page import replace_between  # noqa: E402  # after the path is set
from support.running import PROGRAM  # noqa: E402

PAGE = ROOT / "docs" / "ratings.md"
MARK = "designs"
GAMES = 4800

A, B = "counting", "greedy"
"""The two bots whose difference is asked for."""

CLOSE = (A, B, f"{A}2", f"{B}2")
"""Their field among bots of their kind."""

WIDE = (A, B, "random", "bare")
"""Their field among beginners."""


@dataclass(frozen=True)
class Played:
    """A run's standings."""

    games: int
    pairs: list[dict[str, Any]]

    def error(self) -> float:
        """Standard error of the difference of the two, in rating points: root mean square over the copies of each."""
        return self._mean_error({A, B})

    def copies_error(self) -> float:
        """That of a bot and its own copy: the closest pairs there can be."""
        return self._mean_error({A}, {B})

    def _mean_error(self, *kinds: set[str]) -> float:
        errors = [float(pair["error"]) for pair in self.pairs if {kind(pair["a"]), kind(pair["b"])} in kinds]
        return math.sqrt(fmean(error**2 for error in errors))


def kind(name: str) -> str:
    """The bot that `name` is a copy of."""
    return name.rstrip("2")


def play(folder: Path, name: str, form: str, duplicate: str, blocks: int, bots: tuple[str, ...]) -> Played:
    lines = [f'name = "{name}"', "seed = 11", f'format = "{form}"', f"blocks = {blocks}", f'duplicate = "{duplicate}"']
    lines += ["[variant]", 'preset = "cardgames-io"']
    for bot in bots:
        lines += ["[[bots]]", f'name = "{bot}"', f'command = "house:{kind(bot)}"']
    path = folder / f"{name}.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    run(["run", str(path), "--quiet", "-o", str(folder / name)])
    data = json.loads(run(["standings", str(folder / name), "--format", "json"]))
    print(f"{name}: {data['games']} games in {data['blocks']} blocks", file=sys.stderr, flush=True)
    return Played(data["games"], data["pairs"])


def run(arguments: list[str]) -> str:
    done = subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


@dataclass(frozen=True)
class Measured:
    """`duel`: how many times fewer games; `rotation`: ratio of standard errors at as many games.

    `close`, `wide`: of the two in these fields; `copies`: of a bot and its copy.
    """

    duel_against_close: float
    duel_against_wide: float
    rotation_close: float
    rotation_wide: float
    rotation_copies: float
    text: str


def measure(games: int, folder: Path) -> Measured:
    fresh = play(folder, "fresh", "round-robin", "none", games, CLOSE)
    rotated = play(folder, "rotated", "round-robin", "rotate", games // 4, CLOSE)
    wide_fresh = play(folder, "wide-fresh", "round-robin", "none", games, WIDE)
    wide = play(folder, "wide-rotated", "round-robin", "rotate", games // 4, WIDE)
    duel = play(folder, "duel", "duel", "rotate", games // 2, (A, B))

    def times(field: Played) -> float:
        """How many games of the field are worth one of the duel: errors fall with the square root of the games."""
        return (field.games * field.error() ** 2) / (duel.games * duel.error() ** 2)

    def per_game(played: Played) -> str:
        return f"{1.96 * played.error() * math.sqrt(played.games):.0f}"

    rotation_close = rotated.error() / fresh.error()
    rotation_wide = wide.error() / wide_fresh.error()
    rotation_copies = rotated.copies_error() / fresh.copies_error()
    rows = [
        ("field of the two and their copies, fresh deals", fresh, times(fresh)),
        ("the same, rotated", rotated, times(rotated)),
        ("field of the two and two beginners, fresh deals", wide_fresh, times(wide_fresh)),
        ("the same, rotated", wide, times(wide)),
        ("duel of the two", duel, 1.0),
    ]
    text = "\n".join(
        [
            f"| design | games | standard error of {A} less {B} | ± after one game | games for the duel's error |",
            "|---|---|---|---|---|",
            *(
                f"| {what} | {played.games:,} | {played.error():.2f} | {per_game(played)} | {factor:.2f} times |"
                for what, played, factor in rows
            ),
            "",
            f"Rotated over fresh deals, standard errors at as many games: {rotation_close:.2f} for {A} and {B} among "
            f"their copies, {rotation_wide:.2f} among beginners, {rotation_copies:.2f} for a bot and its own copy.",
        ]
    )
    return Measured(
        times(rotated),
        times(wide),
        rotation_close,
        rotation_wide,
        rotation_copies,
        text,
    )


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES, help=f"games a tournament ({GAMES})")
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.relative_to(ROOT)}")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text = measure(options.games, Path(folder)).text
    if options.write:
        return replace_between(PAGE, MARK, text, check=False)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
