"""Reading a tournament file: every problem at once, each with file, line and key; nothing is started.

Which keys there are and what they may be is the table of `sections.py`; this module reads the text, hands the sections
to `reading.py`, and checks what spans several keys.
"""

from __future__ import annotations

import dataclasses
import math
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.problems import VariantError
from ohhell_referee.rules.variant import Variant
from ohhell_referee.tournament import balance
from ohhell_referee.tournament.entries import read_entries
from ohhell_referee.tournament.model import (
    FaultRules,
    LimitRules,
    RatingRules,
    StopRule,
    TimeRules,
    Tournament,
)
from ohhell_referee.tournament.reading import FileProblems, Report, describe, did_you_mean, read_section
from ohhell_referee.tournament.sections import FAULTS, LIMITS, RATINGS, STOP, TIME, TOP
from ohhell_referee.tournament.toml_text import parse, read_text

__all__ = ["FileProblems", "Overrides", "load_tournament"]


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the command line says over the file. `output` is relative to the current folder."""

    output: Path | None = None
    games_at_once: int | None = None
    seed: int | str | None = None
    no_timeout: bool = False


def load_tournament(path: str | os.PathLike[str], overrides: Overrides | None = None) -> Tournament:
    """The tournament that the file at `path` describes.

    Raises `FileProblems`: one sentence a problem, each beginning with the file's name as given.
    """
    file = os.fspath(path)
    text = read_text(file)
    raw, places = parse(file, text)
    report = Report(file, places)
    tournament = _build(raw, Path(os.path.abspath(file)), text, report)
    if tournament is None:
        report.raise_problems()
        raise AssertionError("a tournament that could not be built has problems")
    return _override(tournament, overrides or Overrides())


_DECIDE_WHO_MEETS = ("format", "blocks", "duplicate", "focus", "tables", "rounds", "seed")
"""While one of these is wrong, nothing can be said of the schedule."""


def _build(raw: Mapping[str, Any], path: Path, text: str, report: Report) -> Tournament | None:
    top = read_section(TOP, _with_list_of_bots(raw, report), (), report)
    sections = {
        section.name: read_section(section, _table(raw, section.name), (section.name,), report)
        for section in (TIME, FAULTS, LIMITS, RATINGS)
    }
    variant = _read_variant(raw, report)
    bots = _list_of_tables(raw.get("bots"))
    entries = read_entries(bots, _table(raw, "bot_defaults"), path.parent, report)
    names = [bot["name"] for bot in bots if isinstance(bot.get("name"), str)]
    _check_limits(raw, sections["limits"], report)
    _check_format(raw, top, names, report)
    _check_names(sections["ratings"]["anchor"], names, ("ratings", "anchor"), report)
    stop = _read_stop(raw, names, report)
    output = top["output"] if top["output"] is not None else os.path.join("runs", str(top["name"]))
    if variant is None or not entries:
        return None
    tournament = Tournament(
        **{key: top[key] for key in ("name", "description", "seed", "format", "blocks", "duplicate")},
        **{key: top[key] for key in ("reveal_names", "restart", "disguise")},
        focus=tuple(top["focus"] or ()),
        tables=tuple(tuple(table) for table in top["tables"] or ()),
        rounds=_rounds(top, len(entries)),
        concurrency=_number(top["concurrency"]),
        workers=_number(top["workers"]),
        output=Path(os.path.abspath(path.parent / os.path.expanduser(output))),
        variant=variant,
        time=TimeRules(**sections["time"]),
        faults=FaultRules(**sections["faults"]),
        limits=LimitRules(**sections["limits"]),
        ratings=RatingRules(sections["ratings"]["anchor"], float(sections["ratings"]["anchor_rating"])),
        stop=stop,
        entries=entries,
        path=path,
        source=text,
    )
    if len(entries) == len(bots) and not any(report.has_problem(key) for key in _DECIDE_WHO_MEETS):
        _check_schedule(tournament, report)
    return dataclasses.replace(tournament, warnings=report.warnings) if report.clean else None


def _with_list_of_bots(raw: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """The top of the file; a `bots` of the wrong kind gets a message that fits the likely mistake, once."""
    bots = raw.get("bots")
    if "bots" not in raw:
        report.problem(("bots",), "missing; write [[bots]], then its name and command, once for each bot")
    elif isinstance(bots, dict):
        report.problem(("bots",), "write [[bots]] with two pairs of brackets, once for each bot")
    elif isinstance(bots, list) and not bots:
        report.problem(("bots",), "an empty list; a tournament needs at least two [[bots]]")
    else:
        return dict(raw)
    return {**raw, "bots": [{}]}


def _table(raw: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = raw.get(name)
    return value if isinstance(value, dict) else {}


def _list_of_tables(value: Any) -> Sequence[Mapping[str, Any]]:
    return value if isinstance(value, list) and all(isinstance(item, dict) for item in value) else []


def _number(value: int | str) -> int | None:
    return None if isinstance(value, str) else value


def _read_variant(raw: Mapping[str, Any], report: Report) -> Variant | None:
    table = _table(raw, "variant")
    if "variant" in raw and not isinstance(raw["variant"], dict):
        return None
    if not table:
        table = {"preset": "cardgames-io"}
    try:
        return resolve_variant(table)
    except VariantError as error:
        for key, message in error.problems:
            report.problem(("variant", *_parts(key)), message)
        return None


def _parts(key: str) -> list[str | int]:
    """`view[0].mode` as a path."""
    return [int(part[1:-1]) if part.startswith("[") else part for part in re.findall(r"[^.\[\]]+|\[\d+\]", key)]


def _check_limits(raw: Mapping[str, Any], limits: Mapping[str, Any], report: Report) -> None:
    """Limits that nothing enforces are refused: a promise that is not kept is worse than none."""
    if limits["sandbox"] == "bubblewrap":
        report.problem(("limits", "sandbox"), '"bubblewrap" is not supported yet; use "auto" or "none"')
    if limits["processes"] != LIMITS.field("processes").default:
        report.problem(("limits", "processes"), "a limit of processes is not supported yet; leave the key out")
    elif "processes" in _table(raw, "limits"):
        report.warning(("limits", "processes"), "not supported yet: the number of processes is not limited")


def _check_format(raw: Mapping[str, Any], top: Mapping[str, Any], names: Sequence[str], report: Report) -> None:
    format_ = top["format"]
    for key, formats in (("focus", ("gauntlet",)), ("tables", ("fixed",)), ("rounds", ("swiss", "knockout"))):
        if key in raw and format_ not in formats:
            allowed = " or ".join(f'"{name}"' for name in formats)
            report.problem((key,), f'only with format = {allowed}; this one is "{format_}"')
        elif key not in raw and key != "rounds" and format_ in formats:
            report.problem(("format",), f'"{format_}" needs {key} = …: {TOP.field(key).meaning}')
    _check_name_list(top["focus"], names, ("focus",), report)
    if format_ == "gauntlet" and top["focus"] == []:
        report.problem(("focus",), "an empty list; name the entries that meet the rest")
    if format_ == "fixed" and top["tables"] == []:
        report.problem(("tables",), "an empty list; name the entries of each table")
    for index, table in enumerate(top["tables"] or ()):
        for seat, name in enumerate(table):
            _check_names(name, names, ("tables", index, seat), report)
    if format_ == "duel" and top["duplicate"] == "all":
        report.problem(("duplicate",), 'a duel plays each deal in two mirrored seatings; "all" is not for it')


def _check_name_list(
    listed: Sequence[str] | None, names: Sequence[str], place: tuple[str | int, ...], report: Report
) -> None:
    for index, name in enumerate(listed or ()):
        _check_names(name, names, (*place, index), report)
        if listed and name in listed[:index]:
            report.problem((*place, index), f'"{name}" is in the list twice')


def _check_names(name: str | None, names: Sequence[str], place: tuple[str | int, ...], report: Report) -> None:
    if name is not None and names and name not in names:  # without any names, that is the problem to tell
        near = did_you_mean(name, names)
        report.problem(place, f"{describe(name)} is no bot of this file{';' if near else ''}{near}")


def _rounds(top: Mapping[str, Any], entries: int) -> int | None:
    if top["format"] == "swiss" and top["rounds"] is None:
        return max(1, math.ceil(math.log2(entries)))
    rounds: int | None = top["rounds"]
    return rounds


def _read_stop(raw: Mapping[str, Any], names: Sequence[str], report: Report) -> StopRule | None:
    if not isinstance(raw.get("stop"), dict):
        return None
    values = read_section(STOP, raw["stop"], ("stop",), report)
    test, listed = values["test"], values["entries"]
    if test != "sprt":
        for key in ("beta", "elo0", "elo1", "entries"):
            if key in raw["stop"] and test is not None:
                report.problem(("stop", key), 'only with test = "sprt"')
        return StopRule("superiority", float(values["alpha"]))
    for key, meaning in (("elo0", "refuted, as in elo0 = 0"), ("elo1", "shown, as in elo1 = 20")):
        if values[key] is None and not report.has_problem("stop", key):
            report.problem(("stop",), f'"sprt" needs {key}, the rating difference to be {meaning}')
    if None not in (values["elo0"], values["elo1"]) and values["elo0"] >= values["elo1"]:
        report.problem(("stop", "elo1"), "elo1 must be greater than elo0")
    _check_name_list(listed, names, ("stop", "entries"), report)
    if listed is None and len(names) == 2:
        listed = list(names)
    if listed is None or len(listed) != 2:
        report.problem(("stop", "entries"), '"sprt" compares two entries: entries = ["new", "old"]')
        return None
    if not report.clean:
        return None
    beta = 0.05 if values["beta"] is None else values["beta"]
    return StopRule(
        "sprt",
        alpha=float(values["alpha"]),
        beta=float(beta),
        elo0=float(values["elo0"]),
        elo1=float(values["elo1"]),
        entries=(listed[0], listed[1]),
    )


def _check_schedule(tournament: Tournament, report: Report) -> None:
    for trouble in balance.troubles(tournament):
        if trouble.refused:
            report.problem(trouble.place, trouble.message)
        else:
            report.warning(trouble.place, trouble.message)


def _override(tournament: Tournament, overrides: Overrides) -> Tournament:
    changes: dict[str, Any] = {}
    if overrides.output is not None:
        changes["output"] = Path(os.path.abspath(overrides.output))
    if overrides.games_at_once is not None:
        changes["games_at_once"] = overrides.games_at_once
    if overrides.seed is not None:
        changes["seed"] = overrides.seed
    if overrides.no_timeout:
        changes["time"] = dataclasses.replace(tournament.time, unlimited=True)
    return dataclasses.replace(tournament, **changes)
