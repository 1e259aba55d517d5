# ruff: noqa: N802 - the names of tests carry the statements' numbers as they are written
"""S1, a Portuguese page in the line of Bicycle and Pagat: what it says of a running hand, played through the engine.

Its players, hands and names are in test_seed_presets.py.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from ohhell_referee.rules.deals import derive_deal
from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand, IllegalAction
from ohhell_referee.rules.plan import hand_plan
from ohhell_referee.rules.seeds import first_dealer_of, seed_key
from ohhell_referee.rules.variant import RANKS
from ohhell_referee.rules.views import request_body
from support.dealing import at_random, next_hand, play_all, play_game, rules_of, staged_hand

KEY = seed_key("bicycle")


def begin(hands: list[str], turned: str | None = "9S", dealer: int | None = None, size: int | None = None) -> Hand:
    """The first hand of a game that has only this one; seat 0 bids first unless another dealer is named."""
    players = len(hands)
    rules = rules_of("bicycle", players, schedule={"hands": str(size or len(hands[0].split()))})
    return next_hand(Game(rules, players - 1 if dealer is None else dealer), hands, turned)


def bid(hand: Hand, *bids: int) -> None:
    """Make the bids in turn, and keep each when asked whether to change it."""
    for number in bids:
        seat = hand.seat
        hand.act(seat, number)
        if hand.turn is not None and hand.turn.kind == "revise":
            hand.act(seat, number)


def points_of(score: dict[str, str], bids: list[int], winners: list[int]) -> tuple[int, ...] | None:
    rules = rules_of("bicycle", schedule={"hands": str(len(winners))}, score=score)
    return staged_hand(Game(rules, first_dealer=3), bids, winners).points


TWO_CARDS = ["2H 3H", "KH AC", "5H 2S", "TH JH"]


def test_S1_03_the_aim_is_the_number_that_was_bid_not_more_and_not_fewer() -> None:
    """Seat 0 bids 2 and wins 1, 2 or 3: more tricks are no better than fewer."""
    earned = [points_of({}, [2, 0, 0, 0], [0] * won + [1] * (3 - won)) for won in (1, 2, 3)]
    assert [points[0] for points in earned if points] == [0, 12, 0]


def test_S1_07_everybody_is_as_likely_to_deal_first() -> None:
    """A drawing for the highest card is a drawing by chance, from the seed here."""
    rules = rules_of("bicycle", 5)
    drawn = Counter(first_dealer_of(KEY, block, rules) for block in range(5000))
    assert set(drawn) == set(range(5))
    assert all(880 < count < 1120 for count in drawn.values())


def test_S1_08_the_deal_goes_one_seat_on_every_hand_as_it_is_played() -> None:
    game, hands = play_game(rules_of("bicycle", 3), KEY, at_random(3), first_dealer=2)
    assert [hand.dealer for hand in hands[:5]] == [2, 0, 1, 2, 0]
    assert game.hands_played == 19


def test_S1_09_cards_are_dealt_one_at_a_time_beginning_at_the_dealers_left() -> None:
    """With another dealer the same pack gives the next seat the cards: nobody's cards come from one place in it."""
    rules = rules_of("bicycle", 4)
    plan = hand_plan(rules, 0)
    by_dealer = [derive_deal(KEY, 0, plan, rules, dealer).hands for dealer in range(4)]
    for dealer in range(1, 4):
        assert [by_dealer[dealer][(seat + dealer) % 4] for seat in range(4)] == list(by_dealer[0])
    assert by_dealer[0] != by_dealer[1]


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_S1_10_the_next_card_is_turned_up_for_all_to_see_and_is_out_of_play(players: int) -> None:
    rules = rules_of("bicycle", players)
    _, hands = play_game(rules, KEY, at_random(players))
    for hand in hands:
        assert hand.turned in deck_of(rules).order
        assert hand.trump == (hand.turned or "")[1]
        assert all(hand.turned not in trick for trick in hand.tricks)
    game = Game(rules, first_dealer=0)
    plan = hand_plan(rules, 0)
    hand = game.start_hand(plan, derive_deal(KEY, 1, plan, rules, 0))
    for _ in range(players):
        assert request_body(game, hand, hand.seat)["turned"] == hand.deal.turned
        bid(hand, 0)


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_S1_11_bids_go_clockwise_from_the_dealers_left_and_end_with_the_dealer(dealer: int) -> None:
    hand = begin(TWO_CARDS, dealer=dealer)
    asked = []
    while hand.bidding:
        asked.append(hand.seat)
        bid(hand, 2)
    assert asked == [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    assert asked[-1] == dealer


@pytest.mark.parametrize("silence", [None, "pass", "", -1, False])
def test_S1_12_nobody_may_pass(silence: object) -> None:
    hand = begin(TWO_CARDS)
    assert not hand.can_act(0, silence)
    with pytest.raises(IllegalAction, match=r"a bid (is a whole number|lies between 0 and 2)"):
        hand.verify_action(0, silence)
    assert (hand.seat, hand.bids) == (0, [None] * 4)


def test_S1_13_zero_may_be_bid_and_then_no_trick_must_be_won() -> None:
    hand = begin(TWO_CARDS)
    for _ in range(3):
        assert 0 in hand.choices
        bid(hand, 0)
    assert points_of({}, [0, 0, 3, 1], [2, 2, 1]) == (10, 0, 0, 0)


def test_S1_14_a_bid_may_be_changed_until_the_next_player_has_bid() -> None:
    hand = begin(TWO_CARDS)
    hand.act(0, 2)
    assert hand.turn is not None
    assert (hand.turn.kind, hand.turn.seats, hand.choices) == ("revise", (0,), (0, 1, 2))
    hand.act(0, 1)
    assert hand.bids == [1, None, None, None]
    assert hand.seat == 1
    hand.act(1, 0)
    with pytest.raises(IllegalAction, match="seat 0 is not to act now"):
        hand.act(0, 2)


def test_S1_14_the_dealer_who_bids_last_has_nobody_to_wait_for() -> None:
    hand = begin(TWO_CARDS)
    bid(hand, 0, 0, 0)
    hand.act(3, 1)
    assert hand.turn is not None
    assert hand.turn.kind == "play"


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_S1_15_the_dealer_may_not_make_the_total_equal_the_tricks(players: int) -> None:
    _, hands = play_game(rules_of("bicycle", players), KEY, at_random(players))
    assert all(sum(number or 0 for number in hand.bids) != hand.size for hand in hands)


def test_S1_15_what_counts_are_the_bids_as_they_were_changed() -> None:
    hand = begin(TWO_CARDS)
    hand.act(0, 2)
    hand.act(0, 0)
    bid(hand, 1, 0)
    assert (hand.seat, hand.choices) == (3, (0, 2))


def test_S1_16_the_dealers_left_leads_any_card_trump_included() -> None:
    hand = begin(["2H 3S", "KH AC", "5H 2S", "TH JH"], dealer=3)
    bid(hand, 0, 0, 0, 0)
    assert (hand.seat, hand.trump) == (0, "S")
    assert hand.choices == ("2H", "3S")
    play_all(hand, "3S")
    assert hand.trick == ["3S"]


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_S1_17_play_goes_clockwise(dealer: int) -> None:
    hand = begin(TWO_CARDS, dealer=dealer)
    bid(hand, 2, 2, 2, 2)
    played = []
    for _ in range(4):
        played.append(hand.seat)
        hand.act(hand.seat, hand.choices[0])
    assert played == [(dealer + step) % 4 for step in (1, 2, 3, 4)]


def test_S1_18_suit_is_followed_and_without_it_anything_may_be_played() -> None:
    """No duty to trump: a void seat may throw another suit."""
    hand = begin(["2H 3H 4H", "KH AC AS", "5C 2S 9D", "TH JH QH"])
    bid(hand, 0, 0, 0, 0)
    play_all(hand, "2H")
    assert hand.choices == ("KH",)
    play_all(hand, "KH")
    assert set(hand.choices) == {"5C", "2S", "9D"}


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("2H KH 5H TH", 1), ("2H KH 2S TH", 2), ("2H KH 2S 3S", 3), ("2H AC AD 3H", 3), ("2H AC AD KC", 0)],
)
def test_S1_19_the_highest_trump_wins_or_else_the_highest_of_the_led_suit(trick: str, winner: int) -> None:
    hand = begin(trick.split())
    bid(hand, 0, 1, 1, 1)
    play_all(hand, trick)
    assert hand.taken.index(1) == winner


def test_S1_20_the_winner_leads_to_the_next_trick() -> None:
    hand = begin(TWO_CARDS)
    bid(hand, 2, 2, 2, 2)
    play_all(hand, "2H KH 5H TH")
    assert (hand.seat, hand.leader) == (1, 1)
    play_all(hand, "AC 2S JH 3H")
    assert [trick[0] for trick in hand.tricks] == [0, 1]
    assert hand.taken == [0, 1, 1, 0]


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_S1_21_a_hand_lasts_until_all_cards_are_played(players: int) -> None:
    _, hands = play_game(rules_of("bicycle", players), KEY, at_random(players))
    for hand in hands:
        assert hand.turn is None
        assert not any(hand.cards)
        played = Counter(card for trick in hand.tricks for card in trick[1:])
        assert played == Counter(card for cards in hand.deal.hands for card in cards)
        assert sum(hand.taken) == hand.size


def test_S1_22_the_simple_way_ten_and_the_bid_or_nothing() -> None:
    """Bids of 0, 1, 2 and 1 score 10, 11 and 12; the last wins nothing and scores nothing."""
    assert points_of({}, [0, 1, 2, 1], [1, 2, 2]) == (10, 11, 12, 0)
    assert points_of({}, [0, 1, 3, 1], [2, 2, 2]) == (10, 0, 13, 0)


def test_S1_23_the_widespread_way_a_point_a_trick_and_ten_for_the_exact_bid() -> None:
    """A bid of two that wins two, one or three."""
    basic = {"hit": "10 + t", "miss": "t"}
    earned = [points_of(basic, [2, 0, 0, 0], [0] * won + [1] * (3 - won)) for won in (2, 1, 3)]
    assert [points[0] for points in earned if points] == [12, 1, 3]


def test_S1_24_totals_run_on_and_those_after_the_last_hand_decide() -> None:
    game = Game(rules_of("bicycle", schedule={"hands": "2..1..2"}), first_dealer=3)
    staged_hand(game, [2, 1, 0, 0], [0, 0])
    assert (game.scores, game.places()) == ([12, 0, 10, 10], (1, 4, 2, 2))
    staged_hand(game, [1, 1, 0, 0], [1])
    assert game.scores == [12, 11, 20, 20]
    staged_hand(game, [0, 0, 2, 1], [2, 2])
    assert game.scores == [22, 21, 32, 20]
    assert game.next_plan() is None
    assert game.places() == (2, 3, 1, 4)


def test_S1_27_with_thirteen_cards_each_there_is_no_card_to_turn_and_no_trump() -> None:
    """The highest card of the led suit wins each trick."""
    _, (hand, smaller) = play_game(rules_of("bicycle", 4, schedule={"hands": "13..12"}), KEY, at_random(1))
    assert (hand.turned, hand.trump) == (None, "N")
    assert smaller.turned is not None
    for (leader, cards), (winner, _) in pairwise(hand.played):
        followed = [card for card in cards if card[1] == cards[0][1]]
        best = max(followed, key=lambda card: RANKS.index(card[0]))
        assert winner == (leader + cards.index(best)) % 4


def test_S1_28_the_largest_hands_without_trump_turn_nothing_although_cards_are_left() -> None:
    _, hands = play_game(rules_of("bicycle", 4, trump={"no_trump": ["max"]}), KEY, at_random(1))
    assert [hand.trump == "N" for hand in hands] == [True] + [False] * 17 + [True]
    assert [hand.turned is None for hand in hands] == [True] + [False] * 17 + [True]


@pytest.mark.parametrize("cycle", ["S D C H", "S D C H N"])
def test_S1_29_trump_in_a_fixed_order_as_it_is_played(cycle: str) -> None:
    suits = cycle.split()
    _, hands = play_game(rules_of("bicycle", trump={"source": "cycle", "cycle": suits}), KEY, at_random(1))
    assert [hand.trump for hand in hands] == [suits[index % len(suits)] for index in range(19)]
    assert all(hand.turned is None for hand in hands)


def test_S1_30_in_the_last_hand_each_holds_the_card_on_the_forehead_and_sees_all_but_the_own() -> None:
    rules = rules_of("devils-bridge", 4, schedule={"hands": "1..2..1"})
    game = Game(rules, first_dealer=1)
    staged_hand(game, [1, 1, 0, 0], [0])
    staged_hand(game, [1, 1, 1, 0], [0, 1])
    hand = next_hand(game, ["2H", "KH", "5H", "TH"], "9S")
    shown = ["2H", "KH", "5H", "TH"]
    for seat in (0, 1, 2, 3):
        body = request_body(game, hand, seat)
        assert body["cards"] == ()
        assert body["seen"] == tuple(None if other == seat else shown[other] for other in range(4))
        hand.act(seat, 1)
    assert hand.turn is None
    assert hand.taken == [0, 1, 0, 0]


def test_S1_32_a_miss_scores_nothing_or_its_tricks_as_the_table_agrees() -> None:
    """The page says that only exact bids score, and then pays a point a trick to everybody: both can be had."""
    assert points_of({}, [2, 0, 0, 0], [0, 0, 0]) == (0, 10, 10, 10)
    assert points_of({"hit": "10 + t", "miss": "t"}, [2, 0, 0, 0], [0, 0, 0]) == (3, 10, 10, 10)
