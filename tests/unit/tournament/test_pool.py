"""Which process plays which game."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from ohhell_referee.tournament.messages import WorkerBot
from ohhell_referee.tournament.pool import EntryPool, Slot


def pool(instances: int | None = None, *, games: int = 8, seatings: int = 4, copies: int = 1, restart: str = "never"):  # type: ignore[no-untyped-def]  # an EntryPool
    setup: Any = SimpleNamespace(most_copies=copies, seatings=seatings, restart=restart)
    bot = WorkerBot("a", ("bot",), "/", {}, {}, instances)
    made = EntryPool(bot, setup, range(100))
    make_ready(made, games)
    return made


def make_ready(made: EntryPool, games: int = 8) -> None:
    for slot in made.slots:
        if not slot.down:
            slot.ready = True
            slot.instance = SimpleNamespace(hello=SimpleNamespace(games=games, events=False))  # type: ignore[assignment]  # a stand-in


def no_restart(_slot: Slot) -> None:
    pytest.fail("no fresh process was needed")


def take(
    made: EntryPool,
    block: int,
    seating: int,
    copy: int = 0,
    taken: list[Slot] | None = None,
    restart: Callable[[Slot], None] = no_restart,
) -> Slot | None:
    slot = made.slot_for(block, seating, copy, taken or [], restart)
    if slot is not None:
        slot.seats.append(f"{block}.{seating}")
        slot.open_blocks.add(block)
        slot.blocks_seen.add(block)
        slot.games_started += 1
    return slot


def test_one_instance_never_has_two_seatings_of_a_block_open() -> None:
    made = pool()
    assert take(made, 0, 0) is made.slots[0]
    assert take(made, 0, 1) is None
    assert take(made, 1, 0) is made.slots[0]


def test_one_instance_never_holds_two_seats_of_a_table() -> None:
    made = pool(copies=2, seatings=2)
    first = take(made, 0, 0)
    assert first is not None
    assert take(made, 0, 0, 1, [first]) is made.slots[1]


def test_with_an_instance_for_each_seating_no_process_meets_a_deal_twice() -> None:
    made = pool(4)
    for block in range(8):
        for seating in range(4):
            assert take(made, block, seating) is made.slots[seating]


def test_with_enough_instances_for_both_seats_of_a_duel_each_seat_has_its_own() -> None:
    made = pool(4, seatings=2, copies=2)
    met = set()
    for block in range(3):
        for seating in range(2):
            for copy in range(2):
                slot = take(made, block, seating, copy)
                assert slot is not None
                assert (slot.number, block) not in met
                met.add((slot.number, block))


def test_a_process_that_has_not_seen_the_block_is_preferred() -> None:
    made = pool(2)
    first = take(made, 0, 0)
    assert first is not None
    first.seats.clear()
    first.open_blocks.clear()
    assert take(made, 0, 1) is not first


def test_no_more_games_at_once_than_the_bot_accepts() -> None:
    made = pool(games=2)
    assert take(made, 0, 0)
    assert take(made, 1, 0)
    assert take(made, 2, 0) is None


def test_auto_grows_to_the_open_games_of_one_game_bots() -> None:
    made = pool(games=1)
    assert made.tables_at_once() == 1
    assert len(made.grow(8)) == 7
    made.grow(8)
    assert len(made.slots) == 8


def test_auto_does_not_grow_for_bots_that_take_many_games() -> None:
    made = pool(games=64)
    assert made.tables_at_once() == 64
    assert made.grow(32) == []


def test_a_number_of_instances_is_the_users_word() -> None:
    made = pool(3, games=1)
    assert made.grow(8) == []
    assert made.tables_at_once() == 3


def test_restart_game_gives_each_game_a_fresh_process() -> None:
    made = pool(restart="game")
    restarted: list[Slot] = []
    slot = take(made, 0, 0)
    assert slot is not None
    assert take(made, 1, 0, restart=restarted.append) is None
    assert restarted == []
    assert slot.wants_restart
    slot.seats.clear()
    slot.open_blocks.clear()
    slot.wants_restart = False
    assert take(made, 1, 0, restart=restarted.append) is None
    assert restarted == [slot]
    slot.forget()
    assert take(made, 1, 0) is slot


def test_restart_seating_keeps_a_process_from_a_block_it_has_seen() -> None:
    made = pool(restart="seating")
    restarted: list[Slot] = []
    slot = take(made, 0, 0)
    assert slot is not None
    assert take(made, 1, 0) is slot
    slot.seats.clear()
    slot.open_blocks.clear()
    assert take(made, 0, 1, restart=restarted.append) is None
    assert restarted == [slot]


def test_instances_that_are_down_are_passed_over() -> None:
    made = pool(2)
    made.slots[0].down = True
    assert take(made, 0, 0) is made.slots[1]
    made.slots[1].down = True
    assert made.down
