"""What travels on the wire between referee and bot, and the SDK for Python bots. See protocol/PROTOCOL.md.

from ohhell_protocol import Bot
"""

from .cards import (
    RANKS,
    SUITS,
    led_suit,
    remaining_cards,
    strength,
    suit_of,
    trick_winner,
    variant_deck,
    visible_cards,
    voids,
    winning_cards,
)
from .errors import ProtocolError
from .limits import PROTOCOL_VERSION
from .sdk import BidRequest, Bot, GameInfo, PlayRequest, Request, TrumpRequest

__all__ = [
    "PROTOCOL_VERSION",
    "RANKS",
    "SUITS",
    "BidRequest",
    "Bot",
    "GameInfo",
    "PlayRequest",
    "ProtocolError",
    "Request",
    "TrumpRequest",
    "led_suit",
    "remaining_cards",
    "strength",
    "suit_of",
    "trick_winner",
    "variant_deck",
    "visible_cards",
    "voids",
    "winning_cards",
]
