"""From what the switchboard tells of a bot to what its author is told: what happened, what was expected, what to do."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Protocol

from ohhell_protocol.errors import CODES
from ohhell_protocol.limits import PROTOCOL_VERSION
from ohhell_protocol.messages import ANSWER_OF, VALUE_KEY
from ohhell_referee.bots.events import Died, Faulted, StartFailed, Stray
from ohhell_referee.bots.wire import WireFault
from ohhell_referee.check.results import Failure


class Around(Protocol):
    """`FrameMemory.around`."""

    def __call__(
        self, request_id: int | None, evidence: Mapping[str, Any] | None = None
    ) -> tuple[bytes | None, bytes | None]: ...


_DIED = (
    "Look at what the bot printed last. An uncaught exception ends a bot: where your own code fails, answer with the "
    "first of `legal`."
)
_LOST = "Keep the one socket open from the start to `bye`: a closed connection counts as a crash."
_HELLO = (
    "Connect a DEALER socket to the address in OHHELL_ENDPOINT and send [{type: hello, token: OHHELL_TOKEN, "
    "protocol: 1}] as one frame."
)
_ENDED_EARLY = "Look at what the bot printed last; does it start by itself, with its libraries, in this folder?"
_NO_SDK = (
    "This Python does not find the referee's package. Write {python} in place of its name: that is the interpreter "
    "which runs the referee. Or activate the environment that the referee is installed in."
)
_LATE = (
    "Answer every request, each with its own id. If the bot needs longer, say so with --timeout-ms and in the "
    "tournament file; if it thinks one request after the other, say `games: 1` in hello."
)
_NEVER_BEGAN = (
    "The program came to its end without connecting: is the bot started at all? In Python the last line of the file is "
    "MyBot().run()."
)
_LAST_CHARACTERS = 100
_LAST_WORDS_ADVICE = ((re.compile(r"No module named '?ohhell_protocol"), _NO_SDK),)
"""What the bot's last words show, and the advice that helps then."""


def fault_failure(event: Faulted, around: Around, last_words: str) -> Failure:
    """A wrong answer to a request, or none in time."""
    request = event.request
    code = str(event.evidence["code"])
    answer = ANSWER_OF[request.kind]
    example = json.dumps({"type": answer, "id": request.id, VALUE_KEY[answer]: request.legal[0]})
    expected = example
    if len(request.legal) > 1:
        expected += f", or another of the legal values: {', '.join(map(str, request.legal))}"
    sent, received = around(request.id, event.evidence)
    advice = CODES[code].remedy
    if code == "late":
        expected += f"; within {request.limit_ms} ms"
        received, advice = None, _LATE
    return Failure(event.text, expected, advice, sent, received, last_words, request_id=request.id)


def stray_failure(event: Stray, around: Around) -> Failure:
    """A message that no request asked for."""
    sent, received = around(None, event.evidence)
    advice = CODES[str(event.evidence["code"])].remedy
    words = event.instance.stderr_tail
    return Failure(event.text, "no message but one answer to each request", advice, sent, received, words)


def death_failure(event: Died, around: Around) -> Failure:
    """The process ended, or lost its connection."""
    sent, received = around(None)
    expected = "the process stays, connected, and answers until it is told `bye`"
    lost = event.text.startswith("lost its connection")
    what = f"the bot {event.text}" if lost else f"the process ended: {event.text}"
    last = last_line(event.stderr_tail)
    if last and not lost:
        what += f"; it printed last: {last[:_LAST_CHARACTERS]}"
    advice = _LOST if lost else _advice_of(event.stderr_tail) or _DIED
    asked = event.requests[0].id if event.requests else None
    return Failure(what, expected, advice, sent, received, event.stderr_tail, request_id=asked)


def start_failure(event: StartFailed, startup_ms: int, refusal: tuple[WireFault, bytes | None] | None) -> Failure:
    """No valid hello. `refusal` is what was refused during this start, if anything was."""
    what, advice = event.text, _HELLO
    expected = f"a hello within {startup_ms} ms of the start of the process"
    received = None
    if refusal is not None:
        fault, received = refusal
        advice = CODES[fault.code].remedy
        if fault.text not in what:
            what += f"; a frame came and was refused ({fault.code}): {fault.text}"
        if fault.code == "unsupported_version":
            expected = f"protocol {PROTOCOL_VERSION} in hello"
    elif what.startswith("ended before"):
        never_began = "exit(0)" in what and not event.stderr_tail.strip()
        advice = _advice_of(event.stderr_tail) or (_NEVER_BEGAN if never_began else _ENDED_EARLY)
    return Failure(what, expected, advice, None, received, event.stderr_tail, silent=True)


def step_of_start(text: str, refusal: tuple[WireFault, bytes | None] | None) -> str:
    """The step that a failed start belongs to: start, hello or versions."""
    if text.startswith(("cannot start", "ended before")):
        return "start"
    return "versions" if refusal is not None and refusal[0].code == "unsupported_version" else "hello"


def last_line(printed: str) -> str:
    """The last line that is not empty: with most languages, the error that ended the program."""
    return next((line.strip() for line in reversed(printed.splitlines()) if line.strip()), "")


def _advice_of(last_words: str) -> str:
    return next((advice for pattern, advice in _LAST_WORDS_ADVICE if pattern.search(last_words)), "")
