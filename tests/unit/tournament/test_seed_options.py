"""tournaments/seed-options: every option that a rule page names, as a tournament that runs as it stands."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from ohhell_referee.rules.deals import derive_deal
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.loading import parameters, resolve_variant
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import Variant
from ohhell_referee.tournament.file import load_tournament

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "tournaments" / "seed-options"

CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "bga-short": ("bga", {"schedule.hands": list(range(10, 0, -1))}),
    "bga-from-one": ("bga", {"schedule.hands": [*range(1, 11), *range(9, 0, -1)]}),
    "bga-tricks": ("bga", {"score.hit": "10 + t", "score.miss": "t"}),
    "bga-minus-ten": ("bga", {"score.miss": "-10"}),
    "bga-tricks-minus-ten": ("bga", {"score.hit": "10 + t", "score.miss": "t - 10"}),
    "thirteen-cards": ("bicycle", {"schedule.hands": [*range(13, 0, -1), *range(2, 14)]}),
    "seventeen-cards": ("bicycle", {"schedule.hands": [*range(17, 0, -1), *range(2, 18)]}),
    "fixed-cap": ("bicycle", {"schedule.hands": [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]}),
    "one-way-down": ("bicycle", {"schedule.hands": list(range(10, 0, -1))}),
    "one-way-up": ("bicycle", {"schedule.hands": list(range(1, 11))}),
    "up-and-down": ("bicycle", {"schedule.hands": [*range(1, 11), *range(9, 0, -1)]}),
    "largest-without-trump": ("bicycle", {"trump.no_trump": ["max"]}),
    "suit-order": ("bicycle", {"trump.source": "cycle", "trump.cycle": ["H", "C", "D", "S"]}),
    "suit-order-with-no-trump": ("bicycle", {"trump.source": "cycle", "trump.cycle": ["H", "C", "D", "S", "N"]}),
    "bicycle-tricks": ("bicycle", {"score.hit": "10 + t", "score.miss": "t"}),
    "devils-bridge": ("devils-bridge", {}),
    "reversed": ("spruce", {"schedule.hands": list(range(13, 0, -1))}),
    "both-ways-from-one": ("spruce", {"schedule.hands": [*range(1, 14), *range(12, 0, -1)]}),
    "both-ways-from-max": ("spruce", {"schedule.hands": [*range(13, 0, -1), *range(2, 14)]}),
    "hook-added": ("spruce", {"bids.hook": True}),
    "bids-at-once": ("spruce", {"bids.order": "at_once"}),
    "la-podrida": ("la-podrida", {}),
    "miss-counts-tricks": ("spruce", {"score.miss": "t"}),
    "zero-by-hand": ("spruce", {"score.hit_zero": "5 + n"}),
}
"""By file: the preset it starts from, and every value that it changes, hand by hand where it is the schedule."""


def flat(variant: Variant) -> dict[str, Any]:
    values = parameters(variant)
    return {
        f"{section}.{key}": value
        for section, content in values.items()
        for key, value in (content.items() if isinstance(content, dict) else [("", content)])
    }


def test_every_file_is_looked_at() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(CHANGES)


@pytest.mark.parametrize("name", CHANGES)
def test_a_file_changes_the_option_that_it_is_about_and_nothing_else(name: str) -> None:
    variant = load_tournament(FOLDER / f"{name}.toml").variant
    preset, changes = CHANGES[name]
    base = flat(resolve_variant({"preset": preset}, variant.players))
    assert {key: value for key, value in flat(variant).items() if base.get(key) != value} == changes


@pytest.mark.parametrize("name", CHANGES)
def test_a_file_starts_with_the_rule_and_is_small(name: str) -> None:
    """The statement's number, the page, and a run folder of its own."""
    path = FOLDER / f"{name}.toml"
    assert re.match(r"# S[0-3]-\d\d (with S[0-3]-\d\d )?\(", path.read_text(encoding="utf-8"))
    tournament = load_tournament(path)
    assert tournament.name == name
    assert tournament.output == ROOT / "runs" / "seed-options" / name
    assert 2 <= tournament.blocks <= 4
    assert len(tournament.entries) == tournament.variant.players


@pytest.mark.parametrize("name", CHANGES)
def test_a_game_of_the_variant_comes_to_its_end(name: str) -> None:
    """Played at random by the rules alone."""
    variant = load_tournament(FOLDER / f"{name}.toml").variant
    chance, key = random.Random(name), seed_key(name)
    game = Game(variant, first_dealer=1)
    while (plan := game.next_plan()) is not None:
        hand = game.start_hand(plan, derive_deal(key, 0, plan, variant, game.dealer_of(plan)))
        while (turn := hand.turn) is not None:
            for seat in turn.seats:
                hand.act(seat, chance.choice(hand.legal(seat)))
        game.finish_hand(hand)
    assert game.hands_played == len(variant.hands)
    assert 1 in game.places()
