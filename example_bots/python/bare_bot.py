"""The bare bot: the whole protocol with pyzmq and msgpack alone, no SDK. Bids and plays at random, among the legal."""

import os
import random

import msgpack  # type: ignore[import-untyped]  # it ships no types
import zmq

ANSWERS = {"bid": ("bid", "bid"), "revise": ("bid", "bid"), "play": ("play", "card"), "trump": ("trump", "trump")}


def main() -> None:
    socket: zmq.SyncSocket = zmq.Context.instance().socket(zmq.DEALER)
    socket.setsockopt(zmq.LINGER, 1000)
    socket.connect(os.environ["OHHELL_ENDPOINT"])
    hello = {"type": "hello", "token": os.environ["OHHELL_TOKEN"], "protocol": 1, "games": 16, "name": "bare"}
    socket.send(msgpack.packb([hello]))
    generators: dict[str, random.Random] = {}  # one a game, from its bot_seed: the same seed plays the same game
    while True:
        answers = []
        for message in msgpack.unpackb(socket.recv()):
            kind = message["type"]
            if kind in ANSWERS:
                answer, key = ANSWERS[kind]
                choice = generators[message["game"]].choice(message["legal"])
                answers.append({"type": answer, "id": message["id"], key: choice})
            elif kind == "game_start":
                generators[message["game"]] = random.Random(message["bot_seed"])
            elif kind == "game_end":
                del generators[message["game"]]
            elif kind == "bye":
                return
        if answers:
            socket.send(msgpack.packb(answers))


if __name__ == "__main__":
    main()
