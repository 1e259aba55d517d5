"""Which processes belong to a bot, told from a table of processes."""

from __future__ import annotations

import os

from ohhell_referee.bots.leftovers import ProcessRow, descendants, orphans

ME, SESSION = os.getpid(), os.getsid(0)


def table(*rows: tuple[int, int, int]) -> dict[int, ProcessRow]:
    """Rows of (pid, parent, session)."""
    return {pid: ProcessRow(pid, "S", parent, session) for pid, parent, session in rows}


TREE = table((10, ME, 10), (11, 10, 10), (12, 11, 12), (13, 10, 10), (20, ME, 20), (21, 20, 20), (30, ME, SESSION))


def test_the_descendants_of_a_bot_are_found_through_all_generations_and_sessions() -> None:
    assert sorted(descendants([10], TREE)) == [10, 11, 12, 13]
    assert sorted(descendants([10, 20], TREE)) == [10, 11, 12, 13, 20, 21]


def test_a_process_that_has_ended_has_no_descendants() -> None:
    assert descendants([99], TREE) == []


def test_children_of_ours_in_a_foreign_session_that_run_no_bot_are_orphans() -> None:
    assert orphans({10, 20}, TREE) == []
    assert orphans({10}, TREE) == [20]


def test_our_own_helpers_in_our_own_session_are_none() -> None:
    assert 30 not in orphans((), TREE)
