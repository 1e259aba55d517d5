"""The program's rules agree with the independent reference: every preset at every table size, and random variants.

What is compared at each decision: whose turn it is and of what kind, everything that the seat is told, what it may
do and what it may not, trump, bids, tricks and who won them. By hand: the deal as docs/deals.md has it, dealer, leader,
points, scores, places. By game: first dealer, schedule, when it ends.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.presets import find_preset, preset_names
from ohhell_referee.rules.variant import Variant
from oracle.duel import Disagreement, Duel, Pick, by_chance
from oracle.naive_deals import schedule_of
from oracle.naive_score import value_of
from oracle.random_variants import random_variant

PRESETS = preset_names()

QUICK = 20_000
FULL = 100_000

SHOWN = {
    "bga": {"hook"},
    "bicycle": {"hook", "revise"},
    "la-podrida": {"must_trump"},
    "blob": {"hook", "trump"},
    "boerenbridge": {"hook"},
    "cardgames-io": {"hook"},
    "devils-bridge": {"hook"},
    "kachuful": {"hook"},
    "nommie": {"hook", "trump", "zero_run"},
    "pocha": {"hook", "must_beat", "must_overtrump"},
    "rikiki": {"hook", "must_trump"},
    "romanian-whist": {"hook", "must_trump"},
    "wizard": {"trump", "wizard_turned"},
}
"""Turns and restrictions that a comparison of a preset must have met; all of them also meet `follow`."""

NEVER = {
    "spruce": {"hook"},
    "la-podrida": {"hook"},
    "german-bridge": {"hook"},
    "wizard": {"hook"},
}


def share(total: int) -> int:
    """Decisions that each preset owes, so that all together make the total."""
    return -(-total // len(PRESETS))


def some_hands(rng: random.Random, variant: Variant, decisions: int) -> Pick:
    """Hands from all over the schedule with about that many decisions, the first and the last among them."""
    indices = list(range(1, len(variant.hands) - 1))
    rng.shuffle(indices)
    picked = set()
    for index in [0, len(variant.hands) - 1, *indices]:
        if decisions <= 0:
            break
        picked.add(index)
        decisions -= variant.players * (variant.hands[index] + 1)
    return lambda index: index in picked


def compare_preset(name: str, decisions: int) -> tuple[int, Counter[str]]:
    """Games at each table size in turn until so many decisions were compared: how many, and what they showed."""
    least, most = find_preset(name).players
    tables = range(least, most + 1)
    rng = random.Random(f"{name} against the reference")
    compared = 0
    kinds: Counter[str] = Counter()
    for game in range(10_000):
        if compared >= decisions and game >= len(tables):
            return compared, kinds
        variant = resolve_variant({"preset": name}, tables[game % len(tables)])
        duel = Duel(variant, f"{name} {game}", game, by_chance(rng))
        duel.play(some_hands(rng, variant, -(-decisions // len(tables))))
        compared += duel.decisions
        kinds += duel.kinds
    raise AssertionError(f"{compared} decisions in 10,000 games")


def check_preset(name: str, decisions: int) -> None:
    compared, kinds = compare_preset(name, decisions)
    assert compared >= decisions
    assert {"bid", "play", "follow", *SHOWN.get(name, ())} <= kinds.keys(), kinds
    assert not NEVER.get(name, set()) & kinds.keys()


def compare_random_variants(decisions: int, seed: str) -> Counter[str]:
    rng = random.Random(seed)
    compared = 0
    kinds: Counter[str] = Counter()
    while compared < decisions:
        found = random_variant(rng)
        if found is None:
            continue
        variant, raw = found
        duel = Duel(variant, seed, compared, by_chance(rng))
        try:
            duel.play(some_hands(rng, variant, 300))
        except Disagreement as error:
            error.add_note(f"from {raw}")
            raise
        compared += duel.decisions
        kinds += duel.kinds
    assert compared >= decisions
    return kinds


EVERY_RESTRICTION = {
    *("bid", "revise", "trump", "play"),
    *("hook", "zero_run", "follow", "must_trump", "must_overtrump", "must_beat", "trump_lead", "wizard_turned"),
}


def test_the_shares_of_the_presets_make_twenty_and_a_hundred_thousand() -> None:
    assert len(PRESETS) * share(QUICK) >= QUICK
    assert len(PRESETS) * share(FULL) >= FULL


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_agrees_with_the_reference(name: str) -> None:
    check_preset(name, share(QUICK))


def test_random_variants_agree_with_the_reference() -> None:
    compare_random_variants(4_000, "quick")


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_agrees_with_the_reference_over_its_share_of_a_hundred_thousand_decisions(name: str) -> None:
    check_preset(name, share(FULL))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_random_variants_agree_with_the_reference_over_a_hundred_thousand_decisions(part: int) -> None:
    kinds = compare_random_variants(25_000, f"part {part}")
    assert kinds.keys() >= EVERY_RESTRICTION


@pytest.mark.parametrize("name", PRESETS)
def test_the_schedule_of_a_preset_is_the_references(name: str) -> None:
    preset = find_preset(name)
    for players in range(preset.players[0], preset.players[1] + 1):
        variant = resolve_variant({"preset": name}, players)
        raw = {key: dict(value) for key, value in preset.raw.items() if isinstance(value, dict)}
        assert list(variant.hands) == schedule_of(raw, players)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10 + t", 13),
        ("-d * -2", 2),
        ("2 - 3 - t", -4),
        ("tri(n) - b * b", 11),
        ("ge(t, 3) + ge(b, 3)", 1),
        ("-(t)", -3),
    ],
)
def test_the_references_own_reading_of_a_formula(text: str, expected: int) -> None:
    assert value_of(text, b=2, t=3, n=5) == expected
