"""What the referee costs beyond the bare transport: the same shapes of traffic three times, in one run on one core.

    python tests/benchmarks/bench_transport.py [--seconds 3] [--games 240]

1. bare: a ROUTER and four DEALERs that pass frames of the right size and do nothing else: no codec, no clocks;
2. switchboard: the bots room with the quickest bots that Python allows, and no game behind it;
3. run: whole tournaments with the same bots, start-up left out.

A decision is a request of 300 bytes and an answer of 24; after it another of the four bots is asked. All processes
share one core, as a worker and its bots do in a run. The ratios are of decisions a processor second, which other
programs on the machine disturb least; they say what part of the time the transport alone would take. Nothing is
judged. Bots of many games get frames of one request only where there is one game, so `run` has no figure in the second
row.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import zmq
from plain_bot import ANSWER, REQUEST_BYTES

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from ohhell_referee.bots import Answered, BotSpec, Instance, Ready, Switchboard  # noqa: E402
from support.boards import bid_request  # noqa: E402  # after the path is set
from support.running import PROGRAM, write_tournament  # noqa: E402

REQUEST = b"r" * REQUEST_BYTES
PLAIN_BOT = Path(__file__).with_name("plain_bot.py")
BOTS = 4
MOST_REQUESTS = 16
"""In a frame of several."""
DECISIONS_A_GAME = 4 * (109 + 19)
"""Of 10..1..10 with four players."""


class Shape(NamedTuple):
    title: str
    games: int
    """At once."""
    several: bool
    """Requests share frames; otherwise each has its own."""


SHAPES = [
    Shape("one game, one by one", 1, False),
    Shape("32 games, a request a frame", 32, False),
    Shape("32 games, up to 16 a frame", 32, True),
]


class Cost(NamedTuple):
    decisions: int
    seconds: float
    cpu: float
    """Processor seconds of all processes."""

    @property
    def rate(self) -> float:
        return self.decisions / self.seconds

    @property
    def cpu_us(self) -> float:
        return 1e6 * self.cpu / self.decisions


class Meter:
    """Measures from its making on: time, and the processor time of this process and of those named."""

    def __init__(self, pids: list[int]) -> None:
        self._pids = pids
        self._cpu = self._used()
        self._begun = time.perf_counter()

    def _used(self) -> float:
        ticks = 0
        for pid in self._pids:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
        return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")

    def running(self, seconds: float) -> bool:
        return time.perf_counter() - self._begun < seconds

    def cost(self, decisions: int) -> Cost:
        return Cost(decisions, time.perf_counter() - self._begun, self._used() - self._cpu)


def bare(shape: Shape, seconds: float) -> Cost:
    """Frames through a ROUTER, in the manner of the referee: receive all that is there, then send."""
    context = zmq.Context()
    router = context.socket(zmq.ROUTER)
    port = router.bind_to_random_port("tcp://127.0.0.1")
    environment = {**os.environ, "OHHELL_ENDPOINT": f"tcp://127.0.0.1:{port}"}
    bots = [subprocess.Popen([sys.executable, str(PLAIN_BOT), "--echo"], env=environment) for _ in range(BOTS)]
    names = [router.recv_multipart()[0] for _ in bots]
    number = {name: index for index, name in enumerate(names)}
    waiting = [0] * BOTS
    for game in range(shape.games):
        waiting[game % BOTS] += 1
    receive, send = router.recv, router.send
    most = MOST_REQUESTS if shape.several else 1
    decisions = 0
    meter = Meter([bot.pid for bot in bots])
    while meter.running(seconds):
        for bot in range(BOTS):
            while (count := min(most, waiting[bot])) > 0:
                waiting[bot] -= count
                send(names[bot], zmq.SNDMORE)
                send(REQUEST * count)
        flags = 0
        try:
            while True:
                bot = number[receive(flags)]
                flags = zmq.NOBLOCK
                answers = len(receive()) // len(ANSWER)
                decisions += answers
                waiting[(bot + 1) % BOTS] += answers
        except zmq.Again:
            pass  # all that was there is taken
    cost = meter.cost(decisions)
    for bot_process in bots:
        bot_process.kill()
        bot_process.wait()
    context.destroy(linger=0)
    return cost


def board(shape: Shape, seconds: float) -> Cost:
    """The switchboard, asked by a loop that only hands each game's next request to the next bot."""
    with Switchboard() as switchboard:
        spec = BotSpec("plain", (sys.executable, str(PLAIN_BOT)), ROOT)
        bots = [switchboard.start(spec) for _ in range(BOTS)]
        ready = 0
        while ready < BOTS:
            ready += sum(isinstance(event, Ready) for event in switchboard.poll(100.0))
        follower: dict[Instance, Instance] = {bot: bots[(index + 1) % BOTS] for index, bot in enumerate(bots)}

        def ask(bot: Instance) -> None:
            switchboard.ask(bot, bid_request(owner=bot))
            if not shape.several:
                switchboard.flush()

        meter = Meter([bot.pid for bot in bots if bot.pid is not None])
        for game in range(shape.games):
            ask(bots[game % BOTS])
        decisions = 0
        while meter.running(seconds):
            for event in switchboard.poll(100.0):
                if isinstance(event, Answered):
                    decisions += 1
                    ask(follower[event.request.owner])
        return meter.cost(decisions)


def whole_run(shape: Shape, games: int) -> Cost:
    """A long tournament less a short one: what is left is play, the journal and the supervisor."""
    with tempfile.TemporaryDirectory() as folder:
        short, long = (played(Path(folder), shape, count) for count in (games // 3, games))
    return Cost(long.decisions - short.decisions, long.seconds - short.seconds, long.cpu - short.cpu)


def played(folder: Path, shape: Shape, games: int) -> Cost:
    bots = {f"plain{number}": [sys.executable, str(PLAIN_BOT)] for number in range(BOTS)}
    path = write_tournament(
        folder, bots, name=f"games{games}", variant={"preset": "cardgames-io"}, blocks=games // 4, workers=1
    )
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [*PROGRAM, "run", str(path), "--quiet", "-j", str(shape.games)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    seconds, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(games // 4 * 4 * DECISIONS_A_GAME, seconds, cpu)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each measurement without a game runs")
    parser.add_argument("--games", type=int, default=240, help="games of the longer tournament")
    options = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(f"{'':30}{'bare':>22}{'switchboard':>22}{'run':>22}   ratio to bare")
    print(f"{'':30}" + f"{'a second':>12}{'CPU us':>10}" * 3)
    for shape in SHAPES:
        costs = [bare(shape, options.seconds), board(shape, options.seconds)]
        if shape.several:
            costs.append(whole_run(shape, options.games))
        elif shape.games == 1:
            costs.append(whole_run(shape, options.games // 4))
        cells = "".join(f"{cost.rate:12,.0f}{cost.cpu_us:10.1f}" for cost in costs)
        ratios = ", ".join(f"{costs[0].cpu_us / cost.cpu_us:.2f}" for cost in costs[1:])
        print(f"{shape.title:30}{cells:66}   {ratios}", flush=True)


if __name__ == "__main__":
    main()
