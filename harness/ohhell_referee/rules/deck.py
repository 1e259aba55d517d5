"""The pack of a variant, with tables that make each question about a card one look-up.

Cards are strings and are handed on by reference: the string in a hand, in a trick and in a request is the one made
here, so that nothing is converted on the way.
"""

from __future__ import annotations

import sys
from functools import lru_cache

from ohhell_referee.rules.per_variant import per_variant
from ohhell_referee.rules.variant import JESTER, NO_TRUMP, SUITS, WIZARD, Card, DeckRules, Suit, Variant

NO_SUIT: Suit = ""
"""The suit of wizards and jesters, and the led suit of a trick that a wizard opened."""

WIZARD_STRENGTH = 1000
_TRUMP_STRENGTH = 500

Strengths = dict[Card, int]
"""How a card ranks within one trick: 0 cannot win but by being first; the highest wins."""


class Deck:
    """The cards of a variant for one number of players. Shared between games: nothing in it is ever changed.

    `cards` stand in canonical order: by suit (C, D, H, S), then by rank from low to high, equal cards of several
    packs side by side, then wizards, then jesters. `order` is each card's place in it, by which hands are sorted.
    `suits` are the suits that can be trump. `suit_of` gives `NO_SUIT` for wizards and jesters.
    """

    __slots__ = ("_strengths", "cards", "has_specials", "order", "suit_of", "suits")

    def __init__(self, rules: DeckRules, players: int) -> None:
        suits = [suit for suit in SUITS if suit in rules.suits]
        removed = set(rules.remove)
        pack = [rank + suit for suit in suits for rank in rules.ranks if rank + suit not in removed]
        cards = [card for card in pack for _ in range(rules.copies)]
        if rules.per_player:
            # The highest cards stay; where a rank has to be split, S stays before H, D and C.
            by_height = sorted(cards, key=lambda card: (rules.ranks.index(card[0]), suits.index(card[1])), reverse=True)
            kept = by_height[: rules.per_player * players]
            cards = sorted(kept, key=lambda card: (suits.index(card[1]), rules.ranks.index(card[0])))
        specials = sorted(WIZARD + SUITS[number % 4] for number in range(rules.wizards))
        specials += sorted(JESTER + SUITS[number % 4] for number in range(rules.jesters))
        self.cards: tuple[Card, ...] = tuple(sys.intern(card) for card in (*cards, *specials))
        self.has_specials = bool(specials)
        self.suits: tuple[Suit, ...] = tuple(suits)
        special = set(specials)
        self.suit_of: dict[Card, Suit] = {card: NO_SUIT if card in special else card[1] for card in self.cards}
        self.order: dict[Card, int] = {card: place for place, card in enumerate(dict.fromkeys(self.cards))}
        self._strengths = {
            trump: {led: self._strengths_in(led, trump) for led in (*suits, NO_SUIT)} for trump in (*suits, NO_TRUMP)
        }

    def _strengths_in(self, led: Suit, trump: Suit) -> Strengths:
        strengths = {}
        for card, place in self.order.items():
            suit = self.suit_of[card]
            if suit == NO_SUIT:
                strength = WIZARD_STRENGTH if card[0] == WIZARD else 0
            elif suit == trump:
                strength = _TRUMP_STRENGTH + place
            else:
                strength = 1 + place if suit == led else 0
            strengths[card] = strength
        return strengths

    def strengths(self, trump: Suit) -> dict[Suit, Strengths]:
        """Return the tables of strengths by led suit (or `NO_SUIT`) under a trump suit or `NO_TRUMP`."""
        return self._strengths[trump]

    def ranks_of_letter(self, letter: Suit) -> str:
        """Return the ranks of all cards that bear a suit letter, wizards and jesters among them."""
        return "".join(card[0] for card in self.cards if card[1] == letter)


@lru_cache(maxsize=256)
def _deck(rules: DeckRules, players: int) -> Deck:
    return Deck(rules, players)


@per_variant
def deck_of(variant: Variant) -> Deck:
    """Return the pack that a variant is played with."""
    return _deck(variant.deck, variant.game.players)


def deck_size(rules: DeckRules, players: int) -> int:
    """Return the number of cards in the pack, all copies counted."""
    return len(_deck(rules, players).cards)
