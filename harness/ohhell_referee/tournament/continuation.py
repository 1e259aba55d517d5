"""The journal's header, and whether a run may go on with a tournament file that has changed since.

A change that is allowed is noted in the journal, so that nobody has to guess under which settings a game was played.
What may change: what cannot alter games already played (more blocks or rounds, concurrency, workers, instances, output,
deadlines, limits of processes, ratings' anchor, description, authors). Everything else would mix two tournaments in one
journal, and is refused with the difference shown.
"""

from __future__ import annotations

import dataclasses
import json
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import ohhell_referee
from ohhell_referee.record.reading import CHANGED, MAY_CHANGE
from ohhell_referee.rules.loading import parameters
from ohhell_referee.tournament.entries import entry_hash, file_hashes
from ohhell_referee.tournament.model import Entry, Tournament

_FREE = MAY_CHANGE - {"schedule"}
"""Sections of the header that a continued run may change freely."""

_OF_RATINGS = frozenset({"ratings"})
"""What still matters where every game has been played."""

_NOT_COMPARED = frozenset({"type", "format", "commitment", "seed_given", "prev", "digest"})
"""What the tournament file does not say. The seed is held against the commitment by the run itself."""

_RAISABLE = {
    "schedule.blocks": ("round-robin", "gauntlet", "duel", "fixed", "random", "adaptive"),
    "schedule.rounds": ("swiss",),
}
"""Numbers that may grow, and the formats where growing appends games and moves none."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the journal's header and the tournament file say differently. `key` is dotted."""

    key: str
    old: Any
    new: Any
    allowed: bool = False
    remark: str = ""

    @property
    def section(self) -> str:
        """The key of the header that it is in."""
        return self.key.partition(".")[0]

    def __str__(self) -> str:
        remark = f" ({self.remark})" if self.remark else ""
        return f"{self.key}: {_shown(self.old)} in the run, {_shown(self.new)} now{remark}"


def header_of(tournament: Tournament, commitment: str) -> dict[str, Any]:
    """The header line of the journal, without `type` and `format` (the journal adds these) and without the seed.

    Reads the entries' files to hash them: OSError if one has gone since the tournament was loaded.
    """
    return {
        "project": ohhell_referee.__version__,
        "python": platform.python_version(),
        "name": tournament.name,
        "description": tournament.description,
        "variant": {"name": tournament.variant.name, **parameters(tournament.variant)},
        "players": tournament.players,
        "schedule": {
            "format": tournament.format,
            "blocks": tournament.blocks,
            "duplicate": tournament.duplicate,
            "focus": list(tournament.focus),
            "tables": [list(table) for table in tournament.tables],
            "rounds": tournament.rounds,
        },
        "disguise": tournament.disguise,
        "reveal_names": tournament.reveal_names,
        "restart": tournament.restart,
        "entries": [_entry(entry) for entry in tournament.entries],
        "time": dataclasses.asdict(tournament.time),
        "faults": dataclasses.asdict(tournament.faults),
        "limits": dataclasses.asdict(tournament.limits),
        "stop": None if tournament.stop is None else _plain(dataclasses.asdict(tournament.stop)),
        "ratings": dataclasses.asdict(tournament.ratings),
        "seed_given": tournament.seed is not None,
        "commitment": commitment,
    }


def compare_for_continuation(header: Mapping[str, Any], tournament: Tournament) -> list[Difference]:
    """The differences that forbid continuing the run of `header` as `tournament`; empty where it may go on."""
    return [difference for difference in changes_since(header, tournament) if not difference.allowed]


def changes_since(header: Mapping[str, Any], tournament: Tournament) -> list[Difference]:
    """All differences between the header and the tournament, allowed ones too.

    `header` is the run's as it stands: with what earlier notes have changed (`header_as_changed`)."""
    now = header_of(tournament, commitment="")
    found: list[Difference] = []
    for key in dict.fromkeys((*now, *header)):
        if key in _NOT_COMPARED:
            continue
        old, new = header.get(key), now.get(key)
        if key == "entries":
            found += _entry_differences(old, now["entries"])
        elif key == "stop" and old != new:
            found.append(
                Difference(key, old, new, remark="a test is chosen before the first game, or it proves nothing")
            )
        elif key == "schedule":
            found += [_judged(difference, tournament.format) for difference in _differences(key, old, new)]
        else:
            allowed = key in _FREE
            found += [dataclasses.replace(each, allowed=allowed) for each in _differences(key, old, new)]
    return found


def change_note(header: Mapping[str, Any], tournament: Tournament, *, playing: bool) -> dict[str, Any] | None:
    """The journal's note of what is different from here on; None where there is nothing to note.

    Authors and output folders are not worth a line. Where no game is left to play, only the ratings' scale is.
    """
    sections = MAY_CHANGE if playing else _OF_RATINGS
    changes = [each for each in changes_since(header, tournament) if each.section in sections]
    if not changes:
        return None
    told = "; ".join(f"{each.key} {_shown(each.old)} -> {_shown(each.new)}" for each in changes)
    now = header_of(tournament, commitment="")
    return {
        "type": "note",
        "what": CHANGED,
        "now": {section: now[section] for section in dict.fromkeys(each.section for each in changes)},
        "text": f"settings changed: {told}",
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "hash": entry_hash(entry),
        "command": _plain(entry.command),
        "options": dict(entry.options),
        "env": sorted(entry.env),  # the names alone: values may be secrets, and the hash covers them
        "author": entry.author,
        "group": entry.group,
        "files": file_hashes(entry),
    }


def _judged(difference: Difference, format_: str) -> Difference:
    old, new = difference.old, difference.new
    if difference.key not in _RAISABLE or not isinstance(old, int) or not isinstance(new, int):
        return difference
    if format_ not in _RAISABLE[difference.key]:
        return dataclasses.replace(difference, remark=f"in a {format_} this would change games already played")
    if new < old:
        return dataclasses.replace(difference, remark="it may only grow")
    return dataclasses.replace(difference, allowed=True)


def _entry_differences(old: Any, new: Sequence[Mapping[str, Any]]) -> Iterator[Difference]:
    before = {entry["name"]: entry for entry in old or ()}
    after = {entry["name"]: entry for entry in new}
    for name in before.keys() - after.keys():
        yield Difference(f"bots.{name}", "present", None, remark="an entry cannot leave")
    for name in after.keys() - before.keys():
        yield Difference(f"bots.{name}", None, "present", remark="an entry cannot join")
    common = [name for name in before if name in after]
    if common != [name for name in after if name in before]:
        yield Difference("bots", list(before), list(after), remark="the order of the entries decides who meets whom")
    for name in common:
        parts = [
            dataclasses.replace(each, allowed=each.key.endswith(".author"))
            for part in after[name]
            if part not in ("hash", "files")
            for each in _differences(f"bots.{name}.{part}", before[name].get(part), after[name][part])
        ]
        parts += _file_differences(f"bots.{name}.files", before[name].get("files") or {}, after[name]["files"])
        yield from parts
        if before[name].get("hash") != after[name]["hash"] and all(part.allowed for part in parts):
            yield Difference(f"bots.{name}.env", "other values", "new values", remark="the hash has changed")


def _file_differences(key: str, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Difference]:
    """Files of a bot that came, went or changed; their hashes tell a reader nothing."""
    for file in dict.fromkeys((*old, *new)):
        if file not in new or file not in old:
            there = ("present", None) if file in old else (None, "present")
            yield Difference(f"{key}.{file}", *there)
        elif old[file] != new[file]:
            yield Difference(f"{key}.{file}", "one content", "another", remark="the file has changed")


def _differences(key: str, old: Any, new: Any) -> Iterator[Difference]:
    """The leaves in which two values of plain data differ."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for part in dict.fromkeys((*old, *new)):
            yield from _differences(f"{key}.{part}", old.get(part), new.get(part))
    elif old != new:
        yield Difference(key, old, new)


def _plain(value: Any) -> Any:
    """Tuples as lists, at any depth: what JSON gives back."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _shown(value: Any) -> str:
    if value is None:
        return "absent"
    if isinstance(value, Mapping):
        value = {key: item for key, item in value.items() if item is not None}
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "…"
