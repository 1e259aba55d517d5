"""What is done about peers that would use up the referee: found by their connections, blamed by their processes."""

from __future__ import annotations

from typing import NamedTuple

from .connections import STRANGER_SECONDS, STRANGERS_ALLOWED, Connection
from .instance import Instance
from .leftovers import kill_orphans
from .process import RUNNING
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
    """Looks for connections that send too much or are too many, and ends them. None: there are none."""
    connections = transport.connections
    floods = connections.floods(now)
    if floods:
        return _stop_senders(transport, roster, floods)
    strangers = connections.strangers()
    starting = len(roster.by_token)
    if len(strangers) > STRANGERS_ALLOWED + starting:
        return _stop_swarm(transport, roster, strangers)
    old = [] if starting else [stranger for stranger in strangers if now - stranger.since > STRANGER_SECONDS]
    for stranger in old:
        connections.cut(stranger.descriptor)
    return Flood([], "idle connections", len(old)) if old else None


def _stop_senders(transport: Transport, roster: Roster, floods: list[int]) -> Flood:
    """Connections that send more than any bot needs to. They are silenced first: looking for the owner takes longer
    than filling the memory."""
    connections = transport.connections
    for descriptor in floods:
        connections.silence(descriptor)
    tied = {descriptor: roster.with_connection(descriptor) for descriptor in floods}
    guilty = {instance for instance in tied.values() if instance is not None}
    guilty |= _owners(transport, roster, [descriptor for descriptor, instance in tied.items() if instance is None])
    for descriptor in floods:
        connections.cut(descriptor)
    return Flood(list(guilty), "more data than answers ever have", len(floods))


def _stop_swarm(transport: Transport, roster: Roster, strangers: list[Connection]) -> Flood:
    """More connections than any bot needs. They may have taken all descriptors, and without one nobody can be looked
    for: so most are cut, and the door stays closed, to get room to look for the owners of some."""
    connections = transport.connections
    with transport.closed_door():
        step = max(1, len(strangers) // _SAMPLES)
        samples = [stranger.descriptor for stranger in strangers[::step]]
        for stranger in strangers:
            if stranger.descriptor not in samples:
                connections.cut(stranger.descriptor)
        guilty = _owners(transport, roster, samples)
        for descriptor in samples:
            connections.cut(descriptor)
        # Here, because its processes would go on connecting: the caller reports them.
        for instance in guilty:
            if instance.process is not None:
                instance.process.kill_with_descendants()
        if not guilty:
            kill_orphans(RUNNING, RUNNING.values())
    return Flood(list(guilty), "more connections than any bot needs", len(strangers))


def _owners(transport: Transport, roster: Roster, descriptors: list[int]) -> set[Instance]:
    """The bots whose processes, or descendants of them, hold the other ends."""
    pids = transport.connections.owners(descriptors, roster.pids()) if descriptors else ()
    return {instance for pid in pids if (instance := roster.with_pid(pid)) is not None}
