"""Games in which the bot holds one seat, and the requests that come up in them.

The other seats are played at random from a seed, so the same check puts the same requests to every bot that plays
alike. Everything goes through a real table: no request here is made by hand.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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
        self._random = random.Random(f"{block}/{seat}")
        self._asks: list[Ask] | None = None
        self._answers: list[Answer] = []

    def advance(self) -> Ask | None:
        """Goes on to the bot's next request; None at the end of the game."""
        try:
            while True:
                asks = next(self._play) if self._asks is None else self._play.send(self._answers)
                self._asks = asks
                self._answers = [Answer(self._random.choice(ask.legal)) for ask in asks]
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
                asks = self._play.send([Answer(self._random.choice(ask.legal)) for ask in asks])
            except StopIteration:
                return


@dataclass(frozen=True)
class Situation:
    """A request as it came up in a game that was played at random."""

    variant: Variant
    block: int
    ask: Ask = field(repr=False)
    first: bool
    """It is the seat's first request of the game."""


def situations(raw: Raw, wanted: Wanted, count: int) -> list[Situation]:
    """That many requests of which `wanted` is true, one a game. Raises LookupError where there are none to be found."""
    variant = resolve_variant(raw)
    found: list[Situation] = []
    for block in range(_SEARCH_BLOCKS):
        seen: set[int] = set()
        for ask in Sitting(variant, block, -1).all_asks():
            if wanted(ask.body):
                found.append(Situation(variant, block, ask, ask.seat not in seen))
                if len(found) == count:
                    return found
                break
            seen.add(ask.seat)
    raise LookupError(f"only {len(found)} of {count} requests were found in {_SEARCH_BLOCKS} games of {raw}")


def put(
    bench: Bench,
    found: Sequence[Situation],
    extra: Body | None = None,
    start: Body | None = None,
    end: Body | None = None,
) -> list[Any]:
    """Puts these requests to the bot, each in a game of its own, all in as few frames as they fit; returns its answers.

    `extra` is added to every request, `start` to every game_start, `end` to every game_end.
    """
    games: list[tuple[str, Situation]] = []
    for situation in found:
        game = bench.new_game()
        games.append((game, situation))
        ask = situation.ask
        message = game_start(game, ask.seat, situation.variant, bench.timeout_ms)
        if not situation.first:
            message["resumed"] = True
        bench.post({**message, **(start or {})})
    for index, (game, situation) in enumerate(games):
        ask = situation.ask
        bench.ask(bench.request({**ask.body, "game": game, **(extra or {})}, ask.legal, ask.kind, index))
    answers: list[Any] = [None] * len(games)
    for answered in bench.answers(len(games)):
        answers[answered.request.owner] = answered.value
    for game, situation in games:
        bench.post({**game_end(game, situation.variant.players), **(end or {})})
    return answers


def play_games(bench: Bench, sittings: Sequence[Sitting], start: Body | None = None, extra: Body | None = None) -> None:
    """Plays these games to their ends, all at once; requests that are due at the same time travel in one frame."""
    for sitting in sittings:
        sitting.game = bench.new_game()
        message = game_start(sitting.game, sitting.seat, sitting.variant, bench.timeout_ms, f"block {sitting.block}")
        bench.post({**message, **(start or {})})
    playing = list(sittings)
    while playing:
        going_on: list[Sitting] = []
        for sitting in playing:
            ask = sitting.advance()
            _pass_on_notices(bench, sitting)
            if ask is not None:
                body = {**ask.body, "game": sitting.game, **(extra or {})}
                bench.ask(bench.request(body, ask.legal, ask.kind, sitting))
                going_on.append(sitting)
                continue
            end = {"type": "game_end", "game": sitting.game}
            bench.post({**end, "scores": list(sitting.scores), "places": list(sitting.places)})
        for answered in bench.answers(len(going_on)):
            answered.request.owner.take(answered.value)
        playing = going_on


def _pass_on_notices(bench: Bench, sitting: Sitting) -> None:
    for seat, notice in sitting.table.notices:
        if seat == sitting.seat:
            bench.post({**notice, "game": sitting.game})
    sitting.table.notices.clear()
