"""B11: the pack is shuffled uniformly, by the very stream that deals come from. Keys are fixed, so is the outcome."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import pytest
from scipy.stats import chi2

from ohhell_referee.rules.seeds import Stream, seed_key

CARDS = 52


def packs(seed: int, count: int) -> Iterator[list[int]]:
    key = seed_key(seed)
    deck = list(range(CARDS))
    return (Stream(key, f"deal|{block}|0").draw(deck, CARDS) for block in range(count))


def chance_of_more(counts: np.ndarray, expected: float, freedom: int) -> float:
    """The probability that a fair shuffle is further from even than this."""
    return float(chi2.sf(((counts - expected) ** 2 / expected).sum(), freedom))


@pytest.mark.parametrize(
    ("seed", "count"),
    [(1, 20_000), *(pytest.param(seed, 200_000, marks=pytest.mark.slow) for seed in (2, 3, 4))],
)
def test_every_card_is_everywhere_alike_and_every_pair_is_on_top_alike(seed: int, count: int) -> None:
    places = np.zeros((CARDS, CARDS))
    top = np.zeros((CARDS, CARDS))
    rows = np.arange(CARDS)
    for pack in packs(seed, count):
        places[rows, pack] += 1
        top[pack[0], pack[1]] += 1
    p_places = chance_of_more(places, count / CARDS, (CARDS - 1) ** 2)
    assert 0.001 < p_places < 0.999
    pairs = top[~np.eye(CARDS, dtype=bool)]
    p_pairs = chance_of_more(pairs, count / (CARDS * (CARDS - 1)), CARDS * (CARDS - 1) - 1)
    assert 0.001 < p_pairs < 0.999
    assert np.trace(top) == 0


def test_no_pack_comes_twice_in_a_run_or_in_two_runs_and_the_same_seed_repeats_all() -> None:
    orders = [tuple(pack) for seed in range(10) for pack in packs(seed, 200)]
    assert len(set(orders)) == 2000
    assert orders == [tuple(pack) for pack in itertools.chain(*(packs(seed, 200) for seed in range(10)))]
