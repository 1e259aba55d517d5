"""The engine and OpenSpiel's `oh_hell` side by side: the same cards, the same decisions, every answer compared.

OpenSpiel plays one hand: a card turned up for trump, bids from the dealer's left with the hook, free play of a void
seat. A hit scores 10 and `points_per_trick` for each trick; a miss scores the tricks alone or, with
`off_bid_penalty`, loses `points_per_trick` for each trick of the difference.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass

import pyspiel
import pytest

from ohhell_referee.rules.deals import Deal, derive_deal
from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import RANKS, Variant
from support.dealing import variant

KEY = seed_key("beside OpenSpiel")

LARGEST_SIZE = {players: 51 // players for players in range(3, 8)}
"""With a card left to turn up: OpenSpiel stands still without one."""
TABLES = [(players, size) for players in LARGEST_SIZE for size in range(1, LARGEST_SIZE[players] + 1)]
HANDS_OF_EACH = 40

SCORINGS = {
    (1, False): ("10 + t", "t"),
    (1, True): ("10 + t", "-d"),
    (3, False): ("10 + 3 * t", "3 * t"),
    (2, True): ("10 + 2 * t", "-2 * d"),
}
"""Points a trick and whether a miss costs points, to the formulas of a hit and a miss."""


@dataclass(frozen=True)
class Scoring:
    points_per_trick: int
    off_bid_penalty: bool

    def rules(self, players: int, size: int, ranks: str, suits: str) -> Variant:
        hit, miss = SCORINGS[self.points_per_trick, self.off_bid_penalty]
        return variant(
            [size], game={"players": players}, deck={"ranks": ranks, "suits": suits}, score={"hit": hit, "miss": miss}
        )

    def load(self, players: int, size: int, ranks: str, suits: str) -> pyspiel.Game:
        return pyspiel.load_game(
            "oh_hell",
            {
                "players": players,
                "num_tricks_fixed": size,
                "num_suits": len(suits),
                "num_cards_per_suit": len(ranks),
                "points_per_trick": self.points_per_trick,
                "off_bid_penalty": self.off_bid_penalty,
            },
        )


def name_of(state: pyspiel.State, player: int, action: int) -> str:
    """A card as this program writes it; OpenSpiel puts the suit first."""
    text = state.action_to_string(player, action)
    return text[1] + text[0]


def deal_to(state: pyspiel.State, deal: Deal, dealer: int, size: int) -> dict[str, int]:
    """Walk the chance nodes: size, dealer, cards one at a time from player 0, turned card. Returns cards to actions."""
    assert state.legal_actions() == [size]
    state.apply_action(size)
    assert state.legal_actions() == list(range(state.num_players()))
    state.apply_action(dealer)
    action_of = {name_of(state, -1, action): action for action in state.legal_actions()}
    for place in range(size):
        for hand in deal.hands:
            state.apply_action(action_of[hand[place]])
    assert deal.turned is not None
    state.apply_action(action_of[deal.turned])
    return action_of


def bids_from(state: pyspiel.State, cards: int) -> dict[int, int]:
    """Legal bids by action: they are numbered on from the cards."""
    found = {int(state.action_to_string(state.current_player(), action)): action for action in state.legal_actions()}
    assert all(action == cards + bid for bid, action in found.items())
    return found


def play_both(game: Game, state: pyspiel.State, block: int, chance: random.Random) -> tuple[Hand, int]:
    """Play one hand in both and compare every answer. Returns the hand and the number of decisions."""
    plan = game.next_plan()
    assert plan is not None
    dealer = game.dealer_of(plan)
    deal = derive_deal(KEY, block, plan, game.variant, dealer)
    hand = game.start_hand(plan, deal)
    action_of = deal_to(state, deal, dealer, plan.size)
    decisions = 0
    while (turn := hand.turn) is not None:
        (seat,) = turn.seats
        assert state.current_player() == seat
        legal = hand.legal(seat)
        if turn.kind == "bid":
            theirs = bids_from(state, len(deck_of(game.variant).cards))
            assert list(legal) == sorted(theirs)
            bid = chance.choice(legal)
            hand.act(seat, bid)
            state.apply_action(theirs[int(bid)])
        else:
            assert sorted(legal) == sorted(name_of(state, seat, action) for action in state.legal_actions())
            card = chance.choice(legal)
            hand.act(seat, card)
            state.apply_action(action_of[str(card)])
        decisions += 1
    assert state.is_terminal()
    return hand, decisions


def numbers_after(label: str, text: str) -> list[int]:
    """The numbers by player in a line of OpenSpiel's picture of a state."""
    (line,) = re.findall(rf"^{label}:(.*)$", text, re.MULTILINE)
    return [int(number) for number in line.split()]


def compare(
    scoring: Scoring, players: int, size: int, block: int, ranks: str = RANKS, suits: str = "CDHS"
) -> Counter[str]:
    chance = random.Random(f"{players} {size} {block} {scoring}")
    game = Game(scoring.rules(players, size, ranks, suits), first_dealer=chance.randrange(players))
    state = scoring.load(players, size, ranks, suits).new_initial_state()
    hand, decisions = play_both(game, state, block, chance)
    picture = str(state)
    # Who leads is whose turn it is, so that every trick's winner but the last has been compared on the way.
    assert numbers_after("Tricks Won", picture) == hand.taken
    assert numbers_after("Bids", picture) == hand.bids
    assert tuple(state.returns()) == game.finish_hand(hand)
    hits = sum(bid == taken for bid, taken in zip(hand.bids, hand.taken, strict=True))
    return Counter(hands=1, decisions=decisions, hits=hits, misses=players - hits)


@pytest.mark.parametrize("players", LARGEST_SIZE)
def test_every_answer_agrees_with_openspiel(players: int) -> None:
    """Every hand size, legal bids and cards at every decision, trick winners, bids, tricks and points."""
    scorings = [Scoring(*key) for key in SCORINGS]
    counts: Counter[str] = Counter()
    for size in range(1, LARGEST_SIZE[players] + 1):
        for block in range(HANDS_OF_EACH):
            counts += compare(scorings[block % len(scorings)], players, size, block)
    assert counts["hands"] == HANDS_OF_EACH * LARGEST_SIZE[players]
    assert counts["hits"] > 50
    assert counts["misses"] > counts["hits"]


def test_the_comparison_covers_two_thousand_hands() -> None:
    assert len(TABLES) * HANDS_OF_EACH >= 2000
    assert {size for players, size in TABLES if players == 3} == set(range(1, 18))


@pytest.mark.parametrize(("ranks", "suits"), [("23456789", "CDHS"), ("2345678", "CDS"), (RANKS, "CD"), ("23", "CDHS")])
def test_smaller_packs_agree_too(ranks: str, suits: str) -> None:
    """Fewer suits are led trump and followed more often; OpenSpiel keeps the lowest ranks."""
    largest = (len(ranks) * len(suits) - 1) // 3
    counts: Counter[str] = Counter()
    for size in range(1, largest + 1):
        for block in range(10):
            counts += compare(Scoring(1, False), 3, size, block, ranks, suits)
    assert counts["hands"] == 10 * largest
