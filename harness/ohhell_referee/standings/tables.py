"""Cells, tables, headings and paragraphs in text, Markdown and HTML; CSV and JSON text."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Sequence
from typing import Any

from ohhell_referee.standings.model import Interval

Value = str | int | float | None
DASH = "\N{EN DASH}"
"""What stands where there is nothing to say, and between the ends of a range."""


def draw(headings: Sequence[str], rows: Sequence[Sequence[str]], form: str) -> str:
    """A table of cells that are text already; `form` is table, md or html. Numbers stand to the right."""
    from tabulate import tabulate  # costs 75 ms to import

    aligned = ["left" if _is_text(column) else "right" for column in zip(*rows, strict=True)] if rows else None
    style = {"table": "simple", "md": "pipe", "html": "html"}[form]
    cells = [[_markdown(cell) for cell in row] for row in rows] if form == "md" else rows
    # tabulate escapes what HTML needs escaped.
    return str(tabulate(cells, headings, tablefmt=style, disable_numparse=True, colalign=aligned))


def _is_text(column: Sequence[str]) -> bool:
    return not all(cell[:1] in "0123456789+-±<> " + DASH for cell in column)


def _markdown(cell: str) -> str:
    """A bot's name may hold what Markdown, or the HTML in it, would take for its own."""
    return re.sub(r"<(?=[A-Za-z/!?])", "&lt;", cell).replace("|", "\\|")


def heading(text: str, form: str) -> str:
    if form == "md":
        return f"### {text}"
    if form == "html":
        return f"<h3>{html.escape(text)}</h3>"
    return text


def paragraph(text: str, form: str) -> str:
    return f"<p>{html.escape(text)}</p>" if form == "html" else text


def html_page(title: str, body: str) -> str:
    """A whole page around paragraphs and tables, readable as it is."""
    style = "body{font:15px/1.4 sans-serif;margin:2em}table{border-collapse:collapse}td,th{padding:.2em .8em}"
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{html.escape(title)}</title>\n'
        f"<style>{style}tr:nth-child(even){{background:#f3f3f3}}</style>\n{body}\n</html>"
    )


def comma_separated(headings: Sequence[str], rows: Sequence[Sequence[Value]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([["" if value is None else value for value in row] for row in rows])
    return buffer.getvalue().rstrip("\n")


def json_text(data: Any) -> str:
    """JSON for scripts: no NaN, no infinity, whatever happens."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1)


def fixed(value: float, digits: int = 0, *, sign: bool = False) -> str:
    """A number with so many decimals. Noise in the last bits does not decide how a half is rounded, and zero has no
    minus sign."""
    text = f"{round(value, 9):+.{digits}f}"
    if not text.strip("+-0."):
        text = "+" + text[1:]
    return text if sign else text.removeprefix("+")


def counted(number: int, what: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def percent(value: float | None, digits: int = 1) -> str:
    return DASH if value is None else f"{fixed(100 * value, digits)} %"


def plus_minus(interval: Interval | None, digits: int = 0) -> str:
    """The error as people read it: `±12`, `< 1320` for a bound from above, a dash where there is none."""
    low, high = interval or (None, None)
    if low is None:
        return DASH if high is None else f"< {fixed(high, digits)}"
    if high is None:
        return f"> {fixed(low, digits)}"
    return f"±{fixed((high - low) / 2, digits)}"


def interval_text(interval: Interval | None, digits: int = 0) -> str:
    """Both ends: `1290 … 1335`, `below 1320`, a dash where there is none."""
    low, high = interval or (None, None)
    if low is None:
        return DASH if high is None else f"below {fixed(high, digits)}"
    if high is None:
        return f"above {fixed(low, digits)}"
    return f"{fixed(low, digits)} … {fixed(high, digits)}"
