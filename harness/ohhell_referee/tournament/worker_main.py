"""The program of a worker process: `python -m ohhell_referee.tournament.worker_main FD`."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from multiprocessing.connection import Connection

from ohhell_referee.tournament.messages import WorkerFailed, WorkerSetup
from ohhell_referee.tournament.worker import Worker


def main() -> None:
    """Take the setup from the pipe, play, and leave; an error of our own goes to the supervisor with its traceback."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe = Connection(int(sys.argv[1]))
    setup = pipe.recv()
    if not isinstance(setup, WorkerSetup):
        raise TypeError(f"the first message to a worker must be its setup, not {type(setup).__name__}")
    if setup.core is not None:
        os.sched_setaffinity(0, {setup.core})
    worker = Worker(setup, pipe)
    # SIGTERM ends the loop from inside, so that the bots are taken along.
    signal.signal(signal.SIGTERM, lambda *_: setattr(worker, "stopping", True))
    try:
        worker.run()
    except Exception:  # noqa: BLE001 - the last line of defence: whatever it was, the supervisor must hear of it
        pipe.send(WorkerFailed(setup.number, traceback.format_exc()))
        sys.exit(1)
    finally:
        pipe.close()


if __name__ == "__main__":
    main()
