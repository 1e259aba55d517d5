"""What a message type is. The table of all of them is in messages.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .shapes import Shape

Direction = Literal["bot to referee", "referee to bot"]
Kind = Literal["start", "answer", "request", "notice"]
"""start: hello and welcome. A request wants exactly one answer, a notice none."""
Presence = Literal["required", "nullable", "optional"]
"""required: always there, never nil. nullable: always there, may be nil. optional: absent or nil without a value."""


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    shape: Shape
    presence: Presence
    meaning: str

    def allows_nil(self) -> bool:
        return self.presence != "required"


@dataclass(frozen=True, slots=True)
class MessageType:
    """One message type. `type` is a key of every message and not repeated among `fields`.

    `open`: keys beyond the table are ignored rather than refused (hello, and everything toward a bot).
    `answer`: for a request, the type of the message that answers it. `events`: sent only to bots that asked for events.
    """

    type: str
    direction: Direction
    kind: Kind
    summary: str
    fields: tuple[Field, ...]
    open: bool = False
    answer: str | None = None
    events: bool = False

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)
