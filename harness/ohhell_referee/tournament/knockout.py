"""Knockout: the top half of each table goes on."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ohhell_referee.tournament.formats import LineUp
from ohhell_referee.tournament.model import Tournament
from ohhell_referee.tournament.rounds import Contenders, Ratings, Round, standing_order


class Knockout(Contenders):
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


def knockout_sizes(entries: int, players: int, rounds: int | None) -> list[tuple[int, int]]:
    """Tables and entries that pass without playing, round by round, until one table has decided (or `rounds`)."""
    sizes: list[tuple[int, int]] = []
    active = entries
    while active >= players and (rounds is None or len(sizes) < rounds):
        tables, passing = divmod(active, players)
        sizes.append((tables, passing))
        if active == players:
            break
        active = passing + tables * advancing(tables, passing, players)
    return sizes


def advancing(tables: int, passing: int, players: int) -> int:
    """How many of a knockout table go on: the top half (of an odd table without its middle seat), but never so few that
    the next round could not fill a table."""
    return max(players // 2, math.ceil((players - passing) / tables))
