"""The house policy: what is decided for a seat that did not decide.

Deliberately the dullest play there is, so that being broken never beats playing on: the lowest legal bid, the lowest
legal card (by rank, then in the order C D H S), the first legal trump.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ohhell_referee.rules.variant import JESTER, NO_TRUMP, RANKS, SUITS, WIZARD

_RANK_ORDER = {rank: order for order, rank in enumerate(JESTER + RANKS + WIZARD)}
_SUIT_ORDER = {suit: order for order, suit in enumerate(SUITS + NO_TRUMP)}


def house_decision(
    kind: str,
    legal: Sequence[Any],
    true_card: Callable[[str], str],
    true_suit: Callable[[str | None], str | None],
    ranks: str = RANKS,
) -> Any:
    """The house's choice among `legal`, which may stand in disguised suits.

    `true_card` and `true_suit` undo the disguise, so that the same deal is played alike in every seating. `ranks`
    is the deck's order from low to high; a jester counts below it, a wizard above.
    """
    if kind == "play":
        order = _RANK_ORDER if ranks == RANKS else {r: i for i, r in enumerate(JESTER + ranks + WIZARD)}

        def height(card: str) -> tuple[int, int]:
            card = true_card(card)
            return order[card[0]], _SUIT_ORDER[card[1]]

        return min(legal, key=height)
    if kind == "trump":
        return min(legal, key=lambda suit: _SUIT_ORDER[true_suit(suit) or NO_TRUMP])
    return min(legal)
