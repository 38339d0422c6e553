"""The columns of a match file: whose each cell is."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tavla.formats.mat.cells import ENDS, NARROW, Row, is_end_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavla.formats.acts import Act
    from tavla.formats.mat.header import ScoreLine

__all__ = ["acts_of"]

FEW = 3
"""So few rows alone do not tell whether cells are padded."""
NEAREST = 25
"""Where the right column begins at least in files that are padded."""
LEAST_COLUMN = 4
"""A result that starts before this column, from 1, is not in any of the two: its blanks were cut off."""
FAR = 30
"""No cell of the left column starts so far right, however far a long name pushes the other name."""
MARGIN = 6
"""How far before the usual start of the right column a cell may start and still be in it."""


def acts_of(rows: Sequence[Row], scores: ScoreLine | None) -> list[Act]:
    """The cells as acts of seats: the left column is seat 0, the right one seat 1.

    Args:
        rows: The rows of a game.
        scores: The line of names and scores of the game, if there is one.
    """
    if not rows:
        return []
    layout = _layout(rows, None if scores is None else scores.second)
    acts: list[Act] = []
    border = layout.border if layout.is_padded and layout.border is not None else 0
    for number, row in enumerate(rows):
        if len(row) == 2 and LEAST_COLUMN <= row[0].column < border <= row[1].column:
            acts += row  # the common row: one cell in each column, each as it was cut
            continue
        alone = number == 0 and len(row) == 1 and len(rows) > 1 and not layout.is_padded
        for index, act in enumerate(row):
            if act.kind == "setup":
                acts.append(act)
                continue
            seat, sure = layout.seat(row, index)
            if alone and rows[1][0].kind == "roll":
                seat = 1  # the left player would have had an answer beside him
            named = _named(act, scores) if act.kind in ENDS else None
            acts.append(act.by(seat, sure) if named is None else act.by(named, True))
    return acts


def _named(act: Act, scores: ScoreLine | None) -> int | None:
    """Whose result it is, where `told_by_name` put a name before it."""
    if scores is None or is_end_of(act, act.text):
        return None
    for seat, name in enumerate(scores.players):
        if name and act.text.startswith(name) and is_end_of(act, act.text[len(name) :]):
            return seat
    return None


class _Layout(NamedTuple):
    """Where columns begin.

    Attributes:
        border: Where the right column begins for turns.
        ends: Where it begins for results beside a turn, which keep to the names where long cells do not.
        alone: Where it begins for a cell without a neighbour, which no long cell pushes away.
        is_neat: Whether most rows keep to it.
        is_padded: Whether cells are padded at all.
    """

    border: int | None
    ends: int | None
    alone: int | None
    is_neat: bool
    is_padded: bool

    def seat(self, row: Row, index: int) -> tuple[int, bool]:
        """The seat of a cell, and whether its place says so for sure."""
        act, is_alone = row[index], len(row) == 1
        is_end = act.kind in ENDS
        if len(row) == 2 and {row[0].kind, row[1].kind} == {"wins", "loses"}:
            return index, True  # a result for each player
        border = self.alone if is_alone else self.ends if is_end else self.border
        if len(row) == 2 and not is_end:
            is_both = border is None or row[0].column < border
            if is_both or not self.is_neat:
                return index, self.is_padded
        if border is None or (is_end and act.column < LEAST_COLUMN):
            return index % 2, False
        is_right = act.column >= border
        return int(is_right), self.is_padded or (is_alone and is_end and (is_right or act.sure))


def _layout(rows: Sequence[Row], second_name: int | None) -> _Layout:
    """How a game is laid out, from its rows of two cells and the line of scores."""
    pairs = [row for row in rows if len(row) == 2 and row[1].kind not in ENDS]
    if not pairs:
        border = None if second_name is None else min(second_name - MARGIN, FAR)
        return _Layout(border, border, border, is_neat=False, is_padded=True)
    starts = Counter([second.column for _, second in pairs])
    most = max(starts.values())
    usual = max(start for start, count in starts.items() if count == most)
    is_neat = 2 * most > len(pairs) > 1
    is_padded = _are_padded(pairs, usual if is_neat else None)
    left = min([first.column for first, _ in pairs])
    likely = usual if second_name is None else min(usual, second_name)
    if not is_neat:
        usual = likely  # a long cell pushes its neighbour away
    borders = usual - MARGIN, likely - MARGIN, (left + likely) // 2
    border, ends, alone = (max(column, left + MARGIN) for column in borders)
    return _Layout(border, ends, alone, is_neat, is_padded)


def _are_padded(pairs: Sequence[Row], usual: int | None) -> bool:
    """Whether cells are followed by blanks up to the next column: in a quarter of the rows, or up to the usual column."""
    wide = 0
    for first, second in pairs:
        if second.column - _end(first) > NARROW:
            wide += 1
            if second.column == usual or 4 * wide > len(pairs):
                return True
    return len(pairs) < FEW and all(second.column >= NEAREST for _, second in pairs)


def _end(act: Act) -> int:
    """The column behind a cell, about: blanks within it are not counted."""
    return act.column + len(act.text) + (len(act.dice) + 2 if act.dice else 0)
