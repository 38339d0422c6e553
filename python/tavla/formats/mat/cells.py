"""Rows of a match file, cut into cells, and the seats that the cells belong to."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tavla.formats.acts import Act

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Row", "acts_of", "cut"]

_WORDS = {
    word: kind
    for kind, words in {
        "double": "double doubles redouble redoubles",
        "beaver": "beaver beavers raccoon raccoons",
        "take": "take takes accept accepts",
        "drop": "drop drops pass passes reject rejects",
        "wins": "win wins",
        "loses": "lose loses losses",
        "resign": "resign resigns resigned resignation concede concedes conceded forfeit forfeits forfeited timeout "
        "surrender surrenders abandons quits",
    }.items()
    for word in words.split()
}
_LEVELS = {"single": 1, "normal": 1, "gammon": 2, "backgammon": 3}
_CELL = re.compile(r"(?<![^\s)])(?:([0-9]{1,3}):|([A-Za-z]+)(?![\w/]))")
"""How a cell begins: with dice, or with a word, which need not be one of those above."""
_NUMBER = re.compile(r"-?[0-9]+")
_STRAY_ROW = re.compile(r"(?:^|\s)[0-9]+\)$")
_DUMP = re.compile(r"\([^()]*;[^()]*(?:\([^()]*\)[^()]*)*\)?")
MOST_DIGITS = 9
NARROW = 3
"""A gap between cells that need not come from padding."""
FEW = 3
"""So few rows do not tell whether cells are padded."""
LEAST_COLUMN = 4
"""A result that starts before this column, from 1, is not in any of the two: its blanks were cut off."""
TOO_LARGE = 10**MOST_DIGITS
"""What stands for numbers that are longer."""
FAR = 30
"""No cell of the left column starts so far right, however far a long name pushes the other name."""
MARGIN = 6
"""How far before the usual start of the right column a cell may start and still be in it."""


ENDS = frozenset(("wins", "loses", "resign"))
"""Cells that may stand in either column behind the last roll."""


Row = tuple[Act, ...]
"""The cells of a line as acts, the first as if it were of seat 0 and the second of seat 1."""


def _play(text: str) -> str:
    """The play in a cell, without the number of the next row that may have got into it."""
    text = text.strip()
    return _STRAY_ROW.sub("", text).rstrip() if text[-1:] == ")" else text


def cut(number: int, text: str, start: int = 0) -> tuple[Row, str]:
    """Cut a line into cells at their first words.

    Args:
        number: The number of the line, from 1.
        text: The line, tabs expanded.
        start: Where the cells may begin, after the number of the row.

    Returns:
        The cells, and what stands before the first of them.
    """
    searched = text
    if ";" in text:  # the names in a dump may look like cells
        searched = _DUMP.sub(lambda dump: "_" * len(dump[0]), text)
    found = [one for one in _CELL.finditer(searched, start) if one[1] or one[2].lower() in _WORDS]
    if not found:
        return (), text[start:].strip()
    ends = [one.start() for one in found[1:]]
    ends.append(len(text))
    row = tuple(
        _cell(number, index % 2, one, text[one.end() : end])
        for index, (one, end) in enumerate(zip(found, ends, strict=True))
    )
    return row, text[start : found[0].start()].strip()


def _cell(line: int, seat: int, found: re.Match[str], after: str) -> Act:
    """A cell that begins with dice, or with a word: the cube, the result, a resignation."""
    column, dice, word = found.start() + 1, found[1], found[2]
    if dice:
        return Act("roll", seat, line, column, _play(after), dice)
    after = after.strip()
    kind = _WORDS[word.lower()]
    value = None
    if kind == "resign":
        named = after.lower().split()
        value = next((_LEVELS[one] for one in named if one in _LEVELS), None)
    else:
        number = _NUMBER.search(after)
        if number is not None:
            value = int(number[0]) if len(number[0]) <= MOST_DIGITS else TOO_LARGE
    return Act(kind, seat, line, column, f"{word} {after}".strip(), value=value)


def acts_of(rows: Sequence[Row], second_name: int | None) -> list[Act]:
    """The cells as acts of seats: the left column is seat 0, the right one seat 1.

    Args:
        rows: The rows of a game.
        second_name: The column of the right player's name in the line of scores, if there is one.
    """
    layout = _layout(rows, second_name)
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
            acts.append(act.by(seat, sure))
    return acts


class _Layout(NamedTuple):
    """The column where the right one begins, whether all rows keep to it, and whether cells are padded at all."""

    border: int | None
    is_neat: bool
    is_padded: bool

    def seat(self, row: Row, index: int) -> tuple[int, bool]:
        """The seat of a cell, and whether its place says so for sure."""
        act = row[index]
        if len(row) == 2 and {row[0].kind, row[1].kind} == {"wins", "loses"}:
            return index, True  # a result for each player
        if len(row) == 2 and not self.is_neat and act.kind not in ENDS:
            return index, self.is_padded
        if self.border is None or (act.kind in ENDS and act.column < LEAST_COLUMN):
            return index % 2, False
        return int(act.column >= self.border), self.is_padded


def _layout(rows: Sequence[Row], second_name: int | None) -> _Layout:
    """How a game is laid out, from its rows of two cells and the line of scores."""
    pairs = [row for row in rows if len(row) == 2 and row[1].kind not in ENDS]
    starts = Counter([second.column for _, second in pairs])
    if not starts:
        border = None if second_name is None else min(second_name - MARGIN, FAR)
        return _Layout(border, is_neat=False, is_padded=True)
    most = max(starts.values())
    usual = max(start for start, count in starts.items() if count == most)
    is_neat = 2 * most > len(pairs) > 1
    if second_name is not None and not is_neat:
        usual = min(usual, second_name)  # a long cell pushes its neighbour away
    left = min([first.column for first, _ in pairs])
    border = max(usual - MARGIN, left + MARGIN)
    return _Layout(border, is_neat, is_padded=_are_padded(pairs))


def _are_padded(pairs: Sequence[Row]) -> bool:
    """Whether cells are followed by blanks up to the next column: in a quarter of the rows that tell."""
    padded = 0
    for first, second in pairs:
        padded += second.column - _end(first) > NARROW
        if 4 * padded > len(pairs):
            return True
    return len(pairs) < FEW


def _end(act: Act) -> int:
    """The column behind a cell, about: blanks within it are not counted."""
    return act.column + len(act.text) + (len(act.dice) + 2 if act.dice else 0)
