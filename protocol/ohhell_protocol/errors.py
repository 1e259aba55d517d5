"""What can be wrong with a bot's message: the stable list of error codes, and the exception that carries one.

A code never changes its meaning and is never reused; new ones may be added within a protocol version, so a bot
must treat a code it does not know like any other error.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

FaultClass = Literal["malformed", "protocol", "illegal", "late", "startup", "none"]
"""The fault that the tournament counts for the code; `none`: told to the bot, but nobody is charged."""


class ErrorCode(NamedTuple):
    """One row of the table of error codes."""

    code: str
    fault: FaultClass
    meaning: str
    remedy: str


ERROR_CODES: tuple[ErrorCode, ...] = (
    ErrorCode(
        "unsupported_version",
        "startup",
        "The hello names a protocol version that this referee does not speak. The text lists those it speaks.",
        "Say `protocol: 1`, as an integer.",
    ),
    ErrorCode(
        "bad_token",
        "startup",
        "The token of the hello belongs to no waiting process, or was used before.",
        "Send `OHHELL_TOKEN` as it stands, once, on one socket.",
    ),
    ErrorCode(
        "not_welcome_yet",
        "none",
        "A message came on a connection that has not said a valid hello. It was dropped.",
        "Send `hello` first.",
    ),
    ErrorCode(
        "second_hello",
        "protocol",
        "A hello came on a connection that is welcome already.",
        "Say hello once.",
    ),
    ErrorCode(
        "malformed",
        "malformed",
        "The frame is not one MessagePack array of maps with text keys: it cannot be decoded, has bytes left over, "
        "is empty, holds something that is no map, or a map has a key that is not text.",
        "Pack an array of maps. In Perl, `->utf8`; in JavaScript, plain objects.",
    ),
    ErrorCode(
        "unknown_type",
        "malformed",
        "The `type` of a message is none of hello, bid, play, trump.",
        "Compare the type's spelling with the table of messages.",
    ),
    ErrorCode(
        "missing_key",
        "malformed",
        "A message lacks a required key, or the key is nil.",
        "Send every key that the table marks as required.",
    ),
    ErrorCode(
        "wrong_type",
        "malformed",
        "A key has a value of another type: a float, a boolean or a text where an integer belongs, binary data "
        "where a text belongs.",
        "The text says what came and what was expected, with the usual cause.",
    ),
    ErrorCode(
        "unknown_key",
        "malformed",
        "A message other than hello has a key that the table does not list.",
        "Leave it out; remarks go into `note`.",
    ),
    ErrorCode(
        "out_of_range",
        "malformed",
        "An integer is beyond ±(2^53 - 1), or `games` is below 1.",
        "No id and no bid is that large: look for a conversion that went wrong.",
    ),
    ErrorCode(
        "too_big",
        "protocol",
        "The frame, a text in it, its nesting or its number of messages exceeds the limits; or it has several parts.",
        "Keep to the limits; send one part a frame.",
    ),
    ErrorCode(
        "unknown_id",
        "protocol",
        "No request with this id was ever sent on this connection.",
        "Answer with the `id` of the request, unchanged.",
    ),
    ErrorCode(
        "answered_already",
        "protocol",
        "The request with this id has been answered. The first answer counts.",
        "Answer each request once.",
    ),
    ErrorCode(
        "wrong_answer_type",
        "protocol",
        "A bid came for a play request, or the like.",
        "bid and revise take `bid`, play takes `play`, trump takes `trump`.",
    ),
    ErrorCode(
        "illegal_bid",
        "illegal",
        "The bid is not in the request's `legal`.",
        "Choose from `legal`: it has the hook and every other rule in it.",
    ),
    ErrorCode(
        "illegal_card",
        "illegal",
        "The card is not in the request's `legal`.",
        "Choose from `legal`: only these cards are held and may be played.",
    ),
    ErrorCode(
        "illegal_trump",
        "illegal",
        "The trump is not in the request's `legal`.",
        "Choose from `legal`: `N` only where it is listed.",
    ),
    ErrorCode(
        "late",
        "late",
        "The answer did not come in time; the decision was taken for the seat. An answer that still comes is dropped.",
        "Answer sooner, or say `games: 1` for a clock of its own for every request.",
    ),
)

CODES: dict[str, ErrorCode] = {row.code: row for row in ERROR_CODES}


class ProtocolError(ValueError):
    """A frame or a message that breaks the protocol.

    `code` is one of `CODES`; `text` is the sentence for the author of the bot; `index` is the position of the
    offending message in its frame and `key` the offending key, where there is one; `id` is the request that the
    message tried to answer, where it can be told.
    """

    def __init__(
        self, code: str, text: str, *, index: int | None = None, key: str | None = None, id: int | None = None
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.index = index
        self.key = key
        self.id = id

    def __str__(self) -> str:
        return self.text
