"""One game between seats: asks, answers, faults and the game record; no socket, no clock, no process.

A table is a generator: it yields the asks of the moment and is sent their answers. The same table therefore plays
over ZeroMQ, in process, and step by step in a test.
"""

from ohhell_referee.table.asks import Answer, Ask, FaultPolicy, StopRun, VoidGame
from ohhell_referee.table.order import GameOrder
from ohhell_referee.table.table import Table

__all__ = ["Answer", "Ask", "FaultPolicy", "GameOrder", "StopRun", "Table", "VoidGame"]
