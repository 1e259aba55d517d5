"""Random variants: a preset at some table size with some parameters changed, as far as the loader lets it."""

from __future__ import annotations

import random
from typing import Any

from ohhell_referee.rules.loading import VariantError, resolve_variant
from ohhell_referee.rules.presets import find_preset, preset_names
from ohhell_referee.rules.variant import Variant

SELECTORS: list[Any] = ["first", "last", "max", {"size": 1}, {"size": 2}, {"size": 3}, {"hand": 2}, {"hand": 1}]
FORMULAS = [
    "10 + t",
    "t",
    "0",
    "-10",
    "5 + n",
    "-5 * d",
    "10 + b + 90 * ge(b, 3)",
    "5 + tri(b)",
    "-tri(d) - 1",
    "t * t - d",
    "-(10 + d)",
    "2 - 3 - t",
    "-d * -2",
    "n * (b - t) + 1",
]
SCHEDULES: list[Any] = [
    "3..1..3",
    "1..4",
    "4..1",
    "1*P..3*2..1",
    "2..2*3..5",
    "5..3*P..4",
    "1..3*2..1 each*2",
    [1, 5, 2, 1],
    "1..max..1",
    "max..1",
    "1..2*P..max",
]
DECKS: list[dict[str, Any]] = [
    {},
    {"ranks": "789TJQKA"},
    {"ranks": "789TJQKA", "copies": 2},
    {"ranks": "TJQKA", "copies": 2, "equal_card": "last"},
    {"ranks": "QKA", "copies": 3, "equal_card": "last"},
    {"ranks": "24567JQK3A"},
    {"ranks": "9TJQKA", "wizards": 4, "jesters": 4},
    {"wizards": 4, "jesters": 4},
    {"ranks": "QKA", "wizards": 8, "jesters": 3},
    {"ranks": "TJQKA", "copies": 2, "wizards": 2, "jesters": 2, "equal_card": "last"},
    {"ranks": "6789TJQKA", "suits": "HSC"},
    {"ranks": "23456789TJQKA", "suits": "DS", "copies": 2},
    {"remove": ["2C", "2D", "AS"]},
    {"per_player": 4},
    {"per_player": 8},
]


def random_override(rng: random.Random, players: int) -> dict[str, Any]:
    """A [variant] table of sections; some are impossible, and the loader says so."""
    raw: dict[str, dict[str, Any]] = {}

    def maybe(chance: float, section: str, key: str, values: list[Any]) -> None:
        if rng.random() < chance:
            raw.setdefault(section, {})[key] = rng.choice(values)

    raw["deck"] = dict(rng.choice(DECKS))
    hands = rng.choice(SCHEDULES)
    raw["schedule"] = {"hands": hands}
    if "max" in hands:
        raw["schedule"]["max"] = rng.choice([2, 3, "fit_all", "fit_trump", 6])
    maybe(
        0.8, "trump", "source", ["turn_up", "turn_up", "turn_up", "cycle", "fixed", "random", "none", "highest_bidder"]
    )
    source = raw.get("trump", {}).get("source")
    suits = list(raw["deck"].get("suits", "CDHS"))
    if source == "cycle":
        raw["trump"]["cycle"] = rng.choice([[suits[0], suits[-1], "N"], [suits[-1]], suits[::-1]])
    if source == "fixed":
        raw["trump"]["cycle"] = [rng.choice(suits)]
    maybe(0.4, "trump", "exhausted", ["no_trump", "dealer_card", "cut"])
    maybe(0.25, "trump", "reveal", ["after_bids"])
    if rng.random() < 0.35:
        raw.setdefault("trump", {})["no_trump"] = rng.sample(SELECTORS, rng.choice((1, 1, 2)))
    if rng.random() < 0.15:
        raw["bids"] = {"order": "at_once", "hook": False}
    else:
        maybe(0.7, "bids", "hook", [True, True, False])
        maybe(0.3, "bids", "hook_min", [2, 3])
        maybe(0.4, "bids", "zero_run", [1, 2, 3])
        maybe(0.3, "bids", "revise", [True])
        if "bids" in raw:
            raw["bids"]["order"] = "in_turn"
    maybe(0.3, "bids", "first", ["dealer", "left"])
    maybe(0.7, "play", "void", ["trump", "overtrump", "overtrump_or_any", "any"])
    maybe(0.5, "play", "must_beat", [True, True, False])
    maybe(0.5, "play", "trump_lead", ["broken", "not_first", "last_resort"])
    maybe(0.4, "play", "first_lead", ["dealer", "highest_bidder", "left"])
    if rng.random() < 0.3:
        ones = rng.choice([{"size": 1}, "last", "first", {"hand": 2}])
        raw["view"] = [{"hands": ones, "mode": rng.choice(["forehead", "blind"])}]  # type: ignore[assignment]  # a list
    for key in ("hit", "miss", "hit_zero", "miss_over", "miss_under", "miss_zero"):
        maybe(0.3, "score", key, list(FORMULAS))
    if rng.random() < 0.3:
        run = {"length": rng.choice([1, 2, 3]), "hit": rng.choice([0, 7, 10]), "miss": rng.choice([0, -3, 2])}
        raw.setdefault("score", {})["run"] = run
    if rng.random() < 0.3:
        raw.setdefault("score", {})["suit"] = {rng.choice([*suits, "N"]): rng.choice([2, 3, 0])}
    maybe(0.2, "game", "first_dealer", [0, players - 1])
    maybe(0.2, "game", "direction", ["right"])
    maybe(0.2, "end", "ties", ["extra_hand"])
    maybe(0.2, "end", "target", [20, 35])
    return {key: value for key, value in raw.items() if value}


def random_variant(rng: random.Random) -> tuple[Variant, dict[str, Any]] | None:
    """A variant and the table that it came from; None where the loader refused the mixture."""
    preset = find_preset(rng.choice(preset_names()))
    players = rng.randint(2, 6)
    raw = {"preset": preset.name, **random_override(rng, players)}
    try:
        return resolve_variant(raw, players), raw
    except VariantError:
        return None
