"""What is done about peers that would use up the referee: found by their connections, blamed by their processes."""

from __future__ import annotations

from typing import NamedTuple

from .connections import STRANGER_SECONDS, STRANGERS_ALLOWED, Connection
from .instance import Instance
from .roster import Roster
from .transport import Transport

_SAMPLES = 8
"""Connections whose owners are looked for; the rest of a swarm is cut unseen."""


class Flood(NamedTuple):
    """A flood that was stopped."""

    guilty: list[Instance]
    """The bots behind it. Empty where it came from elsewhere, or from what nobody can be blamed for."""
    what: str
    cut: int
    """Connections that were ended."""


def stop_flood(transport: Transport, roster: Roster, now: float) -> Flood | None:
    """Looks for connections that send too much or are too many, and ends them. None: there are none.

    A swarm of connections takes all descriptors, and without one nobody can be looked for; so it is done while nobody
    can connect.
    """
    connections = transport.connections
    floods = connections.floods(now)
    if floods:
        guilty = {roster.with_connection(descriptor) for descriptor in floods}
        for pid in connections.owners(floods, roster.pids()):
            guilty.add(roster.with_pid(pid))
        for descriptor in floods:
            connections.cut(descriptor)
        return _flood(guilty, "more data than any answer has", len(floods))
    strangers = connections.strangers()
    starting = len(roster.by_token)
    if len(strangers) > STRANGERS_ALLOWED + starting:
        return _stop_swarm(transport, roster, strangers)
    old = [] if starting else [stranger for stranger in strangers if now - stranger.since > STRANGER_SECONDS]
    for stranger in old:
        connections.cut(stranger.descriptor)
    return _flood(set(), "idle connections", len(old)) if old else None


def _stop_swarm(transport: Transport, roster: Roster, strangers: list[Connection]) -> Flood:
    """More connections than any bot needs: most are cut to get room to look for the owners of some."""
    connections = transport.connections
    transport.stop_listening()
    try:
        step = max(1, len(strangers) // _SAMPLES)
        samples = [stranger.descriptor for stranger in strangers[::step]]
        for stranger in strangers:
            if stranger.descriptor not in samples:
                connections.cut(stranger.descriptor)
        guilty = {roster.with_pid(pid) for pid in connections.owners(samples, roster.pids())}
        for descriptor in samples:
            connections.cut(descriptor)
        # Here, because its processes would go on connecting: the caller reports them.
        for instance in guilty:
            if instance is not None and instance.process is not None:
                instance.process.kill_with_descendants()
    finally:
        transport.listen_again()
    return _flood(guilty, "more connections than any bot needs", len(strangers))


def _flood(guilty: set[Instance | None], what: str, cut: int) -> Flood:
    return Flood([instance for instance in guilty if instance is not None], what, cut)
