"""How cards and other people's words appear on a terminal or in a file."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from ohhell_referee.rules.variant import JESTER, NO_TRUMP, WIZARD, Card, Suit

_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_RED = "31"
_BOLD = "1"
_DIM = "2"
_YELLOW = "33"


def escape(text: str, ascii_only: bool = False) -> str:
    """Words of a bot or a file, harmless for a terminal: what does not show as itself is written as `\\x1b`, `\\u202e`.

    That takes in control characters, characters that reverse or hide text, line ends and lone surrogates.
    """
    return "".join(
        character if character.isprintable() and (character.isascii() or not ascii_only) else _as_escape(character)
        for character in text
    )


def _as_escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def width(text: str) -> int:
    """Columns that a text takes on a terminal; East Asian wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def shorten(text: str, columns: int, mark: str = "..") -> str:
    """The text, or as much of its beginning as fits, with a mark."""
    if width(text) <= columns:
        return text
    kept = ""
    for character in text:
        if width(kept + character) > columns - len(mark):
            break
        kept += character
    return kept + mark


@dataclass(frozen=True, slots=True)
class Paint:
    """What the output can show.

    Attributes:
        symbols: suits as ♣ ♦ ♥ ♠ rather than letters.
        colour: terminal colours.
        ascii_only: whether other people's words must be written in ASCII.
    """

    symbols: bool = False
    colour: bool = False
    ascii_only: bool = False

    def words(self, text: str) -> str:
        return escape(text, self.ascii_only)

    def card(self, card: Card, columns: int = 0, mark: str = "", strong: bool = False) -> str:
        """A card with a mark before it, right-aligned in so many columns."""
        special = card[0] in (WIZARD, JESTER)
        plain = mark + (card if special else card[0] + self._suit(card[1]))
        codes = [_RED] if card[1] in "DH" and not special else []
        return self._coded(plain, codes + ([_BOLD] if strong else []), columns)

    def suit(self, suit: Suit | None) -> str:
        if suit is None:
            return "not known yet"
        return "none" if suit == NO_TRUMP else self._coded(self._suit(suit), [_RED] if suit in "DH" else [])

    def title(self, text: str) -> str:
        return self._coded(text, [_BOLD])

    def aside(self, text: str) -> str:
        return self._coded(text, [_DIM])

    def warning(self, text: str) -> str:
        return self._coded(text, [_YELLOW])

    def _suit(self, suit: Suit) -> str:
        return _SYMBOLS.get(suit, suit) if self.symbols else suit

    def _coded(self, text: str, codes: list[str], columns: int = 0) -> str:
        padding = " " * (columns - width(text))
        return f"{padding}\x1b[{';'.join(codes)}m{text}\x1b[0m" if self.colour and codes else padding + text
