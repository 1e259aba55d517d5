"""The tables of docs/tournament-file.md, made from the table of fields.

    python -m ohhell_referee.tournament.field_tables docs/tournament-file.md [--check]

In the document each table stands between `<!-- table: NAME -->` and `<!-- end -->`; NAME is a section's name or `top`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from ohhell_referee.tournament.fields import Field, Section, allowed_text
from ohhell_referee.tournament.sections import SECTIONS

_TABLE = re.compile(r"(<!-- table: ([a-z_]+) -->\n).*?(<!-- end -->\n)", re.DOTALL)


def fill_in(document: str) -> str:
    """`document` with all its tables made anew; ValueError where a section has no table, or a table no section."""
    sections = {section.name or "top": section for section in SECTIONS}
    found = [match[2] for match in _TABLE.finditer(document)]
    if sorted(found) != sorted(sections):
        wrong = sorted(set(found) ^ set(sections)) or found
        raise ValueError(f"every section has exactly one table in the document; look at: {', '.join(wrong)}")
    return _TABLE.sub(lambda match: match[1] + _table(sections[match[2]]) + match[3], document)


def _table(section: Section) -> str:
    rows = [("key", "value", "default", "meaning"), ("---", "---", "---", "---")]
    rows += [(f"`{field.name}`", _allowed(field), _default(field), field.meaning) for field in section.fields]
    table = "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |\n" for row in rows)
    return f"\n{section.meaning}\n\n{table}\n"


def _allowed(field: Field) -> str:
    if field.choices:
        return " or ".join(f"`{choice}`" for choice in field.choices)
    return allowed_text(field)


def _default(field: Field) -> str:
    if field.required:
        return "required"
    if field.default_text:
        return field.default_text
    if field.default is None:
        return "none"
    if isinstance(field.default, bool):
        return "`true`" if field.default else "`false`"
    if field.default == "":
        return "empty"
    return f'`"{field.default}"`' if isinstance(field.default, str) else f"`{field.default}`"


def main(arguments: list[str]) -> int:
    """Rewrites the document, or with `--check` says whether it is up to date (exit status 1 if not)."""
    check = "--check" in arguments
    path = Path(next(argument for argument in arguments if argument != "--check"))
    document = path.read_text(encoding="utf-8")
    filled = fill_in(document)
    if check:
        return int(filled != document)
    path.write_text(filled, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
