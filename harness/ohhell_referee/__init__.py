"""The referee of ohhell-referee: runs tournaments of bots that play Oh Hell. See harness/README.md for the map."""

__version__ = "0.1.0"
