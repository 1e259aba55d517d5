"""The JSON Schemas say what the table says."""

from __future__ import annotations

from typing import Any

import jsonschema
import msgpack
import pytest
from referencing import Registry, Resource

from ohhell_protocol.bad_examples import BAD_EXAMPLES
from ohhell_protocol.errors import ProtocolError
from ohhell_protocol.examples import EXAMPLES
from ohhell_protocol.frames import unpack_frame
from ohhell_protocol.schema import FOLDER, all_schemas, differing_files, schema_files

SCHEMAS = all_schemas()
REGISTRY: Registry[Any] = Registry().with_resources(
    (f"{name}.json", Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)
PREFIX = {"bot to referee": "to_referee", "referee to bot": "to_bot"}
UNSEEN = {"float_bid", "many_messages"}
"""Bad frames that JSON Schema cannot tell: 2.0 is an integer to it; the second is caught by the frame's schema only."""


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(SCHEMAS[name], registry=REGISTRY)


def test_the_files_are_up_to_date() -> None:
    assert differing_files(FOLDER, schema_files()) == [], "run python -m ohhell_protocol.schema"


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
def test_examples_are_valid(example: Any) -> None:
    prefix = PREFIX[example.direction]
    validator(f"{prefix}.frame").validate(example.messages)
    for message in example.messages:
        validator(f"{prefix}.{message['type']}").validate(message)


@pytest.mark.parametrize("bad", [b for b in BAD_EXAMPLES if b.name not in UNSEEN], ids=lambda b: b.name)
def test_bad_frames_are_invalid_where_they_can_be_read_at_all(bad: Any) -> None:
    """Frames that are no MessagePack, or nested or sized beyond the limits, have no JSON to validate."""
    try:
        messages = unpack_frame(bad.data)
    except ProtocolError:
        return
    assert not validator("to_referee.frame").is_valid(messages)


def test_a_frame_of_too_many_messages_is_invalid() -> None:
    (bad,) = [b for b in BAD_EXAMPLES if b.name == "many_messages"]
    assert not validator("to_referee.frame").is_valid(msgpack.unpackb(bad.data))
