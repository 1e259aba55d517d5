"""The `replay` command: what it prints, where, and with which exit status."""

import io
import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ohhell_referee.cli import replay as replay_module
from ohhell_referee.cli.replay import command
from ohhell_referee.record.paint import Paint
from support.golden_record import FOLDER, JOURNAL
from support.records import forge, make_run, read_lines


def replay(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def test_one_game_is_shown_at_once(tmp_path: Path) -> None:
    make_run(tmp_path, blocks=1, seatings=1)
    result = replay(tmp_path)
    assert result.exit_code == 0
    assert result.stdout.startswith("Game b0s0 of spring: block 0, seating 0, custom, 4 players\n")
    assert result.stderr == ""


def test_several_games_are_listed(tmp_path: Path) -> None:
    make_run(tmp_path, fault_rate=0.05)
    result = replay(tmp_path)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Games of spring; show one with --game ID:"
    assert [line.split()[0] for line in lines[1:]] == ["b0s0", "b0s1", "b1s0", "b1s1"]
    listed = json.loads(replay(tmp_path, "--format", "json").stdout)
    assert [game["id"] for game in listed] == ["b0s0", "b0s1", "b1s0", "b1s1"]
    assert listed[1]["table"] == ["b", "c", "d", "a"]


def test_the_game_asked_for_is_the_golden_text() -> None:
    for target in (JOURNAL, JOURNAL.parent):
        result = replay(target, "--game", "b0s0")
        assert result.exit_code == 0
        assert result.stdout == (FOLDER / "game.txt").read_text()


@pytest.mark.parametrize("seat", ["1", "b"])
def test_a_seat_by_number_or_name(seat: str) -> None:
    assert replay(JOURNAL, "--game", "b0s0", "--seat", seat).stdout == (FOLDER / "seat.txt").read_text()


def test_hand_seat_or_step_without_a_game_mean_the_first() -> None:
    text = (FOLDER / "game.txt").read_text()
    assert replay(JOURNAL, "--step").stdout == text
    result = replay(JOURNAL, "--hand", 2)
    assert result.stdout == text[text.index("\nHand 2") : text.index("\nHand 3")]
    assert replay(JOURNAL, "--seat", "b").stdout == (FOLDER / "seat.txt").read_text()


def test_json_has_one_seats_requests() -> None:
    data = json.loads(replay(JOURNAL, "--game", "b0s1", "--seat", "a", "--hand", 4, "--format", "json").stdout)
    assert (data["run"], data["variant"], data["id"], data["seat"]) == ("spring", "custom", "b0s1", 3)
    assert [decision["kind"] for decision in data["hands"][0]["decisions"]] == ["bid", "play", "play"]


def test_a_run_that_is_being_written_is_shown_to_its_last_whole_line(tmp_path: Path) -> None:
    path = make_run(tmp_path, end=False)
    with path.open("ab") as file:
        file.write(b'{"type":"game","id":"b9')
    assert replay(tmp_path, "--game", "b1s1").exit_code == 0
    result = replay(tmp_path, "--verify")
    assert result.exit_code == 0
    assert "line 9 is not whole (23 bytes)" in result.stderr
    assert "legal moves (not the deals)" in result.stdout


# Verification


def test_a_good_run_verifies(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    result = replay(tmp_path, "--verify")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout.splitlines()[0] == (
        f"{path}: 9 lines, 4 games, 2 void, 20 hands: "
        "chain, digests, deals, legal moves, trick winners, points and places are right."
    )
    assert "Last line sha256:" in result.stdout


def test_the_first_difference_names_file_line_game_hand(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    lines = read_lines(path)
    for number in (3, 5):
        lines[number]["hands"][1]["points"][0] += 1
    forge(path, lines)
    result = replay(path, "--verify")
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 1
    assert result.stdout.startswith(f"{path}:4: game b0s1, hand 2: points [")
    assert "journal.jsonl:4: game b0s1, hand 2: " in result.stdout
    assert len(replay(path, "--verify", "--differences", 0).stdout.splitlines()) == 2


def test_verification_as_json(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    assert json.loads(replay(path, "--verify", "--format", "json").stdout)["ok"] is True
    lines = read_lines(path)
    lines[2]["scores"][0] += 1
    forge(path, lines)
    result = replay(path, "--verify", "--format", "json")
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert data["ok"] is False
    assert data["differences"][0] | {"what": ""} == {"line": 3, "game": "b0s0", "hand": None, "trick": None, "what": ""}


def test_a_differences_text_cannot_drive_the_terminal(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    lines = read_lines(path)
    lines[2]["id"] = "\x1b[2Jb0s0"
    lines[2]["scores"][0] += 1
    forge(path, lines)
    assert "\x1b" not in replay(path, "--verify").stdout


def test_a_message_that_quotes_the_journal_cannot_drive_the_terminal(tmp_path: Path) -> None:
    path = make_run(tmp_path, blocks=1, seatings=1)
    lines = read_lines(path)
    lines[2]["table"][0] = "\x1b[2J"
    lines[2]["hands"][0]["trump"] = "\x1b[31m"
    forge(path, lines)
    assert "\\x1b[2J" in replay(path, "--seat", "zoe").stderr
    result = replay(path)
    assert "trump \\x1b[31m recorded" in result.stderr
    assert "\x1b" not in result.output + result.stderr


# Mistakes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{folder}", "--game", "b0s7"], "no finished game 'b0s7' among 4. Near: b0s"),
        (["{folder}", "--game", "zzzzzzzz"], "no finished game 'zzzzzzzz' among 4. The first is b0s0, the last b1s1."),
        (["{folder}", "--seat", "zoe"], "no seat 'zoe' in game b0s0. The seats are: 0 a, 1 b, 2 c, 3 d."),
        (["{folder}", "--seat", "4"], "no seat '4' in game b0s0."),
        (["{folder}", "--hand", "6"], "game b0s0 has 5 hands, there is no hand 6."),
        (["{folder}", "--hand", "0"], "0 is not in the range x>=1"),
        (["{folder}/nowhere"], "no such folder or file. Give a run folder or its journal.jsonl."),
        (["{folder}/empty"], "the folder has no journal.jsonl: it is not a run folder, or the run has not begun."),
        (["{folder}/other.txt"], "other.txt:1: (byte 0) not a journal's line"),
        (["{folder}/other.txt", "--verify"], "other.txt:1: (byte 0) not a journal's line"),
        (["{folder}/begun.jsonl"], "stopped before anything was played"),
        (["{folder}/begun.jsonl", "--verify"], "stopped before anything was played"),
        (["{folder}/header.jsonl"], "no game is finished yet"),
        (["{folder}", "--verify", "--hand", "1"], "--verify checks the whole journal"),
    ],
)
def test_a_mistake_is_said_with_status_2(tmp_path: Path, arguments: list[str], message: str) -> None:
    path = make_run(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "other.txt").write_text("hello\n")
    (tmp_path / "begun.jsonl").write_bytes(path.read_bytes()[:40])
    (tmp_path / "header.jsonl").write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    result = replay(*(argument.format(folder=tmp_path) for argument in arguments))
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_an_entry_in_two_seats_has_to_be_told_apart(tmp_path: Path) -> None:
    path = make_run(tmp_path, blocks=1, seatings=1)
    lines = read_lines(path)
    lines[2]["table"] = ["a", "b", "a", "c"]
    forge(path, lines)
    result = replay(path, "--seat", "a")
    assert result.exit_code == 2
    assert "'a' sits in seats 0, 2 of game b0s0: give the number." in result.stderr


def test_a_journal_damaged_before_the_game_points_to_verify(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], *lines[3:]]))
    result = replay(path, "--game", "b1s1")
    assert result.exit_code == 2
    assert "the chain is broken" in result.stderr
    assert "--verify" in result.stderr


def test_a_game_against_the_rules_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    path = make_run(tmp_path, blocks=1, seatings=1)
    lines = read_lines(path)
    lines[2]["hands"][3]["bids"][0] = 9
    forge(path, lines)
    result = replay(path)
    assert result.exit_code == 1
    assert "Hand 3" in result.stdout
    assert "game b0s0, hand 4: the record does not follow the rules: seat 0: the bid 9 is not allowed" in result.stderr


# The terminal


class FakeTerminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def paint_on(monkeypatch: pytest.MonkeyPatch, encoding: str, **environment: str) -> Paint:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    monkeypatch.setattr(sys, "stdout", FakeTerminal(io.BytesIO(), encoding=encoding))
    return replay_module._paint()


def test_symbols_and_colours_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert paint_on(monkeypatch, "utf-8") == Paint(symbols=True, colour=True)
    assert paint_on(monkeypatch, "utf-8", NO_COLOR="1") == Paint(symbols=True)
    assert paint_on(monkeypatch, "utf-8", TERM="dumb") == Paint(symbols=True)
    assert paint_on(monkeypatch, "ascii") == Paint(colour=True, ascii_only=True)


@pytest.mark.parametrize(("term", "rewritten"), [("xterm", 4), ("dumb", 0)])
def test_steps_wait_for_enter_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], term: str, rewritten: int
) -> None:
    """Three times Enter, then q: the bids and two tricks of the first hand, and no more than the third.

    Where the terminal can, the question is wiped away, and what remains reads like a replay without steps.
    """
    monkeypatch.setattr(sys, "stdin", FakeTerminal(io.BytesIO(b"\n\n\nq\n")))
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    from ohhell_referee.record.find_game import find_game, variant_of_header
    from ohhell_referee.record.replay_text import TextReplay

    header, record = find_game(JOURNAL)
    replay_module._print_parts(TextReplay(record, variant_of_header(header)).parts(), step=True)
    out, err = capfd.readouterr()
    assert out.count("\x1b[1A\x1b[2K") == rewritten
    assert out.replace("\x1b[1A\x1b[2K", "").rstrip().splitlines()[-1].split()[0] == "3"
    assert err.count("Enter: go on") == 4
