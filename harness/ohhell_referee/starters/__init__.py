"""Bots to start from: what `new-bot` writes into a new folder, in every language that has an example bot.

The sources are the example bots themselves, with the names of their parts changed. Each language's folder has a
`starter.toml` that says which files make a bot, how it is built and run, and what its author must know.
"""

from ohhell_referee.starters.content import starter_files
from ohhell_referee.starters.manifest import Starter, UnknownLanguage, find_starter, starters
from ohhell_referee.starters.write import FolderRefused, write_starter

__all__ = ["FolderRefused", "Starter", "UnknownLanguage", "find_starter", "starter_files", "starters", "write_starter"]
