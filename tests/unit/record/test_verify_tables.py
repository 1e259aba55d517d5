"""The table writes records, verification reads them: two rooms that do not know each other must agree."""

import dataclasses
import random
from typing import Any

import pytest

from ohhell_referee.record.verify_game import GameCheck
from ohhell_referee.rules.presets import preset_names
from ohhell_referee.table import Answer, Ask, FaultPolicy
from support.tables import KEY, finish, make_table, order

POLICIES = [FaultPolicy(), FaultPolicy(on_illegal="forfeit", max_per_game=2)]


def faulty_player(seed: int, rate: float = 0.04) -> Any:
    """Answers by chance, or with a fault of any class."""
    rng = random.Random(seed)

    def answer(ask: Ask) -> Answer:
        if rng.random() < rate:
            return Answer(fault=rng.choice(["illegal", "late", "malformed", "protocol", "crash", "startup"]))
        return Answer(rng.choice(ask.legal), note=rng.choice([None, "hm"]))

    return answer


def check_of(policy: FaultPolicy, variant: Any, disguise: bool) -> GameCheck:
    rules = {
        field.name: getattr(policy, field.name) for field in dataclasses.fields(policy) if field.name != "by_class"
    }
    return GameCheck(variant, KEY, disguise, rules)


@pytest.mark.parametrize("name", preset_names())
def test_whatever_a_table_records_verifies(name: str) -> None:
    for seed in range(4):
        policy = POLICIES[seed % 2]
        disguise = seed != 3
        absent = [1] if seed == 2 else []
        raw = {"preset": name}
        players = make_table(raw).variant.players
        table = make_table(raw, policy=policy, order=order(seed, seed, players, absent), disguise=disguise)
        record = finish(table, faulty_player(seed))
        assert list(check_of(policy, table.variant, disguise).differences(record)) == []


def test_stray_faults_and_a_seat_lost_by_them_verify() -> None:
    """A second answer replaces no decision, and counts all the same."""
    policy = FaultPolicy()
    for seed in range(5):
        table = make_table(policy=policy)
        rng = random.Random(seed)

        def watch(at: Any, _: list[Ask], rng: random.Random = rng) -> None:
            if rng.random() < 0.1:
                at.stray_fault(rng.randrange(4), "protocol", {"text": "a second answer"})

        record = finish(table, faulty_player(seed, 0.0), watch)
        assert record.faults
        assert list(check_of(policy, table.variant, True).differences(record)) == []
