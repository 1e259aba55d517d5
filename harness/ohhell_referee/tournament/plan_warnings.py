"""What to watch out for in a plan: too few blocks, and ways in which a bot may know a deal again."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from ohhell_referee.rules.plan import hand_plan
from ohhell_referee.rules.seeds import suit_permutation_count
from ohhell_referee.tournament.knockout import knockout_sizes
from ohhell_referee.tournament.model import Tournament

FEWEST_BLOCKS = 10
"""Below this the standings give no interval."""


def plan_warnings(tournament: Tournament, blocks: int, seatings: int) -> Iterator[str]:
    """Sentences about a tournament with so many blocks in all, of at most so many seatings."""
    if blocks < FEWEST_BLOCKS:
        yield (
            f"{blocks} block{'s' if blocks > 1 else ''} in all: the standings give no interval below {FEWEST_BLOCKS}, "
            "because the deals of a block are shared by its games"
        )
    if seatings > 1:
        yield from _memory_warnings(tournament, seatings)
    if tournament.format == "knockout":
        sizes = knockout_sizes(len(tournament.entries), tournament.players, tournament.rounds)
        passing = max(passing for _, passing in sizes)
        if passing:
            tables = ", ".join(str(tables) for tables, _ in sizes)
            yield (
                f"{len(tournament.entries)} bots do not fill tables of {tournament.players} in every round "
                f"(tables: {tables}): up to {passing} at a time go on without playing"
            )


def _memory_warnings(tournament: Tournament, seatings: int) -> Iterator[str]:
    """Ways in which a bot may know a deal again and see through the cards."""
    if not tournament.disguise:
        yield (
            f"disguise = false: the {seatings} seatings of a block show the same cards in the same suits, and a bot "
            "with a memory may know them again"
        )
    else:
        variant = tournament.variant
        hands = (hand_plan(variant, index) for index in range(len(variant.hands)))
        ways, plan = min(((suit_permutation_count(variant, plan), plan) for plan in hands), key=itemgetter(0))
        if seatings > ways:
            some = "no way" if ways == 0 else f"only {ways} way{'s' if ways > 1 else ''}"
            yield (
                f"{seatings} seatings of a block, but {some} to relabel the suits in hand {plan.index + 1} "
                f"({plan.size} cards): some seatings look alike, and a bot with a memory may know them again"
            )
    if tournament.restart == "never":
        for entry in tournament.entries:
            if entry.instances is not None and entry.instances < seatings:
                yield (
                    f'"{entry.name}" has instances = {entry.instances}, fewer than the {seatings} seatings of a block: '
                    f'one process meets a deal more than once. Set instances = {seatings}, or restart = "seating"'
                )
