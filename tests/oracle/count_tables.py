"""How many ways there are to bid and to play a small hand, counted by the independent reference: count_tables.json.

Each preset at three and at four players, where it allows them, with a pack of few ranks and hands of one to four cards.
A hand's bids, revisions and named trumps are followed through every sequence that the rules allow; these are grouped by
the trump and the first leader that they lead to. For each such pair every legal sequence of cards is followed, and
counted by the tricks that it gives to the seats.

    python tests/oracle/count_tables.py            write count_tables.json anew
    python tests/oracle/count_tables.py --check    count again; exit status 1 if the file holds something else
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.presets import find_preset, preset_names
from ohhell_referee.rules.variant import Variant
from oracle.naive_deals import deal_out
from oracle.naive_rules import NaiveHand

FILE = Path(__file__).with_suffix(".json")
SIZES = {3: [1, 2, 3, 2, 3, 4], 4: [1, 2, 3, 2, 3]}
"""The schedule by number of players. Four cards for three players are the whole pack."""
OTHER_SIZES = {"devils-bridge": {3: [1, 2, 3, 4, 3, 1], 4: [1, 2, 3, 2, 1]}}
"""Its last hand is one of one card, on the forehead."""
RANKS = {3: "QKA", 4: "JQKA"}
OTHER_PACKS: dict[str, dict[int, dict[str, Any]]] = {
    "pocha": {3: {"ranks": "K3A", "remove": []}, 4: {"ranks": "QK3A"}},
    "rikiki": {3: {"ranks": "QKA", "remove": []}, 4: {"ranks": "JQKA"}},
    "romanian-whist": {3: {}, 4: {}},  # it takes eight cards a player from the top
    "stiche-raten": {3: {"ranks": "KA"}, 4: {"ranks": "KA"}},  # two packs
}


def small_variant(preset: str, players: int) -> Variant:
    """The preset with hands of a few cards from a small pack."""
    sizes = OTHER_SIZES.get(preset, SIZES)[players]
    pack = OTHER_PACKS[preset][players] if preset in OTHER_PACKS else {"ranks": RANKS[players]}
    return resolve_variant({"preset": preset, "schedule": {"hands": sizes}, "deck": pack}, players)


def tables() -> Iterator[tuple[str, int]]:
    """Presets and numbers of players."""
    for name in preset_names():
        least, most = find_preset(name).players
        for players in SIZES:
            if least <= players <= most:
                yield name, players


def count_hand(hand: NaiveHand) -> dict[str, dict[str, Any]]:
    """By trump and first leader (`H 2`): sequences of bids, and sequences of cards by tricks taken (`1 0 2`)."""
    groups: dict[str, dict[str, Any]] = {}
    for _ in sequences_of_bids(hand):
        group = groups.setdefault(f"{hand.trump()} {hand.first_leader()}", {"bids": 0, "cards": {}})
        group["bids"] += 1
        if group["bids"] == 1:
            group["cards"] = dict(sorted(count_cards(hand).items()))
    return dict(sorted(groups.items()))


def sequences_of_bids(hand: NaiveHand) -> Iterator[None]:
    """Stop wherever all is decided but the cards."""
    due = hand.turn()
    if due is None or due[0] == "play":
        yield
        return
    kind, seats = due
    for value in hand.legal(seats[0]):
        before = len(hand.moves)
        hand.moves.append((kind, seats[0], value))
        yield from sequences_of_bids(hand)
        del hand.moves[before:]  # the move, and cards that were played by themselves after it


def count_cards(hand: NaiveHand) -> Counter[str]:
    due = hand.turn()
    if due is None:
        return Counter([" ".join(map(str, hand.taken()))])
    seat = due[1][0]
    counts: Counter[str] = Counter()
    for card in hand.legal(seat):
        hand.moves.append(("play", seat, card))
        counts += count_cards(hand)
        hand.moves.pop()
    return counts


def count_table(preset: str, players: int, largest: int = 4) -> list[dict[str, Any]]:
    """The hands of a table of up to so many cards."""
    variant = small_variant(preset, players)
    rows = []
    for index, size in enumerate(variant.hands):
        if size > largest:
            continue
        dealer = index % players
        dealt = deal_out(variant, f"count {preset}", players, index, size, dealer)
        hand = NaiveHand(variant, index, size, dealer, dealt.hands, dealt.turned, dealt.drawn)
        rows.append(
            {
                "preset": preset,
                "players": players,
                "hand": index,
                "dealer": dealer,
                "dealt": [" ".join(cards) for cards in dealt.hands],
                "turned": dealt.turned,
                "trump": hand.trump(),
                "ways": count_hand(hand),
            }
        )
    return rows


def text_of(rows: list[dict[str, Any]]) -> str:
    """One hand a line."""
    return "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"


def main(arguments: list[str]) -> int:
    text = text_of([row for table in tables() for row in count_table(*table)])
    if arguments == ["--check"]:
        same = FILE.read_text(encoding="utf-8") == text
        print("as counted" if same else f"{FILE.name} is not what the reference counts")
        return 0 if same else 1
    FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
