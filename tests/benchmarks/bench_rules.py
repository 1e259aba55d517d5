"""How fast the rules engine is, against OpenSpiel's oh_hell driven from Python: random play in one process, one run.

    python tests/benchmarks/bench_rules.py [--seconds 4]

Both play whole games of four players by the rules of CardGames.io, deals and points included, in the loop that each is
made for: whose turn, what is legal, act. OpenSpiel deals card by card at chance nodes; they are driven by the quicker
of its two ways (`legal_actions` rather than `chance_outcomes`). Both choose with the same generator. Rounds of the
two alternate and the median of their ratios counts, so that a busy machine spoils single rounds only. The exit
status is 1 where the ratio is below what is required. Further lines, for information: the same without `checked`, with
the requests that a seat would be sent, and play without the deals.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import pyspiel

from ohhell_referee.rules.deals import derive_deal
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import Variant
from ohhell_referee.rules.views import request_body

REQUIRED_RATIO = 1.5
GAMES_A_ROUND = 20
"""Enough for either side's code to be in the processor's caches for most of its round."""
PLAYERS = 4
VARIANT = Variant()
KEY = seed_key("benchmark")

Measure = tuple[int, float]
"""Decisions, and the seconds that they took."""


def engine_round(block: int, *, checked: bool = True, views: bool = False, deals: bool = True) -> Measure:
    """Play one whole game with the rules engine."""
    chance = random.Random(block).random
    game = Game(VARIANT, first_dealer=block % PLAYERS)
    decisions = 0
    seconds = 0.0
    start = time.perf_counter()
    while (plan := game.next_plan()) is not None:
        deal = derive_deal(KEY, block, plan, VARIANT, game.dealer_of(plan))
        if not deals:
            start = time.perf_counter()
        hand = game.start_hand(plan, deal)
        while (seat := hand.seat) >= 0:
            if views:
                request_body(game, hand, seat)
            choices = hand.choices
            hand.act(seat, choices[int(chance() * len(choices))], checked)
            decisions += 1
        game.finish_hand(hand)
        if not deals:
            seconds += time.perf_counter() - start
    if deals:
        seconds = time.perf_counter() - start
    return decisions, seconds


SPIELS = {
    size: pyspiel.load_game("oh_hell", {"players": PLAYERS, "num_tricks_fixed": size}) for size in set(VARIANT.hands)
}


def openspiel_round(block: int, *, deals: bool = True) -> Measure:
    """Play hands of the same sizes with OpenSpiel."""
    chance = random.Random(block).random
    decisions = 0
    seconds = 0.0
    start = time.perf_counter()
    for size in VARIANT.hands:
        state = SPIELS[size].new_initial_state()
        dealt = False
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.legal_actions()
                state.apply_action(outcomes[int(chance() * len(outcomes))])
            else:
                if not (deals or dealt):
                    dealt = True
                    start = time.perf_counter()
                state.current_player()
                legal = state.legal_actions()
                state.apply_action(legal[int(chance() * len(legal))])
                decisions += 1
        state.returns()
        if not deals:
            seconds += time.perf_counter() - start
    if deals:
        seconds = time.perf_counter() - start
    return decisions, seconds


def rate(measures: list[Measure]) -> float:
    """Return decisions per second over all rounds."""
    return sum(decisions for decisions, _ in measures) / sum(seconds for _, seconds in measures)


def compare(ours: Callable[[int], Measure], theirs: Callable[[int], Measure], seconds: float) -> tuple[float, str]:
    """Return the median ratio of speeds over alternating rounds, and a line that says it."""
    our_rounds: list[Measure] = []
    their_rounds: list[Measure] = []
    ratios = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(ratios) < 5:
        blocks = range(len(ratios) * GAMES_A_ROUND, (len(ratios) + 1) * GAMES_A_ROUND)
        our_rounds.append(in_all(ours, blocks))
        their_rounds.append(in_all(theirs, blocks))
        ratios.append(rate(our_rounds[-1:]) / rate(their_rounds[-1:]))
    ratio = statistics.median(ratios)
    return ratio, f"{rate(our_rounds):>12,.0f} {rate(their_rounds):>12,.0f} {ratio:>8.2f}"


def in_all(play: Callable[[int], Measure], blocks: range) -> Measure:
    measures = [play(block) for block in blocks]
    return sum(decisions for decisions, _ in measures), sum(seconds for _, seconds in measures)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each comparison runs")
    seconds = parser.parse_args().seconds
    print(f"{'decisions/s':<28}{'engine':>12} {'OpenSpiel':>12} {'ratio':>8}")
    ratio, line = compare(engine_round, openspiel_round, seconds)
    print(f"{'whole games':<28}{line}   required {REQUIRED_RATIO}")
    _, line = compare(lambda block: engine_round(block, checked=False), openspiel_round, seconds / 2)
    print(f"{'… every action verified':<28}{line}")
    _, line = compare(lambda block: engine_round(block, views=True), openspiel_round, seconds / 2)
    print(f"{'… with requests':<28}{line}   (OpenSpiel makes none)")
    _, line = compare(
        lambda block: engine_round(block, deals=False), lambda block: openspiel_round(block, deals=False), seconds / 2
    )
    print(f"{'play alone, deals not timed':<28}{line}")
    return 0 if ratio >= REQUIRED_RATIO else 1


if __name__ == "__main__":
    raise SystemExit(main())
