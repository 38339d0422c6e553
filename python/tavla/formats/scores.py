"""The score of a match as a file tells it, and the agreements of each game that follow from it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tavla.game import GameRules

if TYPE_CHECKING:
    from tavla.formats.findings import Findings, Place
    from tavla.game import GameResult

__all__ = ["Scores"]


class Scores:
    """Carries the score from game to game and compares it with what is written.

    Args:
        length: Points that win the match; 0 for money.
        findings: Where faults are noted.
        crawford: Whether the match is played by Crawford's rule.
        jacoby: Whether money is played by Jacoby's rule.
        beavers: How often a double may be turned again at once, for money.
    """

    def __init__(
        self, length: int, findings: Findings, *, crawford: bool, jacoby: bool, beavers: int
    ) -> None:
        self.length = length
        self.findings = findings
        self.crawford = crawford
        self.jacoby = jacoby
        self.beavers = beavers
        self.expected: tuple[int, int] | None = None
        self.current = (0, 0)
        self._had_crawford = False
        self.is_crawford = False

    def begin(self, written: tuple[int, int] | None, place: Place) -> tuple[int, int]:
        """Begin a game at the score that is written, or at the one carried where none is."""
        score = written if written is not None else self.expected or (0, 0)
        if min(score) < 0 and self.length:
            self.findings.add("score", place, f"a score cannot be {score[0]} to {score[1]}")
            score = max(score[0], 0), max(score[1], 0)
        elif self.expected is not None and score != self.expected:
            words = f"the games before add up to {self.expected[0]} to {self.expected[1]}"
            text = f"{words}, and {score[0]} to {score[1]} is written"
            self.findings.add("score", place, text)
        if self.length and max(score) >= self.length:
            words = f"the match to {self.length} was over at {score[0]} to {score[1]}"
            self.findings.add("score", place, words)
        self.current = score
        self._turn_crawford()
        return score

    def _turn_crawford(self) -> None:
        """The first game in which one player alone needs one point is the Crawford game."""
        away = self.away
        one_away = away is not None and (away[0] == 1) != (away[1] == 1)
        self.is_crawford = self.crawford and one_away and not self._had_crawford
        self._had_crawford = self._had_crawford or one_away

    @property
    def away(self) -> tuple[int, int] | None:
        """The points that each seat needs, or None for money."""
        if not self.length:
            return None
        first, second = self.current
        return max(self.length - first, 1), max(self.length - second, 1)

    def rules(self) -> GameRules:
        """The agreements of the game that begins."""
        if self.length:
            return _match_rules(self.away, self.is_crawford)
        return _money_rules(self.jacoby, self.beavers)

    def end(self, result: GameResult | None) -> None:
        """Carry the score on; unknown after a game that was not played to an end."""
        if result is None:
            self.expected = None
            return
        gains = [0, 0]
        if result.winner is not None:
            gains[result.winner] = int(result.points)
        totals = self.current[0] + gains[0], self.current[1] + gains[1]
        self.expected = totals


@lru_cache(maxsize=1024)
def _match_rules(away: tuple[int, int] | None, crawford: bool) -> GameRules:
    """The agreements of a game of a match at a score."""
    return GameRules(cube=True, away=away, crawford=crawford, illegal_plays="accepted")


@lru_cache(maxsize=64)
def _money_rules(jacoby: bool, beavers: int) -> GameRules:
    """The agreements of a game for money."""
    return GameRules(cube=True, jacoby=jacoby, beavers=beavers, illegal_plays="accepted")
