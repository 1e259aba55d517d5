# ruff: noqa: N802 - the names of tests carry the statements' numbers as they are written
"""S0, Board Game Arena's page: what it says of a running hand, played through the engine.

Its players, hands and options are in test_seed_presets.py.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand, IllegalAction
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import RANKS
from ohhell_referee.rules.views import request_body
from support.dealing import at_random, bid_all, next_hand, play_all, play_game, rules_of, staged_hand

KEY = seed_key("Oh Diavolo!")


def hand_of_ten() -> Hand:
    """Ten cards each, seat 0 to bid first: each has a run of spades or hearts and some clubs or diamonds."""
    hands = [
        "2C 3C 4C 5C 6C 2S 3S 4S 5S 6S",
        "7C 8C 9C TC JC 7S 8S 9S TS JS",
        "2D 3D 4D 5D 6D 2H 3H 4H 5H 6H",
        "7D 8D 9D TD JD 7H 8H 9H TH JH",
    ]
    return next_hand(Game(rules_of("bga"), first_dealer=3), hands, "QS")


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_S0_05_one_card_is_turned_up_in_each_hand_and_its_suit_is_trump(players: int) -> None:
    rules = rules_of("bga", players)
    _, hands = play_game(rules, KEY, at_random(players))
    assert len(hands) == len(rules.hands)
    for hand in hands:
        assert hand.turned is not None
        assert hand.trump == hand.turned[1]
        assert not any(hand.turned in cards for cards in hand.deal.hands)


def test_S0_05_it_lies_there_before_the_first_bid() -> None:
    game = Game(rules_of("bga"), first_dealer=3)
    hand = hand_of_ten()
    body = request_body(game, hand, 0)
    assert (body["type"], body["turned"], body["trump"]) == ("bid", "QS", "S")


def test_S0_06_bids_begin_with_the_first_player_and_each_says_a_number_of_tricks() -> None:
    hand = hand_of_ten()
    asked = []
    while hand.turn is not None and hand.turn.kind == "bid":
        asked.append(hand.seat)
        assert set(hand.choices) <= set(range(11))
        hand.act(hand.seat, 10)
    assert asked == [0, 1, 2, 3]


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_S0_07_the_bids_never_total_the_tricks_so_that_somebody_fails(players: int) -> None:
    """Every hand size, a long game at random."""
    _, hands = play_game(rules_of("bga", players), KEY, at_random(players))
    for hand in hands:
        assert sum(bid or 0 for bid in hand.bids) != hand.size
        assert hand.bids != hand.taken


def test_S0_07_the_others_are_free() -> None:
    hand = hand_of_ten()
    bid_all(hand, 3)
    assert hand.choices == tuple(range(11))
    bid_all(hand, 7)
    assert hand.choices == tuple(range(11))


def test_S0_08_ten_cards_and_bids_of_three_five_and_one_leave_the_last_all_but_one() -> None:
    hand = hand_of_ten()
    bid_all(hand, 3, 5, 1)
    assert hand.seat == 3
    assert hand.choices == (0, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    with pytest.raises(IllegalAction, match="the last bidder may not bid 1: the bids would add up to 10"):
        hand.act(3, 1)


def test_S0_09_after_the_bids_the_first_player_leads() -> None:
    hand = hand_of_ten()
    bid_all(hand, 10, 0, 0, 1)
    assert (hand.seat, hand.leader, hand.bidding) == (0, 0, False)
    assert hand.turn is not None
    assert hand.turn.kind == "play"


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(RANKS)))
@pytest.mark.parametrize("first", [True, False])
def test_S0_10_each_rank_beats_the_next_lower_one_up_to_the_ace(lower: str, higher: str, first: bool) -> None:
    """Whichever of the two is led."""
    game = Game(rules_of("bga", 3, schedule={"hands": "1"}), first_dealer=2)
    mine, other = (higher + "H", lower + "H") if first else (lower + "H", higher + "H")
    hand = next_hand(game, [mine, other, "AC"], "2S")
    bid_all(hand, 1, 1, 1)
    play_all(hand, f"{mine} {other} AC")
    assert hand.taken == ([1, 0, 0] if first else [0, 1, 0])


def test_S0_11_the_lowest_trump_beats_the_ace_that_was_led() -> None:
    game = Game(rules_of("bga", schedule={"hands": "1"}), first_dealer=3)
    hand = next_hand(game, ["AH", "KH", "2S", "AC"], "9S")
    bid_all(hand, 1, 1, 1, 1)
    play_all(hand, "AH KH 2S AC")
    assert hand.taken == [0, 0, 1, 0]


def test_S0_12_the_led_suit_is_followed_while_it_is_held() -> None:
    game = Game(rules_of("bga", schedule={"hands": "3"}), first_dealer=3)
    hand = next_hand(game, ["2H 3H 4H", "AC KH AS", "5H 6H 7H", "8H 9H TH"], "9S")
    bid_all(hand, 1, 1, 1, 1)
    play_all(hand, "2H")
    assert hand.choices == ("KH",)
    with pytest.raises(IllegalAction, match="AS does not follow suit: hearts were led and are held"):
        hand.act(1, "AS")
    play_all(hand, "KH 5H 8H AC")
    assert (hand.seat, hand.choices) == (2, ("6H", "7H"))  # none of the led suit: any card


def test_S0_13_each_hand_has_one_card_fewer_than_the_last_as_it_is_played() -> None:
    _, hands = play_game(rules_of("bga"), KEY, at_random(1))
    assert [hand.size for hand in hands[:10]] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert all(len(cards) == hand.size for hand in hands for cards in hand.deal.hands)


# ---- points


def points_of_three_cards(score: dict[str, str], bids: list[int]) -> tuple[int, ...] | None:
    """Of a hand in which seat 1 wins two tricks and seat 3 one."""
    game = Game(rules_of("bga", schedule={"hands": "3"}, score=score), first_dealer=3)
    return staged_hand(game, bids, [1, 3, 1]).points


def test_S0_16_an_exact_bid_scores_ten_whatever_it_was() -> None:
    assert points_of_three_cards({}, [0, 2, 3, 1]) == (10, 10, 0, 10)


@pytest.mark.parametrize(("miss", "worth"), [("0", 0), ("-10", -10)])
def test_S0_17_a_miss_scores_nothing_or_costs_ten(miss: str, worth: int) -> None:
    """Too many tricks or too few, by one or by more."""
    assert points_of_three_cards({"miss": miss}, [0, 1, 3, 0]) == (10, worth, worth, worth)


@pytest.mark.parametrize(("miss", "worth"), [("t", (2, 0, 1)), ("t - 10", (-8, -10, -9))])
def test_S0_18_points_for_tricks_go_to_all(miss: str, worth: tuple[int, int, int]) -> None:
    assert points_of_three_cards({"hit": "10 + t", "miss": miss}, [0, 1, 3, 0]) == (10, *worth)
    assert points_of_three_cards({"hit": "10 + t", "miss": miss}, [0, 2, 1, 1]) == (10, 12, worth[1], 11)
