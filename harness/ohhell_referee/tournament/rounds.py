"""Formats whose line-ups depend on results: swiss, knockout, adaptive. Pure functions of the rounds so far.

A round is a list of line-ups, each played for the same number of blocks; the next is decided when all of these are
complete, from complete rounds only. So the same games give the same line-ups, whatever the order in which they ended
and however often the run was interrupted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Protocol

from ohhell_referee.rules.seeds import Stream
from ohhell_referee.tournament.formats import DrawnLineUps, LineUp, advancing, group_of, knockout_sizes
from ohhell_referee.tournament.model import Tournament


class GameResult(Protocol):
    """What a format wants to know of a finished game."""

    @property
    def table(self) -> Sequence[str]: ...
    @property
    def scores(self) -> Sequence[int]: ...
    @property
    def places(self) -> Sequence[int]: ...


Ratings = Mapping[str, tuple[float, float | None]]
"""Rating and its standard error by name, in Elo; None: not enough games to tell."""


@dataclass(frozen=True, slots=True)
class BlockResult:
    """The games of one block, taken together: mean points and mean place (1 = first) of each name."""

    line_up: LineUp
    points: Mapping[str, float]
    places: Mapping[str, float]
    """Both are empty where every game of the block was void."""


@dataclass(frozen=True, slots=True)
class Round:
    line_ups: tuple[LineUp, ...]
    blocks: tuple[BlockResult, ...] = ()
    """Complete blocks in the order of their numbers; block i of a round belongs to line-up i modulo their number."""


def block_result(line_up: LineUp, games: Sequence[GameResult]) -> BlockResult:
    """Puts the games of a block together."""
    points: dict[str, list[int]] = {}
    places: dict[str, list[int]] = {}
    for game in games:
        for name, score, place in zip(game.table, game.scores, game.places, strict=True):
            points.setdefault(name, []).append(score)
            places.setdefault(name, []).append(place)
    return BlockResult(
        line_up,
        {name: fmean(values) for name, values in points.items()},
        {name: fmean(values) for name, values in places.items()},
    )


class RoundMaker(Protocol):
    """One format, ready to say the first round and, from the rounds so far, the next."""

    @property
    def repetitions(self) -> int:
        """Blocks that each line-up of a round is played for."""

    @property
    def total_line_ups(self) -> int:
        """Line-ups of all rounds together."""

    def first_round(self) -> tuple[LineUp, ...]: ...
    def next_round(self, rounds: Sequence[Round], rate: Callable[[], Ratings]) -> tuple[LineUp, ...]: ...


def round_maker(tournament: Tournament, key: bytes) -> RoundMaker:
    """The maker of a swiss, knockout or adaptive tournament."""
    makers: dict[str, Callable[[Tournament, bytes], RoundMaker]] = {
        "swiss": Swiss,
        "knockout": Knockout,
        "adaptive": Adaptive,
    }
    return makers[tournament.format](tournament, key)


class Table:
    """What all three formats know of their entries: order in the file, a drawn order, groups, seats."""

    def __init__(self, tournament: Tournament, key: bytes) -> None:
        self.names = tournament.names
        self.players = tournament.players
        self.position = {name: index for index, name in enumerate(self.names)}
        self.group = {entry.name: group_of(entry, index) for index, entry in enumerate(tournament.entries)}
        drawn = list(self.names)
        Stream(key, f"{tournament.format}|order").shuffle(drawn)
        self.drawn = drawn

    def in_file_order(self, names: Iterable[str]) -> LineUp:
        return tuple(sorted(names, key=self.position.__getitem__))

    def may_join(self, name: str, others: Iterable[str]) -> bool:
        return all(self.group[name] != self.group[other] for other in others)


class Swiss(Table):
    """Round after round, neighbours in the standings meet, preferably those that have met least."""

    def __init__(self, tournament: Tournament, key: bytes) -> None:
        super().__init__(tournament, key)
        self.repetitions = tournament.blocks
        assert tournament.rounds is not None  # the loader fills it in for this format
        self.tables = swiss_tables(self.group.values(), self.players)
        self.total_line_ups = self.tables * tournament.rounds

    def first_round(self) -> tuple[LineUp, ...]:
        return self._pair(self.drawn, dict.fromkeys(self.names, 0), {})

    def next_round(self, rounds: Sequence[Round], rate: Callable[[], Ratings]) -> tuple[LineUp, ...]:
        blocks = [block for round_ in rounds for block in round_.blocks]
        played = dict.fromkeys(self.names, 0)
        for block in blocks:
            for name in block.line_up:
                played[name] += 1
        return self._pair(standing_order(self.drawn, blocks), played, times_met(blocks))

    def _pair(
        self, order: Sequence[str], played: Mapping[str, int], met: Mapping[frozenset[str], int]
    ) -> tuple[LineUp, ...]:
        seated = self._choose(order, played, self.tables)
        line_ups = self._neighbours(seated, met)
        return tuple(self.in_file_order(line_up) for line_up in line_ups)

    def _choose(self, order: Sequence[str], played: Mapping[str, int], tables: int) -> list[str]:
        """Who plays: those with the fewest blocks, then the better ones; of a group no more than there are tables."""
        rank = {name: index for index, name in enumerate(order)}
        count: dict[str | int, int] = {}
        chosen: list[str] = []
        for name in sorted(order, key=lambda name: (played[name], rank[name])):
            if len(chosen) < tables * self.players and count.get(self.group[name], 0) < tables:
                chosen.append(name)
                count[self.group[name]] = count.get(self.group[name], 0) + 1
        return sorted(chosen, key=rank.__getitem__)

    def _neighbours(self, order: list[str], met: Mapping[frozenset[str], int]) -> list[list[str]]:
        left = list(order)
        found: list[list[str]] = []
        while left:
            table = [left.pop(0)]
            while len(table) < self.players:
                near = [name for name in left if self.may_join(name, table)][: 2 * self.players]
                if not near:
                    return self._by_groups(order)
                best = min(
                    near,
                    key=lambda name: (sum(met.get(frozenset((name, other)), 0) for other in table), left.index(name)),
                )
                table.append(best)
                left.remove(best)
            found.append(table)
        return found

    def _by_groups(self, order: Sequence[str]) -> list[list[str]]:
        """Tables that keep groups apart wherever that is possible at all: group after group dealt out one by one."""
        tables = len(order) // self.players
        rank = {name: index for index, name in enumerate(order)}
        first: dict[str | int, int] = {}
        for name in order:
            first.setdefault(self.group[name], rank[name])
        dealt = sorted(order, key=lambda name: (first[self.group[name]], rank[name]))
        return [dealt[table::tables] for table in range(tables)]


def swiss_tables(groups: Iterable[str | int], players: int) -> int:
    """The most tables that a round can fill while no group has more members playing than there are tables."""
    sizes: dict[str | int, int] = {}
    for group in groups:
        sizes[group] = sizes.get(group, 0) + 1
    for tables in range(sum(sizes.values()) // players, 0, -1):
        if sum(min(size, tables) for size in sizes.values()) >= tables * players:
            return tables
    return 0


class Knockout(Table):
    """The top half of each table goes on, until one table decides."""

    def __init__(self, tournament: Tournament, key: bytes) -> None:
        super().__init__(tournament, key)
        self.repetitions = tournament.blocks
        self.sizes = knockout_sizes(len(self.names), self.players, tournament.rounds)
        self.total_line_ups = sum(tables for tables, _ in self.sizes)

    def first_round(self) -> tuple[LineUp, ...]:
        return self._seat(self.drawn, passed=(), number=0)

    def next_round(self, rounds: Sequence[Round], rate: Callable[[], Ratings]) -> tuple[LineUp, ...]:
        passed = [name for number in range(len(rounds)) for name in self._passing(rounds, number)]
        return self._seat(self.active(rounds), passed, len(rounds))

    def active(self, rounds: Sequence[Round]) -> list[str]:
        """Who is still in after `rounds`, the best of the last round first."""
        active = list(self.drawn)
        for number, round_ in enumerate(rounds):
            tables, passing = self.sizes[number]
            playing = [name for line_up in round_.line_ups for name in line_up]
            order = standing_order(active, round_.blocks)
            go_on: list[tuple[int, int, str]] = []
            for line_up in round_.line_ups:
                best = sorted(line_up, key=order.index)[: advancing(tables, passing, self.players)]
                go_on += [(place, order.index(name), name) for place, name in enumerate(best)]
            passers = [name for name in active if name not in playing]
            active = [name for _, _, name in sorted(go_on)] + passers
        return active

    def _passing(self, rounds: Sequence[Round], number: int) -> list[str]:
        playing = {name for line_up in rounds[number].line_ups for name in line_up}
        return [name for name in self.active(rounds[:number]) if name not in playing]

    def _seat(self, active: Sequence[str], passed: Sequence[str], number: int) -> tuple[LineUp, ...]:
        """Passing goes to the best that have passed least often; the others are dealt out so that the best are
        apart."""
        tables, passing = self.sizes[number]
        passers = sorted(active, key=lambda name: (passed.count(name), active.index(name)))[:passing]
        playing = [name for name in active if name not in passers]
        line_ups: list[list[str]] = [[] for _ in range(tables)]
        for index, name in enumerate(playing):
            row, column = divmod(index, tables)
            line_ups[column if row % 2 == 0 else tables - 1 - column].append(name)
        return tuple(self.in_file_order(line_up) for line_up in line_ups)


class Adaptive(Table):
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


def standing_order(names: Sequence[str], blocks: Iterable[BlockResult]) -> list[str]:
    """`names` by mean place, then mean points, both over blocks; those without a block last; else in the given
    order."""
    places: dict[str, list[float]] = {}
    points: dict[str, list[float]] = {}
    for block in blocks:
        for name in block.places:
            places.setdefault(name, []).append(block.places[name])
            points.setdefault(name, []).append(block.points[name])
    return sorted(
        names,
        key=lambda name: (fmean(places[name]), -fmean(points[name])) if name in places else (math.inf, 0.0),
    )


def times_met(blocks: Iterable[BlockResult]) -> dict[frozenset[str], int]:
    """In how many blocks each pair has met."""
    met: dict[frozenset[str], int] = {}
    for block in blocks:
        for pair in combinations(block.line_up, 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return met
