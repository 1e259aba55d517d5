"""Steps: whole games."""

from __future__ import annotations

from collections.abc import Callable

from ohhell_referee.check.bench import Bench
from ohhell_referee.check.games import Raw, Sitting, play_games
from ohhell_referee.check.results import NotApplicable
from ohhell_referee.check.step import Step
from ohhell_referee.rules.loading import resolve_variant
from ohhell_referee.rules.presets import find_preset, preset_names

PRESET = "cardgames-io"
EVENTS_VARIANT: Raw = {
    "bids": {"revise": True},
    "trump": {"source": "highest_bidder"},
    "schedule": {"hands": [3, 1]},
}
GAMES_A_TABLE = 4
"""Games of each preset and number of players with --full."""


def events(bench: Bench) -> str:
    if not bench.hello.events:
        raise NotApplicable("the bot's hello does not ask for events")
    play_games(bench, [Sitting(resolve_variant(EVENTS_VARIANT), 1, 2, events=True)])
    return "hand_start, bid_made, trump_named, card_played, trick_end, hand_end"


def whole_game(bench: Bench) -> str:
    sitting = Sitting(resolve_variant({"preset": PRESET}), 0, 1, events=bench.hello.events)
    play_games(bench, [sitting])
    return f"{len(sitting.decisions)} decisions, {sitting.scores[1]} points against random players"


def preset_games(name: str) -> Callable[[Bench], str]:
    """Games of a preset at every number of players, as many at once as the bot accepts."""

    def act(bench: Bench) -> str:
        least, most = find_preset(name).players
        decisions = 0
        for players in range(least, most + 1):
            variant = resolve_variant({"preset": name}, players)
            waiting = [Sitting(variant, n, n % players, events=bench.hello.events) for n in range(GAMES_A_TABLE)]
            at_once = min(bench.hello.games, GAMES_A_TABLE)
            while waiting:
                play_games(bench, waiting[:at_once])
                decisions += sum(len(sitting.decisions) for sitting in waiting[:at_once])
                waiting = waiting[at_once:]
        return f"{least if least == most else f'{least} to {most}'} players, {decisions} decisions"

    return act


PLAIN = (
    Step("events", "Notices of everything that all seats see, for bots that ask for them.", events),
    Step("a whole game", f"One game of {PRESET} from the first hand to the last.", whole_game),
)
PRESETS = tuple(
    Step(f"preset {name}", f"{GAMES_A_TABLE} whole games at each number of players.", preset_games(name), full=True)
    for name in preset_names()
)
