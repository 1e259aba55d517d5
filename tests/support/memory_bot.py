"""A cheating bot: remembers every hand that its process has held and looks for it again.

At the end it prints how many hands of five cards or more it found again, exactly and up to relabelling the suits, and
what it saw of the rules about open games: two seatings of one block, or two seats of one table, open at once would show
as the same hand (up to relabelling) in two open games.
"""

from __future__ import annotations

import itertools
import json
import sys
from typing import Any

from ohhell_protocol import Bot

SMALLEST = 5


def canonical(cards: tuple[str, ...], turned: str | None) -> tuple[str, ...]:
    """The hand and the turn-up, the same for all hands that differ only in the names of their suits."""
    best: tuple[str, ...] | None = None
    for suits in itertools.permutations("CDHS"):
        names = dict(zip("CDHS", suits, strict=True))
        up = turned[0] + names[turned[1]] if turned else "--"
        shape = (*sorted(card[0] + names[card[1]] for card in cards), up)
        best = shape if best is None or shape < best else best
    assert best is not None
    return best


class MemoryBot(Bot):
    """Plays the lowest legal card; its point is what it remembers."""

    def __init__(self) -> None:
        self.exact: set[tuple[Any, ...]] = set()
        self.relabelled: set[tuple[str, ...]] = set()
        self.open: dict[str, set[tuple[str, ...]]] = {}
        self.counts = {"hands": 0, "exact": 0, "relabelled": 0, "open_together": 0}

    def bid(self, request: Any) -> int:
        if request.size >= SMALLEST:
            self.remember(request.game, tuple(sorted(request.cards)), request.turned)
        return int(request.legal[0])

    def play(self, request: Any) -> str:
        return str(request.legal[0])

    def remember(self, game: str, cards: tuple[str, ...], turned: str | None) -> None:
        shape = canonical(cards, turned)
        counts = self.counts
        counts["hands"] += 1
        counts["exact"] += (cards, turned) in self.exact
        counts["relabelled"] += shape in self.relabelled
        counts["open_together"] += any(shape in shapes for other, shapes in self.open.items() if other != game)
        self.exact.add((cards, turned))
        self.relabelled.add(shape)
        self.open.setdefault(game, set()).add(shape)

    def on_game_end(self, game: Any, scores: list[int], places: list[int]) -> None:
        self.open.pop(game.game, None)
        print("MEMORY " + json.dumps(self.counts), file=sys.stderr, flush=True)


if __name__ == "__main__":
    MemoryBot().run()
