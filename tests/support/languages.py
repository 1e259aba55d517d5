"""The example bots in other languages: what they need, how they are built and started.

Builds happen in example_bots/ itself and are kept: the build tools know what is up to date. Outside CI a language
whose tools are missing is skipped with the reason; under CI=true it fails, so that a hole in .ci/toolchains.sh shows.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

EXAMPLE_BOTS = Path(__file__).parents[2] / "example_bots"
BUILD_SECONDS = 900
"""The first build of the Rust bots compiles some hundred crates; the others take seconds."""
BRIDGE = (sys.executable, "-m", "ohhell_protocol.bridge", "--")
NPM_INSTALL = ("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save")
"""Without --no-save it would write package-lock.json anew, and hide what is wrong with it."""
JAVA = ("java", "-Xmx128m", "-XX:+UseSerialGC", "-cp", "target/bots.jar")


@dataclass(frozen=True)
class Language:
    """`commands` are relative to the folder. `probe` succeeds if the libraries are there that no build step fetches."""

    name: str
    tools: tuple[str, ...]
    random: tuple[str, ...]
    greedy: tuple[str, ...]
    build: tuple[tuple[str, ...], ...] = ()
    probe: tuple[str, ...] = ()
    lint: str = ""
    """Shell: prints what the language's own tools find fault with, once it is built. {scratch}: a folder for files."""
    speaks_frames: bool = True
    """False: the bot speaks JSON lines through the bridge, one game at a time, and has no `vectors` mode."""

    @property
    def folder(self) -> Path:
        return EXAMPLE_BOTS / self.name

    def vectors(self, bot: Sequence[str], *options: str) -> list[str]:
        """The command that puts the recorded requests to a bot of this language."""
        tool = [sys.executable, str(EXAMPLE_BOTS / "vectors.py"), *options]
        if not self.speaks_frames:
            tool, bot = [*tool, "--lines"], bot[len(BRIDGE) :]
        return [*tool, "--", *bot]


LANGUAGES = (
    Language(
        "javascript",
        tools=("node", "npm"),
        build=(NPM_INSTALL,),
        random=("node", "random_bot.js"),
        greedy=("node", "greedy_bot.js"),
        lint="for file in *.js; do node --check $file; done",
    ),
    Language(
        "typescript",
        tools=("node", "npm"),
        build=(NPM_INSTALL, ("npm", "run", "--silent", "build")),
        random=("node", "dist/random_bot.js"),
        greedy=("node", "dist/greedy_bot.js"),
        lint="npx --no-install tsc --noEmit --noUnusedLocals --noUnusedParameters --noImplicitReturns",
    ),
    Language(
        "go",
        tools=("go",),
        build=(("go", "build", "-o", "bin/", "./..."),),
        random=("bin/random_bot",),
        greedy=("bin/greedy_bot",),
        lint="gofmt -d . && go vet ./...",
    ),
    Language(
        "rust",
        tools=("cargo",),
        build=(("cargo", "build", "--release", "--locked", "--quiet"),),
        random=("target/release/random_bot",),
        greedy=("target/release/greedy_bot",),
        lint="cargo fmt --check",
    ),
    Language(
        "java",
        tools=("java", "javac", "mvn"),
        build=(("mvn", "--quiet", "--batch-mode", "package"),),
        random=(*JAVA, "RandomBot"),
        greedy=(*JAVA, "GreedyBot"),
        lint="javac -Xlint:all -cp target/bots.jar -d {scratch} src/main/java/*.java src/main/java/ohhell/*.java",
    ),
    Language(
        "c",
        tools=("cc", "make"),
        probe=("cc", "-include", "zmq.h", "-include", "msgpack.h", "-fsyntax-only", "-x", "c", "/dev/null"),
        build=(("make", "--silent"),),
        random=("./random_bot",),
        greedy=("./greedy_bot",),
        lint="cc -std=gnu11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -O2 -fsyntax-only *.c",
    ),
    Language(
        "cpp",
        tools=("c++", "make"),
        probe=(
            *("c++", "-std=c++20", "-DMSGPACK_NO_BOOST", "-include", "zmq.hpp", "-include", "msgpack.hpp"),
            *("-fsyntax-only", "-x", "c++", "/dev/null"),
        ),
        build=(("make", "--silent"),),
        random=("./random_bot",),
        greedy=("./greedy_bot",),
        lint="c++ -std=c++20 -DMSGPACK_NO_BOOST -Wall -Wextra -Wpedantic -Wshadow -fsyntax-only *.cpp",
    ),
    Language(
        "perl",
        tools=("perl",),
        probe=("perl", "-MZMQ::FFI", "-MData::MessagePack", "-e", "1"),
        random=("perl", "random_bot.pl"),
        greedy=("perl", "greedy_bot.pl"),
        lint="for file in *.pl *.pm; do perl -I. -wc $file 2>&1 | grep -v ' syntax OK$'; done; true",
    ),
    Language(
        "ruby",
        tools=("ruby",),
        probe=("ruby", "-e", "require 'ffi-rzmq'; require 'msgpack'"),
        random=("ruby", "random_bot.rb"),
        greedy=("ruby", "greedy_bot.rb"),
        lint="for file in *.rb; do ruby -wc $file | grep -v '^Syntax OK$'; done; true",
    ),
    Language(
        "shell",
        tools=("sh",),
        random=(*BRIDGE, "./random_bot.sh"),
        greedy=(*BRIDGE, "./greedy_bot.sh"),
        lint="for file in *.sh; do sh -n $file; done",
        speaks_frames=False,
    ),
)


@functools.cache
def _lack(tools: tuple[str, ...], probe: tuple[str, ...]) -> str:
    """What is not installed, as the reason for a skip; or nothing."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        return f"not installed: {', '.join(missing)}"
    if probe:
        tried = subprocess.run(probe, capture_output=True, text=True, check=False)
        if tried.returncode != 0:
            return f"a library is missing, {probe[0]} says: {tried.stderr.strip()[:300]}"
    return ""


def need_tools(tools: tuple[str, ...], probe: tuple[str, ...] = ()) -> None:
    """Skips the test if a tool is missing, or fails it in CI."""
    reason = _lack(tools, probe)
    if reason:
        reason += "; .ci/toolchains.sh installs what the languages need"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)


@functools.cache
def _build(language: Language) -> str:
    """What went wrong, or nothing."""
    for command in language.build:
        built = subprocess.run(
            ["nice", *command],
            cwd=language.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=BUILD_SECONDS,
            check=False,
        )
        if built.returncode != 0:
            return f"{' '.join(command)} in {language.folder} ended with {built.returncode}:\n{built.stdout[-4000:]}"
    return ""


def need_bots(language: Language) -> None:
    """Builds the bots of a language if that is not done yet. Skips the test where its tools are missing."""
    need_tools(language.tools, language.probe)
    problem = _build(language)
    assert problem == "", problem
