"""The seatings of one block: how often a line-up is seated on the same deals, and who sits where."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ohhell_referee.tournament.formats import LineUp
from ohhell_referee.tournament.model import Tournament


def seatings_of(tournament: Tournament, line_up: LineUp) -> int:
    """Different seatings of one block.

    Fixed tables keep the order as written; where a name stands twice, seatings that would be the same are left out.
    """
    seats = tournament.players
    if tournament.duplicate == "none":
        return 1
    if tournament.format == "duel":
        return 2
    if tournament.duplicate == "all":
        count = math.factorial(seats)
        for name in set(line_up):
            count //= math.factorial(line_up.count(name))
        return count
    return next(turn for turn in range(1, seats + 1) if line_up[turn:] + line_up[:turn] == line_up)


def arrangement(names: Sequence[str], index: int) -> Iterator[str]:
    """Arrangement number `index` of `names`, in the order in which their first places come; equal names change nothing.

    Each name that may come next heads as many arrangements as the others have; the index says which one is meant.
    """
    left = list(names)
    while left:
        for name in dict.fromkeys(left):
            others = list(left)
            others.remove(name)
            count = math.factorial(len(others))
            for other in set(others):
                count //= math.factorial(others.count(other))
            if index < count:
                yield name
                left = others
                break
            index -= count
