"""Which bids a seat may make."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ohhell_referee.rules.plan import HandPlan


@lru_cache(maxsize=4096)
def _all_but(size: int, hooked: int | None, no_zero: bool) -> tuple[int, ...]:
    bids = tuple(bid for bid in range(size + 1) if bid != hooked)
    without_zero = tuple(bid for bid in bids if bid > 0)
    # Where the hook leaves nothing but zero, the limit on zeros gives way.
    return without_zero if no_zero and without_zero else bids


def hooked_bid(plan: HandPlan, total: int, last: bool) -> int | None:
    """Return the bid that the hook forbids, or None: the one that would make the total the hand's size.

    `total` is the sum of the bids before; `last` says whether the seat is the last to bid. Where the total has passed
    the size already, nothing is forbidden.
    """
    if not (plan.hook and last) or total > plan.size:
        return None
    return plan.size - total


def legal_bids(plan: HandPlan, earlier: Sequence[int], last: bool, zero_run: int) -> tuple[int, ...]:
    """Return the bids that a seat may make, in rising order; never empty.

    `earlier` are the bids before, in order of bidding. `zero_run` > 0 is the most zeros that may stand in a row.
    """
    no_zero = 0 < zero_run <= len(earlier) and not any(earlier[-zero_run:])
    return _all_but(plan.size, hooked_bid(plan, sum(earlier), last), no_zero)
