"""The steps of `check`, without a bot: they are about everything in the protocol, and what they look for comes up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ohhell_protocol.examples import EXAMPLES
from ohhell_protocol.messages import MESSAGES
from ohhell_referee.check import STEPS
from ohhell_referee.check.features import FEATURES, GAMES, Feature
from ohhell_referee.check.games import Sitting, situations
from ohhell_referee.check.long_games import EVENTS_VARIANT
from ohhell_referee.check.report import steps_page
from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.presets import preset_names

NAMES = [step.name for step in STEPS]
ROOT = Path(__file__).resolve().parents[3]

STEP_OF_FEATURE = {
    "the hook": "bid under the hook",
    "hands without trump": "no trump",
    "bids made at once": "bids at once",
    "bid revision": "bid revision",
    "trump after the bids": "trump unknown while bidding",
    "trump named by the highest bidder": "highest bidder names trump",
    "wizards and jesters": "dealer names trump",
    "wizards and jesters in play": "wizard cards",
    "forehead hands": "forehead",
    "blind hands": "blind",
    "must-trump rules": "short pack, trump forced",
    "several packs": "two packs",
    "games of open length": "game of open length",
    "extra time": "optional keys",
}
"""The features that PROTOCOL.md shows a frame of, and the step about each."""


def played(sitting: Sitting) -> None:
    """Plays a sitting to its end with the first legal values."""
    while (ask := sitting.advance()) is not None:
        sitting.take(ask.legal[0])


def test_every_feature_of_the_protocol_has_a_step() -> None:
    assert {example.feature for example in EXAMPLES if example.feature} == set(STEP_OF_FEATURE)
    assert set(STEP_OF_FEATURE.values()) <= set(NAMES)


def test_every_type_of_request_has_a_step() -> None:
    for message in MESSAGES:
        if message.kind == "request":
            assert any(name.split(":")[0] == message.type for name in NAMES), message.type


def test_names_are_unique_and_every_preset_is_played_with_full() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert [step.name for step in STEPS if step.full] == [f"preset {name}" for name in preset_names()]


def test_the_page_of_the_steps_is_up_to_date() -> None:
    page = steps_page()
    assert (ROOT / "docs" / "check.md").read_text(encoding="utf-8") == page, "run make docs"
    for step in STEPS:
        assert step.full or f". {step.name} |" in page


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
def test_every_feature_comes_up(feature: Feature) -> None:
    found = list(situations(feature.raw, feature.wanted, GAMES))
    assert len(found) == GAMES
    assert all(feature.wanted(situation.ask.body) for situation in found)


def test_the_events_step_shows_every_kind_of_notice() -> None:
    sitting = Sitting(resolve_variant(EVENTS_VARIANT), 1, 2, events=True)
    seen: dict[str, dict[str, Any]] = {}
    while (ask := sitting.advance()) is not None:
        seen |= {notice["type"]: notice for _seat, notice in sitting.table.notices}
        sitting.take(ask.legal[-1])
    seen |= {notice["type"]: notice for _seat, notice in sitting.table.notices}
    assert set(seen) == {message.type for message in MESSAGES if message.events}


def test_the_same_bot_is_asked_the_same_again() -> None:
    """Two checks of a bot differ in nothing but what the bot does."""
    variant = resolve_variant({"preset": "wizard"}, 4)
    first, second = Sitting(variant, 3, 1), Sitting(variant, 3, 1)
    played(first)
    played(second)
    assert first.bodies == second.bodies
    assert first.scores == second.scores
    assert len(first.bodies) == sum(1 + size for size in range(1, 16)) + sum(
        body["type"] == "trump" for body in first.bodies
    )


def test_other_seats_do_as_before_where_the_bot_does_otherwise() -> None:
    """So that what was looked for comes up with nearly every bot: only what is legal may change their decisions."""
    variant = resolve_variant({"bids": {"hook": False}, "schedule": {"hands": [5]}})
    low, high = Sitting(variant, 0, 2), Sitting(variant, 0, 2)
    for sitting, index in ((low, 0), (high, -1)):
        while (ask := sitting.advance()) is not None:
            sitting.take(ask.legal[index])
    others = [[bid for seat, bid in enumerate(one.bodies[-1]["bids"]) if seat != 2] for one in (low, high)]
    assert others[0] == others[1]
    assert low.bodies[-1]["bids"] != high.bodies[-1]["bids"]
