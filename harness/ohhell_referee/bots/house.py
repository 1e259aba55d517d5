"""`house:NAME`: the bots that the package brings, wherever it is installed and from whatever folder it is used.

They are the Python bots of example_bots/. A wheel carries that folder as `ohhell_referee/_bots`; in a checkout it is
used where it lies. They run with the interpreter that runs the referee, which has what they import.
"""

from __future__ import annotations

import sys
from difflib import get_close_matches
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_FOLDERS = (_PACKAGE / "_bots", _PACKAGE.parents[1] / "example_bots")
_SUFFIX = "_bot.py"


def house_names() -> tuple[str, ...]:
    """All names, in alphabetical order."""
    return tuple(sorted(path.name.removesuffix(_SUFFIX) for path in _folder().glob(f"*{_SUFFIX}")))


def house_argv(name: str) -> tuple[str, ...]:
    """The command of `house:NAME`, absolute. Raises ValueError with the names that there are."""
    path = _folder() / f"{name}{_SUFFIX}"
    names = house_names()
    if name not in names:
        near = get_close_matches(name, names, 1)
        hint = f'did you mean "house:{near[0]}"? ' if near else ""
        raise ValueError(f'there is no "house:{name}"; {hint}the package brings: {", ".join(names) or "none"}')
    return sys.executable, str(path)


def brought_bots() -> Path:
    """The folder with the example bots, one folder a language. Raises ValueError where the installation lacks it."""
    for folder in _FOLDERS:
        if folder.is_dir():
            return folder
    raise ValueError(f"the package's own bots are missing: neither {_FOLDERS[0]} nor {_FOLDERS[1]} exists")


def _folder() -> Path:
    return brought_bots() / "python"
