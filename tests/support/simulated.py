"""Simulated tournaments of bots whose true strengths are known.

A seat's score is the bot's strength, the seat's advantage, the luck of the cards dealt to that seat (the same in every
seating of a block), how well those cards suit that bot (the same whenever it sits there in the block), and noise; all
in points, rounded to whole points, so that ties happen. The sizes resemble four-handed Oh Hell of ten to twenty hands.

The truth to compare a fit with is what the same model says about infinitely many games: `true_strengths`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from ohhell_referee.standings.fit import fit_strengths
from ohhell_referee.standings.results import Result
from ohhell_referee.standings.tally import LineUpSums

Design = Literal["independent", "rotated", "all"]
SEAT_EFFECTS = {
    2: (0.0, 3.0),
    3: (0.0, 3.0, -3.0),
    4: (0.0, 3.0, -3.0, 2.0),
    7: (0.0, 3.0, -3.0, 2.0, 4.0, -2.0, 1.0),
}


@dataclass(frozen=True)
class World:
    """Bots with known strengths, and where luck comes from. All in points of one game."""

    strengths: tuple[float, ...]
    players: int
    design: Design = "rotated"
    deal: float = 14.0
    """Standard deviation of the cards' luck by block and seat."""
    suit: float = 14.0
    """Of how well the cards at a seat suit a bot, by block, seat and bot."""
    noise: float = 10.0
    """Of everything that differs between the seatings of a block."""
    names: tuple[str, ...] = field(default=())

    @property
    def bots(self) -> int:
        return len(self.strengths)

    def name(self, bot: int) -> str:
        return self.names[bot] if self.names else f"bot{bot}"

    @property
    def line_ups(self) -> list[tuple[int, ...]]:
        return list(itertools.combinations(range(self.bots), self.players))

    @property
    def spread(self) -> float:
        """Standard deviation of one score around strength and seat, rounding included."""
        return math.sqrt(self.deal**2 + self.suit**2 + self.noise**2 + 1 / 12)


def spaced(bots: int, range_points: float = 24.0) -> tuple[float, ...]:
    """Strengths evenly spaced over a range, best first."""
    return tuple(range_points * (0.5 - i / max(bots - 1, 1)) for i in range(bots))


def chance(world: World, i: int, j: int) -> float:
    """How often i finishes above j at a table, over all pairs of seats, a tie counting 1/2."""
    seats = SEAT_EFFECTS[world.players]
    gaps = [a - b for x, a in enumerate(seats) for y, b in enumerate(seats) if x != y]
    scale = world.spread * math.sqrt(2.0)
    lead = world.strengths[i] - world.strengths[j]
    return sum(0.5 * (1.0 + math.erf((lead + gap) / scale / math.sqrt(2.0))) for gap in gaps) / len(gaps)


def true_strengths(world: World) -> list[float]:
    """Strengths that the model of the standings would find in infinitely many games of a round-robin."""
    size = world.bots
    wins = [sum(chance(world, i, j) for j in range(size) if j != i) for i in range(size)]
    meetings = [[0.0 if i == j else 1.0 for j in range(size)] for i in range(size)]
    return fit_strengths(wins, meetings, prior=0.0)[0]


def _seatings(world: World, rng: np.random.Generator, blocks: int) -> np.ndarray:
    """Seat of each place of the line-up: blocks x games x players."""
    n = world.players
    if world.design == "all":
        return np.broadcast_to(np.array(list(itertools.permutations(range(n)))), (blocks, math.factorial(n), n))
    start = rng.permuted(np.tile(np.arange(n), (blocks, 1)), axis=1)
    if world.design == "independent":
        return start[:, None, :]
    return (start[:, None, :] + np.arange(n)[None, :, None]) % n


def _scores(world: World, rng: np.random.Generator, line_up: Sequence[int], seats: np.ndarray) -> list[np.ndarray]:
    """Scores: by place of the line-up an array of blocks x games. Single precision and small integers, because the
    5,040 seatings of seven bots make millions of games."""
    blocks, games, n = seats.shape
    luck = rng.normal(0.0, world.deal, (blocks, n)) + np.array(SEAT_EFFECTS[n])
    fitting = rng.normal(0.0, world.suit, (blocks, n, n))
    scores = []
    for place, bot in enumerate(line_up):
        by_seat = (luck + fitting[:, place] + world.strengths[bot]).astype(np.float32)
        exact = rng.standard_normal((blocks, games), dtype=np.float32)
        exact *= np.float32(world.noise)
        exact += np.take_along_axis(by_seat, seats[:, :, place], axis=1)
        scores.append(np.rint(exact, out=exact).astype(np.int16))
    return scores


def simulate_results(world: World, blocks: int, seed: int) -> list[Result]:
    """`blocks` blocks, the line-ups in turn, as results."""
    rng = np.random.default_rng(seed)
    results = []
    for number, line_up in zip(range(blocks), itertools.cycle(world.line_ups)):
        seats = _seatings(world, rng, 1)
        scores = _scores(world, rng, line_up, seats)
        for seating in range(seats.shape[1]):
            order = np.argsort(seats[0, seating])
            results.append(
                Result(
                    number,
                    tuple(world.name(line_up[int(place)]) for place in order),
                    tuple(float(scores[int(place)][0, seating]) for place in order),
                    seating=seating,
                )
            )
    return results


def simulate_sums(
    world: World, blocks: int, rng: np.random.Generator, *, by_game: bool = False
) -> tuple[list[LineUpSums], list[list[float]]]:
    """The same, summed as `tally_results` does it, fast enough for millions of games: sums and the `above` matrix.

    `by_game`: pretend that every game had deals of its own, as an error that the calibration must notice.
    """
    above = np.zeros((world.bots, world.bots))
    line_ups = world.line_ups
    result = []
    for index, line_up in enumerate(line_ups):
        numbers = list(range(index, blocks, len(line_ups)))
        wins, points, games = [], [], 1
        for chunk in _chunks(numbers, 16):
            seats = _seatings(world, rng, len(chunk))
            games = seats.shape[1]
            scores = _scores(world, rng, line_up, seats)
            if by_game:
                scores = [column.reshape(-1, 1) for column in scores]
            won = np.zeros((world.players, len(scores[0])))
            for a, b in itertools.combinations(range(world.players), 2):
                better = np.count_nonzero(scores[a] > scores[b], axis=1)
                better = better + 0.5 * np.count_nonzero(scores[a] == scores[b], axis=1)
                worse = scores[a].shape[1] - better
                won[a] += better
                won[b] += worse
                above[line_up[a], line_up[b]] += better.sum()
                above[line_up[b], line_up[a]] += worse.sum()
            wins.append(won)
            points.append(np.array([column.sum(axis=1, dtype=np.int64) for column in scores], dtype=float))
        if not wins:
            continue
        all_wins, all_points = np.concatenate(wins, axis=1), np.concatenate(points, axis=1)
        rows = all_wins.shape[1]
        result.append(
            LineUpSums(
                line_up,
                [(index, row) for row in range(rows)],
                [1 if by_game else games] * rows,
                all_wins.tolist(),
                all_points.tolist(),
            )
        )
    return result, above.tolist()


def _chunks(numbers: list[int], size: int) -> Iterator[list[int]]:
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]


def write_csv(results: Sequence[Result], path: str) -> None:
    """Results as the table that the standings read."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("block,game,bot,score\n")
        for number, game in enumerate(results):
            for bot, score in zip(game.bots, game.scores, strict=True):
                file.write(f"{game.block},g{number},{bot},{score:g}\n")
