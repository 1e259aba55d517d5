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

from ohhell_referee.rules.variant import JESTER, NO_TRUMP, SUITS, WIZARD, Selector, Variant

Move = tuple[str, int, Any]
"""Kind (`trump`, `bid`, `revise`, `play`), seat, value."""


def selects(selector: Selector, variant: Variant, index: int, size: int, extra: bool) -> bool:
    """Whether a selector means this hand. Extra hands have no place in the schedule: only their size can be meant."""
    if selector.size is not None:
        return selector.size == size
    if selector.which == "max":
        return size == max(variant.hands)
    if extra:
        return False
    if selector.hand is not None:
        return selector.hand == index + 1
    if selector.which == "first":
        return index == 0
    return index == len(variant.hands) - 1


def is_special(card: str) -> bool:
    return card[0] in (WIZARD, JESTER)


def suit_of(card: str) -> str | None:
    """The suit of a card; a wizard or jester has none, whatever its second letter."""
    return None if is_special(card) else card[1]


class NaiveHand:
    """One deal: told what was done, it says who may do what, and why not something else."""

    def __init__(
        self,
        variant: Variant,
        index: int,
        size: int,
        dealer: int,
        hands: list[list[str]],
        turned: str | None,
        drawn: str | None = None,
        extra: bool = False,
    ) -> None:
        """`hands` by seat; `turned` the card turned up; `drawn` the suit drawn where trump comes by chance."""
        self.variant = variant
        self.index = index
        self.size = size
        self.dealer = dealer
        self.dealt = [list(hand) for hand in hands]
        self.turned = turned
        self.drawn = drawn
        self.extra = extra
        self.moves: list[Move] = []

    # What kind of hand it is

    @property
    def players(self) -> int:
        return self.variant.players

    def view_mode(self) -> str | None:
        for rule in self.variant.view:
            if selects(rule.hands, self.variant, self.index, self.size, self.extra):
                return rule.mode
        return None

    def has_hook(self) -> bool:
        bids = self.variant.bids
        return bids.hook and bids.order == "in_turn" and self.size >= bids.hook_min

    def is_selected_no_trump(self) -> bool:
        for selector in self.variant.trump.no_trump:
            if selects(selector, self.variant, self.index, self.size, self.extra):
                return True
        return False

    # Bids

    def bidders(self) -> list[int]:
        """Seats in the order of bidding."""
        first = self.dealer if self.variant.bids.first == "dealer" else self.dealer + 1
        return [(first + step) % self.players for step in range(self.players)]

    def bid_of(self, seat: int) -> int | None:
        """The seat's bid as it stands: the last one that it made."""
        bid = None
        for kind, actor, value in self.moves:
            if kind in ("bid", "revise") and actor == seat:
                bid = value
        return bid

    def bids(self) -> list[int | None]:
        return [self.bid_of(seat) for seat in range(self.players)]

    def revised(self) -> list[tuple[int, int]]:
        """Seats that changed their bid when they were asked once more, each with its first bid."""
        changed = []
        for kind, seat, value in self.moves:
            if kind == "bid":
                first = value
            if kind == "revise" and value != first:
                changed.append((seat, first))
        return changed

    def has_moved(self, kind: str, seat: int) -> bool:
        return any(move[0] == kind and move[1] == seat for move in self.moves)

    def bids_are_in(self) -> bool:
        return self.seats_to_bid() is None

    def seats_to_bid(self) -> tuple[str, list[int]] | None:
        order = self.bidders()
        if self.variant.bids.order == "at_once":
            owing = [seat for seat in range(self.players) if not self.has_moved("bid", seat)]
            return ("bid", owing) if owing else None
        for place, seat in enumerate(order):
            if not self.has_moved("bid", seat):
                return ("bid", [seat])
            last = place == self.players - 1
            if self.variant.bids.revise and not last and not self.has_moved("revise", seat):
                return ("revise", [seat])
        return None

    def highest_bidder(self) -> int:
        """Reading: the earliest in the order of bidding among those with the highest bid."""
        best = None
        for seat in self.bidders():
            bid = self.bid_of(seat)
            assert bid is not None
            if best is None or bid > best[0]:
                best = (bid, seat)
        assert best is not None
        return best[1]

    def why_not_bid(self, seat: int, bid: int) -> str | None:
        """Why the seat may not bid this, or None."""
        if bid < 0 or bid > self.size:
            return f"range: bids go from 0 to {self.size}"
        hooked = self.why_hooked(seat, bid)
        if hooked is not None:
            return hooked
        return self.why_zero_run(seat, bid)

    def earlier_bids(self, seat: int) -> list[int]:
        order = self.bidders()
        earlier = []
        for other in order[: order.index(seat)]:
            bid = self.bid_of(other)
            if bid is not None:
                earlier.append(bid)
        return earlier

    def why_hooked(self, seat: int, bid: int) -> str | None:
        if self.has_hook() and seat == self.bidders()[-1]:
            total = sum(self.earlier_bids(seat))
            if total + bid == self.size:
                tricks = "1 trick" if self.size == 1 else f"{self.size} tricks"
                return f"hook: the others bid {total} in all, and {bid} more would make the {tricks} of the hand"
        return None

    def why_zero_run(self, seat: int, bid: int) -> str | None:
        limit = self.variant.bids.zero_run
        if limit == 0 or bid != 0 or self.variant.bids.order == "at_once":
            return None
        before = self.earlier_bids(seat)
        if len(before) < limit or any(before[-limit:]):
            return None
        if all(self.why_hooked(seat, other) is not None for other in range(1, self.size + 1)):
            return None  # the hook wins: nothing else would be left
        return f"zero_run: {limit} bids of zero in a row were made before, and no more may be"

    # Trump

    def dealer_must_name(self) -> bool:
        """A wizard was turned up for trump."""
        if self.is_selected_no_trump() or self.variant.trump.source != "turn_up":
            return False
        return self.turned is not None and self.turned[0] == WIZARD

    def bidder_must_name(self) -> bool:
        return not self.is_selected_no_trump() and self.variant.trump.source == "highest_bidder"

    def named_trump(self) -> tuple[int, str] | None:
        for kind, seat, value in self.moves:
            if kind == "trump":
                return (seat, value)
        return None

    def trump(self) -> str | None:
        """The trump as it is, seen or not; None as long as a seat has yet to name it."""
        rules = self.variant.trump
        if self.is_selected_no_trump() or rules.source == "none":
            return NO_TRUMP
        if rules.source == "cycle":
            return rules.cycle[self.index % len(rules.cycle)]
        if rules.source == "fixed":
            return rules.cycle[0]
        if rules.source == "random":
            return self.drawn
        if self.dealer_must_name() or self.bidder_must_name():
            named = self.named_trump()
            return named[1] if named else None
        if self.turned is None or self.turned[0] == JESTER:
            return NO_TRUMP
        return self.turned[1]

    def is_hidden_yet(self) -> bool:
        """Reading: a trump that the variant itself tells for this hand is known from the start."""
        source = self.variant.trump.source
        if self.is_selected_no_trump() or source in ("none", "cycle", "fixed"):
            return False
        if source == "turn_up" and self.turned is None:
            return False
        return self.variant.trump.reveal == "after_bids" and not self.bids_are_in()

    def shown_trump(self) -> str | None:
        return None if self.is_hidden_yet() else self.trump()

    def shown_turned(self) -> str | None:
        if self.is_selected_no_trump() or self.is_hidden_yet():
            return None
        return self.turned

    def why_not_name(self, seat: int, trump: str) -> str | None:
        if trump == NO_TRUMP:
            return "wizard_turned: the dealer names a suit, no trump is not one" if self.dealer_must_name() else None
        if trump not in self.variant.deck.suits:
            return "range: the deck has no such suit"
        return None

    # Tricks

    def plays(self) -> list[tuple[int, str]]:
        return [(seat, value) for kind, seat, value in self.moves if kind == "play"]

    def tricks(self) -> list[list[tuple[int, str]]]:
        """All tricks, the unfinished one last, if a card of it is on the table."""
        plays = self.plays()
        return [plays[start : start + self.players] for start in range(0, len(plays), self.players)]

    def finished(self) -> list[list[tuple[int, str]]]:
        return [trick for trick in self.tricks() if len(trick) == self.players]

    def on_table(self) -> list[tuple[int, str]]:
        tricks = self.tricks()
        return tricks[-1] if tricks and len(tricks[-1]) < self.players else []

    def first_leader(self) -> int:
        where = self.variant.play.first_lead
        if where == "dealer":
            return self.dealer
        if where == "highest_bidder":
            return self.highest_bidder()
        return (self.dealer + 1) % self.players

    def leader(self) -> int:
        """Who leads or led the trick on the table, or will lead the next."""
        table = self.on_table()
        if table:
            return table[0][0]
        done = self.finished()
        return self.winner(done[-1]) if done else self.first_leader()

    def held(self, seat: int) -> list[str]:
        cards = list(self.dealt[seat])
        for actor, card in self.plays():
            if actor == seat:
                cards.remove(card)
        return cards

    def beats(self, card: str, other: str) -> bool:
        """Whether a later card beats an earlier one of the same suit."""
        ranks = self.variant.deck.ranks
        if card[0] == other[0]:
            return self.variant.deck.equal_card == "last"
        return ranks.index(card[0]) > ranks.index(other[0])

    def best_of(self, plays: list[tuple[int, str]], suit: str) -> tuple[int, str] | None:
        best = None
        for seat, card in plays:
            if suit_of(card) == suit and (best is None or self.beats(card, best[1])):
                best = (seat, card)
        return best

    def suit_to_follow(self, plays: list[tuple[int, str]]) -> str | None:
        """The first card that is neither wizard nor jester sets it; behind a wizard there is none."""
        for _, card in plays:
            if card[0] == WIZARD:
                return None
            if card[0] != JESTER:
                return card[1]
        return None

    def winner(self, plays: list[tuple[int, str]]) -> int:
        for seat, card in plays:
            if card[0] == WIZARD:
                return seat
        trump = self.trump()
        best = self.best_of(plays, trump) if trump in SUITS else None
        if best is None:
            led = self.suit_to_follow(plays)
            best = self.best_of(plays, led) if led is not None else None
        return best[0] if best is not None else plays[0][0]

    def taken(self) -> list[int]:
        taken = [0] * self.players
        for trick in self.finished():
            taken[self.winner(trick)] += 1
        return taken

    # What may be played

    def why_not_play(self, seat: int, card: str) -> str | None:
        """Why the seat may not play this card of its hand, or None."""
        if is_special(card):
            return None  # at any time
        if not self.on_table():
            return self.why_not_lead(seat, card)
        led = self.suit_to_follow(self.on_table())
        if led is None:
            return None
        of_suit = [other for other in self.held(seat) if suit_of(other) == led]
        if of_suit:
            if suit_of(card) != led:
                return f"follow: {led} is to be followed, and the seat holds {' '.join(of_suit)}"
            return self.why_must_beat(card, led, of_suit)
        return self.why_not_discard(seat, card, led)

    def why_not_lead(self, seat: int, card: str) -> str | None:
        trump = self.trump()
        others = [other for other in self.held(seat) if suit_of(other) != trump]
        if suit_of(card) != trump or not others:
            return None
        rule = self.variant.play.trump_lead
        if rule == "broken" and all(suit_of(played) != trump for _, played in self.plays()):
            return f"trump_lead: no {trump} has been played yet, and the seat has something else to lead"
        if rule == "not_first" and not self.plays():
            return "trump_lead: trump is not led to the first trick while something else is held"
        if rule == "last_resort":
            return "trump_lead: trump is led only by a seat that has nothing else"
        return None

    def is_the_wizards(self) -> bool:
        """Reading: behind a wizard nothing beats."""
        return any(card[0] == WIZARD for _, card in self.on_table())

    def why_must_beat(self, card: str, led: str, of_suit: list[str]) -> str | None:
        if not self.variant.play.must_beat:
            return None
        trump = self.trump()
        if led != trump and any(suit_of(played) == trump for _, played in self.on_table()):
            return None  # ruffed: any card of the suit is fine
        if self.is_the_wizards():
            return None
        best = self.best_of(self.on_table(), led)
        assert best is not None
        better = [other for other in of_suit if self.beats(other, best[1])]
        if better and card not in better:
            return f"must_beat: {best[1]} is to be beaten, and the seat holds {' '.join(better)}"
        return None

    def why_not_discard(self, seat: int, card: str, led: str) -> str | None:
        """The seat has none of the led suit."""
        rule = self.variant.play.void
        trump = self.trump()
        if rule == "any" or trump in (NO_TRUMP, led):
            return None
        trumps = [other for other in self.held(seat) if suit_of(other) == trump]
        if not trumps:
            return None
        assert trump is not None
        if rule != "trump":
            best = self.best_of(self.on_table(), trump)
            better = [other for other in trumps if best is None or self.beats(other, best[1])]
            if self.is_the_wizards():
                better = []
            if better:
                if card in better:
                    return None
                over = f", over {best[1]}" if best else ""
                return f"must_overtrump: without {led} the seat must trump{over}, and holds {' '.join(better)}"
            if rule == "overtrump_or_any":
                return None
        if suit_of(card) == trump:
            return None
        return f"must_trump: without {led} the seat must play a trump, and holds {' '.join(trumps)}"

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
