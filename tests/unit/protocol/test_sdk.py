"""The SDK: from frames to frames, without a socket."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgpack
import pytest

from ohhell_protocol import BidRequest, Bot, GameInfo, PlayRequest
from ohhell_protocol.connection import connection_from_environment
from ohhell_protocol.frames import check_message, pack_frame, read_frame
from ohhell_protocol.limits import MAX_FRAME_BYTES, MAX_NOTE_CHARACTERS
from support.protocol_bots import BOT_SEED, exchange, start_message


def request(kind: str = "bid", **keys: Any) -> dict[str, Any]:
    message: dict[str, Any] = {
        "type": kind,
        "id": 1,
        "game": "g1",
        "seat": 0,
        "players": 4,
        "hand": 0,
        "hands": 19,
        "size": 3,
        "dealer": 3,
        "trump": "S",
        "turned": "2S",
        "cards": ["AH", "KD", "5S"],
        "bids": [None, None, None, None],
        "legal": [0, 1, 2, 3],
        "scores": [0, 0, 0, 0],
    }
    if kind == "play":
        message |= {"bids": [1, 1, 0, 0], "legal": ["AH", "KD", "5S"]}
        message |= {"taken": [0, 0, 0, 0], "leader": 0, "trick": [], "played": []}
    return {**message, **keys}


class First(Bot):
    """Takes the first legal choice and remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[Any] = []

    def bid(self, request: BidRequest) -> int:
        return request.legal[0]

    def play(self, request: PlayRequest) -> str:
        return request.legal[0]

    def on_game_start(self, game: GameInfo) -> None:
        self.told.append(("start", game.game, game.seat))

    def on_game_end(self, game: GameInfo, scores: list[int], places: list[int]) -> None:
        self.told.append(("end", game.game, scores, places))

    def on_welcome(self, options: Mapping[str, Any]) -> None:
        self.told.append(("welcome", dict(options)))


class Watcher(First):
    def on_event(self, game: GameInfo, event: Mapping[str, Any]) -> None:
        self.told.append((game.game, event["type"]))


def test_a_frame_is_answered_in_one_frame_each_request_by_its_own_message() -> None:
    revised = request("revise", id=3, bids=[2, None, None, None])
    trump = request("trump", id=4, legal=["C", "D", "H", "S"], cards=["AH", "KH", "5S"])
    answers = exchange(First(), start_message(), request(id=1), request("play", id=2), revised, trump)
    assert answers == [
        {"type": "bid", "id": 1, "bid": 0},
        {"type": "play", "id": 2, "card": "AH"},
        {"type": "bid", "id": 3, "bid": 2},
        {"type": "trump", "id": 4, "trump": "H"},
    ]


def test_notices_alone_are_not_answered() -> None:
    assert First().answer_frame(pack_frame([start_message()])) is None


def test_types_and_keys_that_are_not_known_are_ignored() -> None:
    assert exchange(First(), start_message(colour="red"), {"type": "weather"}, request(mood="good"))


def test_games_are_told_apart_and_forgotten_at_their_end() -> None:
    bot = First()
    end = {"type": "game_end", "game": "g1", "scores": [1, 2], "places": [2, 1]}
    exchange(bot, start_message("g1"), start_message("g2", seat=2), end)
    assert bot.told == [("start", "g1", 0), ("start", "g2", 2), ("end", "g1", [1, 2], [2, 1])]
    assert exchange(bot, request(game="g2"))
    with pytest.raises(KeyError):
        exchange(bot, request(game="g1"))


def test_the_end_of_a_game_that_this_process_never_saw_is_ignored() -> None:
    bot = First()
    exchange(bot, {"type": "game_end", "game": "g9", "scores": [1], "places": [1]})
    assert bot.told == []


def test_the_generator_of_a_game_depends_on_its_bot_seed_alone() -> None:
    """Two games side by side draw what each would draw alone."""

    class Drawing(First):
        def bid(self, request: BidRequest) -> int:
            return request.rng.choice(request.legal)

    def bids(*messages: dict[str, Any]) -> list[int]:
        return [answer["bid"] for answer in exchange(Drawing(), *messages)]

    legal = list(range(60))
    starts = [start_message("g1"), start_message("g2", bot_seed="f" * 64)]
    mixed = [request(game=f"g{1 + n % 2}", id=n, legal=legal) for n in range(20)]
    together = bids(*starts, *mixed)
    assert together[0::2] == bids(starts[0], *mixed[0::2])
    assert together[1::2] == bids(starts[1], *mixed[1::2])
    assert together[0::2] != together[1::2]
    generator = random.Random(BOT_SEED)
    assert together[0::2] == [generator.choice(legal) for _ in range(10)]


def test_memory_belongs_to_a_game() -> None:
    class Counting(First):
        def bid(self, request: BidRequest) -> int:
            memory = request.game_info.memory
            memory["asked"] = memory.get("asked", -1) + 1
            return int(memory["asked"])

    messages = [request(game=game) for game in ("g1", "g1", "g2", "g1")]
    answers = exchange(Counting(), start_message("g1"), start_message("g2"), *messages)
    assert [answer["bid"] for answer in answers] == [0, 1, 0, 2]


def test_what_a_request_lacks_is_empty() -> None:
    seen: list[BidRequest] = []

    class Looking(First):
        def bid(self, request: BidRequest) -> int:
            seen.append(request)
            return 0

    exchange(Looking(), start_message(), request())
    (found,) = seen
    assert found.seen is None
    assert found.clock_ms is None
    assert list(found.trick) == list(found.played) == list(found.taken) == []
    assert "trump='S'" in repr(found)
    assert found.game_info.variant["name"] == "cardgames-io"


def test_a_note_goes_with_the_answer_cut_to_its_limit() -> None:
    class Talking(First):
        def bid(self, request: BidRequest) -> int:
            request.note = "n" * 1000
            return 0

    (answer,) = exchange(Talking(), start_message(), request())
    assert answer["note"] == "n" * MAX_NOTE_CHARACTERS


@pytest.mark.parametrize("value", ["1", 1.0, True, None, [1]])
def test_a_bid_of_another_type_is_refused_where_it_is_made(value: Any) -> None:
    class Wrong(First):
        def bid(self, request: BidRequest) -> int:
            result: int = value
            return result

    with pytest.raises(TypeError, match=r"Wrong\.bid\(\) returned .* one of request\.legal"):
        exchange(Wrong(), start_message(), request())


def test_a_card_of_another_type_is_refused_where_it_is_made() -> None:
    class Wrong(First):
        def play(self, request: PlayRequest) -> str:
            result: Any = 3
            return result  # type: ignore[no-any-return]  # wrong on purpose

    with pytest.raises(TypeError, match=r"Wrong\.play\(\) returned the integer 3"):
        exchange(Wrong(), start_message(), request("play"))


def test_integers_and_texts_of_other_libraries_are_let_through() -> None:
    class Index:
        def __index__(self) -> int:
            return 2

    class Word(str):
        __slots__ = ()

    class Foreign(First):
        def bid(self, request: BidRequest) -> Any:
            return Index()

        def play(self, request: PlayRequest) -> str:
            return Word(request.legal[1])

    assert [a.get("bid", a.get("card")) for a in exchange(Foreign(), start_message(), request(), request("play"))] == [
        2,
        "KD",
    ]


def test_illegal_answers_are_sent_so_that_the_referee_can_say_so() -> None:
    class Bold(First):
        def bid(self, request: BidRequest) -> int:
            return 99

    assert exchange(Bold(), start_message(), request()) == [{"type": "bid", "id": 1, "bid": 99}]


def test_what_a_bot_raises_is_not_caught() -> None:
    class Broken(First):
        def bid(self, request: BidRequest) -> int:
            return request.legal[99]

    with pytest.raises(IndexError):
        exchange(Broken(), start_message(), request())


def test_a_bot_without_bid_or_play_is_told_what_it_lacks() -> None:
    class Empty(Bot):
        pass

    with pytest.raises(NotImplementedError, match=r"Empty has no method bid\(self, request\)"):
        exchange(Empty(), start_message(), request())


def test_errors_of_the_referee_are_said_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    exchange(First(), {"type": "error", "id": 1, "code": "illegal_bid", "text": "99 is no legal answer"})
    captured = capsys.readouterr()
    assert captured.err == "First: referee: illegal_bid: 99 is no legal answer\n"
    assert captured.out == ""


def test_options_come_with_welcome() -> None:
    bot = First()
    exchange(bot, {"type": "welcome", "protocol": 1, "referee": "1", "bot": "b", "options": {"depth": 3}})
    assert bot.options == {"depth": 3}
    assert bot.told == [("welcome", {"depth": 3})]
    other = First()
    exchange(other, {"type": "welcome", "protocol": 1, "referee": "1", "bot": "b"})
    assert other.options == {}


def test_events_are_wanted_by_a_bot_that_has_a_use_for_them() -> None:
    assert First().hello("t")["events"] is False
    assert Watcher().hello("t")["events"] is True
    bot = Watcher()
    event = {"type": "bid_made", "game": "g1", "hand": 0, "seat": 1, "bid": 1}
    exchange(bot, start_message(), event, {**event, "game": "g9"})
    assert bot.told[-1] == ("g1", "bid_made")
    assert len(bot.told) == 2


def test_hello_is_in_the_protocol_and_says_what_the_class_says() -> None:
    class Named(First):
        name = "first"
        version = "2"
        author = "team-a"
        games = 1

    hello = Named().hello("0" * 32)
    check_message(hello)
    assert (hello["name"], hello["version"], hello["author"], hello["games"]) == ("first", "2", "team-a", 1)
    assert First().hello("t")["name"] == "First"
    assert "author" not in First().hello("t")


def test_bye_finishes_the_bot() -> None:
    bot = First()
    assert not bot.finished
    exchange(bot, {"type": "bye", "reason": "enough"})
    assert bot.finished


def test_long_answers_are_split_into_frames_that_the_referee_takes() -> None:
    class Talking(First):
        def bid(self, request: BidRequest) -> int:
            request.note = "ü" * MAX_NOTE_CHARACTERS
            return 0

    bot = Talking()
    frame = pack_frame([start_message(), *[request(id=n) for n in range(200)]])
    frames = list(bot.answer_frames(frame))
    assert len(frames) > 1
    assert all(len(f) <= MAX_FRAME_BYTES for f in frames)
    assert [a["id"] for f in frames for a in read_frame(f)] == list(range(200))


def test_a_bot_that_thinks_long_sends_what_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is replaced: each decision takes 30 ms of it, and answers leave after more than 50."""
    now = iter(n * 0.03 for n in range(100))
    monkeypatch.setattr("ohhell_protocol.sdk.time.monotonic", lambda: next(now))
    bot = First()
    frame = pack_frame([start_message(), *[request(id=n) for n in range(5)]])
    assert [len(read_frame(f)) for f in bot.answer_frames(frame)] == [2, 2, 1]


def test_frames_of_nothing_but_ints_and_texts_leave_the_bot() -> None:
    answer = First().answer_frame(pack_frame([start_message(), request()]))
    assert answer is not None
    assert msgpack.unpackb(answer) == [{"type": "bid", "id": 1, "bid": 0}]


@pytest.mark.parametrize("present", [{}, {"OHHELL_ENDPOINT": "tcp://127.0.0.1:1"}, {"OHHELL_TOKEN": "t"}])
def test_outside_the_referee_a_bot_says_how_to_run_it(
    present: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("OHHELL_ENDPOINT", "OHHELL_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    for name, value in present.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.argv", ["bots/my_bot.py"])
    with pytest.raises(SystemExit) as caught:
        connection_from_environment()
    assert caught.value.code == 2
    text = capsys.readouterr().err
    for name in {"OHHELL_ENDPOINT", "OHHELL_TOKEN"} - set(present):
        assert name in text
    assert "ohhell-referee check -- python3 bots/my_bot.py" in text
