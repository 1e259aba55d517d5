"""Verification finds what was changed, and says where."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ohhell_referee.record.game_record import game_line
from ohhell_referee.record.journal import JournalError, JournalWriter
from ohhell_referee.record.verify import Difference, verify_journal
from ohhell_referee.rules.presets import preset_names
from ohhell_referee.rules.seeds import seed_key
from support.records import NONCE, end_of, forge, make_run, play_record, read_lines, variant_of

Lines = list[dict[str, Any]]
FIRST_GAME = 2
"""Index of the first game's line: a header and a note stand before it."""


def first_difference(path: Path) -> Difference:
    result = verify_journal(path, limit=1)
    assert not result.ok
    return result.differences[0]


def test_a_good_run_is_found_good(tmp_path: Path) -> None:
    path = make_run(tmp_path, fault_rate=0.05, note_rate=0.1)
    for target in (path, tmp_path):
        result = verify_journal(target)
        assert result.differences == []
        assert (result.lines, result.games, result.voids, result.hands) == (9, 4, 2, 20)
        assert result.checked_deals
        assert result.finished
        assert result.remarks == []


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_verifies(tmp_path: Path, name: str) -> None:
    """Forehead hands, revised bids, named trumps, runs, targets: no rule makes an honest record look wrong."""
    make_run(tmp_path, variant_of({"preset": name}), blocks=2, fault_rate=0.03)
    assert verify_journal(tmp_path).differences == []


@pytest.mark.parametrize(
    "raw",
    [
        {"schedule": {"hands": "1..3"}, "bids": {"revise": True}},
        {"schedule": {"hands": "1..3"}, "bids": {"order": "at_once", "hook": False}},
        {"schedule": {"hands": "1..3"}, "trump": {"source": "highest_bidder"}},
        {"schedule": {"hands": "1..3"}, "deck": {"wizards": 4, "jesters": 4}},
        {"schedule": {"hands": "1..3"}, "deck": {"copies": 2, "equal_card": "last"}},
        {"schedule": {"hands": "1..3"}, "trump": {"reveal": "after_bids"}},
        {"schedule": {"hands": "1..3"}, "end": {"ties": "extra_hand"}},
        {"schedule": {"hands": "1..10"}, "end": {"target": 30}},
        {"schedule": {"hands": "1..3"}, "view": [{"hands": {"size": 1}, "mode": "forehead"}]},
        {"schedule": {"hands": "1..3"}, "trump": {"source": "random"}, "game": {"first_dealer": 2}},
    ],
)
@pytest.mark.parametrize("players", [3, 4])
def test_every_kind_of_rule_verifies(tmp_path: Path, raw: dict[str, Any], players: int) -> None:
    make_run(tmp_path, variant_of(raw, players), blocks=8, fault_rate=0.03)
    assert verify_journal(tmp_path).differences == []


def test_without_disguise_the_suits_are_the_plain_ones(tmp_path: Path) -> None:
    path = make_run(tmp_path, disguise=False)
    assert verify_journal(path).ok
    lines = read_lines(path)
    lines[0]["disguise"] = True
    forge(path, lines)
    assert "suits CDHS recorded as the disguise, it was" in first_difference(path).what


def test_a_seat_that_the_house_played_from_the_start(tmp_path: Path) -> None:
    """An absent entry has no faults: it is enough that all its decisions are the house's."""
    path = make_run(tmp_path)
    lines = read_lines(path)
    absent = play_record(variant_of(), seed_key(7), absent=[1])
    lines[FIRST_GAME] = game_line(absent)
    forge(path, lines)
    assert verify_journal(path).ok
    assert absent.places[1] == 4


# Single edits of a file, hashes left alone


def edit(path: Path, change: Callable[[list[bytes]], list[bytes]]) -> None:
    path.write_bytes(b"\n".join(change(path.read_bytes().splitlines())) + b"\n")


def test_a_removed_line_is_found(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    edit(path, lambda lines: lines[:3] + lines[4:])
    assert first_difference(path).line == 4
    assert "the chain is broken" in first_difference(path).what


def test_swapped_lines_are_found(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    edit(path, lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]])
    assert first_difference(path).line == 3


def test_a_doubled_line_is_found(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    edit(path, lambda lines: [*lines[:3], lines[2], *lines[3:]])
    texts = [str(found) for found in verify_journal(path).differences]
    assert texts[0] == "journal.jsonl:4: game b0s0: the game stands in line 3 already"
    assert any(text.startswith("journal.jsonl:4: game b0s0: (byte ") for text in texts)


def test_an_edited_line_with_its_own_digest_computed_anew_is_found(tmp_path: Path) -> None:
    """The line after it still names the hash of what stood there before."""
    from ohhell_referee.record.digests import digest_of
    from ohhell_referee.record.lines import encode_line

    path = make_run(tmp_path)

    def change(lines: list[bytes]) -> list[bytes]:
        line = json.loads(lines[2])
        line["marks"] = ["after-decision"]
        line["digest"] = digest_of(line)
        return [*lines[:2], encode_line(line), *lines[3:]]

    edit(path, change)
    assert first_difference(path).line == 4
    assert "the chain is broken" in first_difference(path).what


def test_garbage_in_the_middle_is_named_with_its_byte(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    offset = sum(len(line) + 1 for line in path.read_bytes().splitlines()[:3])
    edit(path, lambda lines: [*lines[:3], bytes(512), *lines[4:]])
    assert str(first_difference(path)) == (
        f"journal.jsonl:4: (byte {offset}) 512 zero bytes where a line should be: the disk lost what was written"
    )


# Edits by somebody who computes every hash anew: the rules and the seed find them


def forged(folder: Path, change: Callable[[dict[str, Any]], None], end: bool = True) -> list[str]:
    """The differences after a change of the first game."""
    path = make_run(folder, fault_rate=0.08, end=end)
    lines = read_lines(path)
    change(lines[FIRST_GAME])
    forge(path, lines)
    return [str(found) for found in verify_journal(path).differences]


def change_bid(game: dict[str, Any]) -> None:
    bids = game["hands"][0]["bids"]
    bids[0] = bids[0] + 1 if bids[0] < 3 else 0


def change_card(game: dict[str, Any]) -> None:
    trick = game["hands"][0]["tricks"][1]
    trick[2] = "AS" if trick[2] != "AS" else "KS"


def change_points(game: dict[str, Any]) -> None:
    game["hands"][1]["points"][2] += 10


def change_score(game: dict[str, Any]) -> None:
    game["scores"][3] += 1


def change_places(game: dict[str, Any]) -> None:
    game["places"] = [1, 1, 1, 1]


def change_taken(game: dict[str, Any]) -> None:
    taken = game["hands"][2]["taken"]
    taken[:] = [taken[-1] + 1, *taken[:-1]]


def change_trump(game: dict[str, Any]) -> None:
    game["hands"][0]["trump"] = {"C": "D", "D": "H", "H": "S", "S": "C"}[game["hands"][0]["trump"]]


def change_leader(game: dict[str, Any]) -> None:
    game["hands"][0]["tricks"][1][0] = (game["hands"][0]["tricks"][1][0] + 1) % 4


def change_dealer(game: dict[str, Any]) -> None:
    for hand in game["hands"]:
        hand["dealer"] = (hand["dealer"] + 1) % 4


def swap_hands(game: dict[str, Any]) -> None:
    deal = game["hands"][4]["deal"]
    deal[0], deal[1] = deal[1], deal[0]


def change_turned(game: dict[str, Any]) -> None:
    hand = game["hands"][0]
    dealt = {card for cards in hand["deal"] for card in cards}
    hand["turned"] = next(
        rank + hand["trump"]
        for rank in "23456789"
        if rank + hand["trump"] not in dealt and rank + hand["trump"] != hand["turned"]
    )


def change_suits(game: dict[str, Any]) -> None:
    suits = game["hands"][0]["suits"]
    game["hands"][0]["suits"] = suits[1] + suits[0] + suits[2:]


def drop_hand(game: dict[str, Any]) -> None:
    del game["hands"][-1]


def add_hand(game: dict[str, Any]) -> None:
    game["hands"].append(game["hands"][0])


def drop_trick(game: dict[str, Any]) -> None:
    del game["hands"][0]["tricks"][-1]


def blame_another(game: dict[str, Any]) -> None:
    game["faults"][0]["seat"] = (game["faults"][0]["seat"] + 1) % 4


def forfeit_another(game: dict[str, Any]) -> None:
    game["forfeits"] = [seat for seat in range(4) if not any(fault["seat"] == seat for fault in game["faults"])][:1]


def double_forfeit(game: dict[str, Any]) -> None:
    game["forfeits"] = game["forfeits"] * 2 or [0, 0]


def invent_revision(game: dict[str, Any]) -> None:
    game["hands"][0]["revised"] = [[0, 1]]


def invent_naming(game: dict[str, Any]) -> None:
    game["hands"][0]["named"] = 0


def invent_card(game: dict[str, Any]) -> None:
    game["hands"][0]["deal"][0][0] = "1C"


def seat_stranger(game: dict[str, Any]) -> None:
    game["table"][0] = "z"


def misplace_note(game: dict[str, Any]) -> None:
    game["notes"] = [[0, 3, 0, "after the last trick"]]


def lengthen_names(game: dict[str, Any]) -> None:
    for key in ("scores", "places"):
        game[key].append(1)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (change_bid, "hand 1: "),
        (change_card, "journal.jsonl:3: game b0s0, hand 1"),
        (change_points, "hand 2: points ["),
        (change_score, "journal.jsonl:3: game b0s0: scores ["),
        (change_places, "places [1, 1, 1, 1] recorded, by the scores they are ["),
        (change_taken, "hand 3: tricks taken ["),
        (change_trump, "hand 1: trump "),
        (change_leader, "hand 1, trick 2: seat "),
        (change_dealer, "hand 1: dealer "),
        (swap_hands, "hand 5: "),
        (change_turned, "was turned up, the seed gives "),
        (change_suits, "recorded as the disguise, it was "),
        (drop_hand, "the game was not over after the 4 hands recorded"),
        (add_hand, "hand 6: 6 hands are recorded, the game was over after 5"),
        (drop_trick, "hand 1: 2 tricks recorded, the hand has 3"),
        (blame_another, "is not the house's"),
        (forfeit_another, "was handed to the house, which would not decide"),
        (double_forfeit, "forfeits ["),
        (invent_revision, "revised bids"),
        (invent_naming, "seat 0 is recorded to have named the trump, it was None"),
        (invent_card, "seat 0 was dealt '1C', which is not in the pack"),
        (seat_stranger, "'z' at the table is no entry of the header"),
        (misplace_note, "hand 1, trick 4: a note is recorded at a place that the game does not have"),
        (lengthen_names, "not a game's record: scores: expected 4 values, one a seat, got 5"),
    ],
)
def test_a_forger_with_fresh_hashes_is_found(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], expected: str
) -> None:
    texts = forged(tmp_path, change)
    assert any(expected in text for text in texts), texts
    assert all(text.startswith(("journal.jsonl:3: ", "journal.jsonl:4: ")) for text in texts)


def test_a_whole_other_deal_is_found_by_the_seed_alone(tmp_path: Path) -> None:
    """A game that follows all rules, on cards of another seed: only the derived deal tells."""
    path = make_run(tmp_path)
    lines = read_lines(path)
    lines[FIRST_GAME] = game_line(play_record(variant_of(), seed_key(8), disguise=True))
    lines[FIRST_GAME + 1] = game_line(play_record(variant_of(), seed_key(8), seating=1))
    forge(path, lines)
    found = verify_journal(path).differences
    assert {difference.line for difference in found} == {3, 4}
    assert any("was dealt" in difference.what or "turn to deal" in difference.what for difference in found)
    without_end = lines[:-1]
    forge(path, without_end)
    result = verify_journal(path)
    assert result.differences == []
    assert not result.checked_deals
    assert "the seed is not known here" in result.remarks[0]


def test_seatings_of_a_block_with_different_cards_are_found_without_the_seed(tmp_path: Path) -> None:
    path = make_run(tmp_path, end=False)
    lines = read_lines(path)
    lines[FIRST_GAME + 1] = game_line(play_record(variant_of(), seed_key(8), seating=1))
    forge(path, lines)
    assert "other players or other cards than in line 3" in first_difference(path).what


def test_a_seat_kept_out_of_the_forfeits_is_found(tmp_path: Path) -> None:
    path = make_run(tmp_path, variant_of({}), fault_rate=0.08)
    lines = read_lines(path)
    game = lines[FIRST_GAME]
    assert game["forfeits"]
    game["forfeits"] = []
    forge(path, lines)
    assert any("is not among the forfeits, but its faults" in str(found) for found in verify_journal(path).differences)


# Seed and commitment


def test_the_secret_beside_an_unfinished_journal_opens_the_deals(tmp_path: Path) -> None:
    path = make_run(tmp_path, end=False)
    (tmp_path / "secret.json").write_text(json.dumps({"seed": 7, "nonce": NONCE.hex()}))
    result = verify_journal(path)
    assert result.ok
    assert result.checked_deals
    assert result.remarks == [
        "no end line: the run is not over, and whether games were cut off at the end cannot be seen"
    ]


def test_a_secret_can_be_handed_in(tmp_path: Path) -> None:
    path = make_run(tmp_path, end=False, seed="0f" * 16)
    assert verify_journal(path, {"seed": "0f" * 16, "nonce": NONCE.hex()}).checked_deals


@pytest.mark.parametrize(
    "secret",
    [
        {"seed": 8, "nonce": NONCE.hex()},
        {"seed": 7, "nonce": "00" * 16},
        {"seed": 7, "nonce": "zz"},
        {"seed": 7},
        {"seed": None, "nonce": NONCE.hex()},
        {"seed": True, "nonce": NONCE.hex()},
    ],
)
def test_a_secret_that_was_not_promised_is_found(tmp_path: Path, secret: dict[str, Any]) -> None:
    path = make_run(tmp_path, end=False)
    result = verify_journal(path, secret)
    assert not result.checked_deals
    assert str(result.differences[0]) == (
        "journal.jsonl:1: the secret does not fit the commitment: another seed was promised"
    )


def test_a_revealed_seed_that_was_not_promised_is_found_at_the_end_line(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    lines = read_lines(path)
    lines[-1]["seed"] = 8
    forge(path, lines)
    result = verify_journal(path)
    assert [difference.line for difference in result.differences] == [9]
    assert "do not fit the commitment" in result.differences[0].what
    assert not result.checked_deals


def test_the_end_line_counts_the_games(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    lines = read_lines(path)
    del lines[3]
    forge(path, lines)
    assert "4 games by the end line, 3 stand before it" in [found.what for found in verify_journal(path).differences]


def test_a_missing_end_line_is_said(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    edit(path, lambda lines: lines[:-1])
    result = verify_journal(path)
    assert result.ok
    assert not result.finished
    assert any(remark.startswith("no end line") for remark in result.remarks)


# Extended runs


def extend(path: Path, marks: list[str]) -> None:
    writer, contents, _ = JournalWriter.continue_(path)
    record = play_record(variant_of(), seed_key(7), block=9, marks=marks)
    with writer:
        writer.append(game_line(record))
        writer.append(end_of(len(contents.games) + 1))


def test_an_extended_run_verifies_with_its_marks(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    extend(path, ["seed-public", "after-decision"])
    result = verify_journal(path)
    assert result.ok
    assert result.games == 5
    assert result.finished


def test_a_game_played_with_the_seed_known_must_say_so(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    extend(path, [])
    found = first_difference(path)
    assert (found.line, found.game) == (10, "b9s0")
    assert "without the mark `seed-public`" in found.what


# The end of the file


def test_a_torn_line_is_no_difference(tmp_path: Path) -> None:
    path = make_run(tmp_path, end=False)
    with path.open("ab") as file:
        file.write(b'{"type":"game","id":"b9s')
    result = verify_journal(path)
    assert result.ok
    assert "line 9 is not whole (24 bytes)" in result.remarks[1]


@pytest.mark.parametrize(
    ("tail", "message"),
    [
        (bytes(4096), "4096 bytes after the last whole line: zeros"),
        (b"\x00garbage", "8 bytes after the last whole line: they do not begin a line of a journal"),
        (b'{"type":"end","seed":7', "22 bytes after the last whole line: the end line is not whole"),
    ],
)
def test_what_no_run_leaves_behind_is_found(tmp_path: Path, tail: bytes, message: str) -> None:
    path = make_run(tmp_path, end=False)
    with path.open("ab") as file:
        file.write(tail)
    assert message in first_difference(path).what


@pytest.mark.parametrize("content", [b"", b'{"type":"tourn', b"hello\n", b"[]\n", b'{"type":"game","prev":null}\n'])
def test_what_is_no_journal_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(content)
    with pytest.raises(JournalError):
        verify_journal(path)


def test_a_header_without_playable_rules_is_found(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    lines = read_lines(path)
    lines[0]["variant"]["bids"]["hook"] = "maybe"
    forge(path, lines)
    assert "the header's variant cannot be played: bids.hook" in first_difference(path).what


def test_a_limit_ends_the_search(tmp_path: Path) -> None:
    path = make_run(tmp_path)
    lines = read_lines(path)
    for line in lines:
        if line["type"] == "game":
            line["scores"][0] += 1
    forge(path, lines)
    assert len(verify_journal(path).differences) == 4
    assert len(verify_journal(path, limit=2).differences) == 2


def test_what_the_digest_leaves_out_may_differ(tmp_path: Path) -> None:
    """Timing, notes, evidence and attempt are kept by the chain alone."""
    path = make_run(tmp_path)
    lines = read_lines(path)
    record = msgspec.convert(lines[FIRST_GAME], dict[str, Any])
    record |= {"timing": {"ms": [0.125]}, "attempt": 2, "evidence": [{"anything": 0.5}]}
    before = record["digest"]
    lines[FIRST_GAME] = record
    forge(path, lines)
    assert verify_journal(path).ok
    assert read_lines(path)[FIRST_GAME]["digest"] == before
