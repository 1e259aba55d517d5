"""A journal written once: it must go on verifying, and its text and the page's examples must be what they are.

After a wanted change: `cd tests && python -m support.golden_record`, then read the difference.
"""

import re
from typing import Any

import pytest

from ohhell_referee.record.journal import iter_games
from ohhell_referee.record.paint import Paint
from ohhell_referee.record.verify import verify_journal
from support.golden_record import FOLDER, JOURNAL, PAGE, game_text, make_journal, page_with_examples


def test_the_golden_journal_verifies() -> None:
    result = verify_journal(JOURNAL)
    assert result.ok
    assert result.checked_deals
    assert result.games == 2


def test_the_same_games_make_the_same_journal() -> None:
    assert make_journal() == JOURNAL.read_bytes()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("game.txt", {}),
        ("seat.txt", {"seat": 1}),
        ("symbols.txt", {"paint": Paint(symbols=True, colour=True)}),
    ],
)
def test_the_text_of_a_game(name: str, options: dict[str, Any]) -> None:
    assert game_text(**options) == (FOLDER / name).read_text()


def test_the_page_has_the_golden_journals_lines() -> None:
    assert page_with_examples() == PAGE.read_text()


def test_the_pages_programs_work_on_the_golden_journal() -> None:
    """The digest and the chain computed by the page's own ten lines of Python."""
    programs = [block for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL) if "def " in block]
    names: dict[str, Any] = {}
    for program in programs:
        exec(program, names)  # the page's own text
    raw = JOURNAL.read_bytes()
    assert names["chain_holds"](raw)
    assert not names["chain_holds"](raw.replace(b'"b0s0"', b'"b0s9"', 1))
    lines = [names["json"].loads(line) for line in raw.splitlines()]
    sealed = [line for line in lines if "digest" in line]
    assert len(sealed) == 3
    assert all(names["digest"](line) == line["digest"] for line in sealed)


def test_every_key_of_a_game_is_explained_on_the_page() -> None:
    import msgspec

    record = next(iter_games(JOURNAL))
    line = msgspec.to_builtins(record)
    page = PAGE.read_text()
    keys = {*line, *line["hands"][0], *line["faults"][0], "revised", "named", "digest", "hand_checks", "prev"} - {
        "type"
    }
    assert [key for key in sorted(keys) if f"`{key}`" not in page] == []
