"""A finished journal with one thing changed, a thousand times: verification sees every change."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ohhell_referee.record.journal import JournalError, JournalWriter
from ohhell_referee.record.verify import verify_journal
from support.records import forge, make_run, read_lines, variant_of

Mutation = Callable[[bytes, random.Random], bytes]


def flip_bit(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def change_byte(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + rng.randbytes(1) + data[at + 1 :]


def change_digit(data: bytes, rng: random.Random) -> bytes:
    """The likeliest change by hand: one digit of a bid, a score, a place."""
    at = rng.choice([at for at, byte in enumerate(data) if chr(byte).isdigit()])
    return data[:at] + rng.choice("0123456789").encode() + data[at + 1 :]


def insert_byte(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice([b" ", b"0", b"\n", b",", rng.randbytes(1)]) + data[at:]


def drop_byte(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + data[at + 1 :]


def drop_range(data: bytes, rng: random.Random) -> bytes:
    """Within the file: what is lost at its very end cannot be told from a run that was stopped."""
    at = rng.randrange(len(data) - 300)
    return data[:at] + data[at + rng.randrange(1, 200) :]


def repeat_range(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) - 200)
    end = at + rng.randrange(1, 200)
    return data[:end] + data[at:end] + data[end:]


def zero_range(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) - 100)
    length = rng.randrange(1, 100)
    return data[:at] + bytes(length) + data[at + length :]


def drop_line(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    del lines[rng.randrange(len(lines) - 1)]
    return b"".join(lines)


def repeat_line(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
    return b"".join(lines)


def swap_lines(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    one, other = rng.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


MUTATIONS: list[Mutation] = [
    flip_bit,
    change_byte,
    change_digit,
    insert_byte,
    drop_byte,
    drop_range,
    repeat_range,
    zero_range,
    drop_line,
    repeat_line,
    swap_lines,
]


def test_a_thousand_single_changes_are_all_found(tmp_path: Path) -> None:
    path = make_run(tmp_path, fault_rate=0.05, note_rate=0.1)
    good = path.read_bytes()
    rng = random.Random(20260301)
    tried = 0
    while tried < 1000:
        mutation = MUTATIONS[tried % len(MUTATIONS)]
        changed = mutation(good, rng)
        if changed == good:
            continue
        tried += 1
        path.write_bytes(changed)
        try:
            found = not verify_journal(path, limit=1).ok
        except JournalError:  # the header itself is no longer one
            found = True
        assert found, f"{mutation.__name__}, change {tried}"


def test_no_single_change_is_continued_in_silence(tmp_path: Path) -> None:
    """Continuing refuses, or cuts a torn end and says so; it never goes on from a changed line."""
    path = make_run(tmp_path, variant_of({"schedule": {"hands": "1..2"}}), fault_rate=0.05)
    good = path.read_bytes()
    last_line = good.rstrip(b"\n").rfind(b"\n") + 1
    rng = random.Random(7)
    tried = 0
    while tried < 300:
        mutation = MUTATIONS[tried % len(MUTATIONS)]
        changed = mutation(good, rng)
        if changed == good:
            continue
        tried += 1
        path.write_bytes(changed)
        try:
            writer, _, torn = JournalWriter.continue_(path)
        except JournalError:
            assert path.read_bytes() == changed, "a refused journal is left alone"
            continue
        writer.close()
        rest = path.read_bytes()
        # What may go unseen is a blank within the last line: no line holds it in the chain, and its content is whole.
        assert torn is not None or rest[:last_line] == good[:last_line], mutation.__name__
        assert rest[:last_line] == good[:last_line] or not verify_journal(path).ok


def leaves(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Where the numbers and texts of a game's hands stand."""
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in leaves(inner, (*path, key))]
    if isinstance(value, list):
        return [leaf for key, inner in enumerate(value) for leaf in leaves(inner, (*path, key))]
    return [path]


@pytest.mark.parametrize("seed", range(3))
def test_single_values_forged_with_fresh_hashes_are_found_by_rules_and_seed(tmp_path: Path, seed: int) -> None:
    """But for a bid: where a missed bid scores by tricks alone, another missed bid is as good a story."""
    rng = random.Random(seed)
    variant = variant_of({"schedule": {"hands": "4..1"}, "score": {"hit": "10 + b", "miss": "-10 * d + t"}})
    path = make_run(tmp_path, variant, blocks=1, fault_rate=0.05)
    lines = read_lines(path)
    game = lines[2]
    places = [leaf for key in ("hands", "scores", "places", "forfeits") for leaf in leaves(game[key], (key,))]
    for leaf in rng.sample(places, 40):
        target: Any = game
        for key in leaf[:-1]:
            target = target[key]
        old = target[leaf[-1]]
        if old is None:
            continue
        target[leaf[-1]] = old + rng.choice([1, -1, 7]) if isinstance(old, int) else rng.choice(["AS", "2C", "N", "H"])
        if target[leaf[-1]] != old:
            forge(path, lines)
            assert not verify_journal(path, limit=1).ok, f"{leaf}: {old} → {target[leaf[-1]]}"
        target[leaf[-1]] = old
