"""The standings as values: what every output format shows."""

from __future__ import annotations

from dataclasses import dataclass, field

Interval = tuple[float | None, float | None]
"""Lower and upper end; None where a one-sided bound leaves it open."""

FAULT_CLASSES = ("illegal", "late", "malformed", "protocol", "crash", "startup")
"""In the order in which tables name them."""

FEWEST_BLOCKS = 10
"""With fewer blocks an interval would promise more than so few deals can tell, so none is given."""


@dataclass(frozen=True, slots=True)
class Anchor:
    name: str
    rating: float = 1500.0


@dataclass(slots=True)
class Row:
    """One bot in the standings. Rates and means are over the seats it held."""

    name: str
    group: int
    """Position of its list in `Standings.groups`; ratings of different lists have nothing to do with each other."""
    rank: int
    """Within its list, from 1; equal ratings share it."""
    rank_interval: tuple[int, int] | None
    """Holds for all bots of the list at once."""
    rating: float
    rating_interval: Interval | None
    error: float | None
    """Standard error of the rating (from the pool's mean, or from the anchor)."""
    games: int
    blocks: int
    points_per_game: float
    points_interval: tuple[float, float] | None
    points_above_mean: float
    """Points a game above the table's mean, allowing for the company."""
    points_above_mean_interval: tuple[float, float] | None
    win_rate: float
    """A tie for first among k counts 1/k."""
    place_mean: float
    flag: str | None = None
    """"no win" or "no loss": the interval is a bound."""
    exact_bid_rate: float | None = None
    """None where the source does not know (a table of scores)."""
    exact_bid_interval: tuple[float, float] | None = None
    faults: dict[str, int] | None = None
    forfeits: int | None = None
    """Games in which its seat was handed over."""
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """Two bots of one list, the higher rated first."""

    a: str
    b: str
    games: int
    """Games in which both sat."""
    score: float | None
    """Share of their comparisons in which a finished above b; None if they never met."""
    difference: float
    interval: Interval | None
    superiority: float | None
    """How sure it is that a is the better one, 0 to 1."""
    error: float | None
    points_difference: float
    points_interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Misfit:
    """The pair whose results are furthest from what the fit expects."""

    a: str
    b: str
    observed: float
    expected: float
    z: float | None
    """The distance in standard errors by block; beyond about 3 the order of strength is not the whole story."""


@dataclass(frozen=True, slots=True)
class GroupDiagnostics:
    names: tuple[str, ...]
    blocks: int
    games: int
    least_games: int
    most_games: int
    tie_share: float
    """Share of comparisons that ended level."""
    misfit: Misfit | None
    method: str
    """How the errors were made: "jackknife", "sandwich", or "none"."""


@dataclass(slots=True)
class Standings:
    run: str
    players: int | None
    games: int
    blocks: int
    void: int
    """Void games: no bot's fault, played again, in no figure here."""
    marked: int
    rows: list[Row]
    pairs: list[Pair]
    groups: list[list[str]]
    anchor: Anchor | None
    diagnostics: list[GroupDiagnostics]
    warnings: list[str] = field(default_factory=list)
    order: str = "rating"
    confidence: float = 0.95
    ties: float = 0.0
