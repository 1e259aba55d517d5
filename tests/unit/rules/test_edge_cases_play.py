"""Cases on which rule pages are silent or contradict each other or themselves: tricks, points and the end.

The numbers are those of the list of tricky cases; each test's first sentences are the ruling.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from ohhell_referee.rules.game import MOST_EXTRA_HANDS, Game
from ohhell_referee.rules.hand import Hand, IllegalAction
from ohhell_referee.rules.scoring import score_table
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.table.house import house_decision
from support.dealing import bid_all, hand_of, next_hand, play_all, rules_of, staged_hand, variant

KEY = seed_key("edges")


def playing(hands: list[str], trump: str = "S", void: str = "any", **play: object) -> Hand:
    """A hand without the hook in which all have bid 0 and seat 0 is to lead."""
    rules = variant([len(hands[0].split())], bids={"hook": False}, play={"void": void, **play})
    hand = hand_of(rules, hands, turned=None if trump == "N" else "9" + trump, trump=trump)
    bid_all(hand, *[0] * len(hands))
    return hand


@pytest.mark.parametrize("void", ["trump", "overtrump", "overtrump_or_any"])
def test_edge_case_13_a_duty_to_trump_binds_only_a_seat_without_the_led_suit(void: str) -> None:
    """Whoever has the led suit follows, and whoever is void in a led trump has none to play."""
    hand = playing(["2H 3S", "KH AS", "5C 9D", "TD JD"], void=void)
    play_all(hand, "2H")
    assert hand.choices == ("KH",)
    hand = playing(["2H 3S", "KC 9H", "5C 7S", "TD JD"], void=void)
    play_all(hand, "3S")
    assert set(hand.choices) == {"KC", "9H"}


@pytest.mark.parametrize(
    ("void", "choices"),
    [
        ("trump", {"2S", "3S"}),
        ("overtrump", {"2S", "3S"}),
        ("overtrump_or_any", {"9C", "2S", "3S"}),
        ("any", {"9C", "2S", "3S"}),
    ],
)
def test_edge_case_13_a_trump_that_cannot_be_beaten(void: str, choices: set[str]) -> None:
    """A mere duty to trump asks for any trump, as does over-trumping where it cannot be done; in La Pocha a seat that
    cannot beat the trump on the table may keep its own and throw anything."""
    hand = playing(["7H 2H 3H", "4S 5S 6S", "9C 2S 3S", "TD JD QD"], void=void)
    play_all(hand, "7H 4S")
    assert set(hand.choices) == choices


@pytest.mark.parametrize(
    ("void", "choices"), [("trump", {"AS", "3S"}), ("overtrump", {"AS"}), ("overtrump_or_any", {"AS"})]
)
def test_edge_case_13_a_trump_that_can_be_beaten_must_be_only_where_over_trumping_is_the_rule(
    void: str, choices: set[str]
) -> None:
    """In La Podrida and Romanian Whist a lower trump will do."""
    hand = playing(["7H 2H 3H", "4S 5S 6S", "9C 3S AS", "TD JD QD"], void=void)
    play_all(hand, "7H 4S")
    assert set(hand.choices) == choices


def test_edge_case_14_the_best_card_of_the_led_suit_must_be_beaten_until_a_trump_falls() -> None:
    """Then any card of the led suit will do; where none beats it, any of them too."""
    hand = playing(["9H 2C", "KH 2H", "4S 5C", "AH TH"], must_beat=True)
    play_all(hand, "9H")
    assert hand.choices == ("KH",)
    play_all(hand, "KH 4S")
    assert set(hand.choices) == {"TH", "AH"}
    hand = playing(["9H 2C", "3H 2H", "4S 5C", "AH TH"], must_beat=True)
    play_all(hand, "9H")
    assert set(hand.choices) == {"2H", "3H"}


@pytest.mark.parametrize("preset", ["bga", "bicycle", "spruce", "la-podrida", "cardgames-io", "devils-bridge"])
def test_edge_case_15_trump_may_be_led_at_any_time_in_every_page_of_rules(preset: str) -> None:
    """Not before it is broken is another game's rule, and an option here."""
    rules = rules_of(preset, schedule={"hands": [2, 1]}, bids={"revise": False})
    hand = next_hand(Game(rules, first_dealer=3), ["2H 3S", "KH AC", "5C 9D", "TD JD"], "9S")
    bid_all(hand, 1, 1, 1, 1)
    assert set(hand.choices) == {"2H", "3S"}


def test_edge_case_15_the_option_to_lead_trump_only_when_it_is_broken() -> None:
    """A ruff breaks it."""
    hand = playing(["2H 3S", "KH AC", "5C 2S", "TD JD"], trump_lead="broken")
    assert hand.choices == ("2H",)
    with pytest.raises(IllegalAction, match="3S may not be led: trump cannot be led now while another card is held"):
        hand.act(0, "3S")
    play_all(hand, "2H KH 2S TD")
    assert hand.choices == ("5C",)


def tied(ties: str) -> Game:
    """Two hands of at most two cards, after which seats 0 and 1 share the first place."""
    game = Game(variant([2, 1], end={"ties": ties}), first_dealer=3)
    staged_hand(game, [1, 1, 0, 1], [0, 1])
    staged_hand(game, [0, 0, 1, 1], [2])
    assert game.scores == [21, 21, 21, 0]
    return game


def test_edge_case_16_a_first_place_is_shared() -> None:
    """No tie-break, unless a variant asks for one."""
    game = tied("shared")
    assert game.next_plan() is None
    assert game.places() == (1, 1, 1, 4)


def test_edge_case_16_or_extra_hands_of_the_largest_size_part_the_first_and_the_deal_goes_on() -> None:
    """Everybody plays them and keeps the points, hand after hand as long as the first place is shared."""
    game = tied("extra_hand")
    plan = game.next_plan()
    assert plan is not None
    assert (plan.index, plan.size, plan.extra, game.dealer_of(plan)) == (2, 2, True, 1)
    staged_hand(game, [0, 0, 1, 2], [3, 2])
    assert game.scores == [31, 31, 32, 1]
    assert game.next_plan() is None
    assert game.places() == (2, 2, 1, 4)


def test_edge_case_16_extra_hands_come_to_an_end_even_if_nobody_can_win() -> None:
    """Where all bids score alike no hand parts anybody."""
    game = Game(variant([1], end={"ties": "extra_hand"}, score={"hit": "0", "miss": "0"}), first_dealer=3)
    while game.next_plan() is not None:
        staged_hand(game, [0, 0, 0, 0], [0])
    assert game.hands_played == 1 + MOST_EXTRA_HANDS
    assert game.places() == (1, 1, 1, 1)


def test_edge_case_17_totals_below_zero_stay_below_zero() -> None:
    """Nothing is cut off at nought, and places go by them as by any others."""
    game = Game(rules_of("bga", schedule={"hands": "1*3"}, score={"miss": "-10"}), first_dealer=3)
    for _ in range(3):
        staged_hand(game, [1, 0, 1, 1], [1])
    assert game.scores == [-30, -30, -30, -30]
    game = Game(rules_of("bga", schedule={"hands": "1*3"}, score={"miss": "-10"}), first_dealer=3)
    for _ in range(2):
        staged_hand(game, [0, 0, 1, 1], [2])
    assert game.scores == [20, 20, 20, -20]
    assert game.places() == (1, 1, 1, 4)


def test_edge_case_18_the_zero_option_counts_the_cards_of_the_hand_not_the_tricks_won() -> None:
    """5 + n for a zero that holds: in a hand of three cards 8, less than the usual 10."""
    game = Game(rules_of("spruce", schedule={"hands": "3"}, score={"hit_zero": "5 + n"}), first_dealer=3)
    assert staged_hand(game, [0, 0, 1, 1], [2, 3, 3]).points == (8, 8, 11, 0)


def test_edge_case_19_over_means_more_tricks_than_bid() -> None:
    """Pages call a bid too high an overbid: that is `miss_under` here, fewer tricks than bid."""
    rules = variant([4], score={"miss_over": "t", "miss_under": "-10"})
    table = score_table(rules.score, 5)
    assert (table[4][4], table[4][5], table[4][3]) == (14, 5, -10)


@pytest.mark.parametrize(("equal_card", "winner"), [("first", 1), ("last", 3)])
def test_edge_case_24_of_two_equal_cards_in_a_trick_the_first_wins_or_by_option_the_last(
    equal_card: str, winner: int
) -> None:
    """In the led suit and in trump alike."""
    for trick, turned in (("9H KH 2H KH", "9S"), ("AH 2S KH 2S", "9S")):
        rules = variant([1], deck={"copies": 2, "equal_card": equal_card})
        hand = hand_of(rules, trick.split(), turned=turned, trump="S")
        bid_all(hand, 1, 1, 1, 1)
        play_all(hand, trick)
        assert hand.taken.index(1) == winner


def test_edge_case_24_a_hand_may_hold_a_card_twice_and_plays_it_once_at_a_time() -> None:
    """Whether a card is held is asked of all copies together."""
    rules = variant([2], deck={"copies": 2})
    hand = hand_of(rules, ["7H 7H", "2C 3C", "4D 5D", "8H 9H"], turned="9S", trump="S")
    bid_all(hand, 1, 1, 1, 1)
    assert hand.choices == ("7H", "7H")
    play_all(hand, "7H")
    assert hand.cards[0] == ["7H"]
    play_all(hand, "2C 4D 8H 9H 7H")
    assert hand.cards[0] == []


def with_wizards(hands: list[str], trump: str = "S") -> Hand:
    rules = variant([len(hands[0].split())], deck={"wizards": 4, "jesters": 4}, bids={"hook": False})
    hand = hand_of(rules, hands, turned="9" + trump, trump=trump)
    bid_all(hand, *[0] * len(hands))
    return hand


def test_edge_case_26_wizards_and_jesters_never_have_to_follow_and_free_nobody() -> None:
    """They may be played whatever is led; a seat that holds the led suit may still not throw a third suit."""
    hand = with_wizards(["2H 3H 4H", "KH ZC AC", "5H NC 9D", "TD JD QD"])
    play_all(hand, "2H")
    assert set(hand.choices) == {"KH", "ZC"}
    play_all(hand, "ZC")
    assert set(hand.choices) == {"5H", "NC"}
    with pytest.raises(IllegalAction, match="9D does not follow suit: hearts were led and are held"):
        hand.act(2, "9D")


def test_edge_case_26_after_a_jester_the_next_suited_card_sets_the_suit() -> None:
    """Until then everything may be played."""
    hand = with_wizards(["NC 3H 4H", "KH 8C AC", "5H 6C 9D", "TD JD QD"])
    play_all(hand, "NC")
    assert set(hand.choices) == {"KH", "8C", "AC"}
    play_all(hand, "8C")
    assert hand.choices == ("6C",)


def test_edge_case_26_a_wizard_that_comes_first_leaves_no_suit_to_follow() -> None:
    """Also behind a jester, and whatever comes after it."""
    hand = with_wizards(["ZC 3H 4H", "KH 8C AC", "5H 6C 9D", "TD JD QD"])
    play_all(hand, "ZC KH")
    assert set(hand.choices) == {"5H", "6C", "9D"}
    hand = with_wizards(["NC 3H 4H", "ZH 8C AC", "5H 6C 9D", "TD JH QD"])
    play_all(hand, "NC ZH 5H")
    assert set(hand.choices) == {"TD", "JH", "QD"}


def test_edge_case_30_what_may_not_be_done_is_refused_with_a_reason_and_changes_nothing() -> None:
    """No page has a penalty. The rules refuse; the table then puts the lowest legal bid or card in its place and counts
    a fault, and the seat that has too many is played for."""
    hand = hand_of(variant([2]), ["2H 3C", "KH AC", "5C 9D", "TD JD"], turned="9S", trump="S")
    for seat, value in ((0, 3), (0, -1), (1, 0), (0, "2H")):
        assert not hand.can_act(seat, value)
        with pytest.raises(IllegalAction):
            hand.act(seat, value)  # type: ignore[arg-type]  # on purpose
    assert (hand.seat, hand.bids) == (0, [None] * 4)
    bid_all(hand, 1, 1, 1, 1)
    play_all(hand, "2H")
    for seat, value in ((1, "AC"), (1, "2H"), (2, "5C"), (1, 7), (1, "XX")):
        with pytest.raises(IllegalAction):
            hand.act(seat, value)
    assert (hand.seat, hand.trick, hand.cards[1]) == (1, ["2H"], ["KH", "AC"])
    assert house_decision("bid", (1, 0, 2), str, str) == 0
    assert house_decision("play", ("AC", "KH", "3S"), str, str) == "3S"


def test_every_case_of_the_list_has_a_test_with_its_ruling() -> None:
    """Thirty cases; the docstring of each test is the ruling."""
    found: dict[int, list[str]] = {}
    for path in Path(__file__).parent.glob("test_edge_cases*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and (named := re.match(r"test_edge_case_(\d\d)_", node.name)):
                assert ast.get_docstring(node), node.name
                found.setdefault(int(named[1]), []).append(node.name)
    assert sorted(found) == list(range(1, 31))
