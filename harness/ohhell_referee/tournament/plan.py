"""What a tournament will play, computed before anything is played: counts, time, precision, and what to watch out
for."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

from ohhell_referee.rules.plan import HandPlan, hand_plan
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import Variant
from ohhell_referee.standings.model import Standings
from ohhell_referee.tournament.balance import Meetings, meetings_of
from ohhell_referee.tournament.model import GROWING_FORMATS, Tournament
from ohhell_referee.tournament.plan_precision import GAPS, Precision, Size, pilot_precision, stated_precision
from ohhell_referee.tournament.plan_warnings import plan_warnings
from ohhell_referee.tournament.schedule import Schedule

DECISIONS_PER_SECOND = 10_000
"""Stated rate: what the package's own Python bots reach on two busy cores; bots that do less are several times
faster."""


@dataclass(frozen=True, slots=True)
class EntryPlan:
    """What one entry plays. Games, not seats: a game in which it sits twice counts once."""

    name: str
    blocks: int
    games: int
    seats: tuple[int, ...] | None
    """Games in each seat; None where the seed decides."""


@dataclass(frozen=True, slots=True)
class PairPlan:
    """How many games the pairs share that may meet at all."""

    least: int
    most: int
    mean: float
    never: tuple[tuple[str, str], ...]
    """Pairs that do not meet (one group, or both in focus, or no table); they are compared through others."""


@dataclass(frozen=True, slots=True)
class TimePlan:
    """Seconds."""

    expected: float
    decisions_per_second: int
    think_ms: float
    """What a bot is taken to need for a decision."""
    longest: float
    """If every decision took its whole limit."""
    longest_game: float
    games_at_once: int
    """Of which the longest time was reckoned."""


@dataclass(frozen=True, slots=True)
class Plan:
    tournament: Tournament
    line_ups: int | None
    """Different line-ups; None where they are drawn or depend on results."""
    blocks: int
    seatings: tuple[int, int]
    """Least and most seatings of a block."""
    games: int
    decisions_per_game: int
    open_length: str | None
    """Why a game may have more or fewer decisions; None where it cannot."""
    entries: tuple[EntryPlan, ...] | None
    """None where they depend on results."""
    pairs: PairPlan | None
    exact: bool
    """False where counts are those of one possible draw."""
    games_a_bot: tuple[int, int]
    """Least and most games of an entry; where results decide: both the mean."""
    precision: Precision
    time: TimePlan
    warnings: tuple[str, ...]

    @property
    def decisions(self) -> int:
        return self.games * self.decisions_per_game


def make_plan(
    tournament: Tournament,
    decisions_per_second: int = DECISIONS_PER_SECOND,
    think_ms: float = 0.0,
    cores: int | None = None,
    spread: float = 0.0,
    pilot: Standings | None = None,
    gaps: tuple[float, ...] = GAPS,
) -> Plan:
    """The plan of a tournament; `cores` are those of this machine unless given.

    `spread`, `pilot` and `gaps` are for its precision (plan_precision.py); raises PilotUnfit.
    """
    schedule = Schedule(tournament, seed_key("plan" if tournament.seed is None else tournament.seed))
    growing = tournament.format in GROWING_FORMATS
    meetings = None if growing else meetings_of(tournament)
    games = schedule.planned_games
    entries = None if meetings is None else _entries(tournament, schedule, meetings)
    if entries is None:
        mean = round(games * tournament.players / len(tournament.entries))
        games_a_bot = (mean, mean)
    else:
        games_a_bot = (min(entry.games for entry in entries), max(entry.games for entry in entries))
    per_game = decisions_per_game(tournament.variant)
    size = Size(schedule.planned_blocks, games, games_a_bot)
    line_ups = schedule.line_ups
    counts = [schedule.seatings_of(line_up) for line_up in line_ups or (schedule.line_up(0),)]
    return Plan(
        tournament=tournament,
        line_ups=len(line_ups) or None,
        blocks=schedule.planned_blocks,
        seatings=(min(counts), max(counts)),
        games=games,
        decisions_per_game=per_game,
        open_length=_open_length(tournament.variant),
        entries=entries,
        pairs=None if meetings is None else _pairs(tournament, schedule, meetings),
        exact=meetings is not None and meetings.exact,
        games_a_bot=games_a_bot,
        precision=(
            stated_precision(tournament, size, spread, gaps) if pilot is None else pilot_precision(size, pilot, gaps)
        ),
        time=_time(tournament, games, per_game, decisions_per_second, think_ms, cores or _cores()),
        warnings=(*tournament.warnings, *plan_warnings(tournament, schedule.planned_blocks, max(counts))),
    )


def decisions_per_game(variant: Variant) -> int:
    """Bids, revisions, named trumps and cards that are asked for in one whole schedule."""
    return sum(_decisions(variant, hand_plan(variant, index)) for index in range(len(variant.hands)))


def _decisions(variant: Variant, plan: HandPlan) -> int:
    players = variant.players
    bids = 2 * players - 1 if variant.bids.revise else players
    named = 1 if plan.source == "highest_bidder" else 0
    cards = 0 if plan.view == "forehead" else plan.size * players  # a card on the forehead plays itself
    return bids + named + cards


def _open_length(variant: Variant) -> str | None:
    if variant.end.target:
        return "a game may end before its last hand, when somebody reaches the target"
    if variant.end.ties == "extra_hand":
        return "extra hands are played while the first place is shared"
    return None


def _entries(tournament: Tournament, schedule: Schedule, meetings: Meetings) -> tuple[EntryPlan, ...]:
    if tournament.format in ("fixed", "duel"):
        return _seated(tournament, schedule, meetings)
    seatings = schedule.seatings_of(schedule.line_up(0))
    return tuple(
        EntryPlan(
            name,
            blocks,
            blocks * seatings,
            None if tournament.duplicate == "none" else (blocks * seatings // tournament.players,) * tournament.players,
        )
        for name, blocks in meetings.blocks.items()
    )


def _seated(tournament: Tournament, schedule: Schedule, meetings: Meetings) -> tuple[EntryPlan, ...]:
    """Of formats where a name may sit twice or seats are as written: counted game by game, two repetitions at most.

    Two, because a duel changes who begins from block to block.
    """
    games = dict.fromkeys(tournament.names, 0)
    seats = {name: [0] * tournament.players for name in tournament.names}
    one = len(schedule.line_ups)
    for block in range(min(2 * one, schedule.planned_blocks)):
        repetition = block // one
        times = (tournament.blocks + 1 - repetition) // 2
        for game in schedule.games_of_block(block):
            for name in set(game.table):
                games[name] += times
            for seat, name in enumerate(game.table):
                seats[name][seat] += times
    return tuple(EntryPlan(name, meetings.blocks[name], games[name], tuple(seats[name])) for name in tournament.names)


def _pairs(tournament: Tournament, schedule: Schedule, meetings: Meetings) -> PairPlan:
    """Games that pairs share; of fixed tables whose blocks differ in seatings, counted by line-up."""
    games: dict[tuple[str, str], int]
    if tournament.format == "fixed":
        games = {}
        for line_up in schedule.line_ups:
            for pair in meetings.pairs:
                if pair[0] in line_up and pair[1] in line_up:
                    games[pair] = games.get(pair, 0) + tournament.blocks * schedule.seatings_of(line_up)
    else:
        seatings = schedule.seatings_of(schedule.line_up(0))
        games = {pair: blocks * seatings for pair, blocks in meetings.pairs.items()}
    names = tournament.names
    never = tuple(
        (one, other) for index, one in enumerate(names) for other in names[index + 1 :] if (one, other) not in games
    )
    return PairPlan(min(games.values()), max(games.values()), sum(games.values()) / len(games), never)


def _time(tournament: Tournament, games: int, per_game: int, rate: int, think_ms: float, cores: int) -> TimePlan:
    at_once = tournament.games_at_once or (
        tournament.concurrency * (tournament.workers or 1) if tournament.concurrency else cores
    )
    thinking = think_ms / 1000 / min(at_once, cores)
    limits = tournament.time
    longest_game = (per_game * limits.per_decision_ms + tournament.players * limits.bank_ms) / 1000
    return TimePlan(
        expected=games * per_game * max(1 / rate, thinking),
        decisions_per_second=rate,
        think_ms=think_ms,
        longest=math.inf if limits.unlimited else longest_game * math.ceil(games / at_once),
        longest_game=math.inf if limits.unlimited else longest_game,
        games_at_once=at_once,
    )


def _cores() -> int:
    return len(os.sched_getaffinity(0))
