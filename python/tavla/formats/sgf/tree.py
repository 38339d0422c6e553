"""The trees of an SGF: nodes of properties with their places. It knows no game."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from tavla.formats.findings import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tavla.formats.findings import Findings

__all__ = ["Node", "Property", "Tree", "escaped", "parse"]

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z][A-Za-z0-9]*)(?=\s*\[))")
_VALUE = re.compile(r"\s*\[((?:[^\]\\]+|\\.)*+)\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r\n|.)", re.DOTALL)
_UNKNOWN = re.compile(r"[^();\[\]A-Za-z]+|[A-Za-z0-9]+|.", re.DOTALL)


class Property(NamedTuple):
    """A property: its name, its values without escapes, its text, and where it stands."""

    name: str
    values: tuple[str, ...]
    raw: str
    line: int
    column: int


class Node(NamedTuple):
    """The properties of a node, in order, and where it stands."""

    properties: tuple[Property, ...]
    line: int
    column: int

    def values(self, name: str) -> tuple[str, ...]:
        """All values of a property."""
        return tuple(value for one in self.properties if one.name == name for value in one.values)

    def value(self, name: str) -> str | None:
        """The first value of a property, or None."""
        return next(iter(self.values(name)), None)


Tree = list[Node]
"""The main line of a game tree."""


def escaped(text: str) -> str:
    """A text as a value."""
    return re.sub(r"([\\\]])", r"\\\1", text)


def parse(text: str, findings: Findings) -> Iterator[Tree]:
    """The main lines of all trees; what cannot be read, and variations, are noted and passed over."""
    yield from _Parser(text, findings).trees()


class _Parser:
    """Reads token after token; knows the node and the tree that are open, and the variation that is passed over."""

    def __init__(self, text: str, findings: Findings) -> None:
        self.text = text
        self.findings = findings
        self.at = 0
        self.starts = [0, *(found.end() for found in re.finditer("\r\n|\r|\n", text))]
        self.tree: Tree = []
        self.properties: list[Property] | None = None
        self.begun = 0
        self.branched: list[bool] = []  # for each open bracket whether a line went on below it
        self.passing = 0  # the depth of the variation that is passed over, or 0

    def place(self, at: int) -> Place:
        """Line and column of an offset."""
        line = bisect_right(self.starts, at)
        return Place(line, at - self.starts[line - 1] + 1)

    def trees(self) -> Iterator[Tree]:
        """The main line of each tree."""
        while (token := self._token()) is not None:
            kind, start = token
            if kind == "(":
                self._open(start)
            elif kind == ")":
                if self._close(start):
                    yield self._taken()
            elif kind == ";":
                self._end_node()
                self.properties, self.begun = [], start
            elif not self._add(kind, start):
                break
        self._end_node()
        if self.branched:
            place = self.place(len(self.text.rstrip()))
            self.findings.add("truncated", place, "the file ends within a game tree")
            yield self._taken()

    def _taken(self) -> Tree:
        tree, self.tree = self.tree, []
        return tree

    def _open(self, start: int) -> None:
        """A bracket opens: a tree, the line that goes on, or a variation beside it."""
        self._end_node()
        if self.branched:
            if self.branched[-1] and not self.passing:
                words = "a variation, which is not followed"
                self.findings.add("property", self.place(start), words)
                self.passing = len(self.branched) + 1
            self.branched[-1] = True
        self.branched.append(False)

    def _close(self, start: int) -> bool:
        """A bracket closes; True at the end of a tree."""
        self._end_node()
        if not self.branched:
            self.findings.add("property", self.place(start), "a bracket too many")
            return False
        if self.passing == len(self.branched):
            self.passing = 0
        self.branched.pop()
        return not self.branched

    def _end_node(self) -> None:
        if self.properties is not None and not self.passing:
            place = self.place(self.begun)
            self.tree.append(Node(tuple(self.properties), place.line, place.column))
        self.properties = None

    def _add(self, name: str, start: int) -> bool:
        """A property; False when the text ends in it."""
        one = self._property(name, start)
        if one is None:
            return False
        if self.properties is None:
            self.findings.add("property", self.place(start), "no node begins before it")
            self.properties, self.begun = [], start
        self.properties.append(one)
        return True

    def _token(self) -> tuple[str, int] | None:
        """The next bracket, semicolon or name, and where it stands; what is none of these is noted in one piece."""
        begun = self.at
        while (found := _TOKEN.match(self.text, self.at)) is None:
            rest = _UNKNOWN.match(self.text, self.at)
            if rest is None:
                break
            self.at = rest.end()
        unread = self.text[begun : self.at]
        told = unread.strip("\ufeff \t\r\n\0")
        if told:
            words = "neither a bracket, a node nor a property"
            self.findings.add("property", self.place(begun + unread.index(told)), words, told)
        if found is None:
            return None
        self.at = found.end()
        group = 1 if found[1] else 2
        return found[group], found.start(group)

    def _property(self, name: str, start: int) -> Property | None:
        """The values of a property, or None when the text ends in one."""
        values = []
        while (found := _VALUE.match(self.text, self.at)) is not None:
            values.append(_ESCAPE.sub(lambda one: one[1] if one[1].strip() else "", found[1]))
            self.at = found.end()
        if not values:
            words = f"the file ends within the property {name}"
            self.findings.add("truncated", self.place(start), words)
            return None
        place = self.place(start)
        raw = self.text[start : self.at]
        return Property(name, tuple(values), raw, place.line, place.column)
