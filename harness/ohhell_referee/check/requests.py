"""Steps: every type of request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ohhell_referee.check.bench import Bench
from ohhell_referee.check.games import (
    Body,
    Raw,
    Sitting,
    Wanted,
    break_off,
    play_one,
    put_resumed,
    situations,
)
from ohhell_referee.check.step import Step

HANDS: Raw = {"schedule": {"hands": [5, 3, 1]}}


ASKED = 2
"""Requests of a kind that are put, a step."""
_GAMES_TRIED = 24
"""The bot's own choices decide what comes up: so many games are begun to get it there."""


def in_games(raw: Raw, kinds: Sequence[str], wanted: Wanted) -> Callable[[Bench], str]:
    """A step that begins games in which such a request comes up soon, and breaks them off when it has been answered.

    Nothing is asked that the steps before have not asked: requests of the other `kinds`, once each, and then one of the
    last kind. The bot may bid so that what the step is about never comes; then it is put as the first request of a game
    that was under way.
    """

    def act(bench: Bench) -> str:
        answers: list[Any] = []
        for found in situations(raw, wanted, _GAMES_TRIED):
            sitting = Sitting(found.variant, found.block, found.ask.seat, events=bench.hello.events)
            for request in play_one(bench, sitting, kinds):
                if request.kind == kinds[-1]:
                    break_off(bench, sitting)
                    answers += sitting.decisions[-1:] if wanted(request.body) else []
                    break
            if len(answers) == ASKED:
                break
        else:
            answers += [put_resumed(bench, found) for found in situations(raw, wanted, ASKED)]
        return "answered " + ", ".join(map(str, answers))

    return act


def _first(body: Body) -> bool:
    """Before the end of the first trick of the first hand."""
    return body["hand"] == 0 and not body.get("played")


def _is(kind: str) -> Wanted:
    return lambda body: body["type"] == kind and _first(body)


def _forbidden_by_hook(body: Body) -> bool:
    return body["type"] == "bid" and _first(body) and len(body["legal"]) == body["size"]


def _leads(body: Body) -> bool:
    return body["type"] == "play" and _first(body) and not body["trick"]


def _must_follow(body: Body) -> bool:
    return body["type"] == "play" and _first(body) and len(body["legal"]) < len(body["cards"])


def _is_void(body: Body) -> bool:
    trick: Sequence[str] = body.get("trick", "")
    return _first(body) and len(trick) > 0 and not any(card[1] == trick[0][1] for card in body["cards"])


REQUESTS = (
    Step("bid", "A bid request is answered with `bid` and a legal number.", in_games(HANDS, ["bid"], _is("bid"))),
    Step("bid under the hook", "One number is not legal, because the bids may not total the hand's size.",
         in_games(HANDS, ["bid"], _forbidden_by_hook)),
    Step("play: leading", "A play request with an empty trick is answered with `play` and a legal card.",
         in_games(HANDS, ["bid", "play"], _leads)),
    Step("play: following suit", "Only some of the cards are legal.", in_games(HANDS, ["bid", "play"], _must_follow)),
    Step("play: void", "The bot has no card of the suit led.", in_games(HANDS, ["bid", "play"], _is_void)),
    Step("revise", "A revise request is answered with `bid`.",
         in_games({**HANDS, "bids": {"revise": True}}, ["bid", "revise"], _is("revise"))),
    Step("trump", "A trump request is answered with `trump` and a suit, or `N` where that is legal.",
         in_games({**HANDS, "trump": {"source": "highest_bidder"}}, ["bid", "trump"], _is("trump"))),
)  # fmt: skip
