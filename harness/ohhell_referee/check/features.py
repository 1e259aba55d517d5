"""Steps: every feature of the variants, in short whole games in which it comes up."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ohhell_referee.check.bench import Bench
from ohhell_referee.check.games import Body, Raw, Sitting, Wanted, play_games, situations
from ohhell_referee.check.step import Step
from ohhell_referee.rules.loading import resolve_variant

GAMES = 2
"""Games in which the feature comes up, a step."""
MOST_PLAYERS = 10
MANY_CARDS = 20


class Feature(NamedTuple):
    name: str
    what: str
    raw: Raw
    wanted: Wanted
    """True for a request in which the feature is to be seen."""


def _bidding(body: Body) -> bool:
    return bool(body["type"] == "bid")


def _doubled(body: Body) -> bool:
    cards = [*body["cards"], *body.get("trick", ())]
    return len(set(cards)) < len(cards)


def _short(*hands: int) -> Raw:
    return {"hands": list(hands)}


FEATURES = (
    Feature("no trump", "`trump` is `N` and nothing is turned up.",
            {"trump": {"source": "none"}, "schedule": _short(4, 2)},
            lambda body: body["trump"] == "N" and body["type"] == "play"),
    Feature("trump without a turned card", "The trump suits take turns: `turned` is nil, `trump` is not.",
            {"trump": {"source": "cycle"}, "schedule": _short(4, 2)},
            lambda body: body["turned"] is None and body["trump"] not in (None, "N")),
    Feature("trump unknown while bidding", "`trump` and `turned` are nil until all bids are made.",
            {"trump": {"reveal": "after_bids"}, "schedule": _short(4, 2)},
            lambda body: _bidding(body) and body["trump"] is None),
    Feature("highest bidder names trump", "`trump` is nil in bid requests; the highest bidder gets a trump request.",
            {"trump": {"source": "highest_bidder"}, "schedule": _short(4, 2)},
            lambda body: _bidding(body) and body["trump"] is None),
    Feature("bids at once", "All seats are asked at the same time: `bids` is all nil.",
            {"bids": {"order": "at_once", "hook": False}, "schedule": _short(4, 2)},
            lambda body: _bidding(body) and all(bid is None for bid in body["bids"])),
    Feature("bid revision", "The bot may change its bid once, before the next seat bids.",
            {"bids": {"revise": True}, "schedule": _short(4, 2)},
            lambda body: body["type"] == "revise"),
    Feature("forehead", "The bot sees every card but its own: `cards` is empty, `seen` has nil for itself. "
            "It is not asked to play.",
            {"view": [{"hands": "last", "mode": "forehead"}], "schedule": _short(2, 1)},
            lambda body: body.get("seen") is not None),
    Feature("blind", "`cards` is empty while bidding.",
            {"view": [{"hands": "first", "mode": "blind"}], "schedule": _short(4, 2)},
            lambda body: _bidding(body) and not body["cards"]),
    Feature("game of open length", "`hands` is nil, because the game ends at a number of points.",
            {"end": {"target": 25}, "schedule": _short(2, 1)},
            lambda body: body["hands"] is None),
    Feature("negative points", "`scores` has numbers below zero.",
            {"score": {"hit": "-1", "miss": "-40 * d"}, "schedule": _short(2, 1)},
            lambda body: any(score < 0 for score in body["scores"])),
    Feature("two packs", "Every card exists twice, also in one hand and in one trick.",
            {"deck": {"copies": 2}, "game": {"players": 7}, "schedule": _short(13)},
            _doubled),
    Feature("short pack, trump forced", "Eight cards for each player; without the led suit trump must be played.",
            {"preset": "romanian-whist", "schedule": _short(8, 3)},
            lambda body: body["type"] == "play" and len(body["legal"]) < len(body["cards"])),
    Feature("wizard cards", "Cards such as `ZH` and `NC`, negative points, no hook.",
            {"preset": "wizard", "schedule": _short(8, 4)},
            lambda body: body["type"] == "play" and any(card[0] in "ZN" for card in body["cards"])),
    Feature("dealer names trump", "A wizard was turned up and the bot is the dealer: a trump request before the bids.",
            {"preset": "wizard", "schedule": _short(3, 3, 3)},
            lambda body: body["type"] == "trump"),
    Feature("many cards", f"Hands of {MANY_CARDS} cards.",
            {"preset": "wizard", "game": {"players": 3}, "schedule": _short(MANY_CARDS)},
            lambda body: len(body["cards"]) == MANY_CARDS),
)  # fmt: skip


def play_feature(feature: Feature, bench: Bench) -> str:
    """Plays the games, at the seats, in which the feature came up when they were played at random."""
    seen = asked = 0
    for found in situations(feature.raw, feature.wanted, GAMES):
        sitting = Sitting(found.variant, found.block, found.ask.seat, events=bench.hello.events)
        play_games(bench, [sitting])
        asked += len(sitting.bodies)
        seen += sum(map(feature.wanted, sitting.bodies))
    return f"{GAMES} games, {asked} decisions, {seen} of them with it"


def play_with(players: int) -> Callable[[Bench], str]:
    def act(bench: Bench) -> str:
        variant = resolve_variant({"game": {"players": players}, "schedule": _short(3, 1)})
        seats = sorted({0, players - 1})
        for block, seat in enumerate(seats):
            play_games(bench, [Sitting(variant, block, seat, events=bench.hello.events)])
        return f"at seats {' and '.join(map(str, seats))}"

    return act


def _step(feature: Feature) -> Step:
    return Step(feature.name, feature.what, lambda bench: play_feature(feature, bench))


VARIANTS = (
    *(_step(feature) for feature in FEATURES),
    *(
        Step(f"{players} players", f"Games of {players}, at the first and at the last seat.", play_with(players))
        for players in range(2, MOST_PLAYERS + 1)
    ),
)
