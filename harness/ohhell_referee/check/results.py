"""What comes of a step."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from ohhell_referee.check.decoded import decoded_lines


class Status(Enum):
    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not applicable"
    """The bot does not declare what the step is about, and need not."""
    INFORMATION = "information"
    """Worth knowing, and never wrong."""
    NOT_RUN = "not run"
    """Only after failures: an earlier step failed without which this one tells nothing."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a step failed, for the author of the bot.

    Attributes:
        what: what happened.
        expected: what should have happened.
        advice: what to do about it.
        sent: the last frame toward the bot that has to do with it; None where there was none.
        received: the frame of the bot that is wrong; None where it sent none, or one in several parts.
        last_words: the end of what the bot printed.
        request_id: the request in `sent` that it is about, where it is about one.
        silent: a frame that is None tells nothing: none was to be expected yet.
    """

    what: str
    expected: str
    advice: str
    sent: bytes | None = None
    received: bytes | None = None
    last_words: str = ""
    request_id: int | None = None
    silent: bool = False


@dataclass(frozen=True, slots=True)
class StepResult:
    """`detail` is one line: what was measured or seen, why a step was left out, or what went wrong."""

    number: int
    name: str
    status: Status
    detail: str
    ms: float
    failure: Failure | None = None

    def as_json(self) -> dict[str, Any]:
        """The object of `--format json`; `failure` is there only where a step failed."""
        found: dict[str, Any] = {
            "number": self.number,
            "name": self.name,
            "status": self.status.value,
            "detail": self.detail,
            "ms": round(self.ms, 1),
        }
        failure = self.failure
        if failure is not None:
            found["failure"] = {
                "what": failure.what,
                "expected": failure.expected,
                "advice": failure.advice,
                "sent": None if failure.sent is None else failure.sent.hex(),
                "sent_decoded": decoded_lines(failure.sent),
                "received": None if failure.received is None else failure.received.hex(),
                "received_decoded": decoded_lines(failure.received),
                "stderr": failure.last_words,
            }
        return found


class StepFailed(Exception):
    """Raised by a step; carries the `Failure`."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.what)
        self.failure = failure
        self.late = False
        """The bot did not answer in time: worth knowing, because every such failure costs time."""


class NotApplicable(Exception):
    """Raised by a step that the bot's hello makes pointless; carries the sentence that says why."""
