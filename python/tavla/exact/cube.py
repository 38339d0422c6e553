"""The right action with the cube, from the equities that decide."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from tavla.errors import InvalidArgumentError

__all__ = [
    "SLOTS",
    "TIE",
    "CubeAction",
    "CubeAnswer",
    "CubeDecision",
    "Owner",
    "check_open",
    "checked_owner",
    "decide",
]

Owner = Literal["centred", "player", "opponent"]
"""Who has the cube, as the side on roll sees it."""

SLOTS = {
    None: ("equity", "equity"),
    "centred": ("centred", "centred"),
    "jacoby": ("jacoby", "jacoby"),
    "player": ("own", "his"),
    "opponent": ("his", "own"),
}
"""For each owner, `"jacoby"` being a centred cube by Jacoby's rule and None no cube, the slot of values of the side on
roll, and that of the other side after a play."""

TIE = 1e-11
"""Equities that differ by no more are equal."""


class CubeAction(StrEnum):
    """What the side on roll should do with the cube."""

    NO_DOUBLE = "no double"
    DOUBLE = "double"
    TOO_GOOD = "too good"
    """Playing on for a gammon is worth more than the point that a double would win."""


class CubeAnswer(StrEnum):
    """What the other side should answer to a double."""

    TAKE = "take"
    PASS = "pass"  # noqa: S105  # no password
    BEAVER = "beaver"


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """What is right before the roll, and why. All equities are the roller's, in units of the cube before the double.

    Attributes:
        action: What the side on roll should do.
        answer: What the other side should answer to a double, right or wrong.
        no_double: The equity of rolling without a double.
        double_take: The equity after a double that is taken.
        double_pass: The equity after one that is passed: 1.
        double_beaver: The equity after one that is turned back; None where there are no beavers.
        is_redouble: Whether the side on roll owns the cube.
        is_optional: Whether doubling and not doubling are equally good (within 1e-11).

    Examples:
        >>> import tavla
        >>> print(tavla.exact.cube.decide(0.7, 0.45, beavers=False, is_redouble=True))
        redouble, take
    """

    action: CubeAction
    answer: CubeAnswer
    no_double: float
    double_take: float
    double_pass: float
    double_beaver: float | None
    is_redouble: bool
    is_optional: bool

    @property
    def is_double(self) -> bool:
        """Whether doubling is right."""
        return self.action is CubeAction.DOUBLE

    @property
    def equity(self) -> float:
        """The equity when both sides do what is right."""
        return max(self.no_double, self.double)

    @property
    def double(self) -> float:
        """The equity after a double that is answered as is right."""
        answers = {CubeAnswer.TAKE: self.double_take, CubeAnswer.PASS: self.double_pass}
        beaver = self.double_beaver
        return answers.get(self.answer, self.double_take if beaver is None else beaver)

    def __str__(self) -> str:
        words = str(self.action)
        if self.is_redouble:
            words = words.replace("double", "redouble")
        return f"{words}, {self.answer}"


def decide(no_double: float, his: float, *, beavers: bool, is_redouble: bool) -> CubeDecision:
    """Decide from what the game is worth, in units of the cube as it lies, without a double and once it was taken.

    Args:
        no_double: The equity of rolling without a double.
        his: The equity of rolling when the other side owns the cube.
        beavers: Whether a double may be turned back; the doubler may then pass and lose two units.
        is_redouble: Whether the side on roll owns the cube.
    """
    take, beaver = 2 * his, max(4 * his, -2.0) if beavers else None
    if beaver is not None and beaver < take - TIE:
        answer, doubled = CubeAnswer.BEAVER, beaver
    elif take > 1 + TIE:
        answer, doubled = CubeAnswer.PASS, 1.0
    else:
        answer, doubled = CubeAnswer.TAKE, take
    if doubled >= no_double - TIE:
        action = CubeAction.DOUBLE
    else:
        action = CubeAction.TOO_GOOD if answer is CubeAnswer.PASS else CubeAction.NO_DOUBLE
    return CubeDecision(
        action=action,
        answer=answer,
        no_double=no_double,
        double_take=take,
        double_pass=1.0,
        double_beaver=beaver,
        is_redouble=is_redouble,
        is_optional=abs(doubled - no_double) <= TIE,
    )


def check_open(cube: Owner | None) -> None:
    """Refuse the opponent's cube.

    Raises:
        InvalidArgumentError: It is his.
    """
    if checked_owner(cube) == "opponent":
        raise InvalidArgumentError(
            "cube: expected 'centred' or 'player', since the opponent's cube is not open"
        )


def checked_owner(cube: object) -> Owner | None:
    """The owner of a cube, who must be one that there is.

    Raises:
        InvalidArgumentError: It is none.
    """
    if cube is None:
        return None
    owners: tuple[Owner, ...] = ("centred", "player", "opponent")
    for owner in owners:
        if isinstance(cube, str) and cube == owner:
            return owner
    expected = "'centred', 'player', 'opponent' or None"
    raise InvalidArgumentError(f"cube: expected {expected}, got {cube!r}")
