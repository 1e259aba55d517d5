"""What a seat may see: the bodies of requests and of public notices, without ids, clocks and names.

Everything in a body is a number, a text, None or a tuple of those: bodies can be kept and sent later, whatever the
hand does in between. Nothing is put into a body that the seat could not see at a real table. In particular:

- `turned` and `trump` are None while they are face down or not named; no trump is `N`, never None.
- Bids that are made at once are None for all until the last of them is in.
- *blind*: nobody sees own cards (`cards` is empty) until all bids are in.
- *forehead*: `cards` is empty and `seen` has every other seat's card, None for oneself.
"""

from __future__ import annotations

from typing import Any

from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand

Body = dict[str, Any]


def request_body(game: Game, hand: Hand, seat: int) -> Body:
    """Return the request to a seat that is to act, as the wire has it but for id, game and clock.

    `type` is the kind of the turn: bid, revise, trump or play. Raises ValueError for a seat that is not to act.
    """
    turn = hand.turn
    if turn is None or seat not in turn.seats:
        raise ValueError(f"seat {seat} is not to act now")
    plan = hand.plan
    if turn.kind == "play":
        return {
            "type": "play",
            "seat": seat,
            "players": hand.players,
            "hand": plan.index,
            "hands": game.hands_total,
            "size": hand.size,
            "dealer": hand.dealer,
            "trump": hand.trump,
            "turned": hand.turned,
            "cards": tuple(hand.cards[seat]),
            "bids": hand.shown_bids,
            "legal": hand.choices,
            "scores": tuple(game.scores),
            "taken": tuple(hand.taken),
            "leader": hand.leader,
            "trick": tuple(hand.trick),
            "played": hand.tricks,
        }
    body: Body = {
        "type": turn.kind,
        "seat": seat,
        "players": hand.players,
        "hand": plan.index,
        "hands": game.hands_total,
        "size": hand.size,
        "dealer": hand.dealer,
        "trump": hand.trump,
        "turned": hand.turned,
        "cards": visible_cards(hand, seat),
        "bids": hand.shown_bids,
        "legal": hand.choices,
        "scores": tuple(game.scores),
    }
    if plan.view == "forehead":
        body["seen"] = seen_cards(hand, seat)
    return body


def visible_cards(hand: Hand, seat: int) -> tuple[str, ...]:
    """Return the seat's own cards as far as it may see them now."""
    view = hand.plan.view
    if view == "forehead" or (view == "blind" and hand.bidding):
        return ()
    return tuple(hand.cards[seat])


def seen_cards(hand: Hand, seat: int) -> tuple[str | None, ...]:
    """Return the card on each forehead of a forehead hand, None for the seat's own."""
    return tuple([None if other == seat else cards[0] for other, cards in enumerate(hand.deal.hands)])


def hand_start_body(hand: Hand) -> Body:
    """Return the notice that a hand was dealt: what lies open to all before the first decision."""
    return {
        "type": "hand_start",
        "hand": hand.plan.index,
        "size": hand.size,
        "dealer": hand.dealer,
        "trump": hand.trump,
        "turned": hand.turned,
    }


def hand_end_body(game: Game, hand: Hand) -> Body:
    """Return the notice that a hand is over and scored; `scores` are the totals after it."""
    return {
        "type": "hand_end",
        "hand": hand.plan.index,
        "bids": hand.shown_bids,
        "taken": tuple(hand.taken),
        "points": hand.points,
        "scores": tuple(game.scores),
    }
