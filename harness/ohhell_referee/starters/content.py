"""The files of a new bot: those of the example with their names changed, and those that are written for it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from string import Template

from ohhell_referee.rules.problems import toml_value
from ohhell_referee.starters.manifest import Starter
from ohhell_referee.starters.readme import readme_text

TOURNAMENT = "tournament.toml"


class StaleManifest(Exception):
    """A starter.toml that does not fit its folder any more. A mistake of the package, not of its user."""


@dataclass(frozen=True, slots=True)
class StarterFile:
    """`path` is relative to the new folder, with slashes."""

    path: str
    text: str
    executable: bool = False


def starter_files(starter: Starter) -> list[StarterFile]:
    """Everything that a new folder gets, the file to edit first. Raises StaleManifest."""
    files = _example_files(starter)
    if starter.edit not in [file.path for file in files]:
        raise StaleManifest(f"{starter.name}: none of the files is {starter.edit}, the one to edit")
    return [
        *files,
        StarterFile("README.md", readme_text(starter)),
        StarterFile(TOURNAMENT, _tournament_text(starter)),
        StarterFile(".gitignore", "".join(f"{line}\n" for line in (*starter.ignore, "/runs/"))),
    ]


def _example_files(starter: Starter) -> list[StarterFile]:
    unused = set(starter.replace)
    files: list[StarterFile] = []
    for group in starter.files:
        for path in group.paths:
            text = (starter.folder / path).read_text(encoding="utf-8")
            unused -= {old for old in unused if old in path}
            for old, new in starter.replace.items():
                unused -= {old} if old in text else set()
                text = text.replace(old, new)
            files.append(StarterFile(starter.new_path(path), text, group.executable))
    if unused:
        raise StaleManifest(f"{starter.name}: nothing to replace for {', '.join(sorted(unused))}")
    return files


def _tournament_text(starter: Starter) -> str:
    template = resources.files("ohhell_referee.starters") / "templates" / TOURNAMENT
    return Template(template.read_text(encoding="utf-8")).substitute(command=toml_value(starter.run))
