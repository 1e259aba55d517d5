"""What is refused: which key is named, what came, what would do, and that everything is told at once."""

from __future__ import annotations

from typing import Any

import pytest

from ohhell_referee.rules.loading import VariantError, resolve_variant


def problems(raw: Any, players: int | None = None) -> dict[str, str]:
    """The problems of a variant by key; none where it is accepted."""
    try:
        resolve_variant(raw, players)
    except VariantError as error:
        return {problem.key: problem.message for problem in error.problems}
    return {}


def refused(raw: Any, key: str, *says: str, players: int | None = None) -> None:
    """The variant has exactly one problem, with this key, whose message holds all these pieces."""
    found = problems(raw, players)
    assert list(found) == [key], found
    for piece in says:
        assert piece in found[key], found[key]


# Keys


def test_an_unknown_section_is_refused_with_the_nearest() -> None:
    refused({"bid": {"hook": True}}, "bid", "unknown key", '"bids"', 'did you mean "bids"')


def test_an_unknown_key_is_refused_with_the_nearest() -> None:
    refused({"bids": {"hok": True}}, "bids.hok", "unknown key", 'did you mean "hook"', '"revise"')


def test_a_key_without_its_section_is_told_where_it_belongs() -> None:
    refused({"hook": False}, "hook", "write bids.hook")


def test_a_key_in_the_wrong_section_is_told_where_it_belongs() -> None:
    refused({"game": {"hook": False}}, "game.hook", "did you mean bids.hook")


def test_a_section_that_is_no_table_is_refused() -> None:
    refused({"bids": True}, "bids", "true is not a table")


def test_a_section_by_number_of_players_is_told_to_put_the_table_at_the_value() -> None:
    refused({"deck": {"3": {"remove": ["2C"]}}}, "deck.3", "its values may be", "{3 = …}")


def test_a_variant_that_is_no_table_is_refused() -> None:
    refused("bga", "variant", '"bga" is not a table')


def test_unknown_keys_inside_values_are_refused() -> None:
    refused({"view": [{"hands": "last", "mod": "blind", "mode": "blind"}]}, "view[0].mod", 'did you mean "mode"')
    run = {"length": 5, "hits": 10}
    refused({"score": {"run": run}}, "score.run.hits", 'did you mean "hit"')


# Presets


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("cardgame-io", 'did you mean "cardgames-io"'),
        ("oh pshw", 'did you mean "Oh Pshaw" (spruce)'),
        ("xyzzy", "there are cardgames-io, bga"),
    ],
)
def test_an_unknown_preset_is_refused_with_the_nearest(name: str, says: str) -> None:
    refused({"preset": name}, "preset", f'no preset is called "{name}"', says)


def test_what_goes_with_an_unknown_preset_is_not_held_against_the_default() -> None:
    refused({"preset": "spruc", "schedule": {"max": 9}, "bids": {"order": "at_once"}}, "preset")


def test_a_preset_that_is_no_name_is_refused() -> None:
    refused({"preset": 3}, "preset", "3 is not the name of a preset")


# Values


@pytest.mark.parametrize(
    ("section", "key", "value", "says"),
    [
        ("game", "players", 1, "1 is not a whole number from 2 to 10"),
        ("game", "players", 11, "from 2 to 10"),
        ("game", "players", "4", '"4" is not a whole number'),
        ("game", "players", 4.0, "4.0 is not a whole number"),
        ("game", "players", True, "true is not a whole number"),
        ("game", "direction", "clockwise", 'allowed: "left" or "right"'),
        ("game", "first_dealer", 4, "a seat from 0 to 3"),
        ("game", "first_dealer", "randm", 'did you mean "random"'),
        ("deck", "ranks", "23456789TJQKAA", 'the rank "A" more than once'),
        ("deck", "ranks", "1234", 'unknown rank "1"'),
        ("deck", "ranks", "", "not a string of ranks"),
        ("deck", "suits", "CDHX", 'unknown suit "X"'),
        ("deck", "suits", "CCDH", "more than once"),
        ("deck", "copies", 0, "from 1 to 10"),
        ("deck", "remove", "2C", '"2C" is not a list'),
        ("deck", "wizards", -1, "from 0"),
        ("deck", "equal_card", "second", 'allowed: "first" or "last"'),
        ("schedule", "hands", 10, 'write "10"'),
        ("schedule", "hands", [], "at least one hand"),
        ("schedule", "hands", "10-1-10", '"10-1-10" is not a turning point'),
        ("schedule", "hands", True, "true is not a list"),
        ("trump", "source", "turnup", 'did you mean "turn_up"'),
        ("trump", "source", "turn-up", 'did you mean "turn_up"'),
        ("trump", "exhausted", "reshuffle", '"no_trump", "dealer_card", "cut" or "error"'),
        ("trump", "reveal", "after", 'did you mean "after_bids"'),
        ("trump", "no_trump", "last", '"last" is not a list; write for instance ["last"]'),
        ("bids", "hook", "yes", '"yes" is neither true nor false'),
        ("bids", "hook", 1, "1 is neither true nor false"),
        ("bids", "hook_min", 0, "from 1"),
        ("bids", "zero_run", -1, "from 0"),
        ("bids", "order", "simultaneous", 'allowed: "in_turn" or "at_once"'),
        ("play", "void", "overtrumps", 'did you mean "overtrump"'),
        ("play", "trump_lead", "last", 'did you mean "last_resort"'),
        ("view", "", "forehead", '"forehead" is not a list'),
        ("score", "hit", "10 + x", "'x'"),
        ("score", "hit", "__import__('os')", "__import__"),
        ("score", "hit", "10 +", "10 +"),
        ("score", "hit", False, "false is not an expression"),
        ("score", "hit", 1.5, "1.5 is not an expression"),
        ("score", "run", 5, "5 is not a table"),
        ("score", "suit", 2, "2 is not a table"),
        ("end", "ties", "split", 'allowed: "shared" or "extra_hand"'),
        ("end", "target", -5, "from 0"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_what_is_allowed(
    section: str, key: str, value: Any, says: str
) -> None:
    raw = {section: {key: value}} if key else {section: value}
    refused(raw, f"{section}.{key}" if key else section, says)


@pytest.mark.parametrize(
    ("raw", "key", "says"),
    [
        ({"deck": {"remove": ["2C", "10D"]}}, "deck.remove[1]", 'did you mean "TD"'),
        ({"deck": {"remove": ["c2"]}}, "deck.remove[0]", 'did you mean "2C"'),
        ({"deck": {"remove": ["2C", "2C"]}}, "deck.remove", '"2C" stands there twice'),
        ({"deck": {"remove": ["ZC"]}}, "deck.remove[0]", "is not a card"),
        ({"trump": {"source": "cycle", "cycle": ["S", "h"]}}, "trump.cycle[1]", 'did you mean "H"'),
        ({"trump": {"source": "cycle", "cycle": ["spades"]}}, "trump.cycle[0]", 'did you mean "S"'),
        ({"trump": {"source": "cycle", "cycle": []}}, "trump.cycle", "the list is empty"),
        ({"trump": {"no_trump": ["lst"]}}, "trump.no_trump[0]", 'did you mean "last"'),
        ({"trump": {"no_trump": [{"size": 0}]}}, "trump.no_trump[0].size", "0 is not a whole number from 1"),
        ({"trump": {"no_trump": [{"sise": 3}]}}, "trump.no_trump[0]", 'did you mean "size"'),
        ({"trump": {"no_trump": [3]}}, "trump.no_trump[0]", "3 names no hands"),
        ({"trump": {"no_trump": [{"size": 2, "hand": 1}]}}, "trump.no_trump[0]", "names no hands"),
        ({"view": [{"hands": "last"}]}, "view[0].mode", "missing"),
        ({"view": [{"hands": {"size": 1}, "mode": "forhead"}]}, "view[0].mode", 'did you mean "forehead"'),
        ({"view": ["last"]}, "view[0]", '"last" is not a table'),
        ({"schedule": {"hands": [3, 0]}}, "schedule.hands[1]", "at least one card"),
        ({"score": {"run": {"hit": 10}}}, "score.run.length", "missing"),
        ({"score": {"run": {"length": 0}}}, "score.run.length", "from 1"),
        ({"score": {"suit": {"X": 2}}}, "score.suit.X", "is not a suit"),
        ({"score": {"suit": {"D": "double"}}}, "score.suit.D", '"double" is not a whole number'),
    ],
)
def test_the_place_inside_a_list_or_table_is_named(raw: dict[str, Any], key: str, says: str) -> None:
    """Positions in lists count from 0."""
    refused(raw, key, says)


# Tables by number of players


def test_every_column_of_a_table_is_checked_not_only_the_one_in_use() -> None:
    raw = {"play": {"void": {"3": "any", "5": "trumps"}}}
    refused(raw, "play.void.5", 'did you mean "trump"', players=3)


def test_a_table_for_an_impossible_number_of_players_is_refused() -> None:
    refused({"bids": {"hook": {"4": True, "11": False}}}, "bids.hook.11", "2 to 10")


def test_a_schedule_needs_a_value_for_the_number_at_the_table() -> None:
    """Falling back on a default would play another game without a word."""
    raw = {"schedule": {"hands": "1..max", "max": {"3": 15, "4": 13}}}
    refused(raw, "schedule.max", "no value for 5 players, only for 3, 4", "5 = …", players=5)
    refused({"preset": "bga"}, "schedule.max", "no value for 8 players", players=8)


def test_a_wrong_number_of_players_is_told_even_where_another_is_asked_for() -> None:
    refused({"game": {"players": "four"}}, "game.players", '"four" is not a whole number', players=4)


def test_a_number_of_players_that_nobody_can_seat() -> None:
    refused({}, "game.players", "11 players; a table has 2 to 10", players=11)


# Cards and sizes


def test_more_cards_than_the_deck() -> None:
    refused(
        {"schedule": {"hands": "10..1..10"}},
        "schedule.hands",
        "7 players x 10 cards = 70 > 52; at most 7",
        players=7,
    )


def test_a_maximum_that_is_too_large_is_named_as_such() -> None:
    refused({"schedule": {"hands": "1..max", "max": 14}}, "schedule.max", "4 players x 14 cards = 56 > 52; at most 13")


def test_a_removed_card_counts() -> None:
    raw = {"deck": {"remove": ["2C"]}, "schedule": {"hands": "1..13"}}
    refused(raw, "schedule.hands", "4 players x 13 cards = 52 > 51; at most 12")


def test_wizards_count() -> None:
    assert not problems({"deck": {"wizards": 4, "jesters": 4}, "schedule": {"hands": "1..15"}})


def test_max_without_a_maximum() -> None:
    refused({"schedule": {"hands": "1..max"}}, "schedule.max", "missing", '"1..max"', "fit_trump")
    refused({"schedule": {"hands": [1, "max"]}}, "schedule.max", "missing")


def test_a_maximum_that_the_schedule_does_not_use() -> None:
    """It would have no effect, and whoever wrote it believes that it has."""
    refused({"schedule": {"max": 13}}, "schedule.max", "has no effect", '"max..1..max"')
    assert not problems({"schedule": {"hands": "10..1..10", "max": 10}})


def test_cards_to_keep_that_the_deck_does_not_have() -> None:
    raw = {"deck": {"per_player": 8}, "schedule": {"hands": "1..3"}}
    refused(raw, "deck.per_player", "7 players x 8 cards = 56, more than the 52", "at most 7", players=7)


def test_cards_to_keep_that_cut_through_a_rank() -> None:
    """Nobody could say which suits' cards stay."""
    raw = {"deck": {"per_player": 7}, "schedule": {"hands": "1..3"}}
    refused(raw, "deck.per_player", "highest 21 cards", "whole ranks", players=3)
    assert not problems(raw, 4)


def test_removed_cards_that_the_deck_does_not_have() -> None:
    raw = {"deck": {"ranks": "789TJQKA", "remove": ["7C", "2C"]}, "schedule": {"hands": "1..5"}}
    refused(raw, "deck.remove[1]", '"2C" is not in the deck of ranks "789TJQKA"')


def test_a_deck_too_small_for_one_hand() -> None:
    raw = {"deck": {"ranks": "A", "suits": "CDH"}, "schedule": {"hands": "1..max", "max": "fit_all"}}
    refused(raw, "schedule.max", "3 cards are too few")


# Trump


def test_no_card_to_turn_up_where_that_is_an_error() -> None:
    raw = {"schedule": {"hands": "1..13"}, "trump": {"exhausted": "error"}}
    refused(raw, "trump.exhausted", "hand 13 deals all cards (4 players x 13 = 52)", "at most 12", "fit_trump")


def test_a_hand_without_trump_needs_no_card_to_turn_up() -> None:
    assert not problems({"schedule": {"hands": "1..13"}, "trump": {"exhausted": "error", "no_trump": ["max"]}})
    assert not problems({"schedule": {"hands": "1..13"}, "trump": {"exhausted": "error", "source": "random"}})


def test_an_extra_hand_needs_a_card_to_turn_up_too() -> None:
    raw = {
        "schedule": {"hands": "1..13"},
        "trump": {"exhausted": "error", "no_trump": ["last"]},
        "end": {"ties": "extra_hand"},
    }
    refused(raw, "trump.exhausted", "extra hand", 'trump.no_trump = ["max"]')


@pytest.mark.parametrize("cycle", [["S", "D"], ["N"]])
def test_a_fixed_trump_is_exactly_one_suit(cycle: list[str]) -> None:
    refused({"trump": {"source": "fixed", "cycle": cycle}}, "trump.cycle", "exactly one suit")


def test_a_fixed_trump_without_its_suit() -> None:
    refused({"trump": {"source": "fixed"}}, "trump.source", "exactly one suit", 'cycle = ["S"]')


def test_a_cycle_names_suits_of_the_deck() -> None:
    cycle = {"source": "cycle", "cycle": ["S", "H", "N"]}
    raw = {"deck": {"suits": "CDH"}, "trump": cycle, "schedule": {"hands": "3..1"}}
    refused(raw, "trump.cycle", 'no suit "S"', '"C", "D", "H" or "N"')


def test_a_cycle_that_the_source_does_not_use() -> None:
    refused({"trump": {"cycle": ["H", "N"]}}, "trump.cycle", "has no effect", 'trump.source = "cycle"')


def test_a_multiplier_for_a_suit_that_the_deck_does_not_have() -> None:
    raw = {"deck": {"suits": "CDH"}, "schedule": {"hands": "3..1"}, "score": {"suit": {"S": 2}}}
    refused(raw, "score.suit.S", "no such suit")


def test_a_selector_of_ones_own_that_means_no_hand() -> None:
    refused({"trump": {"no_trump": [{"size": 11}]}}, "trump.no_trump[0]", "no hand has 11 cards", "1..10")
    refused({"trump": {"no_trump": ["last", {"hand": 20}]}}, "trump.no_trump[1]", "no hand 20", "has 19")
    refused({"view": [{"hands": {"hand": 20}, "mode": "blind"}]}, "view[0].hands", "no hand 20")


# Bids


def test_a_limit_on_zeros_that_never_binds() -> None:
    refused({"bids": {"zero_run": 4}}, "bids.zero_run", "never exceeded by 4 players", "1 to 3")


def test_a_limit_on_zeros_with_bids_at_once() -> None:
    raw = {"bids": {"order": "at_once", "hook": False, "zero_run": 2}}
    refused(raw, "bids.zero_run", "no bids stand in a row")


# Views


def test_two_views_of_one_hand() -> None:
    raw = {"view": [{"hands": {"size": 1}, "mode": "forehead"}, {"hands": {"hand": 10}, "mode": "blind"}]}
    refused(raw, "view[1].mode", 'hand 10 is "blind" here and "forehead" in view[0]')


# Points


def test_points_beyond_all_bounds() -> None:
    """Scores stay inside what every language's numbers hold."""
    refused({"score": {"hit": "1000000 * 1000000"}}, "score.hit", "1000000000")


# All at once


def test_all_problems_are_told_at_once() -> None:
    raw = {
        "preset": "ohhell",
        "hook": True,
        "bids": {"hok": True, "order": "at once"},
        "deck": {"remove": ["10C"]},
        "view": [{"hands": "lst", "mode": "blind"}],
        "trump": {"source": "fixed"},
        "score": {"hit": "10 + q", "miss": None},
    }
    del raw["preset"]
    assert set(problems(raw)) == {
        "hook",
        "bids.hok",
        "bids.order",
        "deck.remove[0]",
        "view[0].hands",
        "trump.source",
        "score.hit",
        "score.miss",
    }


def test_one_mistake_is_told_once() -> None:
    """A value that cannot be read brings no further complaints about what depends on it."""
    refused({"deck": {"ranks": "98?"}, "schedule": {"hands": "1..max", "max": "fit_all"}}, "deck.ranks")
    refused({"schedule": {"hands": "1..max", "max": "fit"}}, "schedule.max")
    refused({"bids": {"order": "at_once", "hook": "no"}}, "bids.hook")


def test_the_error_reads_as_a_list_of_sentences() -> None:
    with pytest.raises(VariantError) as refusal:
        resolve_variant({"bids": {"hok": 1}, "end": {"ties": "x"}})
    assert [line.split(":")[0] for line in str(refusal.value).splitlines()] == ["bids.hok", "end.ties"]
