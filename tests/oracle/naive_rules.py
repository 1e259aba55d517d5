"""Oh Hell in all its variants, slow and plain: the reference that the program's rules are compared with.

Written from the rule texts, the rulings on them and the description of a variant's fields (`variant.py`), by somebody
who had not read the program's rules. Nothing is precomputed and nothing is kept but the list of what was done: every
question is answered by going through that list again. What is forbidden is found by asking for each thing that a seat
might do why it may not do it: so every restriction comes with its reason.

Readings where the texts are silent or leave a choice, each marked "Reading" at its place:

* the highest bidder, the earliest of equals, is looked for in the order of bidding, for naming trump and for the lead;
* a trump that is revealed after the bids is hidden before them, but for one that the variant itself tells everybody for
  this hand (a cycle, a fixed suit, no trump, no card left to turn up): there is nothing to reveal;
* a wizard or a jester is "something else" to lead where trump may not be led while something else is held;
* a wizard on the table wins whatever follows: behind it no card beats, so that nobody need beat the led suit or
  overtrump (where a trump must be played all the same, any trump will do);
* of twin cards the later one beats the earlier one only where the last of equal cards wins;
* a wizard that was turned up in a hand bid blind or on the forehead is named for by a dealer who sees no own card.
"""

from __future__ import annotations

from typing import Any

from ohhell_referee.rules.variant import NO_TRUMP, SUITS
from oracle.naive_cards import NaiveCards


class NaiveHand(NaiveCards):
    """One deal: told what was done, it says who may do what, and why not something else."""

    # Turns

    def turn(self) -> tuple[str, list[int]] | None:
        """Kind and seats of the decision that is due; None when the hand is over. Plays forehead cards by itself."""
        hidden = self.variant.trump.reveal == "after_bids"
        if self.dealer_must_name() and not hidden and self.named_trump() is None:
            return ("trump", [self.dealer])
        bidding = self.seats_to_bid()
        if bidding is not None:
            return bidding
        if self.named_trump() is None:
            if self.bidder_must_name():
                return ("trump", [self.highest_bidder()])
            if self.dealer_must_name():
                return ("trump", [self.dealer])
        while len(self.plays()) < self.players * self.size:
            seat = (self.leader() + len(self.on_table())) % self.players
            if self.view_mode() != "forehead":
                return ("play", [seat])
            self.moves.append(("play", seat, self.held(seat)[0]))
        return None

    def choices(self, seat: int) -> list[tuple[Any, str | None]]:
        """Everything that the seat could do if there were no rules, each with why it may not, or None."""
        due = self.turn()
        assert due is not None
        assert seat in due[1]
        if due[0] == "trump":
            return [(suit, self.why_not_name(seat, suit)) for suit in SUITS + NO_TRUMP]
        if due[0] == "play":
            return [(card, self.why_not_play(seat, card)) for card in self.held(seat)]
        return [(bid, self.why_not_bid(seat, bid)) for bid in range(self.size + 1)]

    def legal(self, seat: int) -> list[Any]:
        return [value for value, reason in self.choices(seat) if reason is None]

    def act(self, seat: int, value: Any) -> None:
        due = self.turn()
        assert due is not None
        assert value in self.legal(seat)
        self.moves.append((due[0], seat, value))

    # What a seat sees

    def shown_bids(self) -> list[int | None]:
        if self.variant.bids.order == "at_once" and not self.bids_are_in():
            return [None] * self.players
        return self.bids()

    def sees_own_cards(self) -> bool:
        if self.view_mode() == "forehead":
            return False
        return self.view_mode() != "blind" or self.bids_are_in()

    def view(self, seat: int, hands: int | None, scores: list[int]) -> dict[str, Any]:
        """What the seat is told when it is asked."""
        due = self.turn()
        assert due is not None
        view: dict[str, Any] = {
            "type": due[0],
            "seat": seat,
            "players": self.players,
            "hand": self.index,
            "hands": hands,
            "size": self.size,
            "dealer": self.dealer,
            "trump": self.shown_trump(),
            "turned": self.shown_turned(),
            "cards": self.held(seat) if self.sees_own_cards() else [],
            "bids": self.shown_bids(),
            "legal": self.legal(seat),
            "scores": scores,
        }
        if self.view_mode() == "forehead":
            view["seen"] = [None if other == seat else self.dealt[other][0] for other in range(self.players)]
        if due[0] == "play":
            view["taken"] = self.taken()
            view["leader"] = self.leader()
            view["trick"] = [card for _, card in self.on_table()]
            view["played"] = [[trick[0][0], *(card for _, card in trick)] for trick in self.finished()]
        return view
