"""Swiss: round after round, neighbours in the standings meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ohhell_referee.tournament.formats import LineUp
from ohhell_referee.tournament.model import Tournament
from ohhell_referee.tournament.rounds import Contenders, Ratings, Round, standing_order, times_met


class Swiss(Contenders):
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
