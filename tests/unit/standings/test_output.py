"""What people and scripts read: tables, CSV, JSON, Markdown, HTML."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser

import pytest

from ohhell_referee.standings.model import Standings
from ohhell_referee.standings.output import COLUMNS, CSV_COLUMNS, DEFAULT_COLUMNS, FORMATS, render
from ohhell_referee.standings.rating import rate
from ohhell_referee.standings.results import Result, Selection
from ohhell_referee.standings.sections import draw_section, pairs_section
from ohhell_referee.standings.tables import DASH, fixed, interval_text, percent, plus_minus
from support.simulated import World, simulate_results, spaced

NAMES = ("plain", "a|b", "<i>&", "zoë", "two words")
FIELD = simulate_results(World(spaced(5), 4, names=NAMES), 40, seed=1)


@pytest.fixture
def standings() -> Standings:
    made = rate(FIELD, run="spring")
    for row in made.rows:
        row.exact_bid_rate, row.faults, row.forfeits = 0.61, {"illegal": 2, "late": 1}, 0
    made.rows[0].forfeits, made.rows[1].disqualified = 2, True
    return made


class Cells(HTMLParser):
    """Rows of the tables of a piece of HTML, entities resolved."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1] and data.strip():
            self.rows[-1][-1] += data.strip()


def test_every_format_names_every_bot_and_its_rating(standings: Standings) -> None:
    for form in FORMATS:
        text = render(standings, form)
        for row in standings.rows:
            rating = repr(row.rating) if form in ("json", "csv") else f"{row.rating:.0f}"
            assert rating in text


def test_names_cannot_break_out_of_markdown_or_html(standings: Standings) -> None:
    markdown = render(standings, "md")
    rows = [line for line in markdown.splitlines() if line.startswith("| ")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {len(DEFAULT_COLUMNS) + 1}
    page = render(standings, "html")
    assert "<i>" not in page
    cells = Cells()
    cells.feed(page)
    assert {row[1] for row in cells.rows[1:]} == {"plain", "a|b", "<i>&", "zoë (out)", "two words"} or {
        row[1].removesuffix(" (out)") for row in cells.rows[1:]
    } == set(NAMES)


def test_columns_are_chosen_and_ordered_by_name(standings: Standings) -> None:
    lines = render(standings, "table", ["name", "wins", "rating"]).splitlines()
    assert lines[2].split() == ["bot", "wins", "rating"]
    assert render(standings, "csv", ["rating", "name"]).splitlines()[0] == "rating,name,group"


def test_every_column_can_be_shown_in_every_format(standings: Standings) -> None:
    assert set(COLUMNS) == set(CSV_COLUMNS)
    for column in COLUMNS:
        for form in ("table", "md", "html", "csv"):
            assert render(standings, form, ["name", column])


def test_the_csv_is_one_table_of_unrounded_numbers(standings: Standings) -> None:
    rows = list(csv.DictReader(io.StringIO(render(standings, "csv"))))
    assert [row["name"] for row in rows] == [row.name for row in standings.rows]
    assert [float(row["rating"]) for row in rows] == [row.rating for row in standings.rows]
    assert rows[0]["faults"] == "3"
    assert rows[0]["forfeits"] == "2"
    assert float(rows[0]["rating_low"]) < standings.rows[0].rating < float(rows[0]["rating_high"])


def test_the_same_column_asked_for_in_two_ways_stands_there_once(standings: Standings) -> None:
    head = render(standings, "csv", ["name", "error", "interval", "faults", "forfeits"]).splitlines()[0]
    assert head == "name,group,rating_low,rating_high,faults,forfeits,disqualified"


def test_faults_are_told_by_class(standings: Standings) -> None:
    text = render(standings, "table")
    assert f"{standings.rows[0].name} 2 illegal, 1 late" in text
    head, first, *_ = render(standings, "csv", ["name", "fault-classes"]).splitlines()
    assert head == "name,group,illegal,late,malformed,protocol,crash,startup"
    assert first.endswith(",2,1,0,0,0,0")


def test_games_that_are_all_left_out_are_said_to_be_there() -> None:
    nobody = rate(FIELD, selection=Selection(include=frozenset({"nobody"})))
    assert f"{len(FIELD)} games finished, but none was asked for" in nobody.warnings[0]


def test_forfeits_and_disqualification_are_seen_in_the_table(standings: Standings) -> None:
    text = render(standings, "table")
    assert "3 (2 forfeited)" in text
    assert f"{standings.rows[1].name} (out)" in text
    assert "(out): disqualified" in text


def test_json_keeps_intervals_as_pairs_and_unknown_as_null() -> None:
    data = json.loads(render(rate(FIELD[:8]), "json"))
    assert data["standings"][0]["rating_interval"] is None
    assert data["standings"][0]["exact_bid_rate"] is data["standings"][0]["faults"] is None
    whole = json.loads(render(rate(FIELD), "json"))
    assert len(whole["standings"][0]["rating_interval"]) == 2
    assert whole["confidence"] == 0.95


def test_what_a_reader_has_to_know_stands_below_the_table(standings: Standings) -> None:
    text = render(standings, "table")
    assert text.startswith("spring: 160 games in 40 blocks, 4 players; 0 marked, 0 void")
    assert "200 points more finish above the other in 76 % of their games" in text
    assert "a list's mean is 1500" in text
    assert "for a number of games fixed in advance" in text


def test_a_pair_that_never_varies_has_no_distance_from_the_fit() -> None:
    """Else the square root of the number of blocks would be printed as if it were evidence."""
    games = [Result(n, ("a", "b", "c"), (9.0 + n % 2, 9.5, 1.0)) for n in range(30)]
    (group,) = rate(games).diagnostics
    assert group.misfit is not None
    assert group.misfit.b == "a" or group.misfit.observed in (0.0, 1.0)
    assert group.misfit.z is None
    assert "furthest" not in render(rate(games), "table")


def test_the_pair_that_fits_worst_is_named_with_its_distance() -> None:
    """Paper beats stone beats scissors beats paper: one order of strength cannot say that."""
    beats = [("stone", "scissors"), ("scissors", "paper"), ("paper", "stone")]
    games = [
        Result(3 * n + k, pair, (1.0, 0.0) if (n + k) % 10 else (0.0, 1.0))
        for n in range(40)
        for k, pair in enumerate(beats)
    ]
    misfit = rate(games).diagnostics[0].misfit
    assert misfit is not None
    assert misfit.z is not None
    assert abs(misfit.observed - misfit.expected) == pytest.approx(0.4, abs=0.01)
    assert abs(misfit.z) > 5
    assert "furthest from the fit" in render(rate(games), "table")


def test_ties_are_counted_list_by_list() -> None:
    games = [Result(n, ("a", "b"), (1.0, 1.0)) for n in range(20)]
    games += [Result(100 + n, ("x", "y"), (float(n % 2), 0.5)) for n in range(20)]
    assert [group.tie_share for group in rate(games).diagnostics] == [1.0, 0.0]


def test_pairs_are_shown_with_their_superiority_and_never_with_certainty() -> None:
    games = [Result(n, ("a", "b"), (1.0, 0.0) if n % 20 else (0.0, 1.0)) for n in range(400)]
    section = pairs_section(rate(games).pairs)
    text = draw_section(section, "table")
    assert "> 99.9 %" in text
    assert "superiority" in text
    (row,) = csv.DictReader(io.StringIO(draw_section(section, "csv")))
    assert 0.999 < float(row["superiority"]) <= 1.0


@pytest.mark.parametrize(
    ("value", "digits", "sign", "text"),
    [
        (0.1 + 0.2, 2, False, "0.30"),
        (39.195, 2, False, fixed(39.195 + 1e-13, 2)),
        (-0.001, 2, True, "+0.00"),
        (-0.001, 2, False, "0.00"),
        (-0.006, 2, True, "-0.01"),
        (1234.5678, 0, True, "+1235"),
        (0.0, 0, False, "0"),
    ],
)
def test_numbers_are_rounded_by_their_value_not_by_noise(value: float, digits: int, sign: bool, text: str) -> None:
    assert fixed(value, digits, sign=sign) == text


def test_errors_are_written_as_people_read_them() -> None:
    assert plus_minus((1290.0, 1310.0)) == "±10"
    assert plus_minus((None, 1310.0)) == "< 1310"
    assert plus_minus((1290.0, None)) == "> 1290"
    assert plus_minus((None, None)) == plus_minus(None) == DASH
    assert interval_text((1290.0, 1310.0)) == "1290 … 1310"
    assert interval_text((None, 1310.0)) == "below 1310"
    assert percent(None) == DASH
    assert percent(0.5) == "50.0 %"
