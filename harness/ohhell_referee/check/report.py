"""The results of a check as text and JSON, and the page of its steps."""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ohhell_referee.bots.capture import shortened
from ohhell_referee.check.decoded import decoded_lines, frame_text
from ohhell_referee.check.failures import last_line
from ohhell_referee.check.results import Failure, Status, StepResult
from ohhell_referee.check.steps import GROUPS

SHOWN_IN_FULL = 3
"""Kinds of failures of which one is shown with its frames, unless all are asked for."""
FRAME_BYTES = 80
LAST_LINES = 12
KIND_CHARACTERS = 40
"""Later in a line errors tell of values, which are others each time."""
WIDTH = 110


class Printer:
    """Shows results as they come, a line a step, with the evidence below a failed one.

    A mistake of a bot often shows in many steps: after the first of its kind only the line is shown.
    """

    def __init__(self, echo: Callable[[str], Any], *, verbose: bool) -> None:
        self._echo = echo
        self._verbose = verbose
        self._kinds: dict[tuple[str, str], int] = {}

    def show(self, result: StepResult) -> None:
        if result.status is Status.NOT_RUN:
            return  # see `conclude`
        self._echo(f"{result.number:3}  {result.name:<28} {result.status.value:<14} {result.detail}".rstrip())
        if result.failure is None:
            return
        kind = _kind(result.failure)
        first = self._kinds.setdefault(kind, result.number)
        if self._verbose or first == result.number:
            whole = self._verbose or len(self._kinds) <= SHOWN_IN_FULL
            text = failure_text(result.failure, whole=whole, cut=not self._verbose)
        else:
            text = f"as in step {first}"
        self._echo(textwrap.indent(text, " " * 5))

    def conclude(self, results: Sequence[StepResult]) -> None:
        left = [result for result in results if result.status is Status.NOT_RUN]
        if left:
            steps = f"{left[0].number} to {left[-1].number}" if len(left) > 1 else str(left[0].number)
            self._echo(f"{steps}: not run, because {left[0].detail}")
        counts = Counter(result.status for result in results)
        said = ", ".join(f"{counts[status]} {status.value}" for status in Status if counts[status])
        seconds = sum(result.ms for result in results) / 1000
        self._echo(f"\n{len(results)} steps in {seconds:.1f} s: {said}")
        failed = next((result for result in results if result.status is Status.FAILED), None)
        if failed is None:
            self._echo("The bot is ready for a tournament.")
        else:
            self._echo(f"Begin with step {failed.number}, {failed.name}. Frames and output in full: -v")


def _kind(failure: Failure) -> tuple[str, str]:
    """The same for failures that one mistake of the bot explains: the advice, and what its last line begins with."""
    return failure.advice, re.sub(r"\d+", "", last_line(failure.last_words))[:KIND_CHARACTERS]


def failure_text(failure: Failure, *, whole: bool, cut: bool) -> str:
    """What a failure says, a paragraph each; `whole` with frames and last words, `cut` within a screen."""
    lines = [_item("expected", failure.expected)]
    if whole:
        for name, payload in (("sent to the bot", failure.sent), ("the bot sent", failure.received)):
            if payload is not None or not failure.silent:
                lines += _frame(name, payload, failure.request_id, cut=cut)
        words = failure.last_words.rstrip().splitlines()
        if cut:
            words = shortened(failure.last_words, LAST_LINES)
        if words:
            lines += ["it printed:", *(f"  | {line}" for line in words)]
    lines.append(_item("what to do", failure.advice))
    return "\n".join(lines)


def _item(name: str, text: str) -> str:
    return textwrap.fill(f"{name}: {text}", WIDTH, subsequent_indent="  ", break_long_words=False)


def _frame(name: str, payload: bytes | None, request_id: int | None, *, cut: bool) -> list[str]:
    if payload is None:
        return [f"{name}: nothing"]
    shown = payload[:FRAME_BYTES] if cut else payload
    rest = f" … ({len(payload)} bytes in all)" if len(shown) < len(payload) else ""
    decoded = frame_text(payload, request_id) if cut else decoded_lines(payload) or []
    return [f"{name}:", *(f"  {line}" for line in decoded), f"  hex: {shown.hex()}{rest}"]


def as_json(command: Sequence[str], results: Sequence[StepResult]) -> str:
    """The object of `--format json`."""
    counts = Counter(result.status for result in results)
    found = {
        "format": 1,
        "command": list(command),
        "passed": not counts[Status.FAILED] and not counts[Status.NOT_RUN],
        "counts": {status.value: counts[status] for status in Status},
        "steps": [result.as_json() for result in results],
    }
    return json.dumps(found, indent=2, ensure_ascii=False)


def steps_page() -> str:
    """docs/check.md."""
    parts = [_HEAD]
    number = 0
    for title, steps in GROUPS.items():
        rows = ["| step | what is put to the bot |", "|---|---|"]
        for step in steps:
            if step.full and any(other.full for other in steps[: steps.index(step)]):
                continue
            number += not step.full
            label = f"{number}. {step.name}" if not step.full else "preset NAME"
            notes = " Only with `--full`: a step for every preset." if step.full else ""
            notes += " Information only." if step.measures else ""
            rows.append(f"| {label} | {step.what}{notes} |")
        parts.append(f"## {title}\n\n" + "\n".join(rows))
    parts.append(_TAIL)
    return "\n\n".join(parts) + "\n"


_HEAD = """\
# Checking a bot

<!-- Made by docs/generate.py from the steps themselves. -->

```console
$ ohhell-referee check -- {python} my_bot.py
```

starts the bot, puts every message and every rule of the protocol to it, one numbered step each, and says what it
does wrong: the frames in hex and decoded, what was expected, what the bot printed last, and what to do. It plays
over the same switchboard and at the same tables as a tournament. A bot that fails a step is started again for the next.

The exit status is 0 if nothing failed, 1 if a step failed, 2 if the command cannot be started at all. Steps for what a
bot does not declare in its hello (several games at once, events) are *not applicable* and count as passed. `--full`
adds whole games of every preset."""

_TAIL = """\
## For scripts

`--format json` prints an object: `format` (1), `command`, `passed`, `counts` by status, and `steps`, each with
`number`, `name`, `status`, `detail` (one line) and `ms`. The status is `passed`, `failed`, `not applicable`,
`information`, or, after failures that leave nothing to try, `not run`. A failed step also has `failure` with
`what`, `expected`, `advice`, `sent` and `received` (frames in hex, or null), `sent_decoded` and `received_decoded`
(a text for each message), and `stderr`."""
