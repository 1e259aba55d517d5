"""Ending a bot with everything that it started, also what tried to get away.

A bot is started in a session of its own, and the process that starts bots makes itself a *subreaper*
(prctl(2), PR_SET_CHILD_SUBREAPER): when a parent ends, its orphans become children of the subreaper instead of
process 1. So every process that a bot ever made is a descendant of the bot or, later, a child of ours in a session
that is not ours, and can be found in /proc. Orphans of a bot that still lives are known by the token in their
environment and left alone; one that has daemonised *and* dropped its environment is taken for left over.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import signal
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

_PR_SET_CHILD_SUBREAPER = 36
Result = TypeVar("Result")

_PATIENCE_SECONDS = 2.0
"""How long to chase processes that multiply while they are being killed."""

prctl = ctypes.CDLL(None, use_errno=True).prctl


class ProcessRow(NamedTuple):
    """One process of /proc, as far as needed here."""

    pid: int
    state: str
    """One letter: R, S, D, T, Z …"""
    parent: int
    session: int


def become_subreaper() -> None:
    """From now on orphaned descendants become children of this process."""
    if prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER) failed")


def process_table() -> dict[int, ProcessRow]:
    """Every process by pid. A process that ends while it is read is left out."""
    table = {}
    for name in without_shortage(lambda: os.listdir("/proc")):
        if not name.isdigit():
            continue
        try:
            line = without_shortage(Path(f"/proc/{name}/stat").read_bytes)
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        state, parent, _group, session = line[line.rindex(b")") + 2 :].split()[:4]
        table[int(name)] = ProcessRow(int(name), state.decode(), int(parent), int(session))
    return table


def without_shortage(read: Callable[[], Result]) -> Result:
    """Reads although a bot may just have used up this process's descriptors: they are free again once it is dead."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            return read()
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE) or time.monotonic() > until:
                raise
        time.sleep(0.01)


def descendants(roots: Iterable[int], table: dict[int, ProcessRow]) -> list[int]:
    """The roots that exist and all below them."""
    children: dict[int, list[int]] = {}
    for row in table.values():
        children.setdefault(row.parent, []).append(row.pid)
    found, todo = [], [pid for pid in roots if pid in table]
    while todo:
        pid = todo.pop()
        found.append(pid)
        todo += children.get(pid, ())
    return found


def orphans(known: Collection[int], table: dict[int, ProcessRow]) -> list[int]:
    """Children of this process that it did not start: those in a foreign session which are not among `known` bots."""
    me, session = os.getpid(), os.getsid(0)
    return [row.pid for row in table.values() if row.parent == me and row.session != session and row.pid not in known]


def kill(pids: Iterable[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue  # gone by itself; or, having changed its user, out of our reach


def reap(pids: Iterable[int]) -> None:
    """Collects those that are ended children of ours, so that no zombies stay."""
    for pid in pids:
        try:
            os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            continue  # not our child: its own parent collects it


def kill_tree(pid: int) -> None:
    """Kills a process that has not been waited for, its process group and all its descendants."""
    with contextlib.suppress(ProcessLookupError, PermissionError):  # it leads no group (any more)
        os.killpg(pid, signal.SIGKILL)
    kill(descendants([pid], process_table()))


def kill_orphans(known: Collection[int], spared_tokens: Collection[str] = ()) -> int:
    """Kills what dead bots have left, with all descendants, until nothing is left. Returns how many were killed.

    `known` are the processes that live bots run as; an orphan whose environment holds one of `spared_tokens` belongs to
    a live bot. Gives up after two seconds on processes that cannot be killed (in uninterruptible sleep).
    """
    killed: set[int] = set()
    until = time.monotonic() + _PATIENCE_SECONDS
    marks = [f"OHHELL_TOKEN={token}".encode() for token in spared_tokens]
    while True:
        table = process_table()
        strangers = orphans(known, table)
        reap(pid for pid in strangers if table[pid].state == "Z")
        strangers = [pid for pid in strangers if table[pid].state != "Z" and not _has_any(pid, marks)]
        if not strangers or time.monotonic() > until:
            return len(killed)
        doomed = [pid for pid in descendants(strangers, table) if pid not in known]
        killed.update(doomed)
        kill(doomed)
        time.sleep(0.001)  # let them end before the next look


def _has_any(pid: int, marks: list[bytes]) -> bool:
    if not marks:
        return False
    try:
        variables = without_shortage(Path(f"/proc/{pid}/environ").read_bytes).split(b"\0")
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return False  # ended, or hides its environment
    return any(mark in variables for mark in marks)
