"""Real records without bots: games played in process by chance, with faults, hand-overs and notes where wanted.

The house's decisions come from the table's own function, which verification does not use: each checks the other.
"""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ohhell_referee.record.game_record import Fault, GameRecord, HandRecord, game_line
from ohhell_referee.record.journal import JournalWriter
from ohhell_referee.rules.deals import derive_deal
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.loading import parameters, resolve_variant
from ohhell_referee.rules.seeds import commitment, first_dealer_of, seed_key, suit_permutation
from ohhell_referee.rules.variant import SUITS, Variant
from ohhell_referee.table.house import house_decision
from ohhell_referee.table.placing import places_with_forfeits

NONCE = bytes(range(16))
FAULT_RULES = {
    "on_illegal": "substitute",
    "on_timeout": "substitute",
    "on_crash": "substitute",
    "on_protocol_error": "substitute",
    "max_per_game": 3,
}
SHORT = {"schedule": {"hands": "3..1..3"}}
"""CardGames.io's rules in five hands."""

SAID_OF_FAULTS = {
    "illegal": "9 is no legal answer to the bid request 7; legal are 0, 1",
    "late": "no answer to the bid request 7 within 1000 ms",
    "malformed": "`bid` must be an int, got a text",
    "protocol": "request 7 has been answered",
    "crash": "exit(1)",
    "startup": "ended before its hello: exit(1)",
}
"""Sentences such as the referee puts into the evidence."""


def variant_of(raw: dict[str, Any] | None = None, players: int | None = None) -> Variant:
    return resolve_variant(SHORT if raw is None else raw, players)


class Player:
    """Plays all seats of one game by chance."""

    def __init__(self, variant: Variant, rng: random.Random, fault_rate: float, note_rate: float) -> None:
        self.variant = variant
        self.rng = rng
        self.fault_rate = fault_rate
        self.note_rate = note_rate
        self.faults: list[Fault] = []
        self.lost: set[int] = set()
        self.notes: list[tuple[int, int | None, int, str]] = []

    def decide(self, hand: int, trick: int | None, seat: int, kind: str, legal: Sequence[Any]) -> Any:
        house = house_decision(kind, legal, str, str, self.variant.deck.ranks)
        if seat in self.lost:
            return house
        if self.rng.random() < self.fault_rate:
            fault_class = self.rng.choice(["illegal", "late", "malformed", "protocol", "crash"])
            self.faults.append(Fault(fault_class, hand, trick, seat, True))  # type: ignore[arg-type]  # one of the five
            if fault_class == "crash" or sum(fault.seat == seat for fault in self.faults) >= 3:
                self.lost.add(seat)
            return house
        if self.rng.random() < self.note_rate:
            self.notes.append((hand, trick, seat, self.rng.choice(["hm", "p=0.5", "ünï ♠", "\x1b[31mred"])))
        return self.rng.choice(legal)


def play_record(
    variant: Variant,
    key: bytes,
    block: int = 0,
    seating: int = 0,
    table: Sequence[str] | None = None,
    *,
    disguise: bool = True,
    fault_rate: float = 0.0,
    note_rate: float = 0.0,
    absent: Sequence[int] = (),
    marks: Sequence[str] = (),
) -> GameRecord:
    """A game of a block, decided by chance that depends on block and seating alone."""
    rng = random.Random(f"{block} {seating}")
    player = Player(variant, rng, fault_rate, note_rate)
    player.lost |= set(absent)
    game = Game(variant, first_dealer_of(key, block, variant))
    hands = []
    while (plan := game.next_plan()) is not None:
        deal = derive_deal(key, block, plan, variant, game.dealer_of(plan))
        hand = game.start_hand(plan, deal)
        while (turn := hand.turn) is not None:
            trick = len(hand.tricks) if turn.kind == "play" else None
            for seat in turn.seats:
                hand.act(seat, player.decide(plan.index, trick, seat, turn.kind, hand.legal(seat)))
        points = game.finish_hand(hand)
        hands.append(
            HandRecord(
                size=plan.size,
                dealer=hand.dealer,
                trump=hand.trump or "N",
                turned=deal.turned,
                deal=deal.hands,
                bids=tuple(bid for bid in hand.bids if bid is not None),
                tricks=hand.tricks,
                taken=tuple(hand.taken),
                points=points,
                suits=suit_permutation(key, variant, plan, block, seating) if disguise else SUITS,
                revised=tuple(hand.revised),
                named=hand.named,
            )
        )
    forfeits = tuple(sorted(player.lost))
    return GameRecord(
        id=f"b{block}s{seating}",
        block=block,
        seating=seating,
        table=tuple(table or "abcdefghij"[: variant.players]),
        hands=tuple(hands),
        scores=tuple(game.scores),
        places=places_with_forfeits(game.scores, forfeits),
        faults=tuple(player.faults),
        forfeits=forfeits,
        marks=tuple(marks),
        notes=tuple(player.notes),
        timing={"ms": [[round(rng.random(), 2) for _ in range(3)] for _ in range(variant.players)]},
        evidence=tuple(
            {
                "class": fault.fault_class,
                "hand": fault.hand,
                "trick": fault.trick,
                "seat": fault.seat,
                "text": SAID_OF_FAULTS[fault.fault_class],
            }
            for fault in player.faults
        ),
    )


def header_of(variant: Variant, seed: int | str = 7, *, disguise: bool = True) -> dict[str, Any]:
    return {
        "project": "0.1.0",
        "name": "spring",
        "variant": {"name": variant.name, **parameters(variant)},
        "players": variant.players,
        "entries": [{"name": name} for name in "abcdefghij"[: variant.players]],
        "commitment": commitment(NONCE, seed_key(seed)),
        "disguise": disguise,
        "faults": FAULT_RULES,
    }


def end_of(games: int, seed: int | str = 7) -> dict[str, Any]:
    return {"type": "end", "seed": seed, "nonce": NONCE.hex(), "games": games}


def make_run(
    folder: Path,
    variant: Variant | None = None,
    *,
    blocks: int = 2,
    seatings: int = 2,
    seed: int | str = 7,
    end: bool = True,
    disguise: bool = True,
    fault_rate: float = 0.0,
    note_rate: float = 0.0,
) -> Path:
    """A whole journal of cyclic seatings, with a note and a void line in it. Returns its path."""
    variant = variant or variant_of()
    key = seed_key(seed)
    names = "abcdefghij"[: variant.players]
    path = folder / "journal.jsonl"
    with JournalWriter.create(path, header_of(variant, seed, disguise=disguise)) as writer:
        writer.append({"type": "note", "text": "bots may read files of their user"})
        for block in range(blocks):
            for seating in range(seatings):
                table = names[seating:] + names[:seating]
                record = play_record(
                    variant,
                    key,
                    block,
                    seating,
                    table,
                    disguise=disguise,
                    fault_rate=fault_rate,
                    note_rate=note_rate,
                )
                writer.append(game_line(record))
            void = {"type": "void", "id": f"b{block + 1}s0", "block": block + 1, "seating": 0, "attempt": 1}
            writer.append({**void, "reason": "a worker died"})
        if end:
            writer.append(end_of(blocks * seatings, seed))
    return path


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def forge(path: Path, lines: list[dict[str, Any]]) -> None:
    """Write the lines as somebody would who knows the format: digests and chain computed anew."""
    path.unlink()
    header, *rest = lines
    with JournalWriter.create(path, header) as writer:
        for line in rest:
            writer.append(line)
