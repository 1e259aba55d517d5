"""The frames of every bot as text, for people who debug one (`--log-wire`): one JSON object a line, a file a bot."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import IO, Protocol

import msgspec


class FrameLog(Protocol):
    """What is shown every frame of every welcome bot. `payload` is None where a frame came in several parts."""

    def note(self, label: str, direction: str, payload: bytes | None) -> None: ...

    def close(self) -> None: ...


class WireLog:
    """Writes into a folder, which is made. Tokens are never written: hello comes before there is a file to write to."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._files: dict[str, IO[str]] = {}
        self._start = time.monotonic()

    def note(self, label: str, direction: str, payload: bytes | None) -> None:
        """One frame of the process `<entry>.<n>`; what cannot be decoded, or came in several parts, is kept as hex."""
        file = self._files.get(label)
        if file is None:
            file = self._files[label] = (self._folder / f"{label}.jsonl").open("a", encoding="utf-8")
        line: dict[str, object] = {"ms": round((time.monotonic() - self._start) * 1000, 3), "way": direction}
        try:
            line["frame"] = msgspec.json.decode(msgspec.json.encode(msgspec.msgpack.decode(payload or b"")))
        except (msgspec.MsgspecError, RecursionError, TypeError, ValueError):
            line["hex"] = (payload or b"").hex()
        file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def close(self) -> None:
        for file in self._files.values():
            file.close()
        self._files.clear()
