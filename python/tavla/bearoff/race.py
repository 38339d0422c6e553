"""What databases of races have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavla._engine import Position
from tavla.errors import DataError, InvalidArgumentError
from tavla.exact.stored import Stored

if TYPE_CHECKING:
    from tavla._engine import Variant

__all__ = ["RaceDatabase", "checked_position"]


class RaceDatabase(Stored):
    """Values of the races of so many checkers on so many points."""

    @property
    def points(self) -> int:
        """The farthest point."""
        return int(self._core.points)

    @property
    def checkers(self) -> int:
        """The most checkers of a side."""
        return int(self._core.checkers)

    def __len__(self) -> int:
        """How many sides there are."""
        return len(self._core)

    @classmethod
    def _read(cls, facts: dict[str, Any], variant: Variant) -> tuple[object, ...]:
        for name, most in (("points", 24), ("checkers", variant.checkers)):
            if type(facts[name]) is not int or not 1 <= facts[name] <= most:
                raise DataError(f"{name}: expected a number from 1 to {most}, got {facts[name]!r}")
        return facts["points"], facts["checkers"]


def checked_position(position: object) -> Position:
    """An argument that must be a position."""
    if not isinstance(position, Position):
        raise InvalidArgumentError(f"position: expected a Position, got {position!r}")
    return position
