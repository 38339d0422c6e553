"""Rules engine for tables games."""

from tavla._engine import __version__

__all__ = ["__version__"]
