"""Positions that an SGF sets up, property by property, gathered until somebody acts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tavla.formats.acts import Act
from tavla.formats.findings import Place
from tavla.formats.setups import Setup
from tavla.formats.sgf.words import SEATS, slot_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tavla.formats.findings import Findings
    from tavla.formats.sgf.tree import Node, Property

__all__ = ["SETUP", "Setups"]

SETUP = frozenset(("AE", "AW", "AB", "CV", "CP", "CO", "PL"))
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_OWNERS = {"c": None, "n": None, "w": 0, "b": 1}
_POINTS, _OFF = _LETTERS[:25], "z"
HIGHEST = 1 << 62


class Setups:
    """What was set up since the last act; each act is preceded by what came together."""

    def __init__(self, findings: Findings, index: int) -> None:
        self.findings = findings
        self.index = index
        self._begin()

    def _begin(self) -> None:
        self._first: Property | None = None
        self._cleared: set[int] = set()
        self._placed: tuple[Counter[int], Counter[int]] = Counter(), Counter()
        self._cube: int | None = None
        self._owner: int | None = None
        self._owner_is_told = False
        self._seat: int | None = None
        self._comments: list[str] = []

    @property
    def has_any(self) -> bool:
        """Whether anything was set up."""
        return self._first is not None

    @property
    def has_node(self) -> bool:
        """Whether it takes a node of its own: more was set up than who is on turn."""
        has_board = self._cleared or any(self._placed)
        return bool(has_board or self._cube is not None or self._owner_is_told)

    def begins_anew(self, node: Node) -> bool:
        """Whether a node clears the whole board, so that the board set up before it is a position of its own."""
        if not (self._cleared or any(self._placed)):
            return False
        cleared = "".join(_range(value.strip()) for value in node.values("AE"))
        return set(_POINTS) <= set(cleared)

    def add(self, one: Property) -> None:
        """Take a property."""
        if self._first is None:
            self._first = one
        if one.name in ("AE", "AW", "AB"):
            self._place(one)
            return
        value = one.values[0].strip()
        if one.name == "PL" and value[:1].upper() in SEATS:
            self._seat = SEATS[value[:1].upper()]
        elif one.name in ("CP", "CO") and value[:1].lower() in _OWNERS:
            self._owner, self._owner_is_told = _OWNERS[value[:1].lower()], True
        elif one.name == "CV" and _is_power(value):
            self._cube = int(value)
        else:
            self._fault(one, value)

    def note(self, comment: str | None) -> None:
        """Keep a comment on it."""
        if comment is not None:
            self._comments.append(comment)

    def _place(self, one: Property) -> None:
        for value in one.values:
            letters = _range(value.strip())
            if not letters:
                self._fault(one, value)
            for letter in letters:
                if letter == _OFF:
                    continue
                if one.name == "AE":
                    self._cleared.add(slot_of(letter, 0))
                else:
                    seat = SEATS[one.name[1]]
                    self._placed[seat][slot_of(letter, seat)] += 1

    def _fault(self, one: Property, value: str) -> None:
        place = Place(one.line, one.column, self.index)
        words = f"{one.name} says nothing that can be set up"
        self.findings.add("property", place, words, value)

    def taken(self) -> Iterator[Act]:
        """What was set up, if anything was; from here it is gathered anew."""
        first = self._first
        if first is None:
            return
        setup = Setup(
            frozenset(self._cleared),
            self._placed,
            self._cube,
            self._owner,
            self._owner_is_told,
            self._seat,
        )
        comment = "\n".join(self._comments) if self._comments else None
        self._begin()
        yield Act("setup", 0, first.line, first.column, first.raw, value=setup, comment=comment)


def _range(value: str) -> str:
    """The letters that a value names: one, or all from one to another."""
    first, colon, last = value.partition(":")
    ends = (first, last if colon else first)
    if not all(len(end) == 1 and end in _LETTERS for end in ends):
        return ""
    return _LETTERS[_LETTERS.index(ends[0]) : _LETTERS.index(ends[1]) + 1]


def _is_power(value: str) -> bool:
    """Whether a value is one that a cube can show."""
    if not (value.isascii() and value.isdecimal() and len(value) < 20):
        return False
    number = int(value)
    return 0 < number <= HIGHEST and number & (number - 1) == 0
