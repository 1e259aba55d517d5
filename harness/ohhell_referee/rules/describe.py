"""Variants in words and tables: what `variants` prints and what docs/variants.md holds.

Everything here is computed from the presets and the parameter model, so that no table can fall behind the program.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from ohhell_referee.rules.guide import GUIDE, LEFT_OUT
from ohhell_referee.rules.loading import parameters, resolve_variant
from ohhell_referee.rules.model import KEYS, Key
from ohhell_referee.rules.presets import Preset, find_preset, preset_names
from ohhell_referee.rules.problems import toml_value
from ohhell_referee.rules.schedule import schedule_text
from ohhell_referee.rules.scoring import score_table
from ohhell_referee.rules.variant import Variant

Style = Literal["table", "md"]

REFERENCE = "cardgames-io"
"""The preset that the others are compared with: its rules are the defaults of every key."""

SHOWN_HAND = 4
"""The hand size of the scoring tables; small enough to read, large enough to tell the formulas apart."""


def schedules(preset: Preset) -> dict[int, tuple[int, ...]]:
    """The hand sizes for every number of players that the preset is for."""
    least, most = preset.players
    return {players: resolve_variant({"preset": preset.name}, players).hands for players in range(least, most + 1)}


def preset_data(preset: Preset) -> dict[str, Any]:
    """A preset as `variants --format json` gives it; `parameters` are those of the default number of players."""
    return {
        "name": preset.name,
        "title": preset.title,
        "source": preset.source,
        "aliases": list(preset.aliases),
        "choices": list(preset.choices),
        "players": list(preset.players),
        "default_players": preset.default_players,
        "parameters": parameters(_default_variant(preset)),
        "schedule": {str(players): list(hands) for players, hands in schedules(preset).items()},
    }


def differences(preset: Preset) -> list[tuple[str, str, str]]:
    """Every key that the preset sets otherwise than CardGames.io: key, here, there, as in a tournament file."""
    reference = find_preset(REFERENCE)
    rows = []
    for key in KEYS:
        there = _written(reference, key, key.default)
        here = _written(preset, key, there)
        if here != there:
            rows.append((key.dotted, _value_text(here), _value_text(there)))
    return rows


def scoring_rows(variant: Variant, size: int = SHOWN_HAND) -> list[list[int | str]]:
    """Points by bid (rows) and tricks won (columns) in a hand of `size` cards, or of the largest size below it."""
    size = min(size, max(variant.hands))
    return [[f"bid {bid}", *points] for bid, points in enumerate(score_table(variant.score, size))]


def preset_list(style: Style) -> str:
    """All presets, a line each."""
    rows = []
    for name in preset_names():
        preset = find_preset(name)
        variant = _default_variant(preset)
        least, most = preset.players
        rows.append(
            [
                _code(name, style),
                preset.title,
                str(least) if least == most else f"{least}-{most}",
                f"{schedule_text(variant.hands)} ({variant.players})",
                _code(variant.score.hit, style),
                _code(variant.score.miss, style),
            ]
        )
    return _table(rows, ["name", "game", "players", "hands (players)", "hit", "miss"], style)


def preset_text(preset: Preset, style: Style, every_key: bool = True) -> str:
    """A preset in full: source, choices, differences, schedules, points, and `every_key` with its value."""
    variant = _default_variant(preset)
    least, most = preset.players
    span = str(least) if least == most else f"{least} to {most}; {preset.default_players} by default"
    lines = [_heading(f"{preset.name}: {preset.title}", 3, style), ""]
    lines += _facts(
        [
            ("From", preset.source),
            ("Players", span),
        ],
        style,
    )
    lines += ["", *_items(preset.choices, style)]
    if preset.alias_reasons:
        lines += ["", "Names that lead here:", ""]
        lines += _items([f"{alias}: {reason}" for alias, reason in preset.alias_reasons.items()], style)
    lines += ["", _heading("Differs from cardgames-io", 4, style), ""]
    rows = differences(preset)
    if preset.name == REFERENCE:
        lines.append("Its rules are the defaults of every key.")
    else:
        lines.append(_table([[_code(cell, style) for cell in row] for row in rows], ["key", "here", "there"], style))
    if every_key:
        lines += ["", _heading(f"Every key, with {variant.players} players", 4, style), ""]
        lines.append(_table(_parameter_rows(variant, style), ["key", "value"], style))
    lines += ["", _heading("Hands", 4, style), "", _schedule_table(preset, style)]
    size = min(SHOWN_HAND, max(variant.hands))
    lines += ["", _heading(f"Points in a hand of {size} cards, by bid and tricks won", 4, style), ""]
    lines.append(_table(scoring_rows(variant), ["", *(f"won {won}" for won in range(size + 1))], style))
    if extra := _extra_points(variant):
        lines += ["", extra]
    return "\n".join(lines) + "\n"


def variants_page() -> str:
    """docs/variants.md."""
    keys = _table(
        [
            [_code(key.dotted, "md"), _code(_value_text(key.default), "md"), _cell(key.kind.allowed), key.meaning]
            for key in KEYS
        ],
        ["key", "default", "values", "meaning"],
        "md",
    )
    names = [(alias, preset.name, reason) for preset in _presets() for alias, reason in preset.alias_reasons.items()]
    aliases = _table(
        [[alias, _code(name, "md"), why] for alias, name, why in sorted(names, key=lambda row: row[0].casefold())],
        ["name", "preset", "why this one"],
        "md",
    )
    parts = [
        GUIDE.strip(),
        "## Keys",
        keys,
        "## Presets",
        preset_list("md"),
        "### Other names",
        "Case, accents, blanks and punctuation do not count.",
        aliases,
        "### Left out",
        LEFT_OUT.strip(),
        "## Presets in full",
        *(preset_text(preset, "md", every_key=False).strip() for preset in _presets()),
    ]
    return "\n\n".join(parts) + "\n"


def _presets() -> list[Preset]:
    return [find_preset(name) for name in preset_names()]


def _default_variant(preset: Preset) -> Variant:
    return resolve_variant({"preset": preset.name}, preset.default_players)


def _written(preset: Preset, key: Key, otherwise: Any) -> Any:
    section = preset.raw.get(key.section, {})
    if not key.name:
        return section or otherwise
    return section.get(key.name, otherwise)


def _value_text(value: Any) -> str:
    return "-" if value is None else toml_value(value)


def _parameter_rows(variant: Variant, style: Style) -> list[list[str]]:
    values = parameters(variant)
    rows = []
    for key in KEYS:
        if key.dotted == "schedule.max":
            continue
        section: Any = values.get(key.section, {})
        value = section.get(key.name) if isinstance(section, Mapping) and key.name else section or []
        text = toml_value(schedule_text(variant.hands)) if key.dotted == "schedule.hands" else _value_text(value)
        if value is not None:
            rows.append([_code(key.dotted, style), _code(text, style)])
    return rows


def _schedule_table(preset: Preset, style: Style) -> str:
    rows = [[players, schedule_text(hands), len(hands), sum(hands)] for players, hands in schedules(preset).items()]
    return _table(rows, ["players", "cards a player", "hands", "tricks"], style)


def _extra_points(variant: Variant) -> str:
    parts = []
    if run := variant.score.run:
        parts.append(f"Every {run.length} hits in a row: {run.hit:+d}; every {run.length} misses: {run.miss:+d}.")
    parts.extend(f"Hands with trump {suit}: points times {factor}." for suit, factor in variant.score.suit.items())
    return " ".join(parts)


# The two styles


def _heading(text: str, level: int, style: Style) -> str:
    if style == "md":
        return f"{'#' * level} {text}"
    return f"{text}\n{'=' * len(text)}" if level <= 3 else text


def _facts(facts: Iterable[tuple[str, str]], style: Style) -> list[str]:
    if style == "md":
        return [f"- {name}: {text}" for name, text in facts]
    return [f"{name}: {text.replace('`', '')}" for name, text in facts]


def _items(texts: Iterable[str], style: Style) -> list[str]:
    if style == "md":
        return [f"- {text}" for text in texts]
    return [textwrap.fill(text, 100, initial_indent="- ", subsequent_indent="  ") for text in texts]


def _code(text: str, style: Style) -> str:
    return text if style == "table" or text == "-" else f"`{_cell(text)}`"


def _cell(text: str) -> str:
    """Text for a Markdown table, where a bar would start the next column."""
    return text.replace("|", "\\|")


def _table(rows: Sequence[Sequence[Any]], headers: Sequence[str], style: Style) -> str:
    from tabulate import tabulate  # here, because a tournament reads variants without ever printing one

    if style == "md":
        return tabulate(rows, headers=headers, tablefmt="github")
    return tabulate(rows, headers=headers, tablefmt="simple", maxcolwidths=70)
