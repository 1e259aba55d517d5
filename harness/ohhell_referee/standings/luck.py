"""Variance report: where the luck of a single game comes from, and what the duplicate deals of this run saved."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import median

from ohhell_referee.standings.fit import fit_group
from ohhell_referee.standings.matrix import of_difference
from ohhell_referee.standings.model import FEWEST_BLOCKS
from ohhell_referee.standings.points import fit_points
from ohhell_referee.standings.residual_points import seat_points
from ohhell_referee.standings.results import Result, Selection
from ohhell_referee.standings.tally import tally_results


@dataclass(frozen=True, slots=True)
class LuckReport:
    """Variances of one game's points above the table's mean; None where the run cannot tell."""

    total: float
    """Of everything, skill included."""
    skill: float
    """Between bots."""
    opponents: float
    """From the company at the table."""
    seat: float | None
    """From the seat, counted from the first dealer; None where the results do not know it."""
    deal: float | None
    """From the cards dealt to a seat; None where no block has two seatings."""
    rest: float
    """Everything else: how cards suit a bot, chance in the play, what the others made of it."""
    rating_gain: float | None
    """How many games with deals of their own one game of this run was worth, for the median rating difference."""
    points_gain: float | None
    """The same for differences in points."""
    games: int
    duplicates: bool
    """Whether any block has two games."""

    @property
    def luck(self) -> float:
        """All but the skill."""
        return self.total - self.skill

    def share(self, part: float | None) -> float | None:
        """A part of the luck, 0 to 1."""
        return None if part is None or self.luck <= 0.0 else part / self.luck

    @property
    def games_saved(self) -> int | None:
        """Games with deals of their own that would have been needed on top for the same rating intervals; below zero
        if the design cost games."""
        return None if self.rating_gain is None else round(self.games * (self.rating_gain - 1.0))


def luck_report(results: Sequence[Result]) -> LuckReport | None:
    """The report; None without results."""
    if not results:
        return None
    seats = seat_points(results)
    count = sum(len(one.rest) for one in seats)
    total = skill = company = 0.0
    for one in seats:
        scores = one.game.scores
        level = sum(scores) / len(scores)
        total += math.fsum((score - level) ** 2 for score in scores)
    above: dict[str, list[float]] = {}
    for one in seats:
        for bot, own in zip(one.game.bots, one.skill, strict=True):
            above.setdefault(bot, []).append(own)
    means = {bot: math.fsum(values) / len(values) for bot, values in above.items()}
    for bot, values in above.items():
        skill += len(values) * means[bot] ** 2
        company += math.fsum((value - means[bot]) ** 2 for value in values)
    total, skill, company = total / count, skill / count, company / count
    seat_effect, shifts = _seat_effect([(one.game, one.rest) for one in seats])
    deal = _deal_effect([(one.game, one.rest) for one in seats], shifts)
    known = sum(part for part in (skill, company, seat_effect, deal) if part is not None)
    duplicates = len({game.block for game in results}) < len(results)
    rating_gain, points_gain = _gains(results) if duplicates else (1.0, 1.0)
    return LuckReport(
        total,
        skill,
        company,
        seat_effect,
        deal,
        max(0.0, total - known),
        rating_gain,
        points_gain,
        len(results),
        duplicates,
    )


Rest = Sequence[tuple[Result, tuple[float, ...]]]


def _after_dealer(game: Result, seat: int) -> int | None:
    """0 for the first dealer's left."""
    return None if game.first_dealer is None else (seat - game.first_dealer - 1) % len(game.bots)


def _seat_effect(rest: Rest) -> tuple[float | None, dict[int | None, float]]:
    """Variance between the seats' means, less what chance alone puts there, and the means themselves."""
    by_seat: dict[int | None, list[float]] = {}
    for game, values in rest:
        for seat, value in enumerate(values):
            by_seat.setdefault(_after_dealer(game, seat), []).append(value)
    if None in by_seat:
        return None, {None: 0.0}
    means = {seat: math.fsum(values) / len(values) for seat, values in by_seat.items()}
    count = sum(map(len, by_seat.values()))
    between = math.fsum(len(values) * means[seat] ** 2 for seat, values in by_seat.items()) / count
    within = math.fsum((x - means[seat]) ** 2 for seat, values in by_seat.items() for x in values) / count
    return max(0.0, between - within * len(by_seat) / count), means


def _deal_effect(rest: Rest, shifts: dict[int | None, float]) -> float | None:
    """Mean product of what two seatings of one block gave to the same seat: what they share is the cards."""
    cells: dict[tuple[Hashable, int], list[float]] = {}
    for game, values in rest:
        for seat, value in enumerate(values):
            cells.setdefault((game.block, seat), []).append(value - shifts[_after_dealer(game, seat)])
    products = pairs = 0.0
    for cell in cells.values():
        n = len(cell)
        if n > 1:
            total = math.fsum(cell)
            products += (total * total - math.fsum(x * x for x in cell)) / 2.0
            pairs += n * (n - 1) / 2.0
    return max(0.0, products / pairs) if pairs else None


def _gains(results: Sequence[Result]) -> tuple[float | None, float | None]:
    """Squared errors as if each game had deals of its own, over those by block; medians over pairs that met."""
    by_block = _variances(results)
    by_game = _variances([game._replace(block=number) for number, game in enumerate(results)])
    gains = tuple(
        [twin / own for own, twin in zip(mine, others, strict=True) if own > 1e-12 * twin > 0.0]
        for mine, others in zip(by_block, by_game, strict=True)
    )
    return (median(gains[0]) if gains[0] else None), (median(gains[1]) if gains[1] else None)


def _variances(results: Sequence[Result]) -> tuple[list[float], list[float]]:
    """By pair that met, in one order whatever the blocks are: the variance of the difference of the strengths, and of
    that of the points, by blocks alone. Pairs of which one always finished above the other are left out, and lists with
    too few blocks."""
    tally = tally_results(results, Selection())
    strengths: list[float] = []
    points: list[float] = []
    for members, line_ups in tally.lists():
        fit = fit_group(len(members), line_ups)
        clustered = fit_points(len(members), line_ups, fit.clusters).clustered
        if fit.clusters.blocks < FEWEST_BLOCKS or fit.clustered is None or clustered is None:
            continue
        for a, i in enumerate(members):
            for b, j in enumerate(members[:a]):
                if tally.above[i][j] and tally.above[j][i]:
                    strengths.append(of_difference(fit.clustered, a, b))
                    points.append(of_difference(clustered, a, b))
    return strengths, points
