"""Variants in few words, deals written by hand, and hands and games that play themselves."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ohhell_referee.rules.deals import Deal, Relabelling, derive_deal, turned_trump
from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.plan import HandPlan, hand_plan
from ohhell_referee.rules.variant import RunBonus, Selector, Variant, ViewRule

FIRST = Selector(which="first")
LAST = Selector(which="last")
LARGEST = Selector(which="max")
ONE_CARD = Selector(size=1)


def variant(hands: Sequence[int] | None = None, view: tuple[ViewRule, ...] = (), **sections: dict[str, Any]) -> Variant:
    """CardGames.io's rules with changes: `variant([3, 2], game={"players": 3}, bids={"hook": False})`."""
    result = Variant(name="test", view=view)
    if hands is not None:
        result = replace(result, hands=tuple(hands))
    for name, changes in sections.items():
        result = replace(result, **{name: replace(getattr(result, name), **changes)})
    return result


def rules_of(preset: str, players: int | None = None, **sections: Any) -> Variant:
    """A preset with changes, as a tournament file has them: `rules_of("bga", 6, score={"miss": "-10"})`."""
    return resolve_variant({"preset": preset, **sections}, players)


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def hand_of(
    rules: Variant,
    hands: Sequence[str],
    *,
    dealer: int | None = None,
    turned: str | None = None,
    trump: str | None = "N",
    index: int = 0,
) -> Hand:
    """A hand with these cards by seat; seat 0 bids and leads first unless another dealer is named."""
    deal = Deal(tuple(cards(text) for text in hands), turned, trump)
    return Hand(rules, hand_plan(rules, index), deal, len(hands) - 1 if dealer is None else dealer)


def bid_all(hand: Hand, *bids: int) -> None:
    """Make the bids, one a turn, in order of bidding."""
    for bid in bids:
        assert hand.turn is not None
        hand.act(hand.turn.seats[0], bid)


def play_all(hand: Hand, text: str) -> None:
    """Play the cards, one a turn."""
    for card in text.split():
        hand.act(hand.seat, card)


def next_hand(game: Game, hands: Sequence[str], turned: str | None = None, trump: str | None = None) -> Hand:
    """The game's next hand with these cards by seat; `trump` says what `turned` does not."""
    plan = game.next_plan()
    assert plan is not None
    if turned is not None:
        trump = turned_trump(turned, deck_of(game.variant))
    elif trump is None:
        trump = plan.trump
    return game.start_hand(plan, Deal(tuple(cards(text) for text in hands), turned, trump))


def staged_hand(game: Game, bids: Sequence[int], winners: Sequence[int]) -> Hand:
    """Play and score the game's next hand with these bids by seat, its tricks won by these seats.

    Everybody holds equally many cards of each suit, so that all follow in every trick; the aces are left over, and
    where a card is turned up it is an ace.
    """
    plan = game.next_plan()
    assert plan is not None
    assert len(winners) == plan.size
    players = game.players
    tricks_in_a_suit = 12 // players
    ranks = "23456789TJQK"
    hands: list[list[str]] = [[] for _ in range(players)]
    tricks = []
    for number, winner in enumerate(winners):
        suit = "CDHS"[number // tricks_in_a_suit]
        first = number % tricks_in_a_suit * players
        cards_of_trick = [rank + suit for rank in ranks[first : first + players]]
        by_seat = {(winner + 1 + place) % players: card for place, card in enumerate(cards_of_trick)}
        tricks.append(by_seat)
        for seat, card in by_seat.items():
            hands[seat].append(card)
    turned = "AS" if plan.source == "turn_up" else None
    in_order = [" ".join(sorted(hand, key=deck_of(game.variant).order.__getitem__)) for hand in hands]
    hand = next_hand(game, in_order, turned)
    for seat in hand.bidding_order:
        hand.act(seat, bids[seat])
        if hand.turn is not None and hand.turn.kind == "revise":
            hand.act(seat, bids[seat])
    for by_seat in tricks:
        for _ in range(players):
            hand.act(hand.seat, by_seat[hand.seat])
    game.finish_hand(hand)
    return hand


Choose = Callable[[Game, Hand, int], Any]


def at_random(seed: int) -> Choose:
    chance = random.Random(seed)
    return lambda _, hand, seat: chance.choice(hand.legal(seat))


def play_hand(game: Game, plan: HandPlan, deal: Deal, choose: Choose) -> Hand:
    """Play a hand to its end and score it."""
    hand = game.start_hand(plan, deal)
    while (turn := hand.turn) is not None:
        # At once means that nobody knows what the others choose: all choose before anybody acts.
        decisions = [(seat, choose(game, hand, seat)) for seat in turn.seats]
        for seat, value in decisions:
            hand.act(seat, value)
    game.finish_hand(hand)
    return hand


def play_game(
    rules: Variant,
    key: bytes,
    choose: Choose,
    *,
    block: int = 0,
    first_dealer: int = 0,
    relabel: Callable[[HandPlan], Relabelling] | None = None,
) -> tuple[Game, list[Hand]]:
    """Play a whole game, on relabelled deals where `relabel` says so."""
    game = Game(rules, first_dealer)
    hands = []
    while (plan := game.next_plan()) is not None:
        deal = derive_deal(key, block, plan, rules, game.dealer_of(plan))
        if relabel is not None:
            deal = relabel(plan).deal(deal)
        hands.append(play_hand(game, plan, deal, choose))
    return game, hands


FOREHEAD = (ViewRule(ONE_CARD, "forehead"),)
BLIND = (ViewRule(LARGEST, "blind"), ViewRule(ONE_CARD, "blind"))

VARIANTS: dict[str, Variant] = {
    "cardgames-io": variant(),
    "three players": variant([17, 5, 1], game={"players": 3}),
    "seven players": variant([7, 3, 1], game={"players": 7}),
    "ten players": variant([5, 2], game={"players": 10}),
    "two players": variant([6, 1], game={"players": 2}),
    "last hand without trump": variant([1, 2, 3], trump={"no_trump": (LAST,)}, bids={"hook": False}),
    "all cards, no trump": variant([13, 4]),
    "all cards, dealer's card": variant([13, 4], trump={"exhausted": "dealer_card"}),
    "all cards, cut": variant([13, 4], trump={"exhausted": "cut"}),
    "cycle": variant([5, 4, 3, 2, 1, 2], trump={"source": "cycle", "cycle": ("H", "C", "N", "S")}),
    "fixed": variant([4, 3, 1], trump={"source": "fixed", "cycle": ("S",)}),
    "random trump": variant([4, 3, 1], trump={"source": "random"}),
    "no trump at all": variant([4, 3, 1], trump={"source": "none"}, play={"first_lead": "highest_bidder"}),
    "highest bidder names": variant([4, 3, 1], trump={"source": "highest_bidder"}, bids={"zero_run": 2}),
    "trump after the bids": variant([5, 3, 1], trump={"reveal": "after_bids"}),
    "random trump after the bids": variant([5, 1], trump={"reveal": "after_bids", "source": "random"}),
    "at once": variant([5, 3, 1], bids={"order": "at_once", "hook": False}),
    "revise": variant([5, 3, 1], bids={"revise": True}),
    "dealer first": variant([5, 3, 1], bids={"first": "dealer"}, play={"first_lead": "dealer"}),
    "must trump": variant([8, 5, 2], play={"void": "trump"}),
    "pocha": variant(
        [10, 4, 1],
        deck={"ranks": "24567JQK3A"},
        trump={"exhausted": "dealer_card"},
        play={"void": "overtrump_or_any", "must_beat": True},
        score={"hit": "10 + 5 * t", "miss": "-5 * d", "suit": {"D": 2}},
    ),
    "overtrump": variant([8, 5], play={"void": "overtrump", "must_beat": True, "trump_lead": "broken"}),
    "trump not first": variant([8, 5, 1], play={"trump_lead": "not_first"}),
    "trump last": variant([8, 5, 1], play={"trump_lead": "last_resort"}),
    "romanian": variant(
        [1] * 4 + [2, 3, 4, 5, 6, 7] + [8] * 4,
        deck={"per_player": 8},
        trump={"no_trump": (Selector(size=8),)},
        play={"void": "trump"},
        score={"hit": "5 + t", "miss": "-d", "run": RunBonus(5, 10, -10)},
    ),
    "two packs": variant([9, 5, 1], game={"players": 6}, deck={"copies": 2}),
    "two packs, later card wins": variant(
        [9, 5, 1], game={"players": 6}, deck={"copies": 2, "equal_card": "last"}, play={"must_beat": True}
    ),
    "wizard": variant(
        [1, 2, 5, 10, 15],
        deck={"wizards": 4, "jesters": 4},
        trump={"no_trump": (LAST,)},
        bids={"hook": False},
        score={"hit": "20 + 10 * t", "miss": "-10 * d"},
    ),
    "wizard, must trump": variant(
        [4, 8, 15],
        deck={"wizards": 4, "jesters": 4, "ranks": "23456789TJQKA"},
        trump={"exhausted": "dealer_card", "reveal": "after_bids"},
        play={"void": "overtrump_or_any", "must_beat": True, "trump_lead": "broken"},
    ),
    "twenty wizards": variant([5, 3], deck={"wizards": 8, "jesters": 2, "ranks": "TJQKA"}),
    "forehead": variant([3, 1, 1, 2], view=FOREHEAD),
    "forehead, highest bidder": variant([1, 1], view=FOREHEAD, trump={"source": "highest_bidder"}),
    "forehead, at once": variant([1, 2], view=FOREHEAD, bids={"order": "at_once", "hook": False}),
    "forehead, wizard": variant([1, 1, 1], view=FOREHEAD, deck={"wizards": 8, "jesters": 8, "ranks": "QKA"}),
    "blind": variant([4, 1, 3], view=BLIND, trump={"reveal": "after_bids"}),
    "blind, wizard": variant([3, 3], view=BLIND, deck={"wizards": 8, "ranks": "TJQKA"}),
    "blind, highest bidder": variant([3, 1], view=BLIND, trump={"source": "highest_bidder"}),
    "three suits, one card less": variant([5, 1], game={"players": 3}, deck={"suits": "CHS", "remove": ("2C",)}),
    "to a target": variant([4] * 12, end={"target": 40}),
    "extra hands": variant([1, 1], end={"ties": "extra_hand"}, score={"hit": "1", "miss": "0"}),
}
"""A variant for every value of every parameter that the engine knows, by what is special about it."""
