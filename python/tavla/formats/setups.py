"""Positions that files set up: what a file changes on the board, and a position as files write it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tavla._engine import Position
from tavla.errors import InvalidPositionError
from tavla.game import Cube

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ALL", "Setup", "of_set_pos", "set_pos"]

BAR = 25
ALL = frozenset(range(1, BAR + 1))
"""Every point in the numbers of seat 0, and both bars as 25."""
_SET_POS = re.compile(r"([-A-Oa-o]{26})(?:/(-?[0-9]{1,2}))?")


class Setup(NamedTuple):
    """What is changed before the game goes on.

    Attributes:
        cleared: Points, in the numbers of seat 0, that are emptied first; 25 stands for both bars.
        placed: For each seat its slots, in its own numbers, and how many checkers stand there then.
        cube: The value of the cube, or None where it stays.
        owner: The seat that owns the cube, or None where nobody does.
        owner_is_told: Whether the owner is told; else he stays.
        seat: The seat on turn, where it is told.
    """

    cleared: frozenset[int] = frozenset()
    placed: tuple[Mapping[int, int], Mapping[int, int]] = ({}, {})
    cube: int | None = None
    owner: int | None = None
    owner_is_told: bool = False
    seat: int | None = None

    @property
    def has_cube(self) -> bool:
        """Whether anything is said of the cube."""
        return self.cube is not None or self.owner_is_told

    def turned(self, cube: Cube) -> Cube:
        """The cube with the changes.

        Raises:
            InvalidArgumentError: No cube.
        """
        if not self.has_cube:
            return cube
        value = cube.value if self.cube is None else self.cube
        owner = self.owner if self.owner_is_told else cube.owner
        return Cube.at(value, None if value == 1 else owner)

    @property
    def has_board(self) -> bool:
        """Whether checkers are set up."""
        return bool(self.cleared or self.placed[0] or self.placed[1])

    def on(self, position: Position, seat: int) -> Position:
        """The position with the changes, the seat's checkers first; `position` has those of seat 0 first.

        Raises:
            InvalidPositionError: No position of the variant.
        """
        sides = [
            self._side(list(counts), owner)
            for owner, counts in enumerate((position.player, position.opponent))
        ]
        off = [position.variant.checkers - sum(side[1:]) for side in sides]
        if min(off) < 0:
            raise InvalidPositionError(
                f"position: {position.variant.checkers} checkers a side, and {-min(off)} more stand on the board"
            )
        for side, rest in zip(sides, off, strict=True):
            side[0] = rest
        return Position(position.variant, sides[seat], sides[1 - seat])

    def _side(self, side: list[int], owner: int) -> list[int]:
        for point in self.cleared:
            side[point if owner == 0 or point == BAR else BAR - point] = 0
        for slot, count in self.placed[owner].items():
            side[slot] = count
        return side


def of_set_pos(text: str) -> Setup | None:
    """What `Set Pos=` says: the board of an XGID, capitals for the left player, and the cube as a power of two.

    A negative power is a cube of the left player, as GNU Backgammon 1.07 reads and eXtreme Gammon writes it.
    """
    found = _SET_POS.fullmatch(text.strip())
    if found is None:
        return None
    placed: tuple[dict[int, int], dict[int, int]] = {}, {}
    for slot, letter in enumerate(found[1]):
        if letter.isupper():
            placed[0][slot] = ord(letter) - ord("A") + 1
        elif letter != "-":
            placed[1][BAR - slot] = ord(letter) - ord("a") + 1
    if 0 in placed[0] or 0 in placed[1]:
        return None
    power = int(found[2] or 0)
    owner = None if power == 0 else int(power > 0)
    return Setup(ALL, placed, 1 << abs(power), owner, owner_is_told=True)


def set_pos(position: Position, cube: Cube) -> str | None:
    """A position, the checkers of seat 0 first, and the cube as `Set Pos=` says them; None where it cannot."""
    if cube.owner is None and cube.value > 1:
        return None
    letters = ["-"] * (BAR + 1)
    for slot, count in enumerate(position.player[1:], start=1):
        if count:
            letters[slot] = chr(ord("A") + count - 1)
    for slot, count in enumerate(position.opponent[1:], start=1):
        if count:
            letters[BAR - slot] = chr(ord("a") + count - 1)
    power = cube.value.bit_length() - 1
    return f"{''.join(letters)}/{power if cube.owner == 1 else -power}"
