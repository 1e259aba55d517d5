"""The golden run: a small finished journal, the text of its games, and the examples in docs/record.md made from it.

Run as a program it writes them all anew; then read the difference before committing it. The journal must go on
verifying for as long as its format is read.
"""

import json
import re
import tempfile
from pathlib import Path
from typing import Any

from ohhell_referee.record.find_game import find_game, variant_of_header
from ohhell_referee.record.paint import Paint
from ohhell_referee.record.replay_text import TextReplay
from support.records import make_run, variant_of

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "unit" / "record" / "golden"
JOURNAL = FOLDER / "journal.jsonl"
PAGE = ROOT / "docs" / "record.md"
BLOCK = re.compile(r"(<!-- example: (?P<name>[a-z]+) -->\n```\w*\n).*?(```\n)", re.DOTALL)
"""An example in the page: a marker with its name, then a fenced block."""


def make_journal() -> bytes:
    """Two seatings of a block of four hands, with faults, a seat handed over, notes that a terminal must not see."""
    variant = variant_of({"schedule": {"hands": "3..1..2"}, "trump": {"no_trump": ["last"]}})
    with tempfile.TemporaryDirectory() as folder:
        return make_run(Path(folder), variant, blocks=1, fault_rate=0.12, note_rate=0.15).read_bytes()


def game_text(seat: int | None = None, paint: Paint | None = None) -> str:
    header, record = find_game(JOURNAL, "b0s0")
    replay = TextReplay(record, variant_of_header(header), paint or Paint(), "spring", "custom", seat)
    return "".join(part.text for part in replay.parts())


def spread(value: Any, depth: int = 0) -> str:
    """JSON with a key a line for the outer levels, everything inside them on one line."""
    if depth == 2 or not isinstance(value, dict | list) or not value:
        return json.dumps(value, ensure_ascii=False)
    blank = "  " * (depth + 1)
    if isinstance(value, dict):
        inner = [f"{blank}{json.dumps(key)}: {spread(item, depth + 1)}" for key, item in value.items()]
        return "{\n" + ",\n".join(inner) + "\n" + "  " * depth + "}"
    if not isinstance(value[0], dict):
        return json.dumps(value, ensure_ascii=False)
    return "[\n" + ",\n".join(blank + spread(item, depth + 1) for item in value) + "\n" + "  " * depth + "]"


def examples() -> dict[str, str]:
    """What stands in the page's blocks, by name."""
    lines = [json.loads(line) for line in JOURNAL.read_bytes().splitlines()]
    found = {line["type"]: spread(line) + "\n" for line in reversed(lines)}
    return {**found, "replay": game_text().partition("\nHand 2")[0]}


def page_with_examples() -> str:
    made = examples()
    return BLOCK.sub(lambda block: block[1] + made[block["name"]] + block[3], PAGE.read_text())


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    JOURNAL.write_bytes(make_journal())
    (FOLDER / "game.txt").write_text(game_text())
    (FOLDER / "seat.txt").write_text(game_text(seat=1))
    (FOLDER / "symbols.txt").write_text(game_text(paint=Paint(symbols=True, colour=True)))
    PAGE.write_text(page_with_examples())


if __name__ == "__main__":
    main()
