"""The fit of the ratings against fits that others wrote: evalica, and scipy's optimiser on the same likelihood."""

from __future__ import annotations

import itertools
import math

import evalica
import numpy as np
import pytest
from scipy import optimize, special, stats

from ohhell_referee.standings.fit import ELO, PRIOR, fit_strengths
from ohhell_referee.standings.rating import rate
from ohhell_referee.standings.results import Result, places_of
from ohhell_referee.standings.student import t_below, t_quantile
from support.simulated import World, simulate_results, spaced

FIELDS = {
    "five bots at tables of four": simulate_results(World(spaced(5), 4), 60, seed=1),
    "seven bots, one table": simulate_results(World(spaced(7), 7), 20, seed=2),
    "three bots far apart": simulate_results(World((40.0, 0.0, -50.0), 3), 80, seed=3),
    "eight bots at tables of three": simulate_results(World(spaced(8), 3, "independent"), 300, seed=4),
}


def comparisons(results: list[Result]) -> list[tuple[str, str, float]]:
    """Every pair at every table: 1, 1/2 or 0 for the first."""
    rows = []
    for game in results:
        places = places_of(game.scores)
        for a, b in itertools.combinations(range(len(game.bots)), 2):
            won = 1.0 if places[a] < places[b] else 0.0 if places[a] > places[b] else 0.5
            rows.append((game.bots[a], game.bots[b], won))
    return rows


@pytest.mark.parametrize("field", FIELDS)
def test_evalica_finds_the_same_ratings_within_a_twentieth_of_a_point(field: str) -> None:
    """evalica's Bradley and Terry model has no virtual results: ours is told to do without as well."""
    rows = comparisons(FIELDS[field])
    winner = {1.0: evalica.Winner.X, 0.5: evalica.Winner.Draw, 0.0: evalica.Winner.Y}
    found = evalica.bradley_terry(
        [a for a, _, _ in rows],
        [b for _, b, _ in rows],
        [winner[won] for _, _, won in rows],
        tolerance=1e-12,
        limit=100_000,
    )
    theirs = ELO * np.log(found.scores)
    theirs = theirs - theirs.mean()
    for row in rate(FIELDS[field], prior=0.0).rows:
        assert row.rating - 1500 == pytest.approx(theirs[row.name], abs=0.05)


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("prior", [PRIOR, 2.0])
def test_scipys_optimiser_finds_the_same_strengths(field: str, prior: float) -> None:
    rows = comparisons(FIELDS[field])
    names = sorted({name for a, b, _ in rows for name in (a, b)})
    first = np.array([names.index(a) for a, _, _ in rows])
    second = np.array([names.index(b) for _, b, _ in rows])
    won = np.array([share for _, _, share in rows])

    def loss(t: np.ndarray) -> float:
        gaps = t[first] - t[second]
        likelihood = won * special.log_expit(gaps) + (1 - won) * special.log_expit(-gaps)
        virtual = special.log_expit(t) + special.log_expit(-t)
        return float(-likelihood.sum() - prior / 2 * virtual.sum())

    def slope(t: np.ndarray) -> np.ndarray:
        rest = won - special.expit(t[first] - t[second])
        own = np.bincount(first, rest, len(names)) - np.bincount(second, rest, len(names))
        return -(own + prior * (0.5 - special.expit(t)))

    best = optimize.minimize(loss, np.zeros(len(names)), jac=slope, method="BFGS", options={"gtol": 1e-7}).x
    best = optimize.root(slope, best, tol=1e-12).x
    wins = [float(won[first == i].sum() + (1 - won[second == i]).sum()) for i in range(len(names))]
    meetings = [[0.0] * len(names) for _ in names]
    for i, j in zip(first, second, strict=True):
        meetings[i][j] += 1.0
        meetings[j][i] += 1.0
    assert fit_strengths(wins, meetings, prior)[0] == pytest.approx(list(best), abs=1e-6)
    ours = {row.name: row.rating for row in rate(FIELDS[field], prior=prior).rows}
    for name, strength in zip(names, best, strict=True):
        assert (ours[name] - 1500) / ELO == pytest.approx(strength - best.mean(), abs=1e-6)


@pytest.mark.parametrize("freedom", [1, 2, 5, 9, 19, 59, 199, 999, 100_000])
def test_students_t_is_scipys(freedom: int) -> None:
    for share in (1e-9, 0.001, 0.025, 0.3, 0.5, 0.9, 0.975, 0.9999):
        assert t_quantile(share, freedom) == pytest.approx(stats.t.ppf(share, freedom), rel=1e-9, abs=1e-12)
    for value in (-40.0, -3.0, -0.5, 0.0, 0.1, 2.0, 8.0):
        assert t_below(value, freedom) == pytest.approx(stats.t.cdf(value, freedom), rel=1e-9, abs=1e-15)
    assert t_quantile(0.975, math.inf) == pytest.approx(stats.norm.ppf(0.975), abs=1e-9)
