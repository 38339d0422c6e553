"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tavla.game.plain import plain_number

if TYPE_CHECKING:
    from tavla._engine import Kind

__all__ = ["End", "GameResult"]


class End(StrEnum):
    """What ended a game."""

    BORNE_OFF = "borne_off"
    PASS = "pass"  # noqa: S105  # no password
    RESIGNATION = "resignation"
    SETTLEMENT = "settlement"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class GameResult:
    """Who won, how, and for how much.

    Attributes:
        winner: The seat that gets points, or None when nobody does.
        points: What the winner gets, in units of the stake: an exact number from 0.
        kind: Single, gammon or backgammon as it happened on the board or was resigned, whatever it counts under
            Jacoby's rule; None after a pass, a settlement or a void game.
        end: What ended the game.
        cube: The value of the cube at the end.
    """

    winner: int | None
    points: Fraction
    kind: Kind | None
    end: End
    cube: int

    @property
    def scores(self) -> tuple[Fraction, Fraction]:
        """What seat 0 and seat 1 win or lose; they sum to zero."""
        if self.winner is None:
            return Fraction(0), Fraction(0)
        return (self.points, -self.points) if self.winner == 0 else (-self.points, self.points)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "winner": self.winner,
            "points": plain_number(self.points),
            "kind": None if self.kind is None else int(self.kind),
            "end": str(self.end),
            "cube": self.cube,
        }
