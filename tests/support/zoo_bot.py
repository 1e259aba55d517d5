"""A bot that misbehaves on demand: the zoo.

    python zoo_bot.py --do=exit=3@bid:2 --do=sleep=300@play:*

It plays the first legal value, in answer to every request, until a message of the named phase comes for the n-th
time (1 if left out, `*`: each time); then it commits the fault. Several `--do` may be given.

Phases: `start` (before connecting), `hello` (in place of hello), `welcome`, `game_start`, `bid`, `revise`, `trump`,
`play`, `request` (any of these four), `game_end`, `bye`, and the names of other notices. Faults are the methods of
zoo_faults.py that begin with `do_`, with their argument after `=`.

With `--only=FOLDER:N` only the N-th process that is started with this folder commits its faults.

It uses neither the SDK nor anything else of the project, so that nothing there can hide its faults.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from typing import Any, NamedTuple

import msgpack
import zmq
from zoo_faults import VALUE_KEYS, Faults


class Fault(NamedTuple):
    name: str
    argument: str
    phase: str
    turn: int
    """Which message of the phase, from 1; 0: every one."""


def parse_fault(text: str) -> Fault:
    what, _, where = text.partition("@")
    name, _, argument = what.partition("=")
    phase, _, turn = where.partition(":")
    return Fault(name, argument, phase or "request", 0 if turn == "*" else int(turn or 1))


def is_its_turn(text: str) -> bool:
    """Whether this is the N-th process to leave a file in the folder."""
    folder, _, wanted = text.rpartition(":")
    os.makedirs(folder, exist_ok=True)
    number = 1
    while True:
        try:
            os.close(os.open(f"{folder}/{number}", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            number += 1
        else:
            return number == int(wanted)


class ZooBot(Faults):
    def __init__(self, faults: list[Fault], games: int, events: bool, one_by_one: bool) -> None:
        self.faults = faults
        self.games = games
        self.events = events
        self.one_by_one = one_by_one
        self.seen: Counter[str] = Counter()
        self.replies: list[dict[str, Any]] = []
        self.current: dict[str, Any] = {}
        self.context = zmq.Context()
        self.socket = self.context.socket(zmq.DEALER)

    # ------------------------------------------------------------ playing

    def run(self) -> None:
        self.commit("start")
        self.connect()
        if self.commit("hello"):
            self.say_hello()
        while True:
            for message in msgpack.unpackb(self.socket.recv()):
                self.handle(message)
                if self.one_by_one:
                    self.send_replies()
            self.send_replies()

    def connect(self) -> None:
        self.socket.setsockopt(zmq.LINGER, 200)
        self.socket.connect(os.environ["OHHELL_ENDPOINT"])

    def say_hello(self, **changes: Any) -> None:
        hello = {"type": "hello", "token": os.environ["OHHELL_TOKEN"], "protocol": 1, "games": self.games}
        hello |= {"events": self.events, "name": "zoo", "language": "Python"} | changes
        self.send([{key: value for key, value in hello.items() if value != "absent"}])

    def send(self, messages: Any) -> None:
        self.socket.send(msgpack.packb(messages))

    def send_replies(self) -> None:
        if self.replies:
            self.send(self.replies)
            self.replies = []

    def handle(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        self.current = message
        usual = self.commit(kind)
        if kind in VALUE_KEYS and "legal" in message and "id" in message:
            if usual and self.commit("request"):
                self.replies.append(self.answer(message))
        elif kind == "bye" and usual:
            self.socket.close(0)
            self.context.term()
            sys.exit(0)

    def answer(self, message: dict[str, Any], **changes: Any) -> dict[str, Any]:
        kind, key = VALUE_KEYS[message["type"]]
        return {"type": kind, "id": message["id"], key: message["legal"][0]} | changes

    def commit(self, phase: str) -> bool:
        """Commits the faults that are due; True where the usual thing is to be done as well."""
        self.seen[phase] += 1
        usual = True
        for fault in self.faults:
            if fault.phase == phase and fault.turn in (0, self.seen[phase]):
                usual = bool(getattr(self, f"do_{fault.name}")(fault.argument)) and usual
        return usual


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--do", action="append", default=[], type=parse_fault)
    parser.add_argument("--only", type=is_its_turn, default=True, metavar="FOLDER:N")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--events", action="store_true")
    parser.add_argument("--one-by-one", action="store_true", help="each answer in a frame of its own")
    parser.add_argument("marker", nargs="?", help="shows in the process list")
    options = parser.parse_args()
    ZooBot(options.do if options.only else [], options.games, options.events, options.one_by_one).run()


if __name__ == "__main__":
    main()
