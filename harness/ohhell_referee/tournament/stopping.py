"""Early stopping as the tournament file asks for it."""

from __future__ import annotations

from ohhell_referee.tournament.decisions import StoppingRule
from ohhell_referee.tournament.model import Tournament


def stopping_rule(tournament: Tournament) -> StoppingRule | None:
    """The rule of `[stop]`, fresh, or None where the file has no such section."""
    if tournament.stop is None:
        return None
    raise NotImplementedError
