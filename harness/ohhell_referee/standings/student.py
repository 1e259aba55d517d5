"""Student's t and the normal distribution, to about twelve digits, without scipy.

The regularised incomplete beta function is evaluated by its continued fraction with the modified Lentz method
(Press et al., Numerical Recipes, 3rd edition, section 6.4); quantiles by bisection on the distribution function,
which cannot diverge and is asked for only a few different degrees of freedom in a table.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

NORMAL = NormalDist()


def _beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function; converges fast for x < (a + 1) / (a + b + 2)."""
    tiny = 1e-300
    c = 1.0
    d = 1.0 - (a + b) * x / (a + 1.0)
    d = 1.0 / (d if abs(d) > tiny else tiny)
    value = d
    for m in range(1, 10_000):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0)),
        ):
            d = 1.0 + numerator * d
            d = 1.0 / (d if abs(d) > tiny else tiny)
            c = 1.0 + numerator / c
            c = c if abs(c) > tiny else tiny
            value *= d * c
        if abs(d * c - 1.0) < 1e-15:
            return value
    return value


def incomplete_beta(a: float, b: float, x: float) -> float:
    """I_x(a, b), the regularised incomplete beta function, for a, b > 0 and 0 <= x <= 1."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _beta_fraction(a, b, x) / a
    return 1.0 - front * _beta_fraction(b, a, 1.0 - x) / b


def t_below(value: float, freedom: float) -> float:
    """P(T <= value) for Student's t with `freedom` > 0 degrees of freedom; `math.inf` means the normal."""
    if math.isinf(freedom):
        return NORMAL.cdf(value)
    upper = 0.5 * incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + value * value))
    return 1.0 - upper if value > 0 else upper


@lru_cache(maxsize=1024)
def t_quantile(share: float, freedom: float) -> float:
    """The value below which Student's t lies with probability `share` (0 < share < 1)."""
    if not 0.0 < share < 1.0:
        raise ValueError(f"a share must lie between 0 and 1, not {share}")
    if math.isinf(freedom):
        return NORMAL.inv_cdf(share)
    if share == 0.5:
        return 0.0
    tail = min(share, 1.0 - share)  # the tail itself: 1 - (1 - share) would lose the digits of a small share
    low, high = 0.0, 2.0
    while _tail(high, freedom) > tail:
        low, high = high, high * 2.0
    for _ in range(200):
        middle = 0.5 * (low + high)
        if middle in (low, high):
            break
        if _tail(middle, freedom) > tail:
            low = middle
        else:
            high = middle
    return math.copysign(0.5 * (low + high), share - 0.5)


def _tail(value: float, freedom: float) -> float:
    """P(T > value) for value >= 0; keeps its digits where the distribution function would be 1 - tiny."""
    return 0.5 * incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + value * value))
