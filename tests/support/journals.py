"""Journals whose games only look like games: for tests of the file, where the rules do not matter."""

from pathlib import Path
from typing import Any

from ohhell_referee.record.game_record import Fault, GameRecord, HandRecord, game_line
from ohhell_referee.record.journal import JournalWriter

HEADER: dict[str, Any] = {
    "project": "0.1.0",
    "name": "spring",
    "players": 4,
    "entries": [{"name": name} for name in "abcd"],
    "commitment": "00" * 32,
    "disguise": True,
}


def plain_record(number: int) -> GameRecord:
    """A record of one hand of one card; different for each number."""
    cards = ("2C", "3C", "4C", "5C")
    hand = HandRecord(
        size=1,
        dealer=number % 4,
        trump="S",
        turned="7S",
        deal=tuple((card,) for card in cards),
        bids=(0, 0, 0, 0),
        tricks=((0, *cards),),
        taken=(0, 0, 0, 1),
        points=(10, 10, 10, 1),
        suits="HSCD",
    )
    return GameRecord(
        id=f"b{number}s0",
        block=number,
        seating=0,
        table=("a", "b", "c", "d"),
        hands=(hand,),
        scores=(10, 10, 10, 1),
        places=(1, 1, 1, 4),
        faults=(Fault("late", 0, 0, 2, True),),
        notes=((0, None, 1, "ünï ♠"),),
        timing={"ms": [[0.25], [0.5], [1000.0], [0.75]]},
        evidence=({"class": "late", "ms": 1020.5},),
    )


def write_journal(folder: Path, games: int, end: bool = True) -> Path:
    """A journal with a note, a void game, so many games, and perhaps an end. Returns its path."""
    path = folder / "journal.jsonl"
    with JournalWriter.create(path, HEADER) as writer:
        writer.append({"type": "note", "text": "started"})
        writer.append({"type": "void", "id": "b0s0", "block": 0, "seating": 0, "reason": "a worker died", "attempt": 1})
        for number in range(games):
            writer.append(game_line(plain_record(number)))
        if end:
            writer.append({"type": "end", "seed": 7, "nonce": "00" * 16, "games": games})
    return path
