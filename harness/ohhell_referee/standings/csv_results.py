"""Results from a CSV of any origin: header `block,game,bot,score`, one row a seat.

The four columns may stand in any order and others beside them are passed over. An empty block makes the game a block of
its own. Rows of one game belong together by block and game, wherever they stand in the file.
"""

from __future__ import annotations

import csv
import difflib
import math
from collections.abc import Iterable, Sequence
from operator import itemgetter
from pathlib import Path

from ohhell_referee.standings.results import Result

COLUMNS = ("block", "game", "bot", "score")


class CsvProblems(ValueError):
    """Everything wrong with a file: `problems` are sentences that begin with file and line."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def read_csv(path: Path, players: int | None = None) -> list[Result]:
    """The games of a CSV file, in the order of their first rows; only those with `players` seats if that is given.

    Raises CsvProblems with every problem of the file, and OSError.
    """
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        games, lines = _read_rows(path, file)
    if not games:
        raise CsvProblems([f"{path}:2: no results: below the header there must be one row a seat"])
    return _results(path, games, lines, players)


Seats = tuple[list[str], list[float]]
Games = dict[tuple[str, str], Seats]
Lines = dict[tuple[str, str], int]


def _read_rows(path: Path, file: Iterable[str]) -> tuple[Games, Lines]:
    rows = csv.reader(file, strict=True)
    problems: list[str] = []
    games: Games = {}
    lines: Lines = {}
    try:
        header = next(rows, None)
        if header is None:
            raise CsvProblems([f"{path}:1: the file is empty: it needs the header {','.join(COLUMNS)}"])
        columns = _columns(path, header)
        width = len(header)
        pick = None if columns == [0, 1, 2, 3] and width == 4 else itemgetter(*columns)
        names: dict[str, str] = {}
        last_block = last_game = None
        bots: list[str] = []
        scores: list[float] = []
        for row in rows:
            try:
                if pick is None:
                    block, game, bot, score = row
                elif len(row) == width:
                    block, game, bot, score = pick(row)
                else:
                    raise ValueError
                value = float(score)
                if not (bot and game) or value - value != 0.0:
                    raise ValueError
            except ValueError:
                if row:
                    problems += _row_problems(path, rows.line_num, row, header)
                continue
            if game != last_game or block != last_block:
                last_game, last_block = game, block
                key = (block, game)
                seats = games.get(key)
                if seats is None:
                    seats = games[key] = ([], [])
                    lines[key] = rows.line_num
                bots, scores = seats
            bots.append(names.setdefault(bot, bot))
            scores.append(value)
    except csv.Error as error:
        problems.append(f"{path}:{rows.line_num}: not readable as CSV: {error}")
    if problems:
        raise CsvProblems(problems)
    return games, lines


def _columns(path: Path, header: Sequence[str]) -> list[int]:
    found = [name.strip().lower() for name in header]
    if len(header) == 1 and (sign := next((sign for sign in ";\t|" if sign in header[0]), None)):
        shown = {"\t": "tabs"}.get(sign, repr(sign))
        raise CsvProblems([f"{path}:1: the columns are separated by {shown}: save the file with commas"])
    problems = []
    for name in COLUMNS:
        if name not in found:
            near = difflib.get_close_matches(name, found, n=1)
            hint = f"; is it '{near[0]}'?" if near else ""
            problems.append(f"{path}:1: no column '{name}'{hint} (the header must have {', '.join(COLUMNS)})")
        elif found.count(name) > 1:
            problems.append(f"{path}:1: column '{name}' stands there {found.count(name)} times")
    if problems:
        raise CsvProblems(problems)
    return [found.index(name) for name in COLUMNS]


def _row_problems(path: Path, line: int, row: Sequence[str], header: Sequence[str]) -> list[str]:
    if len(row) != len(header):
        return [f"{path}:{line}: {len(row)} values where the header has {len(header)}"]
    values = dict(zip((name.strip().lower() for name in header), row, strict=True))
    problems = [f"{path}:{line}: {name} is empty" for name in ("game", "bot") if not values[name]]
    score = values["score"]
    try:
        finite = math.isfinite(float(score))
    except ValueError:
        finite = False
    if not finite:
        problems.append(f"{path}:{line}: score '{score}' is not a number")
    return problems


def _results(path: Path, games: Games, lines: Lines, players: int | None) -> list[Result]:
    sizes: dict[int, tuple[int, tuple[str, str]]] = {}
    for key, (bots, _) in games.items():
        count, first = sizes.get(len(bots), (0, key))
        sizes[len(bots)] = (count + 1, first)
    if players is None and len(sizes) > 1:
        kept = "; ".join(
            f"{count} with {size} rows, the first at line {lines[first]} (game {first[1]})"
            for size, (count, first) in sorted(sizes.items())
        )
        raise CsvProblems(
            [
                f"{path}:{lines[first]}: games of different sizes are never rated together: {kept}. "
                f"Choose one with --players, or mend the rows."
                for _, (_, first) in [min(sizes.items(), key=lambda item: item[1][0])]
            ]
        )
    wanted = players if players is not None else next(iter(sizes))
    if wanted not in sizes:
        there = ", ".join(str(size) for size in sorted(sizes))
        raise CsvProblems([f"{path}:2: no game has {wanted} rows; there are games with {there}"])
    if wanted < 2:
        return _too_small(path, games, lines)
    return [
        Result(block or (game,), tuple(bots), tuple(scores))
        for (block, game), (bots, scores) in games.items()
        if len(bots) == wanted
    ]


def _too_small(path: Path, games: Games, lines: Lines) -> list[Result]:
    raise CsvProblems(
        [
            f"{path}:{lines[key]}: game {key[1]} has one row only; a game needs at least two seats"
            for key, (bots, _) in games.items()
            if len(bots) == 1
        ]
    )
