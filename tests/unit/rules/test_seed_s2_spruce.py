# ruff: noqa: N802 - the names of tests carry the statements' numbers as they are written
"""S2, thesprucecrafts in Bulgarian and (as S4) in Romanian: what it says of a running hand, played through the engine.

Its players, hands and names are in test_seed_presets.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand, IllegalAction
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.views import request_body
from support.dealing import at_random, bid_all, next_hand, play_all, play_game, rules_of, staged_hand

KEY = seed_key("spruce")


def start(hands: list[str], turned: str | None = "9S", dealer: int = 3, **sections: Any) -> tuple[Game, Hand]:
    """A game and its first hand; one of a card each follows, so that the first one is not the last."""
    size = len(hands[0].split())
    game = Game(rules_of("spruce", schedule={"hands": [size, 1]}, **sections), dealer)
    return game, next_hand(game, hands, turned)


def points_of(bids: list[int], winners: list[int], **score: str) -> tuple[int, ...] | None:
    game = Game(rules_of("spruce", schedule={"hands": str(len(winners))}, score=score), first_dealer=3)
    return staged_hand(game, bids, winners).points


FOUR_CARDS = ["2H 3H 4H 5H", "KH AC QC JC", "6H 2S 3S 4S", "TH JH QH AH"]


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_S2_05_a_card_is_turned_up_in_every_hand_but_the_last_which_has_no_trump(players: int) -> None:
    _, hands = play_game(rules_of("spruce", players), KEY, at_random(players))
    assert all(hand.turned is not None and hand.trump == hand.turned[1] for hand in hands[:-1])
    assert (hands[-1].turned, hands[-1].trump) == (None, "N")


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_S2_06_the_rest_of_the_deck_is_set_aside_and_seen_by_nobody(players: int) -> None:
    """No request of a hand names a card that was neither dealt nor turned up."""
    rules = rules_of("spruce", players)
    asked: list[set[str]] = [set() for _ in rules.hands]
    choose = at_random(players)

    def watch(game: Game, hand: Hand, seat: int) -> Any:
        body = request_body(game, hand, seat)
        asked[hand.plan.index].update(text for text in str(body).replace("'", " ").replace(",", " ").split())
        return choose(game, hand, seat)

    _, hands = play_game(rules, KEY, watch)
    for hand, words in zip(hands, asked, strict=True):
        dealt = {card for cards in hand.deal.hands for card in cards} | {hand.turned}
        aside = set(deck_of(rules).cards) - dealt
        assert len(aside) == 52 - players * hand.size - (hand.turned is not None)
        assert not words & aside
        assert words & dealt


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_S2_07_the_dealers_left_bids_first_and_everybody_any_number_up_to_the_cards(dealer: int) -> None:
    """Of four cards 0 to 4."""
    _, hand = start(FOUR_CARDS, dealer=dealer)
    for step in (1, 2, 3, 4):
        assert hand.seat == (dealer + step) % 4
        assert hand.choices == (0, 1, 2, 3, 4)
        for nothing in (None, -1, 5):
            assert not hand.can_act(hand.seat, nothing)
        hand.act(hand.seat, 2)


def test_S2_08_the_last_bidder_may_make_the_total_equal_the_tricks() -> None:
    _, hand = start(FOUR_CARDS)
    bid_all(hand, 1, 1, 1, 1)
    assert hand.bids == [1, 1, 1, 1]
    assert not hand.bidding


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_S2_09_the_dealers_left_leads_and_play_goes_clockwise(dealer: int) -> None:
    _, hand = start(FOUR_CARDS, dealer=dealer)
    bid_all(hand, 0, 0, 0, 0)
    played = []
    for _ in range(4):
        played.append(hand.seat)
        hand.act(hand.seat, hand.choices[0])
    assert played == [(dealer + step) % 4 for step in (1, 2, 3, 4)]


def test_S2_09_suit_is_followed_if_possible() -> None:
    _, hand = start(FOUR_CARDS)
    bid_all(hand, 0, 0, 0, 0)
    play_all(hand, "2H")
    assert hand.choices == ("KH",)
    play_all(hand, "KH")
    assert hand.choices == ("6H",)
    with pytest.raises(IllegalAction, match="2S does not follow suit"):
        hand.act(2, "2S")


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("2H KH 6H TH", 1), ("2H KH 2S TH", 2), ("2S KH 9S TH", 2), ("3S 2S AH KC", 0), ("2H 3C 4D 5C", 0)],
)
def test_S2_10_the_highest_of_the_led_suit_wins_or_the_highest_trump(trick: str, winner: int) -> None:
    _, hand = start(trick.split(), "AS")
    bid_all(hand, 0, 0, 0, 0)
    play_all(hand, trick)
    assert hand.taken.index(1) == winner


def test_S2_11_bids_and_tricks_won_lie_open_at_any_time() -> None:
    """Every request has the bids made so far; every request for a card also the tricks, whose they are and how many."""
    game, hand = start(["2H 3H", "KH AC", "6H 2S", "TH JH"])
    seen = []
    for bid in (1, 0, 2, 0):
        seen.append(request_body(game, hand, hand.seat)["bids"])
        hand.act(hand.seat, bid)
    assert seen == [(None,) * 4, (1, None, None, None), (1, 0, None, None), (1, 0, 2, None)]
    play_all(hand, "2H KH 6H TH AC 2S")
    body = request_body(game, hand, 3)
    assert body["bids"] == (1, 0, 2, 0)
    assert body["taken"] == (0, 1, 0, 0)
    assert body["played"] == ((0, "2H", "KH", "6H", "TH"),)
    assert (body["leader"], body["trick"]) == (1, ("AC", "2S"))


def test_S2_12_exact_bids_score_ten_and_the_tricks_and_others_nothing() -> None:
    """The page's examples: four and four is 14, zero and zero 10."""
    assert points_of([4, 0, 0, 1], [0, 0, 0, 0]) == (14, 10, 10, 0)
    assert points_of([3, 0, 0, 1], [0, 0, 0, 0]) == (0, 10, 10, 0)


def test_S2_13_the_highest_total_at_the_end_wins() -> None:
    game = Game(rules_of("spruce", schedule={"hands": "1..2"}), first_dealer=3)
    staged_hand(game, [0, 1, 0, 0], [1])
    staged_hand(game, [0, 0, 2, 1], [2, 2])
    assert game.next_plan() is None
    assert game.scores == [20, 21, 22, 10]
    assert game.places() == (3, 2, 1, 4)


@pytest.mark.parametrize(
    ("hands", "sizes"),
    [("max..1", [*range(7, 0, -1)]), ("1..max..1", [*range(1, 8), *range(6, 0, -1)])],
)
def test_S2_14_other_orders_of_hands_are_played_and_the_last_has_no_trump(hands: str, sizes: list[int]) -> None:
    _, played = play_game(rules_of("spruce", 7, schedule={"hands": hands}), KEY, at_random(1))
    assert [hand.size for hand in played] == sizes
    assert [hand.trump == "N" for hand in played] == [False] * (len(sizes) - 1) + [True]


def test_S2_15_with_the_hook_the_fifth_hands_bids_may_not_total_five() -> None:
    game, hands = play_game(rules_of("spruce", bids={"hook": True}), KEY, at_random(5))
    assert game.hands_played == 13
    assert all(sum(bid or 0 for bid in hand.bids) != hand.size for hand in hands)
    five = ["2C 3C 4C 5C 6C", "2D 3D 4D 5D 6D", "2H 3H 4H 5H 6H", "2S 3S 4S 5S 6S"]
    _, hand = start(five, "9S", bids={"hook": True})
    bid_all(hand, 2, 1, 1)
    assert hand.choices == (0, 2, 3, 4, 5)


def test_S2_16_bids_at_once_are_shown_together() -> None:
    """Everybody is asked before anybody's bid is known, and sees all bids when the last one is in."""
    game, hand = start(FOUR_CARDS, bids={"order": "at_once"})
    assert hand.turn is not None
    assert hand.turn.seats == (0, 1, 2, 3)
    for seat in (2, 0, 3):
        hand.act(seat, seat)
        assert request_body(game, hand, 1)["bids"] == (None,) * 4
        assert request_body(game, hand, 1)["legal"] == (0, 1, 2, 3, 4)
    hand.act(1, 4)
    assert request_body(game, hand, 0)["bids"] == (0, 4, 2, 3)


def test_S2_17_in_la_podrida_a_void_seat_must_trump_if_it_can() -> None:
    rules = rules_of("la-podrida", schedule={"hands": [2, 1]})
    hand = next_hand(Game(rules, 3), ["2H 3H", "AC 4S", "KC 2S", "JD QD"], "9S")
    bid_all(hand, 0, 0, 0, 0)
    play_all(hand, "2H")
    assert hand.choices == ("4S",)
    with pytest.raises(IllegalAction, match="AC may not be discarded: a seat that cannot follow suit must play trump"):
        hand.act(1, "AC")
    play_all(hand, "4S")
    assert hand.choices == ("2S",)  # a lower trump will do
    play_all(hand, "2S")
    assert hand.choices == ("JD", "QD")


def test_S2_17_in_the_basic_game_it_need_not() -> None:
    _, hand = start(["2H 3H", "AC 4S", "KC 2S", "JD QD"])
    bid_all(hand, 0, 0, 0, 0)
    play_all(hand, "2H")
    assert hand.choices == ("AC", "4S")


def test_S2_18_a_miss_may_score_its_tricks() -> None:
    """The page's example: three bid and four won are four points."""
    assert points_of([3, 0, 0, 1], [0, 0, 0, 0], miss="t") == (4, 10, 10, 0)


def test_S2_19_a_zero_may_score_five_and_the_cards_of_the_hand() -> None:
    """The page's example: a zero of seven cards is 12."""
    assert points_of([7, 0, 0, 1], [0] * 7, hit_zero="5 + n") == (17, 12, 12, 0)
