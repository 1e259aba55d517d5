"""`--slice KEY=VALUES`: which games, and which hands of them, are looked at.

    size=1..3          hands of these sizes; also size=1,2,7..
    trump=N            hands without trump; trump=S,H those suits; trump=suit any suit
    seat=1             the seat after the dealer, 1 = the dealer's left, the number of players = the dealer
    hook=yes           hands in which the last bidder was hooked; hook=no
    opponent=NAME      games with this bot at the table
    block=0..99        games of these blocks

Slices of one key are alternatives, slices of different keys must all hold. `opponent` and `block` choose games, and
so the ratings too; the others choose hands, and so only the statistics of bidding.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field

from ohhell_referee.standings.results import Selection

KEYS = ("size", "trump", "seat", "hook", "opponent", "block")
OPEN = 10**9
"""The end of a range that was left open."""

Ranges = tuple[tuple[int, int], ...]


class SliceError(ValueError):
    """A slice that cannot be understood; the text says what is allowed."""


@dataclass(frozen=True, slots=True)
class HandSlice:
    """Which hands count, from one seat's point of view. Empty fields: all."""

    sizes: Ranges = ()
    trumps: frozenset[str] = frozenset()
    seats: Ranges = ()
    hook: bool | None = None

    def hand(self, size: int, trump: str, hook: bool | None) -> bool:
        return (
            (not self.sizes or _within(size, self.sizes))
            and (not self.trumps or trump in self.trumps)
            and (self.hook is None or hook == self.hook)
        )

    def seat(self, after_dealer: int) -> bool:
        """`after_dealer`: 1 for the dealer's left … the number of players for the dealer."""
        return not self.seats or _within(after_dealer, self.seats)

    @property
    def whole(self) -> bool:
        return self == HandSlice()


@dataclass(slots=True)
class Slices:
    hands: HandSlice = field(default_factory=HandSlice)
    opponents: frozenset[str] = frozenset()
    blocks: Ranges = ()
    text: tuple[str, ...] = ()
    """As the person wrote them."""

    def narrow(self, selection: Selection) -> Selection:
        """The selection with the slices of games added."""
        return Selection(selection.include, selection.exclude, selection.marked, self.opponents, self.blocks)


def parse_slices(texts: Iterable[str]) -> Slices:
    """Read the values of all `--slice` options; raises SliceError."""
    values: dict[str, list[str]] = {}
    written = tuple(texts)
    for text in written:
        key, sign, value = text.partition("=")
        key = key.strip().lower()
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            raise SliceError(f"'{text}': there is no slice '{key}'.{hint} The slices are {', '.join(KEYS)}.")
        if not sign or not value.strip():
            raise SliceError(f"'{text}': write {key}=VALUE, for example {_EXAMPLES[key]}.")
        # A bot's name may hold a comma; everything else is a list.
        values.setdefault(key, []).extend([value.strip()] if key == "opponent" else value.replace(" ", "").split(","))
    return Slices(
        HandSlice(
            sizes=_ranges("size", values.get("size", ())),
            trumps=_trumps(values.get("trump", ())),
            seats=_ranges("seat", values.get("seat", ())),
            hook=_hook(values.get("hook", ())),
        ),
        frozenset(values.get("opponent", ())),
        _ranges("block", values.get("block", ())),
        written,
    )


_EXAMPLES = {
    "size": "size=1..3",
    "trump": "trump=N",
    "seat": "seat=1",
    "hook": "hook=yes",
    "opponent": "opponent=greedy",
    "block": "block=0..99",
}


def _ranges(key: str, texts: Iterable[str]) -> Ranges:
    ranges = []
    for text in texts:
        low, dots, high = text.partition("..")
        try:
            first = int(low) if low or not dots else 0
            last = (int(high) if high else OPEN) if dots else first
        except ValueError:
            raise SliceError(f"'{key}={text}': write a number or a range, for example {_EXAMPLES[key]}.") from None
        if first < 0 or last < first:
            raise SliceError(f"'{key}={text}': a range goes from the smaller number to the larger one.")
        ranges.append((first, last))
    return tuple(ranges)


def _trumps(texts: Iterable[str]) -> frozenset[str]:
    trumps: set[str] = set()
    for text in texts:
        upper = text.upper()
        if upper == "SUIT":
            trumps.update("CDHS")
        elif upper in ("C", "D", "H", "S", "N"):
            trumps.add(upper)
        elif upper == "NONE":
            trumps.add("N")
        else:
            raise SliceError(f"'trump={text}': write C, D, H, S, N (no trump) or suit (any of the four).")
    return frozenset(trumps)


def _hook(texts: Iterable[str]) -> bool | None:
    words = {text.lower() for text in texts}
    unknown = words - {"yes", "no", "on", "off", "true", "false"}
    if unknown:
        raise SliceError(f"'hook={unknown.pop()}': write hook=yes or hook=no.")
    answers = {word in ("yes", "on", "true") for word in words}
    return answers.pop() if len(answers) == 1 else None


def _within(value: int, ranges: Ranges) -> bool:
    return any(low <= value <= high for low, high in ranges)
