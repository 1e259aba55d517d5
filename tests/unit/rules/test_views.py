"""What a seat is told: the body of every request and notice, key by key, and the hands that are seen in part."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.views import hand_end_body, hand_start_body, request_body, seen_cards, visible_cards
from support.dealing import BLIND, FOREHEAD, VARIANTS, at_random, bid_all, next_hand, play_all, play_game, variant

KEY = seed_key("views")
TWO_EACH = ["2H 3H", "KH AC", "5C 9D", "TD JD"]


def begin(turned: str | None = "9S", **sections: Any) -> tuple[Game, Hand]:
    """A game of two hands of two cards; seat 0 bids first."""
    game = Game(variant([2, 2], **sections), first_dealer=3)
    return game, next_hand(game, TWO_EACH, turned)


def test_a_request_for_a_bid_in_full() -> None:
    game, hand = begin()
    bid_all(hand, 1)
    assert request_body(game, hand, 1) == {
        "type": "bid",
        "seat": 1,
        "players": 4,
        "hand": 0,
        "hands": 2,
        "size": 2,
        "dealer": 3,
        "trump": "S",
        "turned": "9S",
        "cards": ("KH", "AC"),
        "bids": (1, None, None, None),
        "legal": (0, 1, 2),
        "scores": (0, 0, 0, 0),
    }


def test_a_request_for_a_card_in_full() -> None:
    game, hand = begin()
    bid_all(hand, 1, 2, 0, 0)
    play_all(hand, "2H KH 5C TD AC")
    assert request_body(game, hand, 2) == {
        "type": "play",
        "seat": 2,
        "players": 4,
        "hand": 0,
        "hands": 2,
        "size": 2,
        "dealer": 3,
        "trump": "S",
        "turned": "9S",
        "cards": ("9D",),
        "bids": (1, 2, 0, 0),
        "legal": ("9D",),
        "scores": (0, 0, 0, 0),
        "taken": (0, 1, 0, 0),
        "leader": 1,
        "trick": ("AC",),
        "played": ((0, "2H", "KH", "5C", "TD"),),
    }


def test_totals_and_the_number_of_the_hand_move_on() -> None:
    game, hand = begin()
    bid_all(hand, 1, 2, 0, 0)
    play_all(hand, "2H KH 5C TD AC 9D JD 3H")
    game.finish_hand(hand)
    body = request_body(game, next_hand(game, TWO_EACH, "9S"), 1)
    assert (body["hand"], body["dealer"], body["scores"], body["bids"]) == (1, 0, (0, 12, 10, 10), (None,) * 4)


def test_where_the_number_of_hands_is_open_there_is_none() -> None:
    game, hand = begin(end={"target": 50})
    assert request_body(game, hand, 0)["hands"] is None


@pytest.mark.parametrize("kind", ["revise", "trump"])
def test_requests_to_change_a_bid_and_to_name_a_trump_are_like_one_for_a_bid(kind: str) -> None:
    if kind == "revise":
        game, hand = begin(bids={"revise": True})
        hand.act(0, 1)
        expected: dict[str, Any] = {"bids": (1, None, None, None), "legal": (0, 1, 2), "trump": "S"}
    else:
        game, hand = begin(None, trump={"source": "highest_bidder"})
        bid_all(hand, 2, 0, 0, 1)
        expected = {"bids": (2, 0, 0, 1), "legal": ("C", "D", "H", "S", "N"), "trump": None, "turned": None}
    body = request_body(game, hand, 0)
    assert body["type"] == kind
    assert body["cards"] == ("2H", "3H")
    assert {key: body[key] for key in expected} == expected
    assert body.keys() == request_body(*begin(), 0).keys()


def test_a_seat_that_is_not_to_act_is_asked_nothing() -> None:
    game, hand = begin()
    for seat in (1, 2, 3, 4):
        with pytest.raises(ValueError, match=f"seat {seat} is not to act now"):
            request_body(game, hand, seat)


def test_a_body_does_not_change_when_the_hand_goes_on() -> None:
    game, hand = begin()
    bid_all(hand, 1, 2, 0, 0)
    play_all(hand, "2H")
    body = request_body(game, hand, 1)
    copy = deepcopy(body)
    play_all(hand, "KH 5C TD AC 9D JD 3H")
    game.finish_hand(hand)
    assert body == copy


# ---- forehead and blind


def test_on_the_forehead_a_seat_sees_every_card_but_its_own() -> None:
    game = Game(variant([1], view=FOREHEAD), first_dealer=3)
    hand = next_hand(game, ["2H", "KH", "5C", "TD"], "9S")
    for seat, seen in enumerate([(None, "KH", "5C", "TD"), ("2H", None, "5C", "TD"), ("2H", "KH", None, "TD")]):
        body = request_body(game, hand, seat)
        assert (body["cards"], body["seen"]) == ((), seen)
        assert seen_cards(hand, seat) == seen
        hand.act(seat, 0)
    hand.act(3, 0)
    assert visible_cards(hand, 0) == ()


def test_a_blind_bidder_sees_no_card_of_anybody() -> None:
    game = Game(variant([2, 1], view=BLIND), first_dealer=3)
    hand = next_hand(game, TWO_EACH, "9S")
    for seat in range(4):
        body = request_body(game, hand, seat)
        assert body["cards"] == ()
        assert "seen" not in body
        hand.act(seat, 1)
    assert request_body(game, hand, 0)["cards"] == ("2H", "3H")
    assert [visible_cards(hand, seat) for seat in range(4)] == [tuple(cards.split()) for cards in TWO_EACH]


def test_a_blind_bid_may_be_changed_blind() -> None:
    game = Game(variant([2], view=BLIND, bids={"revise": True}), first_dealer=3)
    hand = next_hand(game, TWO_EACH, "9S")
    hand.act(0, 1)
    body = request_body(game, hand, 0)
    assert (body["type"], body["cards"]) == ("revise", ())


@pytest.mark.parametrize(("name", "turned"), [("blind, wizard", "ZC"), ("forehead, wizard", "ZC")])
def test_a_dealer_who_turned_a_wizard_names_the_trump_unseen_too(name: str, turned: str) -> None:
    rules = VARIANTS[name]
    game = Game(rules, first_dealer=3)
    hands = ["TH JH QH", "TC JC QC", "TD JD QD", "TS JS QS"] if rules.hands[0] == 3 else ["QH", "QC", "QD", "QS"]
    hand = next_hand(game, hands, turned)
    body = request_body(game, hand, 3)
    assert (body["type"], body["cards"]) == ("trump", ())
    assert body.get("seen") == (("QH", "QC", "QD", None) if name.startswith("forehead") else None)


def test_the_highest_bidder_of_a_blind_hand_names_the_trump_with_sight() -> None:
    """All bids are in: the cards are taken up."""
    rules = variant([2], view=BLIND, trump={"source": "highest_bidder"})
    game = Game(rules, first_dealer=3)
    hand = next_hand(game, TWO_EACH)
    bid_all(hand, 2, 0, 0, 1)
    body = request_body(game, hand, 0)
    assert (body["type"], body["cards"]) == ("trump", ("2H", "3H"))


# ---- notices


def test_the_notice_of_a_new_hand_has_what_lies_open() -> None:
    game, hand = begin()
    assert hand_start_body(hand) == {
        "type": "hand_start",
        "hand": 0,
        "size": 2,
        "dealer": 3,
        "trump": "S",
        "turned": "9S",
    }
    game, hand = begin(trump={"reveal": "after_bids"})
    assert (hand_start_body(hand)["trump"], hand_start_body(hand)["turned"]) == (None, None)
    assert game.hands_played == 0


def test_the_notice_of_a_finished_hand_has_its_result_and_the_totals() -> None:
    game, hand = begin()
    bid_all(hand, 1, 2, 0, 0)
    play_all(hand, "2H KH 5C TD AC 9D JD 3H")
    game.finish_hand(hand)
    assert hand_end_body(game, hand) == {
        "type": "hand_end",
        "hand": 0,
        "bids": (1, 2, 0, 0),
        "taken": (0, 2, 0, 0),
        "points": (0, 12, 10, 10),
        "scores": (0, 12, 10, 10),
    }


# ---- in all variants


def is_plain(value: Any) -> bool:
    """A number, a text, nothing, or a tuple of those: what every language can read, and nobody can change."""
    if isinstance(value, tuple):
        return all(map(is_plain, value))
    return value is None or type(value) in (int, str)


@pytest.mark.parametrize("name", VARIANTS)
def test_bodies_are_plain_and_their_legal_values_are_the_hands(name: str) -> None:
    choose = at_random(4)
    kinds = set()

    def watch(game: Game, hand: Hand, seat: int) -> Any:
        body = request_body(game, hand, seat)
        assert all(map(is_plain, body.values()))
        assert body["legal"] == hand.legal(seat)
        assert hand.turn is not None
        assert body["type"] == hand.turn.kind
        kinds.add(body["type"])
        return choose(game, hand, seat)

    _, hands = play_game(VARIANTS[name], KEY, watch)
    assert {"bid", "play"} <= kinds or all(hand.plan.view == "forehead" for hand in hands)
