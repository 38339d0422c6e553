"""Drawings of positions. They show what is there and compute no analysis."""

from tavla.render import text

__all__ = ["text"]
