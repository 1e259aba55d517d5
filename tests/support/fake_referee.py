"""A referee small enough for the tests of a bot's program: starts it, greets it, puts given requests to it.

    result = drive(["python3", "greedy_bot.py"], [game_start, *requests])
    assert result.answers == [...]        # one a request, in the order of the requests
    assert result.status == 0

`FakeReferee` is the same in single steps, for tests that need to see or send frames of their own.
"""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

import zmq

from ohhell_protocol.frames import pack_frame, read_frame
from ohhell_protocol.messages import ANSWER_OF

BOT_SEED = "0123456789abcdef" * 4
REQUESTS_PER_FRAME = 16


def game_start(game: str = "g1", seat: int = 0, players: int = 4, **changes: Any) -> dict[str, Any]:
    """A game_start notice with the keys that every one has."""
    return {
        "type": "game_start",
        "game": game,
        "seat": seat,
        "players": players,
        "variant": {"name": "cardgames-io"},
        "bot_seed": BOT_SEED,
        "clock": {"move_ms": 1000, "game_ms": 0},
        **changes,
    }


@dataclass
class Result:
    """What a bot did. `answers` are in the order of the requests; `status` as of subprocess (negative: a signal)."""

    hello: dict[str, Any]
    answers: list[dict[str, Any]] = field(default_factory=list)
    status: int | None = None
    output: str = ""
    """What the bot printed, stdout and stderr together."""


class BotFailedError(AssertionError):
    """The bot said nothing in time, ended, or sent something that is not in the protocol. Has its output."""


class FakeReferee:
    """One bot process and its connection. Use as a context manager: the process group is killed at the end."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: Path | str | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float = 30.0,
    ) -> None:
        """Starts the bot. `env` is added to this process's; `timeout` in seconds holds for each wait."""
        self.timeout = timeout
        self.token = secrets.token_hex(16)
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 -- closed by __exit__, with the process that writes to it
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._socket = self._context.socket(zmq.ROUTER)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.setsockopt(zmq.ROUTER_MANDATORY, 1)
        port = self._socket.bind_to_random_port("tcp://127.0.0.1")
        self._identity = b""
        self.process = subprocess.Popen(
            list(command),
            cwd=cwd,
            env={
                **os.environ,
                "OHHELL_ENDPOINT": f"tcp://127.0.0.1:{port}",
                "OHHELL_TOKEN": self.token,
                "OHHELL_BOT": "tested",
                **(env or {}),
            },
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def __enter__(self) -> FakeReferee:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self._socket.close()
        self._context.term()
        self._output.close()

    @property
    def output(self) -> str:
        """What the bot has printed so far."""
        size = os.fstat(self._output.fileno()).st_size
        return os.pread(self._output.fileno(), size, 0).decode(errors="replace")

    def receive_bytes(self) -> bytes:
        """The next frame as bytes. Raises BotFailedError if none comes in time or the bot ends."""
        end = time.monotonic() + self.timeout
        while not self._socket.poll(50):
            status = self.process.poll()
            if status is not None and not self._socket.poll(200):
                raise BotFailedError(f"the bot ended with status {status}; it printed:\n{self.output}")
            if time.monotonic() > end:
                raise BotFailedError(f"the bot sent nothing for {self.timeout} s; it printed:\n{self.output}")
        parts = self._socket.recv_multipart()
        if len(parts) != 2:
            raise BotFailedError(f"a frame came in {len(parts) - 1} parts")
        self._identity = parts[0]
        return parts[1]

    def receive(self) -> list[dict[str, Any]]:
        """The messages of the next frame, checked. Raises ProtocolError for what a referee would refuse."""
        return read_frame(self.receive_bytes())

    def send_bytes(self, data: bytes) -> None:
        self._socket.send_multipart([self._identity, data])

    def send(self, *messages: Mapping[str, Any]) -> None:
        """One frame."""
        self.send_bytes(pack_frame(messages))

    def greet(self, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Waits for hello, checks its token, says welcome. Returns the hello."""
        frame = self.receive()
        assert [message["type"] for message in frame] == ["hello"], f"the first frame is {frame}"
        hello = frame[0]
        assert hello["token"] == self.token
        assert hello["protocol"] == 1
        welcome = {"type": "welcome", "protocol": 1, "referee": "test", "bot": "tested"}
        self.send({**welcome, "options": dict(options)} if options else welcome)
        return hello

    def ask(self, requests: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Sends one frame with these messages and waits until all its requests are answered, in any order.

        Returns the answers in the order of the requests.
        """
        self.send(*requests)
        wanted = [request["id"] for request in requests if request["type"] in ANSWER_OF]
        found: dict[int, dict[str, Any]] = {}
        while len(found) < len(wanted):
            for answer in self.receive():
                if answer["id"] not in wanted or answer["id"] in found:
                    raise BotFailedError(f"an answer that nobody waits for: {answer}")
                found[answer["id"]] = answer
        return [found[key] for key in wanted]

    def bid_farewell(self) -> int:
        """Says bye and waits for the process to end. Returns its status."""
        self.send({"type": "bye", "reason": "the test is over"})
        try:
            return self.process.wait(self.timeout)
        except subprocess.TimeoutExpired:
            raise BotFailedError(f"the bot did not end after bye; it printed:\n{self.output}") from None


def drive(
    command: Sequence[str],
    messages: Iterable[Mapping[str, Any]],
    *,
    cwd: Path | str | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float = 30.0,
    per_frame: int = REQUESTS_PER_FRAME,
    options: Mapping[str, Any] | None = None,
) -> Result:
    """Plays a bot through `messages` (requests and notices toward the bot, in order), at most `per_frame` requests a
    frame, and says bye. Requests without `id` get 1, 2, 3 …; a game that no `game_start` announces is announced
    before its first request. Raises BotFailedError with the bot's output, or ProtocolError.
    """
    with FakeReferee(command, cwd=cwd, env=env, timeout=timeout) as referee:
        result = Result(hello=referee.greet(options))
        frame: list[Mapping[str, Any]] = []
        announced: set[str] = set()
        asked = 0
        number = 0
        for message in messages:
            if message["type"] in ANSWER_OF:
                number += 1
                asked += 1
                if message["game"] not in announced:
                    announced.add(message["game"])
                    frame.append(game_start(message["game"], message["seat"], message["players"]))
                frame.append({"id": number, **message})
            else:
                if message["type"] == "game_start":
                    announced.add(message["game"])
                frame.append(message)
            if asked == per_frame:
                result.answers += referee.ask(frame)
                frame, asked = [], 0
        if frame:
            result.answers += referee.ask(frame)
        result.status = referee.bid_farewell()
        result.output = referee.output
        return result
