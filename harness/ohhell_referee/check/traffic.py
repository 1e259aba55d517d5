"""Steps: what may come over the wire beside plain requests, and many games at once."""

from __future__ import annotations

from typing import Any

from ohhell_protocol.limits import MAX_FRAME_MESSAGES, MAX_INTEGER, MAX_REQUESTS_PER_FRAME
from ohhell_referee.check.bench import Bench
from ohhell_referee.check.games import (
    More,
    Sitting,
    game_end,
    game_start,
    play_games,
    play_one,
    put_resumed,
    situations,
)
from ohhell_referee.check.requests import HANDS
from ohhell_referee.check.starting import QUIET_MS
from ohhell_referee.check.step import Step, need_several_games
from ohhell_referee.rules.loading import resolve_variant

MOST_GAMES = 48
"""At once, in the step for many games: three full frames under way."""

NEW_KEYS: dict[str, Any] = {
    "weather": {"rain": False, "degrees": [-3, 21]},
    "moon": None,
    "largest": MAX_INTEGER,
    "words": "naïve · ♠ 🂡",
}
NEW_NOTICES: tuple[dict[str, Any], ...] = (
    {"type": "weather", "game": "no such game", "cards": 7, "bids": "none", "seat": None},
    {"type": "emergency_exit"},
    {"type": "note", "id": 1, "deep": {"er": [{"down": [True, None, "♥"]}]}},
)


def _sitting(bench: Bench, block: int) -> Sitting:
    """A game of two small hands."""
    variant = resolve_variant({"schedule": {"hands": [2, 1]}})
    return Sitting(variant, block, block % variant.players, events=bench.hello.events)


def resumed_game(bench: Bench) -> str:
    for found in situations(HANDS, lambda body: body["type"] == "play" and body["hand"] == 1 and body["played"], 2):
        put_resumed(bench, found)
    return "the first request is in the middle of the second hand"


def unknown_keys(bench: Bench) -> str:
    play_games(bench, [_sitting(bench, 0)], More(NEW_KEYS, NEW_KEYS, NEW_KEYS))
    bench.post({"type": "error", "id": None, "code": "malformed", "text": "a trial: new keys", **NEW_KEYS})
    bench.quiet(QUIET_MS)
    return "in game_start, bid, play, game_end and error"


def unknown_notices(bench: Bench) -> str:
    bench.post(*NEW_NOTICES)
    play_games(bench, [_sitting(bench, 0)])
    fill = MAX_FRAME_MESSAGES - 2
    bench.post(*(NEW_NOTICES[number % len(NEW_NOTICES)] for number in range(fill)))
    play_games(bench, [_sitting(bench, 1)])
    return f"three, and {fill} in the frame of a request"


def optional_keys(bench: Bench) -> str:
    names = [f"seat {number} · ♠" for number in range(4)]
    play_games(bench, [_sitting(bench, 0)], More({"names": names}, {"clock_ms": 5000, "seen": None}))
    nothing: dict[str, Any] = {"names": None, "resumed": None}
    play_games(bench, [_sitting(bench, 1)], More(nothing, {"clock_ms": None}, {"void": None}))
    return "clock_ms and names, and optional keys that are nil"


def large_ids(bench: Bench) -> str:
    instance = bench.instance
    assert instance is not None
    usual = instance.next_id
    try:
        for block, first in enumerate((2**15, 2**31, 2**32, MAX_INTEGER - 100)):
            instance.next_id = first + 5
            play_games(bench, [_sitting(bench, block)])
    finally:
        instance.next_id = usual
    return f"up to {MAX_INTEGER - 95} and beyond"


def error_notice(bench: Bench) -> str:
    """Errors come for a request that is decided: there is nothing to be answered, and the game goes on."""
    sitting = _sitting(bench, 0)
    told = False
    for request in play_one(bench, sitting):
        if request.kind != "play" or told:
            continue
        told = True
        error = {"type": "error", "id": request.id, "code": "illegal_card", "text": "a trial: this card is not legal"}
        bench.post({**error, "game": sitting.game, "legal": list(request.legal)})
        bench.post({"type": "error", "id": None, "code": "malformed", "text": "a trial: no request is concerned"})
        bench.post({"type": "error", "id": request.id, "code": "not_yet_invented", "text": "a trial: an unknown code"})
        bench.quiet(QUIET_MS)
    return "three errors; the bot goes on and answers nothing twice"


def game_ends(bench: Bench) -> str:
    variant = resolve_variant({"schedule": {"hands": [1]}})
    game = bench.new_game()
    bench.post(game_start(game, 0, variant, bench.timeout_ms), game_end(game, variant.players))
    play_games(bench, [Sitting(variant, 0, 1)])
    bench.quiet(QUIET_MS)
    return "a game that ends at once, and one that is played"


def several_games(bench: Bench) -> str:
    need_several_games(bench)
    play_games(bench, [_sitting(bench, block) for block in range(2)])
    return "two requests of two games in one frame"


def full_frame(bench: Bench) -> str:
    games = min(need_several_games(bench), MAX_REQUESTS_PER_FRAME)
    play_games(bench, [_sitting(bench, block) for block in range(games)])
    return f"{games} requests in one frame"


def games_at_once(bench: Bench) -> str:
    games = min(need_several_games(bench), MOST_GAMES)
    variant = resolve_variant({"schedule": {"hands": [3, 2, 1]}})
    sittings = [Sitting(variant, number, number % 4, events=bench.hello.events) for number in range(games)]
    play_games(bench, sittings)
    return f"{games} games, {sum(len(sitting.bodies) for sitting in sittings)} decisions"


TRAFFIC = (
    Step("resumed game", "A game_start with `resumed: true`: the first request may be of any hand.", resumed_game),
    Step("unknown keys", "Keys that this version does not know are passed over, in every message.", unknown_keys),
    Step("unknown notices", "So are notices of unknown types, also many of them.", unknown_notices),
    Step("optional keys", "Optional keys may be there, absent or nil.", optional_keys),
    Step("large ids", "Ids have up to 53 bits, and come back unchanged.", large_ids),
    Step("error notice", "After an `error` the bot goes on, and does not answer again.", error_notice),
    Step("game_end", "Games end, also before anything was asked.", game_ends),
    Step("several games in a frame", "Requests of two games come in one frame.", several_games),
    Step("full frame", f"{MAX_REQUESTS_PER_FRAME} requests in a frame, or fewer, as the bot accepts.", full_frame),
    Step("games at once", f"As many games at once as the bot accepts, {MOST_GAMES} at most.", games_at_once),
)
