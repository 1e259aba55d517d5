"""`ohhell-referee`, and `python -m ohhell_referee`: the command line, with an ear for Ctrl-C while it is imported."""

from __future__ import annotations

import sys


def main() -> None:
    """Raises SystemExit with the exit status, 3 where Ctrl-C came before a command could hear of it."""
    try:
        from ohhell_referee.cli.main import main as command_line
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(3)  # Exit.INTERRUPTED, whose module may be what was being imported
    command_line()


if __name__ == "__main__":
    main()
