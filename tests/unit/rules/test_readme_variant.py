"""The README's variant of one's own: what its text promises is what is played, and a slip of the pen is found."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ohhell_referee.rules.expressions import ALLOWED
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import Variant
from ohhell_referee.tournament.file import FileProblems, load_tournament
from support.dealing import at_random, play_game

README = Path(__file__).parents[3] / "README.md"
KEY = seed_key("house rules")


def example() -> str:
    """The tournament under "Your own rules"."""
    section = README.read_text(encoding="utf-8").partition("## Your own rules")[2].partition("\n## ")[0]
    (text,) = re.findall(r"```toml\n(.*?)```", section, re.DOTALL)
    return str(text)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "house-rules.toml"
    path.write_text(example(), encoding="utf-8")
    return path


def variant_in(file: Path) -> Variant:
    return load_tournament(file).variant


def games(rules: Variant) -> list[Hand]:
    return [hand for seed in range(12) for hand in play_game(rules, KEY, at_random(seed), block=seed)[1]]


def test_the_example_is_a_variant_with_the_changes_of_its_text(file: Path) -> None:
    rules = variant_in(file)
    assert rules.name == "cardgames-io+"
    assert rules.hands == (*range(1, 14), *range(12, 0, -1))
    assert (rules.play.void, rules.bids.hook, rules.bids.hook_min) == ("trump", True, 4)


def test_the_last_bidder_is_bound_from_four_cards_on(file: Path) -> None:
    totals: dict[bool, list[bool]] = {True: [], False: []}
    for hand in games(variant_in(file)):
        totals[hand.size >= 4].append(sum(bid or 0 for bid in hand.bids) == hand.size)
    assert not any(totals[True])
    assert any(totals[False])


def test_a_void_seat_plays_trump_if_it_can(file: Path) -> None:
    rules = variant_in(file)
    bound = 0

    def watch(game: Game, hand: Hand, seat: int) -> Any:
        nonlocal bound
        if hand.trick and hand.trump != "N" and hand.trick[0][1] != hand.trump:
            led = [card for card in hand.cards[seat] if card[1] == hand.trick[0][1]]
            trumps = [card for card in hand.cards[seat] if card[1] == hand.trump]
            if trumps and not led:
                assert list(hand.choices) == trumps
                bound += len(trumps) < len(hand.cards[seat])
        return choose(game, hand, seat)

    choose = at_random(1)
    play_game(rules, KEY, watch)
    assert bound > 10


def test_a_miss_costs_a_point_for_each_trick_off_and_a_hit_scores_ten_and_the_tricks(file: Path) -> None:
    for hand in games(variant_in(file)):
        expected = [
            10 + won if bid == won else -abs(won - (bid or 0)) for bid, won in zip(hand.bids, hand.taken, strict=True)
        ]
        assert list(hand.points or ()) == expected


def test_the_biggest_hands_have_no_trump_and_the_others_do(file: Path) -> None:
    for hand in games(variant_in(file)):
        assert (hand.trump == "N") == (hand.size == 13)


@pytest.mark.parametrize(
    ("formula", "column", "trouble"),
    [
        ("-d / 2", 4, "'/' is not allowed"),
        ("-e", 2, "the name 'e' has no meaning here"),
        ("-max(d, 1)", 2, "the function 'max' has no meaning here"),
        ("-(d", 4, "the bracket is not closed"),
        ("-d *", 5, "something is missing at the end"),
    ],
)
def test_a_wrong_formula_is_told_with_line_key_and_column_and_what_is_allowed(
    file: Path, formula: str, column: int, trouble: str
) -> None:
    text = example().replace('"-d"', f'"{formula}"')
    line = text.splitlines().index(f'miss = "{formula}"') + 1
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FileProblems) as refusal:
        load_tournament(file)
    (problem,) = refusal.value.problems
    assert problem.startswith(f"{file}:{line}: variant.score.miss: ")
    assert f'"{formula}", column {column}: {trouble}' in problem
    assert problem.endswith(ALLOWED)
