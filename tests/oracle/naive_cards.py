"""Tricks of one hand and what may be played, in the independent reference (see naive_rules.py)."""

from __future__ import annotations

from ohhell_referee.rules.variant import JESTER, NO_TRUMP, SUITS, WIZARD
from oracle.naive_bids import NaiveBids


def is_special(card: str) -> bool:
    return card[0] in (WIZARD, JESTER)


def suit_of(card: str) -> str | None:
    """The suit of a card; a wizard or jester has none, whatever its second letter."""
    return None if is_special(card) else card[1]


class NaiveCards(NaiveBids):
    """What was played, who won it, and what may not be played next."""

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
