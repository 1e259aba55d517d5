"""Games summed to what the fit needs: wins and points by block and line-up, and who finished above whom.

For the fit a block is a handful of sums a line-up, whatever the number of its seatings: how many games, how many
wins over the table's others each bot had, how many points. That is all that the likelihood and its errors depend on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from ohhell_referee.standings.results import Result, Selection

LineUp = tuple[int, ...]
"""Bots of a table as rising positions in `Tally.names`; a repeated position is a second copy of one bot."""


@dataclass(slots=True)
class Sums:
    """One line-up in one block."""

    games: int
    wins: list[float]
    """By place in the line-up: comparisons won against the table's others, a tie counting 1/2; copies of one bot
    are not compared. Half-integers, so sums are exact."""
    points: list[float]
    """By place in the line-up: sum of final scores."""


@dataclass(slots=True)
class Tally:
    names: list[str]
    blocks: dict[Hashable, dict[LineUp, Sums]] = field(default_factory=dict)
    above: list[float] = field(default_factory=list)
    """above[i * len(names) + j]: comparisons in which bot i finished above bot j, a tie counting 1/2."""
    ties: int = 0
    comparisons: int = 0
    games: int = 0
    marked: int = 0
    seats: list[int] = field(default_factory=list)
    """By bot: how many seats it held; two copies at one table hold two."""
    games_of: list[int] = field(default_factory=list)
    place_sum: list[int] = field(default_factory=list)
    first_share: list[float] = field(default_factory=list)
    """By bot: wins of whole games, a tie for first among k counting 1/k."""

    def won(self, i: int, j: int) -> float:
        return self.above[i * len(self.names) + j]


def tally_results(results: Iterable[Result], selection: Selection) -> Tally:
    """Sum the games that count. The sums do not depend on the order of the games."""
    chosen = list(results)
    if not selection.whole:
        chosen = [game for game in chosen if selection.game(game.block, game.bots, game.marked)]
    everyone = sorted({bot for game in chosen for bot in game.bots})
    names = [name for name in everyone if selection.bot(name)]
    size = len(names)
    position = {name: i for i, name in enumerate(names)}
    hidden = len(names) < len(everyone)
    tally = Tally(
        names,
        above=[0.0] * (size * size),
        seats=[0] * size,
        games_of=[0] * size,
        place_sum=[0] * size,
        first_share=[0.0] * size,
    )
    above, blocks = tally.above, tally.blocks
    seats_of, games_of, place_sum, first_share = tally.seats, tally.games_of, tally.place_sum, tally.first_share
    ties = comparisons = 0
    for block, bots, scores, given, marked, _seating, _dealer in chosen:
        if given is None:
            ordered = sorted(scores, reverse=True)
            places: Iterable[int] = [ordered.index(score) + 1 for score in scores]
            leaders = ordered.count(ordered[0])
        else:
            places = given
            leaders = given.count(1)
        tally.marked += marked
        if hidden:
            seats = sorted(
                (position[bot], place, score)
                for bot, place, score in zip(bots, places, scores, strict=True)
                if bot in position
            )
            if not seats:
                continue
        else:
            seats = sorted(zip([position[bot] for bot in bots], places, scores, strict=True))
        tally.games += 1
        line_up = tuple([seat[0] for seat in seats])
        at_block = blocks.get(block)
        if at_block is None:
            at_block = blocks[block] = {}
        sums = at_block.get(line_up)
        if sums is None:
            sums = at_block[line_up] = Sums(0, [0.0] * len(seats), [0.0] * len(seats))
        sums.games += 1
        wins, points = sums.wins, sums.points
        last = -1
        for a, (i, place, score) in enumerate(seats):
            points[a] += score
            seats_of[i] += 1
            if i != last:
                games_of[i] += 1
                last = i
            place_sum[i] += place
            if place == 1:
                first_share[i] += 1.0 / leaders
            for b in range(a):
                j, other, _ = seats[b]
                if i == j:
                    continue
                comparisons += 1
                if place < other:
                    wins[a] += 1.0
                    above[i * size + j] += 1.0
                elif place > other:
                    wins[b] += 1.0
                    above[j * size + i] += 1.0
                else:
                    ties += 1
                    wins[a] += 0.5
                    wins[b] += 0.5
                    above[i * size + j] += 0.5
                    above[j * size + i] += 0.5
    tally.ties, tally.comparisons = ties, comparisons
    return tally
