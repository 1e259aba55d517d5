"""The presets: that each can be played by every number of players it is for, and is found by every name it has."""

from __future__ import annotations

import random
from importlib import resources

import pytest

from ohhell_referee.rules.deals import derive_deal
from ohhell_referee.rules.deck import deck_size
from ohhell_referee.rules.describe import differences
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.model import KEYS
from ohhell_referee.rules.plan import hand_plan
from ohhell_referee.rules.presets import UnknownPreset, find_preset, plain_name, preset_names
from ohhell_referee.rules.scoring import score_table
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import Variant
from support.vectors import rows


def test_the_presets_are_these() -> None:
    assert preset_names() == (
        "cardgames-io",
        "bga",
        "bicycle",
        "spruce",
        "la-podrida",
        "devils-bridge",
        "kachuful",
        "nomination-whist",
        "nommie",
        "blob",
        "boerenbridge",
        "german-bridge",
        "podrida-argentina",
        "pocha",
        "rikiki",
        "plump",
        "ascenseur",
        "romanian-whist",
        "up-and-down-the-river",
        "stiche-raten",
        "wizard",
    )


def test_every_preset_file_is_a_preset() -> None:
    folder = resources.files("ohhell_referee.rules").joinpath("presets")
    files = {entry.name for entry in folder.iterdir() if entry.name.endswith(".toml")}
    assert files == {f"{name}.toml" for name in preset_names()}


@pytest.mark.parametrize("name", preset_names())
def test_every_hand_can_be_dealt_for_every_number_of_players(name: str) -> None:
    preset = find_preset(name)
    least, most = preset.players
    assert least <= preset.default_players <= most
    for players in range(least, most + 1):
        variant = resolve_variant({"preset": name}, players)
        assert variant.name == name
        assert max(variant.hands) * players <= deck_size(variant.deck, players)
        for index in range(len(variant.hands)):
            hand_plan(variant, index)


@pytest.mark.parametrize("name", preset_names())
def test_a_game_of_every_preset_comes_to_its_end(name: str) -> None:
    """Played at random, with the fewest players it is for."""
    variant = resolve_variant({"preset": name}, find_preset(name).players[0])
    chance, key = random.Random(name), seed_key(name)
    game = Game(variant, first_dealer=0)
    while (plan := game.next_plan()) is not None:
        hand = game.start_hand(plan, derive_deal(key, 0, plan, variant, game.dealer_of(plan)))
        while (turn := hand.turn) is not None:
            for seat in turn.seats:
                hand.act(seat, chance.choice(hand.legal(seat)))
        game.finish_hand(hand)
    assert game.hands_played == len(variant.hands)


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_says_where_it_comes_from_and_why_its_other_names_lead_to_it(name: str) -> None:
    preset = find_preset(name)
    assert preset.title
    assert preset.source
    assert preset.choices
    assert all(preset.alias_reasons[alias] for alias in preset.aliases)


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_writes_no_key_that_has_its_default_anyway(name: str) -> None:
    """So that what a preset's file says is what differs from CardGames.io; points for hit and miss stand together."""
    raw = find_preset(name).raw
    written = {f"{section}.{key}" for section, content in raw.items() if section != "view" for key in content}
    known = {key.dotted: key.default for key in KEYS}
    assert written <= set(known)
    for dotted in written - {"schedule.hands", "trump.cycle", "score.hit"}:
        section, key = dotted.split(".")
        assert raw[section][key] != known[dotted], dotted


def test_cardgames_io_is_the_default_of_every_key() -> None:
    assert resolve_variant({"preset": "cardgames-io"}) == Variant()
    assert differences(find_preset("cardgames-io")) == []


def test_differences_are_told_as_in_a_file() -> None:
    assert differences(find_preset("spruce")) == [
        ("schedule.hands", '"1..max"', '"max..1..max"'),
        ("schedule.max", "{3 = 15, 4 = 13, 5 = 10, 6 = 8, 7 = 7}", "10"),
        ("trump.no_trump", '["last"]', "[]"),
        ("bids.hook", "false", "true"),
        ("score.miss", '"0"', '"t"'),
    ]


@pytest.mark.parametrize("row", rows("preset_sizes"), ids=lambda row: f"{row['preset']}-{row['players']}")
def test_number_of_hands_largest_hand_and_deck(row: dict[str, str]) -> None:
    variant = resolve_variant({"preset": row["preset"]}, int(row["players"]))
    found = (len(variant.hands), max(variant.hands), deck_size(variant.deck, variant.players))
    assert found == (int(row["hands"]), int(row["largest"]), int(row["deck"]))


@pytest.mark.parametrize("row", rows("preset_points"), ids=lambda row: f"{row['bid']}/{row['won']} of {row['hand']}")
def test_points_of_presets(row: dict[str, str]) -> None:
    bid, won, size = (int(row[column]) for column in ("bid", "won", "hand"))
    for name in list(row)[3:]:
        variant = resolve_variant({"preset": name})
        assert score_table(variant.score, size)[bid][won] == int(row[name]), name


# Names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Oh Hell", "cardgames-io"),
        ("oh-hell", "cardgames-io"),
        ("OH HELL!", "cardgames-io"),
        ("Oh Pshaw", "spruce"),
        ("Oh Pshaw!", "spruce"),
        ("Blackout", "spruce"),
        ("Oh Well", "cardgames-io"),
        ("Oh Shit", "cardgames-io"),
        ("Elevator", "cardgames-io"),
        ("Bid Whist", "cardgames-io"),
        ("Bust", "bicycle"),
        ("Contract Whist", "nomination-whist"),
        ("Nomination Whist", "nomination-whist"),
        ("Up and Down the River", "up-and-down-the-river"),
        ("Judgement", "kachuful"),
        ("Judgment", "kachuful"),
        ("Kachuful", "kachuful"),
        ("Oh Diavolo", "bga"),
        ("Oh Diavolo!", "bga"),
        ("Board Game Arena", "bga"),
        ("La Podrida", "la-podrida"),
        ("Podrida", "la-podrida"),
        ("acanomas", "podrida-argentina"),
        ("Devil's Bridge", "devils-bridge"),
        ("Boerenbridge", "boerenbridge"),
        ("German Bridge", "german-bridge"),
        ("Blob", "blob"),
        ("La Pocha", "pocha"),
        ("L'Ascenseur", "ascenseur"),
        ("Whist românesc", "romanian-whist"),
        ("whist romanesc", "romanian-whist"),
        ("Beredskap", "plump"),
        ("Stiche-Raten", "stiche-raten"),
        ("Stiche raten", "stiche-raten"),
        ("Wizard", "wizard"),
    ],
)
def test_a_name_in_any_spelling_leads_to_one_preset(text: str, name: str) -> None:
    assert find_preset(text).name == name


def test_no_name_leads_to_two_presets() -> None:
    names = [plain_name(name) for name in preset_names()]
    names += [plain_name(alias) for name in preset_names() for alias in find_preset(name).aliases]
    assert sorted(names) == sorted(set(names))


def test_an_unknown_name_names_the_nearest() -> None:
    with pytest.raises(UnknownPreset, match='no preset is called "spruze"; did you mean "spruce"'):
        find_preset("spruze")


def test_a_name_like_nothing_names_them_all() -> None:
    with pytest.raises(UnknownPreset, match=r"there are cardgames-io, bga, .*, wizard"):
        find_preset("mah-jong quartet")
