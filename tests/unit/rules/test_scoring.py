"""Points: the schemes of many tables, the most particular formula, runs, suits that count more."""

from __future__ import annotations

import pytest

from ohhell_referee.rules.expressions import ExpressionError
from ohhell_referee.rules.scoring import LARGEST_POINTS, Runs, formula_for, multiplier, score_table
from ohhell_referee.rules.variant import RunBonus, ScoreRules
from support.vectors import rows

SCHEMES = {
    row["scheme"]: ScoreRules(**{key: text for key, text in row.items() if key != "scheme" and text})
    for row in rows("scoring_formulas")
}
"""By name: formulas of hit and miss, and of zeros and of misses in one direction where a table has them."""


@pytest.mark.parametrize("scheme", SCHEMES)
def test_schemes_of_many_tables(scheme: str) -> None:
    """Every cell of the table of schemes: bid, tricks won and size of the hand to points."""
    for row in rows("scoring_schemes"):
        bid, won, size = int(row["bid"]), int(row["won"]), int(row["hand"])
        assert score_table(SCHEMES[scheme], size)[bid][won] == int(row[scheme]), row


def test_the_table_has_a_column_for_every_scheme() -> None:
    assert list(rows("scoring_schemes")[0]) == ["bid", "won", "hand", *SCHEMES]


@pytest.mark.parametrize(
    ("bid", "won", "formula"),
    [(2, 2, "hit"), (0, 0, "hit_zero"), (2, 3, "over"), (2, 1, "under"), (0, 1, "miss_zero"), (1, 0, "under")],
)
def test_the_most_particular_formula_scores(bid: int, won: int, formula: str) -> None:
    assert formula_for(ScoreRules("hit", "miss", "hit_zero", "over", "under", "miss_zero"), bid, won) == formula


@pytest.mark.parametrize(("bid", "won", "formula"), [(0, 0, "hit"), (0, 2, "miss"), (2, 3, "miss"), (2, 1, "miss")])
def test_without_particular_formulas_hit_and_miss_score(bid: int, won: int, formula: str) -> None:
    assert formula_for(ScoreRules("hit", "miss"), bid, won) == formula


def test_one_formula_for_misses_by_too_many_leaves_the_other_misses_alone() -> None:
    rules = ScoreRules("hit", "miss", miss_over="over")
    assert [formula_for(rules, 2, 3), formula_for(rules, 2, 1), formula_for(rules, 0, 1)] == ["over", "miss", "over"]


def test_points_beyond_all_measure_are_refused() -> None:
    with pytest.raises(ValueError, match=f"more than {LARGEST_POINTS}"):
        score_table(ScoreRules(hit="1000000 * 1000000"), 3)


def test_a_formula_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ExpressionError, match="column 3"):
        score_table(ScoreRules(hit="t ^ 2"), 3)


@pytest.mark.parametrize("row", rows("runs"), ids=lambda row: row["results"])
def test_runs_by_the_table(row: dict[str, str]) -> None:
    """The last in a row pays and the count starts again; a result of the other kind ends a run."""
    rules = ScoreRules(run=RunBonus(int(row["length"]), int(row["hit"]), int(row["miss"])))
    runs = Runs(rules, players=2)
    bonuses = [runs.bonus(1, hit=letter == "h") for letter in row["results"].split()]
    assert bonuses == [int(bonus) for bonus in row["bonuses"].split()]


def test_runs_are_counted_by_seat() -> None:
    runs = Runs(ScoreRules(run=RunBonus(2, 7, 0)), players=2)
    assert [runs.bonus(0, True), runs.bonus(1, True), runs.bonus(1, True), runs.bonus(0, False)] == [0, 0, 7, 0]


def test_without_a_rule_runs_pay_nothing() -> None:
    runs = Runs(ScoreRules(), players=1)
    assert [runs.bonus(0, True) for _ in range(20)] == [0] * 20


def test_suits_count_once_unless_the_rules_say_more() -> None:
    rules = ScoreRules(suit={"D": 2, "N": 3})
    assert [multiplier(rules, suit) for suit in "CDHSN"] == [1, 2, 1, 1, 3]
