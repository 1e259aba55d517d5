"""Cases on which rule pages are silent or contradict each other or themselves, as far as a variant decides them.

The numbers are those of the list of tricky cases; what a hand makes of them is in test_edge_cases_bids.py and
test_edge_cases_play.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from ohhell_referee.rules.deck import deck_size
from ohhell_referee.rules.loading import VariantError, resolve_variant
from ohhell_referee.rules.plan import HandPlan, hand_plan
from ohhell_referee.rules.presets import find_preset
from ohhell_referee.rules.scoring import score_table
from ohhell_referee.rules.variant import Variant
from support.vectors import rows


def plans(variant: Variant) -> list[HandPlan]:
    return [hand_plan(variant, index) for index in range(len(variant.hands))]


def without_trump(variant: Variant) -> list[int]:
    """Positions, from 1, of the hands of which the variant alone says that they have no trump."""
    return [plan.index + 1 for plan in plans(variant) if plan.trump == "N"]


def problem(raw: dict[str, Any], players: int | None = None) -> tuple[str, str]:
    """The key and the message of a variant's only problem."""
    with pytest.raises(VariantError) as refusal:
        resolve_variant(raw, players)
    (only,) = refusal.value.problems
    return only.key, only.message


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ({"bids": {"order": "at_once", "hook": True}}, "bids.hook"),
        ({"bids": {"order": "at_once"}}, "bids.order"),
        ({"preset": "spruce", "bids": {"order": "at_once", "hook": True}}, "bids.hook"),
    ],
)
def test_edge_case_04_bids_at_once_and_the_hook_cannot_both_hold(raw: dict[str, Any], key: str) -> None:
    """Nobody bids last. The key that the file sets is the one that is named."""
    named, message = problem(raw)
    assert named == key
    assert "nobody bids last" in message
    assert "bids.hook = false" in message


def test_edge_case_04_bids_at_once_without_the_hook_are_fine() -> None:
    """Both are options of one page, but not together."""
    variant = resolve_variant({"preset": "spruce", "bids": {"order": "at_once"}})
    assert not any(plan.hook for plan in plans(variant))


def test_edge_case_05_a_bid_cannot_be_changed_where_all_bid_at_once() -> None:
    """It may be changed until the next seat bids, and there is none."""
    key, message = problem({"bids": {"order": "at_once", "hook": False, "revise": True}})
    assert key == "bids.revise"
    assert "there is no next" in message


@pytest.mark.parametrize("hands", ["first", "max", {"size": 10}, {"hand": 1}])
def test_edge_case_06_a_hand_of_several_cards_cannot_be_held_on_the_forehead(hands: Any) -> None:
    """A list of legal moves would tell the seat its suits."""
    key, message = problem({"view": [{"hands": hands, "mode": "forehead"}]})
    assert key == "view[0].hands"
    assert "hand 1 has 10 cards" in message
    assert "{size = 1}" in message


def test_edge_case_06_a_hand_of_any_size_may_be_bid_blind() -> None:
    """The cards are seen after the bids, so nothing is given away by the list of legal ones."""
    variant = resolve_variant({"view": [{"hands": "max", "mode": "blind"}]})
    assert [plan.index for plan in plans(variant) if plan.view == "blind"] == [0, 18]


def test_edge_case_06_forehead_in_the_last_hand_only_or_in_every_hand_of_one_card() -> None:
    """Devil's Bridge does it in the last hand, Boerenbridge in every hand of one card: a selector says which."""
    bridge = resolve_variant({"preset": "devils-bridge"}, 7)
    boeren = resolve_variant({"preset": "boerenbridge"}, 7)
    assert bridge.hands == boeren.hands
    assert [plan.index for plan in plans(bridge) if plan.view] == [12]
    assert [plan.index for plan in plans(boeren) if plan.view] == [0, 12]


@pytest.mark.parametrize(
    ("exhausted", "source", "trump"),
    [("no_trump", "none", "N"), ("dealer_card", "dealer_card", None), ("cut", "cut", None)],
)
def test_edge_case_07_three_ways_to_go_on_where_no_card_is_left_to_turn_up(
    exhausted: str, source: str, trump: str | None
) -> None:
    """No trump, the dealer's last card shown, or a card cut before the deal."""
    variant = resolve_variant({"schedule": {"hands": "12..13"}, "trump": {"exhausted": exhausted}})
    assert [(plan.source, plan.trump) for plan in plans(variant)] == [("turn_up", None), (source, trump)]


def test_edge_case_07_or_such_a_hand_is_refused() -> None:
    """Where a variant says so, before anything is played."""
    key, message = problem({"schedule": {"hands": "12..13"}, "trump": {"exhausted": "error"}})
    assert key == "trump.exhausted"
    assert "hand 2 deals all cards" in message


@pytest.mark.parametrize(
    ("preset", "players", "hands"),
    [("ascenseur", 4, [13]), ("wizard", 4, [15]), ("romanian-whist", 4, [11, 12, 13, 14])],
)
def test_edge_case_07_decks_that_are_dealt_out(preset: str, players: int, hands: list[int]) -> None:
    """The presets in which it happens have no trump in those hands."""
    variant = resolve_variant({"preset": preset}, players)
    assert without_trump(variant) == hands
    assert all(variant.hands[hand - 1] * players == deck_size(variant.deck, players) for hand in hands)


def test_edge_case_08_the_last_hand_without_trump_is_about_position_not_about_cards() -> None:
    """With three players seven cards are left over in the last hand, and in a reversed game 49."""
    spruce = resolve_variant({"preset": "spruce"}, 3)
    assert without_trump(spruce) == [15]
    assert deck_size(spruce.deck, 3) - 3 * spruce.hands[-1] == 7
    backwards = resolve_variant({"preset": "spruce", "schedule": {"hands": "max..1"}}, 3)
    assert without_trump(backwards) == [15]
    assert backwards.hands[-1] == 1


def test_edge_case_08_the_largest_hand_without_trump_is_another_rule() -> None:
    """It falls twice in a game that begins and ends with the largest hand."""
    raw = {"preset": "spruce", "schedule": {"hands": "max..1..max"}, "trump": {"no_trump": ["max"]}}
    assert without_trump(resolve_variant(raw, 3)) == [1, 29]


@pytest.mark.parametrize(
    ("hands", "count"),
    [("10..1..10", 19), ("10..1*P..10", 22), ("1*P..8*P..1*P", 24), ("1..8*2..1", 16), ("13..2*4..13", 26)],
)
def test_edge_case_09_a_turning_point_is_played_once_or_as_often_as_it_says(hands: str, count: int) -> None:
    """Once where nothing is said; `*4` and `*P` repeat it, at either end or at the turn."""
    assert len(resolve_variant({"schedule": {"hands": hands}}).hands) == count


def test_edge_case_10_five_players_start_from_ten_and_six_from_seven_or_eight() -> None:
    """Ten cards at exactly five players, where the page says "more or fewer"; with six the two pages differ."""
    bga = {players: resolve_variant({"preset": "bga"}, players).hands[0] for players in (5, 6)}
    bicycle = {players: resolve_variant({"preset": "bicycle"}, players).hands[0] for players in (5, 6)}
    assert bga == {5: 10, 6: 7}
    assert bicycle == {5: 10, 6: 8}


@pytest.mark.parametrize("row", rows("largest_hands"), ids=lambda row: f"{row['players']} players")
@pytest.mark.parametrize("maximum", ["fit_trump", "fit_all"])
def test_edge_case_11_the_largest_hands_that_the_deck_gives(row: dict[str, str], maximum: str) -> None:
    """With a card left to turn up, and with none."""
    raw = {"schedule": {"hands": "1..max", "max": maximum}}
    assert max(resolve_variant(raw, int(row["players"])).hands) == int(row[maximum])


def test_edge_case_11_three_players_with_seventeen_cards_leave_exactly_the_card_to_turn_up() -> None:
    """The card is turned, and nothing else is unknown."""
    variant = resolve_variant({"schedule": {"hands": "17"}, "trump": {"exhausted": "error"}}, 3)
    assert deck_size(variant.deck, 3) - 3 * 17 == 1
    assert plans(variant)[0].source == "turn_up"


def test_edge_case_12_no_trump_in_a_cycle_is_said_as_such() -> None:
    """N is not an absent value: a trump that is not known yet is."""
    variant = resolve_variant({"preset": "nomination-whist"})
    assert [plan.trump for plan in plans(variant)[:6]] == ["S", "H", "C", "D", "N", "S"]
    assert plans(resolve_variant({"preset": "blob"}))[0].trump is None


def test_edge_case_12_a_duty_to_trump_may_stand_beside_hands_without_trump() -> None:
    """It then means nothing, and is no contradiction."""
    assert resolve_variant({"play": {"void": "trump"}, "trump": {"source": "none"}}).play.void == "trump"


@pytest.mark.parametrize("name", ["bga", "bicycle", "spruce", "cardgames-io"])
def test_edge_case_16_a_first_place_is_shared_unless_extra_hands_are_asked_for(name: str) -> None:
    """Pages that are silent on ties share the win."""
    assert resolve_variant({"preset": name}).end.ties == "shared"
    assert resolve_variant({"preset": name, "end": {"ties": "extra_hand"}}).end.ties == "extra_hand"


def test_edge_case_16_an_extra_hand_has_the_largest_size() -> None:
    """Of the schedule at this table."""
    variant = resolve_variant({"preset": "spruce", "end": {"ties": "extra_hand"}}, 6)
    assert hand_plan(variant, 8, extra=True).size == 8


@pytest.mark.parametrize(("size", "worth"), [(1, 6), (4, 9), (5, 10), (7, 12), (10, 15)])
def test_edge_case_18_a_zero_of_five_and_the_hand_is_worth_less_than_ten_below_five_cards(
    size: int, worth: int
) -> None:
    """n is the size of the hand: equal to 10 at five cards, more above."""
    variant = resolve_variant({"preset": "spruce", "score": {"hit_zero": "5 + n"}})
    assert score_table(variant.score, size)[0][0] == worth


def test_edge_case_19_on_a_miss_the_bid_and_the_tricks_differ() -> None:
    """On a hit they are one number; on a miss a formula has to say which it means."""
    by_tricks = resolve_variant({"score": {"hit": "10 + t", "miss": "t"}})
    by_bid = resolve_variant({"score": {"hit": "10 + b", "miss": "-b"}})
    assert [score_table(variant.score, 5)[3][3] for variant in (by_tricks, by_bid)] == [13, 13]
    assert [score_table(variant.score, 5)[3][4] for variant in (by_tricks, by_bid)] == [4, -3]


def test_edge_case_22_a_limit_on_zeros_is_below_the_number_of_players() -> None:
    """A higher one would never bind."""
    assert resolve_variant({"bids": {"zero_run": 3}}, 4).bids.zero_run == 3
    assert problem({"bids": {"zero_run": 3}}, 3)[0] == "bids.zero_run"


def test_edge_case_23_a_game_to_the_right_is_the_same_game_in_the_other_direction() -> None:
    """Seats are numbered in the direction of play, so that nothing else in the variant changes."""
    left, right = (resolve_variant({"game": {"direction": direction}}) for direction in ("left", "right"))
    assert plans(left) == plans(right)
    assert find_preset("pocha").raw["game"]["direction"] == "right"


@pytest.mark.parametrize("equal_card", ["first", "last"])
def test_edge_case_24_with_several_packs_the_first_or_the_last_of_equal_cards_wins(equal_card: str) -> None:
    """A parameter: pages differ. Tricks that cancel each other are not in the model."""
    variant = resolve_variant({"deck": {"copies": 2, "equal_card": equal_card}, "schedule": {"hands": "1..20"}})
    assert variant.deck.equal_card == equal_card
    assert deck_size(variant.deck, 4) == 104


def test_edge_case_25_wizards_and_jesters_are_cards_of_the_deck() -> None:
    """Sixty in all, and all of them are dealt."""
    variant = resolve_variant({"preset": "wizard"}, 6)
    assert deck_size(variant.deck, 6) == 60
    assert max(variant.hands) == 10
