"""Steps: every type of request, each as a single frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ohhell_referee.check.bench import Bench
from ohhell_referee.check.games import Body, Raw, Wanted, put, situations
from ohhell_referee.check.step import Step

HANDS: Raw = {"schedule": {"hands": [5, 3, 1]}}


def single(raw: Raw, wanted: Wanted, count: int = 2) -> Callable[[Bench], str]:
    """A step that puts such requests one after the other."""

    def act(bench: Bench) -> str:
        answers = [put(bench, [situation])[0] for situation in situations(raw, wanted, count)]
        return "answered " + ", ".join(map(str, answers))

    return act


def _is(kind: str) -> Wanted:
    return lambda body: body["type"] == kind


def _forbidden_by_hook(body: Body) -> bool:
    return bool(body["type"] == "bid" and len(body["legal"]) == body["size"])


def _leads(body: Body) -> bool:
    return body["type"] == "play" and not body["trick"]


def _must_follow(body: Body) -> bool:
    return body["type"] == "play" and len(body["trick"]) > 0 and len(body["legal"]) < len(body["cards"])


def _has_void(body: Body) -> bool:
    trick: Sequence[str] = body.get("trick", "")
    return len(trick) > 0 and len(body["cards"]) > 1 and not any(card[1] == trick[0][1] for card in body["cards"])


REQUESTS = (
    Step("bid", "A bid request is answered with `bid` and a legal number.", single(HANDS, _is("bid"))),
    Step("bid under the hook", "One number is not legal, because the bids may not total the hand's size.",
         single(HANDS, _forbidden_by_hook)),
    Step("play: leading", "A play request with an empty trick is answered with `play` and a legal card.",
         single(HANDS, _leads)),
    Step("play: following suit", "Only some of the cards are legal.", single(HANDS, _must_follow)),
    Step("play: void", "The bot has no card of the suit led.", single(HANDS, _has_void)),
    Step("revise", "A revise request is answered with `bid`.",
         single({**HANDS, "bids": {"revise": True}}, _is("revise"))),
    Step("trump", "A trump request is answered with `trump` and a suit, or `N` where that is legal.",
         single({**HANDS, "trump": {"source": "highest_bidder"}}, _is("trump"))),
)  # fmt: skip
