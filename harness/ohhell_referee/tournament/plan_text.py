"""A plan as people and scripts read it."""

from __future__ import annotations

import json
import math
import textwrap
from itertools import pairwise
from typing import Any, Literal

from ohhell_referee.tournament.plan import Plan
from ohhell_referee.tournament.plan_precision_text import pilot_remark, pilot_rows, precision_data, precision_facts

Style = Literal["table", "md"]


def plan_data(plan: Plan) -> dict[str, Any]:
    """The plan as plain data: what `--format json` prints. Times in seconds, ratings in Elo; null = no bound,
    unknown."""
    tournament = plan.tournament
    return {
        "format": 1,
        "name": tournament.name,
        "variant": tournament.variant.name,
        "players": tournament.players,
        "schedule": tournament.format,
        "duplicate": tournament.duplicate,
        "bots": len(tournament.entries),
        "line_ups": plan.line_ups,
        "blocks": plan.blocks,
        "seatings": list(plan.seatings),
        "games": plan.games,
        "hands_per_game": len(tournament.variant.hands),
        "decisions_per_game": plan.decisions_per_game,
        "decisions": plan.decisions,
        "games_a_bot": list(plan.games_a_bot),
        "exact": plan.exact,
        "entries": None
        if plan.entries is None
        else [
            {
                "name": entry.name,
                "blocks": entry.blocks,
                "games": entry.games,
                "seats": None if entry.seats is None else list(entry.seats),
            }
            for entry in plan.entries
        ],
        "pairs": None
        if plan.pairs is None
        else {
            "least": plan.pairs.least,
            "most": plan.pairs.most,
            "mean": round(plan.pairs.mean, 1),
            "never": [list(pair) for pair in plan.pairs.never],
        },
        "precision": precision_data(plan.precision),
        "time": {
            "expected": _bounded(plan.time.expected),
            "decisions_per_second": plan.time.decisions_per_second,
            "think_ms": plan.time.think_ms,
            "longest": _bounded(plan.time.longest),
            "longest_game": _bounded(plan.time.longest_game),
            "games_at_once": plan.time.games_at_once,
        },
        "warnings": list(plan.warnings),
    }


def plan_json(plan: Plan) -> str:
    return json.dumps(plan_data(plan), indent=2, ensure_ascii=False)


def plan_text(plan: Plan, style: Style, columns: int | None = None) -> str:
    """The plan as aligned text, its sentences broken at `columns`, or as Markdown."""
    from tabulate import tabulate  # 75 ms to import: only where it is used

    markdown = style == "md"
    name = plan.tournament.name
    facts = _facts(plan)
    listed = tabulate(facts, tablefmt="github", headers=("", "")) if markdown else _aligned(facts, columns)
    parts = [f"# {name}" if markdown else name, listed]
    if plan.entries is not None:
        parts.append(_table([_entry_heads(plan), *_entry_rows(plan)], markdown))
    pairs = pilot_rows(plan.precision)
    if pairs:
        parts += [_table(pairs, markdown), pilot_remark(plan.precision)]
    if plan.warnings:
        mark = "- " if markdown else "warning: "
        parts.append("\n".join(mark + warning for warning in plan.warnings))
    return "\n\n".join(parts)


def _table(rows: list[list[str]], markdown: bool) -> str:
    """Heading and rows, the first column on the left, the others on the right."""
    from tabulate import tabulate

    if markdown:
        rows = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return tabulate(
        rows[1:],
        headers=rows[0],
        tablefmt="github" if markdown else "simple",
        disable_numparse=True,
        colalign=("left", *["right"] * (len(rows[0]) - 1)),
    )


def _aligned(facts: list[tuple[str, str]], columns: int | None) -> str:
    width = max(len(key) for key, _ in facts)
    lines = []
    for key, value in facts:
        text = value if columns is None else textwrap.fill(value, max(20, columns - width - 2), break_long_words=False)
        lines.append(f"{key:{width}}  " + text.replace("\n", "\n" + " " * (width + 2)))
    return "\n".join(lines)


def _facts(plan: Plan) -> list[tuple[str, str]]:
    tournament = plan.tournament
    about = "" if plan.exact or plan.pairs is None else "about "
    hands = _count(len(tournament.variant.hands), "hand")
    facts = [
        ("variant", f"{tournament.variant.name}, {tournament.players} players, {hands} a game"),
        ("schedule", _schedule_text(plan)),
        ("games", f"{plan.games:,}"),
        ("games a bot", _range(*plan.games_a_bot, about if plan.entries is not None else "mean ")),
    ]
    if plan.pairs is None:
        facts.append(("games a pair", "decided by results"))
    else:
        never = f"; {_count(len(plan.pairs.never), 'pair')} never meet" if plan.pairs.never else ""
        facts.append(("games a pair", _range(plan.pairs.least, plan.pairs.most, about) + never))
    facts.append(("seats", _seats_text(plan)))
    open_length = f"; {plan.open_length}" if plan.open_length else ""
    facts.append(("decisions", f"{plan.decisions:,} ({plan.decisions_per_game:,} a game{open_length})"))
    thinking = f", bots thinking {plan.time.think_ms:g} ms each" if plan.time.think_ms else " (--rate N, --think MS)"
    facts.append(
        (
            "expected time",
            f"{duration(plan.time.expected)} at {plan.time.decisions_per_second:,} decisions a second{thinking}",
        )
    )
    facts.append(("longest time", _longest_text(plan)))
    return [*facts, *precision_facts(plan.precision)]


def _schedule_text(plan: Plan) -> str:
    tournament = plan.tournament
    least, most = plan.seatings
    seatings = str(least) if least == most else f"{least} to {most}"
    line_ups = "" if plan.line_ups is None else f", {_count(plan.line_ups, 'line-up')}"
    if tournament.format == "swiss":
        line_ups = _rounds_text(plan)
    return (
        f"{tournament.format}{line_ups}, {_count(plan.blocks, 'block')} of {seatings} "
        f"seating{'s' if seatings != '1' else ''} (duplicate = {tournament.duplicate})"
    )


def _rounds_text(plan: Plan) -> str:
    """`, 5 rounds of 1 table (3 of 8 bots sit out a round)`."""
    tournament = plan.tournament
    rounds = tournament.rounds or 1
    tables = plan.blocks // (rounds * tournament.blocks)
    bots = len(tournament.entries)
    out = bots - tables * tournament.players
    sitting_out = f" ({out} of {bots} bots sit{'s' if out == 1 else ''} out a round)" if out else ""
    return f", {_count(rounds, 'round')} of {_count(tables, 'table')}{sitting_out}"


def _seats_text(plan: Plan) -> str:
    if plan.entries is None:
        return "each bot of a block sits in each seat equally often" if plan.seatings[0] > 1 else "drawn by the seed"
    seats = [entry.seats for entry in plan.entries]
    if any(seat is None for seat in seats):
        return "drawn by the seed"
    if all(seat is not None and max(seat) - min(seat) <= 1 for seat in seats):
        return "balanced: each bot sits in each seat equally often"
    return "not balanced, see below"


def _longest_text(plan: Plan) -> str:
    if math.isinf(plan.time.longest):
        return "no bound: nobody is late (--no-timeout)"
    return (
        f"{duration(plan.time.longest)} if every decision took its whole limit "
        f"({duration(plan.time.longest_game)} a game, {_count(plan.time.games_at_once, 'game')} at once)"
    )


def _entry_heads(plan: Plan) -> list[str]:
    heads = ["bot", "blocks", "games"]
    if plan.entries is not None and all(entry.seats is not None for entry in plan.entries):
        heads += [f"seat {seat}" for seat in range(plan.tournament.players)]
    return heads


def _entry_rows(plan: Plan) -> list[list[str]]:
    return [
        [entry.name, f"{entry.blocks:,}", f"{entry.games:,}", *(f"{games:,}" for games in entry.seats or ())]
        for entry in plan.entries or ()
    ]


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def _range(least: int, most: int, about: str) -> str:
    return f"{about}{least:,}" if least == most else f"{about}{least:,} to {most:,}"


def _bounded(number: float) -> float | None:
    return None if math.isinf(number) else round(number, 3)


def duration(seconds: float) -> str:
    """`2 h 13 min`: two units at most, rounded to the lower one."""
    units = (("year", 365 * 86_400), ("d", 86_400), ("h", 3600), ("min", 60), ("s", 1))
    for (unit, size), (lower, lower_size) in pairwise(units):
        rounded = round(seconds / lower_size) * lower_size
        if rounded >= size:
            whole, rest = divmod(rounded, size)
            plural = "s" if unit == "year" and whole > 1 else ""
            return f"{whole:,} {unit}{plural}" + (f" {rest // lower_size} {lower}" if rest else "")
    return f"{seconds:.1f} s" if seconds < 9.95 else f"{seconds:.0f} s"
