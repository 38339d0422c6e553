"""The right action with the cube, from the equities that decide."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, SupportsIndex

import numpy as np

from tavla.errors import InvalidArgumentError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "SLOTS",
    "TIE",
    "CubeAction",
    "CubeAnswer",
    "CubeDecision",
    "CubeDecisions",
    "Owner",
    "check_open",
    "checked_owner",
    "decide",
    "decide_all",
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


ACTIONS = tuple(CubeAction)
"""The actions, by their numbers in arrays."""
ANSWERS = tuple(CubeAnswer)
"""The answers, by their numbers in arrays."""


@dataclass(frozen=True, slots=True, eq=False)
class CubeDecisions:
    """The decisions of many positions, a row for each; `decisions[n]` is a `CubeDecision`.

    Attributes:
        actions: uint8 (n,): numbers in `tuple(CubeAction)`.
        answers: uint8 (n,): numbers in `tuple(CubeAnswer)`.
        no_double: float64 (n,), as all equities those of `CubeDecision`.
        double_take: float64 (n,).
        double_beaver: float64 (n,); None where there are no beavers.
        is_redouble: Whether the side on roll owns the cube.
        is_optional: bool (n,).
    """

    actions: NDArray[np.uint8]
    answers: NDArray[np.uint8]
    no_double: NDArray[np.float64]
    double_take: NDArray[np.float64]
    double_beaver: NDArray[np.float64] | None
    is_redouble: bool
    is_optional: NDArray[np.bool]

    @property
    def is_double(self) -> NDArray[np.bool]:
        """Whether doubling is right: bool (n,)."""
        found: NDArray[np.bool] = self.actions == ACTIONS.index(CubeAction.DOUBLE)
        return found

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, row: SupportsIndex) -> CubeDecision:
        row = operator.index(row)
        beaver = self.double_beaver
        return CubeDecision(
            action=ACTIONS[self.actions[row]],
            answer=ANSWERS[self.answers[row]],
            no_double=float(self.no_double[row]),
            double_take=float(self.double_take[row]),
            double_pass=1.0,
            double_beaver=None if beaver is None else float(beaver[row]),
            is_redouble=self.is_redouble,
            is_optional=bool(self.is_optional[row]),
        )


def decide(no_double: float, his: float, *, beavers: bool, is_redouble: bool) -> CubeDecision:
    """Decide from what the game is worth, in units of the cube as it lies, without a double and once it was taken.

    Args:
        no_double: The equity of rolling without a double.
        his: The equity of rolling when the other side owns the cube.
        beavers: Whether a double may be turned back; the doubler may then pass and lose two units.
        is_redouble: Whether the side on roll owns the cube.
    """
    found = decide_all(
        np.array([no_double]), np.array([his]), beavers=beavers, is_redouble=is_redouble
    )
    return found[0]


def decide_all(
    no_double: NDArray[np.float64], his: NDArray[np.float64], *, beavers: bool, is_redouble: bool
) -> CubeDecisions:
    """Decide as `decide` does, for many positions."""
    take = 2 * his
    beaver = np.maximum(4 * his, -2.0) if beavers else None
    is_pass = take > 1 + TIE
    answers = np.where(is_pass, ANSWERS.index(CubeAnswer.PASS), ANSWERS.index(CubeAnswer.TAKE))
    doubled = np.where(is_pass, 1.0, take)
    if beaver is not None:
        is_beaver = beaver < take - TIE
        answers[is_beaver] = ANSWERS.index(CubeAnswer.BEAVER)
        doubled = np.where(is_beaver, beaver, doubled)
    held = np.where(
        answers == ANSWERS.index(CubeAnswer.PASS),
        ACTIONS.index(CubeAction.TOO_GOOD),
        ACTIONS.index(CubeAction.NO_DOUBLE),
    )
    is_double = doubled >= no_double - TIE
    actions = np.where(is_double, ACTIONS.index(CubeAction.DOUBLE), held)
    return CubeDecisions(
        actions.astype(np.uint8),
        answers.astype(np.uint8),
        no_double,
        take,
        beaver,
        is_redouble,
        np.abs(doubled - no_double) <= TIE,
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
