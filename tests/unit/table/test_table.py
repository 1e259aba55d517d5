"""One game between seats, driven without any bot."""

from __future__ import annotations

import msgspec
import pytest

from ohhell_referee.record.game_record import Fault
from ohhell_referee.table import Answer, Ask, FaultPolicy, StopRun, VoidGame
from ohhell_referee.table.house import house_decision
from ohhell_referee.table.placing import places_with_forfeits
from support.tables import KEY, finish, lowest, make_table, order, random_player


def faulty(seat: int, fault: str, at: int = 0, times: int = 1):  # type: ignore[no-untyped-def]  # a Player
    """A player whose seat commits a fault at its decision number `at`, and at the `times - 1` after it."""
    count = 0

    def play(ask: Ask) -> Answer:
        nonlocal count
        if ask.seat != seat:
            return lowest(ask)
        count += 1
        if at < count <= at + times:
            return Answer(None, fault, evidence={"text": "no"})  # type: ignore[arg-type]  # parametrised
        return lowest(ask)

    return play


def test_a_game_is_played_to_its_end_and_recorded() -> None:
    record = finish(make_table(), random_player())
    assert [hand.size for hand in record.hands] == [3, 2, 1, 2, 3]
    assert all(sum(hand.taken) == hand.size for hand in record.hands)
    assert record.scores == tuple(sum(points) for points in zip(*(hand.points for hand in record.hands), strict=True))
    assert not record.faults
    assert [len(times) for times in record.timing["ms"]] == [16, 16, 16, 16]


def test_the_same_order_and_answers_give_the_same_record() -> None:
    assert finish(make_table(), random_player(3)) == finish(make_table(), random_player(3))


def test_the_deal_belongs_to_the_block_not_to_the_seating() -> None:
    first = finish(make_table(order=order(4, 0)), lowest)
    second = finish(make_table(order=order(4, 1)), lowest)
    other = finish(make_table(order=order(5, 0)), lowest)
    assert [hand.deal for hand in first.hands] == [hand.deal for hand in second.hands]
    assert first.hands[0].dealer == second.hands[0].dealer
    assert [hand.deal for hand in first.hands] != [hand.deal for hand in other.hands]


def test_the_disguise_is_another_one_in_each_seating_and_never_the_true_suits() -> None:
    seen = [[hand.suits for hand in finish(make_table(order=order(0, s)), lowest).hands] for s in range(4)]
    for hand in range(5):
        suits = [seating[hand] for seating in seen]
        assert len(set(suits)) == 4
        assert "CDHS" not in suits


def test_bots_see_the_disguised_suits_and_the_record_holds_the_true_ones() -> None:
    cards: list[tuple[str, ...]] = []

    def watch(_table: object, asks: list[Ask]) -> None:
        if len(cards) < 4 and asks[0].kind == "bid":
            cards.append(tuple(asks[0].body["cards"]))

    record = finish(make_table(), lowest, watch)
    hand = record.hands[0]
    wire = dict(zip("CDHS", hand.suits, strict=True))
    bidding_order = [(hand.dealer + 1 + place) % 4 for place in range(4)]
    for seat, shown in zip(bidding_order, cards, strict=True):
        assert sorted(card[0] + wire[card[1]] for card in hand.deal[seat]) == sorted(shown)


def test_the_record_does_not_depend_on_the_disguise() -> None:
    """House decisions are taken in the true suits, so a table of nobody plays alike in any disguise."""
    plain = finish(make_table(order=order(absent=range(4)), disguise=False), lowest)
    disguised = finish(make_table(order=order(absent=range(4))), lowest)
    as_wire = [msgspec.structs.replace(hand, suits="CDHS") for hand in disguised.hands]
    assert list(plain.hands) == as_wire


@pytest.mark.parametrize("fault", ["illegal", "late", "malformed", "protocol"])
def test_a_fault_is_substituted_and_recorded_with_its_place(fault: str) -> None:
    """The first fault costs the decision, not the seat."""
    record = finish(make_table(), faulty(2, fault, at=1))
    (found,) = record.faults
    assert found == Fault(fault, 0, 0, 2, substituted=True)  # type: ignore[arg-type]  # parametrised
    assert record.forfeits == ()
    assert record.evidence[0]["text"] == "no"


def test_the_third_fault_hands_the_seat_over_and_ranks_it_last() -> None:
    asked: list[int] = []
    record = finish(make_table(), faulty(1, "illegal", times=3), lambda _table, asks: asked.append(asks[0].seat))
    assert len(record.faults) == 3
    assert record.forfeits == (1,)
    assert record.places[1] == 4
    assert asked.count(1) == 3


@pytest.mark.parametrize("fault", ["crash", "startup"])
def test_a_crash_is_one_fault_and_loses_the_seat_at_once(fault: str) -> None:
    record = finish(make_table(), faulty(0, fault, at=2))
    assert len(record.faults) == 1
    assert record.forfeits == (0,)
    assert record.places[0] == 4


def test_forfeit_loses_the_seat_at_the_first_fault() -> None:
    policy = FaultPolicy(on_illegal="forfeit")
    record = finish(make_table(policy=policy), faulty(3, "illegal"))
    assert record.forfeits == (3,)


def test_void_and_stop_end_the_game_with_a_sentence_that_names_the_bot() -> None:
    with pytest.raises(VoidGame, match=r"late fault of bob \(seat 1\) in game b0s0, hand 1, bidding"):
        finish(make_table(policy=FaultPolicy(on_timeout="void")), faulty(1, "late"))
    with pytest.raises(StopRun, match="illegal fault of cid"):
        finish(make_table(policy=FaultPolicy(on_illegal="stop")), faulty(2, "illegal"))


def test_a_stray_fault_counts_but_replaces_no_decision() -> None:
    table = make_table()
    stray = iter([True, True, True])

    def watch(_table: object, asks: list[Ask]) -> None:
        if next(stray, False):
            table.stray_fault(0, "protocol", {"text": "second answer"})

    record = finish(table, lowest, watch)
    assert [fault.substituted for fault in record.faults] == [False, False, False]
    assert record.forfeits == (0,)


@pytest.mark.parametrize(("consequence", "ending"), [("void", VoidGame), ("stop", StopRun)])
def test_void_and_stop_hold_for_stray_faults_too(consequence: str, ending: type[Exception]) -> None:
    table = make_table(policy=FaultPolicy(on_protocol_error=consequence))  # type: ignore[arg-type]  # parametrised

    def watch(_table: object, asks: list[Ask]) -> None:
        if asks[0].kind == "play":
            table.stray_fault(3, "protocol", {"text": "second answer"})

    with pytest.raises(ending, match=r"protocol fault of dot \(seat 3\) in game b0s0, hand 1, trick 1"):
        finish(table, lowest, watch)


def test_absent_seats_are_played_by_the_house_without_being_asked() -> None:
    record = finish(make_table(order=order(absent=(0, 2))), lowest, lambda _t, asks: [a.seat for a in asks] or None)
    assert record.forfeits == (0, 2)
    assert record.places[0] == record.places[2] == 3
    assert not record.faults


def test_notes_go_into_the_record_beside_the_decision() -> None:
    record = finish(make_table(), lambda ask: Answer(ask.legal[0], note="hm" if ask.kind == "play" else None))
    assert record.notes[0] == (0, 0, (record.hands[0].dealer + 1) % 4, "hm")


def test_notices_tell_everything_that_is_open_and_nothing_else() -> None:
    table = make_table(wants_events=[False, True, False, False])
    told: list[dict[str, object]] = []

    def watch(_table: object, _asks: list[Ask]) -> None:
        assert all(seat == 1 for seat, _ in table.notices)
        told.extend(notice for _, notice in table.notices)
        table.notices.clear()

    record = finish(table, random_player(), watch)
    told.extend(notice for _, notice in table.notices)
    kinds = [notice["type"] for notice in told]
    assert kinds.count("hand_start") == kinds.count("hand_end") == 5
    assert kinds.count("bid_made") == 20
    assert kinds.count("card_played") == 4 * 11
    assert kinds.count("trick_end") == 11
    ends = [notice for notice in told if notice["type"] == "hand_end"]
    assert [tuple(end["points"]) for end in ends] == [hand.points for hand in record.hands]  # type: ignore[arg-type]
    winners = [notice["winner"] for notice in told if notice["type"] == "trick_end"]
    taken = [[winners[:3].count(seat) for seat in range(4)]]
    assert taken[0] == list(record.hands[0].taken)


def test_bids_at_once_are_announced_together_after_the_last() -> None:
    raw = {"preset": "spruce", "game": {"players": 4}, "schedule": {"hands": [2]}, "bids": {"order": "at_once"}}
    table = make_table(raw, wants_events=[True] * 4)
    seen: list[int] = []

    def watch(_table: object, asks: list[Ask]) -> None:
        if asks[0].kind == "bid":
            assert len(asks) == 4
            assert not any(notice["type"] == "bid_made" for _, notice in table.notices)
            assert all(ask.body["bids"] == (None,) * 4 for ask in asks)
        else:
            seen.extend(1 for _, notice in table.notices if notice["type"] == "bid_made")
        table.notices.clear()

    finish(table, lowest, watch)
    assert len(seen) == 16


def test_the_house_plays_the_lowest_rank_then_clubs_first_in_true_suits() -> None:
    undo = dict(zip("HSCD", "CDHS", strict=True))

    def card(text: str) -> str:
        return text[0] + undo[text[1]]

    assert house_decision("play", ["TH", "9S", "9H"], card, lambda suit: suit) == "9H"
    assert house_decision("bid", [2, 0, 1], card, lambda suit: suit) == 0
    assert house_decision("trump", ["C", "D", "H", "S"], card, lambda suit: undo.get(suit or "", suit)) == "H"


def test_a_jester_is_the_lowest_card_and_a_wizard_the_highest() -> None:
    same = {"card": lambda text: text, "suit": lambda text: text}
    assert house_decision("play", ["ZC", "2C", "NS"], same["card"], same["suit"]) == "NS"
    assert house_decision("play", ["ZC", "AS"], same["card"], same["suit"]) == "AS"


def test_places_are_shared_on_ties_and_forfeits_share_the_last() -> None:
    assert places_with_forfeits([10, 20, 20, 5], ()) == (3, 1, 1, 4)
    assert places_with_forfeits([99, 20, 20, 5], (0,)) == (4, 1, 1, 3)
    assert places_with_forfeits([99, 20, 50, 5], (0, 2)) == (3, 1, 3, 2)


def test_a_table_needs_as_many_names_as_players() -> None:
    with pytest.raises(ValueError, match="a table of 4 cannot seat 3"):
        make_table(order=order(players=3))
    assert KEY
