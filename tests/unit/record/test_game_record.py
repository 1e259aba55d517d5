"""The record as a value and as a line."""

import json

import msgspec
import pytest

from ohhell_referee.record.game_record import (
    Fault,
    GameRecord,
    HandRecord,
    RecordError,
    game_from_json,
    game_from_line,
    game_line,
)
from ohhell_referee.record.lines import encode_line

HAND = HandRecord(
    size=2,
    dealer=1,
    trump="N",
    turned=None,
    deal=(("2C", "AS"), ("3C", "KS")),
    bids=(1, 2),
    tricks=((0, "2C", "3C"), (1, "KS", "AS")),
    taken=(1, 1),
    points=(11, 1),
    suits="HSCD",
)
RECORD = GameRecord(
    id="b17s2",
    block=17,
    seating=2,
    table=("ann", "bob"),
    hands=(HAND,),
    scores=(11, 1),
    places=(1, 2),
    faults=(Fault("late", 0, None, 1, True), Fault("illegal", 0, 1, 0, True)),
    marks=("seed-public",),
    notes=((0, None, 1, "hm"), (0, 1, 0, "ha")),
    timing={"ms": [[0.25], [1.5]]},
    evidence=({"class": "late", "ms": 1001.5},),
    attempt=2,
)


def test_a_record_survives_its_line() -> None:
    assert game_from_line(game_line(RECORD)) == RECORD
    assert game_from_json(encode_line(game_line(RECORD))) == RECORD


def test_the_line_has_the_published_keys_in_their_order() -> None:
    line = json.loads(encode_line(game_line(RECORD)))
    assert list(line)[:8] == ["type", "id", "block", "seating", "table", "hands", "scores", "places"]
    assert list(line["hands"][0]) == [
        "size", "dealer", "trump", "turned", "deal", "bids", "tricks", "taken", "points", "suits",
    ]  # fmt: skip
    assert line["type"] == "game"
    assert line["hands"][0]["turned"] is None
    assert line["hands"][0]["tricks"] == [[0, "2C", "3C"], [1, "KS", "AS"]]
    assert line["faults"][0] == {"class": "late", "hand": 0, "trick": None, "seat": 1, "substituted": True}
    assert line["forfeits"] == []


def test_revised_and_named_stand_in_the_line_only_where_they_mean_something() -> None:
    assert "revised" not in game_line(RECORD)["hands"][0]
    hand = msgspec.structs.replace(HAND, revised=((1, 0),), named=1)
    line = json.loads(encode_line(game_line(msgspec.structs.replace(RECORD, hands=(hand,)))))
    assert line["hands"][0]["revised"] == [[1, 0]]
    assert line["hands"][0]["named"] == 1


def test_a_reader_passes_over_keys_of_later_versions() -> None:
    assert game_from_line({**game_line(RECORD), "weather": "fine"}) == RECORD


def test_plays_gives_leader_and_cards() -> None:
    assert list(HAND.plays()) == [(0, ("2C", "3C")), (1, ("KS", "AS"))]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("hands", 0, "bids", 1), "2", "hands[0].bids[1]: expected `int`, got `str`"),
        (("hands", 0, "size"), 0, "hands[0].size: expected `int` >= 1"),
        (("hands", 0, "bids"), [1], "hands[0].bids: expected 2 values, one a seat, got 1"),
        (("hands", 0, "dealer"), 2, "hands[0].dealer: expected a seat from 0 to 1, got 2"),
        (("hands", 0, "tricks", 1), ["KS", 1, "AS"], "hands[0].tricks[1]: expected a leader's seat, then cards"),
        (("hands", 0, "tricks", 1), [1, "KS"], "hands[0].tricks[1] after the leader: expected 2 values"),
        (("hands", 0, "tricks", 1), [], "hands[0].tricks[1]: expected a leader's seat, then cards"),
        (("faults", 0, "class"), "lazy", "faults[0].class: invalid enum value 'lazy'"),
        (("faults", 0, "seat"), 2, "faults[0].seat: expected a seat from 0 to 1, got 2"),
        (("places",), [1], "places: expected 2 values, one a seat, got 1"),
        (("scores", 0), 1.5, "scores[0]: expected `int`, got `float`"),
        (("forfeits",), [5], "forfeits: expected a seat"),
        (("type",), "void", "type: invalid value 'void'"),
    ],
)
def test_a_wrong_line_is_refused_with_the_key(path: tuple[str | int, ...], value: object, message: str) -> None:
    line = json.loads(encode_line(game_line(RECORD)))
    target = line
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    with pytest.raises(RecordError) as caught:
        game_from_line(line)
    assert str(caught.value).startswith(message)
    with pytest.raises(RecordError):
        game_from_json(json.dumps(line).encode())


def test_a_missing_key_is_named() -> None:
    line = game_line(RECORD)
    del line["scores"]
    with pytest.raises(RecordError, match="missing required field `scores`"):
        game_from_line(line)
