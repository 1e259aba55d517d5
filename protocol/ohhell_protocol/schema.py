"""JSON Schemas (draft 2020-12) of all messages, made from the table in messages.py.

    python -m ohhell_protocol.schema          writes protocol/schema/
    python -m ohhell_protocol.schema --check  exit status 1 if the files there are not up to date

One schema a message type, `to_referee.<type>` or `to_bot.<type>`, and one for a frame in each direction. They describe
the messages as JSON values; MessagePack's nil is JSON's null. They are for tests and editors: the referee's own
checks are stricter where JSON Schema cannot tell (a float 3.0 is an integer to it).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .limits import MAX_FRAME_MESSAGES
from .message_type import MessageType
from .messages import MESSAGES

FOLDER = Path(__file__).resolve().parent.parent / "schema"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PREFIX = {"bot to referee": "to_referee", "referee to bot": "to_bot"}


def schema_name(message: MessageType) -> str:
    """`to_referee.bid`, `to_bot.bid` …: the name of its file, without `.json`."""
    return f"{_PREFIX[message.direction]}.{message.type}"


def message_schema(message: MessageType) -> dict[str, Any]:
    """The schema of one message type."""
    properties: dict[str, Any] = {"type": {"const": message.type}}
    required = ["type"]
    for field in message.fields:
        shape = field.shape.schema()
        if field.presence == "optional":
            shape = {"anyOf": [shape, {"type": "null"}]}
        else:
            required.append(field.name)
        properties[field.name] = {"description": field.meaning, **shape}
    return {
        "$schema": _DIALECT,
        "title": f"{message.type} ({message.direction})",
        "description": message.summary,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": message.open,
    }


def frame_schema(direction: str) -> dict[str, Any]:
    """The schema of a frame in one direction, as it stands today: a bot must pass over types that are not in it."""
    names = [schema_name(message) for message in MESSAGES if message.direction == direction]
    items: dict[str, Any] = {"oneOf": [{"$ref": f"{name}.json"} for name in names]}
    return {
        "$schema": _DIALECT,
        "title": f"frame, {direction}",
        "type": "array",
        "items": items,
        "minItems": 1,
        "maxItems": MAX_FRAME_MESSAGES,
    }


def all_schemas() -> dict[str, dict[str, Any]]:
    """Every schema by its name."""
    schemas = {schema_name(message): message_schema(message) for message in MESSAGES}
    for direction, prefix in _PREFIX.items():
        schemas[f"{prefix}.frame"] = frame_schema(direction)
    return schemas


def schema_files() -> dict[str, str]:
    """The text of every file of protocol/schema/ by its name."""
    return {f"{name}.json": json.dumps(schema, indent=2) + "\n" for name, schema in sorted(all_schemas().items())}


def differing_files(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Names of files that are missing in the folder, differ from `files`, or are JSON files that do not belong."""
    there = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}
    return sorted(name for name in {*there, *files} if there.get(name) != files.get(name))


def main(arguments: list[str]) -> int:
    differing = differing_files(FOLDER, schema_files())
    if arguments == ["--check"]:
        for name in differing:
            sys.stderr.write(f"{FOLDER / name}: not up to date; run python -m ohhell_protocol.schema\n")
        return 1 if differing else 0
    if arguments:
        sys.stderr.write("usage: python -m ohhell_protocol.schema [--check]\n")
        return 2
    FOLDER.mkdir(exist_ok=True)
    files = schema_files()
    for name in differing:
        if name in files:
            (FOLDER / name).write_text(files[name], encoding="utf-8")
        else:
            (FOLDER / name).unlink()
    sys.stdout.write(f"{len(files)} schemas in {FOLDER}, {len(differing)} changed\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
