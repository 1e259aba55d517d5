"""Plain sentences about what the numbers cannot tell."""

from __future__ import annotations

from collections.abc import Callable

from ohhell_referee.standings.model import FEWEST_BLOCKS, Standings
from ohhell_referee.standings.rated_group import RatedGroup


def warn_of(group: RatedGroup, standings: Standings) -> None:
    """Plain sentences about what the numbers of this list cannot tell."""
    errors, names = group.errors, group.names
    say = standings.warnings.append
    which = (
        ""
        if len(standings.groups) == 1 and group.number == 0
        else f" (list of {', '.join(names[:4])}{', …' if len(names) > 4 else ''})"
    )
    if len(names) == 1:
        say(f"{names[0]} met no other bot that is listed: there is nothing to compare it with.")
        return
    if not errors.enough:
        blocks = "1 block" if errors.blocks == 1 else f"{errors.blocks} blocks"
        say(f"Too few deals{which}: {blocks} of games, and intervals need at least {FEWEST_BLOCKS}. Play more blocks.")
        return
    still = [(i, j) for i in range(len(names)) for j in range(i) if errors.variance[i][j] <= 0.0]
    if len(still) == len(names) * (len(names) - 1) // 2:
        say(f"The results do not vary between blocks{which}, so no interval can be given.")
    elif still:
        i, j = still[0]
        say(f"The results of {names[j]} and {names[i]} do not vary between blocks, so they have no interval.")
    for name, flag in zip(names, errors.flags, strict=True):
        if flag == "no win":
            say(
                f"{name} finished above nobody: its rating is held by the virtual results, "
                "and its interval is a bound from above."
            )
        elif flag == "no loss":
            say(
                f"Nobody finished above {name}: its rating is held by the virtual results, "
                "and its interval is a bound from below."
            )
    _warn_of_classes(group, say)
    guests = [row.name for row in standings.rows if row.group == group.number and row.blocks < FEWEST_BLOCKS]
    if guests:
        say(
            f"{listed(guests)} sat in fewer than {FEWEST_BLOCKS} of the {errors.blocks} blocks: "
            f"{'its' if len(guests) == 1 else 'their'} intervals are rough."
        )
    if errors.bridges:
        i, j = errors.bridges[0]
        more = f" (and {len(errors.bridges) - 1} more pairs)" if len(errors.bridges) > 1 else ""
        say(
            f"What joins {names[i]} and {names[j]}{more} is a single block: blocks cannot tell the error of that "
            "difference; the one given assumes that games are independent."
        )


def _warn_of_classes(group: RatedGroup, say: Callable[[str], None]) -> None:
    """Bots that hardly ever finished above certain others: how far apart they are is not in the results."""
    errors, names = group.errors, group.names
    for cut in errors.cuts:
        if len(cut.lower) == 1 and errors.flags[min(cut.lower)]:
            continue  # said already
        upper = [i for i in range(len(names)) if i not in cut.lower]
        if len(upper) == 1 and errors.flags[upper[0]]:
            continue
        weak, strong = (
            listed([names[i] for i in sorted(bots, key=lambda i: -group.ratings[i])]) for bots in (cut.lower, upper)
        )
        what = (
            f"in only {cut.upsets} of {errors.blocks} blocks one of {weak} finished above or level with one of {strong}"
            if cut.upsets
            else f"none of {weak} ever finished above or level with one of {strong}"
        )
        say(
            f"{what[0].upper()}{what[1:]}: the results tell how far they are apart at least (> and <), "
            "but not how far at most."
        )


def listed(names: list[str], most: int = 6) -> str:
    """`a, b, c`; the rest of a long list as dots."""
    return ", ".join(names[:most]) + (", …" if len(names) > most else "")
