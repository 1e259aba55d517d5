"""From a file's bytes to TOML values with their places, and what to say where that fails."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from typing import Any

from ohhell_referee.tournament.places import Places, find_places
from ohhell_referee.tournament.reading import FileProblems

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes. A tournament file of a thousand bots has about 200 kB; more than this is some other file."""


def read_text(file: str) -> str:
    """The text of a tournament file; raises `FileProblems` where there is none to read."""
    try:
        mode = os.stat(file).st_mode  # before opening: a named pipe would wait for a writer
        if stat.S_ISDIR(mode):
            raise FileProblems([f"{file}: this is a folder; name the tournament file in it"])
        if not stat.S_ISREG(mode):
            raise FileProblems([f"{file}: not an ordinary file"])
        with open(file, "rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise FileProblems([f"{file}: there is no such file"]) from None
    except FileProblems:
        raise
    except (OSError, ValueError) as error:
        raise FileProblems([f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}"]) from None
    if len(data) > LARGEST_FILE:
        raise FileProblems([f"{file}: larger than {LARGEST_FILE // 2**20} MiB; this is no tournament file"])
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FileProblems([f"{file}:1: the file is in UTF-16; save it as UTF-8"])
    try:
        text = data.decode("utf-8-sig")  # some editors begin UTF-8 with a byte-order mark
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileProblems(
            [f"{file}:{line}: not UTF-8: byte 0x{data[error.start]:02x}; save the file as UTF-8"]
        ) from None
    if not text.strip():
        raise FileProblems([f"{file}: the file is empty; it needs at least a name and two [[bots]]"])
    return text


_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_TOML_WORDS = {
    "Cannot overwrite a value": "this key is written twice, or is a value and a table at once",
    "Cannot declare": "this table is written twice",
    "Invalid value": "this is no value; strings need quotes",
    "Expected '=' after a key in a key/value pair": "an = is missing after the key",
    "Invalid statement": "neither a key, nor a [section], nor a # comment",
    "Illegal character '\\n'": "the line ends within a string: a closing quote is missing",
    "Unclosed array": "a ] is missing",
    "Unterminated string": 'a closing " is missing',
    "Expected newline or end of document after a statement": "one key = value a line: something follows the value",
}
"""The beginnings of tomllib's messages that a student may not understand, and what to say on top."""


def parse(file: str, text: str) -> tuple[dict[str, Any], Places]:
    """The values of a TOML text, and where each stands."""
    try:
        return tomllib.loads(text), find_places(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _TOML_PLACE.search(message)
        if place is None or place[1] is None:
            where = str(text.count("\n", 0, len(text.rstrip())) + 1)
        else:
            where = f"{place[1]}:{place[2]}"
        message = _TOML_PLACE.sub("", message)
        meaning = next((words for start, words in _TOML_WORDS.items() if message.startswith(start)), None)
        shown = f"{meaning} ({message})" if meaning else message
        raise FileProblems([f"{file}:{where}: not valid TOML: {shown}"]) from None
    except RecursionError:
        raise FileProblems([f"{file}:1: the brackets are nested too deep"]) from None
    except ValueError as error:  # Python reads no number of more than 4300 digits
        number = re.search(r"[0-9_]{4000,}", text)
        if number is None:
            raise FileProblems([f"{file}:1: not valid TOML: {error}"]) from None
        line = text.count("\n", 0, number.start()) + 1
        raise FileProblems([f"{file}:{line}: a number of more than 4,000 digits"]) from None
