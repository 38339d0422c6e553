"""What people, clocks and programs write around plays: times, marks, figures, words; told from the moves themselves."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["BRACKETED", "CLOCK", "LEVELS", "Remarked", "level_in", "split"]

LEVELS = {"single": 1, "normal": 1, "gammon": 2, "backgammon": 3}
"""Words for how a game is lost."""
LONGEST = 2000
"""Longer texts are taken as they stand."""

BRACKETED = r"\((?![1-4]\))[^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|<[^<>]*>"
"""Anything in brackets but a count of equal moves."""
CLOCK = r"(?<![\d:/])\d{1,3}:\d\d(?::\d\d)?(?:[.,]\d+)?(?![\d/:*(])"
"""A time as `0:15` or `1:02:33.5`; of dice, a blank or a move stands behind the colon."""
_STOP = r"(?ai:bar|off|b|o|[0-9]{1,2})\*?"
_PART = re.compile(
    rf"(?P<bracketed>{BRACKETED})"
    r"|(?P<tail>[;#].*)"
    rf"|(?P<clock>{CLOCK}|\d+(?:[.,]\d+)?\s?(?ai:s|secs?|seconds?|mins?|minutes?)(?!\w))"
    r"|(?P<figure>[-+]?\d*[.,]\d+%?(?!\S)|[-+]?\d+%)"
    rf"|(?P<move>(?<![\w/]){_STOP}(?:\s?/\s?{_STOP})+(?:\s?\([1-4]\))?\*?,?(?![\w/]))"
    r"|(?P<mark>[!?]+)"
    r"|(?P<sign>[^\w\s()/*]+)"
    r"|(?P<word>\w+|\S)",
    re.DOTALL,
)
_WORD = re.compile(r"\w+")


class Remarked(NamedTuple):
    """A text in its parts.

    Attributes:
        moves: What are moves.
        words: Words and numbers that belong to no other part.
        signs: Signs such as `=>`, which say nothing by themselves.
        remarks: What never belongs to a play: times, marks, figures, what is in brackets or behind `;`.
        rest: All but the moves, as it is written.
    """

    moves: str
    words: str
    signs: str
    remarks: str
    rest: str


def split(text: str) -> Remarked:
    """Split a text into moves and what stands around them.

    Examples:
        >>> split("24/18? 13/8 0:15 (forced)")[:4]
        ('24/18 13/8', '', '', '? 0:15 (forced)')
        >>> split("Cannot Move [0:04]")[:4]
        ('', 'Cannot Move', '', '[0:04]')
    """
    if len(text) > LONGEST:
        return Remarked("", text, "", "", text)
    found: dict[str, list[str]] = {"move": [], "word": [], "sign": [], "remark": []}
    rest: list[str] = []
    end = 0
    for part in _PART.finditer(text):
        kind = part.lastgroup
        found[kind if kind in found else "remark"].append(part[0])
        if kind != "move":
            apart = part.start() > end or not rest
            rest.append(f" {part[0]}" if apart else part[0])
        end = part.end()
    moves, words, signs, remarks = map(" ".join, found.values())
    return Remarked(moves, words, signs, remarks, "".join(rest).strip())


def level_in(text: str) -> int | None:
    """The level that a text names first, or None."""
    return next((LEVELS[word] for word in _WORD.findall(text.lower()) if word in LEVELS), None)
