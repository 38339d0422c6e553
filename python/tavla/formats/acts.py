"""What a file says was done, before anybody asked whether it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tavla.formats.setups import Setup

__all__ = ["Act"]


class Act(NamedTuple):
    """One entry of a game: a cell of a `.mat`, a node of an SGF.

    Attributes:
        kind: `setup`, `roll`, `throw` (a roll that nothing was played with yet), `double`, `beaver`, `take`, `drop`, `resign`,
            `wins` or `loses`.
        seat: Who did it, or who won or lost.
        line: The line of the file, from 1.
        column: The column, from 1.
        text: The play, or the words.
        dice: The dice as they are written.
        value: The value of the cube, the points, or the level of a resignation.
        sure: Whether the place says who did it.
        comment: What somebody noted about it.
        setup: What is set up, where it can be read.
    """

    kind: str
    seat: int
    line: int
    column: int
    text: str = ""
    dice: str = ""
    value: int | None = None
    sure: bool = True
    comment: str | None = None
    setup: Setup | None = None
