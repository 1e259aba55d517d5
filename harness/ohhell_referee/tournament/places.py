"""Where the keys of a TOML text stand: line numbers for messages.

`tomllib` gives values without places, so this scanner walks the same text again and notes the line of every key. It
is given only text that `tomllib` has accepted, and therefore checks nothing: it has to know how far a string, an
array or an inline table reaches, and how headers nest, and that is all.

A place is a path of keys and of positions in arrays, from the top: `("bots", 1, "command")` is the key `command` of
the second `[[bots]]`.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right

Path = tuple[str | int, ...]

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"[ \t]*")
_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_PLAIN_VALUE = re.compile(r"[^,\]}#\n]*")
_BASIC = re.compile(r'"(?:[^"\\]|\\.)*"')
_LITERAL = re.compile(r"'[^']*'")
_LONG_BASIC = re.compile(r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}', re.DOTALL)
_LONG_LITERAL = re.compile(r"'''(?:[^']|'{1,2}(?!'))*'{3,5}", re.DOTALL)


class Places:
    """Line numbers (from 1) of the keys of one TOML text."""

    def __init__(self, lines: dict[Path, int]) -> None:
        self._lines = lines

    def line(self, path: Path) -> int:
        """The line of `path`, or of the nearest thing around it that is written down; 1 for the whole file."""
        while path:
            found = self._lines.get(path)
            if found is not None:
                return found
            path = path[:-1]
        return 1


def find_places(text: str) -> Places:
    """The places of all keys and array elements in `text`, which must be valid TOML."""
    return Places(_Scanner(text).scan())


def show_path(path: Path) -> str:
    """`("bots", 1, "command")` as people read it: `bots[2].command`. Elements are counted from 1."""
    shown = ""
    for part in path:
        if isinstance(part, int):
            shown += f"[{part + 1}]"
        else:
            key = part if _BARE_KEY.fullmatch(part) else '"' + part.encode("unicode_escape").decode() + '"'
            shown += f".{key}" if shown else key
    return shown


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.line_ends = [match.start() for match in re.finditer("\n", text)]
        self.lines: dict[Path, int] = {}
        self.lengths: dict[Path, int] = {}
        """Elements so far of each array of tables."""

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        while True:
            self._skip(_SPACE)
            if self.position >= len(self.text):
                return self.lines
            if self._next_is("[["):
                table = self._header(2)
            elif self._next_is("["):
                table = self._header(1)
            else:
                self._pair(table)

    def _header(self, brackets: int) -> Path:
        line = self._line()
        self.position += brackets
        *outer, last = self._key()
        self._skip(_BLANK)
        self.position += brackets
        path: Path = ()
        for part in outer:
            path = self._enter((*path, part), line)
        path = (*path, last)
        if brackets == 1:
            self._note(path, line)
            return path
        self._note(path, line)
        index = self.lengths.get(path, 0)
        self.lengths[path] = index + 1
        path = (*path, index)
        self._note(path, line)
        return path

    def _enter(self, path: Path, line: int) -> Path:
        self._note(path, line)
        length = self.lengths.get(path)
        return path if length is None else (*path, length - 1)

    def _pair(self, table: Path) -> None:
        line = self._line()
        path = table
        for part in self._key():
            path = (*path, part)
            self._note(path, line)
        self._skip(_BLANK)
        self.position += 1  # the equals sign
        self._skip(_BLANK)
        self._value(path)

    def _key(self) -> list[str]:
        parts: list[str] = []
        while True:
            self._skip(_BLANK)
            start = self.position
            if self._next_is('"'):
                self._skip(_BASIC)
                quoted = self.text[start : self.position]
                parts.append(tomllib.loads(f"key = {quoted}")["key"])
            elif self._next_is("'"):
                self._skip(_LITERAL)
                parts.append(self.text[start + 1 : self.position - 1])
            else:
                self._skip(_BARE_KEY)
                parts.append(self.text[start : self.position])
            self._skip(_BLANK)
            if not self._next_is("."):
                return parts
            self.position += 1

    def _value(self, path: Path) -> None:
        if self._next_is("["):
            self._array(path)
        elif self._next_is("{"):
            self._inline_table(path)
        else:
            for opening, pattern in (
                ('"""', _LONG_BASIC),
                ("'''", _LONG_LITERAL),
                ('"', _BASIC),
                ("'", _LITERAL),
                ("", _PLAIN_VALUE),
            ):
                if self._next_is(opening):
                    self._skip(pattern)
                    return

    def _array(self, path: Path) -> None:
        self.position += 1
        index = 0
        while True:
            self._skip(_SPACE)
            if self._next_is("]"):
                self.position += 1
                return
            self._note((*path, index), self._line())
            self._value((*path, index))
            index += 1
            self._skip(_SPACE)
            if self._next_is(","):
                self.position += 1

    def _inline_table(self, path: Path) -> None:
        self.position += 1
        while True:
            self._skip(_SPACE)
            if self._next_is("}"):
                self.position += 1
                return
            self._pair(path)
            self._skip(_SPACE)
            if self._next_is(","):
                self.position += 1

    def _next_is(self, text: str) -> bool:
        return self.text.startswith(text, self.position)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.position)
        if match is None:
            raise AssertionError(f"not the TOML that was promised, at character {self.position}")
        self.position = match.end()

    def _line(self) -> int:
        return bisect_right(self.line_ends, self.position - 1) + 1

    def _note(self, path: Path, line: int) -> None:
        self.lines.setdefault(path, line)
