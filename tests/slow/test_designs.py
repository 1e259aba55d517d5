"""What duels and rotated deals are worth with the bots of the package, in real runs of 4,800 games each."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.designs import GAMES, measure

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]


def test_a_duel_needs_fewer_games_and_rotation_makes_smaller_errors(tmp_path: Path) -> None:
    found = measure(GAMES, tmp_path)
    print(found.text)
    assert found.duel_against_close >= 1.4
    assert found.duel_against_wide >= 1.4
    assert found.rotation_close <= 0.92
    assert found.rotation_copies <= 0.92
    assert found.rotation_wide < 1.0
