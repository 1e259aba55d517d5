"""The results of a check as text and JSON, and the page of its steps."""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ohhell_referee.check.results import Failure, Status, StepResult
from ohhell_referee.check.steps import GROUPS

SHOWN_IN_FULL = 3
"""Failures with all their frames; of further ones only the line and the advice, unless asked."""
FRAME_BYTES = 160
DECODED_CHARACTERS = 600
LAST_LINES = 12
WIDTH = 110


class Printer:
    """Shows results as they come, a line a step, with the evidence below a failed one."""

    def __init__(self, echo: Callable[[str], Any], *, verbose: bool) -> None:
        self._echo = echo
        self._verbose = verbose
        self._failures = 0

    def show(self, result: StepResult) -> None:
        self._echo(f"{result.number:3}  {result.name:<28} {result.status.value:<14} {result.detail}".rstrip())
        if result.failure is not None:
            self._failures += 1
            whole = self._verbose or self._failures <= SHOWN_IN_FULL
            self._echo(textwrap.indent(failure_text(result.failure, whole=whole, cut=not self._verbose), " " * 5))

    def conclude(self, results: Sequence[StepResult]) -> None:
        counts = Counter(result.status for result in results)
        said = ", ".join(f"{counts[status]} {status.value}" for status in Status if counts[status])
        seconds = sum(result.ms for result in results) / 1000
        self._echo(f"\n{len(results)} steps in {seconds:.1f} s: {said}")


def failure_text(failure: Failure, *, whole: bool, cut: bool) -> str:
    """What a failure says, a paragraph each; `whole` with frames and last words, `cut` within a screen."""
    lines = [_item("expected", failure.expected)]
    if whole:
        lines += _frame("sent to the bot", failure.sent, cut=cut)
        lines += _frame("the bot's answer", failure.received, cut=cut)
        words = failure.last_words.rstrip().splitlines()
        if cut:
            words = words[-LAST_LINES:]
        if words:
            lines += ["it printed last:", *(f"  | {line}" for line in words)]
    lines.append(_item("what to do", failure.advice))
    return "\n".join(lines)


def _item(name: str, text: str) -> str:
    return textwrap.fill(f"{name}: {text}", WIDTH, subsequent_indent="  ")


def _frame(name: str, payload: bytes | None, *, cut: bool) -> list[str]:
    if payload is None:
        return [f"{name}: nothing"]
    shown = payload[:FRAME_BYTES] if cut else payload
    rest = f" … {len(payload)} bytes in all" if len(shown) < len(payload) else ""
    decoded = decoded_text(payload)
    if cut and len(decoded) > DECODED_CHARACTERS:
        decoded = f"{decoded[:DECODED_CHARACTERS]} …"
    return [f"{name}, hex: {shown.hex()}{rest}", f"{name}, decoded: {decoded}"]


def decoded_text(payload: bytes) -> str:
    """A frame as text, or why it cannot be read. Binary data is shown as Python writes it, so that it can be told."""
    try:
        return repr(msgspec.msgpack.decode(payload))
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        return f"not MessagePack: {error}"


def as_json(results: Sequence[StepResult]) -> str:
    return json.dumps([result.as_json() for result in results], indent=2, ensure_ascii=False)


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
$ ohhell-referee check -- python3 my_bot.py
```

starts the bot, puts every message and every rule of the protocol to it, one numbered step each, and says what it
does wrong: the frames in hex and decoded, what was expected, what the bot printed last, and what to do. It plays
over the same switchboard and at the same tables as a tournament. A bot that fails a step is started again for the next.

The exit status is 0 if nothing failed, 1 if a step failed, 2 if the command cannot be started at all. Steps for what a
bot does not declare in its hello (several games at once, events) are *not applicable* and count as passed. `--full`
adds whole games of every preset."""

_TAIL = """\
## For scripts

`--format json` prints a list of steps: `number`, `name`, `status` (`passed`, `failed`, `not applicable`, `information`,
and after failures that leave nothing to try `not run`), `detail` (one line), `ms`; a failed step also has
`failure` with `what`, `expected`, `advice`, `sent` and `received` (frames in hex, or null) and `stderr`."""
