"""How exact solutions are, and what they may take, unless said otherwise."""

from __future__ import annotations

from tavla.errors import InvalidArgumentError

__all__ = ["MEMORY", "RESIDUAL", "check_memory", "check_residual"]

RESIDUAL = 1e-12
"""The most that the last pass may change a value by."""

MEMORY = 4 * 2**30
"""The bytes that the work may take."""


def check_residual(residual: object, what: str = "residual") -> None:
    """Refuse what is no number from 1e-15 to 1."""
    if (
        not isinstance(residual, int | float)
        or type(residual) is bool
        or not 1e-15 <= residual <= 1
    ):
        raise InvalidArgumentError(f"{what}: expected a number from 1e-15 to 1, got {residual!r}")


def check_memory(memory: object) -> int:
    """A number of bytes."""
    if type(memory) is not int or not 0 <= memory < 2**63:
        raise InvalidArgumentError(f"memory: expected a number of bytes, got {memory!r}")
    return memory
