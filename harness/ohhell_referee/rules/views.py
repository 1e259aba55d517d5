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


def hand_start_body(game: Game, hand: Hand) -> Body:
    """Return the notice that a hand begins: what lies open to all before the first decision."""
    return {
        "type": "hand_start",
        "hand": hand.plan.index,
        "hands": game.hands_total,
        "size": hand.size,
        "dealer": hand.dealer,
        "trump": hand.trump,
        "turned": hand.turned,
        "scores": tuple(game.scores),
    }


def bid_made_body(hand: Hand, seat: int) -> Body:
    """Return the notice of a seat's bid. Raises ValueError while the others may not see it."""
    bid = hand.shown_bids[seat]
    if bid is None:
        raise ValueError(f"the bid of seat {seat} is not open yet")
    return {"type": "bid_made", "hand": hand.plan.index, "seat": seat, "bid": bid}


def card_played_body(hand: Hand, seat: int, card: str) -> Body:
    """Return the notice of a card that a seat has played."""
    return {"type": "card_played", "hand": hand.plan.index, "seat": seat, "card": card}


def trick_end_body(hand: Hand) -> Body:
    """Return the notice of the trick finished last: its cards, who led and who won it."""
    leader, *cards = hand.tricks[-1]
    return {
        "type": "trick_end",
        "hand": hand.plan.index,
        "trick": len(hand.tricks) - 1,
        "leader": leader,
        "cards": tuple(cards),
        "winner": hand.leader,
        "taken": tuple(hand.taken),
    }


def hand_end_body(game: Game, hand: Hand) -> Body:
    """Return the notice that a hand is over and scored; `scores` are the totals after it."""
    return {
        "type": "hand_end",
        "hand": hand.plan.index,
        "trump": hand.trump,
        "bids": hand.shown_bids,
        "taken": tuple(hand.taken),
        "points": hand.points,
        "scores": tuple(game.scores),
    }
