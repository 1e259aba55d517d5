"""Runs that are watched, signalled and looked into while they go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType

from support.boards import processes_with
from support.running import PROGRAM, ROOT

PATIENCE = 60.0
"""Seconds after which a test gives up waiting; far beyond what anything here takes."""

ZOO = [sys.executable, str(ROOT / "tests" / "support" / "zoo_bot.py")]


def zoo(*faults: str) -> list[str]:
    """The command of a bot of the zoo that commits these faults."""
    return [*ZOO, *(f"--do={fault}" for fault in faults)]


def wait_until(condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds} s in vain for: {what}"
        time.sleep(0.01)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started and that run."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


class LiveRun:
    """`ohhell-referee run FILE` as a process; killed at the end of the `with` if the test has left it running.

    `program` replaces the command before the options, for runs whose referee is made to fail.
    """

    def __init__(
        self,
        file: Path,
        *options: str | Path,
        program: list[str] | None = None,
        env: Mapping[str, str] | None = None,
        before: Callable[[], None] | None = None,
    ) -> None:
        self.folder = file.parent / "runs" / file.stem
        self.process = subprocess.Popen(
            [*(program or PROGRAM), "run", str(file), *map(str, options)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(env or {})},
            preexec_fn=before,  # noqa: PLW1509  # for limits; a test has one thread
        )

    @property
    def pid(self) -> int:
        return self.process.pid

    def workers(self) -> list[int]:
        return children_of(self.pid)

    def lines(self) -> int:
        """Lines of the journal so far."""
        journal = self.folder / "journal.jsonl"
        return journal.read_bytes().count(b"\n") if journal.exists() else 0

    def wait_for(self, condition: Callable[[], bool], what: str) -> None:
        def look() -> bool:
            assert self.process.poll() is None, self.process.communicate()[1]
            return condition()

        wait_until(look, what)

    def wait_for_lines(self, count: int) -> None:
        self.wait_for(lambda: self.lines() >= count, f"{count} lines in the journal")

    def wait_for_processes(self, marker: str, count: int) -> None:
        self.wait_for(lambda: len(processes_with(marker)) >= count, f"{count} processes with {marker}")

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def read_errors_until(self, words: str) -> str:
        """What it writes for people up to the line with these words."""
        assert self.process.stderr is not None
        said = ""
        while words not in said:
            line = self.process.stderr.readline()
            assert line, f"it ended without saying {words!r}: {said}"
            said += line
        return said

    def end(self) -> tuple[int, str, str]:
        """Waits for the end: exit status, standard output, standard error."""
        out, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, errors

    def __enter__(self) -> LiveRun:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
