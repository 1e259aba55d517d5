"""What users of other tournament runners met, played through with whole runs. Numbers: scenario_coverage.toml."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from support.boards import processes_with
from support.live_runs import LiveRun, wait_until, zoo
from support.running import (
    PROGRAM,
    RANDOM,
    ROOT,
    games,
    journal_lines,
    program,
    run_tournament,
    verify,
    write_tournament,
)

OTHERS = {"ann": RANDOM, "bob": RANDOM, "cid": RANDOM}


def faults_by_bot(folder: Path) -> Counter[tuple[str, str]]:
    """How often each (bot, class) stands in the journal."""
    return Counter((game["table"][fault["seat"]], fault["class"]) for game in games(folder) for fault in game["faults"])


def standings_of(folder: Path) -> dict[str, dict[str, Any]]:
    rows = json.loads((folder / "standings.json").read_text())["standings"]
    return {row["name"]: row for row in rows}


def test_a_death_is_seen_although_no_clock_will_run_out(tmp_path: Path) -> None:
    """B01: the largest limit that the file allows; the bot exits on its second bid request."""
    marker = f"b01-{os.getpid()}"
    bots = {"bad": [*zoo("exit=3@bid:2"), marker], **OTHERS}
    path = write_tournament(tmp_path, bots, blocks=3, duplicate="none", time={"per_decision_ms": 86_400_000})
    folder = run_tournament(path)
    assert len(games(folder)) == 3
    assert set(faults_by_bot(folder)) == {("bad", "crash")}
    evidence = [item for game in games(folder) for item in game["evidence"]]
    assert {item["text"] for item in evidence} == {"exit(3)"}
    assert processes_with(marker) == []


@pytest.mark.parametrize(
    ("clock", "least_ms"),
    [
        ({"per_decision_ms": 300}, 300),
        ({"per_decision_ms": 100, "bank_ms": 400}, 500),
    ],
    ids=["a limit a decision", "a limit and a bank"],
)
def test_a_limit_holds_in_every_mode_of_time(tmp_path: Path, clock: dict[str, int], least_ms: int) -> None:
    """B02: the bot's third decision takes too long, in every game; nobody else is touched."""
    bots = {"bad": zoo("sleep=60000@request:3"), **OTHERS}
    folder = run_tournament(
        write_tournament(tmp_path, bots, blocks=4, duplicate="none", restart="game", time=clock | {"margin_ms": 50})
    )
    assert len(games(folder)) == 4
    found = faults_by_bot(folder)
    assert set(found) == {("bad", "late")}
    for game in games(folder):
        seat = game["table"].index("bad")
        times = game["timing"]["ms"][seat]
        assert len(times) >= 3
        assert least_ms <= times[2] < 30_000


@pytest.mark.slow
def test_a_busy_machine_makes_no_honest_bot_late(tmp_path: Path) -> None:
    """B03: eight games at once, two processes that do nothing but burn, bots that need 1 ms of 200."""
    hogs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        bots = dict.fromkeys(("ann", "bob", "cid", "dot"), zoo("sleep=1@request:*"))
        path = write_tournament(tmp_path, bots, blocks=50, time={"per_decision_ms": 200})
        folder = run_tournament(path, "-j", "8", timeout=600)
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()
    assert len(games(folder)) == 200
    assert faults_by_bot(folder) == Counter()


ODD_NAMES = ["My Bots 1", "a'b\"c", "$HOME;touch pwned", "ü♠", "-x"]
DECOYS = ["My", "My Bots", "My_Bots_1/the bot", "My Bots 1/the", "a'b", "$HOME", "the bot"]


def test_the_program_that_is_named_is_the_one_that_runs(tmp_path: Path) -> None:
    """B12: blanks, quotes and the like in its path, relative, absolute, through a link; decoys lie beside it."""
    source = "#!" + sys.executable + "\nimport sys\nprint('build A', file=sys.stderr, flush=True)\n"
    source += f"sys.path.insert(0, {str(ROOT / 'tests' / 'support')!r})\n"
    source += "import zoo_bot\nzoo_bot.main()\n"
    for decoy in DECOYS:
        make_program(tmp_path / decoy, source.replace("build A", "build B"))
    (tmp_path / "link").symlink_to(tmp_path / ODD_NAMES[0] / "the bot")
    commands = ["./link"]
    for name in ODD_NAMES:
        make_program(tmp_path / name / "the bot", source)
        commands += [f"./{name}/the bot", str(tmp_path / name / "the bot")]
    bots = {f"bot{number}": [command] for number, command in enumerate(commands)}
    folder = run_tournament(
        write_tournament(tmp_path, bots, format="random", blocks=11, variant={"schedule": {"hands": "1"}})
    )
    logs = list((folder / "bots").glob("*.log"))
    assert {log.name.split(".")[0] for log in logs} == set(bots)
    assert {line for log in logs for line in log.read_text().splitlines()} == {"build A"}
    assert not list(tmp_path.rglob("pwned"))
    for entry in journal_lines(folder)[0]["entries"]:
        assert list(entry["files"].values()) == [hashlib.sha256(source.encode()).hexdigest()]


def make_program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


def test_a_game_is_in_the_journal_before_it_is_announced(tmp_path: Path) -> None:
    """B13: while a bot ends whose child keeps connection and output, every announced game can be read."""
    marker = f"b13-{os.getpid()}"
    bots = {"bad": zoo(f"orphan_keeps_all={marker}@play:4"), **OTHERS}
    path = write_tournament(tmp_path, bots, blocks=10, duplicate="none", time={"per_decision_ms": 60_000})
    seen = 0
    with LiveRun(path, "-v") as run:
        assert run.process.stderr is not None
        for line in run.process.stderr:
            if match := re.match(r"finished (\w+):", line):
                seen += 1
                ids = [json.loads(text)["id"] for text in whole_lines(run.folder)[1:] if '"type":"game"' in text]
                assert match.group(1) in ids
        assert run.end()[0] == 0
    assert seen == 10
    assert set(faults_by_bot(run.folder)) == {("bad", "crash")}


def whole_lines(folder: Path) -> list[str]:
    return [line for line in (folder / "journal.jsonl").read_text().splitlines(keepends=True) if line.endswith("\n")]


def test_a_bot_that_hangs_at_hello_holds_up_no_other_table(tmp_path: Path) -> None:
    """B14: at its second start it says nothing for a long time; games without it go on being written meanwhile."""
    hang = {"command": [*zoo("hang@hello"), f"--only={tmp_path / 'starts'}:2"], "instances": 1}
    bots: dict[str, Any] = dict.fromkeys("bcdefgh", RANDOM) | {"bad": hang}
    tables = [["bad", "b", "c", "d"], ["e", "f", "g", "h"], ["c", "d", "g", "h"]]
    top: dict[str, Any] = {"format": "fixed", "tables": tables, "blocks": 3, "restart": "game"}
    path = write_tournament(tmp_path, bots, workers=1, concurrency=8, time={"startup_ms": 5000}, **top)
    folder = run_tournament(path)
    tables_written = ["bad" in game["table"] for game in written_order(folder)]
    first, second = [place for place, bad in enumerate(tables_written) if bad][:2]
    assert tables_written.count(True) == 12
    assert second - first > 12, "other tables waited for the bot that hangs"
    assert faults_by_bot(folder) == Counter()


def written_order(folder: Path) -> list[dict[str, Any]]:
    return [line for line in journal_lines(folder) if line["type"] == "game"]


def test_a_run_that_is_stopped_for_a_while_punishes_nobody(tmp_path: Path) -> None:
    """B15: supervisor and worker stand still for longer than any limit, three times; the bots do not."""
    bots = dict.fromkeys(("ann", "bob", "cid", "dot"), zoo("sleep=40@request:*"))
    top: dict[str, Any] = {"workers": 1, "concurrency": 1, "time": {"per_decision_ms": 1000, "startup_ms": 1200}}
    with LiveRun(write_tournament(tmp_path, bots, variant={"schedule": {"hands": "2..1"}}, **top)) as run:
        for lines in (2, 3, 5):  # the header is one of them
            run.wait_for_lines(lines)
            stop_for(1.5, [run.pid, *run.workers()])
        status, _, errors = run.end()
    assert status == 0
    assert "held up" in errors
    assert len(games(run.folder)) == 8
    assert faults_by_bot(run.folder) == Counter()


def stop_for(seconds: float, pids: list[int]) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    time.sleep(seconds)
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


MEASURED = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:])
print("most kilobytes:", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status)
"""


@pytest.mark.parametrize("way", ["print", "print_out"])
def test_a_giant_line_costs_neither_memory_nor_disk_nor_the_game(tmp_path: Path, way: str) -> None:
    """B21: 100 MB without a newline, from one bot in mid-game; the others get their result."""
    bots = {"bad": zoo(f"{way}={100 << 20}@play:2"), **OTHERS}
    path = write_tournament(
        tmp_path, bots, blocks=1, duplicate="none", time={"per_decision_ms": 60_000}, limits={"stderr_limit_kb": 100}
    )
    measured = [sys.executable, "-c", MEASURED, *PROGRAM]
    done = subprocess.run([*measured, "run", str(path)], capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "runs" / "test"
    assert faults_by_bot(folder) == Counter()
    assert len(games(folder)) == 1
    assert sum(file.stat().st_size for file in (folder / "bots").iterdir()) < 110 * 1024
    assert int(done.stdout.rsplit(":", 1)[1]) < 200_000


def test_nothing_that_a_bot_can_see_tells_the_seed(tmp_path: Path) -> None:
    """B24: frames, arguments, environment, open files and maps of a bot, in every form that the seed could have.

    (The run folder itself is open to programs of the same user; `run` says so.)
    """
    seed = 918_273_645_546_372_819
    bots = {"spy": zoo("show=1@welcome"), **OTHERS}
    path = write_tournament(tmp_path, bots, blocks=2, seed=seed)
    folder = run_tournament(path, "--log-wire", "-o", tmp_path / "run")
    seen = b"".join(file.read_bytes() for file in (*(folder / "wire").rglob("*.jsonl"), *(folder / "bots").iterdir()))
    assert b"OHHELL_TOKEN" in seen
    assert b'"bot_seed"' in seen
    key = hashlib.sha256(f"ohhell-seed-1:{seed}".encode()).digest()
    raw = [seed.to_bytes(8, order) for order in ("little", "big")] + [key]
    forms = [str(seed).encode(), f"{seed:x}".encode(), *raw, *(part.hex().encode() for part in raw)]
    forms += [base64.b64encode(part).rstrip(b"=") for part in raw]
    assert [form for form in forms if form in seen] == []
    assert str(tmp_path / "run").encode() not in seen.replace(str(tmp_path / "run" / "bots").encode(), b"")
    for game in games(folder):
        assert game["id"].encode() not in seen, "the game's real name is on the wire"


@pytest.mark.parametrize("at_once", ["1", "8"])
def test_no_time_is_counted_twice(tmp_path: Path, at_once: str) -> None:
    """B27: 5 ms a decision, with all notices in between; together no more than there was."""
    bots = {name: [*zoo("sleep=5@request:*"), "--events"] for name in ("ann", "bob", "cid", "dot")}
    path = write_tournament(tmp_path, bots, blocks=1, workers=1, time={"bank_ms": 1000})
    begun = time.monotonic()
    folder = run_tournament(path, "-j", at_once)
    passed_ms = (time.monotonic() - begun) * 1000
    times = [ms for game in games(folder) for seat in game["timing"]["ms"] for ms in seat]
    assert len(times) == 4 * 64
    assert min(times) >= 5
    assert sum(times) < passed_ms * int(at_once)


def test_a_swarm_of_connections_costs_the_swarming_bot_alone(tmp_path: Path) -> None:
    """B35: the referee may have 256 descriptors; eight processes of one bot take what they get, in mid-game."""
    marker = f"b35-{os.getpid()}"
    bad = [*zoo("swarm=1000@play:3"), marker]
    bots = {"bad": bad, **OTHERS, **{f"more{number}": RANDOM for number in range(4)}}
    tables = [["bad", "ann", "bob", "cid"], [f"more{number}" for number in range(4)], ["ann", "bob", "more0", "more1"]]
    path = write_tournament(tmp_path, bots, format="fixed", tables=tables, blocks=2, workers=1)

    def few_descriptors() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))

    with LiveRun(path, before=few_descriptors) as run:
        status, _, errors = run.end()
    assert status == 0, errors
    assert "worker" not in errors
    assert len(games(run.folder)) == 24
    found = faults_by_bot(run.folder)
    assert set(found) == {("bad", "crash")}
    evidence = [item["text"] for game in games(run.folder) for item in game["evidence"]]
    assert any("more connections" in text for text in evidence)
    assert processes_with(marker) == []


def test_ctrl_c_in_a_terminal_crashes_no_bot(tmp_path: Path) -> None:
    """B37: the byte 0x03 on a real terminal, to bots that do not handle SIGINT; then the run is continued."""
    bots = dict.fromkeys(("ann", "bob", "cid", "dot"), zoo("sleep=5@request:*"))
    path = write_tournament(tmp_path, bots, blocks=30)
    folder = tmp_path / "runs" / "test"
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(PROGRAM[0], [*PROGRAM, "run", str(path)])
    try:
        shown = read_until(terminal, lambda: (folder / "journal.jsonl").exists() and len(whole_lines(folder)) > 3)
        os.write(terminal, b"\x03")
        shown += read_to_the_end(terminal)
        _, status = os.waitpid(pid, 0)
    finally:
        os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 3
    assert b"to continue" in b" ".join(shown.split())
    assert b"Traceback" not in shown
    played = len(games(folder))
    assert 3 <= played < 120
    assert faults_by_bot(folder) == Counter()
    assert program("run", path, "--max-games", "4").returncode == 3
    assert len(games(folder)) == played + 4
    assert faults_by_bot(folder) == Counter()


def read_until(terminal: int, condition: Any) -> bytes:
    """What a terminal shows until a condition holds. Somebody must read it, or the program would wait."""
    os.set_blocking(terminal, False)
    shown = b""

    def look() -> bool:
        nonlocal shown
        shown += read_what_is_there(terminal)
        return bool(condition())

    wait_until(look, "the condition at the terminal")
    return shown


def read_to_the_end(terminal: int) -> bytes:
    os.set_blocking(terminal, True)
    shown = b""
    while block := read_what_is_there(terminal):
        shown += block
    return shown


def read_what_is_there(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # nothing there; or, on a terminal that nobody has open any more, its end
        return b""


def test_results_of_a_run_with_every_kind_of_bad_bot_are_whole(tmp_path: Path) -> None:
    """One of each at tables with good ones: every fault is counted for the one who committed it."""
    bad = {
        "sleeps": (zoo("hang@play:2"), "late"),
        "exits": (zoo("exit=3@play:2"), "crash"),
        "garbage": (zoo("garbage@play:2"), "malformed"),
        "not_held": (zoo("not_held@play:2"), "illegal"),
        "twice": (zoo("twice@play:2"), "protocol"),
        "no_start": (zoo("exit=1@start"), "startup"),
    }
    bots = {name: command for name, (command, _) in bad.items()} | {"ann": RANDOM, "bob": RANDOM}
    names = list(bad)
    tables = [[*names[place : place + 2], "ann", "bob"] for place in (0, 2, 4)]
    top: dict[str, Any] = {"format": "fixed", "tables": tables, "blocks": 2, "time": {"per_decision_ms": 300}}
    folder = run_tournament(write_tournament(tmp_path, bots, **top))
    assert len(games(folder)) == 3 * 2 * 4
    found = faults_by_bot(folder)
    assert {name: {kind for who, kind in found if who == name} for name in bad} == {
        name: {kind} for name, (_, kind) in bad.items()
    }
    assert {who for who, _ in found} == set(bad)
    rows = standings_of(folder)
    for name, (_, kind) in bad.items():
        assert rows[name]["faults"][kind] == found[name, kind] > 0
    assert sum(rows["ann"]["faults"].values()) == sum(rows["bob"]["faults"].values()) == 0
    verify(folder)
