"""Memory of a process and of all that it started, from /proc."""

from __future__ import annotations

import re
from pathlib import Path

from ohhell_referee.bots.leftovers import descendants, process_table

_PEAK = re.compile(rb"^VmHWM:\s+(\d+) kB", re.MULTILINE)


def peak_memory_mb(pid: int) -> float:
    """The sum of the peaks (VmHWM) of a process and its living descendants, in MiB; 0 where there is none any more.

    Wrappers count as well: what a script starts is the bot.
    """
    total = 0
    for one in descendants([pid], process_table()):
        try:
            found = _PEAK.search(Path(f"/proc/{one}/status").read_bytes())
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        total += int(found[1]) if found else 0
    return total / 1024
