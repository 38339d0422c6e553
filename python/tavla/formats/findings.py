"""What is wrong or remarkable in a file, each with its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tavla.errors import FormatError

__all__ = ["KINDS", "Finding", "Findings", "Place"]

KINDS = {
    "ambiguous-play": "a play can mean several, with as many hits each",
    "cell": "words in a cell that mean nothing",
    "column": "a cell that stands in the column of the other player",
    "comment": "words beside a cell, or a line that is none of the format",
    "cube": "a cube action that the rules forbid, or with another value than the cube has",
    "dice": "dice that cannot be",
    "encoding": "bytes that are no text of the encoding",
    "game": "a game without a line of names and scores, or numbered out of turn",
    "header": "no length of the match, or one that cannot be",
    "hidden-play": "a play that was not told",
    "hit": "a hit is marked where nothing is hit",
    "illegal-play": "a play against the rules of the board",
    "json": "JSON that is no record, or one that does not replay",
    "missing-play": "a roll without a play where one was due",
    "opening": "a first roll of the game that decides no opening",
    "points": "points other than the game was worth, none where they cannot be told, or a match that is not won",
    "property": "a property that cannot be read",
    "score": "a score that the games before do not add up to",
    "second-match": "another match begins in the same file",
    "set-position": "another position was set up within a game",
    "set-start": "a game begins from a position that was set up",
    "stopped": "the rest of the game could not be followed",
    "truncated": "the file ends within a game",
    "turn": "a roll out of turn",
    "unreadable": "a file that cannot be opened or read",
    "winner": "another winner than the game had",
}
"""The kinds of findings, and what each means."""

NOTES = frozenset({"hidden-play", "comment", "second-match", "set-start"})
"""Kinds that are remarkable without being a fault."""

MOST_WRITTEN = 200


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file: line and column from 1, game and roll from 1 where there are any."""

    line: int = 1
    column: int = 1
    game: int | None = None
    roll: int | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault or remark.

    Attributes:
        kind: A stable word, one of `KINDS`.
        line: The line, from 1.
        column: The column, from 1.
        game: The number of the game in the file, from 1, or None.
        roll: The number of the roll in the game, from 1, or None.
        text: What is wrong, in words.
        written: What is written there.
        legal: What could stand there instead.
    """

    kind: str
    line: int
    column: int
    game: int | None
    roll: int | None
    text: str
    written: str = ""
    legal: tuple[str, ...] = ()

    @property
    def is_fault(self) -> bool:
        """Whether something is wrong, rather than remarkable."""
        return self.kind not in NOTES

    def __str__(self) -> str:
        if self.kind == "unreadable":
            return f"{self.kind}: {self.text}"  # nothing was read, so that there is no place
        game = "" if self.game is None else f" game {self.game}"
        roll = "" if self.roll is None else f" roll {self.roll}"
        return f"line {self.line}, column {self.column}{game}{roll}: {self.kind}: {self.text}"

    def to_dict(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {
            "kind": self.kind,
            "fault": self.is_fault,
            "line": self.line,
            "column": self.column,
            "game": self.game,
            "roll": self.roll,
            "text": self.text,
            "written": self.written,
            "legal": list(self.legal),
        }


class Findings:
    """Collects findings."""

    def __init__(self) -> None:
        self._found: list[Finding] = []

    def add(
        self, kind: str, place: Place, text: str, written: str = "", legal: tuple[str, ...] = ()
    ) -> None:
        """Note a finding."""
        if len(written) > MOST_WRITTEN:
            written = written[:MOST_WRITTEN] + "..."
        line, column, game, roll = place.line, place.column, place.game, place.roll
        self._found.append(Finding(kind, line, column, game, roll, text, written, legal))

    def __len__(self) -> int:
        return len(self._found)

    def count(self, kind: str, behind: int) -> int:
        """How many there are of a kind behind the first so many."""
        return sum(finding.kind == kind for finding in self._found[behind:])

    def back_to(self, count: int) -> None:
        """Forget all but the first so many."""
        del self._found[count:]

    def in_order(self, *, strict: bool = False) -> tuple[Finding, ...]:
        """All findings in the order of their places.

        Raises:
            FormatError: Reading is strict, and there is a fault: the first one.
        """
        found = tuple(sorted(self._found, key=lambda one: (one.line, one.column)))
        if strict:
            for finding in found:
                if finding.is_fault:
                    raise as_error(finding)
        return found


def as_error(finding: Finding) -> FormatError:
    """The error that says what a finding says."""
    legal = f"; legal: {', '.join(finding.legal)}" if finding.legal else ""
    written = f"; written: {finding.written!r}" if finding.written else ""
    return FormatError(
        f"{finding}{written}{legal}",
        kind=finding.kind,
        line=finding.line,
        column=finding.column,
        game=finding.game,
        roll=finding.roll,
        written=finding.written,
        legal=finding.legal,
    )
