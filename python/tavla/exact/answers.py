"""What a solution answers."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tavla._engine import Play

__all__ = ["CHANCES", "Certificate", "Chances", "RatedPlay", "RatedRoll", "RollTable"]


@dataclass(frozen=True, slots=True)
class Chances:
    """How a game without a cube ends when both sides play best. A gammon is a win too, a backgammon both.

    Attributes:
        win: The chance that the side on roll wins.
        gammon: The chance that it wins a gammon or a backgammon.
        backgammon: The chance that it wins a backgammon.
        gammon_loss: The chance that it loses a gammon or a backgammon.
        backgammon_loss: The chance that it loses a backgammon.
    """

    win: float
    gammon: float
    backgammon: float
    gammon_loss: float
    backgammon_loss: float

    @property
    def loss(self) -> float:
        """The chance that the side on roll loses."""
        return 1 - self.win


CHANCES = tuple(field.name for field in fields(Chances))
"""The slots of values that chances are kept in."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What was proved of all values of a solution: bounds from above and from below that enclose every true value.

    Attributes:
        width: The widest distance between the two bounds of a value.
        error: The most that a value can differ from the true one.
        passes: The passes over all positions that the proof took.
    """

    width: float
    error: float
    passes: int


@dataclass(frozen=True, slots=True)
class RatedPlay:
    """A play and the equity it leads to, for the side that makes it."""

    play: Play
    equity: float


@dataclass(frozen=True, slots=True)
class RatedRoll:
    """A roll, the best play of it, and the equity of that.

    Attributes:
        dice: The roll, the higher die first.
        weight: How many of the 36 throws give it.
        play: The best play.
        equity: What it leads to, for the side that makes it.
    """

    dice: tuple[int, int]
    weight: int
    play: Play
    equity: float


@dataclass(frozen=True, slots=True)
class RollTable:
    """The 21 rolls of a position, in the order of `tavla.ROLLS`.

    Attributes:
        rolls: One entry each.
        equity: Their mean, each weighted: the equity of rolling.
    """

    rolls: tuple[RatedRoll, ...]
    equity: float
