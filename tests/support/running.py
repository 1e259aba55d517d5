"""Writing small tournament files and running the program on them, as a person would."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BOTS = ROOT / "example_bots" / "python"
PROGRAM = [sys.executable, "-m", "ohhell_referee"]

RANDOM = ["{python}", str(BOTS / "random_bot.py")]
GREEDY = ["{python}", str(BOTS / "greedy_bot.py")]
BARE = ["{python}", str(BOTS / "bare_bot.py")]

SHORT = {"preset": "cardgames-io", "schedule": {"hands": "3..1..3"}}
"""A variant of five small hands: 40 bids and plays a game, so that many games are quickly played."""


def toml_value(value: Any) -> str:
    """A value in TOML; maps become inline tables."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(str(k))} = {toml_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    return json.dumps(value)


def write_tournament(
    folder: Path,
    bots: Mapping[str, Sequence[str] | str | Mapping[str, Any]],
    *,
    name: str = "test",
    variant: Mapping[str, Any] | None = None,
    **top: Any,
) -> Path:
    """Write `folder/<name>.toml`: `bots` maps an entry's name to its command, or to a table with more keys."""
    lines = [f"name = {json.dumps(name)}"]
    top = {"seed": 7, "blocks": 2, **top}
    sections = {key: value for key, value in top.items() if isinstance(value, Mapping)}
    lines += [f"{key} = {toml_value(value)}" for key, value in top.items() if key not in sections]
    lines.append(f"variant = {toml_value(variant or SHORT)}")
    for key, section in sections.items():
        lines.append(f"[{key}]")
        lines += [f"{inner} = {toml_value(value)}" for inner, value in section.items()]
    for bot, about in bots.items():
        table = dict(about) if isinstance(about, Mapping) else {"command": about}
        lines += ["[[bots]]", f"name = {json.dumps(bot)}"]
        lines += [f"{key} = {toml_value(value)}" for key, value in table.items()]
    path = folder / f"{name}.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def program(*arguments: str | Path, timeout: float = 120, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run `ohhell-referee` to its end."""
    return subprocess.run(
        [*PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, cwd=cwd, check=False
    )


def run_tournament(path: Path, *options: str | Path, status: int = 0, timeout: float = 120) -> Path:
    """Run a tournament file, check the exit status, and return its run folder."""
    result = program("run", path, *options, timeout=timeout)
    assert result.returncode == status, result.stderr + result.stdout
    if "-o" in options:
        return Path(options[options.index("-o") + 1])
    return path.parent / "runs" / path.stem


def journal_lines(folder: Path, *, killed: bool = False) -> list[dict[str, Any]]:
    """The journal of a run folder, line by line; without the torn last line that a run may leave that was `killed`."""
    with (folder / "journal.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n") or not killed]


def games(folder: Path, *, killed: bool = False) -> list[dict[str, Any]]:
    """The game lines of a run folder, by id."""
    lines = journal_lines(folder, killed=killed)
    return sorted((line for line in lines if line["type"] == "game"), key=lambda line: line["id"])


def digests(folder: Path) -> set[tuple[str, str]]:
    """What two runs must have in common to be the same run."""
    return {(game["id"], game["digest"]) for game in games(folder)}


def four(command: Sequence[str] = RANDOM) -> dict[str, Sequence[str]]:
    """Four entries of one command."""
    return dict.fromkeys(("ann", "bob", "cid", "dot"), command)


def verify(folder: Path) -> None:
    """The journal passes every check."""
    result = program("replay", folder, "--verify")
    assert result.returncode == 0, result.stderr + result.stdout
