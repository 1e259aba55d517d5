"""The table of messages hangs together."""

from __future__ import annotations

from collections import Counter

from ohhell_protocol.bad_examples import BAD_EXAMPLES
from ohhell_protocol.errors import CODES, ERROR_CODES
from ohhell_protocol.examples import EXAMPLES
from ohhell_protocol.messages import ANSWER_OF, ILLEGAL_CODE, MESSAGES, TO_BOT, TO_REFEREE, VALUE_KEY


def test_no_type_is_listed_twice_in_a_direction() -> None:
    assert len(MESSAGES) == len(TO_BOT) + len(TO_REFEREE)


def test_no_key_is_listed_twice_in_a_message() -> None:
    for message in MESSAGES:
        names = [field.name for field in message.fields]
        assert sorted(set(names)) == sorted(names)
        assert "type" not in names


def test_every_request_names_an_answer_that_carries_its_id_and_a_value() -> None:
    assert ANSWER_OF == {"bid": "bid", "revise": "bid", "trump": "trump", "play": "play"}
    for request, answer in ANSWER_OF.items():
        assert TO_BOT[request].field("id") is not None
        assert TO_BOT[request].field("legal") is not None
        assert TO_REFEREE[answer].field("id") is not None
        assert TO_REFEREE[answer].field(VALUE_KEY[answer]) is not None
        assert ILLEGAL_CODE[answer] in CODES


def test_answers_are_closed_and_everything_else_has_room_to_grow() -> None:
    assert [message.type for message in MESSAGES if not message.open] == ["bid", "play", "trump"]


def test_error_codes_are_listed_once() -> None:
    assert len(ERROR_CODES) == len(CODES)


def test_every_message_type_has_an_example_of_its_name() -> None:
    shown = {(e.direction, m["type"]) for e in EXAMPLES for m in e.messages}
    assert shown == {(message.direction, message.type) for message in MESSAGES}


def test_example_names_are_unique() -> None:
    counted = Counter(e.name for e in EXAMPLES) + Counter(b.name for b in BAD_EXAMPLES)
    assert [name for name, times in counted.items() if times > 1] == []


def test_requests_in_examples_are_possible() -> None:
    """Legal cards are held, own bids stand at the own seat, tricks have as many cards as there are seats."""
    for example in EXAMPLES:
        for message in example.messages:
            if message["type"] not in ANSWER_OF or example.direction == "bot to referee":
                continue
            assert len(message["bids"]) == len(message["scores"]) == message["players"]
            assert message["legal"]
            if message["type"] == "play":
                assert set(message["legal"]) <= set(message["cards"])
                assert len(message["cards"]) == message["size"] - len(message["played"])
                assert sum(message["taken"]) == len(message["played"])
                assert all(len(trick) == message["players"] + 1 for trick in message["played"])
                turn = (message["leader"] + len(message["trick"])) % message["players"]
                assert turn == message["seat"]
            elif message["cards"]:
                assert len(message["cards"]) == message["size"]
