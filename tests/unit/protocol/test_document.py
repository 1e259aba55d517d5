"""PROTOCOL.md is true: its generated parts are up to date, and every frame in it decodes to what stands beside it."""

from __future__ import annotations

import re

import pytest

from ohhell_protocol.document import BARE_BOT, DOCUMENT, PARTS, DocumentError, render, shown_frames
from ohhell_protocol.errors import ERROR_CODES
from ohhell_protocol.examples import EXAMPLES
from ohhell_protocol.frames import read_frame
from ohhell_protocol.limits import LIMITS
from ohhell_protocol.messages import MESSAGES, TO_BOT

TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_the_generated_parts_are_up_to_date() -> None:
    assert render(TEXT) == TEXT, "run python -m ohhell_protocol.document"


def test_every_shown_frame_decodes_to_the_json_beside_it() -> None:
    frames = shown_frames(TEXT)
    assert len(frames) == TEXT.count("```hex") == len(EXAMPLES)
    for messages, data in frames:
        first = messages[0]["type"]
        toward_bot = first not in ("hello", "bid", "play", "trump") or "game" in messages[0]
        assert read_frame(data, "referee to bot" if toward_bot else "bot to referee") == messages


def test_every_message_key_and_error_code_is_in_the_document() -> None:
    for message in MESSAGES:
        assert f"### `{message.type}`" in TEXT
        for field in message.fields:
            assert f"| `{field.name}` |" in TEXT
    for row in ERROR_CODES:
        assert f"| `{row.code}` | {row.fault} |" in TEXT
    for limit in LIMITS:
        assert f"| {limit.what} | {limit.bound} |" in TEXT


def test_links_inside_the_document_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9_ -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    for target in re.findall(r"\]\(#([^)]*)\)", TEXT):
        assert target in anchors


def test_the_bare_bot_has_at_most_40_lines_and_stands_in_the_document() -> None:
    source = BARE_BOT.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 40
    assert f"```python\n{source}```" in TEXT
    assert "ohhell_protocol" not in source


def test_every_request_type_is_answered_by_the_bare_bot() -> None:
    source = BARE_BOT.read_text(encoding="utf-8")
    for message in TO_BOT.values():
        if message.kind == "request":
            assert f'"{message.type}": ("{message.answer}"' in source


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(DocumentError, match="no generated part 'weather'"):
        render(TEXT + "\n<!-- generated: weather -->\n<!-- end -->\n")


def test_a_missing_part_is_refused() -> None:
    with pytest.raises(DocumentError, match="lacks the generated parts overview"):
        render(TEXT.replace("<!-- generated: overview -->", ""))


def test_the_parts_have_names_in_lower_case() -> None:
    assert all(re.fullmatch(r"[a-z-]+", name) for name in PARTS)
