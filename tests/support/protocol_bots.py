"""The Python example bots as objects, and games between them inside this process, over the SDK but without sockets."""

from __future__ import annotations

import runpy
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ohhell_protocol import Bot
from ohhell_protocol.frames import pack_frame, read_frame
from ohhell_referee.rules.deals import derive_deal
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.loading import parameters, resolve_variant
from ohhell_referee.rules.seeds import draw_first_dealer, seed_key
from ohhell_referee.rules.views import request_body

ROOT = Path(__file__).resolve().parents[2]
PYTHON_BOTS = ROOT / "example_bots" / "python"
BOT_SEED = "0123456789abcdef" * 4


def bot_class(name: str) -> type[Bot]:
    """The class of example_bots/python/<name>_bot.py."""
    found: type[Bot] = runpy.run_path(str(PYTHON_BOTS / f"{name}_bot.py"))[f"{name.capitalize()}Bot"]
    return found


def start_message(game: str = "g1", seat: int = 0, players: int = 4, **changes: Any) -> dict[str, Any]:
    return {
        "type": "game_start",
        "game": game,
        "seat": seat,
        "players": players,
        "variant": {"name": "cardgames-io"},
        "bot_seed": BOT_SEED,
        "clock": {"move_ms": 1000, "game_ms": 0},
        **changes,
    }


def exchange(bot: Bot, *messages: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a bot answers to one frame, read as strictly as the referee reads."""
    answer = bot.answer_frame(pack_frame(messages))
    return [] if answer is None else read_frame(answer)


def play(raw: Mapping[str, Any], bots: Sequence[Bot], seed: str, block: int) -> list[int]:
    """One game of the variant `raw`; `bots` by seat, each a new object. Returns the scores by seat.

    Every answer must be legal; AssertionError otherwise.
    """
    key = seed_key(seed)
    variant = resolve_variant(raw, len(bots))
    wire = {"name": variant.name, **parameters(variant)}
    for seat, bot in enumerate(bots):
        exchange(bot, start_message(seat=seat, players=len(bots), variant=wire, bot_seed=f"{block * 10 + seat:064x}"))
    game = Game(variant, first_dealer=draw_first_dealer(key, block, len(bots)))
    number = 0
    while (plan := game.next_plan()) is not None:
        hand = game.start_hand(plan, derive_deal(key, block, plan, variant, game.dealer_of(plan)))
        while (turn := hand.turn) is not None:
            bodies = [(seat, request_body(game, hand, seat)) for seat in turn.seats]
            for seat, body in bodies:
                number += 1
                (answer,) = exchange(bots[seat], {**body, "id": number, "game": "g1"})
                value = next(answer[key] for key in ("bid", "card", "trump") if key in answer)
                assert value in body["legal"], f"{type(bots[seat]).__name__} answered {value} to {body}"
                assert answer["id"] == number
                hand.act(seat, value)
        game.finish_hand(hand)
    return list(game.scores)


def match(raw: Mapping[str, Any], challenger: type[Bot], rest: type[Bot], players: int, blocks: int) -> tuple[int, int]:
    """Duplicate games of one challenger against `rest`, every seating once a block.

    Returns the total points of the challenger and the mean total of one of the others, rounded down.
    """
    own = others = 0
    for block in range(blocks):
        for seat in range(players):
            bots = [challenger() if other == seat else rest() for other in range(players)]
            scores = play(raw, bots, "protocol match", block)
            own += scores[seat]
            others += sum(scores) - scores[seat]
    return own, others // (players - 1)
