"""From the [variant] table of a tournament file to a variant: layers, tables by number of players, the way back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from ohhell_referee.rules.loading import parameters, resolve_variant
from ohhell_referee.rules.model import KEYS
from ohhell_referee.rules.presets import find_preset, preset_names
from ohhell_referee.rules.variant import RunBonus, Selector, Variant, ViewRule


def test_nothing_means_the_rules_of_cardgames_io() -> None:
    assert resolve_variant({}) == Variant()
    assert resolve_variant({}).name == "cardgames-io"


def test_the_model_has_the_defaults_of_the_value() -> None:
    """The table of keys and the dataclasses give the same default for every key."""
    shown = parameters(Variant())
    for key in KEYS:
        if key.section in ("schedule", "view") or key.default in (None, {}, []) or key.name == "cycle":
            continue
        assert shown[key.section][key.name] == key.default, key.dotted
    assert list(Variant().trump.cycle) == next(key.default for key in KEYS if key.dotted == "trump.cycle")


def test_every_key_of_the_value_is_in_the_model() -> None:
    """A rule that the value has and no file can set would be a rule by accident."""
    known = {key.dotted for key in KEYS}
    for section, content in parameters(Variant()).items():
        assert {f"{section}.{name}" for name in content} <= known


EVERY_KEY: dict[str, Any] = {
    "game": {"players": 5, "direction": "right", "first_dealer": 3},
    "deck": {
        "ranks": "789TJQKA",
        "suits": "CDHS",
        "copies": 2,
        "remove": ["7C"],
        "per_player": 0,
        "wizards": 2,
        "jesters": 1,
        "equal_card": "last",
    },
    "schedule": {"hands": "1..max..1", "max": 3},
    "trump": {
        "source": "cycle",
        "cycle": ["H", "N"],
        "no_trump": ["first", {"size": 2}, {"hand": 4}],
        "exhausted": "cut",
        "reveal": "after_bids",
    },
    "bids": {"order": "in_turn", "first": "dealer", "hook": True, "hook_min": 2, "zero_run": 3, "revise": True},
    "play": {"void": "overtrump", "must_beat": True, "trump_lead": "broken", "first_lead": "highest_bidder"},
    "view": [{"hands": {"size": 1}, "mode": "forehead"}, {"hands": "max", "mode": "blind"}],
    "score": {
        "hit": "20 + t",
        "miss": "-d",
        "hit_zero": "n",
        "miss_over": "1",
        "miss_under": "2",
        "miss_zero": "-3",
        "run": {"length": 5, "hit": 10, "miss": -10},
        "suit": {"D": 2, "N": 3},
    },
    "end": {"ties": "extra_hand", "target": 101},
}


def test_every_key_arrives_in_the_variant() -> None:
    variant = resolve_variant(EVERY_KEY)
    assert variant.name == "custom"
    assert (variant.game.players, variant.game.direction, variant.game.first_dealer) == (5, "right", 3)
    assert (variant.deck.ranks, variant.deck.copies, variant.deck.remove) == ("789TJQKA", 2, ("7C",))
    assert (variant.deck.wizards, variant.deck.jesters, variant.deck.equal_card) == (2, 1, "last")
    assert variant.hands == (1, 2, 3, 2, 1)
    assert (variant.trump.source, variant.trump.cycle) == ("cycle", ("H", "N"))
    assert variant.trump.no_trump == (Selector(which="first"), Selector(size=2), Selector(hand=4))
    assert (variant.trump.exhausted, variant.trump.reveal) == ("cut", "after_bids")
    assert (variant.bids.first, variant.bids.hook_min) == ("dealer", 2)
    assert (variant.bids.zero_run, variant.bids.revise) == (3, True)
    assert (variant.play.void, variant.play.must_beat) == ("overtrump", True)
    assert (variant.play.trump_lead, variant.play.first_lead) == ("broken", "highest_bidder")
    assert variant.view == (ViewRule(Selector(size=1), "forehead"), ViewRule(Selector(which="max"), "blind"))
    assert (variant.score.hit, variant.score.miss, variant.score.hit_zero) == ("20 + t", "-d", "n")
    assert (variant.score.miss_over, variant.score.miss_under, variant.score.miss_zero) == ("1", "2", "-3")
    assert variant.score.run == RunBonus(5, 10, -10)
    assert variant.score.suit == {"D": 2, "N": 3}
    assert (variant.end.ties, variant.end.target) == ("extra_hand", 101)


def test_a_variant_with_every_key_reads_back_from_its_parameters() -> None:
    variant = resolve_variant(EVERY_KEY)
    assert resolve_variant(parameters(variant)) == variant


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_reads_back_from_its_parameters_as_json(name: str) -> None:
    """A journal holds a variant as JSON; read again it is the same but for its name."""
    least, most = find_preset(name).players
    for players in range(least, most + 1):
        variant = resolve_variant({"preset": name}, players)
        again = resolve_variant(json.loads(json.dumps(parameters(variant))))
        assert replace(again, name=variant.name) == variant


def test_parameters_leave_out_what_is_absent() -> None:
    shown = parameters(Variant())
    assert list(shown) == ["game", "deck", "schedule", "trump", "bids", "play", "score", "end"]
    assert shown["score"] == {"hit": "10 + t", "miss": "t"}
    assert shown["schedule"] == {"hands": [*range(10, 0, -1), *range(2, 11)]}


# Names


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ({"preset": "bga"}, "bga"),
        ({"preset": "Oh Diavolo!"}, "bga"),
        ({"preset": "bga", "game": {"players": 6}}, "bga"),
        ({"preset": "bga", "bids": {"hook": False}}, "bga+"),
        ({"preset": "cardgames-io", "game": {"players": 5}}, "cardgames-io+"),
        ({"bids": {"hook": False}}, "custom"),
        ({"game": {"players": 5}}, "custom"),
    ],
)
def test_the_name_says_whether_a_preset_was_changed(raw: dict[str, Any], name: str) -> None:
    """Another number of players is no change as long as the preset is for it."""
    assert resolve_variant(raw).name == name


# Layers


def test_an_override_replaces_one_key_and_keeps_the_rest_of_the_preset() -> None:
    plain = resolve_variant({"preset": "spruce"})
    hooked = resolve_variant({"preset": "spruce", "bids": {"hook": True}})
    assert hooked.bids == replace(plain.bids, hook=True)
    assert replace(hooked, bids=plain.bids, name="spruce") == plain


def test_the_players_argument_overrides_the_file() -> None:
    assert resolve_variant({"preset": "spruce", "game": {"players": 3}}, 7).hands == (1, 2, 3, 4, 5, 6, 7)


def test_a_preset_without_players_in_the_file_has_its_own_number() -> None:
    assert resolve_variant({"preset": "cardgames-io"}).players == 4


def test_the_maximum_of_a_preset_can_be_changed_alone() -> None:
    assert resolve_variant({"preset": "cardgames-io", "schedule": {"max": 3}}).hands == (3, 2, 1, 2, 3)


def test_false_switches_an_option_of_the_preset_off() -> None:
    assert resolve_variant({"preset": "plump", "score": {"hit_zero": False}}).score.hit_zero is None
    assert resolve_variant({"preset": "romanian-whist", "score": {"run": False}}).score.run is None


def test_points_may_be_whole_numbers() -> None:
    assert resolve_variant({"score": {"hit": 10, "miss": -10}}).score.miss == "-10"


def test_a_cycle_that_the_source_no_longer_uses_is_forgotten() -> None:
    """So that two variants with the same rules are equal."""
    variant = resolve_variant({"preset": "nomination-whist", "trump": {"source": "random"}})
    assert variant.trump.cycle == Variant().trump.cycle


def test_selectors_of_a_preset_that_mean_no_hand_any_more_are_dropped() -> None:
    short = resolve_variant({"preset": "romanian-whist", "schedule": {"hands": "1..7..1"}})
    assert short.trump.no_trump == ()
    assert resolve_variant({"preset": "boerenbridge", "schedule": {"hands": "5..2"}}).view == ()


# Tables by number of players


@pytest.mark.parametrize(
    ("section", "key", "value", "other"),
    [
        ("game", "direction", "right", "left"),
        ("game", "first_dealer", 2, "random"),
        ("deck", "ranks", "6789TJQKA", "23456789TJQKA"),
        ("deck", "copies", 2, 1),
        ("bids", "hook", False, True),
        ("play", "void", "trump", "any"),
        ("score", "hit", "5 + t", "10 + t"),
        ("score", "hit_zero", "5", None),
        ("score", "suit", {"D": 2}, {}),
        ("end", "target", 50, 0),
    ],
)
@pytest.mark.parametrize("spell", [str, int])
def test_any_value_may_be_a_table_by_number_of_players(
    section: str, key: str, value: Any, other: Any, spell: type
) -> None:
    """Where the table has no value for the number at the table, the default holds."""
    raw = {section: {key: {spell(4): value}}, "schedule": {"hands": "1..5"}}
    here = getattr(getattr(resolve_variant(raw, 4), section), key)
    there = getattr(getattr(resolve_variant(raw, 5), section), key)
    assert (here, there) == (value, other)


def test_removed_cards_by_number_of_players() -> None:
    raw = {"deck": {"remove": {"3": ["2C"]}}, "schedule": {"hands": "1..max", "max": "fit_all"}}
    assert resolve_variant(raw, 3).deck.remove == ("2C",)
    assert resolve_variant(raw, 4).deck.remove == ()


def test_a_view_may_be_a_table_by_number_of_players() -> None:
    assert len(resolve_variant({"preset": "rikiki"}, 3).view) == 3
    assert len(resolve_variant({"preset": "rikiki"}, 6).view) == 6


def test_a_table_in_a_file_falls_back_on_the_table_of_the_preset() -> None:
    raw = {"preset": "spruce", "schedule": {"max": {"4": 5}}}
    assert max(resolve_variant(raw, 4).hands) == 5
    with_hook = {"preset": "spruce", "bids": {"hook": {"4": True}}}
    assert resolve_variant(with_hook, 4).bids.hook
    assert not resolve_variant(with_hook, 5).bids.hook


def test_schedules_by_number_of_players() -> None:
    raw = {"schedule": {"hands": {"3": "1..5", "4": [3, 2, 1]}}}
    assert resolve_variant(raw, 3).hands == (1, 2, 3, 4, 5)
    assert resolve_variant(raw, 4).hands == (3, 2, 1)


@pytest.mark.parametrize("row", [("fit_trump", 12), ("fit_all", 13), (7, 7)])
def test_the_maximum_is_a_number_or_what_the_deck_gives(row: tuple[int | str, int]) -> None:
    maximum, largest = row
    assert max(resolve_variant({"schedule": {"hands": "1..max", "max": maximum}}).hands) == largest
