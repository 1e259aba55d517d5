"""Puts recorded requests to a bot, in any language, without a referee, and says what it answers wrongly.

    python3 vectors.py -- COMMAND…            the 2,000 recorded decisions are the greedy bot's: it must decide alike
    python3 vectors.py --legal -- COMMAND…    any legal decision will do
    python3 vectors.py --lines -- PROGRAM…    for a program behind the bridge, which reads and prints JSON lines

The command is called as `COMMAND… vectors FILE`, which the client of every folder here understands: FILE has frames as
hex, one a line, and the bot prints the frame with its answers to each as hex, or "-" where a frame asks for none. After
the decisions come the example frames of PROTOCOL.md: every kind of message, known keys of every shape.

The exit status is 0 if all is right, 1 if something is wrong, 2 if the bot cannot be run. Needs ohhell-referee.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ohhell_protocol.errors import ProtocolError
from ohhell_protocol.frames import pack_frame, read_frame
from ohhell_protocol.messages import ANSWER_OF, VALUE_KEY

VECTORS = Path(__file__).resolve().parent.parent / "protocol" / "vectors"
PER_FRAME = 16
SECONDS = 120
SHOWN = 5
"""Differences that are printed in full."""

Message = dict[str, Any]


class BotError(Exception):
    """The bot did not run, or printed what is no answer. The text is for its author."""


def load() -> tuple[list[list[Message]], list[Message]]:
    """Frames of requests toward a bot, and the recorded answer to each request of the first of them, in order."""
    with (VECTORS / "decisions.jsonl").open(encoding="utf-8") as lines:
        decisions = [json.loads(line) for line in lines]
    requests = [decision["request"] for decision in decisions]
    frames = [requests[start : start + PER_FRAME] for start in range(0, len(requests), PER_FRAME)]
    examples = json.loads((VECTORS / "frames.json").read_text(encoding="utf-8"))
    frames += [example["messages"] for example in examples if example["direction"] == "referee to bot"]
    return frames, [decision["answer"] for decision in decisions]


def answers_by_frame(command: Sequence[str], frames: Sequence[Sequence[Message]]) -> list[list[Message]]:
    """What the bot answers to each frame in its `vectors` mode, read as strictly as the referee does."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "frames.txt"
        file.write_text("".join(f"{pack_frame(frame).hex()}\n" for frame in frames), encoding="ascii")
        printed = run([*command, "vectors", str(file)], None).split()
    if len(printed) != len(frames):
        raise BotError(f"{len(frames)} frames were put to the bot, and it printed {len(printed)} lines")
    try:
        return [[] if line == "-" else read_frame(bytes.fromhex(line)) for line in printed]
    except ProtocolError as error:
        raise BotError(f"the referee would refuse an answer: {error}") from None
    except ValueError as error:
        raise BotError(f"a line of the bot's output is not hex: {error}") from None


def answers_by_line(command: Sequence[str], frames: Sequence[Sequence[Message]]) -> list[list[Message]]:
    """The same for a program that speaks JSON lines: its hello, then an answer a request."""
    messages = [message for frame in frames for message in frame if message["type"] != "bye"]  # which would end it
    printed = run(command, "".join(f"{json.dumps(message, separators=(',', ':'))}\n" for message in messages))
    try:
        said = [json.loads(line) for line in printed.splitlines() if line.strip()]
    except ValueError as error:
        raise BotError(f"a line of the bot's output is not JSON: {error}") from None
    if not said or said[0].get("type") != "hello":
        raise BotError("the first line that the bot printed is not its hello")
    answers = iter(said[1:])
    asked = [[message for message in frame if message["type"] in ANSWER_OF] for frame in frames]
    return [[answer for _, answer in zip(requests, answers, strict=False)] for requests in asked]


def run(command: Sequence[str], stdin: str | None) -> str:
    """What a command prints. Raises BotError."""
    try:
        done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=SECONDS, check=False)
    except OSError as error:
        raise BotError(f"{command[0]} cannot be started: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise BotError(f"{' '.join(command)} has not ended after {SECONDS} s") from None
    if done.returncode != 0:
        raise BotError(f"{' '.join(command)} ended with status {done.returncode}; it printed:\n{done.stderr[-2000:]}")
    return done.stdout


def differences(
    frames: Sequence[Sequence[Message]], answered: Sequence[Sequence[Message]], recorded: Sequence[Message]
) -> list[str]:
    """What is wrong, a line each. `recorded` holds the answers that the first requests must have; it may be empty."""
    wrong: list[str] = []
    expected = iter(recorded)
    for frame, answers in zip(frames, answered, strict=True):
        requests = [message for message in frame if message["type"] in ANSWER_OF]
        found = {answer["id"]: answer for answer in answers}
        if len(found) != len(answers) or set(found) != {request["id"] for request in requests}:
            wrong.append(f"not one answer to each request: asked {[r['id'] for r in requests]}, answered {answers}")
            continue
        for request in requests:
            answer = found[request["id"]]
            want = next(expected, None)
            if answer["type"] != ANSWER_OF[request["type"]]:
                wrong.append(f"{answer} is of another type than {request} asks for")
            elif answer[VALUE_KEY[answer["type"]]] not in request["legal"]:
                wrong.append(f"{answer} is not legal in {request}")
            elif want is not None and any(answer[key] != value for key, value in want.items()):
                wrong.append(f"{answer} where greedy answers {want} to {request}")
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--legal", action="store_true", help="any legal decision will do")
    parser.add_argument("--lines", action="store_true", help="the program speaks JSON lines")
    parser.add_argument("command", nargs="+", metavar="COMMAND", help="starts the bot")
    options = parser.parse_args(arguments)
    frames, recorded = load()
    try:
        answered = (answers_by_line if options.lines else answers_by_frame)(options.command, frames)
    except BotError as error:
        print(error, file=sys.stderr)
        return 2
    wrong = differences(frames, answered, [] if options.legal else recorded)
    for line in wrong[:SHOWN]:
        print(line)
    asked = sum(message["type"] in ANSWER_OF for frame in frames for message in frame)
    how = "legal" if options.legal else f"right, {len(recorded):,} of them as greedy decides"
    print(f"{len(wrong):,} wrong of {asked:,} answers" if wrong else f"{asked:,} answers, all {how}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
