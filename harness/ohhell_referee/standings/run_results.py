"""Results from a run's journal: of a finished run, or of one that is being played at this moment."""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ohhell_referee.record.game_record import GameRecord
from ohhell_referee.record.journal import find_journal, iter_journal, read_journal
from ohhell_referee.record.reading import header_as_changed
from ohhell_referee.standings.bidding import EXACT, HANDS, BiddingTally
from ohhell_referee.standings.model import FAULT_CLASSES, Anchor, Standings
from ohhell_referee.standings.rating import rate
from ohhell_referee.standings.results import Result, Selection
from ohhell_referee.standings.rows import Order
from ohhell_referee.standings.slices import HandSlice

AFTER_DECISION = "after-decision"
"""The mark of games that were finished after the block at which the run was decided; they enter no figure."""


@dataclass(slots=True)
class RunResults:
    """What a journal holds for the standings."""

    run: str
    header: dict[str, Any]
    results: list[Result] = field(default_factory=list)
    bidding: BiddingTally = field(default_factory=BiddingTally)
    """Of all hands of the games that count."""
    sliced: BiddingTally | None = None
    """Of the hands asked for, where only some were."""
    faults: dict[str, Counter[str]] = field(default_factory=dict)
    forfeits: Counter[str] = field(default_factory=Counter)
    times: dict[str, Counter[int]] = field(default_factory=dict)
    """By bot: how many decisions took how long, in milliseconds to about 1 %. Only where asked for."""
    void: int = 0
    after_decision: int = 0
    decided: int | None = None
    """The block at which a stopping rule ended the run."""
    disqualified: set[str] = field(default_factory=set)
    anchor: Anchor | None = None
    finished: bool = False
    stopped: str | None = None
    """Why the run was stopped early, if it was."""
    end: dict[str, Any] | None = None

    @property
    def names(self) -> list[str]:
        return sorted({bot for game in self.results for bot in game.bots})


def result_of(game: GameRecord) -> Result:
    """A game record as a result."""
    return Result(
        game.block,
        game.table,
        game.scores,
        game.places,
        bool(game.marks or game.faults or game.forfeits),
        game.seating,
        game.hands[0].dealer if game.hands else None,
    )


def read_run(
    path: Path, selection: Selection | None = None, hands: HandSlice | None = None, times: bool = False
) -> RunResults:
    """Read a run folder or a journal, one game in memory at a time. Raises JournalError."""
    selection = selection or Selection()
    journal = find_journal(path)
    header = next(iter_journal(journal), None)
    run = RunResults(journal.parent.name, header.data() if header else {})
    if hands is not None and not hands.whole:
        run.sliced = BiddingTally(hands)
    hooked = _hook_of(run)
    decided = run.decided = _deciding_block(journal) if run.header.get("stop") else None

    finished: set[str] = set()

    def take(game: GameRecord) -> None:
        finished.add(game.id)
        if AFTER_DECISION in game.marks or (decided is not None and game.block > decided):
            run.after_decision += 1
            return
        result = result_of(game)
        run.results.append(result)
        if not selection.game(result.block, result.bots, result.marked):
            return
        run.bidding.add(game, selection.bot, hooked)
        if run.sliced is not None:
            run.sliced.add(game, selection.bot, hooked)
        for fault in game.faults:
            run.faults.setdefault(game.table[fault.seat], Counter())[fault.fault_class] += 1
        run.forfeits.update(game.table[seat] for seat in game.forfeits)
        if times:
            _add_times(run, game)

    contents = read_journal(journal, take)
    # Games are finished in any order; in one order sums are the same to the last bit.
    run.results.sort(key=lambda result: (int(str(result.block)), result.seating))
    run.header = header_as_changed(run.header, contents.notes)
    run.run = str(run.header.get("name", run.run))
    run.void = len({void.get("id") for void in contents.voids} - finished)  # most are played again
    run.finished = contents.finished
    run.end = contents.end
    run.disqualified = _disqualified(contents.notes)
    run.stopped = next((str(note["reason"]) for note in contents.notes if note.get("what") == "stopped"), None)
    run.anchor = _anchor(run.header, journal.parent)
    return run


def _deciding_block(journal: Path) -> int | None:
    """The block at which the stopping rule decided, or None.

    Games of later blocks in the same window may stand before the note that says so, because they were finished before
    it: they cannot carry a mark, so the whole journal is looked through for the note first.
    """
    for line in iter_journal(journal):
        if line.type == "note":
            note = line.data()
            if note.get("what") == "stopped":
                return int(note["block"])
    return None


def standings_of_run(
    path: Path,
    *,
    selection: Selection | None = None,
    anchors: tuple[Anchor, ...] = (),
    order: Order = "rating",
    confidence: float = 0.95,
) -> Standings:
    """Standings of a run folder or a journal, live ones too; anchored as the tournament says unless `anchors` is."""
    return rate_run(read_run(path, selection), selection=selection, anchors=anchors, order=order, confidence=confidence)


def rate_run(
    run: RunResults,
    *,
    selection: Selection | None = None,
    anchors: tuple[Anchor, ...] = (),
    order: Order = "rating",
    confidence: float = 0.95,
) -> Standings:
    """Standings of results that have been read. `selection` must be the one they were read with."""
    if not anchors and run.anchor is not None:
        anchors = (run.anchor,)
    standings = rate(
        run.results,
        selection=selection,
        anchors=anchors,
        run=run.run,
        void=run.void,
        order=order,
        confidence=confidence,
    )
    for row in standings.rows:
        exact = run.bidding.rate(row.name, EXACT, HANDS, confidence)
        if exact is not None:
            row.exact_bid_rate, row.exact_bid_interval = exact.value, exact.interval
        counted = run.faults.get(row.name, Counter())
        row.faults = {kind: counted[kind] for kind in FAULT_CLASSES}
        row.forfeits = run.forfeits[row.name]
        row.disqualified = row.name in run.disqualified
    if run.anchor is not None and standings.rows and standings.anchor is None:
        standings.warnings.append(
            f"The anchor {run.anchor.name} has played no game that counts: the mean of each list is 1500 instead."
        )
    if run.decided is not None:
        standings.warnings.append(
            f"The stopping rule decided after block {run.decided}: differences estimated at such a moment are biased "
            "outward."
        )
    if run.stopped is not None:
        standings.warnings.append(
            f"The run was stopped early ({run.stopped}): figures taken after stopping are biased outward."
        )
    elif not run.finished and standings.rows:
        standings.warnings.append(
            "The run has not ended: intervals hold for a number of games fixed in advance, not for a look at any time."
        )
    if run.after_decision:
        standings.warnings.append(
            f"{run.after_decision} games were finished after the run was decided; they enter no figure."
        )
    return standings


def _hook_of(run: RunResults) -> Callable[[int], bool | None]:
    """Whether the last bidder of a hand of this size was hooked, by the header's variant; None: it does not say."""

    def hooked(size: int) -> bool | None:
        bids = run.header.get("variant", {}).get("bids")
        if not isinstance(bids, dict) or "hook" not in bids:
            return None
        return bool(bids["hook"]) and bids.get("order", "in_turn") == "in_turn" and size >= bids.get("hook_min", 1)

    return hooked


def _add_times(run: RunResults, game: GameRecord) -> None:
    for name, seat in zip(game.table, game.timing.get("ms", ()), strict=False):
        counter = run.times.setdefault(name, Counter())
        for ms in seat:
            counter[round(math.log(max(ms, 0.005)) * 100)] += 1


def time_quantile(counter: Counter[int], share: float) -> float | None:
    """The time, in milliseconds, within which this share of the decisions was made."""
    total = sum(counter.values())
    passed = 0
    for key in sorted(counter):
        passed += counter[key]
        if passed >= share * total:
            return math.exp(key / 100)
    return None


def _disqualified(notes: list[dict[str, Any]]) -> set[str]:
    names: set[str] = set()
    for note in notes:
        named = note.get("disqualified")
        if isinstance(named, str):
            names.add(named)
        elif isinstance(named, list):
            names.update(str(name) for name in named)
    return names


def _anchor(header: dict[str, Any], folder: Path) -> Anchor | None:
    """The anchor that the tournament names: in the header, or in the file kept beside the journal."""
    ratings = header.get("ratings")
    if ratings is None:
        try:
            ratings = tomllib.loads((folder / "tournament.toml").read_text(encoding="utf-8")).get("ratings")
        except (OSError, ValueError):
            return None  # a journal outside its folder: its standings are centred on the pool's mean
    if not isinstance(ratings, dict) or not ratings.get("anchor"):
        return None
    return Anchor(str(ratings["anchor"]), float(ratings.get("anchor_rating", 1500)))
