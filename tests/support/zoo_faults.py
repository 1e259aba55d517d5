"""What the bots of the zoo can do wrong: one method a fault, its argument as text.

A fault returns True where the usual answer is still to be given after it.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from typing import Any

import msgpack
import raw_zmtp
import zmq

VALUE_KEYS = {"bid": ("bid", "bid"), "revise": ("bid", "bid"), "play": ("play", "card"), "trump": ("trump", "trump")}
TRACEBACK = 'Traceback (most recent call last):\n  File "zoo.py", line 1\nValueError: the last words'


class Faults:
    """To be mixed into a bot that has `context`, `socket`, `current` (the message at hand) and `replies`, and can
    `connect`, `say_hello`, `send` and make the usual `answer`."""

    context: zmq.Context
    socket: zmq.Socket
    current: dict[str, Any]
    replies: list[dict[str, Any]]

    # ------------------------------------------------------------ process faults

    def do_exit(self, status: str) -> None:
        sys.stdout.flush()
        os._exit(int(status or 0))

    def do_kill(self, name: str) -> None:
        os.kill(os.getpid(), signal.Signals[name or "SIGKILL"])
        time.sleep(60)

    def do_sleep(self, milliseconds: str) -> bool:
        time.sleep(int(milliseconds) / 1000)
        return True

    def do_hang(self, _: str) -> None:
        while True:
            time.sleep(60)

    def do_spin(self, _: str) -> None:
        while True:
            pass

    def do_stubborn(self, _: str) -> bool:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        return True

    def do_memory(self, megabytes: str) -> bool:
        self.hoard = bytearray(int(megabytes) << 20)
        return True

    def do_child(self, marker: str) -> bool:
        """A child in the same session that sleeps, and keeps this process's output open."""
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", marker])
        return True

    def do_daemon(self, marker: str) -> bool:
        """Two forks, a session of its own, deaf to signals: the way to get away."""
        if os.fork() == 0:
            os.setsid()
            if os.fork() != 0:
                os._exit(0)
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)", marker], {})
        os.wait()
        return True

    def do_orphan_keeps_all(self, marker: str) -> None:
        """The main process ends; a child in another session keeps the connection and the outputs open."""
        if os.fork() == 0:
            os.setsid()
            time.sleep(600)
        os._exit(0)

    # ------------------------------------------------------------ output

    def do_print(self, size: str) -> bool:
        """That many bytes on standard error, without a newline."""
        left = int(size)
        while left > 0:
            left -= os.write(2, b"x" * min(left, 1 << 20))
        return True

    def do_print_out(self, size: str) -> bool:
        left = int(size)
        while left > 0:
            left -= os.write(1, b"o" * min(left, 1 << 20))
        return True

    def do_say(self, text: str) -> bool:
        print(text, file=sys.stderr, flush=True)
        return True

    def do_show(self, _: str) -> bool:
        """Everything that a process can read of itself."""
        for what in ("cmdline", "environ", "maps", "mountinfo", "cgroup", "limits"):
            with open(f"/proc/self/{what}", "rb") as file:
                sys.stderr.buffer.write(file.read() + b"\n")
        for name in os.listdir("/proc/self/fd"):
            try:
                print(name, os.readlink(f"/proc/self/fd/{name}"), file=sys.stderr)
            except OSError:
                continue  # the listing's own
        print(os.getcwd(), os.listdir("."), file=sys.stderr, flush=True)
        return True

    def do_traceback(self, _: str) -> None:
        for number in range(200):
            print(f"line {number}", file=sys.stderr)
        sys.stderr.write(TRACEBACK)
        sys.stderr.flush()
        os._exit(1)

    # ------------------------------------------------------------ hello

    def do_bad_token(self, token: str) -> None:
        self.say_hello(token=token or "0" * 32)

    def do_hello_with(self, changes: str) -> None:
        """`hello_with=protocol:2`: the hello with a key changed; the value is read as an integer, text or `absent`."""
        key, _, value = changes.partition(":")
        self.say_hello(**{key: int(value) if value.lstrip("-").isdigit() else value})

    def do_silent(self, _: str) -> None:
        """No hello, and nothing else for now."""

    def do_old_zmtp(self, _: str) -> None:
        """The hello as a library of long ago would send it."""
        host, port = os.environ["OHHELL_ENDPOINT"].removeprefix("tcp://").split(":")
        connection = socket.create_connection((host, int(port)))
        hello = msgpack.packb([{"type": "hello", "token": os.environ["OHHELL_TOKEN"], "protocol": 1}])
        connection.sendall(raw_zmtp.GREETING_2 + raw_zmtp.part(hello))
        self.do_hang("")

    def do_raw(self, text: str) -> None:
        """Sends these bytes (hex) as a frame."""
        self.socket.send(bytes.fromhex(text))

    def do_second_hello(self, _: str) -> bool:
        self.say_hello()
        return True

    # ------------------------------------------------------------ answers

    def do_illegal(self, _: str) -> None:
        wrong: Any = 99 if VALUE_KEYS[self.current["type"]][1] == "bid" else "XX"
        self.replies.append(self.answer(self.current, **{VALUE_KEYS[self.current["type"]][1]: wrong}))

    def do_not_held(self, _: str) -> None:
        """A card that exists and is in another's hand or in the pack."""
        held = self.current["cards"]
        card = next(rank + suit for suit in "CDHS" for rank in "AKQJT98765432" if rank + suit not in held)
        self.replies.append(self.answer(self.current, card=card))

    def do_value(self, value: str) -> None:
        """An answer with a value of the wrong type: float, true, text, nil, bytes, array, huge."""
        values = {"float": 1.0, "true": True, "text": "1", "nil": None, "bytes": b"1", "array": [1], "huge": 2**63}
        key = VALUE_KEYS[self.current["type"]][1]
        self.replies.append(self.answer(self.current, **{key: values[value]}))

    def do_no_id(self, _: str) -> None:
        answer = self.answer(self.current)
        del answer["id"]
        self.replies.append(answer)

    def do_wrong_answer_type(self, _: str) -> None:
        wrong = {"type": "play", "card": "AS"} if self.current["type"] != "play" else {"type": "bid", "bid": 0}
        self.replies.append({"id": self.current["id"], **wrong})

    def do_unknown_type(self, _: str) -> None:
        self.replies.append({"type": "pass", "id": self.current["id"]})

    def do_extra_key(self, _: str) -> None:
        self.replies.append(self.answer(self.current, thoughts="deep"))

    def do_note(self, size: str) -> None:
        self.replies.append(self.answer(self.current, note="n" * int(size)))

    def do_garbage(self, _: str) -> None:
        self.socket.send(b"\xc1\x00garbage")

    def do_truncated(self, _: str) -> None:
        self.socket.send(msgpack.packb([self.answer(self.current)])[:-2])

    def do_no_array(self, _: str) -> None:
        self.send(self.answer(self.current))

    def do_nothing(self, _: str) -> None:
        """No answer to this one; the next ones are answered."""

    def do_twice(self, _: str) -> None:
        self.replies += [self.answer(self.current), self.answer(self.current)]

    def do_unknown_id(self, shift: str) -> bool:
        self.replies.append(self.answer(self.current, id=self.current["id"] + int(shift or 1000)))
        return True

    def do_presend(self, count: str) -> bool:
        """Answers to the requests that will come next."""
        for ahead in range(1, int(count) + 1):
            self.replies.append(self.answer(self.current, id=self.current["id"] + ahead))
        return True

    # ------------------------------------------------------------ transport

    def do_frame_of(self, size: str) -> None:
        """One frame of that many bytes."""
        self.socket.send(b"\x91\xda" + b"x" * (int(size) - 2))

    def do_parts(self, count: str) -> None:
        """The answer, in a frame of several parts."""
        self.socket.send_multipart([msgpack.packb([self.answer(self.current)])] + [b"more"] * (int(count) - 1))

    def do_flood(self, count: str) -> bool:
        """That many frames with an answer to a request that does not exist, then the true answer."""
        frame = msgpack.packb([{"type": "bid", "id": 2**40, "bid": 0}])
        for _ in range(int(count)):
            self.socket.send(frame)
        return True

    def do_deaf(self, _: str) -> None:
        """Reads no more, and stays connected."""
        self.do_hang("")

    def do_disconnect(self, _: str) -> None:
        """Closes its socket and lives on."""
        self.socket.close(0)
        self.context.term()
        self.do_hang("")

    def do_reconnect(self, _: str) -> None:
        """Comes back on a new connection, with the old token."""
        self.socket.close(0)
        self.socket = self.context.socket(zmq.DEALER)
        self.connect()
        self.say_hello()

    def do_connections(self, count: str) -> bool:
        """That many bare TCP connections, kept open."""
        host, port = os.environ["OHHELL_ENDPOINT"].removeprefix("tcp://").split(":")
        self.connections = []
        for _ in range(int(count)):
            try:
                self.connections.append(socket.create_connection((host, int(port)), 1.0))
            except OSError:
                break  # the referee, or this process, has no room for more
        return True

    def do_endless(self, megabytes: str) -> bool:
        """One message of endless parts, on a connection of its own without a hello."""
        raw_zmtp.endless_message(raw_zmtp.connect(os.environ["OHHELL_ENDPOINT"]), int(megabytes) << 20)
        return True

    def do_endless_after_hello(self, megabytes: str) -> None:
        """In place of the bot's hello: a hello by hand, then one message of endless parts on that connection."""
        connection = raw_zmtp.connect(os.environ["OHHELL_ENDPOINT"])
        hello = {"type": "hello", "token": os.environ["OHHELL_TOKEN"], "protocol": 1}
        connection.sendall(raw_zmtp.part(msgpack.packb([hello])))
        time.sleep(0.5)
        raw_zmtp.endless_message(connection, int(megabytes) << 20)

    def do_chatter(self, count: str) -> bool:
        """That many good answers, on a connection of its own without a hello."""
        self.extra = raw_zmtp.connect(os.environ["OHHELL_ENDPOINT"])
        frame = raw_zmtp.part(msgpack.packb([{"type": "bid", "id": 1, "bid": 0}]))
        for _ in range(int(count)):
            try:
                self.extra.sendall(frame)
            except OSError:
                break  # cut off
        return True

    def do_swarm(self, count: str) -> None:
        """Eight processes that each hold as many bare connections as they get."""
        for _ in range(8):
            if os.fork() == 0:
                self.do_connections(count)
                self.do_hang("")
        self.do_hang("")

    def do_steal(self, identity: str) -> bool:
        """Messages on a second connection that claims a ZeroMQ identity (hex)."""
        self.thief = raw_zmtp.connect(os.environ["OHHELL_ENDPOINT"], bytes.fromhex(identity))
        self.thief.sendall(raw_zmtp.part(msgpack.packb([{"type": "bid", "id": 1, "bid": 1}])))
        return True
