"""Whose decision a hand waits for, and what all hands of a variant have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.per_variant import per_variant
from ohhell_referee.rules.variant import Variant

TurnKind = Literal["bid", "revise", "trump", "play"]

MOST_PLAYERS = 10


@dataclass(frozen=True, slots=True)
class Turn:
    kind: TurnKind
    seats: tuple[int, ...]
    """One seat; for bids at once every seat that still owes its bid, in rising order."""


# Turns of one seat are made once: a hand of ten cards has 44 of them, and a tournament has millions of hands.
BID_TURNS = tuple(Turn("bid", (seat,)) for seat in range(MOST_PLAYERS))
REVISE_TURNS = tuple(Turn("revise", (seat,)) for seat in range(MOST_PLAYERS))
TRUMP_TURNS = tuple(Turn("trump", (seat,)) for seat in range(MOST_PLAYERS))
PLAY_TURNS = tuple(Turn("play", (seat,)) for seat in range(MOST_PLAYERS))


class HandRules:
    """A variant's rules for a hand, read out of it once. Shared between hands: nothing in it is ever changed."""

    __slots__ = (
        "all_bid",
        "at_once",
        "dealer_bids_first",
        "dealer_leads",
        "deck",
        "face_up",
        "free_bids",
        "hooked_bids",
        "next_seat",
        "no_bids",
        "orders",
        "plain",
        "players",
        "revise",
        "zero_run",
    )

    def __init__(self, variant: Variant) -> None:
        players = variant.players
        play = variant.play
        self.players = players
        self.deck = deck_of(variant)
        self.plain = (
            play.void == "any"
            and not play.must_beat
            and play.trump_lead == "any"
            and not self.deck.has_specials
            and variant.deck.equal_card == "first"
        )
        """Whether following suit is the only rule of play and the higher card the only thing that wins a trick."""
        self.at_once = variant.bids.order == "at_once"
        self.all_bid = Turn("bid", tuple(range(players)))
        self.revise = variant.bids.revise
        self.zero_run = variant.bids.zero_run
        self.free_bids = [tuple(range(size + 1)) for size in range(max(variant.hands) + 1)]
        """By hand size, the bids of a seat that is bound by no rule."""
        self.hooked_bids = [
            [tuple(bid for bid in free if bid != size - total) for total in range(size + 2)]
            for size, free in enumerate(self.free_bids)
        ]
        """By hand size and the total of the earlier bids (size + 1 for any that is larger), the last bidder's bids."""
        self.no_bids: tuple[None, ...] = (None,) * players
        self.face_up = variant.trump.reveal == "before_bids"
        self.dealer_bids_first = variant.bids.first == "dealer"
        self.dealer_leads = play.first_lead == "dealer"
        self.next_seat = tuple((seat + 1) % players for seat in range(players))
        self.orders = [tuple((first + step) % players for step in range(players)) for first in range(players)]
        """By first seat, all seats in the direction of play."""


@per_variant
def hand_rules(variant: Variant) -> HandRules:
    return HandRules(variant)
