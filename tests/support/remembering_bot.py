"""A cheating bot that gains by remembering: the greedy bot, but where a hand comes again it bids what the hand took.

Its process sees every hand of a deal in the cards played and, at the hand's end, the tricks they took. When it is dealt
one of these hands in a later seating of the block, it bids that number. Where suits are disguised it finds nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "example_bots" / "python"))

from greedy_bot import GreedyBot

Hand = frozenset[str]


class RememberingBot(GreedyBot):
    events = True

    def __init__(self) -> None:
        super().__init__()
        self.took: dict[tuple[Hand, str | None], int] = {}
        self.cards: dict[str, dict[int, set[str]]] = {}
        self.turned: dict[str, str | None] = {}

    def bid(self, request: Any) -> int:
        known = self.took.get((frozenset(request.cards), request.turned))
        if known is None:
            return super().bid(request)
        return min(request.legal, key=lambda bid: (abs(bid - known), bid))

    def on_event(self, game: Any, event: Mapping[str, Any]) -> None:
        name = game.game
        if event["type"] == "hand_start":
            self.cards[name] = {}
            self.turned[name] = event["turned"]
        elif event["type"] == "card_played":
            self.cards[name].setdefault(event["seat"], set()).add(event["card"])
        elif event["type"] == "hand_end":
            for seat, cards in self.cards[name].items():
                self.took[frozenset(cards), self.turned[name]] = event["taken"][seat]


if __name__ == "__main__":
    RememberingBot().run()
