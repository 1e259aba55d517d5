"""Experiments on the standings with known truth: identical bots, sequential tests, bounds, designs."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from statistics import median

import numpy as np

from ohhell_referee.standings.differences import group_errors
from ohhell_referee.standings.fit import ELO, fit_group, logistic
from ohhell_referee.standings.rating import rate
from ohhell_referee.standings.results import Result
from ohhell_referee.standings.stopping import FIRST_LOOK, Sprt, Superiority, sequence_factor
from ohhell_referee.standings.student import NORMAL, t_quantile
from support.simulated import SEAT_EFFECTS, Design, World, simulate_results, simulate_sums, spaced, true_strengths


def sure_of_nothing(design: Design, blocks: int, replications: int, seed: int) -> float:
    """Four identical bots: share of runs in which the first is "better" than the second with superiority above 0.95."""
    world = World((0.0,) * 4, 4, design)
    rng = np.random.default_rng(seed)
    wrong = 0
    for _ in range(replications):
        sums, above = simulate_sums(world, blocks, rng)
        fit = fit_group(4, sums)
        errors = group_errors(fit, sums, above, 0.95)
        superiority = errors.superiority(fit.strengths[0] - fit.strengths[1], errors.variance[0][1])
        wrong += superiority is not None and superiority > 0.95
    return wrong / replications


def duel_scores(blocks: int, seed: int, players: int = 4) -> np.ndarray:
    """Block scores of two equal bots that alternate round the table on one deal, mirrored (ABAB, BABA)."""
    rng = np.random.default_rng(seed)
    world = World((0.0, 0.0), players)
    seats = np.arange(players)
    luck = rng.normal(0.0, world.deal, (blocks, players)) + np.array(SEAT_EFFECTS[players])
    fitting = rng.normal(0.0, world.suit, (blocks, 2, players))
    total = np.zeros(blocks)
    for first in (0, 1):
        bot = (seats + first) % 2
        scores = np.rint(luck + fitting[:, bot, seats] + rng.normal(0.0, world.noise, (blocks, players)))
        a, b = scores[:, bot == 0], scores[:, bot == 1]
        total += (np.sign(a[:, :, None] - b[:, None, :]) * 0.5 + 0.5).mean(axis=(1, 2))
    return total / 2.0


@dataclass(frozen=True)
class SprtErrors:
    """Shares of runs, and lengths as shares of the fixed test with the same errors."""

    window: float
    false_accepts: float
    false_rejects: float
    length_at_zero: float
    length_at_one: float


def sprt_errors(window: float, runs: int, seed: int) -> SprtErrors:
    """Errors of the sprt of 0 against `window` points at nominal 5 %, on resampled block scores with exact means."""
    pool = duel_scores(20_000, seed)
    pool = pool - pool.mean()
    rng = np.random.default_rng(seed + 1)
    s0, s1 = 0.5, logistic(window / ELO)
    fixed = (2 * NORMAL.inv_cdf(0.95) * float(pool.std()) / (s1 - s0)) ** 2

    def play(mean: float) -> tuple[str, int]:
        test = Sprt("a", "b", 0.0, window)
        while test.verdict is None:
            for score in (rng.choice(pool, 500) + mean).tolist():
                test.add(score)
                if test.verdict is not None:
                    break
        assert test.decided_at is not None
        return test.verdict, test.decided_at

    at_zero = [play(s0) for _ in range(runs)]
    at_one = [play(s1) for _ in range(runs)]
    return SprtErrors(
        window,
        sum(verdict == "accepted" for verdict, _ in at_zero) / runs,
        sum(verdict == "rejected" for verdict, _ in at_one) / runs,
        sum(length for _, length in at_zero) / runs / fixed,
        sum(length for _, length in at_one) / runs / fixed,
    )


def sequence_errors(blocks: int, runs: int, seed: int) -> tuple[float, float]:
    """Two identical bots, looked at after every single block from the first look on: share of runs in which the
    confidence sequence of the superiority stop excludes zero at any moment; and the same for ordinary 95 % intervals,
    which are not made for that."""
    pool = duel_scores(20_000, seed)
    pool = pool - pool.mean() + 0.5
    rng = np.random.default_rng(seed + 1)
    counts = np.arange(FIRST_LOOK, blocks + 1)
    factors = np.array([sequence_factor(int(count), 0.05) for count in counts])
    ordinary = np.array([t_quantile(0.975, int(count) - 1) for count in counts])
    wrong = naive = 0
    for _ in range(runs):
        scores = rng.choice(pool, blocks)
        mean = np.cumsum(scores)[FIRST_LOOK - 1 :] / counts
        variance = np.cumsum(scores**2)[FIRST_LOOK - 1 :] / counts - mean**2
        # The strength is the logit of the mean; its slope takes the error over.
        error = np.sqrt(variance / (counts - 1)) / (mean * (1 - mean))
        far = np.abs(np.log(mean / (1 - mean))) / error
        wrong += bool(np.any(far > factors))
        naive += bool(np.any(far > ordinary))
    return wrong / runs, naive / runs


def superiority_errors(bots: int, blocks: int, runs: int, seed: int) -> float:
    """Identical bots, looked at all the time: share of runs that find a "superior" one within so many blocks."""
    world = World((0.0,) * bots, min(bots, 4) if bots > 2 else 2)
    wrong = 0
    for run in range(runs):
        test = Superiority()
        for _, games in itertools.groupby(simulate_results(world, blocks, seed + run), key=lambda game: game.block):
            test.add(list(games))
            if test.verdict is not None:
                break
        wrong += test.verdict is not None
    return wrong / runs


def bound_holds(blocks: int, replications: int, seed: int, weakest: float = -70.0) -> tuple[float, int]:
    """A bot so weak that it mostly finishes above nobody: how often its bound holds where it is flagged, and how often
    it is flagged."""
    world = World((6.0, 0.0, -6.0, weakest), 4)
    truth = true_strengths(world)
    mean = sum(truth) / 4
    rng = np.random.default_rng(seed)
    flagged = held = 0
    for _ in range(replications):
        sums, above = simulate_sums(world, blocks, rng)
        fit = fit_group(4, sums)
        errors = group_errors(fit, sums, above, 0.95)
        reach = errors.reach[3]
        if errors.flags[3] == "no win" and reach is not None:
            flagged += 1
            estimate = fit.strengths[3] - sum(fit.strengths) / 4
            held += truth[3] - mean <= estimate + reach * 0.75
    return (held / flagged if flagged else math.nan), flagged


def classes_hold(
    gap: float, blocks: int, replications: int, seed: int, design: Design = "rotated"
) -> tuple[float, float]:
    """Two strong and two weak bots, `gap` points apart: how often the intervals and bounds of the differences between
    the two classes hold, and in which share of the cases they are bounds."""
    world = World((gap / 2 + 2, gap / 2 - 2, 1 - gap / 2, -1 - gap / 2), 4, design)
    truth = true_strengths(world)
    rng = np.random.default_rng(seed)
    held = bounds = 0
    for _ in range(replications):
        sums, above = simulate_sums(world, blocks, rng)
        fit = fit_group(4, sums)
        errors = group_errors(fit, sums, above, 0.95)
        far = t_quantile(0.975, errors.freedom)
        for i, j in itertools.product((0, 1), (2, 3)):
            half = far * math.sqrt(errors.variance[i][j])
            low = fit.strengths[i] - fit.strengths[j] - truth[i] + truth[j] - half
            open_above = not errors.sides(i, j)[1]
            bounds += open_above
            held += low <= 0.0 <= (math.inf if open_above else low + 2 * half)
    return held / replications / 4, bounds / replications / 4


def forfeit_shift(blocks: int, replications: int, seed: int) -> tuple[float, float]:
    """5 % forfeits of the middle one of five bots: mean and largest shift of any difference between the others."""
    shifts = []
    for run in range(replications):
        games = simulate_results(World(spaced(5), 4), blocks, seed + run)
        before = {
            frozenset((pair.a, pair.b)): pair.difference * (1 if pair.a < pair.b else -1) for pair in rate(games).pairs
        }
        for pair in rate(forfeiting(games, "bot2", 0.05, seed + run)).pairs:
            if "bot2" not in (pair.a, pair.b):
                now = pair.difference * (1 if pair.a < pair.b else -1)
                shifts.append(abs(now - before[frozenset((pair.a, pair.b))]))
    return sum(shifts) / len(shifts), max(shifts)


def rotation_ratio(replications: int, seed: int, players: int = 4, games: int = 240) -> tuple[float, float]:
    """Standard error of a rating difference with rotated deals over that with a fresh deal a game, at as many games:
    from the true spread of the estimates, and from the errors that the standings give."""
    spreads, errors = [], []
    designs: tuple[tuple[Design, int], ...] = (("rotated", games // players), ("independent", games))
    for design, blocks in designs:
        world = World(spaced(players), players, design)
        rng = np.random.default_rng(seed)
        gaps, given = [], []
        for _ in range(replications):
            sums, above = simulate_sums(world, blocks, rng)
            fit = fit_group(players, sums)
            variance = group_errors(fit, sums, above, 0.95).variance
            gaps.append([fit.strengths[i] - fit.strengths[j] for i in range(players) for j in range(i)])
            given += [math.sqrt(variance[i][j]) for i in range(players) for j in range(i)]
        spreads.append(float(np.median(np.std(np.array(gaps), axis=0))))
        errors.append(median(given))
    return spreads[0] / spreads[1], errors[0] / errors[1]


def forfeiting(results: list[Result], bot: str, share: float, seed: int) -> list[Result]:
    """The same games, but for a bot that forfeits a share of them: last there, whatever its score."""
    rng = np.random.default_rng(seed)
    changed = []
    for game in results:
        if bot in game.bots and rng.random() < share:
            seat = game.bots.index(bot)
            others = [score for other, score in enumerate(game.scores) if other != seat]
            places = tuple(
                len(game.bots) if other == seat else 1 + sum(rival > score for rival in others)
                for other, score in enumerate(game.scores)
            )
            game = game._replace(places=places, marked=True)  # noqa: PLW2901 -- the changed copy takes its place
        changed.append(game)
    return changed
