"""Notices of what all seats see, for the seats that asked for them.

The announcer compares the hand with what it has told so far and tells the difference. So it needs to know nothing of
how a hand moves on (bids that open together, a forehead card that plays itself), and cannot tell what is not open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.views import hand_end_body, hand_start_body

Message = dict[str, Any]


class Announcer:
    """Puts `(seat, notice)` pairs into `outbox`, for the seats where `wants_events` is true.

    Notices carry no `game`: whoever sends them knows what the game is called on the seat's connection.
    """

    def __init__(self, outbox: list[tuple[int, Message]], wants_events: Sequence[bool]) -> None:
        self._outbox = outbox
        self._seats = [seat for seat, wants in enumerate(wants_events) if wants]
        self._bids: list[int | None] = []
        self._trump: str | None = None
        self._cards_told = 0
        self._tricks_told = 0

    def hand_starts(self, hand: Hand) -> None:
        self._bids = [None] * hand.players
        self._trump = hand.trump
        self._cards_told = 0
        self._tricks_told = 0
        self._tell(hand_start_body(hand))

    def decided(self, hand: Hand) -> None:
        """Tell what a decision has brought into the open."""
        for seat in hand.bidding_order:
            bid, told = hand.shown_bids[seat], self._bids[seat]
            if bid is not None and bid != told:
                notice: Message = {"type": "bid_made", "hand": hand.plan.index, "seat": seat, "bid": bid}
                if told is not None:
                    notice["revised"] = True
                self._bids[seat] = bid
                self._tell(notice)
        if hand.trump is not None and self._trump is None:
            self._trump = hand.trump
            notice = {"type": "trump_named", "hand": hand.plan.index, "trump": hand.trump}
            if hand.named is not None:
                notice["seat"] = hand.named
            self._tell(notice)
        self._tell_cards(hand)

    def hand_ends(self, game: Game, hand: Hand) -> None:
        """Tell the end of a hand that has been scored."""
        self._tell(hand_end_body(game, hand))

    def _tell_cards(self, hand: Hand) -> None:
        players = hand.players
        while self._tricks_told < len(hand.tricks):
            number = self._tricks_told
            leader, *cards = hand.tricks[number]
            self._tell_trick(hand, number, int(leader), [str(card) for card in cards])
            self._tricks_told += 1
            self._cards_told = 0
            finished = self._tricks_told
            winner = int(hand.tricks[finished][0]) if finished < len(hand.tricks) else hand.leader
            taken = [0] * players
            for trick in hand.tricks[1:finished]:
                taken[int(trick[0])] += 1
            taken[winner] += 1
            self._tell(
                {"type": "trick_end", "hand": hand.plan.index, "trick": number, "winner": winner, "taken": taken}
            )
        self._tell_trick(hand, self._tricks_told, hand.leader, hand.trick)

    def _tell_trick(self, hand: Hand, number: int, leader: int, cards: Sequence[str]) -> None:
        """Tell the cards of a trick that have not been told."""
        for place in range(self._cards_told, len(cards)):
            seat = (leader + place) % hand.players
            self._tell(
                {"type": "card_played", "hand": hand.plan.index, "trick": number, "seat": seat, "card": cards[place]}
            )
        self._cards_told = len(cards)

    def _tell(self, notice: Message) -> None:
        self._outbox.extend((seat, notice) for seat in self._seats)
