"""`replay --verify` on the run of a real tournament: silent on the original, loud on every change."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ohhell_referee.record.verify import verify_journal
from support.running import GREEDY, RANDOM, program, run_tournament, write_tournament

Line = dict[str, Any]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    folder = tmp_path_factory.mktemp("run")
    run = run_tournament(
        write_tournament(folder, {"a": RANDOM, "b": GREEDY, "c": RANDOM, "d": RANDOM}, blocks=3), "-j", "1"
    )
    result = program("replay", run, "--verify")
    assert result.returncode == 0, result.stderr + result.stdout
    return (run / "journal.jsonl").read_bytes().splitlines(keepends=True)


def card(line: Line) -> None:
    trick = line["hands"][1]["tricks"][0]
    trick[1] = trick[2]


def dealt_card(line: Line) -> None:
    deal = line["hands"][0]["deal"]
    deal[0][0], deal[1][0] = deal[1][0], deal[0][0]


def bid(line: Line) -> None:
    line["hands"][3]["bids"][0] += 1


def trump(line: Line) -> None:
    line["hands"][1]["trump"] = "C" if line["hands"][1]["trump"] != "C" else "D"


def leader(line: Line) -> None:
    line["hands"][1]["tricks"][1][0] = (line["hands"][1]["tricks"][1][0] + 1) % 4


def tricks_taken(line: Line) -> None:
    line["hands"][2]["taken"][1] += 1


def points(line: Line) -> None:
    line["hands"][4]["points"][3] += 10


def score(line: Line) -> None:
    line["scores"][2] += 1


def place(line: Line) -> None:
    line["places"][0] += 1


def time_taken(line: Line) -> None:
    line["timing"]["ms"][0][0] += 1


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (card, "journal.jsonl:6: game {id}, hand 2, trick 1: "),
        (dealt_card, "journal.jsonl:6: game {id}, hand 1: "),
        (bid, "journal.jsonl:6: game {id}, hand 4: "),
        (trump, "journal.jsonl:6: game {id}, hand 2: "),
        (leader, "journal.jsonl:6: game {id}, hand 2, trick 2: "),
        (tricks_taken, "journal.jsonl:6: game {id}, hand 3: "),
        (points, "journal.jsonl:6: game {id}, hand 5: "),
        (score, "journal.jsonl:6: game {id}: scores "),
        (place, "journal.jsonl:6: game {id}: places "),
        (time_taken, "journal.jsonl:7: game {next}: (byte "),
    ],
)
def test_a_change_is_named_with_line_game_hand_and_trick(
    tmp_path: Path, journal: list[bytes], change: Callable[[Line], None], place: str
) -> None:
    """Of a change that no rule or digest covers the next line's link tells."""
    line = json.loads(journal[5])
    change(line)
    changed = [*journal[:5], json.dumps(line, separators=(",", ":")).encode() + b"\n", *journal[6:]]
    (tmp_path / "journal.jsonl").write_bytes(b"".join(changed))
    result = program("replay", tmp_path / "journal.jsonl", "--verify")
    assert result.returncode == 1, result.stderr
    expected = place.format(id=line["id"], next=json.loads(journal[6])["id"])
    assert result.stdout.startswith(f"{tmp_path}/{expected}"), result.stdout


def test_every_single_changed_line_is_noticed(tmp_path: Path, journal: list[bytes]) -> None:
    """One character of each line in turn, whatever its type; the last line alone has no other that holds it."""
    for number, line in enumerate(journal):
        at = line.rindex(b"sha256:") + 10
        changed = line[:at] + (b"0" if line[at : at + 1] != b"0" else b"1") + line[at + 1 :]
        (tmp_path / "journal.jsonl").write_bytes(b"".join([*journal[:number], changed, *journal[number + 1 :]]))
        (difference, *_) = verify_journal(tmp_path / "journal.jsonl").differences
        assert difference.line in (number + 1, number + 2)


@pytest.mark.parametrize("removed", [1, 4])
def test_a_removed_line_breaks_the_chain_where_it_was(tmp_path: Path, journal: list[bytes], removed: int) -> None:
    (tmp_path / "journal.jsonl").write_bytes(b"".join([*journal[:removed], *journal[removed + 1 :]]))
    result = program("replay", tmp_path / "journal.jsonl", "--verify")
    assert result.returncode == 1
    assert f"journal.jsonl:{removed + 1}: " in result.stdout
