"""Whether a schedule can be played and rated at all: every entry plays, nobody is cut off, and games are shared out
evenly.

`troubles` says what stands against a tournament. Some troubles are refused, because no rating list could come of the
games; others are worth a warning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from operator import itemgetter

from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.tournament.adaptive import opening_blocks
from ohhell_referee.tournament.formats import (
    MOST_LINE_UPS,
    DrawnLineUps,
    LineUp,
    count_line_ups,
    groups,
    list_line_ups,
)
from ohhell_referee.tournament.model import Tournament

MOST_GAMES = 1_000_000_000
"""More than a year at the fastest speed that was ever measured: a slip of the pen."""

MOST_SEATS_FOR_ALL = 7
"""`duplicate = "all"` at 7 seats is 5,040 seatings of one deal already."""

LOPSIDED = 3
"""A schedule in which an entry has more than this many times the blocks of another is refused, see `_lopsided`."""

_DRAWS_LOOKED_AT = 2_000


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that stands against a schedule; `place` is the key of the tournament file that can change it."""

    place: tuple[str | int, ...]
    message: str
    refused: bool = True


@dataclass(frozen=True, slots=True)
class Meetings:
    """Blocks of each entry and of each pair (names in the file's order)."""

    blocks: dict[str, int]
    pairs: dict[tuple[str, str], int]
    exact: bool = True
    """False where the line-ups depend on a seed that is not drawn yet, or were drawn in part and scaled."""


def troubles(tournament: Tournament) -> list[Trouble]:
    """All that stands against the schedule, the structural things first; empty for most tournaments."""
    found = list(_structure(tournament))
    if found or tournament.format in ("swiss", "knockout"):
        return found
    if tournament.format == "adaptive":
        opening = opening_blocks(len(tournament.entries), tournament.players)
        return list(_cut_off(tournament, _drawn_meetings(tournament, min(tournament.blocks, opening))))
    meetings = meetings_of(tournament)
    found += _cut_off(tournament, meetings)
    return found or list(_lopsided(tournament, meetings))


def meetings_of(tournament: Tournament) -> Meetings:
    """Who meets whom how often, for formats that can be listed or drawn.

    For `random` with a seed that is not drawn yet, one possible draw.
    """
    if tournament.format == "random":
        return _drawn_meetings(tournament, tournament.blocks)
    return _count(tournament, list_line_ups(tournament), tournament.blocks)


def separate_groups(meetings: Meetings) -> list[list[str]]:
    """The entries as groups that never meet each other, in the file's order: one group where all is well."""
    parent = {name: name for name in meetings.blocks}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = name = parent[parent[name]]
        return name

    for one, other in meetings.pairs:
        parent[root(other)] = root(one)
    found: dict[str, list[str]] = {}
    for name in meetings.blocks:
        found.setdefault(root(name), []).append(name)
    return list(found.values())


def _count(tournament: Tournament, line_ups: Iterable[LineUp], times: int, exact: bool = True) -> Meetings:
    position = {name: index for index, name in enumerate(tournament.names)}
    blocks = dict.fromkeys(tournament.names, 0)
    pairs: Counter[tuple[str, str]] = Counter()
    for line_up in line_ups:
        names = sorted(set(line_up), key=position.__getitem__)
        for name in names:
            blocks[name] += times
        for pair in combinations(names, 2):
            pairs[pair] += times
    return Meetings(blocks, dict(pairs), exact)


def _drawn_meetings(tournament: Tournament, blocks: int) -> Meetings:
    key = seed_key("plan" if tournament.seed is None else tournament.seed)
    draws = DrawnLineUps(tournament.entries, tournament.players, key, tournament.format)
    looked_at = min(blocks, _DRAWS_LOOKED_AT)
    exact = tournament.seed is not None and looked_at == blocks
    seen = _count(tournament, (draws.line_up(block) for block in range(looked_at)), 1, exact)
    if looked_at == blocks:
        return seen
    scale = blocks / looked_at
    return Meetings(
        {name: round(count * scale) for name, count in seen.blocks.items()},
        {pair: round(count * scale) for pair, count in seen.pairs.items()},
        exact=False,
    )


def _structure(tournament: Tournament) -> Iterator[Trouble]:
    """What makes line-ups impossible."""
    players = tournament.players
    if tournament.duplicate == "all" and players > MOST_SEATS_FOR_ALL:
        yield Trouble(("duplicate",), f'"all" with {players} seats is far too many seatings of one deal; use "rotate"')
    match tournament.format:
        case "duel":
            yield from _duel(tournament)
        case "fixed":
            yield from _fixed(tournament)
        case _:
            yield from _field(tournament)
    if tournament.format == "knockout" and len(groups(tournament.entries)) < len(tournament.entries):
        yield Trouble(
            ("format",), "a knockout cannot keep the entries of one group apart up to its last table; leave group out"
        )
    if tournament.format in ("round-robin", "gauntlet"):
        yield from _listed(tournament)


def _duel(tournament: Tournament) -> Iterator[Trouble]:
    entries = tournament.entries
    if len(entries) != 2:
        yield Trouble(("bots",), f"a duel is between exactly two entries; here are {len(entries)}")
    elif entries[0].group is not None and entries[0].group == entries[1].group:
        yield Trouble(("bots", 1, "group"), "both entries of the duel are of one group, and would never sit together")


def _fixed(tournament: Tournament) -> Iterator[Trouble]:
    group = {name: number for number, names in enumerate(groups(tournament.entries).values()) for name in names}
    for index, table in enumerate(tournament.tables):
        place = ("tables", index)
        if len(table) != tournament.players:
            yield Trouble(place, f"{len(table)} names, but the variant has {tournament.players} seats")
            continue
        names = list(dict.fromkeys(table))
        if len(names) == 1:
            yield Trouble(place, f'only "{names[0]}" sits at this table: nothing can be learnt from it')
        for one, other in combinations(names, 2):
            if group[one] == group[other]:
                yield Trouble(place, f'"{one}" and "{other}" are of one group and must not sit together')


def _field(tournament: Tournament) -> Iterator[Trouble]:
    players, entries = tournament.players, len(tournament.entries)
    separate = len(groups(tournament.entries))
    place = ("variant", "game", "players")
    if entries < players:
        remedy = f"set game.players = {entries}" if entries > 2 else 'format = "duel" is for two'
        yield Trouble(place, f"a table has {players} seats, but there are only {entries} bots; add bots, or {remedy}")
    elif separate < players:
        yield Trouble(
            place,
            f"a table has {players} seats, but entries of one group never sit together, and the bots form only "
            f"{separate} group{'s' if separate > 1 else ''}",
        )


def _listed(tournament: Tournament) -> Iterator[Trouble]:
    players = tournament.players
    count = count_line_ups(tournament)
    if count > MOST_LINE_UPS:
        yield Trouble(
            ("format",),
            f"{len(tournament.entries)} bots at tables of {players} make {count:,} line-ups; "
            f"more than {MOST_LINE_UPS:,} are refused. "
            'format = "random" shares games out evenly without playing them all',
        )
    elif count * tournament.blocks * players > MOST_GAMES:
        yield Trouble(("blocks",), f"{count:,} line-ups with {tournament.blocks:,} blocks each are too many games")
    elif tournament.format == "gauntlet":
        for index, focus in enumerate(tournament.focus):
            alone = [name for name in tournament.names if name not in tournament.focus]
            if len(alone) < players - 1:
                yield Trouble(
                    ("focus", index),
                    f'"{focus}" meets the rest, but a table of {players} needs {players - 1} others, and only '
                    f"{len(alone)} are not in focus",
                )


def _cut_off(tournament: Tournament, meetings: Meetings) -> Iterator[Trouble]:
    """Entries that never play, and groups of entries that never meet."""
    idle = [name for name, blocks in meetings.blocks.items() if blocks == 0]
    for name in idle:
        place = ("bots", tournament.names.index(name), "name")
        yield Trouble(place, f'"{name}" would never play: {_why_idle(tournament)}')
    if idle:
        return
    separate = separate_groups(meetings)
    if len(separate) > 1:
        shown = "; ".join(", ".join(names[:4]) + (" …" if len(names) > 4 else "") for names in separate)
        yield Trouble(
            (_deciding_key(tournament),),
            f"the bots fall into {len(separate)} groups that never meet ({shown}), so no common ratings can come of it",
        )


def _why_idle(tournament: Tournament) -> str:
    if tournament.format == "fixed":
        return "no table names it"
    if tournament.format in ("random", "adaptive"):
        blocks = "1 block is" if tournament.blocks == 1 else f"{tournament.blocks} blocks are"
        return f"{blocks} too few for {len(tournament.entries)} bots"
    return "entries of one group never sit together, and too few others are left to fill a table"


def _deciding_key(tournament: Tournament) -> str:
    return {"fixed": "tables", "random": "blocks", "adaptive": "blocks"}.get(tournament.format, "format")


def _lopsided(tournament: Tournament, meetings: Meetings) -> Iterator[Trouble]:
    """Entries that play much more than others.

    A gauntlet is lopsided on purpose, and fixed tables are the user's own choice (a warning); elsewhere it comes from
    groups of very different sizes, and then other line-ups are needed. One block more or less is nothing.
    """
    counts = dict(meetings.blocks)
    if tournament.format == "gauntlet":
        counts = {name: count for name, count in counts.items() if name not in tournament.focus}
    most, least = max(counts.items(), key=itemgetter(1)), min(counts.items(), key=itemgetter(1))
    if most[1] <= least[1] + 1 or most[1] < 1.25 * least[1]:
        return
    lopsided = most[1] > LOPSIDED * least[1]
    refused = lopsided and tournament.format not in ("fixed", "gauntlet")
    yield Trouble(
        (_deciding_key(tournament),),
        f'the schedule is unbalanced: "{most[0]}" plays {most[1]:,} blocks, "{least[0]}" only {least[1]:,}'
        + (f"; more than {LOPSIDED} times as many is refused: make the groups smaller" if refused else ""),
        refused=refused,
    )
