"""The tournament files that come with the project, and the page about them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ohhell_referee.bots.house import house_names
from ohhell_referee.tournament.balance import MOST_SEATS_FOR_ALL
from ohhell_referee.tournament.field_tables import fill_in, main
from ohhell_referee.tournament.file import FileProblems, load_tournament
from ohhell_referee.tournament.formats import MOST_LINE_UPS
from ohhell_referee.tournament.plan import make_plan
from ohhell_referee.tournament.sections import SECTIONS, TOP

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "tournament-file.md"


@pytest.mark.parametrize("name", ["quickstart", "duel", "gauntlet", "la-podrida"])
def test_ready_files_run_as_they_stand(name: str) -> None:
    """They load without a warning, say how they are run, and put their run folder beside the others."""
    tournament = load_tournament(ROOT / "tournaments" / f"{name}.toml")

    assert tournament.name == name
    assert tournament.output == ROOT / "runs" / name
    assert make_plan(tournament).warnings == ()
    assert f"ohhell-referee run tournaments/{name}.toml" in tournament.source


def test_quickstart_is_quick() -> None:
    """A hundred games: a few seconds for bots that answer at once."""
    assert make_plan(load_tournament(ROOT / "tournaments" / "quickstart.toml")).decisions < 60_000


def test_tables_of_the_page_are_those_of_the_program(tmp_path: Path) -> None:
    """`python -m ohhell_referee.tournament.field_tables docs/tournament-file.md` writes them."""
    page = PAGE.read_text(encoding="utf-8")
    assert fill_in(page) == page
    assert main([str(PAGE), "--check"]) == 0

    copy = tmp_path / "page.md"
    copy.write_text(page.replace("| required |", "| optional |"), encoding="utf-8")
    assert main(["--check", str(copy)]) == 1
    assert main([str(copy)]) == 0
    assert copy.read_text(encoding="utf-8") == page


def test_a_page_without_a_table_is_not_filled_in() -> None:
    with pytest.raises(ValueError, match="faults"):
        fill_in(PAGE.read_text(encoding="utf-8").replace("<!-- table: faults -->", ""))


def test_every_key_is_in_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for section in SECTIONS:
        for field in section.fields:
            assert f"| `{field.name}` |" in page


def test_facts_of_the_page_hold() -> None:
    """Numbers and names that the text repeats."""
    page = PAGE.read_text(encoding="utf-8")
    assert f"more than {MOST_LINE_UPS:,} line-ups" in page
    assert f"at most {MOST_SEATS_FOR_ALL} seats" in page
    for name in house_names():
        assert f"`house:{name}`" in page
    for form in TOP.field("format").choices:
        assert f"\n| `{form}` |" in page


def test_the_example_of_the_page_is_a_tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And with the mistakes that the page shows it gets the messages that the page shows."""
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text(encoding="utf-8")
    example = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[0]
    messages = re.findall(r"```text\n(.*?)```", page, re.DOTALL)[0].splitlines()
    Path("my_bot.py").touch()
    Path("weights.bin").touch()
    Path("spring.toml").write_text(example, encoding="utf-8")
    assert load_tournament("spring.toml").names == ("mine", "greedy", "counting", "random")

    Path("spring.toml").write_text(example.replace("blocks", "blokcs").replace("my_bot", "my_bto"), encoding="utf-8")
    with pytest.raises(FileProblems) as caught:
        load_tournament("spring.toml")
    for shown, said in zip(messages, caught.value.problems, strict=True):
        assert said.replace(str(tmp_path), "/home/eva/bots").startswith(shown.rstrip("…"))
