"""What holds in every hand of every game, whatever is bid and played, in each preset at each of its table sizes.

Games by chance, seen through the program's public interface alone; what a hand must look like is written here anew, in
terms of the cards, not asked of the rules.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from ohhell_referee.rules.deals import Deal, derive_deal
from ohhell_referee.rules.deck import deck_of
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.presets import find_preset, preset_names
from ohhell_referee.rules.seeds import draw_first_dealer, seed_key
from ohhell_referee.rules.variant import JESTER, NO_TRUMP, WIZARD, Variant

TABLES = [
    (name, players)
    for name in preset_names()
    for players in range(find_preset(name).players[0], find_preset(name).players[1] + 1)
]

QUICK_GAMES = 3
GAMES = 200


@dataclass
class Seen:
    """What happened over the games of a table, for what must be possible and not only never wrong."""

    misses: Counter[int] = field(default_factory=Counter)
    """Hands by the number of seats that missed."""
    even_misses_at_a_difference_of_one: int = 0
    """Hands whose bids total one more or less than the tricks, and which an even number of seats missed."""
    hooked_bids: int = 0
    """Times that the last bidder had one bid less to choose from."""


def play_games(name: str, players: int, games: int) -> Seen:
    variant = resolve_variant({"preset": name}, players)
    key = seed_key(f"invariants of {name} with {players}")
    rng = random.Random(f"{name} {players}")
    seen = Seen()
    for block in range(games):
        play_game(variant, key, block, rng, seen)
    return seen


def play_game(variant: Variant, key: bytes, block: int, rng: random.Random, seen: Seen) -> None:
    players = variant.players
    first_dealer = draw_first_dealer(key, block, players)
    assert 0 <= first_dealer < players
    game = Game(variant, first_dealer)
    dealers: Counter[int] = Counter()
    totals = [0] * players
    while (plan := game.next_plan()) is not None:
        dealer = game.dealer_of(plan)
        assert dealer == (first_dealer + plan.index) % players
        dealers[dealer] += 1
        assert plan.size == variant.hands[plan.index]
        deal = derive_deal(key, block, plan, variant, dealer)
        check_deal(variant, deal, plan.size, dealer)
        hand = game.start_hand(plan, deal)
        play_hand(hand, rng, seen)
        points = game.finish_hand(hand)
        check_hand(variant, deal, hand, seen)
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        assert list(game.scores) == totals
    hands = len(variant.hands)
    assert sum(dealers.values()) == hands
    assert {dealers[seat] for seat in range(players)} <= {hands // players, -(-hands // players)}
    check_places(totals, game.places())


def check_deal(variant: Variant, deal: Deal, size: int, dealer: int) -> None:
    """As many cards for each, every card from the pack and none too often, and the turn-up in nobody's hand."""
    pack = Counter(deck_of(variant).cards)
    held = Counter(card for hand in deal.hands for card in hand)
    assert [len(hand) for hand in deal.hands] == [size] * variant.players
    assert held <= pack
    if deal.turned is None:
        return
    rest = pack - held
    if rest:
        assert rest[deal.turned] > 0
    elif variant.trump.exhausted == "dealer_card":
        assert deal.turned in deal.hands[dealer]
    else:
        assert variant.trump.exhausted == "cut"
        assert held[deal.turned] > 0


def play_hand(hand: Hand, rng: random.Random, seen: Seen) -> None:
    """Play by chance; each action is verified by the program and looked at by the rule of following suit."""
    holds = [Counter(cards) for cards in hand.cards]
    bids = 0
    while (turn := hand.turn) is not None:
        seat = rng.choice(turn.seats)
        legal = hand.legal(seat)
        assert legal
        value = rng.choice(legal)
        if turn.kind in ("bid", "revise"):
            value = min(
                rng.choice(legal) for _ in range(rng.randint(1, 5))
            )  # low, so that the bids come near the tricks
        if turn.kind == "bid":
            bids += 1
            assert set(legal) <= set(range(hand.size + 1))
            if hand.plan.hook and bids == hand.players:
                others = sum(bid for bid in hand.bids if bid is not None)
                assert hand.size - others not in legal
                seen.hooked_bids += 0 <= hand.size - others <= hand.size
        if turn.kind == "play":
            assert isinstance(value, str)
            assert set(legal) <= set(holds[seat].elements())
            check_following(list(hand.trick), value, holds[seat])
            holds[seat] -= Counter([value])
        hand.act(seat, value)
        assert sum(hand.taken) == len(hand.tricks)


def check_following(table: list[str], card: str, held: Counter[str]) -> None:
    """In every variant: who holds a card of the suit to follow plays one, or a wizard or jester."""
    for other in table:
        if other[0] == WIZARD:
            return
        if other[0] != JESTER:
            can_follow = any(mine[0] not in (WIZARD, JESTER) and mine[1] == other[1] for mine in held)
            assert card[0] in (WIZARD, JESTER) or card[1] == other[1] or not can_follow
            return


def check_hand(variant: Variant, deal: Deal, hand: Hand, seen: Seen) -> None:
    size = hand.size
    assert sum(hand.taken) == size
    assert all(0 <= won <= size for won in hand.taken)
    assert all(bid is not None and 0 <= bid <= size for bid in hand.bids)
    bids = [bid for bid in hand.bids if bid is not None]
    missed = sum(bid != won for bid, won in zip(bids, hand.taken, strict=True))
    if variant.bids.hook and size >= variant.bids.hook_min:
        assert hand.plan.hook
        assert sum(bids) != size
        assert missed >= 1
    seen.misses[missed] += 1
    if abs(sum(bids) - size) == 1:
        seen.even_misses_at_a_difference_of_one += missed % 2 == 0
    assert hand.trump is not None
    check_tricks(variant, deal, hand)


def check_tricks(variant: Variant, deal: Deal, hand: Hand) -> None:
    """Every card that was dealt is played once, by its seat, and who wins a trick leads the next."""
    players = hand.players
    played: list[Counter[str]] = [Counter() for _ in range(players)]
    assert len(hand.tricks) == hand.size
    winners = [trick[0] for trick in hand.tricks[1:]]
    for trick in hand.tricks:
        leader, *cards = trick
        assert len(cards) == players
        for place, card in enumerate(cards):
            played[(leader + place) % players][card] += 1
    assert played == [Counter(cards) for cards in deal.hands]
    assert all(not cards for cards in hand.cards)
    taken = Counter(winners)
    last = [seat for seat in range(players) if hand.taken[seat] != taken[seat]]
    assert len(last) == 1
    assert hand.taken[last[0]] == taken[last[0]] + 1
    for trick, winner in zip(hand.tricks, [*winners, last[0]], strict=True):
        check_winner(variant, hand, trick, winner)


def check_winner(variant: Variant, hand: Hand, trick: tuple[int | str, ...], winner: int) -> None:
    """No other card of the trick would beat the winner's: not one of its suit, nor a trump where it is none."""
    leader, *cards = trick
    best = str(cards[(winner - int(leader)) % hand.players])
    if best[0] == WIZARD:
        return
    others = [str(card) for card in cards]
    assert all(card[0] != WIZARD for card in others)
    plain = [card for card in others if card[0] != JESTER]
    if not plain:
        assert winner == leader
        return
    assert best[0] != JESTER
    trumped = any(card[1] == hand.trump for card in plain)
    assert best[1] == (hand.trump if trumped and hand.trump != NO_TRUMP else plain[0][1])
    ranks = variant.deck.ranks
    assert all(ranks.index(card[0]) <= ranks.index(best[0]) for card in plain if card[1] == best[1])


def check_places(scores: list[int], places: tuple[int, ...]) -> None:
    in_order = sorted(scores, reverse=True)
    assert list(places) == [in_order.index(score) + 1 for score in scores]


def hook_binds(variant: Variant) -> bool:
    return variant.bids.hook and max(variant.hands) >= variant.bids.hook_min


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_invariants_hold_in_a_few_games(name: str, players: int) -> None:
    seen = play_games(name, players, QUICK_GAMES)
    assert sum(seen.misses.values()) == QUICK_GAMES * len(resolve_variant({"preset": name}, players).hands)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_invariants_hold_in_two_hundred_games(name: str, players: int) -> None:
    variant = resolve_variant({"preset": name}, players)
    seen = play_games(name, players, GAMES)
    assert sum(seen.misses.values()) == GAMES * len(variant.hands)
    assert (seen.hooked_bids > 0) == hook_binds(variant)
    # With the hook somebody must miss, but one is enough; without it all may hit.
    assert seen.misses[1] > 0
    assert (seen.misses[0] > 0) == (not variant.bids.hook or min(variant.hands) < variant.bids.hook_min)
    # A difference of one between bids and tricks does not make the number of misses odd.
    assert seen.even_misses_at_a_difference_of_one > 0


def played_hand() -> tuple[Variant, Deal, Any]:
    """A hand of ten cards for four, played out: a copy of all that is looked at."""
    variant = resolve_variant({"preset": "cardgames-io"})
    game = Game(variant, 0)
    plan = game.next_plan()
    assert plan is not None
    deal = derive_deal(seed_key("a hand to spoil"), 0, plan, variant, 0)
    hand = game.start_hand(plan, deal)
    play_hand(hand, random.Random(0), Seen())
    game.finish_hand(hand)
    copy = SimpleNamespace(plan=plan, size=hand.size, players=4, dealer=hand.dealer, trump=hand.trump, cards=hand.cards)
    copy.bids, copy.taken, copy.tricks = list(hand.bids), list(hand.taken), list(hand.tricks)
    check_hand(variant, deal, copy, Seen())
    return variant, deal, copy


def spoil_count(hand: Any) -> None:
    hand.taken[0] += 1


def spoil_bids(hand: Any) -> None:
    """They total the tricks of the hand."""
    hand.bids = [hand.size, 0, 0, 0]


def spoil_leader(hand: Any) -> None:
    """Another seat leads to the sixth trick, with the same cards."""
    leader, *cards = hand.tricks[5]
    hand.tricks[5] = ((leader + 1) % hand.players, *cards)


def spoil_cards(hand: Any) -> None:
    """Two seats have changed cards."""
    leader, first, second, *rest = hand.tricks[5]
    hand.tricks[5] = (leader, second, first, *rest)


def spoil_winner(hand: Any) -> None:
    """The last two tricks were played the other way round, though another seat had the lead."""
    hand.tricks[-2:] = hand.tricks[:-3:-1]


@pytest.mark.parametrize("spoil", [spoil_count, spoil_bids, spoil_leader, spoil_cards, spoil_winner])
def test_the_checks_see_a_hand_that_was_spoiled(spoil: Callable[[Any], None]) -> None:
    variant, deal, hand = played_hand()
    spoil(hand)
    with pytest.raises(AssertionError):
        check_hand(variant, deal, hand, Seen())


def test_the_checks_see_a_card_that_does_not_follow() -> None:
    check_following(["2H"], "ZS", Counter(["3H", "ZS"]))
    check_following(["NC", "2H"], "3H", Counter(["3H", "AS"]))
    check_following(["ZC", "2H"], "AS", Counter(["3H", "AS"]))
    for table in (["2H"], ["NC", "2H", "2S"]):
        with pytest.raises(AssertionError):
            check_following(table, "AS", Counter(["3H", "AS"]))


def test_the_checks_see_a_card_turned_up_that_somebody_holds() -> None:
    variant, deal, hand = played_hand()
    check_deal(variant, deal, hand.size, hand.dealer)
    with pytest.raises(AssertionError):
        check_deal(variant, Deal(deal.hands, deal.hands[0][0], deal.trump), hand.size, hand.dealer)
