"""The whole schedule at one table: dealers, totals, places, runs, suits that count more, and how a game ends."""

from __future__ import annotations

from collections import Counter

import pytest

from ohhell_referee.rules.deals import derive_deal
from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.game import Game, places_of
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.plan import HandPlan, hand_plan
from ohhell_referee.rules.scoring import score_table
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.tricks import trick_winner
from ohhell_referee.rules.variant import NO_TRUMP, RunBonus, Selector, Variant, ViewRule
from support.dealing import LAST, VARIANTS, at_random, next_hand, play_game, staged_hand, variant

KEY = seed_key("games")


def scored_hands(game: Game) -> int:
    """Play the game to its end; every seat bids 0 but seat 0, which bids and wins everything."""
    while (plan := game.next_plan()) is not None:
        staged_hand(game, [plan.size, 0, 0, 0], [0] * plan.size)
    return game.hands_played


# ---- order


@pytest.mark.parametrize("first_dealer", [0, 1, 2, 3])
def test_the_deal_goes_round_from_the_first_dealer(first_dealer: int) -> None:
    game, hands = play_game(variant([1] * 9), KEY, at_random(1), first_dealer=first_dealer)
    assert [hand.dealer for hand in hands] == [(first_dealer + number) % 4 for number in range(9)]
    counts = Counter(hand.dealer for hand in hands)
    assert set(counts.values()) == {2, 3}
    assert game.first_dealer == first_dealer


@pytest.mark.parametrize("seat", [-1, 4])
def test_the_first_dealer_sits_at_the_table(seat: int) -> None:
    with pytest.raises(ValueError, match=r"a seat 0 … 3"):
        Game(variant(), seat)


def test_hands_come_in_the_order_of_the_schedule() -> None:
    game = Game(variant([2, 1, 2]), first_dealer=3)
    plans = []
    while (plan := game.next_plan()) is not None:
        plans.append((plan.index, plan.size, game.dealer_of(plan)))
        assert game.next_plan() is plan
        staged_hand(game, [plan.size, 0, 0, 1], [0] * plan.size)
    assert plans == [(0, 2, 3), (1, 1, 0), (2, 2, 1)]
    assert (game.hands_played, game.hands_total) == (3, 3)


# ---- points


def test_points_go_to_the_totals_and_stay_with_the_hand() -> None:
    game = Game(variant([2, 1]), first_dealer=3)
    first = staged_hand(game, [1, 1, 1, 0], [0, 2])
    assert first.points == (11, 0, 11, 10)
    second = staged_hand(game, [1, 0, 1, 1], [0])
    assert second.points == (11, 10, 0, 0)
    assert game.scores == [22, 10, 11, 10]


def test_a_hand_is_scored_once_when_it_is_over_and_in_its_turn() -> None:
    game = Game(variant([1, 1]), first_dealer=3)
    plan = game.next_plan()
    assert plan is not None
    hand = next_hand(game, ["2H", "3H", "4H", "5H"], "9S")
    with pytest.raises(ValueError, match="hand 1 is not the one to be scored now, or not played out"):
        game.finish_hand(hand)
    twin = next_hand(game, ["2H", "3H", "4H", "5H"], "9S")
    for each in (hand, twin):
        while each.turn is not None:
            each.act(each.seat, each.choices[0])
    game.finish_hand(hand)
    for again in (hand, twin):
        with pytest.raises(ValueError, match="hand 1 is not the one"):
            game.finish_hand(again)
    assert game.hands_played == 1


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ((10, 30, 20, 0), (3, 1, 2, 4)),
        ((10, 30, 30, 0), (3, 1, 1, 4)),
        ((20, 30, 20, 0), (2, 1, 2, 4)),
        ((5, 5, 5), (1, 1, 1)),
        ((-10, -30, 0, -30), (2, 3, 1, 3)),
    ],
)
def test_places_are_shared_and_the_next_is_left_out(scores: tuple[int, ...], places: tuple[int, ...]) -> None:
    assert places_of(scores) == places


def test_runs_of_hits_and_misses_earn_their_bonus_in_the_hand_that_ends_them() -> None:
    """Romanian Whist's five in a row: seat 0 always hits, seat 3 always misses."""
    rules = variant([1] * 11, score={"hit": "5 + t", "miss": "-d", "run": RunBonus(5, 10, -10)})
    game = Game(rules, first_dealer=3)
    points = [staged_hand(game, [1, 0, 0, 1], [0]).points for _ in range(11)]
    assert [hand[0] for hand in points if hand] == [6, 6, 6, 6, 16, 6, 6, 6, 6, 16, 6]
    assert [hand[3] for hand in points if hand] == [-1, -1, -1, -1, -11, -1, -1, -1, -1, -11, -1]


def test_a_run_is_a_seats_own_and_ends_with_the_other_result() -> None:
    rules = variant([1] * 4, bids={"hook": False}, score={"hit": "0", "miss": "0", "run": RunBonus(2, 7, -3)})
    game = Game(rules, first_dealer=3)
    bids = [[1, 0, 0, 1], [1, 0, 1, 1], [1, 0, 1, 0], [0, 0, 1, 0]]
    points = [staged_hand(game, each, [0]).points for each in bids]
    assert points == [(0, 0, 0, 0), (7, 7, 0, -3), (0, 0, -3, 0), (0, 7, 0, 7)]


@pytest.mark.parametrize(("trump", "factor"), [("S", 1), ("D", 2), ("N", 3)])
def test_a_suit_multiplies_the_points_of_the_hand(trump: str, factor: int) -> None:
    """No trump may have a factor as well; what a run earns is not multiplied."""
    score = {"suit": {"D": 2, "N": 3}, "run": RunBonus(1, 100, -100)}
    source = {"source": "none"} if trump == "N" else {"source": "fixed", "cycle": (trump,)}
    game = Game(variant([2], trump=source, score=score), first_dealer=3)
    assert staged_hand(game, [1, 1, 1, 0], [0, 2]).points == (
        11 * factor + 100,
        0 - 100,
        11 * factor + 100,
        10 * factor + 100,
    )


def test_a_named_trump_multiplies_too() -> None:
    rules = variant([1], trump={"source": "highest_bidder"}, score={"suit": {"D": 2}})
    game = Game(rules, first_dealer=3)
    hand = next_hand(game, ["2H", "3H", "4H", "5H"])
    for bid in (0, 0, 0, 0):
        hand.act(hand.seat, bid)
    hand.act(0, "D")
    while hand.turn is not None:
        hand.act(hand.seat, hand.choices[0])
    assert game.finish_hand(hand) == (20, 20, 20, 2)


# ---- the end


def test_without_a_target_or_extra_hands_the_number_of_hands_is_known() -> None:
    assert Game(variant([1, 2, 3]), 0).hands_total == 3
    assert Game(variant([1, 2, 3], end={"target": 100}), 0).hands_total is None
    assert Game(variant([1, 2, 3], end={"ties": "extra_hand"}), 0).hands_total is None


@pytest.mark.parametrize(("target", "hands"), [(0, 6), (11, 1), (12, 2), (22, 2), (23, 3), (1000, 6)])
def test_a_game_to_a_target_ends_after_the_hand_in_which_somebody_reaches_it(target: int, hands: int) -> None:
    """Eleven points a hand; the schedule is the most that is played."""
    game = Game(variant([1] * 6, bids={"hook": False}, end={"target": target}), first_dealer=3)
    assert scored_hands(game) == hands


def test_a_target_that_two_reach_together_is_a_tie_like_any_other() -> None:
    end = {"target": 11, "ties": "extra_hand"}
    game = Game(variant([1, 2, 1], bids={"hook": False}, score={"miss": "11"}, end=end), first_dealer=3)
    staged_hand(game, [1, 1, 0, 0], [0])
    assert game.scores == [11, 11, 10, 10]
    plan = game.next_plan()
    assert plan is not None
    assert (plan.size, plan.extra) == (2, True)
    staged_hand(game, [2, 0, 0, 0], [0, 0])
    assert game.scores == [23, 21, 20, 20]
    assert game.next_plan() is None


def test_only_a_tie_for_the_first_place_is_played_off() -> None:
    game = Game(variant([1], end={"ties": "extra_hand"}), first_dealer=3)
    staged_hand(game, [1, 1, 1, 0], [0])
    assert game.scores == [11, 0, 0, 10]
    assert game.next_plan() is None


def test_an_extra_hand_has_the_largest_size_and_is_reached_by_size_alone() -> None:
    """It stands at no place of the schedule: `last` means the last hand of it, `max` means this one too."""
    trump = {"no_trump": (Selector(which="last"), Selector(which="first"), Selector(hand=3))}
    rules = variant([3, 1, 2], trump=trump, end={"ties": "extra_hand"})
    assert hand_plan(rules, 3, extra=True) == HandPlan(3, 3, None, "turn_up", None, True, True)
    rules = variant([3, 1, 2], trump={"no_trump": (Selector(which="max"),)}, end={"ties": "extra_hand"})
    assert hand_plan(rules, 3, extra=True).trump == "N"


# ---- plans


def test_a_plan_says_what_is_known_before_the_deal() -> None:
    rules = variant([2, 1, 13], trump={"no_trump": (Selector(hand=2),)}, bids={"hook_min": 2})
    assert [hand_plan(rules, index) for index in range(3)] == [
        HandPlan(0, 2, None, "turn_up", None, True, False),
        HandPlan(1, 1, "N", "none", None, False, False),
        HandPlan(2, 13, "N", "none", None, True, False),
    ]
    assert hand_plan(rules, 0) is hand_plan(rules, 0)


def test_a_cycle_goes_on_through_hands_without_trump_and_extra_hands() -> None:
    """The third hand has the third suit, whatever came before."""
    rules = variant([1, 1, 1], trump={"source": "cycle", "cycle": ("H", "C", "D"), "no_trump": (Selector(hand=2),)})
    assert [hand_plan(rules, index).trump for index in range(3)] == ["H", "N", "D"]
    assert hand_plan(rules, 3, extra=True).trump == "H"


def test_what_cannot_be_dealt_is_an_error_of_the_program_that_asks() -> None:
    """Variants from files have been checked; one made by hand has not."""
    with pytest.raises(ValueError, match="hand 1 needs 56 cards, the pack has 4 fewer"):
        hand_plan(variant([14]), 0)
    with pytest.raises(ValueError, match="hand 1 deals every card"):
        hand_plan(variant([13], trump={"exhausted": "error"}), 0)
    with pytest.raises(ValueError, match="only hands of one card can be held on the forehead"):
        hand_plan(variant([2], view=(ViewRule(LAST, "forehead"),)), 0)


# ---- what holds of every game


def assert_played_by_the_rules(rules: Variant, hand: Hand) -> None:
    """Tricks add up, every card is played once, the right card won, the bids obeyed the hook, the points are right."""
    deck = deck_of(rules)
    assert sum(hand.taken) == hand.size
    assert all(0 <= taken <= hand.size for taken in hand.taken)
    held = Counter(card for cards in hand.deal.hands for card in cards)
    assert Counter(card for _, cards in hand.played for card in cards) == held
    if hand.turned is not None and hand.plan.source == "turn_up":
        assert held[hand.turned] < deck.cards.count(hand.turned)
    taken = [0] * rules.players
    trump = hand.trump or NO_TRUMP
    for number, (leader, cards) in enumerate(hand.played):
        winner = (leader + trick_winner(deck, cards, trump, rules.deck.equal_card)) % rules.players
        taken[winner] += 1
        following = hand.played[number + 1][0] if number + 1 < len(hand.played) else hand.leader
        assert following == winner
    assert taken == hand.taken
    bids = [bid for bid in hand.bids if bid is not None]
    assert len(bids) == rules.players
    if hand.plan.hook:
        assert sum(bids) != hand.size
        assert bids != hand.taken
    table = score_table(rules.score, hand.size)
    earned = [table[bid][won] * rules.score.suit.get(trump, 1) for bid, won in zip(bids, hand.taken, strict=True)]
    assert hand.points is not None
    if rules.score.run is None:
        assert list(hand.points) == earned


@pytest.mark.parametrize("name", VARIANTS)
def test_games_of_every_kind_keep_their_promises(name: str) -> None:
    rules = VARIANTS[name]
    for seed in range(6):
        first = seed % rules.players
        game, hands = play_game(rules, KEY, at_random(seed), block=seed, first_dealer=first)
        for number, hand in enumerate(hands):
            assert hand.dealer == (first + number) % rules.players
            assert_played_by_the_rules(rules, hand)
        totals = [sum((hand.points or ())[seat] for hand in hands) for seat in range(rules.players)]
        assert game.scores == totals
        assert game.places() == places_of(totals)


def test_one_seat_alone_may_miss_its_bid() -> None:
    """The hook makes sure of one miss, not of two: bids of 2, 1 and 0 in two tricks, of which the first wins one."""
    game = Game(variant([2], game={"players": 3}), first_dealer=2)
    hand = staged_hand(game, [2, 1, 0], [0, 1])
    assert [bid == won for bid, won in zip(hand.bids, hand.taken, strict=True)] == [False, True, True]


def test_the_same_key_and_the_same_decisions_give_the_same_game() -> None:
    first, again = (play_game(Variant(), KEY, at_random(5), block=3)[0] for _ in range(2))
    assert first.scores == again.scores


def test_deals_of_a_game_do_not_depend_on_what_is_decided() -> None:
    one, other = (play_game(Variant(), KEY, at_random(seed), block=3)[1] for seed in (1, 2))
    assert [hand.deal for hand in one] == [hand.deal for hand in other]
    rules = Variant()
    assert one[4].deal == derive_deal(KEY, 3, hand_plan(rules, 4), rules, 0)
