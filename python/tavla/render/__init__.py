"""Drawings of positions, sheets and curves of scores. They show what is there and compute no analysis."""

from tavla.render import plot, sheet, text

__all__ = ["plot", "sheet", "text"]
