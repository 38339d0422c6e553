"""Boards as most formats write them: 26 signed counts along the points of one seat, the bars at both ends.

Slots 1 to 24 are the seat's own points, its checkers positive and the other's negative; slot 25 is its bar and slot 0
the other's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavla._engine import BACKGAMMON, HYPER, NACKGAMMON, Position, Variant
from tavla.errors import InvalidArgumentError, InvalidPositionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavla.formats.reading import Field

__all__ = ["checked", "of_size", "position_of", "sides_of", "signed", "sized", "variant_for"]


def signed(position: Position) -> list[int]:
    """The board along the points of the side that is first in a position; borne off checkers do not show."""
    mine, theirs = position.player, position.opponent
    return [-theirs[25], *(mine[i] - theirs[25 - i] for i in range(1, 25)), mine[25]]


def position_of(board: Sequence[int], variant: Variant | None, field: Field) -> Position:
    """The position of a board, the seat whose points it follows first; without a variant the checkers decide.

    Raises:
        InvalidIdError: It is no position of the variant; the place is that of `field`.
    """
    if board[0] > 0 or board[25] < 0:
        field.fail("each side's checkers on its own bar")
    return sized(*sides_of(board), variant, field)


def sides_of(board: Sequence[int]) -> tuple[list[int], list[int]]:
    """The two sides of a board, each in its own numbers and without those borne off."""
    mine = [0, *(max(0, count) for count in board[1:])]
    return mine, [0, *(max(0, -count) for count in board[24::-1])]


def sized(mine: list[int], theirs: list[int], variant: Variant | None, field: Field) -> Position:
    """The position of two sides without those borne off, which the number of checkers gives.

    Raises:
        InvalidIdError: It is no position of the variant.
    """
    variant = checked(variant) or variant_for(mine, theirs)
    sides = []
    for side in (mine, theirs):
        if sum(side) > variant.checkers:
            field.fail(f"at most {variant.checkers} checkers a side in {variant.name}")
        sides.append([variant.checkers - sum(side), *side[1:]])
    try:
        return Position(variant, *sides)
    except InvalidPositionError as error:
        field.fail(f"a position of {variant.name} ({'; '.join(error.reasons)})")


def checked(variant: Variant | None) -> Variant | None:
    """The variant.

    Raises:
        InvalidArgumentError: Neither a variant nor None.
    """
    if variant is not None and not isinstance(variant, Variant):
        raise InvalidArgumentError(f"variant: expected a Variant or None, got {variant!r}")
    return variant


def variant_for(mine: Sequence[int], theirs: Sequence[int]) -> Variant:
    """The variant to read a board as that does not say: Nackgammon at its start, Hyper-Backgammon or backgammon.

    Three checkers a side that still have to pass each other are Hyper-Backgammon; in backgammon hardly anything
    leads there.
    """
    if sum(mine) == sum(theirs) == 3:
        try:
            position = Position(HYPER, [0, *mine[1:]], [0, *theirs[1:]])
        except InvalidPositionError:
            return BACKGAMMON
        return HYPER if position.has_contact else BACKGAMMON
    return _of_fifteen(mine, theirs)


def _of_fifteen(mine: Sequence[int], theirs: Sequence[int]) -> Variant:
    return NACKGAMMON if tuple(mine) == tuple(theirs) == NACKGAMMON.start else BACKGAMMON


def of_size(checkers: int, mine: Sequence[int], theirs: Sequence[int]) -> Variant | None:
    """The variant of a board that says how many checkers a side has: 15, or Hyper-Backgammon with 3, 2 or 1."""
    if checkers == BACKGAMMON.checkers:
        return _of_fifteen(mine, theirs)
    if checkers == HYPER.checkers:
        return HYPER
    if checkers in (1, 2):
        start = {24 - i: 1 for i in range(checkers)}
        return HYPER.replace(name=f"hyper {checkers}", start=start)
    return None
