"""Which cards a seat may play, and which card wins a trick.

Words: the led suit is set by the first card that is neither wizard nor jester. A trick that a wizard opens has no led
suit, and one with nothing but jesters has none yet: there everything may be played. Wizards and jesters may always be
played, whatever is led, and holding them obliges to nothing.

A rule about beating (`must_beat`, over-trumping) looks at the best card so far that has to be beaten. Once a wizard
lies, nothing can beat it, and those rules ask for nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence

from ohhell_referee.rules.deck import NO_SUIT, WIZARD_STRENGTH, Deck
from ohhell_referee.rules.variant import NO_TRUMP, WIZARD, Card, EqualCard, PlayRules, Suit


def led_suit(deck: Deck, trick: Sequence[Card]) -> Suit | None:
    """Return the suit to follow: None while nobody has set one, `NO_SUIT` where a wizard came first."""
    for card in trick:
        suit = deck.suit_of[card]
        if suit != NO_SUIT:
            return suit
        if card[0] == WIZARD:
            return NO_SUIT
    return None


def trick_winner(deck: Deck, trick: Sequence[Card], trump: Suit, equal_card: EqualCard = "first") -> int:
    """Return who wins a trick, counted from its leader (0).

    The first wizard wins; else the highest trump; else the highest card of the led suit; with nothing but jesters
    the first of them. Of equal cards from several packs the first or the last wins, as the variant has it.
    """
    strengths = deck.strengths(trump)[led_suit(deck, trick) or NO_SUIT]
    best = 0
    for place, card in enumerate(trick):
        if beats(strengths[card], strengths[trick[best]], equal_card):
            best = place
    return best


def beats(strength: int, best: int, equal_card: EqualCard) -> bool:
    """Return whether a card wins over the best one before it, both given by their strengths in this trick."""
    return strength > best or (equal_card == "last" and strength == best and 0 < best < WIZARD_STRENGTH)


def legal_cards(
    rules: PlayRules,
    deck: Deck,
    cards: Sequence[Card],
    trick: Sequence[Card],
    trump: Suit,
    *,
    finished: Sequence[Sequence[object]] = (),
    equal_card: EqualCard = "first",
) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played, in the hand's order; never empty for a hand that is not.

    `trick` are the cards on the table in order of play, empty for the leader; `finished` are the hand's earlier tricks,
    whose items that are cards are looked at (leader seats may stand among them).
    """
    if not trick:
        return _leads(rules, deck, cards, trump, finished)
    led = led_suit(deck, trick)
    if led is None or led == NO_SUIT:
        return tuple(cards)
    suit_of = deck.suit_of
    suited = [card for card in cards if suit_of[card] == led]
    trumps = [] if led == trump else [card for card in cards if suit_of[card] == trump]
    strengths = deck.strengths(trump)[led]
    best = max(strengths[card] for card in trick)
    if suited:
        wanted = _followers(rules, suited, strengths, best, led, trump, deck, trick, equal_card)
    elif rules.void == "any" or not trumps:
        return tuple(cards)
    elif rules.void == "trump":
        wanted = trumps
    else:
        higher = [card for card in trumps if beats(strengths[card], best, equal_card)]
        if not higher and rules.void == "overtrump_or_any":
            return tuple(cards)
        wanted = higher or trumps
    if deck.has_specials:
        allowed = set(wanted)
        return tuple(card for card in cards if card in allowed or suit_of[card] == NO_SUIT)
    return tuple(wanted)


def _followers(
    rules: PlayRules,
    suited: list[Card],
    strengths: dict[Card, int],
    best: int,
    led: Suit,
    trump: Suit,
    deck: Deck,
    trick: Sequence[Card],
    equal_card: EqualCard,
) -> list[Card]:
    """Return those cards of the led suit that may be played: all, or under `must_beat` those that win, if any do."""
    if not rules.must_beat:
        return suited
    if led != trump and any(deck.suit_of[card] == trump for card in trick):
        return suited
    return [card for card in suited if beats(strengths[card], best, equal_card)] or suited


def _leads(
    rules: PlayRules, deck: Deck, cards: Sequence[Card], trump: Suit, finished: Sequence[Sequence[object]]
) -> tuple[Card, ...]:
    """Return the cards that may open a trick: under `trump_lead` not always trumps, unless there is nothing else."""
    if rules.trump_lead == "any" or trump == NO_TRUMP:
        return tuple(cards)
    if rules.trump_lead == "not_first" and finished:
        return tuple(cards)
    suit_of = deck.suit_of
    if rules.trump_lead == "broken":
        for played in finished:
            if any(isinstance(card, str) and suit_of[card] == trump for card in played):
                return tuple(cards)
    return tuple([card for card in cards if suit_of[card] != trump]) or tuple(cards)
