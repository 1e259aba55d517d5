"""The helpers for authors of bots get right what bots usually get wrong."""

from __future__ import annotations

import random
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from ohhell_protocol.cards import (
    full_deck,
    is_jester,
    is_wizard,
    led_suit,
    rank_of,
    remaining_cards,
    strength,
    suit_of,
    trick_winner,
    variant_deck,
    visible_cards,
    voids,
    winning_cards,
)
from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.loading import parameters, resolve_variant
from ohhell_referee.rules.tricks import trick_winner as referee_winner


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("7H 9H 2H KH", "S", 3),
        ("7H 9C 2S KH", "S", 2),
        ("7H 2S KH AS", "S", 3),
        ("7H AC AD AS", "N", 0),
        ("7H AC AD AS", None, 0),
        ("7S 9S AH 2S", "S", 1),
        ("2D AC AH KS", "H", 2),
        ("2D AC AS KC", "H", 0),
        ("TH JH QH 9H", "D", 2),
        ("ZC ZD AH 2S", "S", 0),
        ("NC ND NH NS", "S", 0),
        ("NC 5D 9D", "N", 2),
        ("ZC AS KS", "S", 0),
        ("NC ZD AS", "S", 1),
        ("NC 2H 9C", "S", 1),
    ],
)
def test_the_winner_of_a_trick(trick: str, trump: str | None, winner: int) -> None:
    assert trick_winner(trick.split(), trump) == winner


def test_of_equal_cards_the_first_wins_or_the_last_by_rule() -> None:
    assert trick_winner(["7H", "AH", "AH"], "S") == 1
    assert trick_winner(["7H", "AH", "AH"], "S", equal_card_last=True) == 2
    assert trick_winner(["ZH", "ZH"], "S", equal_card_last=True) == 0


def test_another_rank_order_decides() -> None:
    assert trick_winner(["KH", "3H"], "S") == 0
    assert trick_winner(["KH", "3H"], "S", ranks="24567JQK3A") == 1


def test_an_empty_trick_has_no_winner() -> None:
    with pytest.raises(ValueError, match="without cards"):
        trick_winner([], "S")


@pytest.mark.parametrize("raw", [{}, {"preset": "wizard"}, {"preset": "pocha"}, {"deck": {"copies": 2}}], ids=str)
def test_the_winner_agrees_with_the_referee_on_random_tricks(raw: dict[str, Any]) -> None:
    variant = resolve_variant(raw)
    cards = sorted(variant_deck({"deck": _deck(variant)}, variant.players).elements())
    generator = random.Random("tricks")
    for _ in range(500):
        trick = generator.sample(cards, variant.players)
        trump = generator.choice("CDHSN")
        mine = trick_winner(trick, trump, variant.deck.ranks, equal_card_last=variant.deck.equal_card == "last")
        assert mine == referee_winner(deck_of(variant), trick, trump, variant.deck.equal_card)


def _deck(variant: Any) -> dict[str, Any]:
    """The deck section as game_start sends it."""
    section: dict[str, Any] = parameters(variant)["deck"]
    return section


def test_the_led_suit_skips_jesters_and_stops_at_a_wizard() -> None:
    assert led_suit([]) is None
    assert led_suit(["NC", "ND"]) is None
    assert led_suit(["NC", "5D", "9H"]) == "D"
    assert led_suit(["ZC", "5D"]) is None
    assert led_suit(["NC", "ZC", "5D"]) is None


def test_parts_of_a_card() -> None:
    assert rank_of("TD") == "T"
    assert suit_of("TD") == "D"
    assert suit_of("ZD") is None
    assert suit_of("ND") is None
    assert is_wizard("ZC")
    assert is_jester("NC")
    assert not is_wizard("QC")


def test_strength_compares_within_a_trick_only() -> None:
    assert strength("2S", "H", "S") > strength("AH", "H", "S") > strength("2H", "H", "S") > strength("AC", "H", "S")
    assert strength("AC", "H", "S") == strength("NC", "H", "S") == 0


def test_winning_cards() -> None:
    hand = ["2H", "KH", "3S", "AC"]
    assert winning_cards(hand, ["9H"], "S") == ["KH", "3S"]
    assert winning_cards(hand, ["AH"], "N") == []
    assert winning_cards(hand, [], "S") == hand


def test_full_decks() -> None:
    assert full_deck().total() == 52
    assert full_deck({"copies": 2})["QH"] == 2
    assert full_deck({"remove": ["2C", "2D"]}).total() == 50
    wizard = full_deck({"wizards": 4, "jesters": 4})
    assert wizard.total() == 60
    assert wizard["ZC"] == wizard["NS"] == 1


@pytest.mark.parametrize("preset", ["cardgames-io", "wizard", "pocha", "romanian-whist", "rikiki", "stiche-raten"])
def test_the_deck_of_a_variant_is_the_referees(preset: str) -> None:
    variant = resolve_variant({"preset": preset})
    assert variant_deck({"deck": _deck(variant)}, variant.players) == Counter(deck_of(variant).cards)


def position(**keys: Any) -> Any:
    base = {"players": 4, "cards": ["4S"], "seen": None, "turned": "JS", "leader": 1, "trick": ["KH"]}
    return SimpleNamespace(**{**base, "played": [[1, "QS", "9S", "5S", "2C"], [1, "2D", "3D", "ZC", "4D"]], **keys})


def test_visible_and_remaining_cards() -> None:
    request = position()
    assert sorted(visible_cards(request)) == sorted(["4S", "JS", "KH", "QS", "9S", "5S", "2C", "2D", "3D", "ZC", "4D"])
    rest = remaining_cards(request, full_deck())
    assert rest.total() == 52 - 10
    assert rest["KH"] == 0
    assert rest["AH"] == 1


def test_a_turned_card_that_lies_in_a_hand_is_counted_once() -> None:
    """The dealer's last card, shown for trump, is seen twice once it is played, or held by the seat itself."""
    assert remaining_cards(position(turned="KH"), full_deck()).total() == 52 - 9
    assert remaining_cards(position(turned="4S"), full_deck()).total() == 52 - 9


def test_foreheads_are_seen() -> None:
    assert "AD" in visible_cards(position(seen=[None, "AD", None, "2H"]))


def test_voids_are_shown_by_not_following_but_not_by_wizards() -> None:
    assert voids(position()) == [{"S"}, set(), set(), set()]
    assert voids(position(trick=["KH", "2C"], leader=3)) == [{"S", "H"}, set(), set(), set()]
    assert voids(position(played=[], trick=["ZC", "2C"])) == [set(), set(), set(), set()]
    assert voids(position(played=[], trick=["NC", "2C", "3D"])) == [set(), set(), set(), {"C"}]
