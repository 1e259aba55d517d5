"""What the JSON-lines bridge costs a decision, against the bare Python bot, which speaks MessagePack itself.

    python tests/benchmarks/bench_bridge.py [--seconds 2]

Four bots that choose at random answer the same recorded requests, one request at a time and 16 in a frame: the bare
bot, the same program with JSON lines behind the bridge, the POSIX shell bot behind the bridge, and a program behind the
bridge that has its answers ready, so that what is left is the bridge. The time of a decision is the round trip from the
referee's side, with frames packed beforehand. Rounds of the four take turns and the median counts of each bot's ratio
to the bare bot within a round, so that a busy machine spoils single rounds only. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import msgpack

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from ohhell_protocol.frames import pack_frame  # noqa: E402  # after the path is set
from support.fake_referee import FakeReferee, game_start  # noqa: E402
from support.languages import BRIDGE, EXAMPLE_BOTS  # noqa: E402
from support.running import BARE  # noqa: E402

REQUESTS = 160
"""Of a round: a multiple of 16."""

LINES_BOT = """
import json, random, sys
print('{"type":"hello","protocol":1,"games":64}', flush=True)
keys = {"bid": ("bid", "bid"), "revise": ("bid", "bid"), "play": ("play", "card"), "trump": ("trump", "trump")}
generators = {}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in keys:
        answer, key = keys[message["type"]]
        choice = generators[message["game"]].choice(message["legal"])
        print(json.dumps({"type": answer, "id": message["id"], key: choice}), flush=True)
    elif message["type"] == "game_start":
        generators[message["game"]] = random.Random(message["bot_seed"])
"""

READY_BOT = """
import os
os.write(1, b'{"type":"hello","protocol":1,"games":64}\\n')
while piece := os.read(0, 1 << 20):
    asked = piece.count(b'"legal"')
    os.write(1, b'{"type":"bid","id":1,"bid":0}\\n' * asked) if asked else None
"""
"""Says the same to every request. Reads pieces, not lines: each round trip waits until all is answered."""


def load(per_frame: int) -> tuple[list[bytes], list[bytes]]:
    """The frames that announce the games, and those of a round."""
    with (ROOT / "protocol" / "vectors" / "decisions.jsonl").open(encoding="utf-8") as lines:
        requests: list[dict[str, Any]] = [json.loads(line)["request"] for line in islice(lines, REQUESTS)]
    games = {request["game"]: request for request in requests}
    starts = [pack_frame([game_start(game, one["seat"], one["players"])]) for game, one in games.items()]
    return starts, [pack_frame(requests[at : at + per_frame]) for at in range(0, REQUESTS, per_frame)]


def round_of(referee: FakeReferee, frames: list[bytes], per_frame: int) -> float:
    """Microseconds a decision of one round."""
    begun = time.perf_counter()
    for frame in frames:
        referee.send_bytes(frame)
        answered = 0
        while answered < per_frame:
            answered += len(msgpack.unpackb(referee.receive_bytes()))
    return 1e6 * (time.perf_counter() - begun) / REQUESTS


def measure(bots: dict[str, list[str]], seconds: float, per_frame: int) -> None:
    starts, frames = load(per_frame)
    found: dict[str, list[float]] = {name: [] for name in bots}
    with ExitStack() as stack:
        referees = {name: stack.enter_context(FakeReferee(command)) for name, command in bots.items()}
        for referee in referees.values():
            referee.greet()
            for frame in starts:
                referee.send_bytes(frame)
            round_of(referee, frames, per_frame)  # warms up
        end = time.monotonic() + seconds * len(bots)
        while time.monotonic() < end or len(found["bare"]) < 3:
            for name, referee in referees.items():
                found[name].append(round_of(referee, frames, per_frame))
    print(f"\n{per_frame} request{'s' if per_frame > 1 else ''} in a frame, {len(found['bare'])} rounds of {REQUESTS}")
    print(f"{'bot':34} {'us/decision':>12} {'more than bare':>15} {'ratio to bare':>14}")
    bare = found["bare"]
    for name, times in found.items():
        more = statistics.median(one - other for one, other in zip(times, bare, strict=True))
        ratio = statistics.median(one / other for one, other in zip(times, bare, strict=True))
        print(f"{name:34} {statistics.median(times):12.0f} {more:15.0f} {ratio:14.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="about how long each bot is measured, twice")
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder:
        scripts = {"lines.py": LINES_BOT, "ready.py": READY_BOT}
        for name, text in scripts.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        bots = {
            "bare": [part.replace("{python}", sys.executable) for part in BARE],
            "bridge, answers that are ready": [*BRIDGE, sys.executable, f"{folder}/ready.py"],
            "bridge, the bare bot in JSON lines": [*BRIDGE, sys.executable, f"{folder}/lines.py"],
            "bridge, POSIX shell": [*BRIDGE, str(EXAMPLE_BOTS / "shell" / "random_bot.sh")],
        }
        print("bridge: round trips of recorded requests, bots that choose at random")
        measure(bots, seconds, 1)
        measure(bots, seconds, 16)


if __name__ == "__main__":
    main()
