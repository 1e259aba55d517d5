"""All benchmarks, one after the other: figures and ratios of one run on this machine. `make bench`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def main() -> int:
    """Returns 1 if a benchmark failed to run; no figure is judged."""
    status = 0
    for script in sorted(FOLDER.glob("bench_*.py")):
        print(f"\n== {script.stem.removeprefix('bench_')}", flush=True)
        status |= subprocess.run([sys.executable, str(script)], check=False).returncode
    return min(status, 1)


if __name__ == "__main__":
    sys.exit(main())
