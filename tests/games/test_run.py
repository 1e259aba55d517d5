"""Whole tournaments with real bots: begun, interrupted, continued, finished, extended."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

from support.boards import processes_with
from support.live_runs import LiveRun, wait_until, zoo
from support.running import (
    BARE,
    GREEDY,
    PROGRAM,
    RANDOM,
    ROOT,
    digests,
    four,
    games,
    journal_lines,
    program,
    run_tournament,
    verify,
    write_tournament,
)

MIXED = {"rnd": RANDOM, "bare": BARE, "greedy": GREEDY, "rnd2": RANDOM}


def test_a_tournament_is_played_rated_and_verified(tmp_path: Path) -> None:
    folder = run_tournament(write_tournament(tmp_path, MIXED, blocks=12))
    lines = journal_lines(folder)
    assert lines[0]["type"] == "tournament"
    assert lines[-1]["type"] == "end"
    assert len(games(folder)) == 48
    standings = json.loads((folder / "standings.json").read_text())
    assert {row["name"] for row in standings["standings"]} == set(MIXED)
    assert standings["games"] == 48
    assert all(row["rating_interval"] for row in standings["standings"])
    assert not (folder / "secret.json").exists()
    verify(folder)


def test_a_finished_run_says_so_and_shows_the_same_standings(tmp_path: Path) -> None:
    path = write_tournament(tmp_path, MIXED)
    first = program("run", path)
    before = (tmp_path / "runs" / "test" / "journal.jsonl").read_bytes()
    second = program("run", path)
    assert first.returncode == second.returncode == 0
    assert "finished" in second.stderr
    assert first.stdout == second.stdout
    assert (tmp_path / "runs" / "test" / "journal.jsonl").read_bytes() == before


def test_concurrency_and_interruptions_change_no_game(tmp_path: Path) -> None:
    """One game at a time, eight at once, and a run killed and interrupted three times give the same games."""
    path = write_tournament(tmp_path, MIXED, blocks=40)
    one = run_tournament(path, "-j", "1", "-o", tmp_path / "one")
    eight = run_tournament(path, "-j", "8", "-o", tmp_path / "eight")
    torn = tmp_path / "torn"
    for number in (signal.SIGINT, signal.SIGKILL, signal.SIGINT):
        process = subprocess.Popen(
            [*PROGRAM, "run", str(path), "-o", str(torn)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        wait_for_games(torn, process, more=10)
        process.send_signal(number)
        status = process.wait(30)
        assert status in (3, -signal.SIGKILL, 0)
    run_tournament(path, "-o", torn)
    assert len(games(one)) == 160
    assert digests(one) == digests(eight) == digests(torn)
    verify(torn)


def wait_for_games(folder: Path, process: subprocess.Popen[bytes], more: int) -> None:
    """Until the journal has so many more lines than now, or the run is over."""
    journal = folder / "journal.jsonl"

    def lines() -> int:
        return journal.read_bytes().count(b"\n") if journal.exists() else 0

    start = lines()
    deadline = time.monotonic() + 30
    while process.poll() is None and lines() < start + more:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_max_games_stops_with_status_3_and_is_continued(tmp_path: Path) -> None:
    path = write_tournament(tmp_path, four(), blocks=4)
    result = program("run", path, "--max-games", "5")
    assert result.returncode == 3
    assert "to continue" in result.stderr
    folder = tmp_path / "runs" / "test"
    assert len(games(folder)) == 5
    assert (folder / "secret.json").stat().st_mode & 0o777 == 0o600
    run_tournament(path)
    assert len(games(folder)) == 16


def test_the_drawn_seed_is_kept_secret_until_the_end(tmp_path: Path) -> None:
    path = write_tournament(tmp_path, four(), seed=False)
    path.write_text(path.read_text().replace("seed = false\n", ""))
    program("run", path, "--max-games", "2")
    folder = tmp_path / "runs" / "test"
    seed = json.loads((folder / "secret.json").read_text())["seed"]
    assert len(seed) == 32
    visible = [file for file in folder.rglob("*") if file.is_file() and file.name != "secret.json"]
    assert all(seed.encode() not in file.read_bytes() for file in visible)
    run_tournament(path)
    end = journal_lines(folder)[-1]
    assert (end["type"], end["seed"]) == ("end", seed)
    verify(folder)


def test_two_runs_without_a_seed_share_no_deal(tmp_path: Path) -> None:
    path = write_tournament(tmp_path, four(), seed=False)
    path.write_text(path.read_text().replace("seed = false\n", ""))
    first = run_tournament(path, "-o", tmp_path / "a")
    second = run_tournament(path, "-o", tmp_path / "b")

    def deals(folder: Path) -> set[str]:
        return {json.dumps(hand["deal"]) for game in games(folder) for hand in game["hands"] if hand["size"] > 2}

    assert not deals(first) & deals(second)


def test_more_blocks_extend_a_finished_run_and_its_games_are_marked(tmp_path: Path) -> None:
    """The seed is public by then, so what follows cannot be called fair without saying so."""
    run_tournament(write_tournament(tmp_path, four(), blocks=2))
    folder = run_tournament(write_tournament(tmp_path, four(), blocks=3))
    marks = [tuple(game["marks"]) for game in games(folder)]
    assert marks.count(()) == 8
    assert marks.count(("seed-public",)) == 4
    assert [line["type"] for line in journal_lines(folder)].count("end") == 2
    verify(folder)


def test_a_folder_of_another_tournament_is_refused_with_the_difference(tmp_path: Path) -> None:
    run_tournament(write_tournament(tmp_path, four(), blocks=1))
    changed = write_tournament(tmp_path, four(), variant={"preset": "cardgames-io", "schedule": {"hands": "4..1"}})
    result = program("run", changed)
    assert result.returncode == 2
    assert "schedule.hands" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_folder_that_is_no_run_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter1.tex").write_text("precious")
    path = write_tournament(tmp_path, four())
    for option in ("-q", "--fresh"):
        result = program("run", path, "-o", tmp_path / "thesis", option)
        assert result.returncode == 2
        assert "not a run folder" in result.stderr
    assert [path.read_text() for path in (tmp_path / "thesis").iterdir()] == ["precious"]


def test_fresh_sets_the_earlier_run_aside_and_deletes_nothing(tmp_path: Path) -> None:
    path = write_tournament(tmp_path, four(), blocks=1)
    folder = run_tournament(path)
    before = (folder / "journal.jsonl").read_bytes()
    result = program("run", path, "--fresh")
    assert result.returncode == 0
    assert (folder.with_name("test.1") / "journal.jsonl").read_bytes() == before
    assert len(games(folder)) == 4


def test_a_second_run_in_the_same_folder_is_refused_while_the_first_goes_on(tmp_path: Path) -> None:
    path = write_tournament(tmp_path, four(zoo("sleep=400@request:*")), blocks=4)
    first = subprocess.Popen([*PROGRAM, "run", str(path)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        wait_for_games(tmp_path / "runs" / "test", first, more=1)
        second = program("run", path)
        assert second.returncode == 2
        assert str(first.pid) in second.stderr
        assert "is in use; waiting" in second.stderr
    finally:
        first.send_signal(signal.SIGTERM)
        assert first.wait(20) == 3


def test_a_killed_run_leaves_no_process_and_its_folder_can_be_used_at_once(tmp_path: Path) -> None:
    """Workers and bots end soon after the supervisor's death; a new run waits for them."""
    marker = f"marker-{os.getpid()}"
    path = write_tournament(tmp_path, four([*zoo(f"daemon={marker}@game_start:1"), marker]), blocks=200)
    with LiveRun(path) as run:
        run.wait_for_lines(4)
        assert len(processes_with(marker)) >= 8  # four bots, each with its daemon
        run.signal(signal.SIGKILL)
        run.end()
    wait_until(lambda: processes_with(marker) == [], "the end of all bots", 10.0)
    result = program("run", path, "--max-games", "1")
    assert result.returncode == 3


def test_sigint_twice_stops_at_once_and_says_how_to_continue(tmp_path: Path) -> None:
    marker = f"marker-{os.getpid()}-twice"
    slow = zoo(f"daemon={marker}@request:1", "sleep=600000@request:*")
    path = write_tournament(tmp_path, four(slow), time={"per_decision_ms": 3_600_000})
    with LiveRun(path, "-v") as run:
        run.wait_for_processes(marker, 1)  # a bot has been asked, and thinks
        run.signal(signal.SIGINT)
        run.read_errors_until("finishing")  # else the kernel may make one signal of the two
        run.signal(signal.SIGINT)
        status, _, errors = run.end()
    assert status == 3
    assert "to continue" in errors
    assert "Traceback" not in errors
    voids = [line for line in journal_lines(run.folder) if line["type"] == "void"]
    assert voids
    assert {void["reason"] for void in voids} == {"interrupted"}


def test_log_wire_keeps_every_frame(tmp_path: Path) -> None:
    folder = run_tournament(write_tournament(tmp_path, four(), blocks=1), "--log-wire")
    assert any(file.stat().st_size for file in (folder / "wire").rglob("*") if file.is_file())


def test_dry_run_plays_nothing(tmp_path: Path) -> None:
    result = program("run", write_tournament(tmp_path, four()), "--dry-run")
    assert result.returncode == 0
    assert "8" in result.stdout
    assert not (tmp_path / "runs").exists()


def test_the_final_table_comes_once_and_counts_every_game(tmp_path: Path) -> None:
    """B04: results before the last game."""
    result = program("run", write_tournament(tmp_path, MIXED, blocks=15), "-j", "8", "-v")
    assert result.returncode == 0
    assert result.stderr.count("finished b") == 60
    assert result.stdout.count("60 games in 15 blocks") == 1


def test_a_file_elsewhere_with_blanks_in_every_name(tmp_path: Path) -> None:
    """Everything in a file is relative to the file; what is printed can be copied into a shell."""
    folder = tmp_path / "my games"
    (folder / "bots dir").mkdir(parents=True)
    (folder / "bots dir" / "my bot.py").write_bytes((ROOT / "example_bots" / "python" / "random_bot.py").read_bytes())
    bots = {**four(), "my own": {"command": ["{python}", "my bot.py"], "cwd": "bots dir"}}
    write_tournament(folder, dict(list(bots.items())[1:]), name="spring cup", blocks=1)
    result = program("run", Path("my games", "spring cup.toml"), cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert len(games(folder / "runs" / "spring cup")) == 4
    assert "ohhell-referee standings 'my games/runs/spring cup' " in result.stderr


def test_a_bot_that_prints_without_end_costs_no_more_than_its_limit(tmp_path: Path) -> None:
    """Standard output too: print() is how people look for mistakes."""
    loud = [*RANDOM[:1], "-c", LOUD]
    path = write_tournament(tmp_path, {**four(), "ann": loud}, blocks=2, limits={"stderr_limit_kb": 16})
    folder = run_tournament(path)
    (log,) = (folder / "bots").glob("ann.*.log")
    assert 8_000 < log.stat().st_size < 20_000
    assert all(game["faults"] == [] for game in games(folder))


LOUD = """
import os, sys
from ohhell_protocol import Bot
class Loud(Bot):
    def bid(self, request):
        print("x" * 3000 + "\\n" * 3000)
        return request.legal[0]
    def play(self, request):
        os.write(2, b"\\xff\\x00\\x1b[31m" * 300)
        return request.legal[0]
Loud().run()
"""


def test_a_run_folder_that_cannot_be_made_is_said_before_anything_starts(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("precious")
    path = write_tournament(tmp_path, four())
    for output in (tmp_path / "notes", tmp_path / "notes" / "run"):
        result = program("run", path, "-o", output)
        assert result.returncode == 2
        assert f"{tmp_path / 'notes'}" in result.stderr
        assert "Traceback" not in result.stderr
    assert (tmp_path / "notes").read_text() == "precious"


def test_standings_that_cannot_be_kept_lose_no_game(tmp_path: Path) -> None:
    """The journal has everything: the table is printed, and the same command writes the file once it can."""
    path = write_tournament(tmp_path, four(), blocks=1)
    folder = tmp_path / "runs" / "test"
    (folder / "bots").mkdir(parents=True)
    assert program("run", path, "--max-games", "1").returncode == 3
    (folder / "standings.json").unlink()
    (folder / "standings.json.new").mkdir()
    result = program("run", path)
    assert result.returncode == 3
    assert "standings.json.new: cannot be written" in result.stderr
    assert "Traceback" not in result.stderr
    assert "4 games in 1 block," in result.stdout
    (folder / "standings.json.new").rmdir()
    assert program("run", path).returncode == 0
    assert json.loads((folder / "standings.json").read_text())["games"] == 4


def test_changed_settings_are_noted_and_take_effect(tmp_path: Path) -> None:
    """Another anchor holds from then on, for a finished run too; another time limit is told before it is used."""
    path = write_tournament(tmp_path, four(), blocks=1)
    folder = tmp_path / "runs" / "test"
    assert program("run", path, "--max-games", "1").returncode == 3
    result = program("run", path, "--no-timeout")
    assert "settings changed: time.unlimited false -> true" in result.stderr
    anchored = write_tournament(tmp_path, four(), blocks=1, ratings={"anchor": "cid", "anchor_rating": 1700})
    assert program("run", anchored).returncode == 0
    notes = [line for line in journal_lines(folder) if line["type"] == "note"]
    assert [set(note["now"]) for note in notes] == [{"time"}, {"ratings"}]
    standings = json.loads((folder / "standings.json").read_text())
    assert standings["anchor"] == {"name": "cid", "rating": 1700}
    verify(folder)
    before = (folder / "journal.jsonl").read_bytes()
    assert program("run", anchored).returncode == 0
    assert (folder / "journal.jsonl").read_bytes() == before


def test_strict_counts_the_faults_of_earlier_calls_too(tmp_path: Path) -> None:
    bad = [*RANDOM[:1], str(ROOT / "tests" / "support" / "zoo_bot.py"), "--do=exit=1@bid:1"]
    path = write_tournament(tmp_path, {**four(), "ann": bad}, blocks=1)
    assert program("run", path, "--max-games", "3").returncode == 3
    result = program("run", path, "--strict")
    assert result.returncode == 1
    assert "--strict: " in result.stderr
    assert program("run", path, "--strict", "-q").returncode == 1
    assert program("run", path).returncode == 0


def test_a_damaged_journal_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    """With line and byte, and what to do; --fresh sets it aside whole."""
    path = write_tournament(tmp_path, four(), blocks=1)
    folder = run_tournament(path)
    lines = (folder / "journal.jsonl").read_bytes().splitlines(keepends=True)
    damaged = b"".join([*lines[:2], *lines[3:]])
    (folder / "journal.jsonl").write_bytes(damaged)
    result = program("run", path)
    assert result.returncode == 2
    assert "journal.jsonl:3: (byte " in result.stderr
    assert "--verify` lists what is wrong" in result.stderr
    assert (folder / "journal.jsonl").read_bytes() == damaged
    assert program("run", path, "--fresh").returncode == 0
    assert (folder.with_name("test.1") / "journal.jsonl").read_bytes() == damaged
