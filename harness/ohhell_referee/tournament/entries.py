"""The `[[bots]]` of a tournament file as entries, and the hash that tells whether a bot is still the same."""

from __future__ import annotations

import hashlib
import json
import os
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ohhell_referee.tournament.commands import CommandProblem, covered_files, exact_path, resolve_command
from ohhell_referee.tournament.model import Entry
from ohhell_referee.tournament.places import Path as Place
from ohhell_referee.tournament.reading import Report, plain_data_problems, read_section
from ohhell_referee.tournament.sections import BOT_DEFAULTS, BOTS


def read_entries(
    raw: Sequence[Mapping[str, Any]], defaults: Mapping[str, Any], folder: Path, report: Report
) -> tuple[Entry, ...]:
    """The entries; `folder` is the tournament file's.

    Problems go to the report. An entry whose name is no name is left out; one with other problems is there, for checks
    of who can meet whom.
    """
    shared = read_section(BOT_DEFAULTS, defaults, ("bot_defaults",), report)
    _check_environment(shared["env"], ("bot_defaults", "env"), report)
    _check_options(shared["options"], ("bot_defaults", "options"), report)
    entries: list[Entry] = []
    for index, table in enumerate(raw):
        entry = _read_entry(table, shared, folder, ("bots", index), report)
        if entry is not None:
            entries.append(entry)
    _check_unique_names(raw, report)
    return tuple(entries)


def _read_entry(
    raw: Mapping[str, Any], shared: Mapping[str, Any], folder: Path, place: Place, report: Report
) -> Entry | None:
    values = read_section(BOTS, raw, place, report)
    env = {**(shared["env"] or {}), **(values["env"] or {})}
    options = {**(shared["options"] or {}), **(values["options"] or {})}
    _check_environment(values["env"], (*place, "env"), report)
    _check_options(values["options"], (*place, "options"), report)
    cwd_place = (*place, "cwd") if "cwd" in raw else ("bot_defaults", "cwd")
    cwd = Path(exact_path(folder / (values["cwd"] if values["cwd"] is not None else shared["cwd"])))
    instances = values["instances"] if values["instances"] is not None else shared["instances"]
    files: tuple[Path, ...] = ()
    argv: tuple[str, ...] = ()
    command = values["command"]
    if os.path.isdir(cwd):  # unlike Path.is_dir, also where the name is too long for a path
        files = _read_files(values["files"] or [], cwd, (*place, "files"), report)
        argv = _resolve(command, cwd, env, (*place, "command"), report)
    elif not report.has_problem(*cwd_place):
        report.problem(cwd_place, f"{cwd} is not a folder" if os.path.exists(cwd) else f"there is no folder {cwd}")
    if values["name"] is None:
        return None
    return Entry(
        name=values["name"],
        command=tuple(command) if isinstance(command, list) else command or "",
        argv=argv,
        cwd=cwd,
        env=env,
        options=options,
        author=values["author"],
        group=values["group"],
        instances=None if instances == "auto" else instances,
        files=files,
    )


def _resolve(
    command: list[str] | str | None, cwd: Path, env: Mapping[str, str], place: Place, report: Report
) -> tuple[str, ...]:
    if command is None:  # missing, or of the wrong kind: reported already
        return ()
    try:
        return resolve_command(command, cwd, env)
    except CommandProblem as problem:
        inside = () if problem.position is None or isinstance(command, str) else (problem.position,)
        report.problem((*place, *inside), str(problem))
        return ()


def _read_files(written: Sequence[str], cwd: Path, place: Place, report: Report) -> tuple[Path, ...]:
    files = []
    for index, name in enumerate(written):
        path = cwd / name
        if not name or not os.path.exists(path):
            report.problem((*place, index), f'there is no file or folder "{name}" (looked for from {cwd})')
        else:
            files.append(Path(exact_path(path)))
    return tuple(files)


def _check_environment(env: Mapping[str, str] | None, place: Place, report: Report) -> None:
    for key, value in (env or {}).items():
        if not key or "=" in key or "\0" in key + value:
            report.problem((*place, key), "this cannot be an environment variable: no =, no NUL, and not empty")


def _check_options(options: Mapping[str, Any] | None, place: Place, report: Report) -> None:
    for inner, message in plain_data_problems(options or {}):
        report.problem((*place, *inner), message)


def _check_unique_names(raw: Sequence[Mapping[str, Any]], report: Report) -> None:
    seen: dict[str, tuple[int, str]] = {}
    for index, table in enumerate(raw):
        name = table.get("name")
        if not isinstance(name, str) or not name:
            continue
        looks_like = unicodedata.normalize("NFKC", name).casefold()
        first = seen.setdefault(looks_like, (index, name))
        if first[0] == index:
            continue
        if first[1] == name:
            message = f'the name "{name}" is taken by bots[{first[0] + 1}]; names must be unique'
        else:
            message = (
                f'the name "{name}" differs from "{first[1]}" of bots[{first[0] + 1}] only in case or spelling of one '
                "character; nobody could tell them apart"
            )
        report.problem(("bots", index, "name"), message)


def entry_hash(entry: Entry) -> str:
    """`sha256:` and 64 digits over everything that makes the bot what it is.

    Covered: the command as written, the contents of its arguments that are files and of `files`, options, and
    environment. Not covered: where the files lie, the interpreter's version, the bots that the package brings (the
    project's version stands for them). Reads the files now; OSError if one has gone.
    """
    content = {
        "command": entry.command if isinstance(entry.command, str) else list(entry.command),
        "env": dict(entry.env),
        "options": dict(entry.options),
        "files": file_hashes(entry),
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def file_hashes(entry: Entry) -> dict[str, str]:
    """The SHA-256 of every covered file by its name as written in the command, or relative to the entry's cwd."""
    hashes = {written: _file_digest(path) for written, path in covered_files(entry.command, entry.cwd)}
    for path in entry.files:
        for file in _files_in(path):
            hashes[os.path.relpath(file, entry.cwd)] = _file_digest(file)
    return hashes


def _files_in(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for folder, subfolders, names in os.walk(path):
        subfolders[:] = sorted(name for name in subfolders if name != "__pycache__" and not name.startswith("."))
        for name in sorted(names):
            file = Path(folder, name)
            if file.is_file():
                yield file


def _file_digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
