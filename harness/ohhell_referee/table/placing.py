"""Places of a finished game."""

from __future__ import annotations

from collections.abc import Sequence


def places_with_forfeits(scores: Sequence[int], forfeits: Sequence[int]) -> tuple[int, ...]:
    """Places by seat from 1, shared on equal scores (1, 2, 2, 4); seats in `forfeits` share the last place.

    Scores are kept as played: a seat that was handed over is last whatever its score.
    """
    finished = [score for seat, score in enumerate(scores) if seat not in forfeits]
    last = len(finished) + 1
    return tuple(
        last if seat in forfeits else 1 + sum(other > score for other in finished) for seat, score in enumerate(scores)
    )
