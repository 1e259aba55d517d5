"""What passes between a table and whoever brings it the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ohhell_referee.record.game_record import FaultClass

Consequence = Literal["substitute", "forfeit", "void", "stop"]


@dataclass(slots=True)
class Ask:
    """A question to one seat.

    Attributes:
        seat: who is asked.
        kind: `bid`, `revise`, `trump` or `play`.
        legal: the values it may answer with; never empty.
        body: the request as it goes on the wire, without `id`, `game` and `clock_ms`, in the wire's suits.
    """

    seat: int
    kind: str
    legal: Sequence[Any]
    body: dict[str, Any]


@dataclass(slots=True)
class Answer:
    """What came of an ask: a legal value, or a fault.

    Attributes:
        value: the decision, one of the ask's legal values; None where there is a fault.
        fault: the class of the fault, or None.
        note: the bot's own words beside its decision, for the record.
        milliseconds: what the decision is charged; 0.0 where nobody was asked over the wire.
        evidence: of a fault, for the record: text, bytes in hex, time taken. JSON-able.
    """

    value: Any = None
    fault: FaultClass | None = None
    note: str | None = None
    milliseconds: float = 0.0
    evidence: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class FaultPolicy:
    """What follows a fault, by class, and how many faults a seat may have in one game.

    A dead process cannot go on: whatever else is asked for, `substitute` after a crash or a failed start hands the
    seat to the house policy for the rest of the game.
    """

    on_illegal: Consequence = "substitute"
    on_timeout: Consequence = "substitute"
    on_crash: Consequence = "substitute"
    on_protocol_error: Consequence = "substitute"
    max_per_game: int = 3
    by_class: Mapping[str, Consequence] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_class: dict[str, Consequence] = {
            "illegal": self.on_illegal,
            "late": self.on_timeout,
            "malformed": self.on_protocol_error,
            "protocol": self.on_protocol_error,
            "crash": self.on_crash,
            "startup": self.on_crash,
        }
        object.__setattr__(self, "by_class", by_class)

    def hands_over(self, fault: str, faults_so_far: int) -> bool:
        """Whether the seat goes to the house policy after this fault, its `faults_so_far`-th in the game."""
        if self.by_class[fault] == "forfeit" or fault in ("crash", "startup"):
            return True
        return faults_so_far >= self.max_per_game


class VoidGame(Exception):
    """The tournament's policy makes the game void because of a fault. Carries a sentence for the journal."""


class StopRun(Exception):
    """The tournament's policy stops the run because of a fault. Carries a sentence for people."""
