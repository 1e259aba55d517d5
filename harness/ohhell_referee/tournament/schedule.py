"""The games of a tournament: which bots sit where, on which deals, in which order. Pure; nothing is played here.

A block is one line-up and one sequence of deals, played in several seatings. Blocks are numbered once for the whole
run, block = repetition x number of line-ups + index of the line-up, so that raising `blocks` only appends. Nothing is
stored for a game before it is asked for: a schedule of millions of games costs no more than a small one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ohhell_referee.rules.seeds import draw_seating_order
from ohhell_referee.tournament.adaptive import Adaptive
from ohhell_referee.tournament.formats import DrawnLineUps, LineUp, draw_order, list_line_ups
from ohhell_referee.tournament.knockout import Knockout
from ohhell_referee.tournament.model import GROWING_FORMATS, Tournament
from ohhell_referee.tournament.rounds import GameResult, Ratings, Round, RoundMaker, block_result
from ohhell_referee.tournament.seatings import arrangement, seatings_of
from ohhell_referee.tournament.swiss import Swiss

_ID = re.compile(r"b(0|[1-9][0-9]*)s(0|[1-9][0-9]*)")


@dataclass(frozen=True, slots=True)
class GamePlan:
    """One game before it is played."""

    id: str
    """`b17s2`: the game of block 17 and seating 2, for ever."""
    block: int
    seating: int
    table: tuple[str, ...]
    """Names by seat. A name may stand here twice (duels, some fixed tables): two instances of one entry."""


class Schedule:
    """All games of a tournament under one seed key.

    For swiss, knockout and adaptive only the rounds are known whose line-ups have been decided: `complete` says whether
    more will come, `extend` decides them.
    """

    def __init__(self, tournament: Tournament, key: bytes) -> None:
        self.tournament = tournament
        self._key = key
        self._line_ups = _line_ups(tournament, key)

    @property
    def line_ups(self) -> tuple[LineUp, ...]:
        """The line-ups of one repetition, in the order of block numbers; () for formats that draw or grow."""
        return self._line_ups.listed if isinstance(self._line_ups, _Listed) else ()

    @property
    def complete(self) -> bool:
        """Whether all blocks of the tournament are known."""
        return self.total_blocks == self.planned_blocks

    @property
    def total_blocks(self) -> int:
        """Blocks whose line-ups are known, numbered from 0; grows with `extend`."""
        return self._line_ups.known

    @property
    def total_games(self) -> int:
        """Games of the blocks known so far."""
        return self._games_of(self.total_blocks)

    @property
    def planned_blocks(self) -> int:
        """Blocks of the whole tournament, known or not."""
        return self._line_ups.total

    @property
    def planned_games(self) -> int:
        """Games of the whole tournament, known or not."""
        return self._games_of(self.planned_blocks)

    def blocks(self) -> range:
        """The blocks known so far."""
        return range(self.total_blocks)

    def line_up(self, block: int) -> LineUp:
        """The names that meet in a block; IndexError if the block is not known."""
        if not 0 <= block < self.total_blocks:
            raise IndexError(f"there is no block {block}")
        return self._line_ups.line_up(block)

    def seatings_of(self, line_up: LineUp) -> int:
        """How many seatings a block of this line-up has."""
        return seatings_of(self.tournament, line_up)

    def games_of_block(self, block: int) -> tuple[GamePlan, ...]:
        """The games of a block, by seating."""
        line_up = self.line_up(block)
        return tuple(self._game(block, seating, line_up) for seating in range(self.seatings_of(line_up)))

    def game(self, block: int, seating: int) -> GamePlan:
        """One game; IndexError if there is none."""
        line_up = self.line_up(block)
        if not 0 <= seating < self.seatings_of(line_up):
            raise IndexError(f"block {block} has no seating {seating}")
        return self._game(block, seating, line_up)

    def find(self, game_id: str) -> GamePlan:
        """The game of an id such as `b17s2`; KeyError if the schedule has none."""
        match = _ID.fullmatch(game_id)
        if match is None:
            raise KeyError(game_id)
        try:
            return self.game(int(match[1]), int(match[2]))
        except IndexError:
            raise KeyError(game_id) from None

    def windows(self, width: int, first_block: int = 0) -> Iterator[GamePlan]:
        """The games in playing order, window after window of `width` blocks.

        In a window the first seatings of all its blocks come first, then the second ones, and so on: so the seatings
        of a block lie apart in time. A window that is begun should be finished, so that its blocks are complete.
        """
        for window in self.window_ranges(width, first_block):
            yield from self.games_of_window(window)

    def window_ranges(self, width: int, first_block: int = 0) -> Iterator[range]:
        """The windows as ranges of blocks; the last one may be narrower. Windows do not reach over rounds."""
        if width < 1:
            raise ValueError("a window has at least one block")
        start = first_block
        while start < self.total_blocks:
            stop = min(start + width, self._line_ups.end_of_round(start))
            yield range(start, stop)
            start = stop

    def games_of_window(self, window: range) -> Iterator[GamePlan]:
        """The games of a window in playing order."""
        line_ups = [(block, self.line_up(block)) for block in window]
        counts = [self.seatings_of(line_up) for _, line_up in line_ups]
        for seating in range(max(counts, default=0)):
            for (block, line_up), count in zip(line_ups, counts, strict=True):
                if seating < count:
                    yield self._game(block, seating, line_up)

    def extend(
        self,
        results: Mapping[int, Sequence[GameResult]],
        rate: Callable[[Mapping[int, Sequence[GameResult]]], Ratings] | None = None,
    ) -> bool:
        """Decide the next round if `results` has every known block; True if blocks were added.

        `results` has the games of each complete block; a game that is void for good is missing from its block. Blocks
        beyond the known ones are ignored, so that the outcome depends on nothing but complete earlier rounds. `rate`
        gives rating and standard error by name from the results handed to it: adaptive needs it.
        """
        line_ups = self._line_ups
        if not isinstance(line_ups, _Growing) or self.complete:
            return False
        if any(block not in results for block in self.blocks()):
            return False
        line_ups.grow({block: results[block] for block in self.blocks()}, rate)
        return True

    def _games_of(self, blocks: int) -> int:
        line_ups = self.line_ups or (self.line_up(0),)  # blocks of drawn and growing formats have equally many seatings
        return sum(self.seatings_of(line_up) for line_up in line_ups) * (blocks // len(line_ups))

    def _game(self, block: int, seating: int, line_up: LineUp) -> GamePlan:
        return GamePlan(f"b{block}s{seating}", block, seating, self._table(block, seating, line_up))

    def _table(self, block: int, seating: int, line_up: LineUp) -> tuple[str, ...]:
        tournament = self.tournament
        seats = tournament.players
        if tournament.format == "duel":
            return tuple(line_up[(seat + block + seating) % 2] for seat in range(seats))
        if tournament.format == "fixed":
            order: Sequence[int] = range(seats)
        else:
            order = draw_seating_order(self._key, block, seats)
        if tournament.duplicate == "all":
            return tuple(arrangement([line_up[place] for place in order], seating))
        return tuple(line_up[order[(seat + seating) % seats]] for seat in range(seats))


class _LineUps(Protocol):
    """Where the line-ups of a schedule come from."""

    @property
    def total(self) -> int: ...
    @property
    def known(self) -> int: ...
    def line_up(self, block: int) -> LineUp: ...
    def end_of_round(self, block: int) -> int: ...


def _line_ups(tournament: Tournament, key: bytes) -> _LineUps:
    if tournament.format in GROWING_FORMATS:
        return _Growing(tournament, key)
    if tournament.format == "random":
        return _Drawn(tournament, key)
    return _Listed(tournament, key)


class _Listed:
    def __init__(self, tournament: Tournament, key: bytes) -> None:
        found = list_line_ups(tournament)
        self.listed = found if tournament.format == "fixed" else draw_order(found, key)
        self.total = self.known = len(found) * tournament.blocks

    def line_up(self, block: int) -> LineUp:
        return self.listed[block % len(self.listed)]

    def end_of_round(self, block: int) -> int:
        return self.total


class _Drawn:
    def __init__(self, tournament: Tournament, key: bytes) -> None:
        self.total = self.known = tournament.blocks
        self._drawn = DrawnLineUps(tournament.entries, tournament.players, key)

    def line_up(self, block: int) -> LineUp:
        return self._drawn.line_up(block)

    def end_of_round(self, block: int) -> int:
        return self.total


_MAKERS: dict[str, Callable[[Tournament, bytes], RoundMaker]] = {
    "swiss": Swiss,
    "knockout": Knockout,
    "adaptive": Adaptive,
}


class _Growing:
    """Rounds, each a list of line-ups that is played a number of times before the next is decided."""

    def __init__(self, tournament: Tournament, key: bytes) -> None:
        self._maker: RoundMaker = _MAKERS[tournament.format](tournament, key)
        self._starts: list[int] = []
        self._rounds: list[Round] = []
        self.total = self._maker.total_line_ups * self._maker.repetitions
        self.known = 0
        self._add(self._maker.first_round())

    def _add(self, line_ups: Sequence[LineUp]) -> None:
        self._starts.append(self.known)
        self._rounds.append(Round(tuple(line_ups)))
        self.known += len(line_ups) * self._maker.repetitions

    def grow(
        self,
        results: Mapping[int, Sequence[GameResult]],
        rate: Callable[[Mapping[int, Sequence[GameResult]]], Ratings] | None,
    ) -> None:
        last = len(self._rounds) - 1
        blocks = range(self._starts[last], self.known)
        found = tuple(block_result(self.line_up(block), results[block]) for block in blocks)
        self._rounds[last] = Round(self._rounds[last].line_ups, found)

        def ratings() -> Ratings:
            if rate is None:
                raise ValueError("this format decides by ratings: extend() needs `rate`")
            return rate(results)

        self._add(self._maker.next_round(self._rounds, ratings))

    def line_up(self, block: int) -> LineUp:
        number = bisect_right(self._starts, block) - 1
        line_ups = self._rounds[number].line_ups
        return line_ups[(block - self._starts[number]) % len(line_ups)]

    def end_of_round(self, block: int) -> int:
        number = bisect_right(self._starts, block)
        return self._starts[number] if number < len(self._starts) else self.known
