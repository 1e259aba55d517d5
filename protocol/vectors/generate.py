"""Writes the vectors beside it: frames.json, bad_frames.json and decisions.jsonl.

    python protocol/vectors/generate.py          writes them
    python protocol/vectors/generate.py --check  exit status 1 if they are not up to date

The frames come from ohhell_protocol.examples. The decisions are requests met in games of many variants, played by the
rules engine of the referee with a fixed seed, each with the answer of the greedy bot; half of the moves in these games
are greedy's and half are drawn, so that unusual positions occur. Everything is a function of the code: a change of the
rules, of a preset or of greedy shows in the files.
"""

from __future__ import annotations

import json
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ohhell_protocol.bad_examples import BAD_EXAMPLES
from ohhell_protocol.examples import BOT_SEED, EXAMPLES
from ohhell_protocol.frames import pack_frame
from ohhell_referee.rules.deals import derive_deal
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.loading import parameters, resolve_variant
from ohhell_referee.rules.seeds import Stream, draw_first_dealer, seed_key
from ohhell_referee.rules.variant import Variant
from ohhell_referee.rules.views import request_body

HERE = Path(__file__).resolve().parent
GreedyBot = runpy.run_path(str(HERE.parent.parent / "example_bots" / "python" / "greedy_bot.py"))["GreedyBot"]

DECISIONS = 2_000
GAMES = 4
"""Games played at each table; the records are drawn from all of them."""
KEY = seed_key("decision-vectors-1")

TABLES: tuple[dict[str, Any], ...] = (
    {"preset": "cardgames-io"},
    {"preset": "cardgames-io", "game": {"players": 4}, "trump": {"source": "none"}},
    {"preset": "bga", "game": {"players": 3}},
    {"preset": "bga", "game": {"players": 7}},
    {"preset": "bicycle", "game": {"players": 5}},
    {"preset": "spruce", "game": {"players": 6}},
    {"preset": "devils-bridge", "game": {"players": 4}},
    {"preset": "kachuful", "game": {"players": 6}},
    {"preset": "nommie"},
    {"preset": "romanian-whist", "game": {"players": 5}},
    {"preset": "pocha", "game": {"players": 4}},
    {"preset": "la-podrida", "game": {"players": 3}},
    {"preset": "wizard", "game": {"players": 4}},
    {"preset": "wizard", "game": {"players": 6}},
    {"preset": "plump", "game": {"players": 4}},
    {"bids": {"order": "at_once", "hook": False}, "game": {"players": 5}},
    {"trump": {"reveal": "after_bids"}},
    {"view": [{"hands": {"size": 3}, "mode": "blind"}], "bids": {"revise": True}},
    {"deck": {"copies": 2}, "game": {"players": 6}},
    {"end": {"target": 80}, "game": {"players": 3}},
)
"""Raw variants: everything that changes what a request looks like, or what is legal, is among them."""


def positions(variant: Variant, table: int, round_number: int) -> Iterator[dict[str, Any]]:
    """The requests of one game, as the wire has them but for the id, each with greedy's answer."""
    bot = GreedyBot()
    block = table * GAMES + round_number
    draw = Stream(KEY, f"moves of block {block}")
    game = Game(variant, first_dealer=draw_first_dealer(KEY, block, variant.players))
    name = f"t{block}"
    start = {
        "type": "game_start",
        "game": name,
        "seat": 0,
        "players": variant.players,
        "variant": {"name": variant.name, **parameters(variant)},
        "bot_seed": BOT_SEED,
        "clock": {"move_ms": 1000, "game_ms": 0},
    }
    list(bot.answers([start]))
    while (plan := game.next_plan()) is not None:
        hand = game.start_hand(plan, derive_deal(KEY, block, plan, variant, game.dealer_of(plan)))
        while (turn := hand.turn) is not None:
            bodies = [(seat, request_body(game, hand, seat)) for seat in turn.seats]
            for seat, body in bodies:
                request = {"type": body["type"], "game": name, **body}
                (answer,) = bot.answers([{**json.loads(json.dumps(request)), "id": 0}])
                value = next(answer[key] for key in ("bid", "card", "trump") if key in answer)
                yield {"request": request, "answer": answer}
                legal = list(body["legal"])
                hand.act(seat, value if draw.below(2) else legal[draw.below(len(legal))])
        game.finish_hand(hand)


def decisions() -> list[dict[str, Any]]:
    """As many records {request, answer} as DECISIONS says, from all tables in equal parts, in the order of the games.

    The games have more positions than that. Of each table's part at most a third are rare requests, at most a third
    bids, a tenth forced plays, and the rest free choices of a card.
    """
    part = DECISIONS // len(TABLES)
    records: list[dict[str, Any]] = []
    for table, raw in enumerate(TABLES):
        variant = resolve_variant(raw)
        found = [record for number in range(GAMES) for record in positions(variant, table, number)]
        pick = Stream(KEY, f"choice of table {table}")
        order = list(range(len(found)))
        pick.shuffle(order)
        kinds: dict[str, list[int]] = {"rare": [], "bid": [], "forced": [], "free": []}
        for index in order:
            kinds[kind_of(found[index]["request"])].append(index)
        chosen = kinds["rare"][: part // 3] + kinds["bid"][: part // 3] + kinds["forced"][: part // 10]
        chosen += kinds["free"][: part - len(chosen)]
        records += [found[index] for index in sorted(chosen)]
    for number, record in enumerate(records, start=1):
        request = record["request"]
        record["request"] = {"type": request["type"], "id": number, **request}
        record["answer"] = {**record["answer"], "id": number}
    assert len(records) == DECISIONS  # every table has enough free choices
    return records


def kind_of(request: dict[str, Any]) -> str:
    """`rare`, `bid`, `forced` or `free`: what `decisions` counts."""
    if request["type"] in ("trump", "revise") or not request["cards"]:
        return "rare"
    if request["type"] == "bid":
        return "bid"
    return "forced" if len(set(request["legal"])) == 1 else "free"


def files() -> dict[str, str]:
    """The text of every vector file by its name."""
    good = [
        {
            "name": example.name,
            "direction": example.direction,
            "about": example.about,
            "hex": pack_frame(example.messages).hex(),
            "messages": example.messages,
        }
        for example in EXAMPLES
    ]
    bad = [{"name": bad.name, "code": bad.code, "about": bad.about, "hex": bad.data.hex()} for bad in BAD_EXAMPLES]
    return {
        "frames.json": lines_of(good),
        "bad_frames.json": lines_of(bad),
        "decisions.jsonl": "".join(json.dumps(r, separators=(",", ":")) + "\n" for r in decisions()),
    }


def lines_of(rows: list[dict[str, Any]]) -> str:
    """A JSON array with one row a line, so that a difference shows which."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"


def main(arguments: list[str]) -> int:
    wanted = files()
    differing = [
        name
        for name, text in wanted.items()
        if not (HERE / name).exists() or (HERE / name).read_text(encoding="utf-8") != text
    ]
    if arguments == ["--check"]:
        for name in differing:
            sys.stderr.write(f"{HERE / name}: not up to date; run python {Path(__file__).name}\n")
        return 1 if differing else 0
    for name in differing:
        (HERE / name).write_text(wanted[name], encoding="utf-8")
    sys.stdout.write(f"{len(wanted)} files in {HERE}, {len(differing)} changed\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
