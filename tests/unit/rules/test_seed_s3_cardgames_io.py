# ruff: noqa: N802 - the names of tests carry the statements' numbers as they are written
"""S3, CardGames.io's page: what it says of a running hand, played through the engine.

Its players, hands and names are in test_seed_presets.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand, IllegalAction
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.views import request_body
from support.dealing import at_random, bid_all, next_hand, play_all, play_game, rules_of, staged_hand

KEY = seed_key("cardgames")


def begin(hands: list[str], turned: str = "9S", dealer: int = 3) -> tuple[Game, Hand]:
    game = Game(rules_of("cardgames-io", schedule={"hands": str(len(hands[0].split()))}), dealer)
    return game, next_hand(game, hands, turned)


def points_of(bids: list[int], winners: list[int]) -> tuple[int, ...] | None:
    game = Game(rules_of("cardgames-io", schedule={"hands": str(len(winners))}), first_dealer=3)
    return staged_hand(game, bids, winners).points


def test_S3_03_ten_cards_down_to_one_and_back_as_they_are_played() -> None:
    game, hands = play_game(rules_of("cardgames-io"), KEY, at_random(1))
    assert [hand.size for hand in hands] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert game.hands_total == game.hands_played == 19


def test_S3_04_the_turned_card_sets_trump_after_the_deal_and_before_the_bids() -> None:
    trumps: list[tuple[Any, ...]] = []
    choose = at_random(2)

    def watch(game: Game, hand: Hand, seat: int) -> Any:
        body = request_body(game, hand, seat)
        if body["type"] == "bid":
            trumps.append((hand.plan.index, body["turned"], body["trump"], len(body["cards"]) == hand.size))
        return choose(game, hand, seat)

    _, hands = play_game(rules_of("cardgames-io"), KEY, watch)
    shown = [(index, hand.deal.turned, (hand.deal.turned or "")[1], True) for index, hand in enumerate(hands)]
    assert trumps == [fact for fact in shown for _ in range(4)]


def test_S3_05_three_bids_of_three_in_ten_cards_leave_the_last_all_but_one() -> None:
    ten = [" ".join(rank + suit for rank in "23456789TJ") for suit in "CDHS"]
    _, hand = begin(ten, "QS")
    bid_all(hand, 3, 3, 3)
    assert hand.choices == (0, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    with pytest.raises(IllegalAction, match="the last bidder may not bid 1"):
        hand.act(3, 1)


def test_S3_05_so_at_least_one_player_fails_in_every_hand() -> None:
    _, hands = play_game(rules_of("cardgames-io"), KEY, at_random(3))
    assert all(any(bid != won for bid, won in zip(hand.bids, hand.taken, strict=True)) for hand in hands)


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_S3_06_the_dealers_left_leads_and_the_others_follow_suit_if_they_can(dealer: int) -> None:
    hands = ["2H 3C", "KH AC", "6H 2S", "TH JC"]
    _, hand = begin(hands, dealer=dealer)
    bid_all(hand, 0, 0, 0, 0)
    leader = (dealer + 1) % 4
    assert hand.seat == leader
    hand.act(leader, hands[leader].split()[0])
    for step in (2, 3, 4):
        seat = (dealer + step) % 4
        assert hand.choices == (hands[seat].split()[0],)
        hand.act(seat, hand.choices[0])


@pytest.mark.parametrize(
    ("trick", "winner"), [("2H KH 6H TH", 1), ("2H KH 2S TH", 2), ("2H KH 2S 3S", 3), ("2H AC KD 3H", 3)]
)
def test_S3_07_the_highest_of_the_led_suit_wins_or_the_highest_trump(trick: str, winner: int) -> None:
    _, hand = begin(trick.split())
    bid_all(hand, 0, 0, 0, 0)
    play_all(hand, trick)
    assert hand.taken.index(1) == winner


def test_S3_08_trump_may_be_led_to_the_very_first_trick() -> None:
    _, hand = begin(["2H 3S", "KH AC", "6H 2S", "TH JC"])
    bid_all(hand, 0, 0, 0, 0)
    assert hand.choices == ("2H", "3S")
    play_all(hand, "3S")
    assert set(hand.choices) == {"AC", "KH"}
    play_all(hand, "AC")
    assert hand.choices == ("2S",)


def test_S3_09_a_point_a_trick_and_ten_for_the_exact_bid() -> None:
    """The page's example: three and three is 13; a miss has its tricks alone."""
    assert points_of([3, 1, 0, 1], [0, 0, 0, 1, 3, 3]) == (13, 11, 10, 2)
    assert points_of([3, 1, 0, 1], [0, 0, 1, 1, 1, 2]) == (2, 3, 1, 0)


def test_S3_10_after_the_nineteenth_hand_the_most_points_win() -> None:
    game, hands = play_game(rules_of("cardgames-io"), KEY, at_random(4))
    assert game.next_plan() is None
    totals = [sum((hand.points or ())[seat] for hand in hands) for seat in range(4)]
    assert game.scores == totals
    winner = totals.index(max(totals))
    assert game.places()[winner] == 1
    assert totals.count(max(totals)) == game.places().count(1)


def test_S3_11_two_players_with_equal_points_both_win_and_nothing_more_is_played() -> None:
    game = Game(rules_of("cardgames-io", schedule={"hands": "2"}), first_dealer=3)
    staged_hand(game, [1, 1, 1, 2], [0, 1])
    assert game.scores == [11, 11, 0, 0]
    assert game.next_plan() is None
    assert game.places() == (1, 1, 3, 3)
