"""Cases on which rule pages are silent or contradict each other or themselves: bids, trump, and what a seat sees.

The numbers are those of the list of tricky cases; each test's first sentences are the ruling.
"""

from __future__ import annotations

from typing import Any

import pytest

from ohhell_referee.rules.deals import derive_deal
from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand, IllegalAction
from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.plan import hand_plan
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import Variant
from ohhell_referee.rules.views import request_body
from support.dealing import (
    FOREHEAD,
    VARIANTS,
    at_random,
    bid_all,
    hand_of,
    next_hand,
    play_all,
    play_game,
    rules_of,
    variant,
)

KEY = seed_key("edges")
ONE_EACH = ["2H", "KH", "5C", "TD"]
TWO_EACH = ["2H 3H", "KH AC", "5C 9D", "TD JD"]
THREE_EACH = ["2H 3H 4H", "KH AC QS", "5C 9D 2S", "TD JD KD"]


@pytest.mark.parametrize(
    ("bids", "legal"),
    [((0, 0, 0), (0,)), ((1, 0, 0), (1,)), ((0, 1, 0), (1,)), ((1, 1, 0), (0, 1)), ((1, 1, 1), (0, 1))],
)
def test_edge_case_01_the_dealer_of_one_card_with_the_hook(bids: tuple[int, ...], legal: tuple[int, ...]) -> None:
    """Nothing bid so far: the dealer must bid 0. One: 1. More: either. There is always a bid, since at most one of two
    or more values is forbidden."""
    hand = hand_of(variant([1]), ONE_EACH)
    bid_all(hand, *bids)
    assert hand.choices == legal


@pytest.mark.parametrize("bids", [(3, 1, 0), (3, 3, 3), (2, 2, 0)])
def test_edge_case_02_bids_that_total_more_than_the_tricks_forbid_nothing(bids: tuple[int, ...]) -> None:
    """The value that the hook forbids may lie below 0: then nothing is forbidden."""
    hand = hand_of(variant([3]), THREE_EACH)
    bid_all(hand, *bids)
    assert hand.choices == (0, 1, 2, 3)


def test_edge_case_02_before_the_last_bidder_nothing_is_forbidden_either() -> None:
    """Whether or not the rest of the tricks is a number that could be bid."""
    hand = hand_of(variant([3]), THREE_EACH)
    for bid in (1, 1):
        bid_all(hand, bid)
        assert hand.choices == (0, 1, 2, 3)


def test_edge_case_03_the_hook_binds_the_last_bidder_who_need_not_be_the_dealer() -> None:
    """Where the dealer bids first, the seat at the dealer's right is bound and the dealer is free."""
    hand = hand_of(variant([3], bids={"first": "dealer"}), THREE_EACH, dealer=1)
    assert (hand.seat, hand.bidding_order) == (1, (1, 2, 3, 0))
    assert hand.choices == (0, 1, 2, 3)
    bid_all(hand, 1, 1, 0)
    assert (hand.seat, hand.choices) == (0, (0, 2, 3))


def test_edge_case_05_each_bidder_but_the_last_is_asked_once_whether_to_change_the_bid() -> None:
    """A bid may be changed until the next seat bids. That is one question a bid, before the next seat is asked; the
    same number keeps the bid, and the last bidder, behind whom nobody bids, is not asked."""
    hand = hand_of(variant([3], bids={"revise": True}), THREE_EACH)
    asked = []
    for value in (2, 2, 1, 0, 0, 3, 1):
        assert hand.turn is not None
        asked.append((hand.turn.kind, hand.seat))
        hand.act(hand.seat, value)
    assert asked == [("bid", 0), ("revise", 0), ("bid", 1), ("revise", 1), ("bid", 2), ("revise", 2), ("bid", 3)]
    assert hand.bids == [2, 0, 3, 1]
    assert hand.revised == [(1, 1), (2, 0)]
    assert hand.turn is not None
    assert hand.turn.kind == "play"


def test_edge_case_05_the_hook_looks_at_the_final_bids() -> None:
    """First bids of 3 would have left the last bidder free; the final ones total 2."""
    hand = hand_of(variant([3], bids={"revise": True}), THREE_EACH)
    for value in (3, 0, 1, 1, 0, 1):
        hand.act(hand.seat, value)
    assert (hand.seat, hand.choices) == (3, (0, 2, 3))


def test_edge_case_06_a_forehead_hand_shows_all_cards_but_the_own_and_plays_itself() -> None:
    """The bidder sees the turned card, the other cards and the bids before. With one card play is forced: the referee
    plays it, since any request or list of legal moves would show the card."""
    rules = variant([1], view=FOREHEAD)
    game = Game(rules, first_dealer=3)
    hand = next_hand(game, ["2H", "KH", "5C", "TD"], "9S")
    bid_all(hand, 1)
    body = request_body(game, hand, 1)
    assert (body["cards"], body["seen"]) == ((), ("2H", None, "5C", "TD"))
    assert (body["turned"], body["bids"], body["legal"]) == ("9S", (1, None, None, None), (0, 1))
    assert "KH" not in str(body)
    bid_all(hand, 0, 0, 1)
    assert hand.turn is None
    assert hand.tricks == ((0, "2H", "KH", "5C", "TD"),)


def test_edge_case_06_in_a_blind_hand_nobody_sees_a_card_before_the_bids_and_everybody_after() -> None:
    """Neither the own cards nor the others'; the turned card lies open. Play is with sight."""
    rules = resolve_variant({"schedule": {"hands": "2"}, "view": [{"hands": "max", "mode": "blind"}]})
    game = Game(rules, first_dealer=3)
    hand = next_hand(game, TWO_EACH, "9S")
    for seat in range(4):
        body = request_body(game, hand, seat)
        assert (body["cards"], body["turned"]) == ((), "9S")
        assert "seen" not in body
        hand.act(seat, 1 if seat else 2)
    assert request_body(game, hand, 0)["cards"] == ("2H", "3H")


@pytest.mark.parametrize(
    ("name", "turned_is"),
    [
        ("all cards, no trump", "nothing"),
        ("all cards, dealer's card", "the dealer's"),
        ("all cards, cut", "somebody's"),
    ],
)
def test_edge_case_07_where_every_card_is_dealt_the_game_goes_on(name: str, turned_is: str) -> None:
    """No trump; or the dealer's last card is shown and all know who holds it; or a card is cut before the deal and goes
    back. The shown card stays in its hand and is played from there."""
    rules = VARIANTS[name]
    game = Game(rules, first_dealer=2)
    plan = game.next_plan()
    assert plan is not None
    hand = game.start_hand(plan, derive_deal(KEY, 0, plan, rules, 2))
    body = request_body(game, hand, 3)
    holders = [seat for seat in range(4) if hand.turned in hand.cards[seat]]
    if turned_is == "nothing":
        assert (body["turned"], body["trump"]) == (None, "N")
    else:
        assert body["turned"] == hand.turned
        assert body["trump"] == (hand.turned or "")[1]
        assert len(holders) == 1
        assert turned_is == "somebody's" or holders == [2]


def test_edge_case_07_a_deck_of_forty_is_dealt_out_with_ten_cards_each() -> None:
    """Four players with the Spanish deck: the dealer's last card is shown in the hands of ten."""
    rules = rules_of("pocha", 4)
    largest = [index for index, size in enumerate(rules.hands) if size == 10]
    assert len(largest) == 4
    for index in largest:
        deal = derive_deal(KEY, 0, hand_plan(rules, index), rules, 1)
        assert sorted(card for cards in deal.hands for card in cards) == sorted(deck_of(rules).cards)
        assert deal.turned in deal.hands[1]


def test_edge_case_12_no_trump_and_unknown_trump_are_told_apart() -> None:
    """No trump is `N`; nothing (null on the wire) means that the trump is not known yet."""
    without = variant([3], trump={"source": "none"})
    hidden = variant([3], trump={"reveal": "after_bids"})
    named = variant([3], trump={"source": "highest_bidder"})
    trumps = []
    for rules, turned in ((without, None), (hidden, "9S"), (named, None)):
        game = Game(rules, first_dealer=3)
        trumps.append(request_body(game, next_hand(game, THREE_EACH, turned), 0)["trump"])
    assert trumps == ["N", None, None]


def test_edge_case_12_without_trump_only_the_led_suit_can_win_and_must_trump_means_nothing() -> None:
    """A seat that is void plays what it likes, and does not win."""
    rules = variant([1], trump={"source": "none"}, play={"void": "trump"})
    hand = hand_of(rules, ["2H", "AS", "AC", "3H"])
    bid_all(hand, 1, 1, 1, 1)
    play_all(hand, "2H AS AC 3H")
    assert hand.taken == [0, 0, 0, 1]
    hand = hand_of(variant([2], trump={"source": "none"}, play={"void": "trump"}), ["2H 3H", "AS 2C", "AC AD", "4H 5H"])
    bid_all(hand, 1, 1, 1, 1)
    play_all(hand, "2H")
    assert hand.choices == ("AS", "2C")


@pytest.mark.parametrize("what", ["trump", "lead"])
@pytest.mark.parametrize("first", ["left", "dealer"])
@pytest.mark.parametrize(
    ("bids", "place"), [((1, 3, 2, 0), 1), ((1, 3, 3, 0), 1), ((0, 0, 0, 0), 0), ((2, 0, 2, 1), 0), ((0, 1, 0, 3), 3)]
)
def test_edge_case_20_among_equal_bids_the_earliest_counts_as_highest(
    what: str, first: str, bids: tuple[int, ...], place: int
) -> None:
    """For naming the trump as for the first lead; with nothing but zeros it is the first bidder. The bids are in order
    of bidding, and so is the place of the highest."""
    changes: dict[str, Any] = (
        {"trump": {"source": "highest_bidder"}} if what == "trump" else {"play": {"first_lead": "highest_bidder"}}
    )
    rules = variant([3], bids={"first": first, "hook": False}, **changes)
    hand = hand_of(
        rules, THREE_EACH, dealer=1, trump=None if what == "trump" else "S", turned=None if what == "trump" else "9S"
    )
    order = hand.bidding_order
    bid_all(hand, *bids)
    assert hand.turn is not None
    assert hand.turn.kind == ("trump" if what == "trump" else "play")
    assert hand.seat == order[place]


def test_edge_case_20_the_highest_bidder_may_choose_to_have_no_trump() -> None:
    """A suit or none; whoever leads first is decided apart from it."""
    hand = hand_of(variant([3], trump={"source": "highest_bidder"}), THREE_EACH, trump=None)
    bid_all(hand, 0, 2, 1, 1)
    assert (hand.seat, hand.choices) == (1, ("C", "D", "H", "S", "N"))
    hand.act(1, "N")
    assert (hand.trump, hand.named, hand.seat) == ("N", 1, 0)


def test_edge_case_21_bids_are_made_without_a_trump_that_is_named_or_shown_after_them() -> None:
    """Until then it is unknown to all (which is not the same as no trump); then it is in every request."""
    game = Game(variant([3], trump={"reveal": "after_bids"}), first_dealer=3)
    hand = next_hand(game, THREE_EACH, "9S")
    for seat in range(4):
        body = request_body(game, hand, seat)
        assert (body["trump"], body["turned"]) == (None, None)
        hand.act(seat, 1)
    body = request_body(game, hand, 0)
    assert (body["trump"], body["turned"]) == ("S", "9S")


def test_edge_case_22_the_limit_on_zeros_gives_way_to_the_hook_where_no_bid_would_be_left() -> None:
    """One card and nothing but zeros: the hook leaves the last bidder 0 alone, and the limit would forbid it. The hook
    wins. With two cards 1 is left, and the limit holds."""
    hand = hand_of(variant([1], bids={"zero_run": 3}), ONE_EACH)
    bid_all(hand, 0, 0, 0)
    assert hand.choices == (0,)
    hand = hand_of(variant([2], bids={"zero_run": 3}), TWO_EACH)
    bid_all(hand, 0, 0, 0)
    assert hand.choices == (1,)


def test_edge_case_22_the_limit_counts_zeros_in_a_row_and_only_within_the_hand() -> None:
    """Another bid between them begins a new row, and a new hand has none."""
    game = Game(variant([2, 2], bids={"zero_run": 2}), first_dealer=3)
    hand = next_hand(game, TWO_EACH, "9S")
    bid_all(hand, 0, 0)
    assert hand.choices == (1, 2)
    bid_all(hand, 1)
    assert hand.choices == (0, 2)
    bid_all(hand, 0)
    while hand.turn is not None:
        hand.act(hand.seat, hand.choices[0])
    game.finish_hand(hand)
    assert 0 in next_hand(game, TWO_EACH, "9S").choices


def test_edge_case_23_direction_changes_nothing_but_the_name_of_a_neighbour() -> None:
    """Seats are numbered in the direction of play, so "left" always means the next seat: the same seed gives the same
    game either way."""
    left, right = (resolve_variant({"game": {"direction": direction}}) for direction in ("left", "right"))
    results = [play_game(rules, KEY, at_random(9)) for rules in (left, right)]
    assert results[0][0].scores == results[1][0].scores
    assert [hand.tricks for hand in results[0][1]] == [hand.tricks for hand in results[1][1]]


WIZARD = rules_of("wizard", 4, schedule={"hands": [2, 1]})


def test_edge_case_25_a_turned_wizard_lets_the_dealer_name_a_suit_before_the_bids() -> None:
    """The dealer has seen its hand, and may not choose to have no trump."""
    game = Game(WIZARD, first_dealer=2)
    hand = next_hand(game, TWO_EACH, "ZC")
    assert hand.turn is not None
    assert (hand.turn.kind, hand.seat, hand.choices) == ("trump", 2, ("C", "D", "H", "S"))
    body = request_body(game, hand, 2)
    assert (body["cards"], body["turned"], body["trump"]) == (("5C", "9D"), "ZC", None)
    with pytest.raises(IllegalAction, match="'N' cannot be named as trump: it is one of C D H S"):
        hand.act(2, "N")
    hand.act(2, "D")
    assert (hand.trump, hand.named, hand.seat) == ("D", 2, 3)
    assert request_body(game, hand, 3)["trump"] == "D"


def test_edge_case_25_a_turned_jester_means_no_trump() -> None:
    """Nobody is asked, and the request says `N`."""
    game = Game(WIZARD, first_dealer=2)
    hand = next_hand(game, TWO_EACH, "NH")
    assert (hand.trump, hand.seat) == ("N", 3)
    assert request_body(game, hand, 3)["trump"] == "N"


def test_edge_case_27_every_hand_of_a_seed_is_shuffled_anew() -> None:
    """The seed is extended by block and hand, and no order of cards is used twice."""
    rules = variant([13] * 20)
    deals = {
        derive_deal(KEY, block, hand_plan(rules, index), rules, 0).hands for block in range(3) for index in range(20)
    }
    assert len(deals) == 60


def test_edge_case_28_the_dealers_left_gets_the_first_card() -> None:
    """And the dealer the last, whoever deals: deals of other programs, which may begin at seat 0, need to be turned."""
    rules = variant([3])
    plan = hand_plan(rules, 0)
    turned_round = [derive_deal(KEY, 5, plan, rules, dealer).hands for dealer in range(4)]
    for dealer in range(4):
        assert turned_round[dealer][(dealer + 1) % 4] == turned_round[3][0]
        assert turned_round[dealer][dealer] == turned_round[3][3]


@pytest.mark.parametrize("name", VARIANTS)
def test_edge_case_29_of_the_undealt_cards_a_seat_sees_the_turned_one_and_no_other(name: str) -> None:
    """Nor another seat's cards before they are played, but on the forehead. Cards are counted, since packs may hold
    equal ones: nothing is in a request that is not the seat's own, played, turned up, or on another's forehead."""
    rules: Variant = VARIANTS[name]
    choose = at_random(11)
    cards_of_pack = set(deck_of(rules).cards)

    def watch(game: Game, hand: Hand, seat: int) -> Any:
        body = request_body(game, hand, seat)
        shown = set(str(body).replace("'", " ").replace(",", " ").replace(")", " ").replace("(", " ").split())
        known = {card for trick in hand.tricks for card in trick} | set(hand.trick) | {hand.turned}
        known |= set(hand.deal.hands[seat])
        if hand.plan.view == "forehead":
            known = {hand.turned} | {cards[0] for other, cards in enumerate(hand.deal.hands) if other != seat}
        assert shown & cards_of_pack <= known
        return choose(game, hand, seat)

    _, hands = play_game(rules, KEY, watch)
    assert hands
