"""Early stopping as the tournament file asks for it: the standings' tests, fed with the journal's games."""

from __future__ import annotations

from collections.abc import Sequence

from ohhell_referee.record.game_record import GameRecord
from ohhell_referee.standings.run_results import result_of
from ohhell_referee.standings.stopping import Stopper, StopState
from ohhell_referee.tournament.decisions import StoppingRule
from ohhell_referee.tournament.model import Tournament


class FileRule:
    """The rule of a `[stop]` section."""

    def __init__(self, stopper: Stopper) -> None:
        self._stopper = stopper

    def take(self, _block: int, games: Sequence[GameRecord]) -> str | None:
        """Take the next complete block; the reason once it is decided. Void games are not among them."""
        state = self._stopper.add([result_of(game) for game in games])
        return state.text if state.decided else None

    def state(self) -> StopState:
        return self._stopper.state()


def stopping_rule(tournament: Tournament) -> StoppingRule | None:
    """The rule of `[stop]`, fresh, or None where the file has no such section."""
    if tournament.stop is None:
        return None
    return FileRule(Stopper(tournament.stop, tournament.names))
