"""Every message that exists, in both directions, as one table.

The table is the source of four things: the checks in frames.py, the tables and examples in PROTOCOL.md, the JSON
Schemas in protocol/schema/ and the vectors in protocol/vectors/. A message type is known by its direction and its
name, because `bid`, `play` and `trump` exist in both directions: the request and the answer to it.
"""

from __future__ import annotations

from .errors import CODES as CODES
from .errors import ERROR_CODES as ERROR_CODES
from .limits import (
    LIMITS as LIMITS,
)
from .limits import (
    MAX_HAND_SIZE,
    MAX_HELLO_CHARACTERS,
    MAX_NOTE_CHARACTERS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    SEED_CHARACTERS,
)
from .message_type import Field, MessageType
from .shapes import Array, Boolean, Either, Integer, Map, Nullable, Pattern, Record, Text

INTEGER = Integer()
COUNT = Integer(0, name="int")
SEAT = Integer(0, MAX_PLAYERS - 1, name="seat")
BID = Integer(0, MAX_HAND_SIZE, name="int")
BOOLEAN = Boolean()
TEXT = Text()
HELLO_TEXT = Text(MAX_HELLO_CHARACTERS)
CARD = Pattern("card", "a card such as 'QH' or 'TD'", ("23456789TJQKAZN", "CDHS"))
SUIT = Pattern("suit", "a suit letter C, D, H or S, or 'N'", ("CDHSN",))
SEED = Pattern("hex", f"{SEED_CHARACTERS} hex digits", ("0123456789abcdef",) * SEED_CHARACTERS)
VARIANT = Map((("name", TEXT),))
CLOCK = Map((("move_ms", COUNT), ("game_ms", COUNT)), name="{move_ms, game_ms}")
TRICK = Record(SEAT, CARD, "[leader, card, …]")

_NOTE = Field("note", Text(MAX_NOTE_CHARACTERS), "optional", "a remark that the game record keeps beside the action")
_ANSWERED_ID = Field("id", INTEGER, "required", "the `id` of the request that this answers")

HELLO = MessageType(
    "hello",
    "bot to referee",
    "start",
    "The first message of a connection: says which process this is and what it can do.",
    (
        Field("token", HELLO_TEXT, "required", "the value of `OHHELL_TOKEN`, unchanged"),
        Field("protocol", INTEGER, "required", "the version that the bot speaks: 1"),
        Field("games", Integer(1), "optional", "how many games at once the bot accepts; 1 where absent"),
        Field("events", BOOLEAN, "optional", "true: send the notices of everything that all seats see"),
        Field("name", HELLO_TEXT, "optional", "the program's own name"),
        Field("version", HELLO_TEXT, "optional", "the program's version"),
        Field("author", HELLO_TEXT, "optional", "who wrote it"),
        Field("language", HELLO_TEXT, "optional", "what it is written in"),
    ),
    open=True,
)

BID_ANSWER = MessageType(
    "bid",
    "bot to referee",
    "answer",
    "Answers a bid or a revise request.",
    (
        _ANSWERED_ID,
        Field("bid", INTEGER, "required", "one of the request's `legal`"),
        _NOTE,
    ),
)

PLAY_ANSWER = MessageType(
    "play",
    "bot to referee",
    "answer",
    "Answers a play request.",
    (
        _ANSWERED_ID,
        Field("card", TEXT, "required", "one of the request's `legal`"),
        _NOTE,
    ),
)

TRUMP_ANSWER = MessageType(
    "trump",
    "bot to referee",
    "answer",
    "Answers a trump request.",
    (
        _ANSWERED_ID,
        Field("trump", TEXT, "required", "one of the request's `legal`"),
        _NOTE,
    ),
)

WELCOME = MessageType(
    "welcome",
    "referee to bot",
    "start",
    "The hello was accepted.",
    (
        Field("protocol", INTEGER, "required", "the version that both will speak"),
        Field("referee", TEXT, "required", "the referee's own version"),
        Field("bot", TEXT, "required", "the entry's name in the tournament file"),
        Field("options", Map(), "optional", "the entry's `options` of the tournament file, if it has any"),
    ),
    open=True,
)

GAME_START = MessageType(
    "game_start",
    "referee to bot",
    "notice",
    "A game begins in which this process holds a seat; or goes on with it, after another process failed.",
    (
        Field("game", TEXT, "required", "names the game on this connection; it means nothing beyond it"),
        Field("seat", SEAT, "required", "the seat that this process holds"),
        Field("players", Integer(MIN_PLAYERS, MAX_PLAYERS, "int"), "required", "how many seats the table has"),
        Field("variant", VARIANT, "required", "`name`, and every parameter of the rules by section"),
        Field("bot_seed", SEED, "required", "64 hex digits for the bot's own random numbers; new for every game"),
        Field("clock", CLOCK, "required", "milliseconds for a decision, and extra milliseconds for the game (0: none)"),
        Field("names", Array(TEXT, "by seat"), "optional", "who sits where, if the tournament reveals it"),
        Field("resumed", BOOLEAN, "optional", "true: the game is under way, the first request may be of any hand"),
    ),
    open=True,
)

_REQUEST = (
    Field("id", INTEGER, "required", "to be sent back with the answer; used once on a connection"),
    Field("game", TEXT, "required", "the game, as in `game_start`"),
    Field("seat", SEAT, "required", "who is asked: the seat that this process holds"),
    Field("players", Integer(MIN_PLAYERS, MAX_PLAYERS, "int"), "required", "how many seats the table has"),
    Field("hand", COUNT, "required", "which hand of the game, from 0"),
    Field("hands", Nullable(COUNT), "nullable", "how many hands the game has; nil where that is open"),
    Field("size", Integer(1, MAX_HAND_SIZE, "int"), "required", "cards dealt to each seat: the tricks of this hand"),
    Field("dealer", SEAT, "required", "who dealt"),
    Field("trump", Nullable(SUIT), "nullable", "trump suit; `N`: no trump; nil: not known yet"),
    Field("turned", Nullable(CARD), "nullable", "the card turned up for trump; nil where none was"),
    Field("cards", Array(CARD), "required", "the seat's own cards, as far as it may see them"),
    Field("bids", Array(Nullable(BID), "by seat"), "required", "bids made so far; nil: not made, or not shown yet"),
    Field("scores", Array(INTEGER, "by seat"), "required", "points before this hand"),
    Field("clock_ms", COUNT, "optional", "milliseconds left of the game's extra time, where the tournament gives any"),
    Field(
        "seen",
        Array(Nullable(CARD), "by seat"),
        "optional",
        "forehead hands only: every seat's card; nil for one's own, which is in nobody's `cards`",
    ),
)

BID_REQUEST = MessageType(
    "bid",
    "referee to bot",
    "request",
    "The seat bids.",
    (*_REQUEST, Field("legal", Array(BID), "required", "the bids that are allowed, rising")),
    open=True,
    answer="bid",
)

REVISE_REQUEST = MessageType(
    "revise",
    "referee to bot",
    "request",
    "Variants with bid revision: the seat has bid, and may change the bid before the next seat bids. Its bid so far "
    "stands in `bids`; answering with the same number keeps it.",
    (*_REQUEST, Field("legal", Array(BID), "required", "the bids that are allowed, rising")),
    open=True,
    answer="bid",
)

TRUMP_REQUEST = MessageType(
    "trump",
    "referee to bot",
    "request",
    "The seat names the trump of this hand: the dealer when a wizard was turned up, or the highest bidder.",
    (*_REQUEST, Field("legal", Array(SUIT), "required", "the suits that may be named; `N` where no trump may be")),
    open=True,
    answer="trump",
)

PLAY_REQUEST = MessageType(
    "play",
    "referee to bot",
    "request",
    "The seat plays a card.",
    (
        *_REQUEST,
        Field("taken", Array(COUNT, "by seat"), "required", "tricks won so far in this hand"),
        Field("leader", SEAT, "required", "who led, or leads, the present trick"),
        Field("trick", Array(CARD), "required", "cards on the table, in order from the leader"),
        Field("played", Array(TRICK), "required", "the finished tricks of this hand, each with its leader first"),
        Field("legal", Array(CARD), "required", "the cards that may be played"),
    ),
    open=True,
    answer="play",
)

_GAME = Field("game", TEXT, "required", "the game, as in `game_start`")
_HAND = Field("hand", COUNT, "required", "which hand of the game, from 0")

HAND_START = MessageType(
    "hand_start",
    "referee to bot",
    "notice",
    "A hand was dealt.",
    (
        _GAME,
        _HAND,
        Field("hands", Nullable(COUNT), "nullable", "how many hands the game has; nil where that is open"),
        Field("size", COUNT, "required", "cards dealt to each seat"),
        Field("dealer", SEAT, "required", "who dealt"),
        Field("trump", Nullable(SUIT), "nullable", "trump suit; `N`: no trump; nil: not known yet"),
        Field("turned", Nullable(CARD), "nullable", "the card turned up for trump; nil where none was"),
        Field("scores", Array(INTEGER, "by seat"), "required", "points before this hand"),
    ),
    open=True,
    events=True,
)

BID_MADE = MessageType(
    "bid_made",
    "referee to bot",
    "notice",
    "A seat's bid is on the table. Where bids are made at once, all come together after the last one.",
    (
        _GAME,
        _HAND,
        Field("seat", SEAT, "required", "whose bid it is"),
        Field("bid", BID, "required", "the bid"),
        Field("revised", BOOLEAN, "optional", "true: it replaces the seat's earlier bid in this hand"),
    ),
    open=True,
    events=True,
)

TRUMP_NAMED = MessageType(
    "trump_named",
    "referee to bot",
    "notice",
    "The trump became known after the hand had started.",
    (
        _GAME,
        _HAND,
        Field("trump", SUIT, "required", "trump suit, or `N`"),
        Field("seat", SEAT, "optional", "who named it; absent where it was dealt and only shown now"),
    ),
    open=True,
    events=True,
)

CARD_PLAYED = MessageType(
    "card_played",
    "referee to bot",
    "notice",
    "A seat played a card.",
    (
        _GAME,
        _HAND,
        Field("trick", COUNT, "required", "which trick of the hand, from 0"),
        Field("seat", SEAT, "required", "who played"),
        Field("card", CARD, "required", "the card"),
    ),
    open=True,
    events=True,
)

TRICK_END = MessageType(
    "trick_end",
    "referee to bot",
    "notice",
    "A trick is complete.",
    (
        _GAME,
        _HAND,
        Field("trick", COUNT, "required", "which trick of the hand, from 0"),
        Field("winner", SEAT, "required", "who won it, and leads the next"),
        Field("taken", Array(COUNT, "by seat"), "required", "tricks won so far in this hand"),
    ),
    open=True,
    events=True,
)

HAND_END = MessageType(
    "hand_end",
    "referee to bot",
    "notice",
    "A hand is over.",
    (
        _GAME,
        _HAND,
        Field("trump", SUIT, "required", "trump suit, or `N`"),
        Field("bids", Array(BID, "by seat"), "required", "the final bids"),
        Field("taken", Array(COUNT, "by seat"), "required", "tricks won"),
        Field("points", Array(INTEGER, "by seat"), "required", "points of this hand"),
        Field("scores", Array(INTEGER, "by seat"), "required", "points of the game so far, this hand included"),
    ),
    open=True,
    events=True,
)

GAME_END = MessageType(
    "game_end",
    "referee to bot",
    "notice",
    "A game is over; its name is not used again on this connection.",
    (
        _GAME,
        Field("scores", Array(INTEGER, "by seat"), "required", "final points"),
        Field("places", Array(Integer(1, MAX_PLAYERS, "int"), "by seat"), "required", "1 is best; ties share a place"),
        Field("void", BOOLEAN, "optional", "true: the game broke off and does not count; it is played again"),
    ),
    open=True,
)

ERROR = MessageType(
    "error",
    "referee to bot",
    "notice",
    "Something was wrong with what the bot sent, or did not send. The decision it was for, if any, has been taken "
    "by the tournament's fault policy: do not answer again.",
    (
        Field("id", Nullable(INTEGER), "nullable", "the request concerned; nil where it cannot be told"),
        Field("code", TEXT, "required", "one of the error codes"),
        Field("text", TEXT, "required", "a sentence for the author of the bot"),
        Field("game", TEXT, "optional", "the game concerned"),
        Field(
            "legal",
            Array(Either((BID, CARD, SUIT))),
            "optional",
            "what would have been legal; left out where the seat may not see its cards",
        ),
    ),
    open=True,
)

BYE = MessageType(
    "bye",
    "referee to bot",
    "notice",
    "Nothing more will come: the process should end. It is ended after a grace time.",
    (Field("reason", TEXT, "required", "why, for a log"),),
    open=True,
)

MESSAGES: tuple[MessageType, ...] = (
    HELLO,
    BID_ANSWER,
    PLAY_ANSWER,
    TRUMP_ANSWER,
    WELCOME,
    GAME_START,
    BID_REQUEST,
    REVISE_REQUEST,
    TRUMP_REQUEST,
    PLAY_REQUEST,
    GAME_END,
    ERROR,
    BYE,
    HAND_START,
    BID_MADE,
    TRUMP_NAMED,
    CARD_PLAYED,
    TRICK_END,
    HAND_END,
)

TO_REFEREE: dict[str, MessageType] = {m.type: m for m in MESSAGES if m.direction == "bot to referee"}
TO_BOT: dict[str, MessageType] = {m.type: m for m in MESSAGES if m.direction == "referee to bot"}
ANSWER_OF: dict[str, str] = {m.type: m.answer for m in MESSAGES if m.answer is not None}
"""Request type to the type of its answer: `revise` is answered with `bid`."""
VALUE_KEY: dict[str, str] = {"bid": "bid", "play": "card", "trump": "trump"}
"""Answer type to the key that carries the decision."""
ILLEGAL_CODE: dict[str, str] = {"bid": "illegal_bid", "play": "illegal_card", "trump": "illegal_trump"}
"""Answer type to the error code for a value that is not in `legal`."""
