"""Deals, and the relabelling of their suits; docs/deals.md holds the algorithm in words, with test vectors."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ohhell_referee.rules.deck import Deck, deck_of
from ohhell_referee.rules.plan import HandPlan
from ohhell_referee.rules.seeds import Stream
from ohhell_referee.rules.variant import JESTER, NO_TRUMP, RANKS, SUITS, WIZARD, Card, Suit, Variant


class Deal(NamedTuple):
    """Who holds what, and what decides the trump."""

    hands: tuple[tuple[Card, ...], ...]
    """By seat, each in the pack's canonical order."""
    turned: Card | None
    """The card that all see, None where none is turned. It is in a hand only where every card was dealt."""
    trump: Suit | None
    """A suit or `N`; None where a seat will name it."""


def derive_deal(key: bytes, block: int, plan: HandPlan, variant: Variant, dealer: int) -> Deal:
    """Return the deal of one hand: a pure function of the seed's key, the block and the hand.

    `dealer` is a seat: the cards go round one at a time from its left, and it is the last to get one.
    """
    deck = deck_of(variant)
    players = variant.players
    count = players * plan.size
    stream = Stream(key, f"deal|{block}|{plan.index}")
    dealt = stream.draw(deck.cards, count + 1 if plan.source == "turn_up" else count)
    order = deck.order.__getitem__
    hands: list[tuple[Card, ...]] = [()] * players
    for place in range(players):
        hands[(dealer + 1 + place) % players] = tuple(sorted(dealt[place:count:players], key=order))
    if plan.source == "turn_up":
        turned = dealt[count]
    elif plan.source == "dealer_card":
        turned = dealt[count - 1]
    elif plan.source == "cut":
        turned = deck.cards[Stream(key, f"cut|{block}|{plan.index}").below(len(deck.cards))]
    elif plan.source == "random":
        suit = Stream(key, f"trump|{block}|{plan.index}").below(len(deck.suits))
        return Deal(tuple(hands), None, deck.suits[suit])
    else:
        return Deal(tuple(hands), None, plan.trump)
    return Deal(tuple(hands), turned, turned_trump(turned, deck))


def turned_trump(turned: Card, deck: Deck) -> Suit | None:
    """Return the trump that a turned-up card sets: its suit, `N` for a jester, None (dealer names) for a wizard."""
    suit = deck.suit_of[turned]
    if suit:
        return suit
    return None if turned[0] == WIZARD else NO_TRUMP


class Relabelling:
    """A permutation of the suits, as the disguise of repeated deals uses it.

    `suits` are the letters that replace C, D, H and S. No trump (`N`), no card and no suit (None) stay as they are.
    """

    __slots__ = ("_cards", "_places", "_suits", "suits")

    def __init__(self, suits: str) -> None:
        if sorted(suits) != sorted(SUITS):
            raise ValueError(f"suits must be the letters {SUITS} in some order, got {suits!r}")
        self.suits = suits
        self._suits: dict[Suit | None, Suit | None] = dict(zip(SUITS, suits, strict=True))
        self._suits |= {NO_TRUMP: NO_TRUMP, None: None}
        self._cards, self._places = _card_tables(suits)

    def card(self, card: Card) -> Card:
        return self._cards[card]

    def suit(self, suit: Suit | None) -> Suit | None:
        """Return what stands for a suit; None and `N` pass."""
        return self._suits[suit]

    def cards(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards relabelled, in the same places."""
        return tuple([self._cards[card] for card in cards])

    def hand(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return a hand relabelled and sorted again, so that the order of its cards gives nothing away."""
        relabelled = [self._cards[card] for card in cards]
        # Within a suit the ranks are in order before and after: a stable sort by suit is all that is needed.
        relabelled.sort(key=self._places.__getitem__)
        return tuple(relabelled)

    def deal(self, deal: Deal) -> Deal:
        turned = None if deal.turned is None else self._cards[deal.turned]
        return Deal(tuple([self.hand(cards) for cards in deal.hands]), turned, self._suits[deal.trump])

    def inverse(self) -> Relabelling:
        """Return the relabelling that undoes this one."""
        return Relabelling("".join(SUITS[self.suits.index(letter)] for letter in SUITS))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Relabelling) and other.suits == self.suits

    def __hash__(self) -> int:
        return hash(self.suits)

    def __repr__(self) -> str:
        return f"Relabelling({self.suits!r})"


@lru_cache(maxsize=24)
def _card_tables(suits: str) -> tuple[dict[Card, Card], dict[Card, int]]:
    """Return what stands for each card, and the place of each card's suit (wizards and jesters after all suits)."""
    groups = (RANKS, WIZARD, JESTER)
    places = {
        rank + suit: 4 * group + place
        for group, ranks in enumerate(groups)
        for rank in ranks
        for place, suit in enumerate(SUITS)
    }
    names = {card: card for card in places}
    new_letter = dict(zip(SUITS, suits, strict=True))
    return {card: names[card[0] + new_letter[card[1]]] for card in names}, places
