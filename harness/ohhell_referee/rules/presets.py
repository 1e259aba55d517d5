"""The variants that come with the program, by name and by the other names that people know them by."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ohhell_referee.rules.problems import nearest


class UnknownPreset(ValueError):
    """No preset has this name; the message names the nearest, or all of them."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules, for every number of players that it is for."""

    name: str
    title: str
    source: str
    """Where the rules come from, and what in them is our own reading."""
    aliases: tuple[str, ...]
    players: tuple[int, int]
    """Least and most; every hand can be dealt for all of them."""
    default_players: int
    raw: Mapping[str, Any]
    """The variant as `resolve_variant` takes it: values may be tables by number of players."""
    alias_reasons: Mapping[str, str]
    """Why each alias leads here and not to a cousin."""
    choices: tuple[str, ...]
    """What the sources leave open or do differently, and what the preset does."""


_ORDER = (
    "cardgames-io",
    "bga",
    "bicycle",
    "spruce",
    "la-podrida",
    "devils-bridge",
    "kachuful",
    "nomination-whist",
    "nommie",
    "blob",
    "boerenbridge",
    "german-bridge",
    "podrida-argentina",
    "pocha",
    "rikiki",
    "plump",
    "ascenseur",
    "romanian-whist",
    "up-and-down-the-river",
    "stiche-raten",
    "wizard",
)


def preset_names() -> tuple[str, ...]:
    """All names, the plainest games first."""
    return _ORDER


@cache
def load_preset(name: str) -> Preset:
    """The preset of exactly this name. Raises FileNotFoundError for another one: see `find_preset`."""
    text = resources.files("ohhell_referee.rules").joinpath(f"presets/{name}.toml").read_text(encoding="utf-8")
    content = tomllib.loads(text)
    least, most = content["players"]
    return Preset(
        name=name,
        title=content["title"],
        source=content["source"],
        aliases=tuple(content.get("aliases", {})),
        players=(least, most),
        default_players=content["default_players"],
        raw=content.get("variant", {}),
        alias_reasons=content.get("aliases", {}),
        choices=tuple(content.get("choices", ())),
    )


def plain_name(text: str) -> str:
    """A name without case, accents, blanks and punctuation: `Oh Hell!` and `oh-hell` are the same."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


@cache
def _by_plain_name() -> dict[str, tuple[str, str]]:
    """By plain name: the preset, and the name as it is written."""
    names = {plain_name(name): (name, name) for name in _ORDER}
    for name in _ORDER:
        for alias in load_preset(name).aliases:
            names.setdefault(plain_name(alias), (name, alias))
    return names


def find_preset(text: str) -> Preset:
    """The preset of this name or alias; case, accents, blanks and punctuation do not count.

    Raises UnknownPreset, which names the nearest known name.
    """
    names = _by_plain_name()
    if found := names.get(plain_name(text)):
        return load_preset(found[0])
    near = nearest(plain_name(text), names)
    if near is None:
        hint = f"there are {', '.join(_ORDER)}"
    else:
        name, written = names[near]
        hint = f'did you mean "{written}"?' if name == written else f'did you mean "{written}" ({name})?'
    raise UnknownPreset(f'no preset is called "{text}"; {hint}')
