"""Adaptive: the next line-ups are those that tell the most about the order."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from ohhell_referee.tournament.formats import DrawnLineUps, LineUp
from ohhell_referee.tournament.model import Tournament
from ohhell_referee.tournament.rounds import Contenders, Ratings, Round


class Adaptive(Contenders):
    """Line-ups where the order is least known, decided a batch at a time.

    The opening is drawn so that everybody has enough blocks for a first rating. Each later line-up takes the names
    among which the most is to be learnt, while what the batch itself will tell is already counted in.
    """

    repetitions = 1

    def __init__(self, tournament: Tournament, key: bytes) -> None:
        super().__init__(tournament, key)
        self.total_line_ups = tournament.blocks
        self.opening = opening_blocks(len(self.names), self.players)
        self.batch = max(SMALLEST_BATCH, 2 * math.ceil(len(self.names) / self.players))
        self._drawn_line_ups = DrawnLineUps(tournament.entries, self.players, key, "adaptive")

    def first_round(self) -> tuple[LineUp, ...]:
        return tuple(self._drawn_line_ups.line_up(block) for block in range(min(self.opening, self.total_line_ups)))

    def next_round(self, rounds: Sequence[Round], rate: Callable[[], Ratings]) -> tuple[LineUp, ...]:
        ratings = rate()
        done = sum(len(round_.line_ups) for round_ in rounds)
        played = dict.fromkeys(self.names, 0)
        for round_ in rounds:
            for line_up in round_.line_ups:
                for name in line_up:
                    played[name] += 1
        added = dict.fromkeys(self.names, 0)
        batch: list[LineUp] = []
        for _ in range(min(self.batch, self.total_line_ups - done)):
            line_up = self.in_file_order(self._most_telling(ratings, played, added))
            for name in line_up:
                added[name] += 1
            batch.append(line_up)
        return tuple(batch)

    def _most_telling(self, ratings: Ratings, played: Mapping[str, int], added: Mapping[str, int]) -> list[str]:
        errors = {}
        for name in self.names:
            error = ratings[name][1] if name in ratings else None
            blocks = max(played[name], 1)
            errors[name] = (UNKNOWN_ERROR if error is None else error) * math.sqrt(blocks / (blocks + added[name]))

        def worth(one: str, other: str) -> float:
            return order_information(
                ratings[one][0] - ratings[other][0] if one in ratings and other in ratings else 0.0,
                math.hypot(errors[one], errors[other]),
            )

        # Equal worths go to those with fewer blocks, then to the file's order: sorted once, min and max keep the first.
        names = sorted(self.names, key=lambda name: (played[name] + added[name], self.position[name]))
        pairs = ((one, other) for one, other in combinations(names, 2) if self.may_join(one, (other,)))
        table = list(max(pairs, key=lambda pair: worth(*pair)))
        while len(table) < self.players:
            near = [name for name in names if name not in table and self.may_join(name, table)]
            table.append(max(near, key=lambda name: sum(worth(name, other) for other in table)))
        return table


OPENING_BLOCKS = 12
"""Blocks for everybody before results decide: a little over the 10 below which no interval is given."""


def opening_blocks(entries: int, players: int) -> int:
    """Blocks of an adaptive tournament that are drawn before results decide."""
    return math.ceil(OPENING_BLOCKS * entries / players)


SMALLEST_BATCH = 8
"""Line-ups that are decided together, so that a few games at once can be played between decisions."""

UNKNOWN_ERROR = 350.0
"""Elo; stands for an error that is not known yet. Glicko starts its newcomers with the same figure."""


def order_information(difference: float, error: float) -> float:
    """What one more game of two bots is expected to tell about which of them is better.

    The probability that the present order is wrong, times the variance of one result (a result that is certain tells
    nothing), times the variance of the difference that a game can still reduce. Elo; the scale does not matter.
    """
    if error <= 0:
        return 0.0
    wrong = 0.5 * math.erfc(abs(difference) / error / math.sqrt(2))
    win = 1 / (1 + 10 ** (-difference / 400))
    return wrong * win * (1 - win) * error * error
