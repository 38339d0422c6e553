"""Ids within longer text: a board drawing of GNU Backgammon, what eXtreme Gammon copies, a forum post."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from tavla.formats.reading import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tavla.formats.state import PositionState

__all__ = ["MOST", "find_ids", "same"]

MOST = 1_000_000
"""Characters of the longest text that is searched."""
_GNUBG = "[A-Za-z0-9+/]"
_FOUND = re.compile(
    r"(?P<xgid>XGID ?[=:] ?(?!XGID)[-A-Za-z0-9]+:[-A-Za-z0-9:]+|(?<![-A-Pa-p])[-A-Pa-p]{26}:[-A-Za-z0-9:]+)"
    r"|(?P<ogid>OGID ?[=:] ?[A-Za-z0-9:?]+|(?<![0-9a-p:])[0-9a-p]*:[0-9a-p]*:[BWND?][0-9]+[OTPN]:[A-Za-z0-9:]*)"
    r"|(?P<tavla>tavla[0-9]+[.][-A-Za-z0-9_]+[.][-A-Za-z0-9_.]+)"
    r"|(?P<fibs>board:(?:[^:\r\n]*:){45,}[-0-9]*)"
    rf"|(?P<both>(?<!{_GNUBG}){_GNUBG}{{14}}:{_GNUBG}{{12}}(?!{_GNUBG}))"
    rf"|Position[ -]?ID *[:=]? *(?P<position>{_GNUBG}{{14}})(?!{_GNUBG})"
    rf"|Match[ -]?ID *[:=]? *(?P<match>{_GNUBG}{{12}})(?!{_GNUBG})",
    re.IGNORECASE,
)
_SNOWIE_SIGNS = 37
"""Semicolons that a Snowie position has at least."""


def find_ids(text: str) -> tuple[str, ...]:
    """Find the ids in a text, in the order written, each once; they may be faulty all the same.

    A Position ID and a Match ID beside each other are one.

    Examples:
        >>> find_ids("What to play? Position ID: 4HPwATDgc/ABMA  Match ID: cAkAAAAAAAAE. I think 8/5 6/5.")
        ('4HPwATDgc/ABMA:cAkAAAAAAAAE',)
    """
    if re.search("%[0-9A-Fa-f]{2}", text):
        text = unquote(text)  # out of an address
    found: list[str] = []
    half: tuple[str, str] | None = (
        None  # a Position ID or a Match ID that may have its other half behind it
    )
    for kind, id_text in _in_order(text):
        if kind not in ("position", "match"):
            found.append(id_text)
            continue
        if half is None or half[0] == kind:
            found.append(id_text)
            half = kind, id_text
        else:
            found[found.index(half[1])] = ":".join(sorted((half[1], id_text), key=len)[::-1])
            half = None
    return tuple(dict.fromkeys(one for one in found if len(one) <= LONGEST))


def _in_order(text: str) -> Iterator[tuple[str, str]]:
    """Kinds and texts of what looks like ids."""
    for line in text.splitlines():
        if line.count(";") >= _SNOWIE_SIGNS:
            yield "snowie", line.strip()
            continue
        for one in _FOUND.finditer(line):
            kind = one.lastgroup
            assert kind is not None
            found = one[kind].rstrip(".:")
            yield kind, found.replace(" ", "") if kind in ("xgid", "ogid") else found


def same(first: PositionState, second: PositionState) -> bool:
    """Whether two ids can be of one moment: checkers, and what both tell of dice, cube and score."""
    if first.position != second.position or first.position.variant != second.position.variant:
        return False
    one, other = _told(first), _told(second)
    return one is None or other is None or one == other


def _told(state: PositionState) -> tuple[object, ...] | None:
    """What a state tells beside the checkers, as the seat on roll sees it; None where it tells nothing."""
    seat = state.seat or 0
    owner = None if state.cube_owner is None else state.cube_owner == seat
    facts = state.dice, state.cube, owner, state.offered, state.length, state.score, state.crawford
    if facts == (None, 1, None, 0, 0, (0, 0), False):
        return None
    return *facts[:5], state.score[seat], state.score[1 - seat], state.crawford
