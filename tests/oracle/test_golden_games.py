"""The hands in golden_games/, as the independent reference tells them and as the program replays them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ohhell_referee.rules.deals import Deal, derive_deal
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand as PlayedHand
from ohhell_referee.rules.objections import IllegalAction
from ohhell_referee.rules.presets import preset_names
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import Variant
from oracle.golden_games import FOLDER, GOLDEN, Golden, again
from oracle.golden_text import HandText, Step, hand_again, heading_of, players_of, preset_of, read_game
from oracle.golden_wishes import shown

each_file = pytest.mark.parametrize("golden", GOLDEN, ids=[golden.name for golden in GOLDEN])


def hands_of(golden: Golden) -> list[HandText]:
    return read_game(golden.path.read_text(encoding="utf-8"))


def test_every_preset_has_a_file_and_every_file_is_in_the_list() -> None:
    assert {golden.preset for golden in GOLDEN} == set(preset_names())
    assert {Path(golden.path).name for golden in GOLDEN} == {path.name for path in FOLDER.iterdir()}


@each_file
def test_a_file_says_what_it_shows_and_shows_it(golden: Golden) -> None:
    text = golden.path.read_text(encoding="utf-8")
    variant = golden.variant()
    assert (preset_of(text), players_of(text)) == (golden.preset, golden.players)
    assert len(heading_of(text).split()) > 20
    hands = [hand_again(variant, hand) for hand in hands_of(golden)]
    assert [hand.index + 1 for hand in hands] == list(golden.hands)
    assert golden.wish([shown(hand, read.points) for hand, read in zip(hands, hands_of(golden), strict=True)])


@each_file
def test_the_reference_tells_the_hands_of_a_file_as_they_stand(golden: Golden) -> None:
    assert again(golden) == golden.path.read_text(encoding="utf-8")


def play_up_to(variant: Variant, first_dealer: int, index: int) -> Game:
    """A game that comes to the hand with this index; the hands before it are any."""
    game = Game(variant, first_dealer)
    key = seed_key("hands before the golden one")
    while game.hands_played < index:
        plan = game.next_plan()
        assert plan is not None
        hand = game.start_hand(plan, derive_deal(key, 0, plan, variant, game.dealer_of(plan)))
        while hand.turn is not None:
            hand.act(hand.turn.seats[0], hand.legal(hand.turn.seats[0])[0])
        game.finish_hand(hand)
    return game


def replay_step(hand: PlayedHand, step: Step) -> None:
    assert hand.turn is not None
    assert (hand.turn.kind, list(hand.turn.seats)) == (step.kind, [step.seat])
    assert sorted(hand.legal(step.seat)) == sorted(step.legal)
    for value, _ in step.refused:
        assert not hand.can_act(step.seat, value)
        with pytest.raises(IllegalAction):
            hand.verify_action(step.seat, value)
    hand.act(step.seat, step.value)


@each_file
def test_the_program_replays_the_hands_of_a_file(golden: Golden) -> None:
    variant = golden.variant()
    hands = hands_of(golden)
    game = play_up_to(variant, (hands[0].dealer - hands[0].index) % golden.players, hands[0].index)
    for read in hands:
        plan = game.next_plan()
        assert plan is not None
        assert (plan.index, game.dealer_of(plan)) == (read.index, read.dealer)
        trump = hand_again(variant, read, moves=False).trump()
        hand = game.start_hand(plan, Deal(tuple(map(tuple, read.hands)), read.turned, trump))
        for step in read.steps:
            if not step.forced:
                replay_step(hand, step)
        assert hand.turn is None
        played = [(card, seat) for trick in hand.tricks for seat, card in in_seats(trick, golden.players)]
        assert played == [(step.value, step.seat) for step in read.steps if step.kind == "play"]
        assert hand.taken == [read.winners.count(seat) for seat in range(golden.players)]
        leaders = [trick[0] for trick in hand.tricks]
        assert leaders[1:] == read.winners[:-1]
        assert list(game.finish_hand(hand)) == read.points


def in_seats(trick: tuple[int, ...], players: int) -> list[tuple[int, str]]:
    """The cards of a trick, (leader, card, card, …), each with the seat that played it."""
    return [((trick[0] + place) % players, card) for place, card in enumerate(trick[1:])]


def test_a_wrong_card_in_a_file_is_seen() -> None:
    golden = next(golden for golden in GOLDEN if golden.name == "pocha")
    text = golden.path.read_text(encoding="utf-8")
    wrong = text.replace("seat 4 plays JD (of JD)", "seat 4 plays 4H (of JD)")
    assert wrong != text
    (read,) = read_game(wrong)
    with pytest.raises(AssertionError):
        hand_again(golden.variant(), read)
