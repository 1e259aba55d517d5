"""Tournaments for tests: as values, without files or programs, and as files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.tournament.model import Entry, Tournament

NAMES = ("anna", "bert", "cleo", "dora", "emil", "fred", "gina", "hugo", "ines", "jan", "kim", "lars", "mona")
HERE = Path("/nowhere")


def make_tournament(
    names: Sequence[str] | int = 4,
    players: int = 4,
    groups: Mapping[str, str] | None = None,
    variant: Mapping[str, Any] | None = None,
    **changes: Any,
) -> Tournament:
    """A tournament of so many bots (or these) at tables of `players`; `changes` are attributes of `Tournament`."""
    if isinstance(names, int):
        names = NAMES[:names] if names <= len(NAMES) else [f"bot {number}" for number in range(names)]
    entries = tuple(
        Entry(name, command="house:random", argv=("random",), cwd=HERE, group=(groups or {}).get(name))
        for name in names
    )
    return Tournament(
        name="spring",
        variant=resolve_variant(variant or {"schedule": {"hands": "3..1"}}, players=players),
        entries=entries,
        path=HERE / "spring.toml",
        source="",
        output=HERE / "runs/spring",
        **changes,
    )


BOTS = "".join(f'\n[[bots]]\nname = "{name}"\ncommand = "house:random"\n' for name in NAMES[:4])


def write_file(folder: Path, top: str = "", rest: str = BOTS) -> Path:
    """A tournament file of four bots; `top` are lines for its top, `rest` what follows."""
    path = folder / "spring.toml"
    path.write_text(f'name = "spring"\n{top}\n{rest}', encoding="utf-8")
    return path
