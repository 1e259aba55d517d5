"""Example messages: those that PROTOCOL.md shows, the vectors hold and the tests decode.

Every message type has one, every feature of the variants has a frame. The hands are real: cards, bids and legal choices
fit together. Frames that are wrong are in bad_examples.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .message_type import Direction

Message = dict[str, Any]

TOKEN = "5f1d7a84c0e94d5b8f3a2c6e9b0d1742"
BOT_SEED = "8f0c1e5a97d3b2464e6fa1b0c9d8e7f60123456789abcdeffedcba9876543210"

VARIANT: Message = {
    "name": "cardgames-io",
    "game": {"players": 4, "direction": "left", "first_dealer": "random"},
    "schedule": {"hands": [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]},
    "bids": {"order": "in_turn", "hook": True},
    "score": {"hit": "10 + t", "miss": "t"},
}
"""Shortened: a real game_start lists every parameter."""


class Example(NamedTuple):
    """A frame that is right. `about` is a line for people; `feature` is set where it shows a feature of variants."""

    name: str
    direction: Direction
    about: str
    messages: list[Message]
    feature: str | None = None


def _request(kind: str, **keys: Any) -> Message:
    """A request of a four-player game in the wire's order of keys; `keys` replace or add."""
    common: Message = {
        "type": kind,
        "id": 118,
        "game": "g7",
        "seat": 2,
        "players": 4,
        "hand": 7,
        "hands": 19,
        "size": 3,
        "dealer": 0,
        "trump": "S",
        "turned": "JS",
        "cards": ["4S", "9S", "AH"],
        "bids": [None, 1, None, None],
        "legal": [0, 1, 2, 3],
        "scores": [31, 42, 12, 33],
    }
    return {**common, **keys}


_BID = _request("bid")
_PLAY = _request(
    "play",
    id=131,
    cards=["4S", "AH"],
    bids=[0, 1, 2, 1],
    legal=["AH"],
    taken=[0, 1, 0, 0],
    leader=1,
    trick=["KH"],
    played=[[1, "QS", "9S", "5S", "2C"]],
)

EXAMPLES: tuple[Example, ...] = (
    Example(
        "hello",
        "bot to referee",
        "The smallest useful hello.",
        [{"type": "hello", "token": TOKEN, "protocol": 1, "games": 16, "name": "bare"}],
    ),
    Example(
        "hello_full",
        "bot to referee",
        "A hello with every key.",
        [
            {
                "type": "hello",
                "token": TOKEN,
                "protocol": 1,
                "games": 64,
                "events": True,
                "name": "counting",
                "version": "1.2",
                "author": "team-a",
                "language": "python",
            }
        ],
    ),
    Example("bid_answer", "bot to referee", "A bid.", [{"type": "bid", "id": 118, "bid": 2}]),
    Example("play_answer", "bot to referee", "A card.", [{"type": "play", "id": 131, "card": "AH"}]),
    Example("trump_answer", "bot to referee", "A named trump.", [{"type": "trump", "id": 140, "trump": "H"}]),
    Example(
        "note",
        "bot to referee",
        "A bid with a note.",
        [{"type": "bid", "id": 118, "bid": 2, "note": "two sure trumps, p=0.61"}],
    ),
    Example(
        "answers",
        "bot to referee",
        "Answers to requests of three games in one frame, in any order.",
        [
            {"type": "play", "id": 131, "card": "AH"},
            {"type": "bid", "id": 130, "bid": 0},
            {"type": "trump", "id": 132, "trump": "N"},
        ],
    ),
    Example(
        "welcome",
        "referee to bot",
        "The hello was accepted.",
        [{"type": "welcome", "protocol": 1, "referee": "1.0.0", "bot": "greedy", "options": {"depth": 3}}],
    ),
    Example(
        "game_start",
        "referee to bot",
        "A game begins (the variant is shortened here).",
        [
            {
                "type": "game_start",
                "game": "g7",
                "seat": 2,
                "players": 4,
                "variant": VARIANT,
                "bot_seed": BOT_SEED,
                "clock": {"move_ms": 1000, "game_ms": 0},
            }
        ],
    ),
    Example(
        "game_start_resumed",
        "referee to bot",
        "A new process takes a game over from one that failed, in a tournament that reveals names and gives a bank.",
        [
            {
                "type": "game_start",
                "game": "g8",
                "seat": 0,
                "players": 4,
                "variant": VARIANT,
                "bot_seed": BOT_SEED,
                "clock": {"move_ms": 1000, "game_ms": 60000},
                "names": ["greedy", "counting", "random", "bare"],
                "resumed": True,
            }
        ],
    ),
    Example("bid", "referee to bot", "A bid is asked for.", [_BID]),
    Example(
        "revise",
        "referee to bot",
        "The bid just made may be changed.",
        [{**_BID, "type": "revise", "id": 119, "bids": [None, 1, 2, None]}],
    ),
    Example(
        "trump",
        "referee to bot",
        "A wizard was turned up: the dealer names the trump.",
        [_request("trump", id=140, dealer=2, trump=None, turned="ZH", bids=[None] * 4, legal=["C", "D", "H", "S"])],
    ),
    Example("play", "referee to bot", "A card is asked for.", [_PLAY]),
    Example(
        "game_end",
        "referee to bot",
        "A game is over.",
        [{"type": "game_end", "game": "g7", "scores": [141, 97, 120, 97], "places": [1, 3, 2, 3]}],
    ),
    Example(
        "error",
        "referee to bot",
        "A bid was not legal.",
        [
            {
                "type": "error",
                "id": 118,
                "code": "illegal_bid",
                "text": "4 is no legal answer to the bid request 118; legal are 0, 1, 2, 3",
                "game": "g7",
                "legal": [0, 1, 2, 3],
            }
        ],
    ),
    Example("bye", "referee to bot", "The end.", [{"type": "bye", "reason": "the tournament is over"}]),
    Example(
        "hand_start",
        "referee to bot",
        "A hand was dealt.",
        [
            {
                "type": "hand_start",
                "game": "g7",
                "hand": 7,
                "hands": 19,
                "size": 3,
                "dealer": 0,
                "trump": "S",
                "turned": "JS",
                "scores": [31, 42, 12, 33],
            }
        ],
    ),
    Example(
        "bid_made",
        "referee to bot",
        "A bid, and its revision.",
        [
            {"type": "bid_made", "game": "g7", "hand": 7, "seat": 1, "bid": 1},
            {"type": "bid_made", "game": "g7", "hand": 7, "seat": 1, "bid": 2, "revised": True},
        ],
    ),
    Example(
        "trump_named",
        "referee to bot",
        "The highest bidder has named the trump.",
        [{"type": "trump_named", "game": "g7", "hand": 7, "trump": "N", "seat": 3}],
    ),
    Example(
        "card_played",
        "referee to bot",
        "A card.",
        [{"type": "card_played", "game": "g7", "hand": 7, "trick": 1, "seat": 1, "card": "KH"}],
    ),
    Example(
        "trick_end",
        "referee to bot",
        "A trick is complete.",
        [{"type": "trick_end", "game": "g7", "hand": 7, "trick": 0, "winner": 1, "taken": [0, 1, 0, 0]}],
    ),
    Example(
        "hand_end",
        "referee to bot",
        "A hand is over.",
        [
            {
                "type": "hand_end",
                "game": "g7",
                "hand": 7,
                "trump": "S",
                "bids": [0, 1, 2, 1],
                "taken": [0, 1, 2, 0],
                "points": [10, 11, 12, 0],
                "scores": [41, 53, 24, 33],
            }
        ],
    ),
    Example(
        "several_games",
        "referee to bot",
        "One frame with a notice and requests of two games.",
        [
            {"type": "game_end", "game": "g6", "scores": [98, 132, 120, 97], "places": [3, 1, 2, 4]},
            {**_BID, "id": 150, "game": "g9"},
            {**_PLAY, "id": 151},
        ],
    ),
    Example(
        "hook",
        "referee to bot",
        "The last bidder may not make the bids total 3: here 1 is missing.",
        [{**_BID, "id": 201, "seat": 0, "bids": [None, 1, 0, 1], "legal": [0, 2, 3]}],
        "the hook",
    ),
    Example(
        "no_trump",
        "referee to bot",
        'A hand without trump: `trump` is "N", nothing was turned.',
        [{**_BID, "id": 202, "trump": "N", "turned": None}],
        "hands without trump",
    ),
    Example(
        "at_once",
        "referee to bot",
        "All seats are asked together; `bids` shows none before all are in.",
        [{**_BID, "id": 203, "bids": [None, None, None, None]}],
        "bids made at once",
    ),
    Example(
        "revision",
        "referee to bot",
        "Seat 2 has bid 2 and may change it before seat 3 bids.",
        [{**_BID, "type": "revise", "id": 204, "bids": [None, 1, 2, None]}],
        "bid revision",
    ),
    Example(
        "trump_unknown",
        "referee to bot",
        'The trump is shown, or named, after the bids: `trump` is nil, not "N".',
        [{**_BID, "id": 205, "trump": None, "turned": None}],
        "trump after the bids",
    ),
    Example(
        "highest_bidder",
        "referee to bot",
        "The highest bidder names a suit, or no trump.",
        [_request("trump", id=206, trump=None, turned=None, bids=[0, 1, 2, 1], legal=["C", "D", "H", "S", "N"])],
        "trump named by the highest bidder",
    ),
    Example(
        "wizard_turned",
        "referee to bot",
        "A wizard was turned up; the dealer names a suit before the bids.",
        [
            _request(
                "trump",
                id=207,
                dealer=2,
                cards=["4S", "NC", "ZD"],
                trump=None,
                turned="ZH",
                bids=[None] * 4,
                legal=["C", "D", "H", "S"],
            )
        ],
        "wizards and jesters",
    ),
    Example(
        "wizard_play",
        "referee to bot",
        "Hearts are led; a wizard may be played although hearts are held.",
        [
            {
                **_PLAY,
                "id": 208,
                "dealer": 2,
                "cards": ["2H", "ZD"],
                "legal": ["2H", "ZD"],
                "trick": ["NH", "KH"],
                "leader": 0,
                "bids": [0, 1, 2, 1],
                "taken": [1, 0, 0, 0],
                "played": [[3, "5C", "9C", "3C", "NS"]],
            }
        ],
        "wizards and jesters in play",
    ),
    Example(
        "forehead",
        "referee to bot",
        "The own card is hidden, the others' are seen; it will play itself.",
        [
            {
                **_BID,
                "id": 209,
                "size": 1,
                "cards": [],
                "legal": [0, 1],
                "bids": [None, 0, None, None],
                "seen": ["7D", "2S", None, "KC"],
            }
        ],
        "forehead hands",
    ),
    Example(
        "blind",
        "referee to bot",
        "Nobody sees own cards before all have bid: `cards` is empty.",
        [{**_BID, "id": 210, "cards": []}],
        "blind hands",
    ),
    Example(
        "must_trump",
        "referee to bot",
        "Void in hearts, the seat must play its trump: `legal` says so.",
        [{**_PLAY, "id": 211, "cards": ["4S", "9C"], "legal": ["4S"]}],
        "must-trump rules",
    ),
    Example(
        "twin_cards",
        "referee to bot",
        "Two packs: a hand may hold a card twice, `legal` lists it as often.",
        [{**_PLAY, "id": 212, "cards": ["AH", "AH"], "legal": ["AH", "AH"]}],
        "several packs",
    ),
    Example(
        "open_end",
        "referee to bot",
        "A game to a target score: `hands` is nil, the length is open.",
        [{**_BID, "id": 213, "hands": None}],
        "games of open length",
    ),
    Example(
        "bank",
        "referee to bot",
        "A tournament that gives extra time for a game: what is left of it.",
        [{**_BID, "id": 214, "clock_ms": 41250}],
        "extra time",
    ),
)
