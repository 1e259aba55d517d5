"""The precision of a plan as people and scripts read it."""

from __future__ import annotations

from typing import Any

from ohhell_referee.tournament.plan_precision import POWER, Apart, Precision

MOST_PAIRS = 10
"""Pairs of a pilot in the text; the JSON has all."""

_TELL_APART = "blocks to tell apart"


def precision_data(precision: Precision) -> dict[str, Any]:
    """Plain data: Elo, blocks of the whole tournament, games. null: no interval, or more than anybody plays."""
    width = precision.half_width
    return {
        "half_width": None if width is None else [round(width[0], 1), round(width[1], 1)],
        "spread": precision.spread,
        "pilot": precision.pilot,
        "apart": [_apart_data(apart) for apart in precision.apart],
        "pairs": [
            {
                "a": pair.a,
                "b": pair.b,
                "difference": round(pair.difference, 1),
                "half_width": round(pair.half_width, 1),
                "blocks": pair.apart.blocks,
                "games": pair.apart.games,
            }
            for pair in precision.pairs
        ],
    }


def _apart_data(apart: Apart) -> dict[str, Any]:
    return {"difference": apart.gap, "blocks": apart.blocks, "games": apart.games}


def precision_facts(precision: Precision) -> list[tuple[str, str]]:
    """Rows for the list of facts: name and sentence."""
    if precision.pilot is not None:
        basis = f"by the pilot {precision.pilot}"
    elif precision.spread:
        basis = f"for bots that spread by {precision.spread:g} Elo"
    else:
        basis = "for bots of about equal strength (--spread ELO, --pilot RUN)"
    if precision.half_width is None:
        width = "no intervals below 10 blocks"
    else:
        best, worst = precision.half_width
        shown = f"{worst:.0f}" if round(best) == round(worst) else f"{best:.0f} to {worst:.0f}"
        width = f"a rating difference to ±{shown} Elo (95 %), {basis}"
    apart = "; ".join(f"{apart.gap:g} Elo: {_size(apart)}" for apart in precision.apart)
    facts = [("expected precision", width)]
    if apart:
        facts.append((_TELL_APART, f"{apart}; in {POWER:.0%} of runs"))
    return facts


def pilot_rows(precision: Precision) -> list[list[str]]:
    """Heading and rows of the pilot's pairs, the nearest first; nothing without a pilot."""
    if precision.pilot is None:
        return []
    rows = [["pair", "difference", "± planned", _TELL_APART]]
    rows += [
        [f"{pair.a} / {pair.b}", f"{pair.difference:+.0f}", f"±{pair.half_width:.0f}", _size(pair.apart)]
        for pair in precision.pairs[:MOST_PAIRS]
    ]
    return rows


def pilot_remark(precision: Precision) -> str:
    """What a reader of the pilot's pairs has to know."""
    more = len(precision.pairs) - MOST_PAIRS
    text = (
        "The pairs are those of the pilot. Their last column takes the pilot's differences for the true ones; those of "
        "near pairs are mostly luck, so that more may be needed."
    )
    return text + (f" {more} pairs that lie further apart are left out (--format json)." if more > 0 else "")


def _size(apart: Apart) -> str:
    if apart.blocks is None:
        return "never"
    blocks = f"{apart.blocks:,} block{'s' if apart.blocks != 1 else ''}"
    return f"{blocks} ({apart.games:,} games)"
