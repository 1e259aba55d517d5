"""From a tournament to what each worker is told."""

from __future__ import annotations

from ohhell_referee.rules.loading import parameters
from ohhell_referee.table import FaultPolicy
from ohhell_referee.tournament.messages import WorkerBot, WorkerSetup
from ohhell_referee.tournament.model import Tournament
from ohhell_referee.tournament.run_folder import OpenRun
from ohhell_referee.tournament.workers import share_out, usable_cores


def worker_setups(tournament: Tournament, run: OpenRun, *, log_wire: bool) -> list[WorkerSetup]:
    """One setup a worker. Workers are pinned to a core each where there are at least as many as cores: a worker and
    its bots then hand the core to each other instead of waking idle ones, which is much faster for bots that answer one
    game at a time, and every bot of a table thinks on the same core. With fewer workers the bots may use them all."""
    shares = share_out(tournament.games_at_once, tournament.workers, tournament.concurrency)
    cores = usable_cores()
    pinned = len(shares) >= len(cores) > 1
    bots = tuple(
        WorkerBot(
            name=entry.name,
            argv=entry.argv,
            cwd=str(entry.cwd),
            env=dict(entry.env),
            options=dict(entry.options),
            instances=entry.instances,
        )
        for entry in tournament.entries
    )
    faults, limits, times = tournament.faults, tournament.limits, tournament.time
    policy = FaultPolicy(
        faults.on_illegal, faults.on_timeout, faults.on_crash, faults.on_protocol_error, faults.max_per_game
    )
    return [
        WorkerSetup(
            number=number,
            concurrency=share,
            seatings=most_seatings(tournament),
            most_copies=most_copies(tournament),
            key=run.key,
            variant_name=tournament.variant.name,
            variant=parameters(tournament.variant),
            bots=bots,
            policy=policy,
            disguise=tournament.disguise,
            reveal_names=tournament.reveal_names,
            restart=tournament.restart,
            startup_ms=times.startup_ms,
            per_decision_ms=times.per_decision_ms,
            bank_ms=times.bank_ms,
            margin_ms=times.margin_ms,
            time_limits=not times.unlimited,
            memory_mb=limits.memory_mb,
            stderr_limit_kb=limits.stderr_limit_kb,
            folder=str(run.folder),
            log_wire=log_wire,
            core=cores[number % len(cores)] if pinned else None,
        )
        for number, share in enumerate(shares)
    ]


def most_copies(tournament: Tournament) -> int:
    """The most seats that one entry holds at one table."""
    if tournament.format == "duel":
        return -(-tournament.players // 2)
    return max((table.count(name) for table in tournament.tables for name in table), default=1)


def most_seatings(tournament: Tournament) -> int:
    """The most seatings that a block has."""
    if tournament.duplicate == "none":
        return 1
    if tournament.format == "duel":
        return 2
    if tournament.duplicate == "all":
        count = 1
        for seat in range(2, tournament.players + 1):
            count *= seat
        return count
    return tournament.players
