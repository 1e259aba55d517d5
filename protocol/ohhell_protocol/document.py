"""The generated parts of PROTOCOL.md: tables, examples and the bare bot, between markers in the text.

    python -m ohhell_protocol.document          rewrites the generated parts
    python -m ohhell_protocol.document --check  exit status 1 if they are not up to date

A part stands between `<!-- generated: NAME -->` and `<!-- end -->`; the text around it is written by hand.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from .errors import ERROR_CODES
from .examples import EXAMPLES, Example
from .frames import pack_frame
from .limits import LIMITS
from .message_type import Field, MessageType
from .messages import MESSAGES

PROTOCOL = Path(__file__).resolve().parent.parent
DOCUMENT = PROTOCOL / "PROTOCOL.md"
BARE_BOT = PROTOCOL.parent / "example_bots" / "python" / "bare_bot.py"
_MARKED = re.compile(r"(<!-- generated: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
_HEX_COLUMNS = 96
_PRESENCE = {"required": "always", "nullable": "always, may be nil", "optional": "optional"}


class DocumentError(Exception):
    """PROTOCOL.md names a part that does not exist, or lacks one. The text says which."""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    lines += ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _keys(message: MessageType) -> str:
    """All keys of a message in one cell; optional ones in brackets."""
    names = [f"[{field.name}]" if field.presence == "optional" else field.name for field in message.fields]
    return ", ".join(names)


def overview() -> str:
    """The one table that shows every message."""
    rows = []
    for message in MESSAGES:
        kind: str = message.kind
        if message.answer is not None:
            kind = f"request, answered with `{message.answer}`"
        elif message.events:
            kind = "notice, with events only"
        rows.append((message.direction, f"`{message.type}`", kind, _keys(message)))
    return table(("direction", "type", "kind", "keys besides `type` ([optional])"), rows)


def _field_row(field: Field) -> tuple[str, str, str, str]:
    return f"`{field.name}`", field.shape.label, _PRESENCE[field.presence], field.meaning


def json_of(messages: Sequence[dict[str, Any]]) -> str:
    """Messages as JSON, one a line, as the document and the vectors show them."""
    return "[" + ",\n ".join(json.dumps(message, ensure_ascii=False) for message in messages) + "]"


def hex_of(data: bytes) -> str:
    """Bytes as lines of hex digits."""
    digits = data.hex()
    return "\n".join(digits[start : start + _HEX_COLUMNS] for start in range(0, len(digits), _HEX_COLUMNS))


def example_text(example: Example) -> str:
    """One example frame: a sentence, the messages as JSON, the frame as hex."""
    return (
        f"{example.about}\n\n```json\n{json_of(example.messages)}\n```\n"
        f"```hex\n{hex_of(pack_frame(example.messages))}\n```\n"
    )


def _message_text(message: MessageType) -> str:
    suffix = " (request)" if message.kind == "request" else " (answer)" if message.kind == "answer" else ""
    parts = [f"### `{message.type}`{suffix}\n", message.summary + "\n"]
    if message.answer is not None:
        parts.append(f"Answered with `{message.answer}`.\n")
    parts.append(table(("key", "type", "presence", "meaning"), map(_field_row, message.fields)))
    wanted = f"{message.type}_answer" if message.kind == "answer" else message.type
    names = (wanted, f"{wanted}_resumed")
    parts += [example_text(e) for e in EXAMPLES if e.name in names and e.direction == message.direction]
    return "\n".join(parts)


def _messages(choose: Callable[[MessageType], bool]) -> str:
    return "\n".join(_message_text(message) for message in MESSAGES if choose(message))


def _request_fields() -> str:
    """The keys that every request has."""
    requests = [message for message in MESSAGES if message.kind == "request"]
    shared = [f for f in requests[0].fields if all(f in message.fields for message in requests)]
    return table(("key", "type", "presence", "meaning"), map(_field_row, shared))


def _request_text(message: MessageType) -> str:
    requests = [other for other in MESSAGES if other.kind == "request"]
    own = [f for f in message.fields if not all(f in other.fields for other in requests)]
    parts = [
        f"### `{message.type}` (request)\n",
        message.summary + "\n",
        f"Answered with `{message.answer}`. Keys of its own:\n",
    ]
    parts.append(table(("key", "type", "presence", "meaning"), map(_field_row, own)))
    parts += [example_text(e) for e in EXAMPLES if e.name == message.type and e.direction == message.direction]
    return "\n".join(parts)


def features() -> str:
    """One example frame for each feature of the variants."""
    return "\n".join(f"### {e.feature}\n\n{example_text(e)}" for e in EXAMPLES if e.feature is not None)


def further_frames() -> str:
    return "\n".join(example_text(e) for e in EXAMPLES if e.name in ("hello_full", "note", "answers", "several_games"))


def error_codes() -> str:
    rows = [(f"`{row.code}`", row.fault, row.meaning, row.remedy) for row in ERROR_CODES]
    return table(("code", "fault", "meaning", "remedy"), rows)


def limits() -> str:
    return table(("what", "limit", "direction", "reason"), LIMITS)


def bare_bot() -> str:
    return f"```python\n{BARE_BOT.read_text(encoding='utf-8')}```\n"


PARTS: dict[str, Callable[[], str]] = {
    "overview": overview,
    "to-referee": lambda: _messages(lambda m: m.direction == "bot to referee"),
    "to-bot": lambda: _messages(lambda m: m.direction == "referee to bot" and m.kind != "request" and not m.events),
    "request-keys": _request_fields,
    "requests": lambda: "\n".join(_request_text(m) for m in MESSAGES if m.kind == "request"),
    "events": lambda: _messages(lambda m: m.events),
    "frames": further_frames,
    "features": features,
    "errors": error_codes,
    "limits": limits,
    "bare-bot": bare_bot,
}


def render(text: str) -> str:
    """The document with its generated parts made anew. Raises DocumentError for a part unknown or missing."""
    found: list[str] = []

    def replace(match: re.Match[str]) -> str:
        name = match.group(2)
        if name not in PARTS:
            raise DocumentError(f"there is no generated part {name!r}; there are {', '.join(PARTS)}")
        found.append(name)
        return f"{match.group(1)}\n{PARTS[name]()}\n{match.group(3)}"

    rendered = _MARKED.sub(replace, text)
    missing = [name for name in PARTS if name not in found]
    if missing:
        raise DocumentError(f"the document lacks the generated parts {', '.join(missing)}")
    return rendered


def shown_frames(text: str) -> list[tuple[list[dict[str, Any]], bytes]]:
    """Every example frame that a document shows: (messages of its JSON, bytes of its hex)."""
    pairs = re.findall(r"```json\n(\[.*?\])\n```\n```hex\n(.*?)\n```", text, re.DOTALL)
    return [(json.loads(shown), bytes.fromhex(digits.replace("\n", ""))) for shown, digits in pairs]


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        sys.stderr.write("usage: python -m ohhell_protocol.document [--check]\n")
        return 2
    if not DOCUMENT.exists():
        sys.stderr.write(f"{DOCUMENT} is not there: run this in a checkout of the project\n")
        return 2
    text = DOCUMENT.read_text(encoding="utf-8")
    try:
        rendered = render(text)
    except DocumentError as error:
        sys.stderr.write(f"{DOCUMENT}: {error}\n")
        return 1
    if rendered == text:
        return 0
    if arguments == ["--check"]:
        sys.stderr.write(f"{DOCUMENT}: not up to date; run python -m ohhell_protocol.document\n")
        return 1
    DOCUMENT.write_text(rendered, encoding="utf-8")
    sys.stdout.write(f"{DOCUMENT} rewritten\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
