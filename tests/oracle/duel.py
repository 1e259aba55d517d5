"""The program's rules and the independent reference side by side: the same decisions, every answer compared."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from ohhell_referee.rules.deals import derive_deal
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.loading import parameters
from ohhell_referee.rules.plan import HandPlan
from ohhell_referee.rules.seeds import first_dealer_of, seed_key
from ohhell_referee.rules.variant import Variant
from ohhell_referee.rules.views import request_body
from oracle.naive_deals import deal_out, first_dealer
from oracle.naive_game import NaiveGame
from oracle.naive_rules import NaiveHand

Pick = Callable[[int], bool]
"""Which hands of a game, by their index."""

Choose = Callable[[str, list[Any]], Any]
"""Kind of turn and legal values to one of the values."""

EXTRA_HANDS = 6
"""Hands beyond the schedule after which a tied game is let be."""

NO_ACTIONS = (-1, 99, True, 1.0, None, "", "N", "1", "H", "ZZ", "QX", "2c", "10H", [], ("2C",))
"""What no seat may do, or hardly ever: each is tried at each turn, and the reference says whether it may."""


class Disagreement(AssertionError):
    """The two do not agree; the text has everything that is needed to see it again."""


def plain(value: Any) -> Any:
    """Tuples as lists, all the way down."""
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def comparable(body: dict[str, Any]) -> dict[str, Any]:
    """A request whose cards may stand in any order; bids and trumps keep theirs."""
    result = {key: plain(value) for key, value in body.items()}
    result["cards"] = sorted(result["cards"])
    if result["type"] == "play":
        result["legal"] = sorted(result["legal"])
    return result


def by_chance(rng: random.Random) -> Choose:
    """Chance, but in most games with bids that lean to the low side, as people's do, and in some with many zeros."""
    lean = rng.choice((1, 3, 3, 8))

    def choose(kind: str, legal: list[Any]) -> Any:
        if kind in ("bid", "revise"):
            return min(rng.choice(legal) for _ in range(rng.randint(1, lean)))
        return rng.choice(legal)

    return choose


class Duel:
    """One game played by both. `decisions` counts what was compared, `kinds` the turns and restrictions in it.

    `reference` is the variant that the reference plays, if it is to be another one than the program's: then they must
    not agree.
    """

    def __init__(
        self, variant: Variant, seed: str, block: int, choose: Choose, reference: Variant | None = None
    ) -> None:
        self.variant = variant
        self.reference = reference or variant
        self.seed = seed
        self.key = seed_key(seed)
        self.block = block
        self.choose = choose
        self.decisions = 0
        self.kinds: Counter[str] = Counter()
        dealer = first_dealer(self.reference, seed, block)
        self.naive = NaiveGame(self.reference, dealer)
        self.expect(None, "first dealer", dealer, first_dealer_of(self.key, block, variant))
        self.game = Game(variant, dealer)

    def fail(self, hand: NaiveHand | None, what: str, expected: Any, got: Any) -> Disagreement:
        lines = [f"{what}: reference {expected!r}, program {got!r}", f"variant {parameters(self.variant)}"]
        lines.append(f"seed {self.seed!r} block {self.block}, first dealer {self.naive.first_dealer}")
        if hand is not None:
            lines.append(f"hand {hand.index}, size {hand.size}, dealer {hand.dealer}, extra {hand.extra}")
            lines.append(f"dealt {hand.dealt}, turned {hand.turned}, trump {hand.trump()}")
            lines.append(f"moves {hand.moves}")
        return Disagreement("\n".join(lines))

    def expect(self, hand: NaiveHand | None, what: str, expected: Any, got: Any) -> None:
        if plain(expected) != plain(got):
            raise self.fail(hand, what, expected, got)

    def play(self, compare: Pick | None = None) -> None:
        """Play the game out. Raises Disagreement.

        In hands that `compare` does not want only their deal and their outcome are compared, not the decisions.
        """
        while True:
            coming = self.naive.next_size()
            plan = self.game.next_plan()
            self.expect(None, "game over", coming is None, plan is None)
            if coming is None or plan is None:
                self.expect(None, "places", self.naive.places(), self.game.places())
                return
            if len(self.naive.results) >= len(self.reference.hands) + EXTRA_HANDS:
                return
            self.play_hand(plan, *coming, compare)

    def play_hand(self, plan: HandPlan, size: int, extra: bool, compare: Pick | None) -> None:
        index = len(self.naive.results)
        dealer = self.naive.dealer()
        self.expect(None, "index, size and extra", (index, size, extra), (plan.index, plan.size, plan.extra))
        self.expect(None, "dealer", dealer, self.game.dealer_of(plan))
        dealt = deal_out(self.reference, self.seed, self.block, index, size, dealer, extra)
        naive = NaiveHand(self.reference, index, size, dealer, dealt.hands, dealt.turned, dealt.drawn, extra)
        deal = derive_deal(self.key, self.block, plan, self.variant, dealer)
        self.expect(naive, "deal", dealt.hands, deal.hands)
        self.expect(naive, "card turned up", dealt.turned, deal.turned)
        self.expect(naive, "trump of the deal", naive.trump(), deal.trump)
        self.expect(naive, "view", naive.view_mode(), plan.view)
        self.expect(naive, "hook", naive.has_hook(), plan.hook)
        hand = self.game.start_hand(plan, deal)
        if compare is None or compare(index):
            self.compare_moves(naive, hand)
        else:
            self.copy_moves(naive, hand)
        self.compare_state(naive, hand)
        points, _ = self.naive.finish(naive)
        self.expect(naive, "points", points, self.game.finish_hand(hand))
        self.expect(naive, "points that the hand keeps", points, hand.points)
        self.expect(naive, "scores", self.naive.scores(), self.game.scores)
        self.expect(naive, "places", self.naive.places(), self.game.places())

    def copy_moves(self, naive: NaiveHand, hand: Hand) -> None:
        """Play a hand by the program's rules alone, and tell the reference what was done."""
        while (turn := hand.turn) is not None:
            seat = turn.seats[0]
            value = self.choose(turn.kind, list(hand.legal(seat)))
            naive.moves.append((turn.kind, seat, value))
            hand.act(seat, value)
        naive.turn()

    def compare_moves(self, naive: NaiveHand, hand: Hand) -> None:
        while True:
            due = naive.turn()
            turn = hand.turn
            self.expect(naive, "turn", due and (due[0], sorted(due[1])), turn and (turn.kind, sorted(turn.seats)))
            if due is None:
                return
            self.compare_state(naive, hand)
            kind, seats = due
            for seat in range(naive.players):
                if seat in seats:
                    self.compare_seat(naive, hand, seat)
                else:
                    self.expect(naive, f"legal of seat {seat}, not asked", [], hand.legal(seat))
                    self.expect(naive, f"seat {seat}, not asked, may", False, hand.can_act(seat, 0))
            seat = seats[0] if len(seats) == 1 else self.choose("seat", seats)
            value = self.choose(kind, naive.legal(seat))
            self.note_restrictions(naive, kind, seat)
            self.decisions += 1
            hand.act(seat, value)
            naive.act(seat, value)

    def note_restrictions(self, naive: NaiveHand, kind: str, seat: int) -> None:
        self.kinds[kind] += 1
        reasons = {reason.split(":")[0] for _, reason in naive.choices(seat) if reason is not None}
        self.kinds.update(reasons)

    def compare_state(self, naive: NaiveHand, hand: Hand) -> None:
        """What the table sees, and what each seat holds."""
        named = naive.named_trump()
        self.expect(naive, "trump", naive.shown_trump(), hand.trump)
        self.expect(naive, "seat that named the trump", named and named[0], hand.named)
        self.expect(naive, "turned", naive.shown_turned(), hand.turned)
        self.expect(naive, "bids", naive.bids(), hand.bids)
        self.expect(naive, "shown bids", naive.shown_bids(), hand.shown_bids)
        self.expect(naive, "first bids of those who revised", naive.revised(), hand.revised)
        self.expect(naive, "taken", naive.taken(), hand.taken)
        self.expect(naive, "tricks", [[t[0][0], *(card for _, card in t)] for t in naive.finished()], hand.tricks)
        held = [sorted(naive.held(seat)) for seat in range(naive.players)]
        self.expect(naive, "cards", held, [sorted(cards) for cards in hand.cards])

    def compare_seat(self, naive: NaiveHand, hand: Hand, seat: int) -> None:
        """What one seat that is asked sees, may do, and may not do."""
        body = comparable(request_body(self.game, hand, seat))
        view = comparable(naive.view(seat, self.naive.hands_total(), self.naive.scores()))
        self.expect(naive, f"keys of the request to seat {seat}", sorted(view), sorted(body))
        for key, value in view.items():
            self.expect(naive, f"request to seat {seat}: {key}", value, body[key])
        if body["type"] == "play":
            self.expect(naive, "leader", naive.leader(), hand.leader)
        choices = naive.choices(seat)
        legal = [value for value, reason in choices if reason is None]
        self.expect(naive, f"legal of seat {seat}", sorted(legal), sorted(hand.legal(seat)))
        for value, reason in choices:
            self.expect(naive, f"seat {seat} may do {value!r}", reason is None, hand.can_act(seat, value))
        for value in NO_ACTIONS:
            allowed = any(type(value) is type(other) and value == other for other in legal)
            self.expect(naive, f"seat {seat} may do {value!r}", allowed, hand.can_act(seat, value))
