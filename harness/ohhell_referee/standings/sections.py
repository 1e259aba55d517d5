"""Parts that can be shown beside the ratings: pairs, bidding, luck, memory, collusion, time.

A section knows its words and its numbers; how they are drawn is one business for all of them (`draw_section`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from ohhell_referee.standings.bidding import BiddingRow, Rate
from ohhell_referee.standings.collusion import CollusionRow
from ohhell_referee.standings.luck import LuckReport
from ohhell_referee.standings.memory import MemoryRow
from ohhell_referee.standings.model import Pair
from ohhell_referee.standings.residual_points import Effect
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


def luck_section(report: LuckReport | None) -> Section:
    if report is None:
        return Section("luck", "Where the luck comes from", [], [], [], [], ["No games."], None)
    parts: list[tuple[str, float | None, str]] = [
        ("deal", report.deal, "cards dealt to the seat"),
        ("seat", report.seat, "seat after the first dealer"),
        ("opponents", report.opponents, "company at the table"),
        ("rest", report.rest, "play, and how cards suit a bot"),
    ]
    notes = [
        f"Of the variance of one game's points above the table's mean {percent(report.luck / report.total)} are luck, "
        f"{percent(report.skill / report.total)} the bots' strength. A dash: this run cannot tell."
        if report.total
        else "All scores are the same: there is no luck to take apart."
    ]
    if report.rating_gain is not None and report.duplicates:
        saved = report.games_saved or 0
        what = f"saved about {saved} games" if saved >= 0 else f"cost about {-saved} games"
        points = "" if report.points_gain is None else f" (for points {report.points_gain:.2f})"
        notes.append(
            f"One game of this run told as much about a rating difference as {report.rating_gain:.2f} games with deals "
            f"of their own{points}, for the median pair: duplicate deals {what}."
        )
    return Section(
        "luck",
        "Where the luck of one game comes from",
        ["part", "what", "variance", "share of luck"],
        [
            [name, what, DASH if value is None else f"{value:.1f}", percent(report.share(value))]
            for name, value, what in parts
        ],
        ["part", "variance", "share"],
        [[name, value, report.share(value)] for name, value, _ in parts],
        notes,
        {
            "total": report.total,
            "skill": report.skill,
            "shares": {name: report.share(value) for name, value, _ in parts},
            "rating_gain": report.rating_gain,
            "points_gain": report.points_gain,
            "games_saved": report.games_saved,
        },
    )


def in_order(rows: Sequence[Named], names: Sequence[str]) -> list[Named]:
    """Rows about bots in the order of the standings."""
    place = {name: number for number, name in enumerate(names)}
    return sorted(rows, key=lambda row: (place.get(row.name, len(place)), row.name))


def memory_section(rows: Sequence[MemoryRow]) -> Section:
    suspects = [row.name for row in rows if row.suspicious]
    tested = any(row.gain is not None for row in rows)
    if suspects:
        notes = [
            f"{', '.join(suspects)}: more points when a deal comes again than chance explains. "
            'Turn `disguise` on, or use `restart = "seating"`.'
        ]
    elif not tested:
        notes = ["Every block has one seating only: there is nothing to remember."]
    else:
        notes = ["No bot scores more in later seatings of a block than chance explains."]
    return Section(
        "memory",
        "Memory: points a game in later seatings of a block above the first",
        ["bot", "gain", "±", "blocks", "chance"],
        [
            [row.name, *_effect(row.gain), _blocks(row.gain), DASH if row.corrected is None else f"{row.corrected:.4f}"]
            for row in rows
        ],
        ["name", "gain", "low", "high", "blocks", "chance"],
        [[row.name, *_effect_values(row.gain), row.gain.blocks if row.gain else None, row.corrected] for row in rows],
        [*notes, "Chance: of such a gain without memory, corrected for the number of bots."] if tested else notes,
        [
            {
                "name": row.name,
                "gain": row.gain and row.gain.value,
                "interval": row.gain and row.gain.interval(),
                "chance": row.corrected,
                "suspicious": row.suspicious,
            }
            for row in rows
        ],
    )


def collusion_section(rows: Sequence[CollusionRow], *, company_changes: bool, most: int = 10) -> Section:
    suspects = [row for row in rows if row.suspicious]
    if not rows and company_changes:
        notes = ["Too few blocks: a pair can be looked at from ten with the companion, and ten without, on."]
    elif not rows:
        notes = ["Every bot meets the same company in every game: there is nothing to compare."]
    elif suspects:
        notes = [
            f"{row.bot} scores {'more' if row.effect.value > 0 else 'less'} when {row.companion} sits at the table "
            "than the fit expects, beyond chance."
            for row in suspects[:most]
        ]
    else:
        notes = ["No bot fares otherwise in certain company than chance explains."]
    return Section(
        "collusion",
        f"Company: points a game with a companion less without it (the {most} most surprising of {len(rows)} pairs)"
        if len(rows) > most
        else "Company: points a game with a companion less without it",
        ["bot", "with", "points", "±", "chance"],
        [[row.bot, row.companion, *_effect(row.effect), f"{row.corrected:.4f}"] for row in rows[:most]],
        ["bot", "companion", "points", "low", "high", "chance", "corrected"],
        [[row.bot, row.companion, *_effect_values(row.effect), row.chance, row.corrected] for row in rows],
        [*notes, "Chance: of such a difference without collusion, corrected for the number of pairs."]
        if rows
        else notes,
        [
            {
                "bot": row.bot,
                "companion": row.companion,
                "points": row.effect.value,
                "interval": row.effect.interval(),
                "chance": row.chance,
                "corrected": row.corrected,
                "suspicious": row.suspicious,
            }
            for row in rows
        ],
    )


def _effect(effect: Effect | None) -> tuple[str, str]:
    if effect is None:
        return DASH, DASH
    return fixed(effect.value, 2, sign=True), plus_minus(effect.interval(), 2)


def _effect_values(effect: Effect | None) -> tuple[float | None, float | None, float | None]:
    return (None, None, None) if effect is None else (effect.value, *effect.interval())


def _blocks(effect: Effect | None) -> str:
    return DASH if effect is None else str(effect.blocks)


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
