"""One deal as a state machine: turns, what is refused and why, trump, who leads, forehead and blind hands."""

from __future__ import annotations

from typing import Any

import pytest

from ohhell_referee.rules.hand import Hand, IllegalAction
from ohhell_referee.rules.turns import Turn, hand_rules
from ohhell_referee.rules.variant import Variant, ViewRule
from support.dealing import FOREHEAD, LARGEST, ONE_CARD, bid_all, hand_of, play_all, variant

ONE_EACH = ["2H", "KH", "5C", "TD"]
TWO_EACH = ["2H 3H", "KH AC", "5C 9D", "TD JD"]
WIZARDS: dict[str, Any] = {"wizards": 4, "jesters": 4}


def two_cards(dealer: int | None = None, **sections: Any) -> Hand:
    """Spades are trump; seat 0 bids and leads first unless another dealer is named."""
    return hand_of(variant([2], **sections), TWO_EACH, dealer=dealer, turned="9S", trump="S")


def all_turns(hand: Hand) -> list[tuple[str, int]]:
    """Kind and seat of every turn to the end of the hand, all doing the first thing they may."""
    turns = []
    while hand.turn is not None:
        assert hand.turn.seats == (hand.seat,)
        turns.append((hand.turn.kind, hand.seat))
        hand.act(hand.seat, hand.choices[0])
    return turns


# ---- turns


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_a_hand_begins_with_the_bid_of_the_dealers_left(dealer: int) -> None:
    hand = two_cards(dealer)
    first = (dealer + 1) % 4
    assert hand.turn == Turn("bid", (first,))
    assert (hand.seat, hand.leader, hand.bidding) == (first, first, True)
    assert hand.bidding_order == tuple((first + step) % 4 for step in range(4))
    assert (hand.shown_bids, hand.taken, hand.trick, hand.tricks) == ((None,) * 4, [0] * 4, [], ())


def test_bids_then_a_card_each_a_trick_and_then_it_is_over() -> None:
    """Seat 1 wins the first trick with the king of hearts, and the second with the ace of clubs."""
    hand = two_cards()
    bid_all(hand, 1, 2, 0, 0)
    play_all(hand, "2H KH 5C TD")
    assert hand.taken == [0, 1, 0, 0]
    assert hand.tricks == ((0, "2H", "KH", "5C", "TD"),)
    assert (hand.leader, hand.seat, hand.trick) == (1, 1, [])
    play_all(hand, "AC 9D JD 3H")
    assert hand.taken == [0, 2, 0, 0]
    assert (hand.turn, hand.seat, hand.choices) == (None, -1, ())
    assert hand.played == [(0, ("2H", "KH", "5C", "TD")), (1, ("AC", "9D", "JD", "3H"))]
    assert hand.cards == [[], [], [], []]
    assert hand.points is None


def test_every_kind_of_turn_in_one_hand() -> None:
    """A turned wizard: the dealer names; each bidder but the last may change the bid."""
    hand = hand_of(variant([1], deck=WIZARDS, bids={"revise": True}), ONE_EACH, turned="ZS", trump=None)
    bids = [("bid", 0), ("revise", 0), ("bid", 1), ("revise", 1), ("bid", 2), ("revise", 2), ("bid", 3)]
    assert all_turns(hand) == [("trump", 3), *bids, ("play", 0), ("play", 1), ("play", 2), ("play", 3)]
    assert (hand.trump, hand.named) == ("C", 3)


def test_only_the_seat_to_act_has_choices() -> None:
    hand = two_cards()
    assert hand.legal(0) == (0, 1, 2)
    assert [hand.legal(seat) for seat in (1, 2, 3)] == [(), (), ()]
    assert [hand.can_act(seat, 1) for seat in range(4)] == [True, False, False, False]


def test_a_verified_action_need_not_be_verified_again() -> None:
    hand = two_cards()
    for bid in (1, 0, 0, 0):
        hand.verify_action(hand.seat, bid)
        hand.act(hand.seat, bid, checked=True)
    hand.verify_action(0, "2H")
    hand.act(0, "2H", checked=True)
    assert hand.trick == ["2H"]


def test_a_hand_that_is_over_takes_nothing_more() -> None:
    hand = two_cards()
    all_turns(hand)
    assert hand.legal(0) == ()
    assert not hand.can_act(0, "2H")
    with pytest.raises(IllegalAction, match="the hand is over"):
        hand.act(0, "2H")


# ---- refusals


@pytest.mark.parametrize(
    ("seat", "value", "reason"),
    [
        (0, 3, "a bid lies between 0 and 2, not 3"),
        (0, -1, "a bid lies between 0 and 2, not -1"),
        (0, "2", "a bid is a whole number, not '2'"),
        (0, 1.0, r"a bid is a whole number, not 1\.0"),
        (0, True, "a bid is a whole number, not True"),
        (0, None, "a bid is a whole number, not None"),
        (0, [1], r"a bid is a whole number, not \[1\]"),
        (1, 1, "seat 1 is not to act now"),
        (7, 1, "seat 7 is not to act now"),
    ],
)
def test_bids_that_are_refused(seat: int, value: Any, reason: str) -> None:
    hand = two_cards()
    assert not hand.can_act(seat, value)
    with pytest.raises(IllegalAction, match=f"^{reason}$") as refusal:
        hand.act(seat, value)
    assert refusal.value.reason == str(refusal.value)
    assert hand.bids == [None] * 4


def test_the_hooked_bid_is_refused_with_the_total() -> None:
    hand = two_cards()
    bid_all(hand, 1, 0, 0)
    with pytest.raises(IllegalAction, match="the last bidder may not bid 1: the bids would add up to 2, the number of"):
        hand.act(3, 1)


HANDS = ["2H 3H 4H", "KH AC 6S", "5C 9D 3S", "TD JS QD"]


def played_to(cards: str, hands: list[str] = HANDS, trump: str = "S", **play: Any) -> Hand:
    hand = hand_of(variant([3], bids={"hook": False}, play=play), hands, turned="9" + trump, trump=trump)
    bid_all(hand, 0, 0, 0, 0)
    play_all(hand, cards)
    return hand


@pytest.mark.parametrize(
    ("before", "play", "card", "reason"),
    [
        ("", {}, "AS", "AS is not in the hand"),
        ("", {}, "XX", "'XX' is not a card of this game"),
        ("", {}, 7, "7 is not a card of this game"),
        ("", {}, None, "None is not a card of this game"),
        ("", {}, ["2H"], r"\['2H'\] is not a card of this game"),
        ("", {}, "ZC", "'ZC' is not a card of this game"),
        ("2H", {}, "2H", "2H is not in the hand"),
        ("2H", {}, "AC", "AC does not follow suit: hearts were led and are held"),
        ("2H", {}, "6S", "6S does not follow suit: hearts were led and are held"),
        (
            "2H KH",
            {"void": "trump"},
            "5C",
            "5C may not be discarded: a seat that cannot follow suit must play trump, and",
        ),
    ],
)
def test_cards_that_are_refused(before: str, play: dict[str, Any], card: Any, reason: str) -> None:
    hand = played_to(before, **play)
    seat, trick = hand.seat, list(hand.trick)
    assert not hand.can_act(seat, card)
    with pytest.raises(IllegalAction, match=f"^{reason}"):
        hand.act(seat, card)
    assert (hand.seat, hand.trick) == (seat, trick)


@pytest.mark.parametrize(
    ("hands", "before", "play", "card", "reason"),
    [
        (
            ["TH 3H 4H", "KH 2H 6S", "5C 9D 3S", "TD JS QD"],
            "TH",
            {"must_beat": True},
            "2H",
            "2H does not beat the best card",
        ),
        (
            ["TH 3H 4H", "6S AC AD", "5S 9D 7S", "TD JS QD"],
            "TH 6S",
            {"void": "overtrump"},
            "5S",
            "5S does not beat the trump",
        ),
        (
            ["TH 3S 4H", "6S AC AD", "5S 9D 7S", "TD JS QD"],
            "",
            {"trump_lead": "not_first"},
            "3S",
            "3S may not be led: trump",
        ),
    ],
)
def test_cards_that_special_duties_refuse(
    hands: list[str], before: str, play: dict[str, Any], card: str, reason: str
) -> None:
    hand = played_to(before, hands, **play)
    with pytest.raises(IllegalAction, match=f"^{reason}"):
        hand.act(hand.seat, card)


def test_reasons_name_no_card_but_the_one_that_was_played() -> None:
    """They may be sent to a bot, which must not learn from them what it cannot see."""
    deck = hand_rules(variant()).deck.cards
    hand = played_to("2H")
    for card in deck:
        if hand.can_act(1, card):
            continue
        with pytest.raises(IllegalAction) as refusal:
            hand.verify_action(1, card)
        assert [other for other in deck if other in refusal.value.reason] == [card]


# ---- bids at once


def at_once() -> Hand:
    return two_cards(bids={"order": "at_once", "hook": False})


def test_bids_at_once_are_asked_of_all_and_come_in_any_order() -> None:
    hand = at_once()
    assert hand.turn == Turn("bid", (0, 1, 2, 3))
    assert hand.seat == -1
    for seat, owing in ((2, (0, 1, 3)), (3, (0, 1)), (0, (1,))):
        hand.act(seat, 1)
        assert hand.turn == Turn("bid", owing)
        assert hand.legal(seat) == ()
        assert hand.shown_bids == (None,) * 4
    hand.act(1, 2)
    assert hand.shown_bids == (1, 2, 1, 1)
    assert hand.turn == Turn("play", (0,))


def test_a_bid_at_once_is_made_once_and_bound_by_nothing() -> None:
    hand = at_once()
    hand.act(2, 2)
    with pytest.raises(IllegalAction, match="seat 2 is not to act now"):
        hand.act(2, 1)
    with pytest.raises(IllegalAction, match="a bid lies between 0 and 2, not 3"):
        hand.act(0, 3)
    assert [hand.legal(seat) for seat in (0, 1, 3)] == [(0, 1, 2)] * 3
    assert hand.earlier_bids(3) == []


# ---- revision


def test_the_same_number_keeps_a_bid_and_another_is_written_down() -> None:
    hand = two_cards(bids={"revise": True})
    hand.act(0, 1)
    hand.act(0, 1)
    hand.act(1, 2)
    hand.act(1, 0)
    assert (hand.bids, hand.shown_bids) == ([1, 0, None, None], (1, 0, None, None))
    assert hand.revised == [(1, 2)]


def test_a_changed_bid_is_bound_like_the_first() -> None:
    hand = two_cards(bids={"revise": True, "zero_run": 1})
    hand.act(0, 0)
    hand.act(0, 0)
    assert hand.choices == (1, 2)
    hand.act(1, 1)
    assert hand.choices == (1, 2)
    with pytest.raises(IllegalAction, match="zero has been bid 1 times in a row"):
        hand.act(1, 0)


# ---- who bids and leads first


@pytest.mark.parametrize(("first", "seats"), [("left", (2, 3, 0, 1)), ("dealer", (1, 2, 3, 0))])
def test_bids_begin_left_of_the_dealer_or_with_the_dealer(first: str, seats: tuple[int, ...]) -> None:
    hand = two_cards(1, bids={"first": first})
    assert hand.bidding_order == seats
    assert [seat for kind, seat in all_turns(hand) if kind == "bid"] == list(seats)


@pytest.mark.parametrize(("first_lead", "leader"), [("left", 2), ("dealer", 1), ("highest_bidder", 0)])
@pytest.mark.parametrize("first", ["left", "dealer"])
def test_the_first_lead_is_a_rule_of_its_own(first: str, first_lead: str, leader: int) -> None:
    """Seat 0 bids two, whenever its turn comes."""
    hand = two_cards(1, bids={"first": first, "hook": False}, play={"first_lead": first_lead})
    while hand.turn is not None and hand.turn.kind == "bid":
        hand.act(hand.seat, 2 if hand.seat == 0 else 1)
    assert (hand.seat, hand.leader) == (leader, leader)


# ---- trump


def test_the_highest_bidder_names_the_trump_after_the_bids() -> None:
    rules = variant([2], trump={"source": "highest_bidder"}, bids={"hook": False})
    hand = hand_of(rules, TWO_EACH, trump=None)
    assert hand.trump is None
    bid_all(hand, 0, 1, 2, 2)
    assert hand.turn == Turn("trump", (2,))
    for value in ("X", "c", "", None, 2, ["C"]):
        with pytest.raises(IllegalAction, match="cannot be named as trump: it is one of C D H S N"):
            hand.act(2, value)  # type: ignore[arg-type]  # on purpose
    hand.act(2, "D")
    assert (hand.trump, hand.named, hand.turned) == ("D", 2, None)
    assert hand.turn == Turn("play", (0,))
    play_all(hand, "2H KH 9D TD")
    assert hand.taken == [0, 0, 0, 1]


def test_the_named_trump_is_a_suit_of_the_pack() -> None:
    rules = variant([2], deck={"suits": "CDH"}, trump={"source": "highest_bidder"}, bids={"hook": False})
    hand = hand_of(rules, TWO_EACH, trump=None)
    bid_all(hand, 1, 1, 1, 1)
    assert hand.choices == ("C", "D", "H", "N")


@pytest.mark.parametrize(("turned", "trump"), [("9S", "S"), ("NH", "N"), ("ZD", None)])
def test_a_trump_that_lies_face_down_is_shown_after_the_bids(turned: str, trump: str | None) -> None:
    """Where it is a wizard, the dealer names the trump then, and has bid without knowing."""
    hand = hand_of(variant([2], deck=WIZARDS, trump={"reveal": "after_bids"}), TWO_EACH, turned=turned, trump=trump)
    assert (hand.turned, hand.trump) == (None, None)
    bid_all(hand, 1, 0, 0)
    assert (hand.turned, hand.trump) == (None, None)
    bid_all(hand, 0)
    assert (hand.turned, hand.trump) == (turned, trump)
    assert hand.turn == (Turn("trump", (3,)) if trump is None else Turn("play", (0,)))


def test_a_drawn_trump_may_be_hidden_until_the_bids_are_in_too() -> None:
    rules = variant([2], trump={"source": "random", "reveal": "after_bids"})
    hand = hand_of(rules, TWO_EACH, trump="H")
    bid_all(hand, 1, 0, 0)
    assert hand.trump is None
    bid_all(hand, 0)
    assert (hand.trump, hand.turned) == ("H", None)


@pytest.mark.parametrize(("source", "trump"), [("fixed", "S"), ("cycle", "S"), ("none", "N")])
def test_a_trump_that_the_rules_say_to_everybody_cannot_be_hidden(source: str, trump: str) -> None:
    """There is nothing to turn over: it is known before the deal."""
    rules = variant([2], trump={"source": source, "cycle": ("S",), "reveal": "after_bids"})
    hand = hand_of(rules, TWO_EACH, trump=trump)
    assert hand.trump == trump


# ---- forehead and blind


def forehead(**sections: Any) -> Variant:
    return variant([1], view=FOREHEAD, **sections)


def test_a_forehead_hand_is_over_with_its_last_bid() -> None:
    hand = hand_of(forehead(), ONE_EACH, turned="9S", trump="S")
    assert all_turns(hand) == [("bid", 0), ("bid", 1), ("bid", 2), ("bid", 3)]
    assert hand.tricks == ((0, "2H", "KH", "5C", "TD"),)
    assert (hand.taken, hand.leader) == ([0, 1, 0, 0], 1)


def test_a_forehead_hand_whose_trump_is_named_plays_itself_after_that() -> None:
    hand = hand_of(forehead(trump={"source": "highest_bidder"}), ONE_EACH, trump=None)
    bid_all(hand, 0, 0, 1, 1)
    assert hand.turn == Turn("trump", (2,))
    hand.act(2, "D")
    assert hand.turn is None
    assert hand.taken == [0, 0, 0, 1]


def test_a_forehead_hand_is_led_by_whoever_leads() -> None:
    rules = forehead(play={"first_lead": "highest_bidder"}, bids={"hook": False})
    hand = hand_of(rules, ONE_EACH, turned="9S", trump="S")
    bid_all(hand, 0, 0, 1, 1)
    assert hand.tricks == ((2, "5C", "TD", "2H", "KH"),)
    assert hand.taken == [0, 0, 1, 0]


@pytest.mark.parametrize("order", ["in_turn", "at_once"])
def test_bids_at_once_end_a_forehead_hand_too(order: str) -> None:
    hand = hand_of(forehead(bids={"order": order, "hook": False}), ONE_EACH, turned="9S", trump="S")
    for seat in range(4):
        hand.act(seat, 0)
    assert hand.turn is None


def test_a_blind_hand_is_played_with_the_eyes_open() -> None:
    rules = variant([2], view=(ViewRule(LARGEST, "blind"),))
    hand = hand_of(rules, TWO_EACH, turned="9S", trump="S")
    bid_all(hand, 1, 0, 0, 0)
    assert hand.choices == ("2H", "3H")


def test_only_the_hands_that_a_view_names_are_so() -> None:
    rules = variant([2, 1], view=(ViewRule(ONE_CARD, "forehead"),))
    assert hand_of(rules, TWO_EACH, turned="9S", trump="S").plan.view is None
    assert hand_of(rules, ONE_EACH, turned="9S", trump="S", index=1).plan.view == "forehead"


# ---- special packs


def test_a_trick_of_jesters_goes_to_the_first_and_of_wizards_too() -> None:
    for trick in ("NC ND NH NS", "ZC ZD ZH ZS"):
        hand = hand_of(variant([1], deck=WIZARDS, bids={"hook": False}), trick.split(), turned="9S", trump="S")
        bid_all(hand, 0, 0, 0, 0)
        play_all(hand, trick)
        assert hand.taken == [1, 0, 0, 0]


def test_following_suit_alone_and_the_general_rules_play_alike() -> None:
    """Most games take a short way through the tricks; `equal_card = "last"` makes the same game take the long one."""
    short = played_to("2H KH 5C TD AC")
    rules = variant([3], bids={"hook": False}, deck={"equal_card": "last"})
    long = hand_of(rules, HANDS, turned="9S", trump="S")
    bid_all(long, 0, 0, 0, 0)
    play_all(long, "2H KH 5C TD AC")
    assert (hand_rules(short.variant).plain, hand_rules(long.variant).plain) == (True, False)
    while short.turn is not None:
        assert (short.turn, short.choices, short.trick, short.taken) == (
            long.turn,
            long.choices,
            long.trick,
            long.taken,
        )
        card = short.choices[-1]
        short.act(short.seat, card)
        long.act(long.seat, card)
    assert (long.turn, long.tricks, long.taken) == (None, short.tricks, short.taken)
