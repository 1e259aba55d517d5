"""Steps: measurements, repeatability, a second process, and the end."""

from __future__ import annotations

import math
import statistics
import time
from pathlib import Path

from ohhell_referee.bots.leftovers import descendants, process_table
from ohhell_referee.check.bench import Bench
from ohhell_referee.check.failures import last_line
from ohhell_referee.check.games import Sitting, play_games
from ohhell_referee.check.results import NotApplicable
from ohhell_referee.check.step import Step
from ohhell_referee.rules.loading import resolve_variant

GRACE_MS = 500
"""From bye to the kill, in a tournament."""
PATIENCE_MS = 2000.0
"""What the check waits, so that it can tell slow from never."""
USUAL_MEMORY_MB = 1024
"""The tournament file's default of `memory_mb`."""


def repeatability(bench: Bench) -> str:
    """The same two games in two fresh processes: only state of the process, clocks or own randomness may differ."""
    variant = resolve_variant({"schedule": {"hands": [5, 3, 2]}})
    runs = []
    for _ in range(2):
        bench.restart()
        sittings = [Sitting(variant, block, 0, events=bench.hello.events) for block in range(2)]
        for sitting in sittings:
            play_games(bench, [sitting])
        runs.append([sitting.decisions for sitting in sittings])
    if runs[0] == runs[1]:
        return "the same games under the same bot_seed are played alike"
    return "the same games under the same bot_seed are played differently: tournaments will not repeat themselves"


def two_processes(bench: Bench) -> str:
    variant = resolve_variant({"schedule": {"hands": [2, 1]}})
    first = bench.instance
    bench.start()
    play_games(bench, [Sitting(variant, 0, 0, events=bench.hello.events)])
    bench.discard()
    bench.instance = first
    play_games(bench, [Sitting(variant, 1, 1, events=bench.hello.events)])
    return "both answer"


def answer_times(bench: Bench) -> str:
    times = sorted(bench.times)
    if not times:
        return "no answers"
    p99 = times[min(len(times) - 1, math.ceil(len(times) * 0.99) - 1)]
    return (
        f"{len(times)} answers: median {statistics.median(times):.2f} ms, p99 {p99:.2f} ms, max {times[-1]:.2f} ms; "
        f"allowed: {bench.timeout_ms} ms"
    )


def memory(bench: Bench) -> str:
    assert bench.instance is not None
    most = bench.measure_memory(bench.instance)
    allowed = f"; more than the {USUAL_MEMORY_MB} MB that a tournament allows by default"
    above = allowed if most > USUAL_MEMORY_MB else ""
    return f"at most {most:.0f} MB at a time{above}"


def output(bench: Bench) -> str:
    assert bench.instance is not None
    printed = bench.printed + (bench.instance.process.log.total if bench.instance.process else 0)
    return f"{printed:,} bytes printed; a tournament keeps it in the run folder, within stderr_limit_kb"


def goodbye(bench: Bench) -> str:
    advice = "On `bye`: leave the loop, close the socket, and let the program end."
    ms = _say_bye(bench)
    if GRACE_MS < ms < PATIENCE_MS:  # perhaps the machine was busy: once more
        bench.start()
        ms = _say_bye(bench)
    if not bench.ending:
        bench.fail(f"the process still runs {PATIENCE_MS:.0f} ms after `bye`", "it ends by itself", advice)
    if ms > GRACE_MS:
        bench.fail(f"the process ended {ms:.0f} ms after `bye`", f"it ends within {GRACE_MS} ms", advice)
    return f"ended after {ms:.0f} ms"


def _say_bye(bench: Bench) -> float:
    """How long the process ran on, in milliseconds; see `Bench.ending` and `Bench.left_behind` for the rest."""
    instance = bench.instance
    assert instance is not None
    assert instance.pid is not None
    family = [pid for pid in descendants([instance.pid], process_table()) if pid != instance.pid]
    began = time.monotonic()
    bench.post({"type": "bye", "reason": "the check is over"})
    bench.board.flush()
    # The switchboard ends whatever a bot leaves: so the process is watched here, before the switchboard looks again.
    while _lives(instance.pid) and time.monotonic() < began + PATIENCE_MS / 1000:
        time.sleep(0.002)
    ms = (time.monotonic() - began) * 1000
    if ms < PATIENCE_MS:
        time.sleep(0.05)
    bench.left_behind = [_name(pid) for pid in family if _lives(pid)]
    ended = bench.wait_for_end(1000.0)
    bench.ending, bench.last_words = ended or ("", "")
    return ms


def clean_exit(bench: Bench) -> str:
    if not bench.ending:
        raise NotApplicable("it did not end by itself")
    if bench.ending == "exit(0)":
        return "exit status 0"
    last = last_line(bench.last_words)
    said = f", and printed last: {last}" if last else ""
    return f"{bench.ending}{said}. A tournament does not mind, but something goes wrong at the end"


def nothing_left(bench: Bench) -> str:
    left = bench.left_behind
    if not left:
        return "no process was left"
    return f"{len(left)} left running ({', '.join(left)}); a tournament ends them as well"


def _lives(pid: int) -> bool:
    row = process_table().get(pid)
    return row is not None and row.state not in "ZX"


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8", errors="replace").strip()
    except (FileNotFoundError, ProcessLookupError):
        return "one that has just ended"


ENDING = (
    Step("repeatability", "The same games with the same bot_seed in two fresh processes: are they played alike?",
         repeatability, measures=True),
    Step("two processes", "A second process of the bot runs beside the first, as in a tournament.", two_processes),
    Step("answer times", "Median, 99th percentile and maximum of all decisions so far.", answer_times, measures=True),
    Step("memory", "The peak of resident memory, with everything that the bot started.", memory, measures=True),
    Step("output", "How much the bot has printed.", output, measures=True),
    Step("bye", "After `bye` the process ends by itself, within half a second.", goodbye),
    Step("clean exit", "Its exit status.", clean_exit, measures=True, starts=False),
    Step("nothing left", "Whether processes that the bot started outlive it.", nothing_left,
         measures=True, starts=False),
)  # fmt: skip
