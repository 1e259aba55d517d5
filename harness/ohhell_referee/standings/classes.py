"""Classes of bots: those that always, or nearly always, finish above others.

Where nobody of a lower class ever finished above the upper one, the results say "at least so far apart" and no more:
the likelihood grows with the distance for ever, and the virtual results alone hold the estimate. One or two lucky games
do not change that: how rare an event is cannot be told from seeing it once. For such pairs a bound is given, not an
interval.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from ohhell_referee.standings.matrix import Matrix
from ohhell_referee.standings.tally import LineUpSums

FEW_UPSETS = 3
"""From so many blocks with an upset on, the errors by block stand. Of fewer events a normal approximation of their
logarithm makes intervals that are far too short on the rare side: for one event the exact 95 % interval of the rate
reaches down to a fortieth of it."""

RARE = 0.1
"""Share of comparisons; above it few upsets mean few meetings, which is another matter (differences.py, thin pairs)."""


LEVEL = 1e-7
"""Strengths closer than this are the same: which of the two comes first is an accident of their names."""


class Cut(NamedTuple):
    """A place in the order of strength that results hardly cross."""

    lower: frozenset[int]
    """The bots below it."""
    upsets: int
    """Blocks in which one of them finished above or level with one above the cut."""


def cuts_of(strengths: Sequence[float], line_ups: Sequence[LineUpSums], above: Matrix) -> list[Cut]:
    """All cuts of the order with fewer than FEW_UPSETS blocks of upsets, from the bottom up.

    `above[i][j]`: comparisons in which i finished above j, a tie counting 1/2.
    """
    order = sorted(range(len(strengths)), key=lambda i: (strengths[i], i))
    cuts = []
    for count in range(1, len(order)):
        below, over = order[:count], order[count:]
        if strengths[over[0]] - strengths[below[-1]] < LEVEL:
            continue
        upset = sum([above[i][j] for i in below for j in over])
        met = upset + sum([above[j][i] for i in below for j in over])
        if not met or upset > RARE * met:
            continue
        lower = frozenset(below)
        upsets = _upset_blocks(lower, line_ups) if upset else 0
        if upsets < FEW_UPSETS:
            cuts.append(Cut(lower, upsets))
    return cuts


def _upset_blocks(lower: frozenset[int], line_ups: Sequence[LineUpSums]) -> int:
    """How many blocks have an upset; counted no further than FEW_UPSETS."""
    found: set[Hashable] = set()
    for sums in line_ups:
        places = [a for a, i in enumerate(sums.line_up) if i in lower]
        if not places or len(places) == len(sums.line_up):
            continue
        among = sum([sums.line_up[a] != sums.line_up[b] for a in places for b in places if b < a])
        columns = [sums.wins[a] for a in places]
        # What the lower ones won beyond the comparisons among themselves they won of the upper ones.
        for block, games, *wins in zip(sums.blocks, sums.games, *columns, strict=True):
            if sum(wins) > games * among:
                found.add(block)
                if len(found) >= FEW_UPSETS:
                    return FEW_UPSETS
    return len(found)
