"""The standings of a run, computed a second time from its journal by a program that shares no line with the first.

python tests/oracle/recompute_standings.py RUN_FOLDER

It knows the journal's format and docs/ratings.md, and imports nothing of this project. Everything is done the plain
way: dense matrices over all bots, one block left out after the other by solving the whole system, scipy's optimiser,
Student's t and root finder. Prints the table and the pairs as `standings` does, one row a line with cells separated by
a tab. A list in which bots are joined by few blocks only (docs/ratings.md, "Where blocks are not enough") is refused.
"""

from __future__ import annotations

import json
import math
import sys
import tomllib
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from scipy import optimize, special, stats

ELO = 400 / math.log(10)
DASH = "\u2013"
CONFIDENCE = 0.95


class Run:
    """What the journal says, as plain lists."""

    def __init__(self, folder: Path) -> None:
        lines = [json.loads(line) for line in (folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()]
        self.header = lines[0]
        decided = [line["block"] for line in lines if line["type"] == "note" and line.get("what") == "stopped"]
        self.games: list[dict[str, Any]] = [
            line
            for line in lines
            if line["type"] == "game"
            and "after-decision" not in line["marks"]
            and not (decided and line["block"] > decided[0])
        ]
        self.out = {line["disqualified"] for line in lines if line["type"] == "note" and line.get("disqualified")}
        ratings = self.header.get("ratings")
        if ratings is None and (folder / "tournament.toml").exists():
            ratings = tomllib.loads((folder / "tournament.toml").read_text(encoding="utf-8")).get("ratings")
        self.anchor = (ratings or {}).get("anchor")
        self.anchor_rating = (ratings or {}).get("anchor_rating", 1500.0)
        self.names = sorted({name for game in self.games for name in game["table"]})
        self.blocks = sorted({game["block"] for game in self.games})


class Rated:
    """One connected list. `names` and every matrix are in alphabetical order."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.size = len(run.names)
        self.count = len(run.blocks)
        self.enough = self.count >= 10
        position = {name: i for i, name in enumerate(run.names)}
        # One row a comparison: block, winner-ish, other, result of the first.
        self.comparisons: list[tuple[int, int, int, float]] = []
        met_in: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        for game in run.games:
            for a, b in combinations(range(len(game["table"])), 2):
                i, j = position[game["table"][a]], position[game["table"][b]]
                if i != j:
                    one, other = game["places"][a], game["places"][b]
                    result = 1.0 if one < other else 0.0 if one > other else 0.5
                    self.comparisons.append((game["block"], i, j, result))
                    met_in[min(i, j), max(i, j)].add(game["block"])
        if self.enough and any(len(met_in[pair]) < 10 for pair in combinations(range(self.size), 2)):
            raise SystemExit("this script rates only lists in which all bots have met in ten blocks")
        self.above = np.zeros((self.size, self.size))
        for _, i, j, result in self.comparisons:
            self.above[i, j] += result
            self.above[j, i] += 1 - result
        self.met = self.above + self.above.T
        self.fit()
        self.variances()
        self.points()

    def fit(self) -> None:
        def loss(t: np.ndarray) -> float:
            gaps = t[:, None] - t[None, :]
            return float(-(self.above * special.log_expit(gaps)).sum() - 0.25 * special.log_expit(np.r_[t, -t]).sum())

        def slope(t: np.ndarray) -> np.ndarray:
            p = special.expit(t[:, None] - t[None, :])
            return -((self.above - self.met * p).sum(axis=1) + 0.5 * (0.5 - special.expit(t)))

        def curve(t: np.ndarray) -> np.ndarray:
            return self.information(t) + np.diag(0.5 * special.expit(t) * special.expit(-t))

        found = optimize.minimize(loss, np.zeros(self.size), jac=slope, hess=curve, method="trust-exact", tol=1e-10)
        t = found.x
        for _ in range(3):  # polish: the optimiser stops by the loss, which is flat there
            t = t - np.linalg.solve(curve(t), slope(t))
        self.t = t
        self.whole = curve(t)
        self.mean = t.mean()

    def information(self, t: np.ndarray) -> np.ndarray:
        p = special.expit(t[:, None] - t[None, :])
        weight = self.met * p * (1 - p)
        return np.diag(weight.sum(axis=1)) - weight

    def variances(self) -> None:
        """Of all differences; by block, with the model's as a floor where that is due."""
        scores = {block: np.zeros(self.size) for block in self.run.blocks}
        parts = {block: np.zeros((self.size, self.size)) for block in self.run.blocks}
        for block, i, j, result in self.comparisons:
            p = special.expit(self.t[i] - self.t[j])
            scores[block] += (result - p) * (unit(i, self.size) - unit(j, self.size))
            gap = unit(i, self.size) - unit(j, self.size)
            parts[block] += p * (1 - p) * np.outer(gap, gap)
        own = by_block(self.whole, scores, parts)
        model = np.linalg.inv(self.whole)
        self.cuts = self.find_cuts()
        reached = self.above > 0
        for _ in range(self.size):
            reached = reached | (reached.astype(int) @ reached.astype(int) > 0)
        np.fill_diagonal(reached, True)
        self.reached = reached
        self.variance = np.zeros((self.size, self.size))
        for i, j in combinations(range(self.size), 2):
            gap = unit(i, self.size) - unit(j, self.size)
            mine, theirs = gap @ own @ gap, gap @ model @ gap
            mutual = reached[i, j] and reached[j, i]
            apart = not mutual or any((i in lower) != (j in lower) for lower, _ in self.cuts)
            value = max(mine, theirs) if apart or self.count < 20 else mine
            if mutual and mine <= 1e-18:
                value = 0.0
            self.variance[i, j] = self.variance[j, i] = value
        centre = np.eye(self.size) - 1 / self.size
        floors = self.count < 20 or bool(self.cuts) or not reached.all()
        mine, theirs = np.diag(centre @ own @ centre), np.diag(centre @ model @ centre)
        self.single = np.maximum(mine, theirs) if floors and self.variance.any() else mine

    def find_cuts(self) -> list[tuple[set[int], int]]:
        order = sorted(range(self.size), key=lambda i: (self.t[i], i))
        cuts = []
        for count in range(1, self.size):
            lower = set(order[:count])
            if self.t[order[count]] - self.t[order[count - 1]] < 1e-7:
                continue
            across = [(b, i, j, r) for b, i, j, r in self.comparisons if (i in lower) != (j in lower)]
            upsets = [(b, r if i in lower else 1 - r) for b, i, _, r in across]
            if not across or sum(share for _, share in upsets) > 0.1 * len(across):
                continue
            blocks = {block for block, share in upsets if share > 0}
            if len(blocks) < 3:
                cuts.append((lower, len(blocks)))
        return cuts

    def points(self) -> None:
        """Points above the table's mean: least squares with the tables' means taken out; raw means beside them."""
        names, size = self.run.names, self.size
        normal, right = np.zeros((size, size)), np.zeros(size)
        rows = []
        for game in self.run.games:
            seats = np.array([unit(names.index(name), size) for name in game["table"]])
            design = seats - seats.mean(axis=0)
            y = np.array(game["scores"], dtype=float) - np.mean(game["scores"])
            rows.append((game["block"], design, y))
            normal += design.T @ design
            right += design.T @ y
        self.q = np.linalg.lstsq(normal, right, rcond=None)[0]
        self.q = self.q - self.q.mean()
        ones = np.ones((size, size)) * normal.diagonal().max() / size
        scores = {block: np.zeros(size) for block in self.run.blocks}
        parts = {block: np.zeros((size, size)) for block in self.run.blocks}
        for block, design, y in rows:
            scores[block] += design.T @ (y - design @ self.q)
            parts[block] += design.T @ design
        self.points_covariance = by_block(normal + ones, scores, parts)
        centre = np.eye(size) - 1 / size
        self.points_single = np.diag(centre @ self.points_covariance @ centre)

    def far(self, tail: float = (1 - CONFIDENCE) / 2) -> float:
        return float(stats.t.isf(tail, self.count - 1))

    def flag(self, i: int) -> str | None:
        played, won = self.met[i].sum(), self.above[i].sum()
        return "no win" if won == 0 else "no loss" if won == played else None

    def reach(self, i: int) -> float | None:
        """How far beyond its estimate a bot without a win (or without a loss) may be."""
        flag = self.flag(i)
        if flag is None:
            return None
        blocks = {block for block, a, b, _ in self.comparisons if i in (a, b)}
        most = 1 - ((1 - CONFIDENCE) / 2) ** (1 / len(blocks))
        sign = 1 if flag == "no win" else -1

        def beyond(shift: float) -> float:
            chance = special.expit(sign * (self.t[i] - self.t) + shift)
            return float((self.met[i] * chance).sum() / self.met[i].sum() - most)

        return float(optimize.brentq(beyond, 0, 200, xtol=1e-12))

    def pair_ends(self, i: int, j: int) -> tuple[float | None, float | None] | None:
        """Interval of the difference i - j in rating points."""
        if not self.enough or self.variance[i, j] <= 0:
            return None
        gap, half = self.t[i] - self.t[j], self.far() * math.sqrt(self.variance[i, j])
        reaches = self.reach(i), self.reach(j)
        if reaches != (None, None):
            half = math.hypot(
                *(
                    self.far() * math.sqrt(self.single[k]) if reach is None else reach
                    for k, reach in zip((i, j), reaches, strict=True)
                )
            )
        low, high = self.reached[i, j], self.reached[j, i]
        for lower, _ in self.cuts:
            if i in lower and j not in lower:
                low = False
            if j in lower and i not in lower:
                high = False
        return (ELO * (gap - half) if low else None), (ELO * (gap + half) if high else None)

    def rating_ends(self, i: int) -> tuple[float | None, float | None] | None:
        run = self.run
        if not self.enough or self.size < 2:
            return None
        if run.anchor in run.names:
            anchor = run.names.index(run.anchor)
            if anchor == i:
                return run.anchor_rating, run.anchor_rating
            ends = self.pair_ends(i, anchor)
            return ends and tuple(end if end is None else run.anchor_rating + end for end in ends)  # type: ignore[return-value]
        if self.single[i] <= 1e-24:
            return None
        reach, rating = self.reach(i), self.rating(i)
        if reach is not None:
            far = ELO * reach * (1 - 1 / self.size)
            return (None, rating + far) if self.flag(i) == "no win" else (rating - far, None)
        half = ELO * self.far() * math.sqrt(self.single[i])
        low = all(i not in lower or 2 * len(lower) > self.size for lower, _ in self.cuts)
        high = all(i in lower or 2 * (self.size - len(lower)) > self.size for lower, _ in self.cuts)
        return (rating - half if low else None), (rating + half if high else None)

    def rating(self, i: int) -> float:
        run = self.run
        if run.anchor in run.names:
            return float(run.anchor_rating + ELO * (self.t[i] - self.t[run.names.index(run.anchor)]))
        return float(1500 + ELO * (self.t[i] - self.mean))

    def ranks(self, i: int) -> tuple[int, int]:
        """Best and worst rank that the differences leave open, all pairs at once."""
        far = self.far((1 - CONFIDENCE) / (self.size * (self.size - 1)))
        gaps = [(self.t[j] - self.t[i]) / math.sqrt(self.variance[i, j]) for j in range(self.size) if j != i]
        return 1 + sum(gap > far for gap in gaps), self.size - sum(gap < -far for gap in gaps)


def by_block(whole: np.ndarray, scores: dict[int, np.ndarray], parts: dict[int, np.ndarray]) -> np.ndarray:
    """Covariance: one block left out after the other for up to 200 blocks, else the sandwich."""
    count = len(scores)
    if count < 2:
        return np.zeros_like(whole)
    if count <= 200:
        moves = np.array([-np.linalg.solve(whole - parts[block], scores[block]) for block in scores])
        away = moves - moves.mean(axis=0)
        return (count - 1) / count * away.T @ away
    middle = sum(np.outer(score, score) for score in scores.values())
    inverse = np.linalg.inv(whole)
    return count / (count - 1) * inverse @ middle @ inverse


def unit(i: int, size: int) -> np.ndarray:
    return np.eye(size)[i]


def ratio(run: Run, name: str, top: Any, bottom: Any) -> tuple[float, float | None]:
    """Sum of `top` over sum of `bottom`, both of (game, seat), and half of the interval by block."""
    tops: defaultdict[int, float] = defaultdict(float)
    bottoms: defaultdict[int, float] = defaultdict(float)
    for game in run.games:
        for seat, sitting in enumerate(game["table"]):
            if sitting == name:
                tops[game["block"]] += top(game, seat)
                bottoms[game["block"]] += bottom(game, seat)
    value = sum(tops.values()) / sum(bottoms.values())
    count = len(run.blocks)
    if count < 10:
        return value, None
    squares = sum((tops[block] - value * bottoms[block]) ** 2 for block in run.blocks)
    error = math.sqrt(squares * count / (count - 1)) / sum(bottoms.values())
    return value, float(stats.t.isf((1 - CONFIDENCE) / 2, count - 1)) * error


def fixed(value: float, digits: int = 0) -> str:
    """Noise far behind the printed digits must not decide how a half is rounded."""
    text = f"{round(float(value), 9):.{digits}f}"
    return text.removeprefix("-") if set(text) <= set("-0.") else text


def signed(value: float, digits: int = 0) -> str:
    text = fixed(value, digits)
    return text if text.startswith("-") else "+" + text


def ends_text(ends: tuple[float | None, float | None] | None, digits: int = 0) -> str:
    if ends is None or ends == (None, None):
        return DASH
    low, high = ends
    if low is None:
        return f"< {fixed(high, digits)}"
    if high is None:
        return f"> {fixed(low, digits)}"
    return "±" + fixed((high - low) / 2, digits)


def table(rated: Rated) -> list[list[str]]:
    """The rows of the ratings as text."""
    run, rows = rated.run, []
    order = sorted(range(rated.size), key=lambda i: (-round(rated.rating(i), 6), run.names[i]))
    for i in order:
        name = run.names[i]
        rank = 1 + sum(round(rated.rating(j), 6) > round(rated.rating(i), 6) for j in order)
        low, high = rated.ranks(i) if rated.enough else (rank, rank)
        seats = [(game, seat) for game in run.games for seat, who in enumerate(game["table"]) if who == name]
        points = ratio(run, name, lambda game, seat: game["scores"][seat], lambda *_: 1)[0]
        exact = ratio(
            run,
            name,
            lambda game, seat: sum(hand["bids"][seat] == hand["taken"][seat] for hand in game["hands"]),
            lambda game, _: len(game["hands"]),
        )[0]
        wins = sum((game["places"][seat] == 1) / game["places"].count(1) for game, seat in seats) / len(seats)
        faults = sum(game["table"][fault["seat"]] == name for game in run.games for fault in game["faults"])
        lost = sum(game["table"][seat] == name for game in run.games for seat in game["forfeits"])
        half = rated.far() * math.sqrt(rated.points_single[i]) if rated.enough else None
        rows.append(
            [
                str(rank) if (low, high) == (rank, rank) else f"{rank} ({low}{DASH}{high})",
                name + (" (out)" if name in run.out else ""),
                fixed(rated.rating(i)),
                ends_text(rated.rating_ends(i)),
                str(len({id(game) for game, _ in seats})),
                fixed(points, 1),
                signed(rated.q[i], 2),
                DASH if half is None else "±" + fixed(half, 2),
                fixed(100 * wins, 1) + " %",
                fixed(sum(game["places"][seat] for game, seat in seats) / len(seats), 2),
                fixed(100 * exact, 1) + " %",
                str(faults) + (f" ({lost} forfeited)" if lost else ""),
            ]
        )
    return rows


def pairs(rated: Rated) -> list[list[str]]:
    """The rows of the cross-table as text."""
    run, rows = rated.run, []
    order = sorted(range(rated.size), key=lambda i: (-round(rated.rating(i), 6), run.names[i]))
    for i, j in combinations(order, 2):
        shared = sum(run.names[i] in game["table"] and run.names[j] in game["table"] for game in run.games)
        variance = rated.variance[i, j]
        sure = DASH
        if rated.enough and variance > 0:
            share = float(stats.t.cdf((rated.t[i] - rated.t[j]) / math.sqrt(variance), rated.count - 1))
            sure = "> 99.9 %" if share > 0.999 else fixed(100 * share, 1) + " %"
        gap = unit(i, rated.size) - unit(j, rated.size)
        half = rated.far() * math.sqrt(gap @ rated.points_covariance @ gap) if rated.enough else None
        rows.append(
            [
                run.names[i],
                run.names[j],
                str(shared),
                fixed(100 * rated.above[i, j] / rated.met[i, j], 1) + " %",
                signed(ELO * (rated.t[i] - rated.t[j])),
                ends_text(rated.pair_ends(i, j)),
                sure,
                signed(rated.q[i] - rated.q[j], 2),
                DASH if half is None else "±" + fixed(half, 2),
            ]
        )
    return rows


def main() -> None:
    rated = Rated(Run(Path(sys.argv[1])))
    for rows in (table(rated), pairs(rated)):
        for row in rows:
            print("\t".join(row))


if __name__ == "__main__":
    main()
