"""Rows of a match file, cut into cells, and the seats that the cells belong to."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tavla.formats.acts import Act
from tavla.formats.setups import of_set_pos

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Cell", "Row", "acts_of", "cut", "cut_plain"]

_WORDS = {
    "double": "double",
    "redouble": "double",
    "beaver": "beaver",
    "raccoon": "beaver",
    "take": "take",
    "accept": "take",
    "drop": "drop",
    "passe": "drop",
    "reject": "drop",
    "pass": "drop",
    "win": "wins",
    "lose": "loses",
    "losse": "loses",
    "resign": "resign",
    "concede": "resign",
}
_LEVELS = {"single": 1, "normal": 1, "gammon": 2, "backgammon": 3}
_CELL = re.compile(
    r"(?<![^\s)])(?:([0-9]{1,3}):"
    r"|((?:re)?doubles?|beavers?|raccoons?|takes?|accepts?|drops?|passes|pass|rejects?|wins?|loses?|losses"
    r"|resign(?:s|ed)?|concedes?)(?![\w/]))",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"-?[0-9]+")
_STRAY_ROW = re.compile(r"(?:^|\s)[0-9]+\)$")
_DUMP = re.compile(r"\([^()]*;[^()]*(?:\([^()]*\)[^()]*)*\)?")
MOST_DIGITS = 9
NARROW = 3
"""A gap between cells that need not come from padding."""
FEW = 3
"""So few rows do not tell whether cells are padded."""
LEAST_INDENT = 3
"""A result that starts before this column is not in any: its blanks were cut off."""
TOO_LARGE = 10**MOST_DIGITS
"""What stands for numbers that are longer."""
FAR = 30
"""No cell of the left column starts so far right, however far a long name pushes the other name."""
MARGIN = 6
"""How far before the usual start of the right column a cell may start and still be in it."""


ENDS = ("wins", "loses", "resign")
"""Cells that may stand in either column behind the last roll."""


_MOVES = r"([0-9/*() barofBO]*| *Cannot Move *)"
_PLAIN = re.compile(rf"\s*[0-9]+\)\s*([0-9]{{2}}):{_MOVES}(?:\s([0-9]{{2}}):{_MOVES})?")


class Cell(NamedTuple):
    """A cell: where it starts in its line, from 0, what it is, and its words."""

    start: int
    kind: str
    dice: str
    text: str
    value: int | None


class Row(NamedTuple):
    """The cells of a line."""

    line: int
    cells: tuple[Cell, ...]
    comment: str | None = None


def cut_plain(text: str) -> list[Cell] | None:
    """The cells of a row that begins with a roll and has no other words than plays, or None: the common row, quickly."""
    found = _PLAIN.fullmatch(text)
    if found is None:
        return None
    dice, play, second, answer = found.groups()
    cells = [Cell(found.start(1), "roll", dice, _play(play), None)]
    if second is not None:
        cells.append(Cell(found.start(3), "roll", second, _play(answer), None))
    return cells


def _play(text: str) -> str:
    """The play in a cell, without the number of the next row that may have got into it."""
    text = text.strip()
    return _STRAY_ROW.sub("", text).rstrip() if text[-1:] == ")" else text


def cut(text: str, start: int = 0) -> tuple[list[Cell], str]:
    """Cut a line into cells at their first words.

    Args:
        text: The line, tabs expanded.
        start: Where the cells may begin, after the number of the row.

    Returns:
        The cells, and what stands before the first of them.
    """
    searched = text
    if ";" in text:  # the names in a dump may look like cells
        searched = _DUMP.sub(lambda dump: "_" * len(dump[0]), text)
    found = list(_CELL.finditer(searched, start))
    if not found:
        return [], text[start:].strip()
    ends = [one.start() for one in found[1:]]
    ends.append(len(text))
    cells = []
    for one, end in zip(found, ends, strict=True):
        after = text[one.end() : end]
        if one[1]:
            cells.append(Cell(one.start(), "roll", one[1], _play(after), None))
        else:
            cells.append(_worded(one.start(), one[2], after.strip()))
    return cells, text[start : found[0].start()].strip()


def _worded(start: int, word: str, after: str) -> Cell:
    """A cell that begins with a word: the cube, the result, a resignation."""
    lower = word.lower()
    stem = lower if lower in _WORDS else lower.removesuffix("ed").removesuffix("s")
    kind = _WORDS[stem]
    value = None
    if kind == "resign":
        named = after.lower().split()
        value = next((_LEVELS[one] for one in named if one in _LEVELS), None)
    else:
        number = _NUMBER.search(after)
        if number is not None:
            value = int(number[0]) if len(number[0]) <= MOST_DIGITS else TOO_LARGE
    return Cell(start, kind, "", f"{word} {after}".strip(), value)


def acts_of(rows: Iterable[Row], second_name: int | None) -> Iterator[Act]:
    """The cells as acts of seats: the left column is seat 0, the right one seat 1.

    Args:
        rows: The rows of a game.
        second_name: Where the right player's name starts in the line of scores, if there is one.
    """
    rows = list(rows)
    layout = _layout(rows, second_name)
    for number, (line, cells, comment) in enumerate(rows):
        alone = number == 0 and len(cells) == 1 and len(rows) > 1 and not layout.is_padded
        for index, cell in enumerate(cells):
            start, kind, dice, text, value = cell
            if kind == "setup":
                yield Act(kind, 0, line, start + 1, text, comment=comment, setup=of_set_pos(text))
                continue
            seat, sure = layout.seat(cells, index)
            if alone and rows[1].cells[0].kind == "roll":
                seat = 1  # the left player would have had an answer beside him
            last = comment if index == len(cells) - 1 else None
            yield Act(kind, seat, line, start + 1, text, dice, value, sure, last)


class _Layout(NamedTuple):
    """Where the right column begins, whether all rows keep to it, and whether cells are padded at all."""

    border: int | None
    is_neat: bool
    is_padded: bool

    def seat(self, cells: tuple[Cell, ...], index: int) -> tuple[int, bool]:
        """The seat of a cell, and whether its place says so for sure."""
        start, kind = cells[index].start, cells[index].kind
        if len(cells) == 2 and not self.is_neat and kind not in ENDS:
            return index, self.is_padded
        if self.border is None or (kind in ENDS and start < LEAST_INDENT):
            return index % 2, False
        return int(start >= self.border), self.is_padded


def _layout(rows: list[Row], second_name: int | None) -> _Layout:
    """How a game is laid out, from its rows of two cells and the line of scores."""
    pairs = [row.cells for row in rows if len(row.cells) == 2 and row.cells[1].kind not in ENDS]
    starts = Counter(second.start for _, second in pairs)
    if not starts:
        border = None if second_name is None else min(second_name - MARGIN, FAR)
        return _Layout(border, is_neat=False, is_padded=True)
    most = max(starts.values())
    usual = max(start for start, count in starts.items() if count == most)
    is_neat = 2 * most > len(pairs) > 1
    if second_name is not None and not is_neat:
        usual = min(usual, second_name)  # a long cell pushes its neighbour away
    left = min(first.start for first, _ in pairs)
    padded = sum(second.start - _end(first) > NARROW for first, second in pairs)
    border = max(usual - MARGIN, left + MARGIN)
    return _Layout(border, is_neat, is_padded=len(pairs) < FEW or 4 * padded > len(pairs))


def _end(cell: Cell) -> int:
    """Where a cell ends, about: blanks within it are not counted."""
    return cell.start + len(cell.text) + (len(cell.dice) + 2 if cell.dice else 0)
