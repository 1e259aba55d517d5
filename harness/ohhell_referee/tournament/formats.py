"""Who meets whom: the line-ups of the formats that can be listed or drawn before anything is played.

A line-up is the names that meet, in the file's order and without seats; a name stands in it once for every seat that it
will have. Formats whose line-ups depend on results are in `rounds.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from ohhell_referee.rules.seeds import Stream
from ohhell_referee.tournament.model import Entry, Tournament

LineUp = tuple[str, ...]

MOST_LINE_UPS = 200_000
"""A round-robin of more is refused: one block of each would be days of play, and `random` does the same job with
less."""


def group_of(entry: Entry, position: int) -> str | int:
    """What two entries must not share at one table: the group, or for an entry without one something of its own."""
    return position if entry.group is None else entry.group


def groups(entries: Sequence[Entry]) -> dict[str | int, list[str]]:
    """The names of the entries by group, groups in order of first appearance; an entry without a group is its own."""
    found: dict[str | int, list[str]] = {}
    for position, entry in enumerate(entries):
        found.setdefault(group_of(entry, position), []).append(entry.name)
    return found


def count_line_ups(tournament: Tournament) -> int:
    """How many line-ups a round-robin or gauntlet has, without listing them."""
    by_group = groups(tournament.entries)
    if tournament.format == "gauntlet":
        return sum(
            _count_choices(_rest_of(tournament, focus, by_group), tournament.players - 1) for focus in tournament.focus
        )
    return _count_choices(by_group, tournament.players)


def list_line_ups(tournament: Tournament) -> tuple[LineUp, ...]:
    """The line-ups of a round-robin, gauntlet, duel or fixed tournament; each is played `blocks` times."""
    by_group = groups(tournament.entries)
    match tournament.format:
        case "round-robin":
            found = _choices(by_group, tournament.players)
        case "gauntlet":
            found = (
                (focus, *others)
                for focus in tournament.focus
                for others in _choices(_rest_of(tournament, focus, by_group), tournament.players - 1)
            )
        case "duel":
            return (tournament.names,)
        case "fixed":
            return tournament.tables
        case _:
            raise ValueError(f"the line-ups of {tournament.format} cannot be listed")
    position = {name: index for index, name in enumerate(tournament.names)}
    return tuple(tuple(sorted(line_up, key=position.__getitem__)) for line_up in found)


def draw_order(line_ups: Sequence[LineUp], key: bytes) -> tuple[LineUp, ...]:
    """The line-ups in a random order that is the same in every repetition.

    In the listed order the first entries of the file would play all early games, and the standings of a running
    tournament would be lopsided.
    """
    order = list(line_ups)
    Stream(key, "line-ups").shuffle(order)
    return tuple(order)


def _rest_of(
    tournament: Tournament, focus: str, by_group: Mapping[str | int, Sequence[str]]
) -> dict[str | int, list[str]]:
    """Whom a focus entry meets: everybody but the focus entries and its own group."""
    rest: dict[str | int, list[str]] = {}
    for group, names in by_group.items():
        others = [name for name in names if name not in tournament.focus]
        if others and focus not in names:
            rest[group] = others
    return rest


def _choices(by_group: Mapping[str | int, Sequence[str]], count: int) -> Iterator[LineUp]:
    for chosen in combinations(by_group.values(), count):
        yield from product(*chosen)


def _count_choices(by_group: Mapping[str | int, Sequence[str]], count: int) -> int:
    """Number of sets of `count` names of different groups: an elementary symmetric polynomial of the group sizes."""
    sums = [1] + [0] * count
    for names in by_group.values():
        for chosen in range(count, 0, -1):
            sums[chosen] += sums[chosen - 1] * len(names)
    return sums[count]


class DrawnLineUps:
    """Line-up after line-up, drawn from the seed so that everybody plays about equally often and meets everybody.

    Each seat goes to the entry with the fewest blocks so far; among equals to the one that has met those at the table
    least; among these the seed decides. A line-up depends on the ones before it, so they are drawn in order and kept.
    """

    def __init__(self, entries: Sequence[Entry], players: int, key: bytes, label: str = "random") -> None:
        self._names = [entry.name for entry in entries]
        self._groups = [group_of(entry, position) for position, entry in enumerate(entries)]
        self._players = players
        self._key = key
        self._label = label
        self._drawn: list[LineUp] = []
        self._blocks = [0] * len(entries)
        self._met = [[0] * len(entries) for _ in entries]

    def line_up(self, block: int) -> LineUp:
        while len(self._drawn) <= block:
            self._drawn.append(self._draw(len(self._drawn)))
        return self._drawn[block]

    def _draw(self, block: int) -> LineUp:
        luck = list(range(len(self._names)))
        Stream(self._key, f"{self._label}|{block}").shuffle(luck)
        table: list[int] = []
        taken: set[str | int] = set()
        while len(table) < self._players:
            best = min(
                (entry for entry in luck if self._groups[entry] not in taken),
                key=lambda entry: (self._blocks[entry], sum(self._met[entry][other] for other in table), luck[entry]),
            )
            table.append(best)
            taken.add(self._groups[best])
        for entry in table:
            self._blocks[entry] += 1
            for other in table:
                self._met[entry][other] += 1
        return tuple(self._names[entry] for entry in sorted(table))
