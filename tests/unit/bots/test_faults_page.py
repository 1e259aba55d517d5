"""docs/faults.md says what the code does: its names and numbers are those of the code."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from ohhell_protocol.errors import ERROR_CODES
from ohhell_protocol.limits import MAX_DEPTH, MAX_FRAME_BYTES, MAX_FRAME_MESSAGES
from ohhell_referee.bots import capture, connections, process, switchboard, transport
from ohhell_referee.record.game_record import FaultClass
from ohhell_referee.table import FaultPolicy
from ohhell_referee.table.asks import Consequence
from ohhell_referee.tournament import disqualify, pool, supervisor
from ohhell_referee.tournament.model import FaultRules, LimitRules
from support.running import ROOT

PAGE = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
CLASSES = list(get_args(FaultClass))


def table(heading: str, first_column: str) -> list[list[str]]:
    """The rows of the table with this first column, in the section with this heading; the code names of each cell."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = section.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {first_column} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(line.strip().strip("|").split("|"))
    return rows


def names(cell: str) -> list[str]:
    return re.findall(r"`\"?(\w+)\"?`", cell)


def test_the_table_of_faults_has_every_class_once() -> None:
    rows = table("The faults", "fault")
    assert sorted(names(row[0])[0] for row in rows) == sorted(CLASSES)
    assert all(len(row) == 4 and all(cell.strip() for cell in row) for row in rows)


def test_the_table_of_codes_puts_every_code_to_its_class() -> None:
    rows = {names(row[0])[0]: names(row[1]) for row in table("Which code is which fault", "fault")}
    assert set(rows) == set(CLASSES)
    for fault in CLASSES:
        codes = sorted(row.code for row in ERROR_CODES if row.fault == fault)
        assert [code for code in rows[fault] if code != "text"] == codes


def test_the_options_are_those_of_the_policy() -> None:
    by_key: dict[str, list[str]] = {}
    for key, fault in [
        (key, fault)
        for key in ("on_illegal", "on_timeout", "on_protocol_error", "on_crash")
        for fault in CLASSES
        if FaultPolicy(**{key: "void"}).by_class[fault] == "void"  # type: ignore[arg-type]  # one of the four keys
    ]:
        by_key.setdefault(key, []).append(fault)
    rows = {names(row[0])[0]: names(row[1]) for row in table("What it costs: `[faults]`", "key")}
    assert {key: sorted(faults) for key, faults in rows.items()} == {k: sorted(f) for k, f in by_key.items()}
    values = [names(row[0])[0] for row in table("What it costs: `[faults]`", "value")]
    assert values == list(get_args(Consequence))
    assert values[0] == FaultRules().on_illegal == FaultRules().on_crash


@pytest.mark.parametrize(
    ("said", "true"),
    [
        (r"`max_per_game` \((\d+)\)", FaultRules().max_per_game),
        (r"last ([\d,]+) bytes that the process printed", capture.TAIL_BYTES),
        (r"`stderr_limit_kb` \(([\d,]+)\)", LimitRules().stderr_limit_kb),
        (r"`memory_mb` \(([\d,]+)\)", LimitRules().memory_mb),
        (r"([\d,]+) bytes, one ZeroMQ part", MAX_FRAME_BYTES),
        (r"part, (\d+) messages", MAX_FRAME_MESSAGES),
        (r"messages, (\d+) levels", MAX_DEPTH),
        (r"far beyond that \| ([\d,]+) bytes", transport.LARGEST_FRAME),
        (r"(\d+) MB at a time", connections.BYTES_AT_ONCE / 1e6),
        (r"at a time, and (\d+) MB a second", connections.BYTES_A_SECOND / 1e6),
        (r"nobody asked for \| (\d+), and one in ten", switchboard.STRAYS_ALLOWED),
        (r"without a hello \| (\d+), and one for each", connections.STRANGERS_ALLOWED),
        (r"starting; (\d+) frames on one", connections.REFUSALS_ALLOWED),
        (r"(\d+) s while nobody is starting", connections.STRANGER_SECONDS),
        (r"output, up to (\d+) MB a second", process._DRAIN_BYTES / 2**20 * 1000 / switchboard.TICK_MS),
        (r"from\n(\d+) decisions on", disqualify.FIRST_LOOK),
    ],
)
def test_a_number_on_the_page_is_the_one_in_the_code(said: str, true: float) -> None:
    (found,) = re.findall(said, PAGE)
    assert float(found.replace(",", "")) == true


def test_numbers_in_words_are_those_in_the_code() -> None:
    assert "two times running" in PAGE
    assert pool.FAILED_STARTS == 2
    assert "After three attempts" in PAGE
    assert supervisor.MOST_ATTEMPTS == 3
    assert "after five workers" in PAGE
    assert supervisor.MOST_WORKER_DEATHS == 5
    assert "a tenth) of its decisions" in PAGE
    assert FaultRules().disqualify_rate == 0.1
    assert "half a second to go" in PAGE
    assert switchboard.GRACE_SECONDS == 0.5


def test_the_variables_that_bots_inherit_are_named() -> None:
    sentence = PAGE.split("environment it gets ")[1].split(", then")[0]
    assert names(sentence.replace("LC_*", "LC_")) == [*process.PASSED_ON, "LC_"]
