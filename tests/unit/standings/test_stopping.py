"""Early stopping: what the tests decide, and that nothing but the blocks decides it."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Literal

import pytest

from ohhell_referee.standings.results import Result
from ohhell_referee.standings.stopping import (
    FIRST_LOOK,
    Sprt,
    Stopper,
    block_score,
    decide,
    sequence_factor,
)
from support.experiments import sequence_errors, sprt_errors


@dataclass(frozen=True)
class FileRule:
    test: Literal["sprt", "superiority"]
    elo0: float | None = None
    elo1: float | None = None
    entries: tuple[str, str] | None = None
    alpha: float = 0.05
    beta: float = 0.05


def blocks_of(share: float, count: int, seed: int = 1, names: tuple[str, str] = ("a", "b")) -> list[list[Result]]:
    """Blocks of two games; the first name wins each with probability `share`."""
    rng = random.Random(seed)
    games = [[(1.0, 0.0) if rng.random() < share else (0.0, 1.0) for _ in range(2)] for _ in range(count)]
    return [[Result(n, names, scores) for scores in block] for n, block in enumerate(games)]


def test_the_log_likelihood_ratio_is_that_of_two_normal_means() -> None:
    """By hand: N = 20, mean 0.6, variance 0.04; s0 = 0.5, s1 = s(100)."""
    test = Sprt("a", "b", 0.0, 100.0)
    for n in range(20):
        test.add(0.4 if n % 2 else 0.8)
    s1 = 1 / (1 + 10 ** (-100 / 400))
    assert test.llr == pytest.approx(10 * math.log((1 + 0.01 / 0.04) / (1 + (0.6 - s1) ** 2 / 0.04)))


def test_sprt_looks_first_at_twenty_blocks() -> None:
    test = Sprt("a", "b", 0.0, 50.0)
    for n in range(FIRST_LOOK - 1):
        test.add(0.9 + 0.01 * (n % 2))
        assert test.verdict is None
    test.add(0.9)
    assert (test.verdict, test.decided_at) == ("accepted", FIRST_LOOK)


def test_sprt_plays_on_while_the_blocks_do_not_vary() -> None:
    test = Sprt("a", "b", 0.0, 50.0)
    for _ in range(200):
        test.add(1.0)
    assert test.verdict is None
    assert test.state().text.endswith("undecided after 200 blocks")


def test_sprt_rejects_and_says_so() -> None:
    state = decide(FileRule("sprt", 0.0, 50.0), blocks_of(0.3, 400), ("a", "b"))
    assert state.verdict == "rejected"
    assert "a is not as strong as +50" in state.text


def test_nothing_after_the_decision_changes_it() -> None:
    test = Sprt("a", "b", 0.0, 50.0)
    rng = random.Random(2)
    while test.verdict is None:
        test.add(rng.choice([0.5, 1.0]))
    before = test.state()
    for _ in range(100):
        test.add(0.0)
    assert test.state() == before


def test_blocks_in_which_the_two_did_not_meet_are_counted_but_say_nothing() -> None:
    test = Sprt("a", "b", 0.0, 50.0)
    test.add(block_score([Result(0, ("a", "c"), (1.0, 0.0))], "a", "b"))
    assert (test.blocks, test.count) == (1, 0)


def test_a_block_score_counts_every_comparison_of_the_two_and_half_for_ties() -> None:
    games = [
        Result(0, ("a", "b", "a", "c"), (5.0, 5.0, 1.0, 9.0)),
        Result(0, ("b", "a", "c", "a"), (0.0, 1.0, 2.0, 3.0)),
    ]
    assert block_score(games, "a", "b") == (0.5 + 0.0 + 1.0 + 1.0) / 4


def test_superiority_stops_for_a_clear_leader_and_names_both() -> None:
    state = decide(FileRule("superiority"), blocks_of(0.75, 400), ("a", "b"))
    assert state.verdict == "superior"
    assert state.decided_at is not None
    assert FIRST_LOOK <= state.decided_at < 100
    assert state.text.startswith("a leads b by ")


def test_superiority_waits_until_every_entry_has_played() -> None:
    blocks = blocks_of(0.8, 100)
    assert decide(FileRule("superiority"), blocks, ("a", "b", "c")).verdict is None
    assert decide(FileRule("superiority"), blocks, ("a", "b")).verdict == "superior"


def test_superiority_waits_while_groups_have_not_met() -> None:
    apart = [pair for two in zip(blocks_of(0.8, 50), blocks_of(0.8, 50, 2, ("x", "y")), strict=True) for pair in two]
    assert decide(FileRule("superiority"), apart).verdict is None


@pytest.mark.parametrize("rule", [FileRule("sprt", 0.0, 40.0), FileRule("superiority")])
def test_the_decision_is_a_function_of_the_blocks_alone(rule: FileRule) -> None:
    """Fed at once, or one by one with questions in between, or again from the start."""
    blocks = blocks_of(0.62, 600, seed=5)
    curious = Stopper(rule, ("a", "b"))
    for games in blocks:
        curious.add(games)
        curious.state()
    assert curious.state() == decide(rule, blocks, ("a", "b")) == decide(rule, iter(blocks), ("a", "b"))
    assert curious.state().decided


def test_the_order_of_a_blocks_games_does_not_matter() -> None:
    blocks = blocks_of(0.62, 600, seed=5)
    turned = [games[::-1] for games in blocks]
    for rule in (FileRule("sprt", 0.0, 40.0), FileRule("superiority")):
        assert decide(rule, blocks, ("a", "b")) == decide(rule, turned, ("a", "b"))


def test_sprt_without_its_two_entries_is_refused() -> None:
    with pytest.raises(ValueError, match="two entries"):
        Stopper(FileRule("sprt", 0.0, 10.0), ("a", "b", "c"))


def test_the_confidence_sequence_is_wider_than_an_interval_at_any_time() -> None:
    factors = [sequence_factor(blocks, 0.05) for blocks in (20, 50, 100, 1000, 100_000)]
    assert min(factors) == factors[2]
    assert all(2.5 < factor < 4.5 for factor in factors)
    assert sequence_factor(100, 0.01) > factors[2]


@pytest.mark.parametrize("window", [20.0, 50.0])
def test_sprt_errs_as_seldom_as_asked_and_is_shorter_than_a_fixed_test(window: float) -> None:
    """1,000 resampled runs each; `make test-slow` plays 5,000, and narrower windows."""
    found = sprt_errors(window, 1000, seed=5)
    assert found.false_accepts <= 0.065
    assert found.false_rejects <= 0.065
    assert found.length_at_zero <= 0.62
    assert found.length_at_one <= 0.62


def test_looking_after_every_block_errs_no_more_than_asked_while_ordinary_intervals_do() -> None:
    wrong, naive = sequence_errors(1000, 400, seed=5)
    assert wrong <= 0.06
    assert naive > 0.25
