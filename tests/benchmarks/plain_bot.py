"""The quickest bot that there is in Python: answers the first legal value. For benchmarks of the referee.

plain_bot.py           speaks the protocol, many games at once
plain_bot.py --echo    for the bare transport: answers n requests of REQUEST_BYTES with n times ANSWER
"""

from __future__ import annotations

import os
import sys

import msgpack
import zmq

ANSWERS = {"bid": ("bid", "bid"), "revise": ("bid", "bid"), "play": ("play", "card"), "trump": ("trump", "trump")}
REQUEST_BYTES = 300
ANSWER = b"x" * 24


def main() -> None:
    socket = zmq.Context.instance().socket(zmq.DEALER)
    socket.setsockopt(zmq.LINGER, 0)
    socket.connect(os.environ["OHHELL_ENDPOINT"])
    if "--echo" in sys.argv:
        socket.send(b"")
        while frame := socket.recv():
            socket.send(ANSWER * (len(frame) // REQUEST_BYTES))
        return
    hello = {"type": "hello", "token": os.environ["OHHELL_TOKEN"], "protocol": 1, "games": 1000, "name": "plain"}
    socket.send(msgpack.packb([hello]))
    while True:
        answers = []
        for message in msgpack.unpackb(socket.recv()):
            kind = message["type"]
            if kind in ANSWERS:
                answer, key = ANSWERS[kind]
                answers.append({"type": answer, "id": message["id"], key: message["legal"][0]})
            elif kind == "bye":
                return
        if answers:
            socket.send(msgpack.packb(answers))


if __name__ == "__main__":
    main()
