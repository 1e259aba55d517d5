"""Standings as JSON, CSV, and tables in text, Markdown and HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ohhell_referee.standings.model import FAULT_CLASSES, Pair, Row, Standings
from ohhell_referee.standings.tables import (
    DASH,
    Value,
    comma_separated,
    counted,
    draw,
    fixed,
    heading,
    interval_text,
    json_text,
    paragraph,
    percent,
    plus_minus,
)

FORMATS = ("table", "csv", "json", "md", "html")

Cell = Callable[[Row], str]


def to_json(standings: Standings, extra: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The standings as the documented JSON object (format 1), numbers unrounded. `extra` keys come after it."""
    anchor = standings.anchor
    return {
        "format": 1,
        "run": standings.run,
        "players": standings.players,
        "games": standings.games,
        "blocks": standings.blocks,
        "void": standings.void,
        "marked": standings.marked,
        "confidence": standings.confidence,
        "order": standings.order,
        "standings": [_row_json(row) for row in standings.rows],
        "pairs": [_pair_json(pair) for pair in standings.pairs],
        "groups": standings.groups,
        "anchor": {"name": anchor.name, "rating": anchor.rating} if anchor else None,
        "diagnostics": [
            {
                "blocks": group.blocks,
                "games": group.games,
                "games_per_bot": [group.least_games, group.most_games],
                "ties": group.tie_share,
                "errors": group.method,
                "misfit": group.misfit
                and {
                    "a": group.misfit.a,
                    "b": group.misfit.b,
                    "observed": group.misfit.observed,
                    "expected": group.misfit.expected,
                    "z": group.misfit.z,
                },
            }
            for group in standings.diagnostics
        ],
        "warnings": standings.warnings,
        **(extra or {}),
    }


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "rank_interval": row.rank_interval,
        "name": row.name,
        "group": row.group,
        "rating": row.rating,
        "rating_interval": row.rating_interval,
        "rating_error": row.error,
        "flag": row.flag,
        "games": row.games,
        "blocks": row.blocks,
        "points_per_game": row.points_per_game,
        "points_interval": row.points_interval,
        "points_above_mean": row.points_above_mean,
        "points_above_mean_interval": row.points_above_mean_interval,
        "win_rate": row.win_rate,
        "place_mean": row.place_mean,
        "exact_bid_rate": row.exact_bid_rate,
        "exact_bid_interval": row.exact_bid_interval,
        "faults": row.faults,
        "forfeits": row.forfeits,
        "disqualified": row.disqualified,
    }


def _pair_json(pair: Pair) -> dict[str, Any]:
    return {
        "a": pair.a,
        "b": pair.b,
        "games": pair.games,
        "score": pair.score,
        "difference": pair.difference,
        "interval": pair.interval,
        "superiority": pair.superiority,
        "error": pair.error,
        "points_difference": pair.points_difference,
        "points_interval": pair.points_interval,
    }


def _rank(row: Row) -> str:
    if row.rank_interval is None or row.rank_interval == (row.rank, row.rank):
        return str(row.rank)
    low, high = row.rank_interval
    return f"{row.rank} ({low}{DASH}{high})"


def _name(row: Row) -> str:
    return row.name + (" (out)" if row.disqualified else "")


def _faults(row: Row) -> str:
    """Faults, and in how many games they cost the seat."""
    if row.faults is None:
        return DASH
    return str(sum(row.faults.values())) + (f" ({row.forfeits} forfeited)" if row.forfeits else "")


def _fault_classes(row: Row) -> str:
    """`3 late, 1 crash`, most frequent first."""
    if row.faults is None:
        return DASH
    each = sorted(((count, kind) for kind, count in row.faults.items() if count), key=lambda one: -one[0])
    return ", ".join(f"{count} {kind}" for count, kind in each) or "0"


COLUMNS: dict[str, tuple[str, Cell]] = {
    "rank": ("rank", _rank),
    "name": ("bot", _name),
    "rating": ("rating", lambda row: fixed(row.rating)),
    "error": ("±", lambda row: plus_minus(row.rating_interval)),
    "games": ("games", lambda row: str(row.games)),
    "points": ("points/game", lambda row: fixed(row.points_per_game, 1)),
    "points-error": ("±", lambda row: plus_minus(row.points_interval, 1)),
    "above": ("above mean", lambda row: fixed(row.points_above_mean, 2, sign=True)),
    "above-error": ("±", lambda row: plus_minus(row.points_above_mean_interval, 2)),
    "wins": ("wins", lambda row: percent(row.win_rate)),
    "place": ("place", lambda row: fixed(row.place_mean, 2)),
    "exact": ("exact bids", lambda row: percent(row.exact_bid_rate)),
    "faults": ("faults", _faults),
    "forfeits": ("forfeits", lambda row: DASH if row.forfeits is None else str(row.forfeits)),
    "fault-classes": ("faults by class", _fault_classes),
    "blocks": ("blocks", lambda row: str(row.blocks)),
    "interval": ("interval", lambda row: interval_text(row.rating_interval)),
}
"""Columns of the standings by the word that `--columns` takes: heading and cell."""

DEFAULT_COLUMNS = (
    "rank",
    "name",
    "rating",
    "error",
    "games",
    "points",
    "above",
    "above-error",
    "wins",
    "place",
    "exact",
    "faults",
)


def default_columns(standings: Standings) -> tuple[str, ...]:
    """The columns shown without being asked for; without those that the source knows nothing of."""
    unknown = {"exact": all(row.exact_bid_rate is None for row in standings.rows)}
    unknown["faults"] = all(row.faults is None for row in standings.rows)
    return tuple(name for name in DEFAULT_COLUMNS if not unknown.get(name))


def render(standings: Standings, form: str = "table", columns: Sequence[str] = DEFAULT_COLUMNS) -> str:
    """The standings in one of `FORMATS`, without a newline at the end. `columns` matter for all but json."""
    if form == "json":
        return json_text(to_json(standings))
    if form == "csv":
        return render_csv(standings, columns)
    parts = [summary(standings, form)]
    for number, names in enumerate(standings.groups):
        rows = [row for row in standings.rows if row.group == number]
        if len(standings.groups) > 1:
            parts.append(heading(f"List {number + 1}: {len(names)} bots", form))
        parts.append(
            draw([COLUMNS[c][0] for c in columns], [[COLUMNS[c][1](row) for c in columns] for row in rows], form)
        )
    parts += notes(standings, form)
    return "\n\n".join(part for part in parts if part)


def summary(standings: Standings, form: str) -> str:
    """One line: how much was played."""
    text = f"{counted(standings.games, 'game')} in {counted(standings.blocks, 'block')}"
    if standings.run:
        text = f"{standings.run}: {text}"
    if standings.players:
        text += f", {standings.players} players"
    text += f"; {standings.marked} marked, {standings.void} void"
    return paragraph(text, form)


def notes(standings: Standings, form: str) -> list[str]:
    """What a reader has to know to read the table, and the warnings."""
    lines = []
    if standings.rows:
        if standings.anchor:
            zero = f"{standings.anchor.name} is held at {standings.anchor.rating:g}"
        else:
            zero = "a list's mean is 1500"
        share = f"{100 * standings.confidence:g} %"
        lines.append(
            f"Rating: 200 points more finish above the other in 76 % of their games; {zero}. ± holds with {share} "
            "for a number of games fixed in advance; ranks in brackets hold all at once. Whether one bot is better "
            "than another is told by their pair, not by two ± that overlap. Above mean: points a game above the "
            "table's mean, company allowed for."
        )
        if any(row.disqualified for row in standings.rows):
            lines.append("(out): disqualified; from then on the house played its seats.")
        faulty = [f"{row.name} {_fault_classes(row)}" for row in standings.rows if sum((row.faults or {}).values())]
        if faulty:
            lines.append(f"Faults: {'; '.join(faulty)}. What each is, and how to find its cause: docs/faults.md.")
    for group in standings.diagnostics:
        spread = (
            f"{group.least_games}"
            if group.least_games == group.most_games
            else f"{group.least_games}{DASH}{group.most_games}"
        )
        games = "game" if spread == "1" else "games"
        line = f"{counted(group.blocks, 'block')}, {spread} {games} a bot, {percent(group.tie_share)} ties"
        misfit = group.misfit
        if misfit is not None and misfit.z is not None and len(group.names) > 2:
            line += (
                f"; furthest from the fit: {misfit.a} above {misfit.b} {percent(misfit.observed)}, "
                f"fitted {percent(misfit.expected)} ({misfit.z:+.1f} standard errors)"
            )
        lines.append(line + ".")
    lines += standings.warnings
    return [paragraph(line, form) for line in lines]


def _count_of(kind: str) -> Callable[[Row], Value]:
    return lambda row: None if row.faults is None else row.faults.get(kind, 0)


CSV_COLUMNS: dict[str, tuple[tuple[str, Callable[[Row], Value]], ...]] = {
    "rank": (
        ("rank", lambda row: row.rank),
        ("rank_low", lambda row: row.rank_interval and row.rank_interval[0]),
        ("rank_high", lambda row: row.rank_interval and row.rank_interval[1]),
    ),
    "name": (("name", lambda row: row.name), ("group", lambda row: row.group)),
    "rating": (("rating", lambda row: row.rating),),
    "error": (
        ("rating_low", lambda row: row.rating_interval and row.rating_interval[0]),
        ("rating_high", lambda row: row.rating_interval and row.rating_interval[1]),
    ),
    "games": (("games", lambda row: row.games),),
    "points": (("points_per_game", lambda row: row.points_per_game),),
    "points-error": (
        ("points_low", lambda row: row.points_interval and row.points_interval[0]),
        ("points_high", lambda row: row.points_interval and row.points_interval[1]),
    ),
    "above": (("points_above_mean", lambda row: row.points_above_mean),),
    "above-error": (
        ("points_above_mean_low", lambda row: row.points_above_mean_interval and row.points_above_mean_interval[0]),
        ("points_above_mean_high", lambda row: row.points_above_mean_interval and row.points_above_mean_interval[1]),
    ),
    "wins": (("win_rate", lambda row: row.win_rate),),
    "place": (("place_mean", lambda row: row.place_mean),),
    "exact": (("exact_bid_rate", lambda row: row.exact_bid_rate),),
    "faults": (
        ("faults", lambda row: None if row.faults is None else sum(row.faults.values())),
        ("forfeits", lambda row: row.forfeits),
        ("disqualified", lambda row: None if row.faults is None else int(row.disqualified)),
    ),
    "forfeits": (("forfeits", lambda row: row.forfeits),),
    "fault-classes": tuple((kind, _count_of(kind)) for kind in FAULT_CLASSES),
    "blocks": (("blocks", lambda row: row.blocks),),
    "interval": (
        ("rating_low", lambda row: row.rating_interval and row.rating_interval[0]),
        ("rating_high", lambda row: row.rating_interval and row.rating_interval[1]),
    ),
}
"""The same words for the CSV: one number a column, unrounded."""


def render_csv(standings: Standings, columns: Sequence[str] = DEFAULT_COLUMNS) -> str:
    chosen = dict(column for name in columns for column in CSV_COLUMNS[name])
    return comma_separated(list(chosen), [[cell(row) for cell in chosen.values()] for row in standings.rows])
