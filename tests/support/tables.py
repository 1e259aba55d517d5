"""Playing tables in process, without bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from ohhell_referee.record.game_record import GameRecord
from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import Variant
from ohhell_referee.table import Answer, Ask, FaultPolicy, GameOrder, Table

KEY = seed_key(7)
NAMES = ("ann", "bob", "cid", "dot", "eve", "fay", "gus", "hal")

Player = Callable[[Ask], Answer]


def random_player(seed: int = 1) -> Player:
    """Answers any ask with a random legal value."""
    rng = random.Random(seed)
    return lambda ask: Answer(rng.choice(ask.legal))


def lowest(ask: Ask) -> Answer:
    """Answers with the first legal value."""
    return Answer(ask.legal[0])


def order(block: int = 0, seating: int = 0, players: int = 4, absent: Sequence[int] = ()) -> GameOrder:
    return GameOrder(f"b{block}s{seating}", block, seating, NAMES[:players], absent=tuple(absent))


def make_table(raw: dict[str, Any] | None = None, **options: Any) -> Table:
    """A table of the variant `raw` (CardGames.io with small hands by default)."""
    variant: Variant = resolve_variant(raw or {"preset": "cardgames-io", "schedule": {"hands": "3..1..3"}})
    policy = options.pop("policy", FaultPolicy())
    game = options.pop("order", None) or order(players=variant.players)
    return Table(game, variant, options.pop("key", KEY), policy, **options)


def finish(table: Table, player: Player, watch: Callable[[Table, list[Ask]], None] | None = None) -> GameRecord:
    """Play a table to its end; `watch` is shown every list of asks."""
    play = table.play()
    try:
        asks = next(play)
        while True:
            if watch is not None:
                watch(table, asks)
            asks = play.send([player(ask) for ask in asks])
    except StopIteration as end:
        record: GameRecord = end.value
        return record
