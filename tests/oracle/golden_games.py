"""Hands of each preset with every restriction explained: tests/oracle/golden_games/*.txt.

The independent reference deals, chance decides, and the first deal that shows what it is to show is kept. The heading
of each file, which says what that is, was written after the file had been followed card by card against the rules of
its preset.

    python tests/oracle/golden_games.py NAME…      look for these deals anew, or for those that are missing
    python tests/oracle/golden_games.py --again    tell the hands of the files once more; their headings stay
    python tests/oracle/golden_games.py --check    exit status 1 if that would change a file
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.variant import Variant
from oracle import golden_wishes as wishes
from oracle.duel import by_chance
from oracle.golden_text import game_text, naive_hand, preset_of, text_again
from oracle.golden_wishes import Hand, shown
from oracle.naive_deals import deal_out, first_dealer
from oracle.naive_game import NaiveGame
from oracle.naive_rules import NaiveHand

FOLDER = Path(__file__).with_suffix("")
DEALS = 30_000
"""Deals to try for a file."""


@dataclass(frozen=True)
class Golden:
    """A file: `hands` are the places in the schedule, from 1; the wish decides which deal will do."""

    name: str
    preset: str
    players: int
    hands: Sequence[int]
    wish: Callable[[list[Hand]], bool]

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    def variant(self) -> Variant:
        return resolve_variant({"preset": self.preset}, self.players)


def play_hand(variant: Variant, seed: str, index: int, dealer: int, rng: random.Random) -> NaiveHand:
    hand = naive_hand(variant, index, dealer, deal_out(variant, seed, 0, index, variant.hands[index], dealer))
    choose = by_chance(rng)
    while (due := hand.turn()) is not None:
        kind, seats = due
        hand.act(seats[0], choose(kind, hand.legal(seats[0])))
    return hand


def search(golden: Golden) -> str:
    """The text of the first deal that will do."""
    variant = golden.variant()
    for deal in range(DEALS):
        seed = f"{golden.name} {deal}"
        rng = random.Random(seed)
        dealer = first_dealer(variant, seed, 0)
        game = NaiveGame(variant, dealer)
        hands = []
        for number in golden.hands:
            naive = play_hand(variant, seed, number - 1, (dealer + number - 1) % variant.players, rng)
            points, _ = game.finish(naive)
            hands.append(shown(naive, points))
        if golden.wish(hands):
            return game_text(variant, dealer, [hand.naive for hand in hands])
    raise SystemExit(f"{golden.name}: no such hand in {DEALS:,} deals")


GOLDEN = [
    Golden("cardgames-io", "cardgames-io", 4, [7], wishes.shows_cardgames),
    Golden("bga", "bga", 5, [7], wishes.shows_bga),
    Golden("bicycle", "bicycle", 4, [8], wishes.shows_bicycle),
    Golden("spruce", "spruce", 7, [7], wishes.shows_spruce),
    Golden("la-podrida", "la-podrida", 4, [4], wishes.shows_la_podrida),
    Golden("devils-bridge", "devils-bridge", 4, [23], wishes.shows_devils_bridge),
    Golden("kachuful", "kachuful", 5, [4], wishes.shows_kachuful),
    Golden("nomination-whist", "nomination-whist", 4, [5], wishes.shows_nomination),
    Golden("nommie", "nommie", 4, [12], wishes.shows_nommie),
    Golden("blob", "blob", 5, [8], wishes.shows_blob),
    Golden("boerenbridge", "boerenbridge", 4, [1, 2, 3, 4], wishes.shows_boerenbridge),
    Golden("german-bridge", "german-bridge", 3, [5], wishes.shows_german),
    Golden("podrida-argentina", "podrida-argentina", 4, [10], wishes.shows_podrida),
    Golden("pocha", "pocha", 8, [12], wishes.shows_pocha),
    Golden("rikiki", "rikiki", 4, [13], wishes.shows_rikiki),
    Golden("rikiki-first", "rikiki", 4, [1], wishes.shows_rikiki_first),
    Golden("rikiki-cut", "rikiki", 4, [49], wishes.shows_cut),
    Golden("plump", "plump", 4, [7], wishes.shows_plump),
    Golden("ascenseur", "ascenseur", 4, [13], wishes.shows_exhausted),
    Golden("romanian-whist", "romanian-whist", 3, [1, 2, 3, 4, 5], wishes.shows_romanian),
    Golden("romanian-whist-eight", "romanian-whist", 3, [10], wishes.shows_romanian_eight),
    Golden("up-and-down-the-river", "up-and-down-the-river", 6, [7], wishes.shows_river),
    Golden("stiche-raten", "stiche-raten", 4, [1, 2, 3], wishes.shows_stiche),
    Golden("wizard", "wizard", 4, [4], wishes.shows_wizard),
    Golden("wizard-specials", "wizard", 3, [4], wishes.shows_wizard_play),
    Golden("wizard-jester-turned", "wizard", 3, [3], wishes.shows_wizard_jester),
]


def again(golden: Golden) -> str:
    """The file with its heading, and its hands as the reference tells them."""
    text = golden.path.read_text(encoding="utf-8")
    assert preset_of(text) == golden.preset
    return text_again(text, golden.variant())


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        wrong = [golden.name for golden in GOLDEN if again(golden) != golden.path.read_text(encoding="utf-8")]
        print(f"not as the reference tells it: {', '.join(wrong)}" if wrong else "all as the reference tells them")
        return 1 if wrong else 0
    FOLDER.mkdir(exist_ok=True)
    for golden in GOLDEN:
        if arguments == ["--again"]:
            golden.path.write_text(again(golden), encoding="utf-8")
        elif golden.name in arguments or (not arguments and not golden.path.exists()):
            golden.path.write_text(search(golden), encoding="utf-8")
            print(f"{golden.path.name}: now write what it shows")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
