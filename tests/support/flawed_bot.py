"""A bot that plays well enough but for one thing that its author did not think of.

    python flawed_bot.py FLAW

Each flaw is a mistake that bots really have; most end the process with an exception. It uses nothing of the project.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import msgpack
import zmq

ANSWERS = {"bid": ("bid", "bid"), "revise": ("bid", "bid"), "play": ("play", "card"), "trump": ("trump", "trump")}
KNOWN = {"welcome", "game_start", "game_end", "error", "bye", *ANSWERS}
KNOWN_KEYS = {"type", "id", "game", "seat", "players", "hand", "hands", "size", "dealer", "trump", "turned", "cards"}
KNOWN_KEYS |= {"bids", "scores", "legal", "clock_ms", "seen", "taken", "leader", "trick", "played"}
RANKS = "23456789TJQKA"
LOCK = 55_017
"""A port that a bot may bind once."""


class FlawedBot:
    def __init__(self, flaw: str) -> None:
        self.flaw = flaw
        self.games: dict[str, int] = {}
        """Requests of each open game so far."""
        self.socket = zmq.Context().socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 500)

    def run(self) -> None:
        if self.flaw == "binds a port":
            self.lock = zmq.Context().socket(zmq.REP)
            self.lock.bind(f"tcp://127.0.0.1:{LOCK}")
        self.socket.connect(os.environ["OHHELL_ENDPOINT"])
        hello = {"type": "hello", "token": os.environ["OHHELL_TOKEN"], "protocol": 1, "games": 32}
        if self.flaw.startswith("events"):
            hello["events"] = True
        self.send([hello])
        while True:
            answers = []
            requests = 0
            for message in msgpack.unpackb(self.socket.recv()):
                requests += message["type"] in ANSWERS
                if self.flaw == "one answer a frame" and requests > 1 and message["type"] in ANSWERS:
                    continue
                assert not (self.flaw == "few requests a frame" and requests > 8)
                answers += self.answers_to(message)
            if answers:
                self.send(answers)

    def send(self, messages: list[dict[str, Any]]) -> None:
        self.socket.send(msgpack.packb(messages))

    def answers_to(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        kind = message["type"]
        assert not (self.flaw == "unknown notices" and kind not in KNOWN)
        assert not (self.flaw == "events" and kind == "trick_end")
        if kind == "bye":
            self.socket.close()
            sys.exit(0)
        if kind == "game_start":
            if self.flaw == "one game" and self.games:
                self.games = {}
            assert not (self.flaw == "few games" and len(self.games) >= 20)
            assert not (self.flaw == "seven at most" and message["players"] > 7)
            self.games[message["game"]] = 0
        if kind == "game_end":
            assert not (self.flaw == "a game has requests" and not self.games[message["game"]])
            del self.games[message["game"]]
        if kind == "error" and self.flaw == "answers errors" and message["id"] is not None:
            return [{"type": "play", "id": message["id"], "card": message["legal"][-1]}]
        if kind not in ANSWERS:
            return []
        self.games[message["game"]] += 1
        self.stumble(message)
        answer, key = ANSWERS[kind]
        value = message["legal"][0]
        if self.flaw == "no hook" and kind == "bid" and len(message["legal"]) == message["size"]:
            value = next(bid for bid in range(message["size"] + 1) if bid not in message["legal"])
        if self.flaw == "own randomness":
            value = message["legal"][os.urandom(1)[0] % len(message["legal"])]
        number = message["id"]
        return [{"type": answer, "id": number & 0xFFFF_FFFF if self.flaw == "short ids" else number, key: value}]

    def stumble(self, request: dict[str, Any]) -> None:
        """Raises where the flaw meets a request that it cannot bear."""
        flaw, kind, cards = self.flaw, request["type"], request["cards"]
        bidding = kind == "bid"
        asked_before = self.games[request["game"]] > 1
        bears = {
            "ends are near": request["hands"] is not None,
            "ranks are plain": all(card[0] in RANKS for card in cards),
            "cards are unique": len(set(cards)) == len(cards),
            "thirteen at most": len(cards) <= 13,
            "points are positive": min(request["scores"]) >= 0,
            "trump is a suit": request["trump"] != "N",
            "trump is turned": request["turned"] is not None or request["trump"] in (None, "N"),
            "trump is known": request["trump"] is not None or kind == "trump",
            "somebody bids first": not bidding or self.is_first(request) or any(b is not None for b in request["bids"]),
            "cards are seen": bool(cards) or "seen" in request,
            "cards are in hand": bool(cards) or "seen" not in request,
            "a wizard is never turned": (request["turned"] or "2")[0] != "Z",
            "games begin at the beginning": asked_before or request["hand"] < 1,
            "requests have no clock": request.get("clock_ms") is None,
            "keys are known": set(request) <= KNOWN_KEYS,
            "leads": kind != "play" or bool(request["trick"]),
            "is void": kind != "play" or not request["trick"] or any(c[1] == request["trick"][0][1] for c in cards),
            "names no trump": kind != "trump",
            "never revises": kind != "revise",
        }
        assert bears.get(flaw, True), f"did not think of: {flaw}"

    @staticmethod
    def is_first(request: dict[str, Any]) -> bool:
        return bool(request["seat"] == (request["dealer"] + 1) % request["players"])


if __name__ == "__main__":
    FlawedBot(sys.argv[1]).run()
