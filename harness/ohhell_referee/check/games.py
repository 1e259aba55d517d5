"""Games in which the bot holds one seat, and the requests that come up in them.

The other seats are played at random, each decision from a seed of its own, so the same check puts the same requests to
every bot that plays alike. Everything goes through a real table: no request here is made by hand.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ohhell_referee.bots.events import Request
from ohhell_referee.check.bench import Bench
from ohhell_referee.rules.loading import parameters, resolve_variant
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import Variant
from ohhell_referee.table import Answer, Ask, FaultPolicy, GameOrder, Table

KEY = seed_key("check")
Raw = Mapping[str, Any]
"""A variant as in a tournament file."""
Body = Mapping[str, Any]
Wanted = Callable[[Body], bool]

KINDS = ("bid", "revise", "trump", "play")

_SEARCH_BLOCKS = 500
"""Blocks looked through for a request of some kind. The rarest (the dealer names trump) comes up once in five."""


def bot_seed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def game_start(game: str, seat: int, variant: Variant, limit_ms: int, seed: str = "check") -> dict[str, Any]:
    return {
        "type": "game_start",
        "game": game,
        "seat": seat,
        "players": variant.players,
        "variant": {"name": variant.name, **parameters(variant)},
        "bot_seed": bot_seed(seed),
        "clock": {"move_ms": limit_ms, "game_ms": 0},
    }


def game_end(game: str, players: int) -> dict[str, Any]:
    """The end of a game that was broken off."""
    return {"type": "game_end", "game": game, "scores": [0] * players, "places": [1] * players, "void": True}


class Sitting:
    """One game in which the bot holds `seat`; see `play_games`. `seat` may be -1: the bot holds none."""

    def __init__(self, variant: Variant, block: int, seat: int, *, events: bool = False) -> None:
        self.variant = variant
        self.block = block
        self.seat = seat
        self.game = ""
        self.bodies: list[Body] = []
        """Every request that the bot got."""
        self.decisions: list[Any] = []
        players = variant.players
        order = GameOrder(f"b{block}s0", block, 0, tuple(f"seat-{number}" for number in range(players)))
        wants = [events and number == seat for number in range(players)]
        self.table = Table(order, variant, KEY, FaultPolicy(), disguise=False, wants_events=wants)
        self.scores: tuple[int, ...] = ()
        self.places: tuple[int, ...] = ()
        self._play = self.table.play()
        self._asks: list[Ask] | None = None
        self._answers: list[Answer] = []

    def advance(self) -> Ask | None:
        """Goes on to the bot's next request; None at the end of the game."""
        try:
            while True:
                asks = next(self._play) if self._asks is None else self._play.send(self._answers)
                self._asks = asks
                self._answers = [self._drawn(ask) for ask in asks]
                for ask in asks:
                    if ask.seat == self.seat:
                        self.bodies.append(ask.body)
                        return ask
        except StopIteration as end:
            self.scores, self.places = end.value.scores, end.value.places
            return None

    def take(self, value: Any) -> None:
        """The bot's answer to the request of `advance`."""
        self.decisions.append(value)
        assert self._asks is not None
        for index, ask in enumerate(self._asks):
            if ask.seat == self.seat:
                self._answers[index] = Answer(value)

    def all_asks(self) -> Iterator[Ask]:
        """Every request of the game to anybody, played at random to its end; for a sitting without the bot."""
        asks: list[Ask] = next(self._play)
        while True:
            yield from asks
            try:
                asks = self._play.send([self._drawn(ask) for ask in asks])
            except StopIteration:
                return

    def _drawn(self, ask: Ask) -> Answer:
        """The same whatever the other seats have done before, as far as it is legal."""
        body = ask.body
        moment = (self.block, body["hand"], len(body.get("played", ())), ask.kind, ask.seat)
        return Answer(random.Random(repr(moment)).choice(ask.legal))


@dataclass(frozen=True)
class Situation:
    """A request as it came up in a game that was played at random."""

    variant: Variant
    block: int
    ask: Ask = field(repr=False)


def situations(raw: Raw, wanted: Wanted, most: int) -> Iterator[Situation]:
    """Up to that many requests of which `wanted` is true, one a game, as they come up in games played at random."""
    variant = resolve_variant(raw)
    found = 0
    for block in range(_SEARCH_BLOCKS):
        asks = Sitting(variant, block, -1).all_asks()
        ask = next((ask for ask in asks if wanted(ask.body)), None)
        if ask is not None:
            yield Situation(variant, block, ask)
            found += 1
        if found == most:
            return


def put_resumed(bench: Bench, situation: Situation) -> Any:
    """Puts the request to the bot as the first of a game that was under way; returns its answer."""
    ask = situation.ask
    game = bench.new_game()
    start = game_start(game, ask.seat, situation.variant, bench.timeout_ms)
    bench.post({**start, "resumed": True})
    bench.ask(bench.request({**ask.body, "game": game}, ask.legal, ask.kind))
    (answered,) = bench.answers(1)
    bench.post(game_end(game, situation.variant.players))
    return answered.value


@dataclass(frozen=True)
class More:
    """Keys to add to messages: to every game_start, every request, every game_end."""

    start: Body = field(default_factory=dict)
    request: Body = field(default_factory=dict)
    end: Body = field(default_factory=dict)


PLAIN = More()


def play_games(bench: Bench, sittings: Sequence[Sitting], more: More = PLAIN) -> None:
    """Plays these games to their ends, all at once; requests that are due at the same time travel in one frame."""
    for sitting in sittings:
        _begin(bench, sitting, more)
    playing = list(sittings)
    while playing:
        playing = [sitting for sitting in playing if _ask_next(bench, sitting, more) is not None]
        for answered in bench.answers(len(playing)):
            answered.request.owner.take(answered.value)


def play_one(bench: Bench, sitting: Sitting, kinds: Sequence[str] = KINDS) -> Iterator[Request]:
    """Plays a game, and yields each request when the bot has answered it; breaks it off before the first request of
    another kind than `kinds`. Whoever stops earlier calls `break_off`."""
    _begin(bench, sitting, PLAIN)
    while (request := _ask_next(bench, sitting, PLAIN, kinds)) is not None:
        (answered,) = bench.answers(1)
        sitting.take(answered.value)
        yield request


def break_off(bench: Bench, sitting: Sitting) -> None:
    """The end of a game that nobody will play on."""
    bench.post(game_end(sitting.game, sitting.variant.players))


def _begin(bench: Bench, sitting: Sitting, more: More) -> None:
    sitting.game = bench.new_game()
    seed = f"block {sitting.block}"
    start = game_start(sitting.game, sitting.seat, sitting.variant, bench.timeout_ms, seed)
    bench.post({**start, **more.start})


def _ask_next(bench: Bench, sitting: Sitting, more: More, kinds: Sequence[str] = KINDS) -> Request | None:
    """Queues the next request of the game; None if it has ended, or broken off, and then the bot is told so."""
    ask = sitting.advance()
    for seat, notice in sitting.table.notices:
        if seat == sitting.seat:
            bench.post({**notice, "game": sitting.game})
    sitting.table.notices.clear()
    if ask is None:
        end = {"type": "game_end", "game": sitting.game, "scores": list(sitting.scores), "places": list(sitting.places)}
        bench.post({**end, **more.end})
        return None
    if ask.kind not in kinds:
        break_off(bench, sitting)
        return None
    request = bench.request({**ask.body, "game": sitting.game, **more.request}, ask.legal, ask.kind, sitting)
    bench.ask(request)
    return request
