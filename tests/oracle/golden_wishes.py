"""What the hands of tests/oracle/golden_games are to show: for each file, whether a deal will do."""

from __future__ import annotations

from dataclasses import dataclass

from ohhell_referee.rules.variant import JESTER, NO_TRUMP, WIZARD
from oracle.golden_text import Step, steps_of
from oracle.naive_cards import suit_of
from oracle.naive_rules import NaiveHand


@dataclass(frozen=True)
class Hand:
    """A hand that was played, with what the wishes ask about."""

    naive: NaiveHand
    steps: list[Step]
    bids: list[int]
    taken: list[int]
    points: list[int]

    def refused(self, reason: str) -> list[Step]:
        """Decisions in which something was forbidden for this reason."""
        return [step for step in self.steps if any(why.startswith(f"{reason}:") for _, why in step.refused)]

    def hits(self) -> list[int]:
        """The bids of those who made them."""
        return [bid for bid, won in zip(self.bids, self.taken, strict=True) if bid == won]

    def misses(self) -> list[int]:
        """Tricks more than bid (less: below zero) of those who missed."""
        return [won - bid for bid, won in zip(self.bids, self.taken, strict=True) if bid != won]

    def made(self, *bids: int) -> bool:
        """Whether each of these bids was made by somebody."""
        return set(bids) <= set(self.hits())

    def missed_with(self, won: int) -> bool:
        return any(won == took != bid for bid, took in zip(self.bids, self.taken, strict=True))

    def total(self) -> int:
        return sum(self.bids)

    def free_discards(self) -> list[Step]:
        """Cards of a third suit, played by a seat without the led suit that held a trump."""
        return [
            step
            for step, trick in self.plays()
            if trick
            and suit_of(step.value) not in (suit_of(trick[0]), self.naive.trump())
            and any(suit_of(card) == self.naive.trump() for card in step.legal)
        ]

    def plays(self) -> list[tuple[Step, list[str]]]:
        """Each card with those that lay on the table before it."""
        played = [step for step in self.steps if step.kind == "play"]
        players = self.naive.players
        return [
            (step, [earlier.value for earlier in played[place // players * players : place]])
            for place, step in enumerate(played)
        ]


def shown(naive: NaiveHand, points: list[int]) -> Hand:
    bids = [bid for bid in naive.bids() if bid is not None]
    return Hand(naive, steps_of(naive), bids, naive.taken(), points)


def leads_trump(hand: Hand) -> bool:
    step, _ = hand.plays()[0]
    return suit_of(step.value) == hand.naive.trump() and len({suit_of(card) for card in step.legal}) > 1


def shows_cardgames(hands: list[Hand]) -> bool:
    (hand,) = hands
    return bool(hand.refused("hook") and hand.refused("follow") and leads_trump(hand)) and (
        max(hand.hits(), default=0) > 0 and (hand.missed_with(1) or hand.missed_with(2))
    )


def shows_bga(hands: list[Hand]) -> bool:
    (hand,) = hands
    return bool(hand.refused("hook") and hand.refused("follow")) and hand.made(0, 2) and hand.missed_with(1)


def shows_bicycle(hands: list[Hand]) -> bool:
    (hand,) = hands
    revisions = [step for step in hand.steps if step.kind == "revise"]
    firsts = {step.seat: step.value for step in hand.steps if step.kind == "bid"}
    changed = [step for step in revisions if step.value != firsts[step.seat]]
    return bool(hand.refused("hook")) and 0 < len(changed) < len(revisions) and max(hand.hits(), default=0) > 0


def shows_spruce(hands: list[Hand]) -> bool:
    (hand,) = hands
    return hand.total() == hand.naive.size and len(hand.hits()) >= 2 and bool(hand.misses())


def shows_la_podrida(hands: list[Hand]) -> bool:
    (hand,) = hands
    return bool(hand.refused("must_trump")) and hand.total() == hand.naive.size and max(hand.hits(), default=0) > 0


def shows_devils_bridge(hands: list[Hand]) -> bool:
    (hand,) = hands
    return bool(hand.refused("hook")) and hand.total() == 2 and hand.made(1)


def shows_kachuful(hands: list[Hand]) -> bool:
    (hand,) = hands
    return bool(hand.refused("hook")) and hand.made(0, 2) and bool(hand.misses())


def shows_nomination(hands: list[Hand]) -> bool:
    (hand,) = hands
    discards = [step for step, trick in hand.plays() if trick and step.value[1] != trick[0][1] and step.value[0] == "A"]
    return bool(hand.refused("hook") and discards) and len(hand.hits()) >= 1


def shows_nommie(hands: list[Hand]) -> bool:
    (hand,) = hands
    return bool(hand.refused("zero_run") and hand.refused("hook")) and hand.naive.trump() != NO_TRUMP


def shows_blob(hands: list[Hand]) -> bool:
    (hand,) = hands
    highest = [seat for seat in hand.naive.bidders() if hand.bids[seat] == max(hand.bids)]
    return len(highest) == 2 and bool(hand.refused("hook")) and hand.made(1) and hand.naive.trump() != NO_TRUMP


def shows_boerenbridge(hands: list[Hand]) -> bool:
    one, _, three, four = hands
    return (
        one.total() == 1
        and three.total() == 3
        and bool(four.refused("hook"))
        and any(hand.made(1) or hand.made(2) for hand in hands)
        and any(abs(miss) > 1 for hand in hands for miss in hand.misses())
    )


def shows_german(hands: list[Hand]) -> bool:
    (hand,) = hands
    wide = any(abs(miss) > 1 for miss in hand.misses())
    return hand.total() == hand.naive.size and wide and max(hand.hits(), default=0) > 1


def shows_podrida(hands: list[Hand]) -> bool:
    (hand,) = hands
    wide = any(abs(miss) > 1 for miss in hand.misses())
    return bool(hand.refused("hook") and hand.free_discards()) and wide and max(hand.hits(), default=0) > 0


def shows_pocha(hands: list[Hand]) -> bool:
    (hand,) = hands
    kept = [
        step
        for step in hand.free_discards()
        if not step.refused and len({suit_of(card) for card in step.legal if suit_of(card)}) > 1
    ]
    return bool(hand.refused("must_beat") and hand.refused("must_overtrump") and kept) and max(hand.hits()) > 0


def shows_rikiki(hands: list[Hand]) -> bool:
    (hand,) = hands
    trump = hand.naive.trump()
    undertrumped = [
        step
        for step, trick in hand.plays()
        if step in hand.refused("must_trump")
        and any(suit_of(card) == trump for card in trick)
        and hand.naive.best_of([(0, card) for card in [*trick, step.value]], str(trump)) != (0, step.value)
        and len(step.legal) > 1
    ]
    return bool(undertrumped and hand.refused("hook")) and max(hand.hits(), default=0) > 0


def shows_rikiki_first(hands: list[Hand]) -> bool:
    (hand,) = hands
    return bool(hand.refused("hook")) and hand.made(1)


def shows_cut(hands: list[Hand]) -> bool:
    (hand,) = hands
    return bool(hand.refused("must_trump") and hand.refused("hook") and hand.hits())


def shows_plump(hands: list[Hand]) -> bool:
    (hand,) = hands
    highest = [seat for seat in hand.naive.bidders() if hand.bids[seat] == max(hand.bids)]
    late = len(highest) > 1 and highest[0] != hand.naive.bidders()[0]
    return late and bool(hand.refused("hook")) and hand.made(0, 2)


def shows_exhausted(hands: list[Hand]) -> bool:
    (hand,) = hands
    return bool(hand.refused("hook")) and max(hand.hits(), default=0) > 0 and len(hand.misses()) > 1


def shows_romanian(hands: list[Hand]) -> bool:
    rows = [[hand.bids[seat] == hand.taken[seat] for hand in hands] for seat in range(3)]
    forced = any(hand.refused("must_trump") for hand in hands)
    return any(all(row) for row in rows) and any(not any(row) for row in rows) and forced


def shows_romanian_eight(hands: list[Hand]) -> bool:
    (hand,) = hands
    wide = any(abs(miss) > 1 for miss in hand.misses())
    return bool(hand.refused("hook")) and wide and max(hand.hits(), default=0) > 0


def shows_river(hands: list[Hand]) -> bool:
    (hand,) = hands
    before_last = hand.total() - hand.bids[hand.naive.bidders()[-1]]
    return before_last > hand.naive.size and hand.made(0, 1) and hand.missed_with(1)


def shows_stiche(hands: list[Hand]) -> bool:
    last = hands[-1]
    twins = [
        trick
        for trick in last.naive.finished()
        if [card for _, card in trick].count(dict(trick)[last.naive.winner(trick)]) > 1
    ]
    return bool(twins and last.refused("hook") and last.refused("follow")) and bool(hands[0].made(1))


def shows_wizard(hands: list[Hand]) -> bool:
    (hand,) = hands
    return bool(hand.refused("wizard_turned")) and hand.made(0, 1) and any(abs(miss) > 1 for miss in hand.misses())


def shows_wizard_play(hands: list[Hand]) -> bool:
    (hand,) = hands
    tricks = [[card for _, card in trick] for trick in hand.naive.finished()]
    jester_led = any(t[0][0] == JESTER and t[1][0] not in (JESTER, WIZARD) for t in tricks)
    two_wizards = any(sum(card[0] == WIZARD for card in t) > 1 and t[0][0] != WIZARD for t in tricks)
    at_any_time = any(
        step.value[0] in (JESTER, WIZARD) and any(why.startswith("follow") for _, why in step.refused)
        for step in hand.steps
        if step.kind == "play"
    )
    return jester_led and two_wizards and at_any_time


def shows_wizard_jester(hands: list[Hand]) -> bool:
    (hand,) = hands
    led_wizard = any(trick and trick[0][0] == WIZARD and len(step.legal) > 1 for step, trick in hand.plays())
    return str(hand.naive.turned)[0] == JESTER and led_wizard and hand.total() == hand.naive.size
