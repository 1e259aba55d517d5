"""The SDK for Python bots: subclass `Bot`, write `bid` and `play`, call `run`.

    from ohhell_protocol import Bot

    class Lowest(Bot):
        def bid(self, request):
            return request.legal[0]

        def play(self, request):
            return request.legal[0]

    if __name__ == "__main__":
        Lowest().run()

`Bot.answer_frame` is the whole of the protocol from bytes to bytes without a socket; `run` adds the socket.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgpack  # type: ignore[import-untyped]  # the package ships no types

from .frames import describe, pack_frame
from .limits import MAX_FRAME_BYTES, MAX_NOTE_CHARACTERS, PROTOCOL_VERSION
from .messages import ANSWER_OF, VALUE_KEY

_FLUSH_SECONDS = 0.05
"""A bot that thinks longer than this has the answers sent that it has ready, so that other seats need not wait."""
_PACK_AT_MOST = MAX_FRAME_BYTES - 2_048
"""Answers are packed into frames below this size, the last answer included."""


class GameInfo:
    """What a bot knows of one game, from its start to its end.

    `rng` is the game's own generator, seeded by `bot_seed` and nothing else: a bot that draws from it alone plays
    the same game again from the same seed, however many games run at once. `memory` is for the bot; a bot that
    leaves nothing anywhere else stays repeatable too.
    """

    __slots__ = ("bot_seed", "clock", "game", "memory", "names", "players", "resumed", "rng", "seat", "variant")

    game: str
    seat: int
    players: int
    variant: Mapping[str, Any]
    """`name` and the sections game, deck, schedule, trump, bids, play, view, score, end."""
    bot_seed: str
    clock: Mapping[str, int]
    """`move_ms` for a decision and `game_ms` extra for the game."""
    names: Sequence[str] | None
    """Who sits where, if the tournament reveals it."""
    resumed: bool
    """True where the game was under way already, because an earlier process of the bot failed."""
    rng: random.Random
    memory: dict[Any, Any]

    def __init__(self, message: Mapping[str, Any]) -> None:
        self.game = message["game"]
        self.seat = message["seat"]
        self.players = message["players"]
        self.variant = message["variant"]
        self.bot_seed = message["bot_seed"]
        self.clock = message["clock"]
        self.names = message.get("names")
        self.resumed = bool(message.get("resumed"))
        self.rng = random.Random(self.bot_seed)
        self.memory = {}


class Request:
    """One question of the referee: the keys of the message as attributes, and the game that it belongs to.

    Attributes that a kind of request does not have (`trick` while bidding) are empty. `note` may be set to a text of
    at most 256 characters; it then stands beside the decision in the game record.
    """

    type: str
    """`bid`, `revise`, `trump` or `play`."""
    id: int
    game: str
    seat: int
    """The seat that is asked: one's own."""
    players: int
    hand: int
    """Which hand of the game, from 0."""
    hands: int | None
    """How many hands the game has; None where that is open."""
    size: int
    """Cards dealt to each seat, which is the number of tricks."""
    dealer: int
    trump: str | None
    """`C`, `D`, `H`, `S`; `N` for no trump; None while it is not known."""
    turned: str | None
    cards: list[str]
    """One's own cards, as far as one may see them: empty in forehead hands, and in blind hands before the play."""
    bids: list[int | None]
    """By seat; None where a bid is not made or not shown yet."""
    scores: list[int]
    """By seat, before this hand."""
    clock_ms: int | None = None
    """Milliseconds left of the game's extra time, where the tournament gives any."""
    seen: Sequence[str | None] | None = None
    """Forehead hands only: every seat's card, None for one's own."""
    taken: Sequence[int] = ()
    """Play only: tricks won by seat."""
    leader: int = 0
    """Play only: the seat that leads this trick."""
    trick: Sequence[str] = ()
    """Play only: the cards on the table, from the leader on."""
    played: Sequence[Sequence[Any]] = ()
    """Play only: the finished tricks of the hand, `[leader, card, …]` each."""
    note: str | None = None
    game_info: GameInfo
    rng: random.Random
    """The generator of the game: `game_info.rng`."""

    def __init__(self, message: dict[str, Any], game_info: GameInfo) -> None:
        """Takes the message over: its keys become the attributes."""
        message["game_info"] = game_info
        message["rng"] = game_info.rng
        self.__dict__ = message

    def __repr__(self) -> str:
        shown = ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items() if k not in ("game_info", "rng"))
        return f"{type(self).__name__}({shown})"


class BidRequest(Request):
    """For `bid` and `revise`."""

    legal: list[int]
    """The bids that are allowed, rising."""


class PlayRequest(Request):
    legal: list[str]
    """The cards that may be played."""


class TrumpRequest(Request):
    legal: list[str]
    """The suits that may be named; `N` where no trump may be."""


class Bot:
    """A bot. `bid` and `play` must be written, everything else is there.

    The class attributes say what `hello` says. One process plays up to `games` games at once; a bot that wants a
    clock of its own for every decision sets `games = 1`. `events` None means: wanted if `on_event` is overridden.
    """

    games: int = 64
    events: bool | None = None
    name: str | None = None
    version: str | None = None
    author: str | None = None
    language: ClassVar[str] = "python"

    options: Mapping[str, Any] = {}
    """The entry's `options` of the tournament file, from `welcome` on."""

    def bid(self, request: BidRequest) -> int:
        """One of `request.legal`."""
        raise NotImplementedError(f"{type(self).__name__} has no method bid(self, request)")

    def play(self, request: PlayRequest) -> str:
        """One of `request.legal`."""
        raise NotImplementedError(f"{type(self).__name__} has no method play(self, request)")

    def revise(self, request: BidRequest) -> int:
        """One of `request.legal`. Unless overridden, keeps the bid."""
        kept = request.bids[request.seat]
        assert kept is not None  # a revise request comes after the seat's own bid
        return kept

    def trump(self, request: TrumpRequest) -> str:
        """One of `request.legal`. Unless overridden, the suit of which most cards are held; of equals the first."""
        held = [card[1] for card in request.cards if card[0] not in "ZN"]
        return max(request.legal, key=held.count)

    def on_welcome(self, options: Mapping[str, Any]) -> None:
        """The referee accepted the bot. `options` is the entry's table of the tournament file, maybe empty."""

    def on_game_start(self, game: GameInfo) -> None:
        """A game begins, or goes on with this process (`game.resumed`)."""

    def on_game_end(self, game: GameInfo, scores: list[int], places: list[int]) -> None:
        """A game is over; both lists are by seat."""

    def on_event(self, game: GameInfo, event: Mapping[str, Any]) -> None:
        """Something that all seats see: hand_start, bid_made, trump_named, card_played, trick_end or hand_end."""

    def on_error(self, error: Mapping[str, Any]) -> None:
        """The referee found fault with the bot. Unless overridden, says so on stderr."""
        sys.stderr.write(f"{type(self).__name__}: referee: {error['code']}: {error['text']}\n")

    def hello(self, token: str) -> dict[str, Any]:
        """The bot's first message."""
        wants_events = type(self).on_event is not Bot.on_event if self.events is None else self.events
        message = {
            "type": "hello",
            "token": token,
            "protocol": PROTOCOL_VERSION,
            "games": self.games,
            "events": wants_events,
            "name": self.name or type(self).__name__,
            "version": self.version,
            "author": self.author,
            "language": self.language,
        }
        return {key: value for key, value in message.items() if value is not None}

    def answers(self, messages: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Handles the messages of one frame in order and yields the answer to each request.

        Sets `finished` at `bye`. Raises what the bot's own methods raise, and TypeError for an answer that is not
        even of the right type.
        """
        games = self._games
        for message in messages:
            kind = message["type"]
            if kind in ANSWER_OF:
                game = games[message["game"]]
                request: Request
                value: Any
                if kind == "play":
                    request = play = PlayRequest(message, game)
                    value = self.play(play)
                elif kind == "trump":
                    request = trump = TrumpRequest(message, game)
                    value = self.trump(trump)
                else:
                    request = bid = BidRequest(message, game)
                    value = self.bid(bid) if kind == "bid" else self.revise(bid)
                answer_type = ANSWER_OF[kind]
                if type(value) is not (int if answer_type == "bid" else str):
                    value = self._plain(value, kind, request)
                answer = {"type": answer_type, "id": request.id, VALUE_KEY[answer_type]: value}
                if request.note is not None:
                    answer["note"] = str(request.note)[:MAX_NOTE_CHARACTERS]
                yield answer
            else:
                self._notice(kind, message)

    def _plain(self, value: Any, kind: str, request: Any) -> int | str:
        """An answer that is not a plain int or str: integers of other libraries are let through, nothing else."""
        if kind in ("bid", "revise") and type(value) is not bool and hasattr(value, "__index__"):
            return int(value.__index__())
        if kind in ("play", "trump") and isinstance(value, str):
            return str(value)
        raise TypeError(
            f"{type(self).__name__}.{kind}() returned {describe(value)}; "
            f"it must return one of request.legal, here {request.legal}"
        )

    def _notice(self, kind: str, message: dict[str, Any]) -> None:
        """Everything that wants no answer. Types that are not known are ignored, as PROTOCOL.md wants it."""
        if kind == "game_start":
            game = GameInfo(message)
            self._games[game.game] = game
            self.on_game_start(game)
        elif kind == "game_end":
            ended = self._games.pop(message["game"], None)
            if ended is not None:
                self.on_game_end(ended, message["scores"], message["places"])
        elif kind == "welcome":
            self.options = message.get("options") or {}
            self.on_welcome(self.options)
        elif kind == "error":
            self.on_error(message)
        elif kind == "bye":
            self.finished = True
        elif message.get("game") in self._games:
            self.on_event(self._games[message["game"]], message)

    def answer_frame(self, frame: bytes) -> bytes | None:
        """The frame that answers a frame of the referee; None if nothing in it wants an answer."""
        answers = list(self.answers(msgpack.unpackb(frame, strict_map_key=False)))
        return pack_frame(answers) if answers else None

    def answer_frames(self, frame: bytes) -> Iterator[bytes]:
        """Like `answer_frame`, but in pieces where the bot thinks long or writes long notes."""
        ready: list[dict[str, Any]] = []
        size = 0
        since = time.monotonic()
        for answer in self.answers(msgpack.unpackb(frame, strict_map_key=False)):
            ready.append(answer)
            size += 64 + 4 * len(answer.get("note", ""))
            now = time.monotonic()
            if now - since > _FLUSH_SECONDS or size > _PACK_AT_MOST:
                yield pack_frame(ready)
                ready = []
                size = 0
                since = now
        if ready:
            yield pack_frame(ready)

    @property
    def _games(self) -> dict[str, GameInfo]:
        """The open games by their name on the wire. Made when first asked for: a subclass may skip `__init__`."""
        games: dict[str, GameInfo] = self.__dict__.setdefault("_open_games", {})
        return games

    finished: bool = False
    """True once the referee has said `bye`."""

    def run(self) -> None:
        """Connects to the referee that started this process, and plays until it says `bye`.

        Ends the process with status 2 and an explanation where no referee started it. What the bot's methods raise
        is not caught: Python prints the traceback and ends with status 1, which the referee counts as a crash.
        """
        from .connection import run_bot  # the socket is needed only here, and zmq takes 30 ms to import

        run_bot(self)
