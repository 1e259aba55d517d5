"""Parts that can be shown beside the ratings: pairs, bidding, time; the others are in residual_sections.py.

A section knows its words and its numbers; how they are drawn is one business for all of them (`draw_section`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from ohhell_referee.standings.bidding import BiddingRow, Rate
from ohhell_referee.standings.model import Pair
from ohhell_referee.standings.tables import (
    DASH,
    Value,
    comma_separated,
    draw,
    fixed,
    heading,
    paragraph,
    percent,
    plus_minus,
)


class _Named(Protocol):
    @property
    def name(self) -> str: ...


Named = TypeVar("Named", bound=_Named)

SECTIONS = ("ratings", "pairs", "bidding", "luck", "memory", "collusion", "time")


@dataclass(slots=True)
class Section:
    key: str
    """Its name in JSON and on the command line."""
    title: str
    headings: list[str]
    cells: list[list[str]]
    columns: list[str]
    """Headings of the CSV."""
    values: list[list[Value]]
    notes: list[str]
    data: Any
    """For JSON."""


def draw_section(section: Section, form: str) -> str:
    """The section in one of the forms but json."""
    if form == "csv":
        return comma_separated(section.columns, section.values)
    parts = [heading(section.title, form)]
    if section.cells:
        parts.append(draw(section.headings, section.cells, form))
    parts += [paragraph(note, form) for note in section.notes]
    return "\n\n".join(parts)


def pairs_section(pairs: Sequence[Pair]) -> Section:
    """The cross-table, one line a pair."""
    return Section(
        "pairs",
        "Pairs (difference: how far the first is rated above the second)",
        ["bot", "against", "games", "score", "difference", "±", "superiority", "points", "±"],
        [
            [
                pair.a,
                pair.b,
                str(pair.games),
                percent(pair.score),
                fixed(pair.difference, sign=True),
                plus_minus(pair.interval),
                _sureness(pair.superiority),
                fixed(pair.points_difference, 2, sign=True),
                plus_minus(pair.points_interval, 2),
            ]
            for pair in pairs
        ],
        ["a", "b", "games", "score", "difference", "low", "high", "superiority", "points_difference"],
        [
            [
                pair.a,
                pair.b,
                pair.games,
                pair.score,
                pair.difference,
                *(pair.interval or (None, None)),
                pair.superiority,
                pair.points_difference,
            ]
            for pair in pairs
        ],
        [
            "Superiority: how sure it is that the first is the better one; 50 % says nothing, and above 97.5 % the "
            "difference is clear of zero. Points: what the first scores more a game at the same tables."
        ]
        if any(pair.superiority is not None for pair in pairs)
        else [],
        None,
    )


def _sureness(share: float | None) -> str:
    """Never 100 %: a sampled game cannot be that sure."""
    if share is None:
        return DASH
    return "> 99.9 %" if share > 0.999 else percent(share)


_BIDDING = (
    ("exact", "exact", True),
    ("over", "over", True),
    ("under", "under", True),
    ("miss", "mean miss", False),
    ("bid", "mean bid", False),
    ("taken", "mean tricks", False),
    ("zero_bids", "zero bids", True),
    ("zeros_made", "zeros made", True),
    ("points", "points/hand", False),
)
"""Attribute of BiddingRow, heading, whether it is a share."""


def bidding_section(rows: Sequence[BiddingRow], slices: Sequence[str] = ()) -> Section:
    where = f" ({', '.join(slices)})" if slices else ""
    return Section(
        "bidding",
        f"Bidding{where}",
        ["bot", "hands", *(title for _, title, _ in _BIDDING)],
        [[row.name, str(row.hands), *(_rate(getattr(row, key), share) for key, _, share in _BIDDING)] for row in rows]
        if any(row.hands for row in rows)
        else [],
        ["name", "hands", *(f"{key}{end}" for key, _, _ in _BIDDING for end in ("", "_low", "_high"))],
        [[row.name, row.hands, *(x for key, _, _ in _BIDDING for x in _three(getattr(row, key)))] for row in rows],
        ["± from how the figures vary between blocks; over and under: more and fewer tricks than bid."]
        if any(row.hands for row in rows)
        else ["No hand fits this."],
        [
            {
                "name": row.name,
                "hands": row.hands,
                **{key: _rate_json(getattr(row, key)) for key, _, _ in _BIDDING},
            }
            for row in rows
        ],
    )


def _rate(rate: Rate | None, share: bool) -> str:
    if rate is None:
        return DASH
    factor, unit, digits = (100.0, " %", 1) if share else (1.0, "", 2)
    text = f"{fixed(factor * rate.value, digits)}{unit}"
    if rate.interval is None:
        return text
    return f"{text} ±{fixed(factor * (rate.interval[1] - rate.interval[0]) / 2, digits)}"


def _three(rate: Rate | None) -> tuple[float | None, float | None, float | None]:
    if rate is None:
        return None, None, None
    return (rate.value, *(rate.interval or (None, None)))


def _rate_json(rate: Rate | None) -> dict[str, Any] | None:
    return None if rate is None else {"value": rate.value, "interval": rate.interval}


def in_order(rows: Sequence[Named], names: Sequence[str]) -> list[Named]:
    """Rows about bots in the order of the standings."""
    place = {name: number for number, name in enumerate(names)}
    return sorted(rows, key=lambda row: (place.get(row.name, len(place)), row.name))


@dataclass(frozen=True, slots=True)
class TimeRow:
    """Milliseconds a decision, to about 1 %."""

    name: str
    decisions: int
    median: float | None
    p99: float | None


def time_section(rows: Sequence[TimeRow]) -> Section:
    return Section(
        "time",
        "Time a decision, in milliseconds",
        ["bot", "decisions", "median", "99 % within"],
        [[row.name, str(row.decisions), _ms(row.median), _ms(row.p99)] for row in rows],
        ["name", "decisions", "median_ms", "p99_ms"],
        [[row.name, row.decisions, row.median, row.p99] for row in rows],
        [],
        [{"name": row.name, "decisions": row.decisions, "median_ms": row.median, "p99_ms": row.p99} for row in rows],
    )


def _ms(value: float | None) -> str:
    return DASH if value is None else f"{value:.2f}" if value < 100 else f"{value:.0f}"
