"""Deck, schedule, deal and game of the independent reference (see naive_rules.py)."""

from __future__ import annotations

import random
from typing import Any

from ohhell_referee.rules.variant import JESTER, SUITS, WIZARD, DeckRules, Variant
from oracle.naive_rules import NaiveHand, selects
from oracle.naive_score import points_of_hand


def deck_cards(rules: DeckRules, players: int) -> list[str]:
    """Every card of the deck, twins as often as they are there.

    Wizards and jesters are counted as they stand in the variant, whatever the number of packs; they have the suit letters
    in turn. Keeping the highest cards drops whole ranks from the bottom.
    """
    cards = []
    for _ in range(rules.copies):
        for rank in rules.ranks:
            for suit in SUITS:
                if suit in rules.suits and rank + suit not in rules.remove:
                    cards.append(rank + suit)
    if rules.per_player > 0:
        keep = rules.per_player * players
        cards.sort(key=lambda card: rules.ranks.index(card[0]))
        cards = cards[len(cards) - keep :]
    cards += [WIZARD + SUITS[number % 4] for number in range(rules.wizards)]
    cards += [JESTER + SUITS[number % 4] for number in range(rules.jesters)]
    return cards


def deck_count(raw: dict[str, Any], players: int) -> int:
    """Cards in the deck of a preset's own table."""
    table = {key: by_players(value, players) for key, value in raw.get("deck", {}).items()}
    if "remove" in table:
        table["remove"] = tuple(table["remove"] or ())
    return len(deck_cards(DeckRules(**{key: value for key, value in table.items() if value is not None}), players))


def by_players(value: Any, players: int) -> Any:
    """The column of a table by number of players; None where it has none."""
    if isinstance(value, dict) and value and all(str(key).isdigit() for key in value):
        return value.get(str(players))
    return value


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
    """The sizes of a preset's hands, from its own table of values."""
    table = raw.get("schedule", {})
    maximum = by_players(table.get("max"), players)
    cards = deck_count(raw, players)
    if maximum == "fit_trump":
        maximum = (cards - 1) // players
    if maximum == "fit_all":
        maximum = cards // players
    hands = by_players(table.get("hands", "10..1..10"), players)
    return expand_schedule(hands, players, maximum) if isinstance(hands, str) else list(hands)


class Dealt:
    """What the dealer did: cards by seat, the card turned up, the suit drawn where trump comes by chance."""

    def __init__(self, hands: list[list[str]], turned: str | None, drawn: str | None) -> None:
        self.hands = hands
        self.turned = turned
        self.drawn = drawn


def turn_up(variant: Variant, index: int, size: int, extra: bool) -> str:
    """What is turned up in a hand: `no`, `stock`, `dealer_card` or `cut`."""
    if variant.trump.source != "turn_up":
        return "no"
    for selector in variant.trump.no_trump:
        if selects(selector, variant, index, size, extra):
            return "no"
    if len(deck_cards(variant.deck, variant.players)) > size * variant.players:
        return "stock"
    return variant.trump.exhausted if variant.trump.exhausted != "no_trump" else "no"


def deal_out(variant: Variant, index: int, size: int, dealer: int, extra: bool, rng: random.Random) -> Dealt:
    """Shuffle and deal one card at a time, from the seat after the dealer."""
    cards = deck_cards(variant.deck, variant.players)
    where = turn_up(variant, index, size, extra)
    turned = rng.choice(cards) if where == "cut" else None
    rng.shuffle(cards)
    hands: list[list[str]] = [[] for _ in range(variant.players)]
    for number in range(size * variant.players):
        hands[(dealer + 1 + number) % variant.players].append(cards[number])
    if where == "stock":
        turned = cards[size * variant.players]
    if where == "dealer_card":
        turned = hands[dealer][-1]
    drawn = rng.choice(variant.deck.suits) if variant.trump.source == "random" else None
    return Dealt(hands, turned, drawn)


def wrong_with_deal(hand: NaiveHand) -> str | None:
    """Why these cards could not have been dealt, or None."""
    variant = hand.variant
    rest = deck_cards(variant.deck, variant.players)
    for cards in hand.dealt:
        if len(cards) != hand.size:
            return f"{len(cards)} cards in a hand of {hand.size}"
        for card in cards:
            if card not in rest:
                return f"{card} was dealt too often"
            rest.remove(card)
    where = turn_up(variant, hand.index, hand.size, hand.extra)
    if where == "no":
        return None if hand.turned is None else f"{hand.turned} was turned up in a hand that turns none"
    if hand.turned is None:
        return "no card was turned up"
    if where == "stock":
        return None if hand.turned in rest else f"{hand.turned} was turned up and is not in the stock"
    holders = [seat for seat in range(hand.players) if hand.turned in hand.dealt[seat]]
    if where == "dealer_card":
        return None if hand.dealer in holders else f"{hand.turned} was turned up and is not the dealer's"
    return None if holders else f"{hand.turned} was cut and is not in the deck"


class NaiveGame:
    """The hands of a game one after the other, and the points."""

    def __init__(self, variant: Variant, first_dealer: int) -> None:
        self.variant = variant
        self.first_dealer = first_dealer
        self.results: list[list[int]] = []
        """Points by seat, hand by hand."""
        self.hits: list[list[bool]] = [[] for _ in range(variant.players)]

    def scores(self) -> list[int]:
        return [sum(points[seat] for points in self.results) for seat in range(self.variant.players)]

    def dealer(self) -> int:
        """Of the hand that comes."""
        return (self.first_dealer + len(self.results)) % self.variant.players

    def is_tied(self) -> bool:
        scores = self.scores()
        return scores.count(max(scores)) > 1

    def next_size(self) -> tuple[int, bool] | None:
        """Size of the hand that comes, and whether it is one beyond the schedule; None when the game is over."""
        target = self.variant.end.target
        reached = target > 0 and bool(self.results) and max(self.scores()) >= target
        if len(self.results) < len(self.variant.hands) and not reached:
            return (self.variant.hands[len(self.results)], False)
        if self.variant.end.ties == "extra_hand" and self.is_tied():
            return (max(self.variant.hands), True)
        return None

    def hands_total(self) -> int | None:
        if self.variant.end.target > 0 or self.variant.end.ties == "extra_hand":
            return None
        return len(self.variant.hands)

    def finish(self, hand: NaiveHand) -> tuple[list[int], list[str]]:
        """Score a hand that is over: points by seat, and how they came about."""
        bids = [bid for bid in hand.bids() if bid is not None]
        trump = hand.trump()
        assert hand.turn() is None
        assert trump is not None
        taken = hand.taken()
        points, words = points_of_hand(self.variant, trump, hand.size, bids, taken, self.hits)
        for seat in range(self.variant.players):
            self.hits[seat].append(bids[seat] == taken[seat])
        self.results.append(points)
        return points, words

    def places(self) -> list[int]:
        """1 and how many have more points; ties share a place."""
        scores = self.scores()
        return [1 + sum(other > mine for other in scores) for mine in scores]
