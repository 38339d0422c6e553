"""How exact solutions are, and what they may take, unless said otherwise."""

from __future__ import annotations

__all__ = ["MEMORY", "RESIDUAL"]

RESIDUAL = 1e-12
"""The most that the last pass may change a value by."""

MEMORY = 4 * 2**30
"""The bytes that the work may take."""
