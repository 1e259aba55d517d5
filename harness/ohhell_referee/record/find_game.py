"""What a person asks for by name in a journal: a game, a seat, the rules that were played."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ohhell_referee.record.game_record import GameRecord
from ohhell_referee.record.reading import iter_journal
from ohhell_referee.rules.loading import VariantError, resolve_variant
from ohhell_referee.rules.variant import Variant

NEAR_IDS = 5


class NotFound(LookupError):
    """There is no such thing in the journal. The text says what there is instead."""


def find_game(journal: Path, game_id: str | None = None) -> tuple[dict[str, Any], GameRecord]:
    """The journal's header, and the game of this id, or the first one. Reads no further than that game.

    Raises NotFound, naming near ids, and JournalError.
    """
    header: dict[str, Any] = {}
    ids: list[str] = []
    for line in iter_journal(journal):
        if line.number == 1:
            header = line.data()
        elif line.type == "game":
            record = line.game()
            if game_id in (None, record.id):
                return header, record
            ids.append(record.id)
    if not ids:
        raise NotFound(f"{journal}: no game is finished yet.")
    near = difflib.get_close_matches(game_id or "", ids, n=NEAR_IDS, cutoff=0.5)
    hint = f"Near: {', '.join(near)}." if near else f"The first is {ids[0]}, the last {ids[-1]}."
    raise NotFound(f"{journal}: no finished game {game_id!r} among {len(ids)}. {hint}")


def has_several_games(journal: Path) -> bool:
    """Whether a second game is there. Raises JournalError."""
    count = 0
    for line in iter_journal(journal):
        count += line.type == "game"
        if count > 1:
            return True
    return False


def find_seat(record: GameRecord, text: str) -> int:
    """A seat by its bot's name or its number. Raises NotFound."""
    seats = [seat for seat, name in enumerate(record.table) if name == text]
    if len(seats) == 1:
        return seats[0]
    if seats:
        raise NotFound(f"{text!r} sits in seats {', '.join(map(str, seats))} of game {record.id}: give the number.")
    if text.isascii() and text.isdecimal() and int(text) < len(record.table):
        return int(text)
    table = ", ".join(f"{seat} {name}" for seat, name in enumerate(record.table))
    raise NotFound(f"no seat {text!r} in game {record.id}. The seats are: {table}.")


def variant_of_header(header: Mapping[str, Any]) -> Variant:
    """The rules that a journal's games were played by. Raises NotFound where the header does not hold them."""
    raw = header.get("variant")
    if not isinstance(raw, dict):
        raise NotFound("the header has no `variant`: the rules are not known")
    try:
        return resolve_variant({key: value for key, value in raw.items() if key != "name"})
    except VariantError as error:
        raise NotFound(f"the header's variant cannot be played: {error}") from error


def rules_name(header: Mapping[str, Any]) -> str:
    """The variant's name by the header; empty where it has none."""
    raw = header.get("variant")
    name = raw.get("name") if isinstance(raw, dict) else None
    return name if isinstance(name, str) else ""
