"""What a bot's process is given: variables and limits, as functions of the referee's own."""

from __future__ import annotations

import resource

import pytest

from ohhell_referee.bots.process import PASSED_ON, bot_environment, bot_limits, use_many_descriptors

OWN = {"OHHELL_ENDPOINT": "tcp://127.0.0.1:5", "OHHELL_TOKEN": "secret", "OHHELL_BOT": "ann"}


def test_only_the_documented_variables_are_passed_on() -> None:
    outer = dict.fromkeys(PASSED_ON, "outer") | {"LC_ALL": "C", "LC_TIME": "C"}
    others = {"PYTHONPATH": "x", "LD_PRELOAD": "x", "USER": "x", "API_KEY": "x", "lc_all": "x", "OHHELL_TOKEN": "old"}
    assert bot_environment(outer | others, {}, OWN) == outer | OWN


def test_the_tournament_file_overrules_what_is_passed_on_and_never_the_referees_own() -> None:
    found = bot_environment({"PATH": "/bin"}, {"PATH": "/opt", "MODE": "fast", "OHHELL_TOKEN": "mine"}, OWN)
    assert found == {"PATH": "/opt", "MODE": "fast", **OWN}


def test_nothing_is_made_up_where_nothing_is_set() -> None:
    assert bot_environment({}, {}, OWN) == OWN


def test_memory_is_limited_in_mebibytes_and_0_is_no_limit() -> None:
    assert [kind for kind, _ in bot_limits(0)] == [resource.RLIMIT_CORE, resource.RLIMIT_NOFILE]
    assert (resource.RLIMIT_DATA, (64 << 20, 64 << 20)) in bot_limits(64)


def test_a_limit_is_never_above_the_referees_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ordinary user may not raise it: to try would keep the bot from starting."""
    monkeypatch.setattr("ohhell_referee.bots.process.resource.getrlimit", lambda _: (1 << 20, 32 << 20))
    assert (resource.RLIMIT_DATA, (32 << 20, 32 << 20)) in bot_limits(64)


def test_the_referee_takes_all_descriptors_that_it_may_have_and_bots_get_as_many_as_it_was_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken = []
    module = "ohhell_referee.bots.process.resource"
    monkeypatch.setattr(f"{module}.getrlimit", lambda _: (1024, 4096))
    monkeypatch.setattr(f"{module}.setrlimit", lambda kind, both: taken.append((kind, both)))
    before = bot_limits(0)
    use_many_descriptors()
    assert taken == [(resource.RLIMIT_NOFILE, (4096, 4096))]
    assert bot_limits(0) == before
