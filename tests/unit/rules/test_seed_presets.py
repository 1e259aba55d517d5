# ruff: noqa: N802 - the names of tests carry the statements' numbers as they are written
"""The rule pages' statements on players, hands, options and names.

S0: Board Game Arena. S1: a Portuguese page in the line of Bicycle and Pagat. S2: thesprucecrafts in two languages.
S3: CardGames.io. What they say of bidding, play and points in a running hand is in test_seed_s0_board_game_arena.py and
its neighbours.
"""

from __future__ import annotations

import pytest

from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.plan import hand_plan
from ohhell_referee.rules.presets import find_preset
from ohhell_referee.rules.scoring import score_table
from ohhell_referee.rules.variant import Variant
from support.dealing import rules_of
from support.vectors import rows

DOWN_AND_UP = (10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)


def points(variant: Variant, bid: int, won: int, size: int) -> int:
    return score_table(variant.score, size)[bid][won]


def dealers(variant: Variant, first: int) -> list[int]:
    game = Game(variant, first)
    return [game.dealer_of(hand_plan(variant, index)) for index in range(len(variant.hands))]


def has_plain_deck(variant: Variant) -> bool:
    deck = deck_of(variant)
    return len(deck.cards) == 52 and {card[0] for card in deck.cards} == set("23456789TJQKA") and not deck.has_specials


@pytest.mark.parametrize("row", rows("schedules"), ids=lambda row: f"{row['rules']}-{row['players']}")
def test_schedules_of_the_rule_pages_spelled_out(row: dict[str, str]) -> None:
    """Every hand of every page's schedule, for every number of players it names."""
    if row["rules"] == "spruce up and down":
        variant = rules_of("spruce", int(row["players"]), schedule={"hands": "1..max..1"})
    else:
        variant = rules_of(row["rules"], int(row["players"]))
    assert variant.hands == tuple(int(size) for size in row["sizes"].split())
    assert (len(variant.hands), sum(variant.hands)) == (int(row["hands"]), int(row["tricks"]))


@pytest.mark.parametrize("row", rows("seed_schemes"), ids=lambda row: f"{row['bid']}/{row['won']} of {row['hand']}")
def test_points_of_the_rule_pages(row: dict[str, str]) -> None:
    """Every scheme and option of the pages, as preset and overrides."""
    schemes = {
        "basic": rules_of("cardgames-io"),
        "exact": rules_of("bicycle"),
        "bga_flat": rules_of("bga"),
        "bga_flat_neg": rules_of("bga", score={"miss": "-10"}),
        "bga_tricks_neg": rules_of("bga", score={"hit": "10 + t", "miss": "t - 10"}),
        "exact_zero5n": rules_of("spruce", score={"hit_zero": "5 + n"}),
        "basic_zero5n": rules_of("spruce", score={"hit_zero": "5 + n", "miss": "t"}),
    }
    bid, won, size = (int(row[column]) for column in ("bid", "won", "hand"))
    found = {scheme: points(variant, bid, won, size) for scheme, variant in schemes.items()}
    assert found == {scheme: int(row[scheme]) for scheme in schemes}


# S0: Board Game Arena


def test_S0_01_three_to_seven_players() -> None:
    assert find_preset("bga").players == (3, 7)


def test_S0_02_a_french_deck_without_jokers() -> None:
    assert has_plain_deck(rules_of("bga"))


@pytest.mark.parametrize("hands", ["max..1..max", "max..1", "1..max", "1..max..1"])
@pytest.mark.parametrize("score", [{}, {"miss": "-10"}, {"hit": "10 + t", "miss": "t"}])
def test_S0_03_several_rule_sets_for_hands_and_for_points(hands: str, score: dict[str, str]) -> None:
    variant = rules_of("bga", schedule={"hands": hands}, score=score)
    assert max(variant.hands) == 10


@pytest.mark.parametrize(("players", "largest"), [(3, 10), (4, 10), (5, 10), (6, 7), (7, 7)])
def test_S0_04_the_long_game_starts_from_ten_or_seven_cards(players: int, largest: int) -> None:
    assert rules_of("bga", players).hands[0] == largest


def test_S0_14_the_long_game_of_four_has_nineteen_hands() -> None:
    assert rules_of("bga", 4).hands == DOWN_AND_UP


def test_S0_15_shorter_games_and_games_that_start_from_one_card() -> None:
    assert rules_of("bga", schedule={"hands": "max..1"}).hands == DOWN_AND_UP[:10]
    assert rules_of("bga", schedule={"hands": "1..max"}).hands == DOWN_AND_UP[9:]
    assert rules_of("bga", 6, schedule={"hands": "1..max..1"}).hands == (1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1)


def test_S0_19_what_the_page_leaves_open_is_as_on_cardgames_io() -> None:
    """First dealer, what a void seat plays, and ties."""
    bga, reference = rules_of("bga"), Variant()
    assert bga.game == reference.game
    assert bga.play == reference.play
    assert bga.end == reference.end


# S1: the Portuguese page


def test_S1_01_three_to_seven_players() -> None:
    assert find_preset("bicycle").players == (3, 7)


def test_S1_02_fifty_two_cards_ace_high() -> None:
    variant = rules_of("bicycle")
    assert has_plain_deck(variant)
    assert (variant.deck.ranks[0], variant.deck.ranks[-1]) == ("2", "A")


@pytest.mark.parametrize(("players", "largest"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 7)])
def test_S1_04_the_first_hand_has_ten_eight_or_seven_cards(players: int, largest: int) -> None:
    assert rules_of("bicycle", players).hands[0] == largest


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_S1_05_down_to_one_card_and_up_again(players: int) -> None:
    hands = rules_of("bicycle", players).hands
    turn = hands.index(1)
    assert hands[: turn + 1] == tuple(range(hands[0], 0, -1))
    assert hands[turn:] == tuple(range(1, hands[0] + 1))


def test_S1_06_seven_players_play_thirteen_hands() -> None:
    assert rules_of("bicycle", 7).hands == (7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)


def test_S1_07_the_first_dealer_is_drawn() -> None:
    """Drawing cards for the highest is a drawing like any other; a seat may be named instead."""
    assert rules_of("bicycle").game.first_dealer == "random"
    assert rules_of("bicycle", game={"first_dealer": 2}).game.first_dealer == 2


def test_S1_25_other_orders_of_hands() -> None:
    up = tuple(range(1, 11))
    assert rules_of("bicycle", schedule={"hands": "1..max..1"}).hands == up + tuple(range(9, 0, -1))
    assert rules_of("bicycle", schedule={"hands": "max..1"}).hands == up[::-1]
    assert rules_of("bicycle", schedule={"hands": "1..max"}).hands == up


@pytest.mark.parametrize(
    ("players", "maximum", "hands"), [(4, 13, 25), (3, 17, 33), (3, 7, 13), (5, 7, 13), (7, 7, 13)]
)
def test_S1_26_the_largest_hand_may_be_thirteen_seventeen_or_a_fixed_cap(
    players: int, maximum: int, hands: int
) -> None:
    variant = rules_of("bicycle", players, schedule={"max": maximum})
    assert (max(variant.hands), len(variant.hands)) == (maximum, hands)


def test_S1_30_devils_bridge_goes_up_and_down_and_ends_on_the_forehead() -> None:
    variant = rules_of("devils-bridge", 4)
    assert variant.hands == (*range(1, 13), *range(11, 0, -1))
    views = [hand_plan(variant, index).view for index in range(len(variant.hands))]
    assert views == [None] * 22 + ["forehead"]


@pytest.mark.parametrize(
    "name",
    [
        "Oh Pshaw",
        "Oh Well",
        "Blob",
        "Blackout",
        "Contract Whist",
        "Nomination Whist",
        "Bust",
        "Boerenbridge",
        "German Bridge",
        "Kachuful",
        "Devil's Bridge",
    ],
)
def test_S1_31_every_name_of_the_page_is_found(name: str) -> None:
    find_preset(name)


# S2: thesprucecrafts


def test_S2_01_three_to_seven_players_and_a_full_deck_ace_high() -> None:
    assert find_preset("spruce").players == (3, 7)
    assert has_plain_deck(rules_of("spruce"))
    assert rules_of("spruce").deck.ranks.endswith("A")


def test_S2_02_the_next_dealer_is_the_one_to_the_left() -> None:
    """How the first is chosen the page does not say: drawn, or a seat of one's choice."""
    assert dealers(rules_of("spruce", 7), 4) == [4, 5, 6, 0, 1, 2, 3]


@pytest.mark.parametrize(("players", "hands"), [(3, 15), (4, 13), (5, 10), (6, 8), (7, 7)])
def test_S2_03_the_number_of_hands_by_players(players: int, hands: int) -> None:
    assert len(rules_of("spruce", players).hands) == hands


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_S2_04_hand_k_has_k_cards(players: int) -> None:
    hands = rules_of("spruce", players).hands
    assert hands == tuple(range(1, len(hands) + 1))


@pytest.mark.parametrize(
    ("hands", "sizes"),
    [
        ("max..1", (7, 6, 5, 4, 3, 2, 1)),
        ("1..max..1", (1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1)),
        ("max..1..max", (7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)),
    ],
)
def test_S2_14_reversed_and_both_ways(hands: str, sizes: tuple[int, ...]) -> None:
    assert rules_of("spruce", 7, schedule={"hands": hands}).hands == sizes


def test_S2_17_la_podrida_is_the_basic_game_with_a_duty_to_trump() -> None:
    podrida, spruce = rules_of("la-podrida"), rules_of("spruce")
    assert podrida.play.void == "trump"
    assert (podrida.hands, podrida.trump, podrida.bids) == (spruce.hands, spruce.trump, spruce.bids)
    assert podrida.score == spruce.score


@pytest.mark.parametrize(("name", "preset"), [("Oh Pshaw", "spruce"), ("Blackout", "spruce"), ("Wizard", "wizard")])
def test_S2_20_the_names_of_the_page_and_the_game_derived_from_it(name: str, preset: str) -> None:
    assert find_preset(name).name == preset


# S3: CardGames.io


def test_S3_01_fifty_two_cards_and_four_players_who_play_for_themselves() -> None:
    assert find_preset("cardgames-io").players == (4, 4)
    assert has_plain_deck(rules_of("cardgames-io"))


@pytest.mark.parametrize(("players", "maximum"), [(3, 10), (5, 10), (6, 8), (7, 7)])
def test_S3_01_three_to_seven_may_play_live(players: int, maximum: int) -> None:
    variant = rules_of("cardgames-io", players, schedule={"max": maximum})
    assert variant.players == players


def test_S3_02_the_first_dealer_is_drawn_and_the_deal_passes_on() -> None:
    variant = rules_of("cardgames-io")
    assert variant.game.first_dealer == "random"
    assert dealers(variant, 3)[:6] == [3, 0, 1, 2, 3, 0]


def test_S3_03_ten_cards_down_to_one_and_back_to_ten() -> None:
    hands = rules_of("cardgames-io").hands
    assert hands == DOWN_AND_UP
    assert (hands[9], hands[10], hands[18]) == (1, 2, 10)


@pytest.mark.parametrize(
    "name",
    ["Oh Pshaw", "Oh Well", "Oh Shit", "Elevator", "Up and Down the River", "Contract Whist", "Bid Whist", "Bust"],
)
def test_S3_12_every_name_of_the_page_is_found(name: str) -> None:
    find_preset(name)
