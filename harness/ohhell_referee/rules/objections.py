"""Why a seat may not do something, in words for people.

A reason speaks of nothing that the seat cannot see: it may be sent to the bot that is told of its fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ohhell_referee.rules.bidding import hooked_bid
from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.tricks import led_suit
from ohhell_referee.rules.turns import TurnKind

if TYPE_CHECKING:  # the hand imports this module
    from ohhell_referee.rules.hand import Hand

_SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


class IllegalAction(ValueError):
    """What a seat may not do now; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def objection(hand: Hand, kind: TurnKind, seat: int, value: object) -> str:
    """Return why `value` is none of the choices of a seat whose turn of this kind it is."""
    if kind == "play":
        return _objection_to_card(hand, seat, value)
    if kind == "trump":
        return f"{value!r} cannot be named as trump: it is one of {' '.join(map(str, hand.choices))}"
    if type(value) is not int:
        return f"a bid is a whole number, not {value!r}"
    if not 0 <= value <= hand.size:
        return f"a bid lies between 0 and {hand.size}, not {value}"
    earlier = hand.earlier_bids(seat)
    if value == hooked_bid(hand.plan, sum(earlier), seat == hand.bidding_order[-1]):
        return f"the last bidder may not bid {value}: the bids would add up to {hand.size}, the number of tricks"
    return f"zero has been bid {hand.variant.bids.zero_run} times in a row: the next bid must be higher"


def _objection_to_card(hand: Hand, seat: int, value: object) -> str:
    deck = deck_of(hand.variant)
    if not isinstance(value, str) or value not in deck.order:
        return f"{value!r} is not a card of this game"
    if value not in hand.cards[seat]:
        return f"{value} is not in the hand"
    if not hand.trick:
        return f"{value} may not be led: trump cannot be led now while another card is held"
    suit_of = deck.suit_of
    led = led_suit(deck, hand.trick)
    if led and suit_of[value] != led and any(suit_of[card] == led for card in hand.cards[seat]):
        return f"{value} does not follow suit: {_SUIT_NAMES[led]} were led and are held"
    if led and suit_of[value] == led:
        return f"{value} does not beat the best card of the trick, and a card that does is held"
    if suit_of[value] == hand.trump:
        return f"{value} does not beat the trump on the table, and a card that does is held"
    return f"{value} may not be discarded: a seat that cannot follow suit must play trump, and one is held"
