"""What authors of bots keep rewriting, and sometimes get wrong: strength of cards, winner of a trick, cards still out.

Cards are the wire's two-character strings; a trump is `C`, `D`, `H`, `S`, or `N` or None for no trump. Wizards
(`Z?`) and jesters (`N?`) are understood everywhere. Functions that compare ranks take the variant's rank order (the
`ranks` of its `deck` section, low to high), which only a few variants change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

RANKS = "23456789TJQKA"
"""Low to high, where the variant does not say otherwise."""
SUITS = "CDHS"
WIZARD = "Z"
JESTER = "N"


def rank_of(card: str) -> str:
    return card[0]


def suit_of(card: str) -> str | None:
    """The suit that a card belongs to; None for wizards and jesters, which belong to none."""
    return None if card[0] in "ZN" else card[1]


def is_wizard(card: str) -> bool:
    return card[0] == WIZARD


def is_jester(card: str) -> bool:
    return card[0] == JESTER


def led_suit(trick: Sequence[str]) -> str | None:
    """The suit that must be followed: that of the first card that is no jester; None if that is a wizard or missing."""
    for card in trick:
        if card[0] == JESTER:
            continue
        return None if card[0] == WIZARD else card[1]
    return None


def strength(card: str, led: str | None, trump: str | None, ranks: str = RANKS) -> int:
    """How strong a card is in a trick with this led suit; of two cards of a trick the stronger wins.

    0 for cards that cannot win: jesters, and discards of another suit. Where no suit is led yet (an empty trick, or
    jesters only), a card counts as if it were led. Only a wizard before it beats a wizard.
    """
    rank = card[0]
    if rank == WIZARD:
        return 1000
    if rank == JESTER:
        return 0
    if card[1] == trump:
        return 201 + ranks.index(rank)
    if led is None or card[1] == led:
        return 101 + ranks.index(rank)
    return 0


def trick_winner(trick: Sequence[str], trump: str | None, ranks: str = RANKS, *, equal_card_last: bool = False) -> int:
    """The position in `trick`, counted from its leader, of the card that wins.

    The winner's seat is `(leader + position) % players`. Of equal cards (two packs) the first wins, or the last with
    `equal_card_last` (the variant's deck section says `equal_card = "last"`); of wizards always the first, of
    nothing but jesters the first. Raises ValueError for an empty trick.
    """
    if not trick:
        raise ValueError("a trick without cards has no winner")
    led = led_suit(trick)
    best = 0
    best_strength = strength(trick[0], led, trump, ranks)
    for position in range(1, len(trick)):
        found = strength(trick[position], led, trump, ranks)
        if found > best_strength or (found == best_strength and equal_card_last and 0 < found < 1000):
            best = position
            best_strength = found
    return best


def winning_cards(cards: Iterable[str], trick: Sequence[str], trump: str | None, ranks: str = RANKS) -> list[str]:
    """Those of `cards` that would be winning if played to the trick now; all of them on an empty trick."""
    if not trick:
        return list(cards)
    led = led_suit(trick)
    best = max(strength(card, led, trump, ranks) for card in trick)
    return [card for card in cards if strength(card, led, trump, ranks) > best]


def full_deck(deck: Mapping[str, Any] | None = None) -> Counter[str]:
    """Every card of a deck with how often it occurs. `deck` is the deck section of a variant; None: 52 cards.

    Follows `ranks`, `suits`, `copies`, `remove`, `wizards` and `jesters`. Where the variant keeps only the highest
    cards for the number of players (`per_player`), use `variant_deck`.
    """
    deck = deck or {}
    copies = deck.get("copies", 1)
    cards = Counter(
        {rank + suit: copies for rank in deck.get("ranks", RANKS) for suit in deck.get("suits", SUITS)},
    )
    for card in deck.get("remove", ()):
        del cards[card]
    for letter, key in ((WIZARD, "wizards"), (JESTER, "jesters")):
        for number in range(deck.get(key, 0)):
            cards[letter + SUITS[number % 4]] += 1
    return cards


def variant_deck(variant: Mapping[str, Any] | None, players: int) -> Counter[str]:
    """The deck of a variant as sent in game_start, for a number of players: each card with how often it occurs."""
    deck = (variant or {}).get("deck") or {}
    cards = full_deck(deck)
    keep = (deck.get("per_player") or 0) * players
    if keep:
        order = deck.get("ranks", RANKS)
        plain = [card for card in cards.elements() if card[0] not in (WIZARD, JESTER)]
        # The highest cards stay; where a rank has to be split, S stays before H, D and C.
        plain.sort(key=lambda card: (order.index(card[0]), SUITS.index(card[1])), reverse=True)
        special = [card for card in cards.elements() if card[0] in (WIZARD, JESTER)]
        cards = Counter(plain[:keep] + special)
    return cards


def visible_cards(request: Any) -> list[str]:
    """Every card that the seat asked has seen: its own, the turn-up, foreheads, the table and the finished tricks."""
    seen = list(request.cards)
    seen += [card for card in request.seen or () if card is not None]
    if request.turned is not None:
        seen.append(request.turned)
    seen += request.trick
    for trick in request.played:
        seen += trick[1:]
    return seen


def remaining_cards(request: Any, deck: Counter[str]) -> Counter[str]:
    """The cards that the seat has not seen: in other hands or undealt. `deck` as from `variant_deck`.

    A turn-up that lies in a hand (the dealer's last card, shown) was played if it is in the tricks: such a card is
    taken off once, not twice.
    """
    rest = deck.copy()
    seen = Counter(visible_cards(request))
    turned = request.turned
    if turned is not None and seen[turned] > deck[turned]:
        seen[turned] -= 1
    rest.subtract(seen)
    return +rest


def voids(request: Any) -> list[set[str]]:
    """By seat, the suits that the seat showed it does not hold, by not following in the tricks seen so far.

    Wizards and jesters may be played instead of following, so they show nothing.
    """
    found: list[set[str]] = [set() for _ in range(request.players)]
    tricks = [(trick[0], trick[1:]) for trick in request.played]
    if request.trick:
        tricks.append((request.leader, request.trick))
    for leader, cards in tricks:
        led: str | None = None
        for position, card in enumerate(cards):
            if led is None:
                if card[0] == WIZARD:
                    break
                if card[0] != JESTER:
                    led = card[1]
            elif card[0] not in "ZN" and card[1] != led:
                found[(leader + position) % request.players].add(led)
    return found
