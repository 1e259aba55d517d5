"""Steps: from the start of the process to its welcome."""

from __future__ import annotations

from ohhell_referee.check.bench import Bench
from ohhell_referee.check.results import StepFailed
from ohhell_referee.check.step import Step

QUIET_MS = 100.0


def start(bench: Bench) -> str:
    try:
        bench.start()
    except StepFailed as failed:
        bench.start_failure = failed
        if bench.start_trouble == "start":
            raise
    return "the process runs"


def hello(bench: Bench) -> str:
    if bench.start_failure is not None and bench.start_trouble == "hello":
        raise bench.start_failure
    return f"after {bench.startup_ms:.0f} ms"


def versions(bench: Bench) -> str:
    if bench.start_failure is not None:
        raise bench.start_failure
    said = bench.hello
    program = " ".join(text for text in (said.name, said.version) if text) or "no name"
    author = f" by {said.author}" if said.author else ""
    events = "events" if said.events else "no events"
    language = said.language or "language not said"
    return f"protocol {said.protocol}; {program}{author}, {language}; games: {said.games}, {events}"


def welcome(bench: Bench) -> str:
    bench.quiet(QUIET_MS)
    return "nothing sent before it is asked"


STARTING = (
    Step("start", "The command starts a process that does not end by itself.", start, starts=False),
    Step(
        "hello",
        "It connects and says a valid hello with its token in time; the start-up time is told.",
        hello,
        starts=False,
    ),
    Step(
        "versions", "It speaks this referee's protocol version. What it says of itself is told.", versions, starts=False
    ),
    Step("welcome", "It takes the welcome and says nothing until it is asked.", welcome, starts=False),
)
