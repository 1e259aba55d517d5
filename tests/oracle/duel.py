"""The program's rules and the independent reference side by side: the same cards, the same decisions, every answer compared."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from ohhell_referee.rules.deals import Deal, derive_deal
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.loading import parameters
from ohhell_referee.rules.plan import HandPlan
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import Variant
from ohhell_referee.rules.views import request_body
from oracle.naive_game import NaiveGame, wrong_with_deal
from oracle.naive_rules import NaiveHand

Choose = Callable[[str, int, list[Any]], Any]
"""Kind, seat and legal values to a value."""

HAND_CAP = 8
"""Hands beyond the schedule after which a comparison lets a tied game be."""


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


def cautious(rng: random.Random) -> Choose:
    """Chance, with bids that lean to the low side as people's do."""

    def choose(kind: str, seat: int, legal: list[Any]) -> Any:
        if kind in ("bid", "revise") and rng.random() < 0.6:
            return min(rng.choice(legal), rng.choice(legal), rng.choice(legal))
        return rng.choice(legal)

    return choose


class Duel:
    """One game played by both."""

    def __init__(self, variant: Variant, key_text: str, block: int, first_dealer: int, choose: Choose) -> None:
        self.variant = variant
        self.key_text = key_text
        self.key = seed_key(key_text)
        self.block = block
        self.game = Game(variant, first_dealer)
        self.naive = NaiveGame(variant, first_dealer)
        self.choose = choose
        self.decisions = 0
        self.kinds: Counter[str] = Counter()
        """How often each kind of turn came, and each kind of restriction."""

    def fail(self, hand: NaiveHand | None, what: str, expected: Any, got: Any) -> Disagreement:
        lines = [f"{what}: reference {expected!r}, program {got!r}", f"variant {parameters(self.variant)}"]
        lines.append(f"key {self.key_text!r} block {self.block}, first dealer {self.naive.first_dealer}")
        if hand is not None:
            lines.append(f"hand {hand.index}, size {hand.size}, dealer {hand.dealer}, extra {hand.extra}")
            lines.append(f"dealt {hand.dealt}, turned {hand.turned}, trump {hand.trump()}")
            lines.append(f"moves {hand.moves}")
        return Disagreement("\n".join(lines))

    def expect(self, hand: NaiveHand | None, what: str, expected: Any, got: Any) -> None:
        if plain(expected) != plain(got):
            raise self.fail(hand, what, expected, got)

    def play(self, hand_limit: int | None = None) -> None:
        """Play the game out, or as many hands. Raises Disagreement."""
        while True:
            coming = self.naive.next_size()
            plan = self.game.next_plan()
            self.expect(None, "game over", coming is None, plan is None)
            if coming is None or plan is None:
                self.expect(None, "places", self.naive.places(), self.game.places())
                return
            if hand_limit is not None and len(self.naive.results) >= hand_limit:
                return
            if len(self.naive.results) >= len(self.variant.hands) + HAND_CAP:
                return
            self.play_hand(plan, *coming)

    def play_hand(self, plan: HandPlan, size: int, extra: bool) -> None:
        dealer = self.naive.dealer()
        self.expect(None, "dealer", dealer, self.game.dealer_of(plan))
        self.expect(None, "size and extra", (size, extra), (plan.size, plan.extra))
        deal = derive_deal(self.key, self.block, plan, self.variant, dealer)
        naive = NaiveHand(
            self.variant,
            len(self.naive.results),
            size,
            dealer,
            [list(cards) for cards in deal.hands],
            deal.turned,
            deal.trump if self.variant.trump.source == "random" else None,
            extra,
        )
        self.expect(naive, "index", naive.index, plan.index)
        self.expect(naive, "view", naive.view_mode(), plan.view)
        self.expect(naive, "hook", naive.has_hook(), plan.hook)
        self.expect(naive, "deal", None, wrong_with_deal(naive))
        if self.variant.trump.source == "random" and not naive.is_selected_no_trump():
            self.expect(naive, "drawn trump", True, deal.trump in tuple(self.variant.deck.suits))
        self.expect(naive, "trump of the deal", naive.trump(), deal.trump)
        self.play_moves(naive, deal, plan)

    def play_moves(self, naive: NaiveHand, deal: Deal, plan: HandPlan) -> None:
        hand = self.game.start_hand(plan, deal)
        while True:
            due = naive.turn()
            turn = hand.turn
            self.expect(naive, "turn", due and (due[0], sorted(due[1])), turn and (turn.kind, sorted(turn.seats)))
            if due is None:
                break
            self.compare_state(naive, hand)
            for seat in due[1]:
                self.compare_seat(naive, hand, seat)
            seat = due[1][0] if len(due[1]) == 1 else self.choose("seat", -1, due[1])
            value = self.choose(due[0], seat, naive.legal(seat))
            self.note_restrictions(naive, due[0], seat)
            self.decisions += 1
            hand.act(seat, value)
            naive.act(seat, value)
        self.compare_state(naive, hand)
        points, _ = self.naive.finish(naive)
        self.expect(naive, "points", points, self.game.finish_hand(hand))
        self.expect(naive, "hand.points", points, hand.points)
        self.expect(naive, "scores", self.naive.scores(), self.game.scores)

    def note_restrictions(self, naive: NaiveHand, kind: str, seat: int) -> None:
        self.kinds[kind] += 1
        reasons = {reason.split(":")[0] for _, reason in naive.choices(seat) if reason is not None}
        self.kinds.update(reasons)

    def compare_state(self, naive: NaiveHand, hand: Hand) -> None:
        """What the table sees."""
        self.expect(naive, "trump", naive.shown_trump(), hand.trump)
        self.expect(naive, "turned", naive.shown_turned(), hand.turned)
        self.expect(naive, "shown bids", naive.shown_bids(), hand.shown_bids)
        self.expect(naive, "taken", naive.taken(), hand.taken)
        self.expect(naive, "tricks", [[t[0][0], *(c for _, c in t)] for t in naive.finished()], hand.tricks)
        self.expect(
            naive, "cards", [sorted(naive.held(s)) for s in range(naive.players)], [sorted(c) for c in hand.cards]
        )

    def compare_seat(self, naive: NaiveHand, hand: Hand, seat: int) -> None:
        """What one seat that is asked sees, may do, and may not do."""
        body = comparable(request_body(self.game, hand, seat))
        view = comparable(naive.view(seat, self.naive.hands_total(), self.naive.scores()))
        self.expect(naive, f"keys of the request to seat {seat}", sorted(view), sorted(body))
        for key, value in view.items():
            self.expect(naive, f"request to seat {seat}: {key}", value, body[key])
        legal = naive.legal(seat)
        self.expect(naive, f"legal of seat {seat}", sorted(legal), sorted(hand.legal(seat)))
        for value, reason in naive.choices(seat):
            self.expect(naive, f"can_act({seat}, {value!r})", reason is None, hand.can_act(seat, value))
