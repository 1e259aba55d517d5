"""The bots room: bot processes, connections, clocks, the wire's codec. See harness/README.md for the map."""

from .events import Answered, Died, Event, Faulted, Lag, Ready, Request, StartFailed, Stray
from .instance import BotSpec, Instance
from .switchboard import Switchboard

__all__ = [
    "Answered",
    "BotSpec",
    "Died",
    "Event",
    "Faulted",
    "Instance",
    "Lag",
    "Ready",
    "Request",
    "StartFailed",
    "Stray",
    "Switchboard",
]
