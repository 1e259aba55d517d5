"""However a run ends, nothing of its bots is left: no child, no daemon that has left session and environment."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.boards import processes_with
from support.live_runs import LiveRun, wait_until, zoo
from support.running import games, journal_lines, run_tournament, verify, write_tournament

STRAGGLERS = 3
"""What a bot with `litter` runs as: itself, a child, a daemon."""


@pytest.fixture
def marker(tmp_path: Path) -> str:
    return f"litter-{os.getpid()}-{tmp_path.name}"


def litter(marker: str, *faults: str) -> list[str]:
    """A bot that starts a child and a daemon in its first game, ignores signals, and commits faults."""
    command = zoo("stubborn@welcome", f"child={marker}@game_start:1", f"daemon={marker}@game_start:1", *faults)
    return [*command, marker]


def tournament(folder: Path, marker: str, *faults: str, blocks: int = 200, **top: Any) -> Path:
    bots = {"litter": litter(marker, *faults), **{name: zoo("sleep=2@request:*") for name in ("ann", "bob", "cid")}}
    return write_tournament(folder, bots, blocks=blocks, workers=1, **top)


def nothing_left(marker: str) -> None:
    """Called when the program has returned: there is no time of grace then."""
    assert processes_with(marker) == []


# -------------------------------------------------------------------- ends that somebody asked for


def test_at_the_end_of_all_games_nothing_is_left(tmp_path: Path, marker: str) -> None:
    with LiveRun(tournament(tmp_path, marker, blocks=6)) as run:
        run.wait_for_processes(marker, STRAGGLERS)
        assert run.end()[0] == 0
    nothing_left(marker)


def test_after_max_games_nothing_is_left(tmp_path: Path, marker: str) -> None:
    with LiveRun(tournament(tmp_path, marker), "--max-games", "6") as run:
        run.wait_for_processes(marker, STRAGGLERS)
        assert run.end()[0] == 3
    nothing_left(marker)


def test_after_one_ctrl_c_the_open_games_are_finished_and_nothing_is_left(tmp_path: Path, marker: str) -> None:
    with LiveRun(tournament(tmp_path, marker)) as run:
        run.wait_for_processes(marker, STRAGGLERS)
        run.signal(signal.SIGINT)
        status, _, errors = run.end()
    nothing_left(marker)
    assert status == 3
    assert "finishing" in errors
    assert [line for line in journal_lines(run.folder) if line["type"] == "void"] == []
    assert games(run.folder)


@pytest.mark.parametrize(
    "signals",
    [[signal.SIGINT, signal.SIGINT], [signal.SIGTERM], [signal.SIGHUP], [signal.SIGINT, signal.SIGTERM]],
    ids=lambda signals: "+".join(number.name for number in signals),
)
def test_a_run_that_is_told_to_stop_now_leaves_nothing(
    tmp_path: Path, marker: str, signals: list[signal.Signals]
) -> None:
    """B09: although its bots would think for another ten minutes."""
    time_allowed = {"per_decision_ms": 3_600_000}
    with LiveRun(tournament(tmp_path, marker, "sleep=600000@bid:3", time=time_allowed)) as run:
        run.wait_for_processes(marker, STRAGGLERS)
        first, *more = signals
        run.signal(first)
        said = run.read_errors_until("finishing") if more else ""  # else the kernel may make one of two signals
        for number in more:
            run.signal(number)
        status, _, errors = run.end()
    nothing_left(marker)
    assert status == 3
    assert "to continue" in errors
    assert "Traceback" not in said + errors
    voids = [line for line in journal_lines(run.folder) if line["type"] == "void"]
    assert {line["reason"] for line in voids} == {"interrupted"}


def test_a_fault_that_stops_the_run_leaves_nothing(tmp_path: Path, marker: str) -> None:
    path = tournament(tmp_path, marker, "illegal@bid:4", faults={"on_illegal": "stop"})
    with LiveRun(path) as run:
        run.wait_for_processes(marker, STRAGGLERS)
        assert run.end()[0] == 1
    nothing_left(marker)


# -------------------------------------------------------------------- ends that nobody asked for


def test_a_killed_supervisor_leaves_nothing_behind_for_more_than_moments(tmp_path: Path, marker: str) -> None:
    """SIGKILL cannot be caught: the worker notices, ends its bots and goes."""
    with LiveRun(tournament(tmp_path, marker)) as run:
        run.wait_for_processes(marker, STRAGGLERS)
        workers = run.workers()
        run.signal(signal.SIGKILL)
        run.end()
        wait_until(lambda: processes_with(marker) == [], "the end of all bots", 10.0)
        wait_until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in workers), "the end of the workers", 10.0)


def test_what_the_bots_of_a_killed_worker_have_left_is_ended_while_the_run_goes_on(tmp_path: Path, marker: str) -> None:
    with LiveRun(tournament(tmp_path, marker)) as run:
        run.wait_for_processes(marker, STRAGGLERS)
        before = set(processes_with(marker))
        (worker,) = run.workers()
        os.kill(worker, signal.SIGKILL)
        run.wait_for(lambda: not before & set(processes_with(marker)), "the end of what its bots had started")
        run.wait_for_processes(marker, STRAGGLERS)  # of the worker that takes its place
        run.signal(signal.SIGTERM)
        assert run.end()[0] == 3
    nothing_left(marker)


SUPERVISOR_FAILS = """
import sys
from ohhell_referee.cli.main import main
from ohhell_referee.tournament.supervisor import Supervisor
whole, seen = Supervisor._take_game, []
def fails(self, worker, line):
    whole(self, worker, line)
    seen.append(line)
    if len(seen) == 3:
        raise {error}
Supervisor._take_game = fails
main()
"""


@pytest.mark.parametrize(("error", "expected"), [("RuntimeError('made to fail')", 1), ("KeyboardInterrupt", 3)])
def test_an_error_of_the_supervisors_own_leaves_nothing(tmp_path: Path, marker: str, error: str, expected: int) -> None:
    """B20: whatever is raised, the processes are ended, the journal is whole, and the run can be continued."""
    path = tournament(tmp_path, marker, blocks=5)
    with LiveRun(path, program=[sys.executable, "-c", SUPERVISOR_FAILS.format(error=error)]) as run:
        run.wait_for_processes(marker, STRAGGLERS)
        status, _, _ = run.end()
    nothing_left(marker)
    assert status == expected
    assert len(games(run.folder)) >= 3
    run_tournament(path)
    assert len(games(run.folder)) == 20
    verify(run.folder)


WORKER_FAILS = """
import sys
if any(word.endswith("worker_main") for word in sys.orig_argv):
    from ohhell_referee.tournament import worker
    {patch}
"""

PATCHES = {
    "after spawn": "worker.Worker._become_ready = {fail}",
    "after hello": "worker.Worker._on_ready = {fail}",
    "in mid-trick": "whole = worker.Worker._ask; worker.Worker._ask = lambda self, game, index: "
    "{fail}() if game.asks[index].kind == 'play' and self.bots._slot_of and next(count) == 90 "
    "else whole(self, game, index)",
    "in scoring": "whole = worker.game_line; worker.game_line = lambda record: "
    "{fail}() if next(count) == 4 else whole(record)",
}


def failing_workers(folder: Path, where: str) -> dict[str, str]:
    """Environment variables that make every worker of a run fail at a place."""
    patch = PATCHES[where].format(fail="fail")
    helpers = "import itertools; count = itertools.count()\n    def fail(*_): raise RuntimeError('made to fail')\n    "
    (folder / "sitecustomize.py").write_text(WORKER_FAILS.format(patch=helpers + patch))
    return {"PYTHONPATH": str(folder)}


@pytest.mark.parametrize("where", list(PATCHES))
def test_an_error_of_a_worker_leaves_nothing_and_blames_nobody(tmp_path: Path, marker: str, where: str) -> None:
    """B20: its games are void and played again by another; where every worker fails at once, the run gives up."""
    inside = tmp_path / "inside"
    inside.mkdir()
    path = tournament(tmp_path, marker, blocks=5)
    with LiveRun(path, env=failing_workers(inside, where)) as run:
        most = count_descriptors_to_the_end(run)
        status, _, errors = run.end()
    nothing_left(marker)
    assert "made to fail" in errors
    lines = journal_lines(run.folder)
    assert all("its worker died" in line["reason"] for line in lines if line["type"] == "void")
    if where in ("after spawn", "after hello"):
        assert status == 3
        assert "workers kept failing" in errors
        assert games(run.folder) == []
    else:
        assert status == 0
        assert len(games(run.folder)) == 20
        assert all(game["faults"] == [] for game in games(run.folder))
        assert most < 30
        verify(run.folder)


def count_descriptors_to_the_end(run: LiveRun) -> int:
    """The most descriptors that the supervisor ever has: each failed worker must give its own back."""
    most = 0

    def ended() -> bool:
        nonlocal most
        try:
            most = max(most, len(os.listdir(f"/proc/{run.pid}/fd")))
        except OSError:
            return True
        return run.process.poll() is not None

    wait_until(ended, "the end of the run")
    return most


# -------------------------------------------------------------------- while a run goes on


def test_a_bot_that_is_replaced_after_each_game_leaves_nothing_to_the_next(tmp_path: Path, marker: str) -> None:
    """B19: two daemons a game; old and new process overlap for the half second of the goodbye, no more pile up."""
    path = tournament(tmp_path, marker, blocks=2, restart="game", concurrency=1)
    most = 0
    with LiveRun(path) as run:

        def look() -> bool:
            nonlocal most
            most = max(most, len(processes_with(marker)))
            return run.process.poll() is not None

        wait_until(look, "the end of the run")
        assert run.end()[0] == 0
    nothing_left(marker)
    assert STRAGGLERS <= most <= 2 * STRAGGLERS
    assert len(games(run.folder)) == 8


def test_a_run_can_be_continued_after_any_end(tmp_path: Path, marker: str) -> None:
    """One way after the other on one run folder; the lock never stands in the way."""
    path = tournament(tmp_path, marker, blocks=12)
    ends: list[Callable[[LiveRun], None]] = [
        lambda run: run.signal(signal.SIGKILL),
        lambda run: run.signal(signal.SIGTERM),
        lambda run: run.signal(signal.SIGINT),
    ]
    for end in ends:
        with LiveRun(path) as run:
            lines = run.lines()
            run.wait_for_lines(lines + 2)
            end(run)
            run.end()
    folder = run_tournament(path)
    assert len(games(folder)) == 48
    assert all(game["faults"] == [] for game in games(folder))
    nothing_left(marker)
    verify(folder)
