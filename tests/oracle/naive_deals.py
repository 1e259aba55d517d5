"""Pack, schedule and deals of the independent reference (see naive_rules.py).

The deals follow docs/deals.md alone, word by word, so that the program's are compared with what is written there.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Any

from ohhell_referee.rules.variant import JESTER, SUITS, WIZARD, DeckRules, Variant
from oracle.naive_bids import selects

# The pack


def pack(rules: DeckRules, players: int) -> list[str]:
    """Every card of the pack in its order, twins as often as they are there.

    Wizards and jesters are counted as they stand in the variant, whatever the number of packs; they have the suit
    letters in turn.
    """
    cards = [
        rank + suit
        for suit in SUITS
        for rank in rules.ranks
        for _ in range(rules.copies)
        if suit in rules.suits and rank + suit not in rules.remove
    ]
    if rules.per_player > 0:
        highest = sorted(cards, key=lambda card: (rules.ranks.index(card[0]), SUITS.index(card[1])))
        for card in highest[: len(cards) - rules.per_player * players]:
            cards.remove(card)
    wizards = [WIZARD + SUITS[number % 4] for number in range(rules.wizards)]
    jesters = [JESTER + SUITS[number % 4] for number in range(rules.jesters)]
    return cards + sorted(wizards) + sorted(jesters)


# The schedule


def by_players(value: Any, players: int) -> Any:
    """The column of a table by number of players; None where it has none."""
    if isinstance(value, dict) and value and all(str(key).isdigit() for key in value):
        return value.get(str(players))
    return value


def pack_size(raw: dict[str, Any], players: int) -> int:
    """Cards in the pack of a preset's own table."""
    table = {key: by_players(value, players) for key, value in raw.get("deck", {}).items()}
    if "remove" in table:
        table["remove"] = tuple(table["remove"] or ())
    return len(pack(DeckRules(**{key: value for key, value in table.items() if value is not None}), players))


def expand_schedule(text: str, players: int, maximum: int | None) -> list[int]:
    """`max..1*P..max` and its like, as sizes: each turning point as often as it says, one card up or down between them.

    `each*P` behind the last point repeats every hand that often.
    """
    text = text.strip()
    times = 1
    if " each*" in text:
        text, _, how_often = text.partition(" each*")
        times = players if how_often == "P" else int(how_often)
    sizes: list[int] = []
    for part in text.split(".."):
        point, _, repeat = part.strip().partition("*")
        size = maximum if point == "max" else int(point)
        assert size is not None
        count = 1 if not repeat else players if repeat == "P" else int(repeat)
        if sizes:
            step = 1 if size > sizes[-1] else -1
            while sizes[-1] + step != size:
                sizes.append(sizes[-1] + step)
        sizes += [size] * count
    return [size for size in sizes for _ in range(times)]


def schedule_of(raw: dict[str, Any], players: int) -> list[int]:
    """The sizes of a game's hands, from a preset's own table of values."""
    table = raw.get("schedule", {})
    maximum = by_players(table.get("max"), players)
    cards = pack_size(raw, players)
    if maximum == "fit_trump":
        maximum = (cards - 1) // players
    if maximum == "fit_all":
        maximum = cards // players
    hands = by_players(table.get("hands", "10..1..10"), players)
    return expand_schedule(hands, players, maximum) if isinstance(hands, str) else list(hands)


# What is drawn


class Words:
    """The numbers that belong to a label."""

    def __init__(self, key: bytes, label: str) -> None:
        self.key = key
        self.label = label
        self.used = 0

    def next_word(self) -> int:
        block, place = divmod(self.used, 16)
        message = f"{self.label}#{block}".encode()
        digest = hmac.new(self.key, message, hashlib.sha256).digest()
        self.used += 1
        return digest[2 * place] * 256 + digest[2 * place + 1]

    def below(self, bound: int) -> int:
        largest_multiple = 65_536 // bound * bound
        word = self.next_word()
        while word >= largest_multiple:
            word = self.next_word()
        return word % bound

    def draw(self, pile: list[str], count: int) -> list[str]:
        rest = list(pile)
        return [rest.pop(self.below(len(rest))) for _ in range(count)]


def key_of(seed: str) -> bytes:
    return hashlib.sha256(f"ohhell-seed-1:{seed}".encode()).digest()


def first_dealer(variant: Variant, seed: str, block: int) -> int:
    named = variant.game.first_dealer
    return Words(key_of(seed), f"dealer|{block}").below(variant.players) if named == "random" else named


@dataclass(frozen=True)
class Dealt:
    """What the dealer did: cards by seat, the card turned up, the suit drawn where trump comes by chance."""

    hands: list[list[str]]
    turned: str | None
    drawn: str | None


def turn_up(variant: Variant, index: int, size: int, extra: bool) -> str:
    """What is turned up in a hand: `no`, `stock`, `dealer_card` or `cut`."""
    if variant.trump.source != "turn_up":
        return "no"
    for selector in variant.trump.no_trump:
        if selects(selector, variant, index, size, extra):
            return "no"
    if len(pack(variant.deck, variant.players)) > size * variant.players:
        return "stock"
    return variant.trump.exhausted if variant.trump.exhausted != "no_trump" else "no"


def deal_out(variant: Variant, seed: str, block: int, index: int, size: int, dealer: int, extra: bool = False) -> Dealt:
    """The deal of a hand. `dealer` is a seat; hands come sorted in the pack's order."""
    key = key_of(seed)
    cards = pack(variant.deck, variant.players)
    where = turn_up(variant, index, size, extra)
    dealt_out = size * variant.players
    drawn = Words(key, f"deal|{block}|{index}").draw(cards, dealt_out + 1 if where == "stock" else dealt_out)
    hands: list[list[str]] = [[] for _ in range(variant.players)]
    for number in range(dealt_out):
        hands[(dealer + 1 + number) % variant.players].append(drawn[number])
    turned = None
    if where == "stock":
        turned = drawn[dealt_out]
    if where == "dealer_card":
        turned = drawn[dealt_out - 1]
    if where == "cut":
        turned = cards[Words(key, f"cut|{block}|{index}").below(len(cards))]
    suit = None
    if variant.trump.source == "random":
        suits = [letter for letter in SUITS if letter in variant.deck.suits]
        suit = suits[Words(key, f"trump|{block}|{index}").below(len(suits))]
    for hand in hands:
        hand.sort(key=cards.index)
    return Dealt(hands, turned, suit)
