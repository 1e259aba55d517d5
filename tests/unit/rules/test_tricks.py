"""Legal cards and trick winners, by the table and by the rule."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.tricks import led_suit, legal_cards, trick_winner
from ohhell_referee.rules.variant import DeckRules, PlayRules, Variant
from support.dealing import bid_all, cards, hand_of, variant
from support.vectors import rows

PLAIN = deck_of(Variant())
WIZARD = deck_of(variant(deck={"wizards": 4, "jesters": 4}))
TWO_PACKS = deck_of(variant(deck={"copies": 2}))

RULES = {
    "any": PlayRules(),
    "trump_if_void": PlayRules(void="trump"),
    "overtrump": PlayRules(void="overtrump"),
    "overtrump_or_any": PlayRules(void="overtrump_or_any"),
    "overtrump_must_beat": PlayRules(void="overtrump", must_beat=True),
}


@pytest.mark.parametrize("row", rows("legal_cards"), ids=lambda row: f"{row['hand']} on {row['trick'] or 'nothing'}")
@pytest.mark.parametrize("rule", RULES)
def test_legal_cards_by_the_table(row: dict[str, str], rule: str) -> None:
    legal = legal_cards(RULES[rule], PLAIN, cards(row["hand"]), cards(row["trick"]), row["trump"])
    assert legal == cards(row[rule])


@pytest.mark.parametrize("row", rows("legal_cards"), ids=lambda row: f"{row['hand']} on {row['trick'] or 'nothing'}")
@pytest.mark.parametrize("rule", RULES)
def test_legal_cards_of_the_table_as_a_hand_offers_them(row: dict[str, str], rule: str) -> None:
    """The trick's cards come from seats that hold nothing else of use; the last seat is asked."""
    held, trick = cards(row["hand"]), cards(row["trick"])
    players = max(len(trick) + 1, 2)
    spare = iter([card for card in PLAIN.cards if card not in held and card not in trick])
    hands = [[card, *[next(spare) for _ in held[1:]]] for card in trick] + [list(held)]
    while len(hands) < players:
        hands.append([next(spare) for _ in held])
    rules = replace(variant([len(held)], game={"players": players}, bids={"hook": False}), play=RULES[rule])
    turned = None if row["trump"] == "N" else next(card for card in spare if card[1] == row["trump"])
    hand = hand_of(rules, [" ".join(cards) for cards in hands], turned=turned, trump=row["trump"])
    bid_all(hand, *[0] * players)
    for card in trick:
        hand.act(hand.seat, card, checked=True)
    assert hand.choices == cards(row[rule])


@pytest.mark.parametrize("row", rows("trick_winners"), ids=lambda row: f"{row['trick']} {row['trump']}")
def test_trick_winners_by_the_table(row: dict[str, str]) -> None:
    """The same from the rule and from a hand of one card."""
    trick, trump = cards(row["trick"]), row["trump"]
    assert trick_winner(PLAIN, trick, trump) == int(row["winner"])
    hand = hand_of(variant([1], bids={"hook": False}), trick, trump=trump)
    bid_all(hand, 0, 0, 0, 0)
    for card in trick:
        hand.act(hand.seat, card)
    assert hand.taken.index(1) == int(row["winner"])


def legal(rules: PlayRules, held: str, trick: str, trump: str, deck: DeckRules | None = None) -> str:
    pack = PLAIN if deck is None else deck_of(Variant(deck=deck))
    return " ".join(legal_cards(rules, pack, cards(held), cards(trick), trump))


# ---- leading trump


@pytest.mark.parametrize(
    ("rule", "finished", "expected"),
    [
        ("any", [], "9C 4S KS"),
        ("broken", [], "9C"),
        ("broken", [(0, "2H", "3H", "4C", "5H")], "9C"),
        ("broken", [(0, "2H", "3H", "4C", "5H"), (2, "2D", "3S", "4D", "5D")], "9C 4S KS"),
        ("not_first", [], "9C"),
        ("not_first", [(0, "2H", "3H", "4C", "5H")], "9C 4S KS"),
        ("last_resort", [(2, "2D", "3S", "4D", "5D")], "9C"),
    ],
)
def test_when_trump_may_be_led(rule: str, finished: list[tuple[int | str, ...]], expected: str) -> None:
    rules = PlayRules(trump_lead=rule)  # type: ignore[arg-type]  # values of the enumeration
    assert " ".join(legal_cards(rules, PLAIN, cards("9C 4S KS"), (), "S", finished=finished)) == expected


@pytest.mark.parametrize("rule", ["any", "broken", "not_first", "last_resort"])
def test_a_hand_of_nothing_but_trumps_may_lead_one(rule: str) -> None:
    rules = PlayRules(trump_lead=rule)  # type: ignore[arg-type]  # values of the enumeration
    assert legal(rules, "4S KS", "", "S") == "4S KS"


@pytest.mark.parametrize("rule", ["broken", "not_first", "last_resort"])
def test_without_trump_every_suit_may_be_led(rule: str) -> None:
    rules = PlayRules(trump_lead=rule)  # type: ignore[arg-type]  # values of the enumeration
    assert legal(rules, "9C 4S KS", "", "N") == "9C 4S KS"


def test_rules_of_leading_trump_do_not_bind_those_who_follow() -> None:
    assert legal(PlayRules(trump_lead="last_resort"), "9C 4S", "7H", "S") == "9C 4S"


# ---- void


@pytest.mark.parametrize("void", ["any", "trump", "overtrump", "overtrump_or_any"])
def test_void_in_the_led_trump_anything_goes(void: str) -> None:
    assert legal(PlayRules(void=void), "9C 4D", "7S 2S", "S") == "9C 4D"  # type: ignore[arg-type]  # enumeration


@pytest.mark.parametrize("void", ["trump", "overtrump", "overtrump_or_any"])
def test_without_trump_void_rules_mean_nothing(void: str) -> None:
    assert legal(PlayRules(void=void), "9C 4D KS", "7H", "N") == "9C 4D KS"  # type: ignore[arg-type]  # enumeration


def test_must_beat_leaves_all_cards_of_the_suit_when_none_wins() -> None:
    assert legal(PlayRules(must_beat=True), "2H 5H AC", "9H", "S") == "2H 5H"


def test_must_beat_binds_in_the_led_trump_too() -> None:
    assert legal(PlayRules(must_beat=True), "2S KS AC", "9S", "S") == "KS"


def test_must_beat_looks_at_the_best_card_of_the_suit_not_at_the_lead() -> None:
    assert legal(PlayRules(must_beat=True), "TH QH AC", "9H JH 3C", "S") == "QH"


def test_must_beat_ends_with_the_first_ruff() -> None:
    assert legal(PlayRules(must_beat=True), "2H KH", "9H 3S", "S") == "2H KH"


# ---- several packs


def test_twin_cards_are_both_in_the_hand_and_both_legal() -> None:
    assert legal(PlayRules(), "7H 7H AC", "9H", "S", DeckRules(copies=2)) == "7H 7H"


@pytest.mark.parametrize(("equal_card", "winner"), [("first", 1), ("last", 3)])
def test_which_of_two_equal_cards_wins(equal_card: str, winner: int) -> None:
    assert trick_winner(TWO_PACKS, cards("9H KH 2H KH"), "S", equal_card) == winner  # type: ignore[arg-type]  # enum


@pytest.mark.parametrize(("equal_card", "winner"), [("first", 1), ("last", 3)])
def test_which_of_two_equal_trumps_wins(equal_card: str, winner: int) -> None:
    assert trick_winner(TWO_PACKS, cards("AH 2S KH 2S"), "S", equal_card) == winner  # type: ignore[arg-type]  # enum


@pytest.mark.parametrize("equal_card", ["first", "last"])
def test_equal_cards_that_win_nothing_do_not_count(equal_card: str) -> None:
    assert trick_winner(TWO_PACKS, cards("2H AC AC 3D"), "S", equal_card) == 0  # type: ignore[arg-type]  # enum


@pytest.mark.parametrize(("equal_card", "expected"), [("first", "KH AH"), ("last", "QH KH AH")])
def test_a_twin_beats_only_where_the_last_of_equal_cards_wins(equal_card: str, expected: str) -> None:
    held, trick = cards("2H QH KH AH"), cards("QH")
    found = legal_cards(PlayRules(must_beat=True), TWO_PACKS, held, trick, "S", equal_card=equal_card)  # type: ignore[arg-type]  # enum
    assert " ".join(found) == expected


# ---- wizards and jesters


@pytest.mark.parametrize("row", rows("wizard_tricks"), ids=lambda row: f"{row['trick']} {row['trump']}")
@pytest.mark.parametrize("equal_card", ["first", "last"])
def test_tricks_with_wizards_and_jesters(row: dict[str, str], equal_card: str) -> None:
    winner = trick_winner(WIZARD, cards(row["trick"]), row["trump"], equal_card)  # type: ignore[arg-type]  # enumeration
    assert winner == int(row["winner"])


@pytest.mark.parametrize("row", rows("wizard_legal_cards"), ids=lambda row: f"{row['hand']} on {row['trick']}")
def test_legal_cards_with_wizards_and_jesters(row: dict[str, str]) -> None:
    """They may always be played, free nobody from following, and oblige to nothing; a wizard that leads frees all."""
    assert legal_cards(PlayRules(), WIZARD, cards(row["hand"]), cards(row["trick"]), row["trump"]) == cards(
        row["legal"]
    )


@pytest.mark.parametrize(
    ("trick", "suit"),
    [
        ("", None),
        ("NC", None),
        ("NC ND", None),
        ("NC 5D", "D"),
        ("ZC", ""),
        ("ZC 5D", ""),
        ("NC ZC 5D", ""),
        ("5D ZC", "D"),
    ],
)
def test_the_led_suit_is_set_by_the_first_card_that_is_neither(trick: str, suit: str | None) -> None:
    assert led_suit(WIZARD, cards(trick)) == suit


@pytest.mark.parametrize(
    ("rules", "held", "trick", "trump", "expected"),
    [
        (PlayRules(void="trump"), "5D AS ZC NS", "2H", "S", "AS ZC NS"),
        (PlayRules(void="trump"), "5D ZC NS", "2H", "S", "5D ZC NS"),
        (PlayRules(must_beat=True), "5D 9D ZC NS", "7D", "S", "9D ZC NS"),
        (PlayRules(must_beat=True), "5D 9D ZC NS", "7D ZD", "S", "5D 9D ZC NS"),
        (PlayRules(void="overtrump"), "2S AS NS", "7D 3S", "S", "AS NS"),
        (PlayRules(void="overtrump"), "2S AS NS", "7D ZD", "S", "2S AS NS"),
        (PlayRules(void="overtrump_or_any"), "4H 2S AS", "7D ZD", "S", "4H 2S AS"),
        (PlayRules(trump_lead="last_resort"), "4S ZC", "", "S", "ZC"),
    ],
)
def test_wizards_and_jesters_beside_other_duties(
    rules: PlayRules, held: str, trick: str, trump: str, expected: str
) -> None:
    """They may be played all the same; a wizard on the table ends every duty to beat."""
    assert " ".join(legal_cards(rules, WIZARD, cards(held), cards(trick), trump)) == expected


# ---- for all

PACKS = st.sampled_from([PLAIN, WIZARD, TWO_PACKS])
EVERY_RULE = st.builds(
    PlayRules,
    void=st.sampled_from(["any", "trump", "overtrump", "overtrump_or_any"]),
    must_beat=st.booleans(),
    trump_lead=st.sampled_from(["any", "broken", "not_first", "last_resort"]),
)


@given(PACKS, EVERY_RULE, st.data(), st.sampled_from("CDHSN"), st.sampled_from(["first", "last"]))
def test_some_card_is_always_legal_and_every_legal_card_is_held(
    deck: object, rules: PlayRules, data: st.DataObject, trump: str, equal_card: str
) -> None:
    """Legal cards keep the hand's order, follow suit where they can, and are never fewer than one."""
    assert isinstance(deck, type(PLAIN))
    drawn = data.draw(st.permutations(deck.cards))
    size = data.draw(st.integers(1, 10))
    length = data.draw(st.integers(0, 5))
    held = sorted(drawn[:size], key=deck.order.__getitem__)
    trick = drawn[size : size + length]
    found = legal_cards(rules, deck, held, trick, trump, equal_card=equal_card)  # type: ignore[arg-type]  # enum
    assert found
    positions = iter(held)
    assert all(card in positions for card in found)
    led = led_suit(deck, trick)
    suited = [card for card in held if led and deck.suit_of[card] == led]
    if suited:
        assert any(card in suited for card in found)
        assert all(deck.suit_of[card] in (led, "") for card in found)
