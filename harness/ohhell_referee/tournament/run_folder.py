"""The run folder: what lies in it, how it is begun, how it is opened again."""

from __future__ import annotations

import json
import os
import secrets
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ohhell_referee.record.game_record import GameRecord
from ohhell_referee.record.journal import JOURNAL_NAME, JournalContents, JournalError, JournalWriter, NoHeaderError
from ohhell_referee.record.lock import LOCK_NAME
from ohhell_referee.record.reading import header_as_changed
from ohhell_referee.rules.seeds import commitment, seed_key
from ohhell_referee.tournament.continuation import compare_for_continuation, header_of
from ohhell_referee.tournament.model import Tournament

SECRET_NAME = "secret.json"
STANDINGS_NAME = "standings.json"
FILE_NAME = "tournament.toml"


class RunRefused(Exception):
    """The run cannot begin or go on as asked. The text says why and what to do."""


@dataclass(slots=True)
class OpenRun:
    """A run folder that is open for writing.

    Attributes:
        folder: absolute.
        writer: of the journal.
        header: the journal's header, with what its notes say has changed since.
        key: of all draws, from the seed.
        seed: as given or drawn.
        nonce: that the commitment was made with, hex.
        drawn: the seed was drawn, not given.
        fresh: nothing was there before.
        finished: the journal's last line is an `end`.
        seed_public: an `end` line has revealed the seed before.
        torn: bytes of a torn last line that was cut off.
    """

    folder: Path
    writer: JournalWriter
    header: dict[str, Any]
    key: bytes
    seed: int | str
    nonce: str
    drawn: bool
    fresh: bool
    contents: JournalContents | None
    finished: bool = False
    seed_public: bool = False
    torn: bytes | None = None


def open_run(tournament: Tournament, on_game: Callable[[GameRecord], None]) -> OpenRun:
    """Begin the tournament's run, or open the one that is there; the caller holds the folder's lock.

    Every finished game of a run that is continued is handed to `on_game`. Raises RunRefused, also where the journal
    is damaged, and JournalError where it cannot be written.
    """
    folder = tournament.output
    journal = folder / JOURNAL_NAME
    if journal.exists():
        try:
            return _continue(tournament, folder, journal, on_game)
        except NoHeaderError:
            # The run that made it stopped before anything was played: it begins anew.
            return _begin(tournament, folder, journal)
        except JournalError as error:
            verify = f"ohhell-referee replay {shlex.quote(str(folder))} --verify"
            raise RunRefused(
                f"{error}\nNothing was changed. `{verify}` lists what is wrong; put a good copy back, or "
                "begin a new run with --fresh (this one is kept)."
            ) from error
    refuse_strangers(folder)
    return _begin(tournament, folder, journal)


def refuse_strangers(folder: Path) -> None:
    """Raise RunRefused where the folder holds somebody's files and no journal. Asked before anything is written."""
    if (folder / JOURNAL_NAME).exists():
        return
    ours = (LOCK_NAME, "bots", "wire", SECRET_NAME, FILE_NAME)
    strangers = [path.name for path in folder.iterdir() if path.name not in ours]
    if strangers:
        raise RunRefused(
            f"{folder}: not empty and not a run folder (it holds {', '.join(sorted(strangers)[:3])}); "
            "nothing was written: choose another `output`, or -o"
        )


def _begin(tournament: Tournament, folder: Path, journal: Path) -> OpenRun:
    try:
        return _begun(tournament, folder, journal)
    except OSError as error:
        raise RunRefused(
            f"{error.filename or folder}: cannot be written: {error.strerror}; nothing was played"
        ) from error


def _begun(tournament: Tournament, folder: Path, journal: Path) -> OpenRun:
    drawn = tournament.seed is None
    seed: int | str = secrets.token_hex(16) if tournament.seed is None else tournament.seed
    nonce = secrets.token_bytes(16)
    key = seed_key(seed)
    _write_secret(folder / SECRET_NAME, {"seed": seed, "nonce": nonce.hex()})
    (folder / FILE_NAME).write_text(tournament.source, encoding="utf-8")
    (folder / "bots").mkdir(exist_ok=True)
    header = header_of(tournament, commitment(nonce, key))
    writer = JournalWriter.create(journal, header)
    return OpenRun(folder, writer, header, key, seed, nonce.hex(), drawn, True, None)


def _continue(tournament: Tournament, folder: Path, journal: Path, on_game: Callable[[GameRecord], None]) -> OpenRun:
    writer, contents, torn = JournalWriter.continue_(journal, on_game)
    try:
        header = header_as_changed(contents.header, contents.notes)
        differences = compare_for_continuation(header, tournament)
        if differences:
            listed = "\n".join(f"  {difference}" for difference in differences)
            raise RunRefused(
                f"{folder} holds a run that was begun with other settings:\n{listed}\n"
                "Nothing was changed. Take the changes back to continue it, or choose another folder with -o, "
                "or set it aside with --fresh."
            )
        seed, nonce = _find_seed(folder, contents)
        key = seed_key(seed)
        if commitment(bytes.fromhex(nonce), key) != header["commitment"]:
            raise RunRefused(
                f"{folder}: the seed in {SECRET_NAME} is not the one that this run was begun with; "
                "restore that file, or begin a new run with --fresh"
            )
        if tournament.seed is not None and seed_key(tournament.seed) != key:
            raise RunRefused(
                f"{folder} was begun with another seed than {tournament.seed!r}: games cannot be added under it. "
                "Leave the seed as it was, or choose another folder with -o."
            )
    except BaseException:
        writer.close()
        raise
    return OpenRun(
        folder=folder,
        writer=writer,
        header=header,
        key=key,
        seed=seed,
        nonce=nonce,
        drawn=tournament.seed is None,
        fresh=False,
        contents=contents,
        finished=contents.finished,
        seed_public=contents.end is not None,
        torn=torn,
    )


def _find_seed(folder: Path, contents: JournalContents) -> tuple[int | str, str]:
    if contents.end is not None:
        return contents.end["seed"], contents.end["nonce"]
    path = folder / SECRET_NAME
    try:
        secret = json.loads(path.read_text(encoding="utf-8"))
        return secret["seed"], secret["nonce"]
    except OSError as error:
        raise RunRefused(
            f"{path}: {error.strerror}; without the seed the run cannot go on (its finished games can still be rated "
            "and replayed)"
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise RunRefused(f"{path}: damaged ({error}); without the seed the run cannot go on") from error


def _write_secret(path: Path, secret: dict[str, Any]) -> None:
    """Readable by its owner alone from the first byte on."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(secret, file)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())


def forget_secret(run: OpenRun) -> None:
    """Remove `secret.json` once the journal has revealed what is in it."""
    (run.folder / SECRET_NAME).unlink(missing_ok=True)


def write_standings(folder: Path, text: str) -> None:
    """Put `standings.json` in place through a temporary name."""
    temporary = folder / (STANDINGS_NAME + ".new")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(folder / STANDINGS_NAME)


def set_aside(folder: Path) -> Path | None:
    """Move an existing run out of the way (`--fresh`): nothing is deleted. Returns where it went, or None."""
    if not folder.exists() or not any(folder.iterdir()):
        return None
    number = 1
    while (aside := folder.with_name(f"{folder.name}.{number}")).exists():
        number += 1
    folder.rename(aside)
    return aside
