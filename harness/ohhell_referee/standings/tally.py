"""Games summed to what the fit needs: wins and points by line-up and block, and who finished above whom.

For the fit a block is a handful of sums a line-up, whatever the number of its seatings: how many games, how many
wins over the table's others each bot had, how many points. That is all that the likelihood and its errors depend on.

A run has far fewer line-ups and orders of finish than games, so everything is grouped by these first and then done once
a group or by column; this is what makes 100,000 games a matter of a second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ohhell_referee.standings.groups import linked
from ohhell_referee.standings.results import Result, Selection

LineUp = tuple[int, ...]
"""Bots of a table as rising positions in a list of names; a repeated position is a second copy of one bot."""


@dataclass(slots=True)
class LineUpSums:
    """All games of one line-up, summed by block. Lists are by block unless said otherwise."""

    line_up: LineUp
    blocks: list[Hashable]
    """Each once."""
    games: list[int]
    wins: list[list[float]]
    """By place in the line-up, then by block: comparisons won against the table's others, a tie counting 1/2; copies of
    one bot are not compared. Half-integers, so sums are exact."""
    points: list[list[float]]
    """By place in the line-up, then by block: sum of final scores."""


@dataclass(slots=True)
class Tally:
    names: list[str]
    line_ups: list[LineUpSums] = field(default_factory=list)
    blocks: int = 0
    above: list[list[float]] = field(default_factory=list)
    """above[i][j]: comparisons in which bot i finished above bot j, a tie counting 1/2."""
    ties: int = 0
    """Comparisons that ended level."""
    comparisons: int = 0
    games: int = 0
    marked: int = 0
    ties_of: list[int] = field(default_factory=list)
    """By bot: its comparisons that ended level."""
    seats: list[int] = field(default_factory=list)
    """By bot: how many seats it held; two copies at one table hold two."""
    games_of: list[int] = field(default_factory=list)
    place_sum: list[int] = field(default_factory=list)
    first_share: list[float] = field(default_factory=list)
    """By bot: wins of whole games, a tie for first among k counting 1/k."""

    def lists(self) -> Iterator[tuple[list[int], list[LineUpSums]]]:
        """Bots linked by common tables, the largest list first: their positions, and the sums of their line-ups in
        positions of the list."""
        for members in linked(len(self.names), [sums.line_up for sums in self.line_ups]):
            local = {i: a for a, i in enumerate(members)}
            yield (
                members,
                [
                    replace(sums, line_up=tuple([local[i] for i in sums.line_up]))
                    for sums in self.line_ups
                    if sums.line_up[0] in local
                ],
            )


class _Order(NamedTuple):
    """What an order of finish among a table's bots amounts to. By place in the line-up."""

    wins: tuple[float, ...]
    above: tuple[tuple[int, int], ...]
    """Pairs (a, b), a finished above b."""
    level: tuple[tuple[int, int], ...]


class _Orders(dict[tuple[int, ...], _Order]):
    """Orders of finish worked out so far, by the places of the bots in a line-up with these copies."""

    def __init__(self, copies: tuple[int, ...]) -> None:
        super().__init__()
        self.copies = copies

    def __missing__(self, standing: tuple[int, ...]) -> _Order:
        order = self[standing] = _order(standing, self.copies)
        return order


def _order(standing: tuple[int, ...], copies: tuple[int, ...]) -> _Order:
    """`standing`: places by place in the line-up; `copies`: the same number for copies of one bot."""
    wins = [0.0] * len(standing)
    above, level = [], []
    for a, own in enumerate(standing):
        for b in range(a):
            if copies[a] == copies[b]:
                continue
            other = standing[b]
            if own == other:
                wins[a] += 0.5
                wins[b] += 0.5
                level.append((a, b))
            else:
                better, worse = (a, b) if own < other else (b, a)
                wins[better] += 1.0
                above.append((better, worse))
    return _Order(tuple(wins), tuple(above), tuple(level))


_Game = tuple[Hashable, tuple[int, ...], tuple[float, ...], int]
"""Block, places and scores by place in the line-up, and how many share the first place of the whole table."""


def tally_results(results: Iterable[Result], selection: Selection) -> Tally:
    """Sum the games that count. The sums do not depend on the order of the games."""
    by_line_up: dict[tuple[str, ...], list[_Game]] = {}
    marked_games = 0
    whole = selection.whole
    for block, bots, scores, given, marked, _seating, _dealer in results:
        if not whole and not selection.game(block, bots, marked):
            continue
        if given is None:
            ordered = sorted(scores, reverse=True)
            places: Sequence[int] = [ordered.index(score) + 1 for score in scores]
        else:
            places = given
        marked_games += marked
        seats = sorted(zip(bots, places, scores, strict=True))
        if not whole:
            seats = [seat for seat in seats if selection.bot(seat[0])]
            if not seats:
                continue
        of_names, standing, points = zip(*seats, strict=True)
        game = (block, standing, points, places.count(1))
        try:
            by_line_up[of_names].append(game)
        except KeyError:
            by_line_up[of_names] = [game]
    names = sorted({name for line_up in by_line_up for name in line_up})
    size = len(names)
    position = {name: i for i, name in enumerate(names)}
    tally = Tally(
        names,
        above=[[0.0] * size for _ in range(size)],
        ties_of=[0] * size,
        seats=[0] * size,
        games_of=[0] * size,
        place_sum=[0] * size,
        first_share=[0.0] * size,
        marked=marked_games,
    )
    blocks: set[Hashable] = set()
    orders_of: dict[tuple[int, ...], _Orders] = {}
    for of_names in sorted(by_line_up):
        line_up = tuple([position[name] for name in of_names])
        games = by_line_up[of_names]
        copies = tuple([line_up.index(i) for i in line_up])
        try:
            orders = orders_of[copies]
        except KeyError:
            orders = orders_of[copies] = _Orders(copies)
        _count_places(tally, line_up, games, orders)
        sums = _sum_line_up(line_up, games, orders)
        tally.line_ups.append(sums)
        blocks.update(sums.blocks)
    tally.blocks = len(blocks)
    return tally


def _count_places(tally: Tally, line_up: LineUp, games: Sequence[_Game], orders: _Orders) -> None:
    """Add what does not depend on blocks."""
    tally.games += len(games)
    for i in set(line_up):
        tally.games_of[i] += len(games)
    for i in line_up:
        tally.seats[i] += len(games)
    above = [tally.above[i] for i in line_up]
    place_sum, first_share = tally.place_sum, tally.first_share
    for (standing, firsts), count in Counter([game[1::2] for game in games]).items():
        order = orders[standing]
        for i, place in zip(line_up, standing, strict=True):
            place_sum[i] += place * count
            if place == 1:
                first_share[i] += count / firsts
        for a, b in order.above:
            above[a][line_up[b]] += count
        for a, b in order.level:
            above[a][line_up[b]] += 0.5 * count
            above[b][line_up[a]] += 0.5 * count
            tally.ties_of[line_up[a]] += count
            tally.ties_of[line_up[b]] += count
        if order.level:
            tally.ties += len(order.level) * count
        tally.comparisons += (len(order.level) + len(order.above)) * count


def _sum_line_up(line_up: LineUp, games: Sequence[_Game], orders: _Orders) -> LineUpSums:
    blocks, standings, points, _ = zip(*games, strict=True)
    wins = [orders[standing].wins for standing in standings]
    if len(set(blocks)) == len(blocks):
        return LineUpSums(
            line_up,
            list(blocks),
            [1] * len(blocks),
            [list(column) for column in zip(*wins, strict=True)],
            [list(column) for column in zip(*points, strict=True)],
        )
    by_block: dict[Hashable, list[int]] = {}
    for row, block in enumerate(blocks):
        by_block.setdefault(block, []).append(row)
    counts = [len(rows) for rows in by_block.values()]
    return LineUpSums(
        line_up,
        list(by_block),
        counts,
        [[sum([column[row] for row in rows]) for rows in by_block.values()] for column in zip(*wins, strict=True)],
        [[sum([column[row] for row in rows]) for rows in by_block.values()] for column in zip(*points, strict=True)],
    )


class RunningTally:
    """Sums of games that come block by block, for tests that look again and again. Wins only; points stay zero."""

    def __init__(self) -> None:
        self._line_ups: dict[tuple[str, ...], LineUpSums] = {}
        self._above: dict[tuple[str, str], float] = {}
        self._blocks = 0

    def add(self, games: Sequence[Result]) -> None:
        """Take all games of the next block."""
        tally = tally_results([game._replace(block=self._blocks) for game in games], Selection())
        self._blocks += 1
        names = tally.names
        for sums in tally.line_ups:
            of_names = tuple([names[i] for i in sums.line_up])
            seats = range(len(of_names))
            own = self._line_ups.get(of_names)
            if own is None:
                empty: list[list[float]] = [[] for _ in seats]
                own = self._line_ups[of_names] = LineUpSums((), [], [], empty, [[] for _ in seats])
            own.blocks += sums.blocks
            own.games += sums.games
            for mine, column in zip(own.wins, sums.wins, strict=True):
                mine.extend(column)
            for mine in own.points:
                mine.append(0.0)
        for i, row in enumerate(tally.above):
            for j, won in enumerate(row):
                if won:
                    key = (names[i], names[j])
                    self._above[key] = self._above.get(key, 0.0) + won

    def sums(self) -> tuple[list[str], list[LineUpSums], list[list[float]]]:
        """Names, sums by line-up, and `above` as in a Tally."""
        names = sorted({name for line_up in self._line_ups for name in line_up})
        position = {name: i for i, name in enumerate(names)}
        above = [[self._above.get((a, b), 0.0) for b in names] for a in names]
        line_ups = []
        for of_names in sorted(self._line_ups):
            own = self._line_ups[of_names]
            own.line_up = tuple([position[name] for name in of_names])
            line_ups.append(own)
        return names, line_ups, above
