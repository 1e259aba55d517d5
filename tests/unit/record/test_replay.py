"""A record walked through the rules, its text and its data, and what a seat's own view must not show."""

import itertools
import json
from typing import Any

import msgspec
import pytest

from ohhell_referee.record.game_record import GameRecord
from ohhell_referee.record.replay import Decision, Disagreement, HandEnds, HandStarts, walk
from ohhell_referee.record.replay_data import replay_data
from ohhell_referee.record.replay_text import TextReplay
from ohhell_referee.rules.seeds import seed_key
from ohhell_referee.rules.variant import Variant
from support.records import play_record, variant_of

KEY = seed_key("replay")


def replaced(record: GameRecord, hand: int, **changes: Any) -> GameRecord:
    hands = list(record.hands)
    hands[hand] = msgspec.structs.replace(hands[hand], **changes)
    return msgspec.structs.replace(record, hands=tuple(hands))


def text_of(record: GameRecord, variant: Variant, **options: Any) -> str:
    return "".join(part.text for part in TextReplay(record, variant, **options).parts())


def test_a_walk_meets_every_decision_once() -> None:
    variant = variant_of()
    record = play_record(variant, KEY)
    steps = list(walk(record, variant))
    assert sum(isinstance(step, HandStarts) for step in steps) == 5
    assert sum(isinstance(step, HandEnds) for step in steps) == 5
    played = [step for step in steps if isinstance(step, Decision) and step.kind == "play"]
    cards = [card for hand in record.hands for trick in hand.tricks for card in trick[1:]]
    assert [step.value for step in played] == cards
    assert all(step.value in step.legal for step in steps if isinstance(step, Decision))


def test_a_walk_ends_with_the_records_scores() -> None:
    variant = variant_of()
    record = play_record(variant, KEY)
    last = list(walk(record, variant))[-1]
    assert isinstance(last, HandEnds)
    assert tuple(last.game.scores) == record.scores


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"size": 2}, "2 cards a player recorded, the schedule has 3"),
        ({"trump": "X"}, "trump X recorded, by the rules it is"),
        (lambda hand: {"bids": (9, *hand.bids[1:])}, "the bid 9 is not allowed: a bid lies between 0 and 3"),
        ({"turned": None}, "no card was turned up, by the rules one is"),
        (lambda hand: {"turned": hand.deal[0][0]}, "was dealt 2 times, the pack has 1"),
        ({"turned": "1X"}, "'1X' was turned up, which is not in the pack"),
        (lambda hand: {"deal": (hand.deal[0][:2], *hand.deal[1:])}, "seat 0 was dealt 2 cards, not 3"),
        (lambda hand: {"deal": (hand.deal[0][::-1], *hand.deal[1:])}, "the cards of seat 0 are not in order"),
        (lambda hand: {"tricks": hand.tricks * 2}, "6 tricks recorded, the hand has 3"),
        ({"tricks": ()}, "0 tricks recorded, the hand has 3"),
        ({"named": 1}, "seat 1 is recorded to have named the trump, it was None"),
    ],
)
def test_a_record_that_the_rules_do_not_allow(change: Any, message: str) -> None:
    variant = variant_of()
    record = play_record(variant, KEY)
    with pytest.raises(Disagreement) as caught:
        list(walk(replaced(record, 0, **(change(record.hands[0]) if callable(change) else change)), variant))
    assert message in caught.value.what
    assert caught.value.hand == 0


def test_a_card_out_of_turn_is_found_in_its_trick() -> None:
    variant = variant_of()
    record = play_record(variant, KEY)
    tricks = list(record.hands[0].tricks)
    tricks[1] = (tricks[1][0], *tricks[0][1:])
    with pytest.raises(Disagreement) as caught:
        list(walk(replaced(record, 0, tricks=tuple(tricks)), variant))
    assert (caught.value.hand, caught.value.trick) == (0, 1)


def test_a_table_of_another_size_than_the_variant() -> None:
    record = play_record(variant_of(), KEY)
    with pytest.raises(Disagreement, match="4 seats at the table, the variant has 3"):
        list(walk(record, variant_of(players=3)))


# One seat's view


def cards_before_play(text: str) -> str:
    """The part of a hand's text that stands before its tricks."""
    return text.partition("  trick ")[0]


def test_a_seats_view_shows_no_card_of_others_before_it_is_played() -> None:
    variant = variant_of()
    record = play_record(variant, KEY, note_rate=0.5, fault_rate=0.1)
    for seat, hand in itertools.product(range(4), range(5)):
        before = cards_before_play(text_of(record, variant, seat=seat, only_hand=hand))
        recorded = record.hands[hand]
        others = [card for at, cards in enumerate(recorded.deal) if at != seat for card in cards]
        assert [card for card in others if card in before] == []
        assert all(card in before for card in recorded.deal[seat])


def test_a_seats_view_shows_no_others_notes_faults_or_names() -> None:
    variant = variant_of()
    names = ("anna", "bert", "cleo", "dora")
    record = play_record(variant, KEY, table=names, note_rate=0.6, fault_rate=0.05)
    assert {note[2] for note in record.notes} == {0, 1, 2, 3}
    assert len({fault.seat for fault in record.faults}) > 1
    text = text_of(record, variant, seat=2)
    assert not any(name in text for name in ("anna", "bert", "dora"))
    assert "note of 2 cleo" in text
    assert text.count("note of") == sum(note[2] == 2 for note in record.notes)
    assert text.count("fault of") == sum(fault.seat == 2 for fault in record.faults)
    assert all(name in text_of(record, variant, seat=2, reveal_names=True) for name in names)


def test_a_seats_view_keeps_the_outcome_for_the_end() -> None:
    variant = variant_of()
    text = text_of(play_record(variant, KEY), variant, seat=0)
    assert text.index("Hand 5") < text.index("place")


def test_a_forehead_hand_shows_every_card_but_ones_own() -> None:
    variant = variant_of({"schedule": {"hands": "1"}, "view": [{"hands": {"size": 1}, "mode": "forehead"}]})
    record = play_record(variant, KEY)
    before = cards_before_play(text_of(record, variant, seat=1))
    for seat, (card,) in enumerate(record.hands[0].deal):
        assert (card in before) == (seat != 1)


def test_a_blind_hand_shows_ones_cards_after_the_bids() -> None:
    variant = variant_of({"schedule": {"hands": "2"}, "view": [{"hands": {"size": 2}, "mode": "blind"}]})
    record = play_record(variant, KEY)
    text = text_of(record, variant, seat=1)
    first, _, rest = text.partition("bids:")
    assert "cards not seen before the bids" in first
    assert not any(card in first for card in record.hands[0].deal[1])
    assert all(card in rest.partition("  trick ")[0] for card in record.hands[0].deal[1])


def test_a_trump_that_comes_after_the_bids_is_not_told_before() -> None:
    variant = variant_of({"schedule": {"hands": "3"}, "trump": {"reveal": "after_bids"}})
    record = play_record(variant, KEY)
    first, _, rest = text_of(record, variant).partition("bids:")
    assert "trump not known yet" in first
    assert f"trump {record.hands[0].trump} ({record.hands[0].turned} turned up)" in rest


def test_notes_and_names_cannot_drive_the_terminal() -> None:
    variant = variant_of()
    record = play_record(variant, KEY, table=("\x1b]0;x\x07", "b", "c", "d"))
    record = msgspec.structs.replace(
        record, notes=((0, None, 1, "\x1b[2J"),), marks=("\x1b[0m",), evidence=({"text": "\x9b1m"},)
    )
    text = text_of(record, variant, run="\x1b[1m")
    assert "\\x1b[2J" in text
    assert all(line.isprintable() for line in text.splitlines())


def test_the_words_of_a_faults_evidence_stand_beside_it() -> None:
    variant = variant_of()
    record = play_record(variant, KEY, fault_rate=0.1)
    fault = next(fault for fault in record.faults if fault.fault_class not in ("crash", "startup"))
    about = {"class": fault.fault_class, "hand": fault.hand, "trick": fault.trick, "seat": fault.seat}
    record = msgspec.structs.replace(record, evidence=({**about, "text": "`card` must be a str, got 7"},))
    said = "; the house decided: `card` must be a str, got 7"
    assert f"{said} (suits as on the wire)\n" in text_of(record, variant)
    plain = tuple(msgspec.structs.replace(hand, suits="CDHS") for hand in record.hands)
    assert f"{said}\n" in text_of(msgspec.structs.replace(record, hands=plain), variant)


def test_what_a_crashed_bot_printed_last_stands_below_its_fault() -> None:
    variant = variant_of()
    record = play_record(variant, KEY, fault_rate=0.1)
    fault = next(fault for fault in record.faults if fault.fault_class == "crash")
    about = {"class": "crash", "hand": fault.hand, "trick": fault.trick, "seat": fault.seat}
    printed = "\n".join(["far above", *(f"line {number}" for number in range(3)), "IndexError: \x1b[1m"])
    record = msgspec.structs.replace(record, evidence=({**about, "text": "exit(1)", "stderr": printed},))
    text = text_of(record, variant)
    assert "; the house decided: exit(1)\n        | line 0\n" in text
    assert "        | IndexError: \\x1b[1m\n" in text
    assert "far above" not in text


# Data


def test_the_data_of_a_game_are_plain_json() -> None:
    variant = variant_of()
    record = play_record(variant, KEY, note_rate=0.3, fault_rate=0.1)
    data = json.loads(json.dumps(replay_data(record, variant)))
    assert data["scores"] == list(record.scores)
    assert [hand["hand"] for hand in data["hands"]] == [0, 1, 2, 3, 4]
    decisions = [decision for hand in data["hands"] for decision in hand["decisions"]]
    assert len(decisions) == 5 * 4 + 11 * 4
    assert all(decision["value"] in decision["legal"] for decision in decisions)
    assert sum(len(decision.get("notes", [])) for decision in decisions) == len(record.notes)
    assert sum(len(decision.get("faults", [])) for decision in decisions) == len(record.faults)
    winners = [trick["winner"] for hand in data["hands"] for trick in hand["tricks"]]
    assert [winners.count(seat) for seat in range(4)] == [
        sum(hand.taken[seat] for hand in record.hands) for seat in range(4)
    ]


def test_a_seats_data_hold_its_requests_and_no_hidden_card() -> None:
    """Whatever the others held: the same requests, as long as the same cards fall."""
    variant = variant_of({"schedule": {"hands": "3"}})
    record = play_record(variant, KEY)
    data = replay_data(record, variant, seat=1)
    (hand,) = data["hands"]
    assert [cards is not None for cards in hand["cards"]] == [False, True, False, False]
    assert "suits" not in hand
    assert {decision["seat"] for decision in hand["decisions"]} == {1}
    bid = hand["decisions"][0]["request"]
    assert bid["type"] == "bid"
    hidden = {card for at, cards in enumerate(record.hands[0].deal) if at != 1 for card in cards}
    assert not hidden & set(json.loads(json.dumps(bid["cards"])))
    assert data["table"] == [None, "b", None, None]


def test_one_hand_of_the_data() -> None:
    variant = variant_of()
    data = replay_data(play_record(variant, KEY), variant, only_hand=2)
    assert [hand["size"] for hand in data["hands"]] == [1]
