"""A match, or a session of money games, as files hold it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavla._engine import Variant
    from tavla.formats.findings import Finding, Findings
    from tavla.game import GameRecord

__all__ = ["Check", "MatchRecord", "Reading", "Replayed"]


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """Games in a row between two players.

    Attributes:
        variant: The game that is played.
        length: Points that win the match; 0 for money.
        players: The names of seat 0 (the left column of a `.mat`, White in SGF) and seat 1.
        games: The games, each from its start; `start.rules.away` tells the score in a match.
        scores: The score before each game, as it is written.
        numbers: The number that each game bears.
        tags: What the file says of itself, as pairs of key and value in the order written; keys may repeat.
        comments: Lines of comment before the first game.
        crawford: Whether a match has a Crawford game.
        jacoby: Whether money is played by Jacoby's rule.
        beavers: Whether a double may be turned again at once, for money.
    """

    variant: Variant
    length: int
    players: tuple[str, str]
    games: tuple[GameRecord, ...] = ()
    scores: tuple[tuple[int, int], ...] = ()
    numbers: tuple[int, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = True

    def tag(self, key: str, default: str | None = None) -> str | None:
        """The first value of a tag, whatever its case; the default where there is none."""
        wanted = key.lower()
        return next((value for name, value in self.tags if name.lower() == wanted), default)


@dataclass(frozen=True, slots=True)
class Check:
    """What came of checking a file: all that reading it tells but the records of its games, which take time to make.

    Attributes:
        games: How many games it holds.
        findings: As in `Reading`, like the others.
    """

    games: int
    findings: tuple[Finding, ...] = ()
    rolls: int = 0
    replayed: int = 0
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading a file.

    Attributes:
        match: The games that it holds.
        findings: Every fault and remark, in the order met.
        rolls: The rolls that are written in it.
        replayed: Those of them that were replayed; the findings tell of the others.
        encoding: How its bytes were read, or None where it came as text.
        others: Further matches that stand behind the first in the same file.
    """

    match: MatchRecord
    findings: tuple[Finding, ...] = ()
    rolls: int = 0
    replayed: int = 0
    encoding: str | None = None
    others: tuple[MatchRecord, ...] = ()

    @property
    def matches(self) -> tuple[MatchRecord, ...]:
        """All matches of the file."""
        return self.match, *self.others

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that are faults."""
        return tuple(finding for finding in self.findings if finding.is_fault)

    @property
    def check(self) -> Check:
        """The same without the records."""
        games = sum(len(match.games) for match in self.matches)
        return Check(games, self.findings, self.rolls, self.replayed, self.encoding)


class _Match(Protocol):
    """A match as a reader has replayed it."""

    rolls: int
    replayed: int

    @property
    def games(self) -> Sequence[object]:
        """Its games, whose records need not be made yet."""

    def record(self) -> MatchRecord:
        """Its record."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """The matches of a file, replayed, before anybody asks for their records."""

    matches: Sequence[_Match]
    findings: Findings
    encoding: str | None

    def check(self, *, strict: bool) -> Check:
        """What was found.

        Raises:
            FormatError: Strict, and there is a fault: the first one.
        """
        return Check(
            sum(len(match.games) for match in self.matches),
            self.findings.in_order(strict=strict),
            sum(match.rolls for match in self.matches),
            sum(match.replayed for match in self.matches),
            self.encoding,
        )

    def reading(self, *, strict: bool) -> Reading:
        """What was found, and the records.

        Raises:
            FormatError: Strict, and there is a fault: the first one.
        """
        found = self.check(strict=strict)
        first, *others = (match.record() for match in self.matches)
        return Reading(
            first, found.findings, found.rolls, found.replayed, found.encoding, tuple(others)
        )
