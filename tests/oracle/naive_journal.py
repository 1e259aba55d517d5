"""A game line of a journal, followed by the independent reference from the seed to the places."""

from __future__ import annotations

from typing import Any

from ohhell_referee.rules.variant import Variant
from oracle.naive_deals import deal_out, first_dealer
from oracle.naive_game import NaiveGame
from oracle.naive_rules import NaiveHand


def replay(variant: Variant, seed: str, game: dict[str, Any]) -> int:
    """Go through a game without forfeits, and return its decisions. AssertionError where something is not right.

    `seed` is the run's, as text; `game` a game line as docs/record.md describes it.
    """
    block = game["block"]
    naive = NaiveGame(variant, first_dealer(variant, seed, block))
    decisions = 0
    for index, record in enumerate(game["hands"]):
        coming = naive.next_size()
        assert coming is not None, f"hand {index} is one too many"
        size, extra = coming
        dealer = naive.dealer()
        dealt = deal_out(variant, seed, block, index, size, dealer, extra)
        assert (record["size"], record["dealer"], record["turned"]) == (size, dealer, dealt.turned)
        assert [sorted(cards) for cards in record["deal"]] == [sorted(cards) for cards in dealt.hands]
        hand = NaiveHand(variant, index, size, dealer, dealt.hands, dealt.turned, dealt.drawn, extra)
        decisions += follow(hand, record)
        assert record["trump"] == hand.trump()
        assert record["taken"] == hand.taken()
        assert record["points"] == naive.finish(hand)[0]
    assert naive.next_size() is None, "the game goes on"
    assert game["scores"] == naive.scores()
    assert game["places"] == naive.places()
    return decisions


def follow(hand: NaiveHand, record: dict[str, Any]) -> int:
    """Do what the record says, each action checked, and return how many there were."""
    first_bids = dict(record.get("revised", []))
    cards = [card for _, *trick in record["tricks"] for card in trick]
    decisions = 0
    while (due := hand.turn()) is not None:
        kind, seats = due
        seat = seats[0]
        final = record["bids"][seat]
        if kind == "play":
            value = cards[len(hand.plays())]
        elif kind == "trump":
            assert seat == record["named"]
            value = record["trump"]
        else:
            value = first_bids.get(seat, final) if kind == "bid" else final
        hand.act(seat, value)
        decisions += 1
    assert record["tricks"] == [[trick[0][0], *(card for _, card in trick)] for trick in hand.finished()]
    assert record.get("revised", []) == [list(revised) for revised in hand.revised()]
    return decisions
