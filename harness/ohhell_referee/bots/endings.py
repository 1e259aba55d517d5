"""How instances end without being asked to, and the events that tell it."""

from __future__ import annotations

from .events import Died, Event, StartFailed
from .instance import Instance, State
from .roster import Roster


class Endings:
    """Puts instances away, whole process trees included, and appends the event that goes with it."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._just_told: list[Instance] = []  # whose Died the caller is working through

    def fail_start(self, instance: Instance, text: str, events: list[Event]) -> None:
        """There will be no valid hello."""
        self._roster.bury(instance)
        events.append(StartFailed(instance, text, instance.stderr_tail))

    def report(self, instance: Instance, events: list[Event]) -> None:
        """Its process or its connection has ended, and all that came before has been taken."""
        ending = None if instance.process is None else instance.process.ending()
        self.drop(instance, ending or "lost its connection: it closed it, or sent a frame far beyond the limit", events)

    def drop(self, instance: Instance, text: str, events: list[Event]) -> None:
        """It has ended, or is ended now, for the reason in `text`."""
        owed = instance.owed()
        if instance.state is State.LEAVING:
            self._roster.bury(instance)
        elif instance.hello is None:
            self.fail_start(instance, f"ended before its hello: {text}", events)
        else:
            self._roster.bury(instance)
            instance.died = Died(instance, text, owed, instance.stderr_tail)
            self._just_told.append(instance)
            events.append(instance.died)

    def forget_told(self) -> None:
        """The caller has worked through the events: nothing more can be added to them."""
        if self._just_told:
            for instance in self._just_told:
                instance.died = None
            self._just_told = []
