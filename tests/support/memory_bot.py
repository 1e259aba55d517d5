"""A cheating bot: remembers every hand that its process has seen and looks for it again.

It has seen its own hands and, from the cards played, everybody else's. A hand of five cards or more that is dealt to it
and that it has seen before, in whatever seat, is counted: by its very cards, and up to relabelling the suits. At each
game's end it prints one line: the counts so far, when the game began and ended, and the shape of the game's first hand.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any

from ohhell_protocol import Bot

SMALLEST = 5
_RELABELLINGS = [dict(zip("CDHS", suits, strict=True)) for suits in itertools.permutations("CDHS")]


def exact(cards: Iterable[str], turned: str | None) -> str:
    """The hand and the turn-up as they are."""
    return " ".join([*sorted(cards), turned or "--"])


def shape(cards: Iterable[str], turned: str | None) -> str:
    """The hand and the turn-up, the same for all hands that differ only in the names of their suits."""
    cards = list(cards)
    return min(
        exact([card[0] + names[card[1]] for card in cards], turned[0] + names[turned[1]] if turned else None)
        for names in _RELABELLINGS
    )


class MemoryBot(Bot):
    """Plays the first legal card; its point is what it remembers."""

    events = True

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.shapes: set[str] = set()
        self.begun: dict[str, tuple[float, str]] = {}
        self.table: dict[str, dict[int, list[str]]] = {}
        self.turned: dict[str, str | None] = {}
        self.counts = {"hands": 0, "exact": 0, "relabelled": 0}

    def bid(self, request: Any) -> int:
        if request.size >= SMALLEST:
            hand = exact(request.cards, request.turned), shape(request.cards, request.turned)
            self.counts["hands"] += 1
            self.counts["exact"] += hand[0] in self.seen
            self.counts["relabelled"] += hand[1] in self.shapes
            if request.hand == 0:
                self.begun[request.game] = time.monotonic(), hand[1]
        return int(request.legal[0])

    def play(self, request: Any) -> str:
        return str(request.legal[0])

    def on_event(self, game: Any, event: Mapping[str, Any]) -> None:
        name = game.game
        if event["type"] == "hand_start":
            self.table[name] = {}
            self.turned[name] = event["turned"]
        elif event["type"] == "card_played":
            self.table[name].setdefault(event["seat"], []).append(event["card"])
        elif event["type"] == "hand_end":
            for cards in self.table[name].values():
                if len(cards) >= SMALLEST:
                    self.seen.add(exact(cards, self.turned[name]))
                    self.shapes.add(shape(cards, self.turned[name]))

    def on_game_end(self, game: Any, scores: list[int], places: list[int]) -> None:
        begun, first = self.begun[game.game]
        line = {**self.counts, "begun": begun, "ended": time.monotonic(), "first": first}
        print("MEMORY " + json.dumps(line), file=sys.stderr, flush=True)


if __name__ == "__main__":
    MemoryBot().run()
