"""The comparison with the reference sees whatever is different: each parameter of a variant, one at a time."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.variant import Variant
from oracle.duel import Disagreement, Duel, by_chance

DIFFERENCES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("follow and trump", {"play": {"void": "trump"}}, {"play": {"void": "any"}}),
    ("overtrump", {"play": {"void": "overtrump"}}, {"play": {"void": "trump"}}),
    ("overtrump or any", {"play": {"void": "overtrump_or_any"}}, {"play": {"void": "overtrump"}}),
    ("must beat", {"play": {"must_beat": True}}, {"play": {"must_beat": False}}),
    ("trump broken", {"play": {"trump_lead": "broken"}}, {"play": {"trump_lead": "any"}}),
    ("trump not first", {"play": {"trump_lead": "not_first"}}, {"play": {"trump_lead": "any"}}),
    ("trump last", {"play": {"trump_lead": "last_resort"}}, {"play": {"trump_lead": "broken"}}),
    ("first lead", {"play": {"first_lead": "dealer"}}, {"play": {"first_lead": "left"}}),
    ("lead of the highest", {"play": {"first_lead": "highest_bidder"}}, {"play": {"first_lead": "left"}}),
    ("hook", {"bids": {"hook": True}}, {"bids": {"hook": False}}),
    ("hook from three", {"bids": {"hook_min": 3}}, {"bids": {"hook_min": 4}}),
    ("zeros", {"bids": {"zero_run": 2}}, {"bids": {"zero_run": 3}}),
    ("revision", {"bids": {"revise": True}}, {"bids": {"revise": False}}),
    ("first bidder", {"bids": {"first": "dealer"}}, {"bids": {"first": "left"}}),
    ("order", {"bids": {"order": "at_once", "hook": False}}, {"bids": {"hook": False}}),
    ("no trump in the last", {"trump": {"no_trump": ["last"]}}, {"trump": {"no_trump": ["first"]}}),
    ("trump by chance", {"trump": {"source": "random"}}, {"trump": {"source": "turn_up"}}),
    ("cycle", {"trump": {"source": "cycle", "cycle": ["S", "H"]}}, {"trump": {"source": "cycle", "cycle": ["S", "D"]}}),
    ("named by the highest", {"trump": {"source": "highest_bidder"}}, {"trump": {"source": "none"}}),
    ("revealed after", {"trump": {"reveal": "after_bids"}}, {"trump": {"reveal": "before_bids"}}),
    (
        "dealer's card",
        {"deck": {"per_player": 4}, "trump": {"exhausted": "dealer_card"}},
        {"deck": {"per_player": 4}, "trump": {"exhausted": "cut"}},
    ),
    ("ranks", {"deck": {"ranks": "24567JQK3A"}}, {"deck": {"ranks": "234567JQKA"}}),
    (
        "equal cards",
        {"deck": {"copies": 3, "ranks": "QKA", "equal_card": "first"}},
        {"deck": {"copies": 3, "ranks": "QKA", "equal_card": "last"}},
    ),
    ("wizards", {"deck": {"wizards": 5, "jesters": 4}}, {"deck": {"wizards": 4, "jesters": 5}}),
    ("removed", {"deck": {"remove": ["2C"]}}, {"deck": {"remove": ["2D"]}}),
    ("forehead", {"view": [{"hands": {"size": 1}, "mode": "forehead"}]}, {"view": []}),
    ("blind", {"view": [{"hands": {"size": 1}, "mode": "blind"}]}, {"view": []}),
    ("hit", {"score": {"hit": "10 + t"}}, {"score": {"hit": "10 + t + ge(t, 2)"}}),
    ("miss", {"score": {"miss": "t"}}, {"score": {"miss": "t - ge(d, 2)"}}),
    ("zero", {"score": {"hit_zero": "5 + n"}}, {"score": {"hit_zero": "5"}}),
    ("too many", {"score": {"miss_over": "0"}}, {"score": {"miss_under": "0"}}),
    ("missed zero", {"score": {"miss_zero": "-1"}}, {}),
    ("run of hits", {"score": {"run": {"length": 2, "hit": 5, "miss": 0}}}, {}),
    ("run of misses", {"score": {"run": {"length": 2, "hit": 0, "miss": -5}}}, {}),
    ("suits", {"score": {"suit": {"D": 2}}}, {"score": {"suit": {"H": 2}}}),
    ("ties", {"end": {"ties": "extra_hand"}, "score": {"hit": "1", "miss": "1"}}, {"score": {"hit": "1", "miss": "1"}}),
    ("target", {"end": {"target": 30}}, {"end": {"target": 40}}),
    ("first dealer", {"game": {"first_dealer": 1}}, {"game": {"first_dealer": 2}}),
    ("schedule", {"schedule": {"hands": "4..1..2"}}, {"schedule": {"hands": "4..1..3"}}),
]


def play_games(program: Variant, reference: Variant, games: int) -> None:
    """Games in which the reference plays by another variant than the program."""
    rng = random.Random("one difference")
    for game in range(games):
        Duel(program, "one difference", game, by_chance(rng), reference).play()


@pytest.mark.parametrize(("program", "reference"), [pair[1:] for pair in DIFFERENCES], ids=[d[0] for d in DIFFERENCES])
def test_the_comparison_sees_a_single_difference(program: dict[str, Any], reference: dict[str, Any]) -> None:
    start = {"schedule": {"hands": "4..1..4"}}
    played, expected = (resolve_variant({**start, **raw}, 4) for raw in (program, reference))
    assert played != expected
    play_games(played, played, games=2)
    with pytest.raises(Disagreement):
        play_games(played, expected, games=60)
