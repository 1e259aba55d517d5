"""Statistics of bidding: what a card player wants to know about a bot, with intervals by block."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from ohhell_referee.record.game_record import GameRecord
from ohhell_referee.standings.model import FEWEST_BLOCKS
from ohhell_referee.standings.slices import HandSlice
from ohhell_referee.standings.student import t_quantile

HANDS, BID, TAKEN, EXACT, OVER, UNDER, MISS, ZEROS, ZEROS_MADE, POINTS = range(10)
"""Positions in the sums of one bot in one block."""

SUMS = 10


@dataclass(frozen=True, slots=True)
class Rate:
    """A mean with its interval; None where there is none to give."""

    value: float
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class BiddingRow:
    """One bot's bidding in the hands looked at. All but `hands` are None where there is nothing to divide by."""

    name: str
    hands: int
    exact: Rate | None
    """Share of hands in which the bid was made exactly."""
    over: Rate | None
    """Share with more tricks than bid."""
    under: Rate | None
    miss: Rate | None
    """Mean of |tricks - bid|."""
    bid: Rate | None
    taken: Rate | None
    zero_bids: Rate | None
    """Share of hands with a bid of zero."""
    zeros_made: Rate | None
    """Share of the bids of zero that were made."""
    points: Rate | None
    """Points a hand."""


@dataclass(slots=True)
class BiddingTally:
    """Sums by bot and block."""

    hands: HandSlice = field(default_factory=HandSlice)
    sums: dict[str, dict[Hashable, list[int]]] = field(default_factory=dict)
    blocks: set[Hashable] = field(default_factory=set)

    def add(self, game: GameRecord, listed: Callable[[str], bool], hooked: Callable[[int], bool | None]) -> None:
        """Add a game's hands. `hooked(size)`: whether the last bidder of such a hand was hooked."""
        players = len(game.table)
        whole = self.hands.whole
        self.blocks.add(game.block)
        own: list[list[int] | None] = []
        for name in game.table:
            if listed(name):
                own.append(self.sums.setdefault(name, {}).setdefault(game.block, [0] * SUMS))
            else:
                own.append(None)
        for hand in game.hands:
            if not whole and not self.hands.hand(hand.size, hand.trump, hooked(hand.size)):
                continue
            for seat, sums in enumerate(own):
                if sums is None or not (whole or self.hands.seat((seat - hand.dealer - 1) % players + 1)):
                    continue
                bid, taken = hand.bids[seat], hand.taken[seat]
                sums[HANDS] += 1
                sums[BID] += bid
                sums[TAKEN] += taken
                if bid == taken:
                    sums[EXACT] += 1
                elif taken > bid:
                    sums[OVER] += 1
                    sums[MISS] += taken - bid
                else:
                    sums[UNDER] += 1
                    sums[MISS] += bid - taken
                if bid == 0:
                    sums[ZEROS] += 1
                    sums[ZEROS_MADE] += taken == 0
                sums[POINTS] += hand.points[seat]

    def rows(self, confidence: float = 0.95) -> list[BiddingRow]:
        """One row a bot, by name."""
        return [self._row(name, confidence) for name in sorted(self.sums)]

    def rate(self, name: str, over: int, under: int, confidence: float = 0.95) -> Rate | None:
        """The ratio of two sums of a bot with its interval, from how it varies between blocks."""
        by_block = self.sums.get(name, {}).values()
        total = sum(sums[under] for sums in by_block)
        if not total:
            return None
        value = sum(sums[over] for sums in by_block) / total
        count = len(self.blocks)
        if count < FEWEST_BLOCKS:
            return Rate(value, None)
        squares = math.fsum((sums[over] - value * sums[under]) ** 2 for sums in by_block)
        error = math.sqrt(squares * count / (count - 1)) / total
        half = t_quantile(0.5 + confidence / 2.0, count - 1) * error
        return Rate(value, (value - half, value + half) if half > 0.0 else None)

    def _row(self, name: str, confidence: float) -> BiddingRow:
        def mean(over: int, under: int = HANDS) -> Rate | None:
            return self.rate(name, over, under, confidence)

        return BiddingRow(
            name,
            sum(sums[HANDS] for sums in self.sums[name].values()),
            exact=mean(EXACT),
            over=mean(OVER),
            under=mean(UNDER),
            miss=mean(MISS),
            bid=mean(BID),
            taken=mean(TAKEN),
            zero_bids=mean(ZEROS),
            zeros_made=mean(ZEROS_MADE, ZEROS),
            points=mean(POINTS),
        )
