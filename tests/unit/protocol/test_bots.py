"""The Python example bots: greedy as it is written down, and who beats whom."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ohhell_protocol import Bot
from support.protocol_bots import ROOT, bot_class, exchange, match, play, start_message

VARIANTS: tuple[dict[str, Any], ...] = (
    {"preset": "cardgames-io"},
    {"preset": "bicycle"},
    {"preset": "devils-bridge"},
    {"preset": "nommie"},
    {"preset": "rikiki"},
    {"preset": "pocha"},
    {"preset": "wizard"},
    {"preset": "romanian-whist"},
    {"preset": "spruce"},
    {"trump": {"reveal": "after_bids"}, "deck": {"copies": 2}},
    {"trump": {"source": "highest_bidder"}, "deck": {"wizards": 4, "jesters": 4}, "bids": {"revise": True}},
    {"view": [{"hands": {"size": 5}, "mode": "blind"}], "play": {"void": "overtrump", "must_beat": True}},
)


def ask(kind: str, **keys: Any) -> Any:
    """What greedy answers to one request of a four-player hand of three cards."""
    request: dict[str, Any] = {"type": kind, "id": 1, "game": "g1", "seat": 0, "players": 4, "hand": 0, "hands": 1}
    request |= {"size": 3, "dealer": 0, "trump": "S", "turned": "JS", "cards": ["AH", "9S", "4S"]}
    request |= {"bids": [None] * 4, "legal": [0, 1, 2, 3], "scores": [0] * 4}
    (answer,) = exchange(bot_class("greedy")(), start_message(), {**request, **keys})
    return next(answer[key] for key in ("bid", "card", "trump") if key in answer)


def follow(trick: str, legal: str, needed: int, **keys: Any) -> Any:
    """Greedy's card when following to `trick` with `needed` tricks to go."""
    cards = legal.split()
    seat = {"bids": [needed, 0, 0, 0], "taken": [0, 0, 0, 0], "leader": (4 - len(trick.split())) % 4, "played": []}
    return ask("play", trick=trick.split(), cards=cards, legal=cards, **seat, **keys)


def test_greedy_bids_the_worked_example() -> None:
    text = (ROOT / "example_bots" / "GREEDY.md").read_text(encoding="utf-8")
    assert "Estimate 1686, bid **2**" in text
    assert ask("bid") == 2
    estimate = bot_class("greedy").bid.__globals__["estimate"]
    requests: list[Any] = []

    class Spy(Bot):
        def bid(self, request: Any) -> int:
            requests.append(request)
            return 0

    message = {"type": "bid", "id": 1, "game": "g1", "seat": 0, "players": 4, "hand": 0, "hands": 1, "size": 3}
    message |= {"dealer": 0, "trump": "S", "turned": "JS", "cards": ["AH", "9S", "4S"], "bids": [None] * 4}
    exchange(Spy(), start_message(), {**message, "legal": [0], "scores": [0] * 4})
    assert estimate(requests[0]) == 1686


@pytest.mark.parametrize(("legal", "bid"), [([0, 1, 3], 1), ([0, 3], 3), ([0], 0)])
def test_greedy_takes_the_legal_bid_that_is_nearest(legal: list[int], bid: int) -> None:
    assert ask("bid", legal=legal) == bid


def test_greedy_bids_its_share_where_it_sees_no_cards() -> None:
    assert ask("bid", cards=[], size=8, legal=list(range(9))) == 2
    assert ask("bid", cards=[], size=6, legal=list(range(7))) == 1


def test_greedy_keeps_its_bid() -> None:
    assert ask("revise", bids=[3, None, None, None]) == 3


def test_greedy_names_its_best_suit_and_no_trump_only_if_it_must() -> None:
    assert ask("trump", cards=["AH", "9S", "4S"], legal=["C", "D", "H", "S", "N"]) == "S"
    assert ask("trump", cards=["AH", "9S", "2S"], legal=["C", "D", "H", "N"]) == "H"
    assert ask("trump", cards=["ZH", "NS"], legal=["C", "D", "H", "S"]) == "C"
    assert ask("trump", legal=["N"]) == "N"


@pytest.mark.parametrize(
    ("trick", "legal", "needed", "card"),
    [
        ("", "AH 9S 4S", 1, "9S"),
        ("", "AH 9S 4S", 0, "AH"),
        ("9H KH 2H", "AH 3H QH", 1, "AH"),
        ("9H 8H 2H", "AH 3H QH", 1, "QH"),
        ("9H", "AH 3H QH", 1, "AH"),
        ("AH", "KH 3H", 1, "3H"),
        ("9H KH 2H", "AH 3H QH", 0, "QH"),
        ("9H", "AH TH QH", 0, "TH"),
        ("9H 8H 2H", "AH TH QH", 0, "AH"),
        ("9H", "KC 3D 2C", 0, "KC"),
        ("9H", "KC 3D 2S", 1, "2S"),
        ("NH NC", "2D KD ZH", 0, "2D"),
        ("ZH", "2D KD ZC", 1, "2D"),
        ("ZH", "2D KD ZC NS", 0, "ZC"),
        ("NH 9C", "TC ZC NS", 1, "ZC"),
    ],
)
def test_greedy_plays_by_its_table(trick: str, legal: str, needed: int, card: str) -> None:
    assert follow(trick, legal, needed) == card


@pytest.mark.parametrize("raw", VARIANTS, ids=lambda raw: str(raw.get("preset", sorted(raw))))
def test_bots_play_whole_games_of_every_feature_legally(raw: dict[str, Any]) -> None:
    names = ("greedy", "counting", "random", "greedy", "counting", "random")
    players = 5 if raw.get("preset") in ("rikiki", "wizard", "spruce", "bicycle") else 4
    play(raw, [bot_class(name)() for name in names[:players]], "legal", 0)


def test_a_game_repeats_from_its_seeds() -> None:
    def scores() -> list[int]:
        return play({"preset": "cardgames-io"}, [bot_class("random")() for _ in range(4)], "repeat", 3)

    assert scores() == scores()


def test_greedy_beats_random() -> None:
    greedy, random = match({"preset": "cardgames-io"}, bot_class("greedy"), bot_class("random"), players=4, blocks=2)
    assert greedy > random + 8 * 30


@pytest.mark.parametrize(("players", "blocks"), [(3, 5), (4, 5)])
def test_counting_beats_greedy(players: int, blocks: int) -> None:
    """Every seat of the same deals: the sum over all games is ahead by more than 5 points a game."""
    counting, greedy = match({"preset": "bga"}, bot_class("counting"), bot_class("greedy"), players, blocks)
    assert counting > greedy + 5 * players * blocks


@pytest.mark.parametrize("name", ["random", "greedy", "counting", "bare"])
def test_every_bot_says_what_it_does(name: str) -> None:
    text = (ROOT / "example_bots" / "python" / f"{name}_bot.py").read_text(encoding="utf-8")
    assert re.match(rf'"""The {name} bot: ', text)


def test_the_bot_in_the_readme_plays() -> None:
    text = (ROOT / "example_bots" / "python" / "README.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {"__name__": "my_bot"}
    exec(compile(source, "README.md", "exec"), names)
    play({"preset": "cardgames-io"}, [names["MyBot"]() for _ in range(4)], "readme", 0)
