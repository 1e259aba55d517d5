"""Deals: fair, each its own, with every way to find the trump; packs; relabelled suits."""

from __future__ import annotations

from collections import Counter

import pytest

from ohhell_referee.rules.deals import Deal, Relabelling, derive_deal
from ohhell_referee.rules.deck import Deck, deck_of, deck_size
from ohhell_referee.rules.plan import hand_plan
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import DeckRules, Variant
from support.dealing import LARGEST, VARIANTS, cards, variant

KEY = seed_key("deals")


@pytest.mark.parametrize("name", VARIANTS)
def test_a_deal_uses_each_card_of_the_pack_once(name: str) -> None:
    rules = VARIANTS[name]
    pack = Counter(deck_of(rules).cards)
    order = deck_of(rules).order.__getitem__
    for index in range(len(rules.hands)):
        plan = hand_plan(rules, index)
        for block in range(20):
            deal = derive_deal(KEY, block, plan, rules, block % rules.players)
            dealt = Counter(card for hand in deal.hands for card in hand)
            assert all(len(hand) == plan.size and list(hand) == sorted(hand, key=order) for hand in deal.hands)
            if plan.source == "turn_up":
                assert deal.turned is not None
                dealt[deal.turned] += 1
            assert dealt <= pack


def test_every_card_goes_to_every_seat_alike() -> None:
    """13 cards of 52 to each of 4 seats, 4000 deals: a seat has a card 1000 times, ± 120 (4.4 deviations)."""
    rules = variant([13])
    plan = hand_plan(rules, 0)
    counts: Counter[tuple[int, str]] = Counter()
    for block in range(4000):
        for seat, hand in enumerate(derive_deal(KEY, block, plan, rules, block % 4).hands):
            counts.update((seat, card) for card in hand)
    assert len(counts) == 208
    assert all(880 < count < 1120 for count in counts.values())


def test_deals_of_one_seed_differ_by_hand_and_by_block() -> None:
    rules = variant([10] * 20)
    deals = {derive_deal(KEY, block, hand_plan(rules, index), rules, 0) for block in range(20) for index in range(20)}
    assert len(deals) == 400


def test_a_deal_depends_on_no_earlier_one() -> None:
    rules = Variant()
    plan = hand_plan(rules, 7)
    alone = derive_deal(KEY, 3, plan, rules, 2)
    for index in range(19):
        derive_deal(KEY, 3, hand_plan(rules, index), rules, 1)
    assert derive_deal(KEY, 3, plan, rules, 2) == alone


def test_the_dealer_decides_who_gets_the_first_card() -> None:
    """One card at a time from the dealer's left: another dealer turns the same cards round the table."""
    rules = Variant()
    plan = hand_plan(rules, 0)
    deals = [derive_deal(KEY, 0, plan, rules, dealer).hands for dealer in range(4)]
    for dealer in range(4):
        assert [deals[dealer][(seat + dealer) % 4] for seat in range(4)] == list(deals[0])


# ---- trump


def test_a_hand_without_trump_turns_nothing() -> None:
    rules = variant([3, 5], trump={"no_trump": (LARGEST,)})
    assert derive_deal(KEY, 0, hand_plan(rules, 1), rules, 0)[1:] == (None, "N")
    assert derive_deal(KEY, 0, hand_plan(rules, 0), rules, 0).turned is not None


def test_with_every_card_dealt_there_is_no_trump() -> None:
    rules = VARIANTS["all cards, no trump"]
    assert derive_deal(KEY, 0, hand_plan(rules, 0), rules, 0)[1:] == (None, "N")


def test_with_every_card_dealt_the_dealers_last_card_is_shown() -> None:
    rules = VARIANTS["all cards, dealer's card"]
    for dealer in range(4):
        deal = derive_deal(KEY, 0, hand_plan(rules, 0), rules, dealer)
        assert deal.turned in deal.hands[dealer]
        assert deal.trump == (deal.turned or "")[1:]


def test_with_every_card_dealt_the_pack_is_cut_before() -> None:
    """The cut card is back in the pack when it is dealt: any seat may hold it."""
    rules = VARIANTS["all cards, cut"]
    holders = set()
    for block in range(60):
        deal = derive_deal(KEY, block, hand_plan(rules, 0), rules, 0)
        assert deal.turned is not None
        assert deal.trump == deal.turned[1]
        holders.update(seat for seat, hand in enumerate(deal.hands) if deal.turned in hand)
    assert holders == {0, 1, 2, 3}


@pytest.mark.parametrize("name", ["all cards, dealer's card", "all cards, cut"])
def test_hands_that_leave_cards_turn_one_up_all_the_same(name: str) -> None:
    rules = VARIANTS[name]
    deal = derive_deal(KEY, 0, hand_plan(rules, 1), rules, 0)
    assert deal.turned is not None
    assert not any(deal.turned in hand for hand in deal.hands)


def test_a_random_trump_is_each_suit_of_the_pack_alike() -> None:
    rules = variant([2], deck={"suits": "CHS"}, trump={"source": "random"})
    trumps = Counter(derive_deal(KEY, block, hand_plan(rules, 0), rules, 0)[1:] for block in range(900))
    assert set(trumps) == {(None, suit) for suit in "CHS"}
    assert min(trumps.values()) > 240


def test_trumps_in_turn_and_fixed_ones_are_known_before_the_deal() -> None:
    rules = VARIANTS["cycle"]
    trumps = [derive_deal(KEY, 0, hand_plan(rules, index), rules, 0)[1:] for index in range(6)]
    assert trumps == [(None, suit) for suit in "HCNSHC"]


def test_the_highest_bidders_trump_is_not_known() -> None:
    rules = VARIANTS["highest bidder names"]
    assert derive_deal(KEY, 0, hand_plan(rules, 0), rules, 0)[1:] == (None, None)


def test_a_turned_wizard_leaves_the_trump_open_and_a_jester_makes_it_none() -> None:
    rules = VARIANTS["wizard"]
    found = set()
    for block in range(300):
        deal = derive_deal(KEY, block, hand_plan(rules, 0), rules, 0)
        assert deal.turned is not None
        expected = {"Z": None, "N": "N"}.get(deal.turned[0], deal.turned[1])
        assert deal.trump == expected
        found.add(deal.trump)
    assert found == {"C", "D", "H", "S", "N", None}


# ---- packs


@pytest.mark.parametrize(
    ("rules", "players", "size", "lowest"),
    [
        (DeckRules(), 4, 52, "2C"),
        (DeckRules(ranks="789TJQKA"), 4, 32, "7C"),
        (DeckRules(per_player=8), 3, 24, "9C"),
        (DeckRules(per_player=8), 4, 32, "7C"),
        (DeckRules(per_player=8), 5, 40, "5C"),
        (DeckRules(per_player=8), 6, 48, "3C"),
        (DeckRules(remove=("2C",)), 3, 51, "2D"),
        (DeckRules(ranks="24567JQK3A"), 4, 40, "2C"),
        (DeckRules(copies=2), 6, 104, "2C"),
        (DeckRules(copies=2, remove=("2C", "2D")), 6, 100, "2H"),
        (DeckRules(copies=2, per_player=8), 4, 32, "JC"),
        (DeckRules(wizards=4, jesters=4), 4, 60, "2C"),
        (DeckRules(per_player=5), 3, 15, "JD"),
    ],
)
def test_packs(rules: DeckRules, players: int, size: int, lowest: str) -> None:
    assert deck_size(rules, players) == size
    deck = Deck(rules, players)
    suited = [card for card in deck.cards if deck.suit_of[card]]
    assert min(suited, key=lambda card: (rules.ranks.index(card[0]), "CDHS".index(card[1]))) == lowest


def test_canonical_order_is_suit_then_rank_then_wizards_then_jesters() -> None:
    deck = Deck(DeckRules(ranks="3A2", suits="HC", copies=2, wizards=5, jesters=1), 2)
    assert deck.cards == cards("3C 3C AC AC 2C 2C 3H 3H AH AH 2H 2H ZC ZC ZD ZH ZS NC")


# ---- relabelled suits


def test_a_relabelling_names_what_stands_for_clubs_diamonds_hearts_and_spades() -> None:
    relabelling = Relabelling("HSCD")
    assert [relabelling.card(card) for card in cards("QC TD 2H AS ZC NS")] == list(cards("QH TS 2C AD ZH ND"))
    assert [relabelling.suit(suit) for suit in ("C", "D", "H", "S", "N", None)] == ["H", "S", "C", "D", "N", None]
    assert relabelling.cards(cards("2H QC")) == cards("2C QH")


@pytest.mark.parametrize("suits", ["", "CDH", "CDHH", "CDHSN", "cdhs"])
def test_only_the_four_letters_make_a_relabelling(suits: str) -> None:
    with pytest.raises(ValueError, match="the letters CDHS in some order"):
        Relabelling(suits)


@pytest.mark.parametrize("name", ["cardgames-io", "pocha", "two packs", "twenty wizards"])
@pytest.mark.parametrize("suits", ["HSCD", "DCSH", "CDHS"])
def test_relabelled_hands_are_sorted_again_and_the_inverse_brings_them_back(name: str, suits: str) -> None:
    rules = VARIANTS[name]
    order = deck_of(rules).order
    relabelling = Relabelling(suits)
    for index in range(len(rules.hands)):
        deal = derive_deal(KEY, 4, hand_plan(rules, index), rules, 0)
        disguised = relabelling.deal(deal)
        for true, shown in zip(deal.hands, disguised.hands, strict=True):
            assert Counter(map(relabelling.card, true)) == Counter(shown)
            known = [card for card in shown if card in order]
            assert known == sorted(known, key=order.__getitem__)
        assert relabelling.inverse().deal(disguised) == deal


def test_the_turned_card_and_the_trump_are_relabelled_too() -> None:
    deal = Deal((cards("2C"), cards("3C")), "4D", "D")
    assert Relabelling("HSCD").deal(deal) == Deal((cards("2H"), cards("3H")), "4S", "S")
    assert Relabelling("HSCD").deal(Deal((), None, "N")) == Deal((), None, "N")
    assert Relabelling("HSCD").deal(Deal((), "ZC", None)) == Deal((), "ZH", None)


def test_relabellings_are_compared_by_their_letters() -> None:
    assert Relabelling("HSCD") == Relabelling("HSCD")
    assert Relabelling("HSCD") != Relabelling("CDHS")
    assert len({Relabelling("HSCD"), Relabelling("HSCD").inverse().inverse()}) == 1
    assert repr(Relabelling("HSCD")) == "Relabelling('HSCD')"
