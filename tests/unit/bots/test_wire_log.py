"""The log of frames for people who debug a bot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgpack

from ohhell_referee.bots.wire_log import WireLog


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]


def test_frames_are_lines_of_json_with_their_way_and_time_a_file_a_bot(tmp_path: Path) -> None:
    log = WireLog(tmp_path / "wire")
    log.note("ann.1", "to bot", msgpack.packb([{"type": "bid", "cards": ["AS"]}]))
    log.note("ann.1", "to referee", msgpack.packb([{"type": "bid", "note": "grün"}]))
    log.note("bob.2", "to bot", msgpack.packb([{"type": "bye"}]))
    log.close()
    first, second = lines(tmp_path / "wire", "ann.1.jsonl")
    assert (first["way"], first["frame"]) == ("to bot", [{"type": "bid", "cards": ["AS"]}])
    assert (second["way"], second["frame"]) == ("to referee", [{"type": "bid", "note": "grün"}])
    assert second["ms"] >= first["ms"] >= 0
    assert len(lines(tmp_path / "wire", "bob.2.jsonl")) == 1


def test_what_is_no_message_is_kept_as_hex(tmp_path: Path) -> None:
    log = WireLog(tmp_path)
    for payload in (b"\xc1", b"", None, msgpack.packb([{1.5: 2}]), b"\x91" * 3000):
        log.note("ann.1", "to referee", payload)
    log.close()
    found = lines(tmp_path, "ann.1.jsonl")
    assert [line.get("hex") for line in found[:3]] == ["c1", "", ""]
    assert all("hex" in line or "frame" in line for line in found)
