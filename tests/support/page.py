"""Generated parts of a page: what stands between `<!-- NAME: begin … -->` and `<!-- NAME: end -->`."""

from __future__ import annotations

import re
import sys
from pathlib import Path


def part_of(page: Path, name: str) -> str:
    """The generated part of that name; ValueError if the page has none."""
    return _find(page.read_text(encoding="utf-8"), name, page)[2].strip()


def replace_between(page: Path, name: str, text: str, *, check: bool) -> int:
    """Put `text` there, or with `check` only compare. Returns the exit status."""
    before, begin, old, end, after = _find(page.read_text(encoding="utf-8"), name, page)
    if old.strip() == text.strip():
        return 0
    if check:
        print(f"{page}: '{name}' is out of date", file=sys.stderr)
        return 1
    page.write_text(f"{before}{begin}\n{text.strip()}\n{end}{after}", encoding="utf-8")
    return 0


def _find(text: str, name: str, page: Path) -> tuple[str, str, str, str, str]:
    match = re.fullmatch(
        rf"(.*?)(<!-- {re.escape(name)}: begin[^>]*-->)\n(.*?)(<!-- {re.escape(name)}: end -->)(.*)", text, re.DOTALL
    )
    if match is None:
        raise ValueError(f"{page}: there is no part '{name}'")
    before, begin, old, end, after = match.groups()
    return before, begin, old, end, after
