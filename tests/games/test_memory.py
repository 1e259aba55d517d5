"""Duplicate deals that a bot cannot recognise: what a bot that remembers every hand can find again."""

from __future__ import annotations

import itertools
import json
import re
import sys
from pathlib import Path
from typing import Any

from support.memory_bot import shape
from support.running import ROOT, games, run_tournament, write_tournament

MEMORY = [sys.executable, str(ROOT / "tests" / "support" / "memory_bot.py")]
VARIANT = {"preset": "cardgames-io", "schedule": {"hands": "10..5"}}

Process = list[dict[str, Any]]
"""What one process printed, game after game."""


def play(folder: Path, *, disguise: bool = True, **entry: object) -> tuple[Path, list[Process]]:
    """200 games of four memory bots; the run folder, and what each process found."""
    bot = {"command": MEMORY, **entry}
    bots = dict.fromkeys(("ann", "bob", "cid", "dot"), bot)
    run = run_tournament(write_tournament(folder, bots, variant=VARIANT, blocks=50, disguise=disguise), timeout=240)
    logs = [re.findall(r"^MEMORY (.*)$", log.read_text(), re.MULTILINE) for log in (run / "bots").glob("*.log")]
    return run, [[json.loads(line) for line in lines] for lines in logs if lines]


def total(found: list[Process], what: str) -> int:
    return sum(process[-1][what] for process in found)


def test_no_hand_of_five_cards_or_more_is_found_again_by_its_cards(tmp_path: Path) -> None:
    """One process an entry and core: every deal comes back four times, and never with cards seen before.

    Up to relabelling such a process does find hands that it saw in another seat: only more instances, or fresh ones,
    keep it from that, and the standings' memory check shows whether it gained by it.
    """
    run, found = play(tmp_path)
    assert total(found, "hands") == 200 * 4 * 6
    assert total(found, "exact") == 0
    assert total(found, "relabelled") > 0
    assert overlapping(run, found) == []


def test_with_as_many_instances_as_seatings_nothing_is_found_at_all(tmp_path: Path) -> None:
    run, found = play(tmp_path, instances=4)
    assert len(found) >= 16
    assert total(found, "hands") == 200 * 4 * 6
    assert total(found, "exact") == total(found, "relabelled") == 0
    assert overlapping(run, found) == []


def test_without_disguise_the_bot_does_find_its_hands_so_this_test_can_fail(tmp_path: Path) -> None:
    _, found = play(tmp_path, disguise=False)
    assert total(found, "exact") > 100


def overlapping(run: Path, found: list[Process]) -> list[int]:
    """Blocks of which one process had two games open at once: two seatings, or two seats of a table."""
    blocks = {
        shape(cards, game["hands"][0]["turned"]): game["block"]
        for game in games(run)
        for cards in game["hands"][0]["deal"]
    }
    clashes = []
    for process in found:
        for one, other in itertools.combinations(process, 2):
            if blocks[one["first"]] == blocks[other["first"]] and (
                one["begun"] < other["ended"] and other["begun"] < one["ended"]
            ):
                clashes.append(blocks[one["first"]])
    return clashes
