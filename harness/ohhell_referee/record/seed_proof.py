"""The seed that was promised by a commitment before the games: where it is revealed, and whether it is the one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ohhell_referee.record.lines import LineReader, decode_line, open_journal
from ohhell_referee.rules.seeds import commitment, seed_key

SECRET_NAME = "secret.json"
END_MARK = b'{"type":"end"'
"""How every end line begins."""


def find_secret(journal: Path) -> Mapping[str, Any] | None:
    """`secret.json` beside the journal; a run deletes it, or nobody may read it, once the seed is in the journal."""
    try:
        secret = json.loads((journal.parent / SECRET_NAME).read_bytes())
    except (OSError, ValueError):
        return None
    return secret if isinstance(secret, dict) else None


def key_for(secret: Mapping[str, Any], promised: object) -> bytes | None:
    """The key of a revealed seed, if seed and nonce fit the commitment."""
    seed, nonce = secret.get("seed"), secret.get("nonce")
    if type(seed) not in (int, str) or not isinstance(nonce, str):
        return None
    key = seed_key(seed)  # type: ignore[arg-type]  # an int or a str, by the line above
    try:
        return key if commitment(bytes.fromhex(nonce), key) == promised else None
    except ValueError:
        return None


def last_end(journal: Path) -> dict[str, Any] | None:
    """The last end line of the journal, wherever it stands: games played after it have the same seed."""
    last: bytes | None = None
    with open_journal(journal) as file:
        for line in LineReader(journal, file):
            if line.raw.startswith(END_MARK):
                last = line.raw
    if last is None:
        return None
    try:
        return decode_line(last)
    except ValueError:  # reported when the line is reached
        return None
