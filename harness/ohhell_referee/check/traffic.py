"""Steps: what may come over the wire beside plain requests, and many games at once."""

from __future__ import annotations

from typing import Any

from ohhell_protocol.limits import MAX_FRAME_MESSAGES, MAX_INTEGER, MAX_REQUESTS_PER_FRAME
from ohhell_referee.check.bench import Bench
from ohhell_referee.check.games import Sitting, Situation, game_end, game_start, play_games, put, situations
from ohhell_referee.check.requests import HANDS
from ohhell_referee.check.results import NotApplicable
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


def _plays(count: int) -> list[Situation]:
    return situations(HANDS, lambda body: body["type"] == "play" and len(body["legal"]) > 1, count)


def _bids_and_plays(count: int) -> list[Situation]:
    bids = situations(HANDS, lambda body: body["type"] == "bid", count)
    return [pair for both in zip(bids, _plays(count), strict=True) for pair in both]


def unknown_keys(bench: Bench) -> str:
    put(bench, _plays(1), NEW_KEYS, NEW_KEYS, NEW_KEYS)
    put(bench, situations(HANDS, lambda body: body["type"] == "bid", 1), NEW_KEYS, NEW_KEYS, NEW_KEYS)
    bench.post({"type": "error", "id": None, "code": "malformed", "text": "a trial: new keys", **NEW_KEYS})
    bench.quiet(QUIET_MS)
    return "in game_start, bid, play, game_end and error"


def unknown_notices(bench: Bench) -> str:
    bench.post(*NEW_NOTICES)
    put(bench, _plays(1))
    fill = MAX_FRAME_MESSAGES - 2
    bench.post(*(NEW_NOTICES[number % len(NEW_NOTICES)] for number in range(fill)))
    put(bench, _plays(1))
    return f"three, and {fill} in the frame of a request"


def optional_keys(bench: Bench) -> str:
    names = [f"seat {number} · ♠" for number in range(4)]
    put(bench, _plays(1), {"clock_ms": 5000, "seen": None}, {"names": names})
    bids = situations(HANDS, lambda body: body["type"] == "bid", 1)
    put(bench, bids, {"clock_ms": None, "seen": None}, {"names": None})
    return "clock_ms and names, and optional keys that are nil"


def large_ids(bench: Bench) -> str:
    instance = bench.instance
    assert instance is not None
    usual = instance.next_id
    try:
        for first in (2**15, 2**31, 2**32, MAX_INTEGER - 100):
            instance.next_id = first + 5
            put(bench, _plays(1))
    finally:
        instance.next_id = usual
    return f"up to {MAX_INTEGER - 95}"


def error_notice(bench: Bench) -> str:
    """An error comes for a request that is decided: there is nothing to be answered, and the game goes on."""
    assert bench.instance is not None
    situation = _plays(1)[0]
    game = bench.new_game()
    ask = situation.ask
    bench.post({**game_start(game, ask.seat, situation.variant, bench.timeout_ms), "resumed": True})
    request = bench.request({**ask.body, "game": game}, ask.legal, ask.kind)
    bench.ask(request)
    bench.answers(1)
    error = {"type": "error", "id": request.id, "code": "illegal_card", "text": "a trial: this card is not legal"}
    bench.post({**error, "game": game, "legal": list(ask.legal)})
    bench.post({"type": "error", "id": None, "code": "malformed", "text": "a trial: no request is concerned"})
    bench.post({"type": "error", "id": request.id, "code": "not_yet_invented", "text": "a trial: an unknown code"})
    bench.ask(bench.request({**ask.body, "game": game}, ask.legal, ask.kind))
    bench.answers(1)
    bench.post(game_end(game, situation.variant.players))
    bench.quiet(QUIET_MS)
    return "three errors; the bot goes on and answers nothing twice"


def resumed_game(bench: Bench) -> str:
    found = situations(HANDS, lambda body: body["type"] == "play" and body["hand"] == 1 and len(body["played"]) > 0, 2)
    for situation in found:
        put(bench, [situation], start={"resumed": True})
    return "the first request is in the middle of the second hand"


def game_ends(bench: Bench) -> str:
    variant = resolve_variant({"schedule": {"hands": [1]}})
    game = bench.new_game()
    bench.post(game_start(game, 0, variant, bench.timeout_ms), game_end(game, variant.players))
    play_games(bench, [Sitting(variant, 0, 1)])
    bench.quiet(QUIET_MS)
    return "a game that ends at once, and one that is played"


def several_games(bench: Bench) -> str:
    need_several_games(bench)
    put(bench, _bids_and_plays(1))
    return "two requests of two games in one frame"


def full_frame(bench: Bench) -> str:
    games = min(need_several_games(bench), MAX_REQUESTS_PER_FRAME)
    games -= games % 2
    put(bench, _bids_and_plays(games // 2))
    return f"{games} requests in one frame"


def games_at_once(bench: Bench) -> str:
    games = min(need_several_games(bench), MOST_GAMES)
    variant = resolve_variant({"schedule": {"hands": [3, 2, 1]}})
    sittings = [Sitting(variant, number, number % 4, events=bench.hello.events) for number in range(games)]
    play_games(bench, sittings)
    return f"{games} games, {sum(len(sitting.bodies) for sitting in sittings)} decisions"


def events(bench: Bench) -> str:
    if not bench.hello.events:
        raise NotApplicable("the bot's hello does not ask for events")
    variant = resolve_variant({"bids": {"revise": True}, "schedule": {"hands": [3, 1]}})
    play_games(bench, [Sitting(variant, 1, 2, events=True)])
    return "hand_start, bid_made, card_played, trick_end, hand_end"


TRAFFIC = (
    Step("unknown keys", "Keys that this version does not know are passed over, in every message.", unknown_keys),
    Step("unknown notices", "So are notices of unknown types, also many of them.", unknown_notices),
    Step("optional keys", "Optional keys may be there, absent or nil.", optional_keys),
    Step("large ids", "Ids have up to 53 bits, and come back unchanged.", large_ids),
    Step("error notice", "After an `error` the bot goes on, and does not answer again.", error_notice),
    Step("resumed game", "A game_start with `resumed: true`: the first request may be of any hand.", resumed_game),
    Step("game_end", "Games end, also before anything was asked.", game_ends),
    Step("several games in a frame", "Requests of two games come in one frame.", several_games),
    Step("full frame", f"{MAX_REQUESTS_PER_FRAME} requests in a frame, or fewer, as the bot accepts.", full_frame),
    Step("games at once", f"As many games at once as the bot accepts, {MOST_GAMES} at most.", games_at_once),
    Step("events", "Notices of everything that all seats see, for bots that ask for them.", events),
)
