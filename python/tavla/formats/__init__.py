"""Text in and out: position ids."""

from tavla.formats import gnubg

__all__ = ["gnubg"]
