"""What the formats share whose line-ups depend on results: swiss, knockout, adaptive.

Each is a pure function of the rounds so far.

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
from ohhell_referee.tournament.formats import LineUp, group_of
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


class Contenders:
    """What all three formats know of their entries: order in the file, a drawn order, groups, and seats at a table."""

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
