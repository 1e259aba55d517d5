"""A tournament as a validated value: what a tournament file says, with every default filled in.

A `Tournament` comes from `ohhell_referee.tournament.file.load_tournament`. Everything in it has been checked: names
are unique, programs exist, a table can be filled. Times are in milliseconds, memory in mebibytes, and every path is
absolute.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from ohhell_referee.rules.variant import Variant

Format = Literal["round-robin", "gauntlet", "duel", "random", "fixed", "swiss", "knockout", "adaptive"]
Duplicate = Literal["rotate", "all", "none"]
Restart = Literal["never", "seating", "game"]
Policy = Literal["substitute", "forfeit", "void", "stop"]
Sandbox = Literal["auto", "bubblewrap", "none"]
StopTest = Literal["superiority", "sprt"]

GROWING_FORMATS: frozenset[str] = frozenset({"swiss", "knockout", "adaptive"})
"""Formats whose later line-ups depend on earlier results."""


@dataclass(frozen=True, slots=True)
class TimeRules:
    """Deadlines in milliseconds."""

    startup_ms: int = 10_000
    """From the start of the process to a valid hello."""
    per_decision_ms: int = 1000
    bank_ms: int = 0
    """Extra time a game and seat, used once a decision is over its limit."""
    margin_ms: int = 20
    """Over the limit but not charged: it stands for the machine's own delays."""
    unlimited: bool = False
    """Set by `run --no-timeout`: deadlines of decisions are recorded but nobody is faulted as late."""


@dataclass(frozen=True, slots=True)
class FaultRules:
    """What follows a fault of a bot; `max_per_game` and `disqualify_rate` bound how often."""

    on_illegal: Policy = "substitute"
    on_timeout: Policy = "substitute"
    on_crash: Policy = "substitute"
    on_protocol_error: Policy = "substitute"
    max_per_game: int = 3
    """The fault of this number hands the seat to the house policy for the rest of the game."""
    disqualify_rate: float = 0.1
    """Share of decisions (0 … 1) over which an entry is out."""


@dataclass(frozen=True, slots=True)
class LimitRules:
    memory_mb: int = 1024
    """Per instance; 0 = no limit."""
    processes: int = 64
    """Not enforced yet: the loader refuses any other value."""
    stderr_limit_kb: int = 1024
    """Kept per instance, the newest part."""
    sandbox: Sandbox = "auto"
    """`bubblewrap` is refused by the loader: not supported yet."""


@dataclass(frozen=True, slots=True)
class StopRule:
    """Early stopping. `elo0`, `elo1`, `beta` and `entries` mean something for `sprt` only."""

    test: StopTest
    alpha: float = 0.05
    beta: float = 0.05
    elo0: float | None = None
    elo1: float | None = None
    entries: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class RatingRules:
    anchor: str | None = None
    """The entry whose rating is held at `anchor_rating`; None: the pool's mean is 1500."""
    anchor_rating: float = 1500.0


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot of the tournament file."""

    name: str
    """Unique (whatever the case), 1 to 40 printable characters."""
    command: tuple[str, ...] | str
    """As written: a list of strings, or `house:NAME`."""
    argv: tuple[str, ...]
    """What is started: `{python}` and `house:NAME` replaced, the program and script files as absolute paths."""
    cwd: Path
    env: Mapping[str, str] = field(default_factory=dict)
    """Set on top of the few variables that bots inherit: those of [bot_defaults], the entry's own over them."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Handed to the bot in its welcome; plain data that JSON and MessagePack can hold."""
    author: str | None = None
    group: str | None = None
    """Entries of one group never sit together."""
    instances: int | None = None
    """Processes of this entry in each worker; None = as many as the open games need."""
    files: tuple[Path, ...] = ()
    """More files (or folders) that the entry's hash covers."""

    @property
    def house(self) -> str | None:
        """The NAME of a `house:NAME` command."""
        return self.command.removeprefix("house:") if isinstance(self.command, str) else None


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything `run` needs to know but the drawn seed."""

    name: str
    variant: Variant
    entries: tuple[Entry, ...]
    path: Path
    """The tournament file."""
    source: str
    """The text of the tournament file."""
    output: Path
    """The run folder, absolute."""
    description: str = ""
    seed: int | str | None = None
    """None: the run draws one."""
    format: Format = "round-robin"
    blocks: int = 100
    """A line-up (round-robin, gauntlet, duel, fixed), a table and round (swiss, knockout), or in all (random,
    adaptive)."""
    duplicate: Duplicate = "rotate"
    focus: tuple[str, ...] = ()
    """Gauntlet only: the entries that meet the rest."""
    tables: tuple[tuple[str, ...], ...] = ()
    """Fixed only: the names at each table, by seat."""
    rounds: int | None = None
    """Swiss: always a number. Knockout: None = until one table has decided."""
    concurrency: int | None = None
    """Games open at once in a worker; None = the run decides."""
    workers: int | None = None
    games_at_once: int | None = None
    """`run -j N`: games open at once in all; stands above `concurrency` and `workers`."""
    reveal_names: bool = False
    restart: Restart = "never"
    disguise: bool = True
    time: TimeRules = field(default_factory=TimeRules)
    faults: FaultRules = field(default_factory=FaultRules)
    limits: LimitRules = field(default_factory=LimitRules)
    stop: StopRule | None = None
    ratings: RatingRules = field(default_factory=RatingRules)
    warnings: tuple[str, ...] = ()
    """Sentences for people, each beginning with the file's name: allowed, but worth knowing."""

    @property
    def players(self) -> int:
        """Seats at a table."""
        return self.variant.players

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entry.name for entry in self.entries)

    def entry(self, name: str) -> Entry:
        """The entry called `name`; KeyError if there is none."""
        for entry in self.entries:
            if entry.name == name:
                return entry
        raise KeyError(name)
