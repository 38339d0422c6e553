"""The score of a match: who needs how many points, and what the next game is played under.

Ruled here: the Crawford rule as the tournament rules have it (it bars both players for one game, the first after a
player came within a point of the match), and that points beyond the match are worth nothing. Sources and disputes:
`docs/matches.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Literal

from tavla.errors import GameOverError, InvalidArgumentError

__all__ = ["MatchEnd", "MatchResult", "MatchScore"]


class MatchEnd(StrEnum):
    """How a match ended."""

    WON = "won"
    FORFEIT = "forfeit"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match came out.

    Attributes:
        winner: The seat that won it, or None when it was left unfinished.
        scores: Points of seat 0 and seat 1.
        end: How it ended.
        note: What somebody noted about that.
    """

    winner: int | None
    scores: tuple[int, int]
    end: MatchEnd = MatchEnd.WON
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "winner": self.winner,
            "scores": list(self.scores),
            "end": str(self.end),
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score between two games of a match.

    Attributes:
        length: Points that win the match, from 1.
        scores: Points of seat 0 and seat 1, none above `length`.
        crawford: Whether the Crawford rule is played.
        crawford_played: Whether the Crawford game lies behind.

    Raises:
        InvalidArgumentError: No such score, or one that cannot come up.

    Examples:
        >>> score = MatchScore(7).after(4, 0).after(2, 0)
        >>> print(score)
        6-0 to 7, Crawford
        >>> score.after(1, 1).away, score.after(1, 1).is_post_crawford
        ((1, 6), True)
    """

    length: int
    scores: tuple[int, int] = (0, 0)
    crawford: bool = True
    crawford_played: bool = False

    def __post_init__(self) -> None:
        if type(self.length) is not int or self.length < 1:
            raise InvalidArgumentError(f"length: expected points from 1, got {self.length!r}")
        if not _is_pair(self.scores) or not 0 <= min(self.scores) <= max(self.scores):
            raise InvalidArgumentError(f"scores: expected two counts, got {self.scores!r}")
        if max(self.scores) > self.length or min(self.scores) == self.length:
            raise InvalidArgumentError(
                f"scores: expected at most one of {self.length} and none above, got {self.scores!r}"
            )
        for name in ("crawford", "crawford_played"):
            if type(getattr(self, name)) is not bool:
                got = getattr(self, name)
                raise InvalidArgumentError(f"{name}: expected True or False, got {got!r}")
        self._check_crawford()

    def _check_crawford(self) -> None:
        """Check that the Crawford game has been played where it must have been, and only there."""
        last = self.length - 1
        if self.crawford_played and not (self.crawford and last and max(self.scores) >= last):
            raise InvalidArgumentError(
                f"crawford_played: no Crawford game comes before {self.scores} to {self.length}"
            )
        if self.crawford and last and not self.crawford_played and min(self.scores) == last:
            raise InvalidArgumentError(
                f"crawford_played: {self.scores} to {self.length} comes after the Crawford game"
            )

    @property
    def away(self) -> tuple[int, int]:
        """The points that seat 0 and seat 1 still need."""
        return self.length - self.scores[0], self.length - self.scores[1]

    @property
    def winner(self) -> int | None:
        """The seat that has won the match, or None."""
        return self.scores.index(self.length) if self.length in self.scores else None

    @property
    def is_over(self) -> bool:
        """Whether a seat has won the match."""
        return self.winner is not None

    @property
    def is_crawford(self) -> bool:
        """Whether the next game is the Crawford game: the first after a seat came within one point of the match.

        A match to one point has none, since it has no cube at all; nor has a match a second one.
        """
        waits = self.crawford and not self.crawford_played and self.length > 1
        return waits and not self.is_over and 1 in self.away

    @property
    def is_post_crawford(self) -> bool:
        """Whether the Crawford game lies behind and the match goes on."""
        return self.crawford_played and not self.is_over

    @property
    def is_double_match_point(self) -> bool:
        """Whether whoever wins the next game wins the match."""
        return self.away == (1, 1)

    def after(self, points: int, winner: int | None) -> MatchScore:
        """The score after a game; points beyond the match are worth nothing.

        A void game, with no points and the winner None, leaves all as it is: a Crawford game is still to be played.

        Raises:
            GameOverError: The match has been won.
            InvalidArgumentError: No whole points from 1, or no seat.
        """
        if self.is_over:
            raise GameOverError(f"the match is over: seat {self.winner} won it {self}")
        if winner is None and type(points) is int and points == 0:
            return self
        if type(points) is not int or points < 1:
            raise InvalidArgumentError(f"points: expected a whole number from 1, got {points!r}")
        if type(winner) is not int or winner not in (0, 1):
            raise InvalidArgumentError(f"winner: expected seat 0 or 1, got {winner!r}")
        scores = list(self.scores)
        scores[winner] = min(scores[winner] + points, self.length)
        played = self.crawford_played or self.is_crawford
        return replace(self, scores=(scores[0], scores[1]), crawford_played=played)

    def game_rules(
        self,
        *,
        cube: bool = True,
        holland: bool = False,
        dead_cube: Literal["allow", "refuse"] = "allow",
    ) -> dict[str, Any]:
        """What the next game is played under, by the names of `tavla.GameRules`.

        The customs of money play are out: Jacoby's rule, beavers, automatic doubles, settlements.

        Args:
            cube: Whether the match is played with a cube.
            holland: Whether the Holland rule is agreed: after the Crawford game nobody doubles before each side has
                rolled twice.
            dead_cube: Whether doubles that cannot help the doubler are allowed.

        Raises:
            GameOverError: The match has been won.

        Examples:
            >>> MatchScore(3, (2, 1)).game_rules()["crawford"]
            True
            >>> MatchScore(1).game_rules()["cube"]
            False
        """
        if self.is_over:
            raise GameOverError(f"the match is over: seat {self.winner} won it {self}")
        return {
            "cube": cube and self.length > 1,
            "jacoby": False,
            "beavers": 0,
            "auto_doubles": 0,
            "settlements": False,
            "away": self.away,
            "crawford": self.is_crawford,
            "holland": holland and self.is_post_crawford,
            "dead_cube": dead_cube,
        }

    def __str__(self) -> str:
        """The score as people say it, such as "6-3 to 7, Crawford"."""
        text = f"{self.scores[0]}-{self.scores[1]} to {self.length}"
        if self.is_crawford:
            return f"{text}, Crawford"
        return f"{text}, post-Crawford" if self.is_post_crawford else text


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(n) is int for n in value)
