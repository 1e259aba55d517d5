"""The journal's header, and which changes of a tournament file let a run go on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ohhell_referee.record.reading import header_as_changed
from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.tournament.continuation import change_note, changes_since, compare_for_continuation, header_of
from ohhell_referee.tournament.file import load_tournament
from ohhell_referee.tournament.model import Tournament

FILE = """\
name = "spring"
seed = "very secret"
blocks = 20
[variant]
preset = "cardgames-io"
[variant.bids]
hook = true
[time]
per_decision_ms = 1000
[bot_defaults]
env = { TOKEN = "sesame" }
[[bots]]
name = "anna"
command = ["{python}", "bot.py"]
options = { depth = 3, weights = [0.5, 1] }
[[bots]]
name = "bert"
command = "house:random"
[[bots]]
name = "cleo"
command = "house:random"
[[bots]]
name = "dora"
command = "house:random"
"""

Load = Callable[..., Tournament]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Loads the file after replacing one text by another in it."""
    (tmp_path / "bot.py").write_text("print()", encoding="utf-8")

    def loaded(*replacements: tuple[str, str]) -> Tournament:
        text = FILE
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new, 1)
        (tmp_path / "spring.toml").write_text(text, encoding="utf-8")
        return load_tournament(tmp_path / "spring.toml")

    return loaded


def stored(tournament: Tournament) -> dict[str, Any]:
    """The header as the journal gives it back."""
    header: dict[str, Any] = json.loads(json.dumps(header_of(tournament, "ab" * 32)))
    return {"type": "tournament", "format": 1, **header}


def test_the_header_has_all_that_decides_the_games(load: Load) -> None:
    tournament = load()
    header = stored(tournament)

    assert header["name"] == "spring"
    assert header["commitment"] == "ab" * 32
    assert header["seed_given"] is True
    assert header["players"] == 4
    assert header["schedule"]["format"] == "round-robin"
    assert header["schedule"]["blocks"] == 20
    assert [entry["name"] for entry in header["entries"]] == ["anna", "bert", "cleo", "dora"]
    assert re.fullmatch("sha256:[0-9a-f]{64}", header["entries"][0]["hash"])
    assert header["entries"][0]["command"] == ["{python}", "bot.py"]
    assert header["entries"][1]["command"] == "house:random"
    variant = {key: value for key, value in header["variant"].items() if key != "name"}
    assert resolve_variant(variant).hands == tournament.variant.hands


def test_the_header_tells_neither_seed_nor_secrets(load: Load) -> None:
    """The seed is promised by the commitment only; of the environment the names are enough."""
    text = json.dumps(stored(load()))
    assert "very secret" not in text
    assert "sesame" not in text
    assert "TOKEN" in text


def test_the_same_file_goes_on(load: Load) -> None:
    assert changes_since(stored(load()), load()) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("blocks = 20", "blocks = 21"),
        ('name = "spring"', 'name = "spring"\ndescription = "x"\nconcurrency = 3\nworkers = 2\noutput = "elsewhere"'),
        ("per_decision_ms = 1000", "per_decision_ms = 60000\nbank_ms = 5"),
        ("[time]", "[limits]\nmemory_mb = 2000\n[time]"),
        ("[time]", '[ratings]\nanchor = "anna"\n[time]'),
        ('name = "bert"', 'name = "bert"\nauthor = "b"\ninstances = 3'),
        ('seed = "very secret"\n', ""),
    ],
)
def test_changes_that_alter_no_game_go_on(load: Load, old: str, new: str) -> None:
    """More blocks, other machinery, other deadlines; whether the seed fits is seen by the commitment."""
    header = stored(load())
    assert compare_for_continuation(header, load((old, new))) == []


def test_allowed_changes_can_be_told(load: Load) -> None:
    changes = changes_since(stored(load()), load(("blocks = 20", "blocks = 30"), ("= 1000", "= 2000")))
    assert [str(change) for change in changes] == [
        "schedule.blocks: 20 in the run, 30 now",
        "time.per_decision_ms: 1000 in the run, 2000 now",
    ]


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ("blocks = 20", "blocks = 19", "schedule.blocks: 20 in the run, 19 now (it may only grow)"),
        ("blocks = 20", 'blocks = 20\nduplicate = "none"', "schedule.duplicate: rotate in the run, none now"),
        ("blocks = 20", 'blocks = 20\nformat = "random"', "schedule.format: round-robin in the run, random now"),
        ("blocks = 20", "blocks = 20\ndisguise = false", "disguise: true in the run, false now"),
        ("blocks = 20", "blocks = 20\nreveal_names = true", "reveal_names: false in the run, true now"),
        ('name = "spring"', 'name = "summer"', "name: spring in the run, summer now"),
        ("hook = true", "hook = false", "variant.bids.hook: true in the run, false now"),
        ("[time]", "[faults]\nmax_per_game = 9\n[time]", "faults.max_per_game: 3 in the run, 9 now"),
        ("depth = 3", "depth = 4", "bots.anna.options.depth: 3 in the run, 4 now"),
        (
            '"sesame"',
            '"other"',
            "bots.anna.env: other values in the run, new values now (the hash has changed)",
        ),
        ('name = "dora"\n', 'name = "dora"\ngroup = "x"\n', "bots.dora.group: absent in the run, x now"),
        ('"house:random"', '"house:greedy"', "bots.bert.command: house:random in the run, house:greedy now"),
    ],
)
def test_changes_that_alter_games_are_refused(load: Load, old: str, new: str, difference: str) -> None:
    """The difference is shown with key, old and new value."""
    header = stored(load())
    assert difference in [str(each) for each in compare_for_continuation(header, load((old, new)))]


def test_a_changed_bot_file_is_refused_by_name(load: Load, tmp_path: Path) -> None:
    header = stored(load())
    tournament = load()
    (tmp_path / "bot.py").write_text("changed", encoding="utf-8")
    (difference,) = compare_for_continuation(header, tournament)
    assert str(difference) == ("bots.anna.files.bot.py: one content in the run, another now (the file has changed)")


def test_entries_cannot_come_go_or_change_places(load: Load) -> None:
    header = stored(load())
    more = FILE[FILE.index('[[bots]]\nname = "dora"') :]
    joined = compare_for_continuation(header, load((more, more + more.replace("dora", "emil"))))
    renamed = compare_for_continuation(header, load(('name = "dora"', 'name = "emil"')))
    swapped = compare_for_continuation(
        header,
        load(('name = "cleo"', 'name = "-"'), ('name = "dora"', 'name = "cleo"'), ('name = "-"', 'name = "dora"')),
    )

    assert [each.key for each in joined] == ["bots.emil"]
    assert {each.key for each in renamed} == {"bots.dora", "bots.emil"}
    assert [each.key for each in swapped] == ["bots"]


def test_rounds_grow_in_a_swiss_only(load: Load) -> None:
    """More blocks a round would change which game is which block; more rounds follow the last."""
    swiss = ("blocks = 20", 'blocks = 20\nformat = "swiss"\nrounds = 3')
    header = stored(load(swiss))
    assert compare_for_continuation(header, load(swiss, ("rounds = 3", "rounds = 4"))) == []
    (difference,) = compare_for_continuation(header, load(swiss, ("blocks = 20", "blocks = 30")))
    assert str(difference).endswith("(in a swiss this would change games already played)")


def test_early_stopping_is_fixed_from_the_beginning(load: Load) -> None:
    """A test that is chosen after looking at results keeps none of its promises."""
    header = stored(load())
    stop = ("[time]", '[stop]\ntest = "superiority"\n[time]')
    (difference,) = compare_for_continuation(header, load(stop))
    assert difference.key == "stop"
    assert "before the first game" in str(difference)
    (difference,) = compare_for_continuation(stored(load(stop)), load())
    assert difference.key == "stop"


def test_an_allowed_change_is_noted_and_then_taken_for_granted(load: Load) -> None:
    """The note carries what it changes, so that the header as it stands can be had from the journal alone."""
    header = stored(load())
    longer = load(("blocks = 20", "blocks = 30"), ("= 1000", "= 2000"))
    note = change_note(header, longer, playing=True)
    assert note is not None
    assert note["text"] == "settings changed: schedule.blocks 20 -> 30; time.per_decision_ms 1000 -> 2000"
    assert set(note["now"]) == {"schedule", "time"}
    changed = header_as_changed(header, [json.loads(json.dumps(note))])
    assert changed["time"]["per_decision_ms"] == 2000
    assert change_note(changed, longer, playing=True) is None


def test_a_run_that_has_grown_does_not_shrink_back(load: Load) -> None:
    """Twenty blocks were promised, then thirty: going back to twenty-five would leave out games already played."""
    header = stored(load())
    note = change_note(header, load(("blocks = 20", "blocks = 30")), playing=True)
    assert note is not None
    fewer = load(("blocks = 20", "blocks = 25"))
    assert compare_for_continuation(header, fewer) == []
    (difference,) = compare_for_continuation(header_as_changed(header, [note]), fewer)
    assert str(difference) == "schedule.blocks: 30 in the run, 25 now (it may only grow)"


def test_a_change_that_no_game_or_figure_knows_is_not_noted(load: Load) -> None:
    header = stored(load())
    assert change_note(header, load(('name = "bert"', 'name = "bert"\nauthor = "b"')), playing=True) is None


def test_without_a_game_to_play_only_the_scale_of_ratings_is_noted(load: Load) -> None:
    changed = load(("= 1000", "= 2000"), ("[time]", '[ratings]\nanchor = "anna"\n[time]'))
    note = change_note(stored(load()), changed, playing=False)
    assert note is not None
    assert set(note["now"]) == {"ratings"}


def test_a_note_cannot_change_what_decides_games() -> None:
    """Whoever writes such a note by hand gains nothing by it."""
    note = {"type": "note", "what": "changed", "now": {"variant": {}, "entries": [], "time": {"margin_ms": 1}}}
    assert header_as_changed({"variant": {"name": "x"}}, [note]) == {"variant": {"name": "x"}, "time": {"margin_ms": 1}}


def test_early_stopping_is_shown_without_what_it_leaves_open(load: Load) -> None:
    (difference,) = compare_for_continuation(stored(load()), load(("[time]", '[stop]\ntest = "superiority"\n[time]')))
    assert 'absent in the run, {"test": "superiority", "alpha": 0.05, "beta": 0.05} now' in str(difference)
