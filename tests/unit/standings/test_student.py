"""Student's t against printed tables."""

import math

import pytest

from ohhell_referee.standings.student import t_below, t_quantile

TABLE = [
    (0.975, 1, 12.7062047362),
    (0.975, 9, 2.2621571628),
    (0.975, 19, 2.0930240544),
    (0.95, 2, 2.9199855804),
    (0.995, 30, 2.7499956536),
    (0.975, 1000, 1.9623390808),
]


@pytest.mark.parametrize(("share", "freedom", "value"), TABLE)
def test_quantiles_of_printed_tables(share: float, freedom: int, value: float) -> None:
    assert t_quantile(share, freedom) == pytest.approx(value, abs=1e-9)
    assert t_quantile(1 - share, freedom) == pytest.approx(-value, abs=1e-9)
    assert t_below(value, freedom) == pytest.approx(share, abs=1e-11)


def test_infinite_freedom_is_the_normal() -> None:
    assert t_quantile(0.975, math.inf) == pytest.approx(1.959963984540054, abs=1e-12)
    assert t_below(0.0, math.inf) == 0.5


def test_far_tails_keep_their_digits() -> None:
    """A Bonferroni level of many pairs lies far out."""
    assert t_below(t_quantile(1 - 1e-7, 12), 12) == pytest.approx(1 - 1e-7, abs=1e-12)


def test_a_share_outside_0_to_1_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        t_quantile(1.0, 5)
