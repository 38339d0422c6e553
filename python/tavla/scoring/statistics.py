"""What the games of a player were like: counts, averages, runs."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from tavla.game.plain import plain_number

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["PlayerStatistics", "Scored", "statistics"]


class Scored(Protocol):
    """A game that was scored, as `tavla.game.GameResult` is."""

    @property
    def winner(self) -> int | None:
        """The seat that won, or None."""

    @property
    def points(self) -> Fraction:
        """What it won."""

    @property
    def kind(self) -> int | None:
        """1 single, 2 gammon, 3 backgammon, as it happened; None where nothing such did."""

    @property
    def end(self) -> str:
        """What ended the game: `"pass"` or another word."""

    @property
    def cube(self) -> int:
        """The value of the cube at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStatistics:
    """The games of one player in numbers.

    Attributes:
        games: Games entered.
        wins: Games won.
        losses: Games lost; games that nobody won are neither.
        gammons: Games won as a gammon, whatever it counted.
        backgammons: Games won as a backgammon, whatever it counted; these are no gammons.
        passes: Games lost by passing a double.
        points: Points won less points lost.
        average_cube: The mean value of the cube at the end of a game; 0 without games.
        biggest_win: The most points won in one game; 0 without a win.
        longest_run: The most games won one after another; a game that nobody won ends a run.
    """

    games: int = 0
    wins: int = 0
    losses: int = 0
    gammons: int = 0
    backgammons: int = 0
    passes: int = 0
    points: Fraction = Fraction(0)
    average_cube: Fraction = Fraction(0)
    biggest_win: Fraction = Fraction(0)
    longest_run: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The numbers as plain data; fractions as text such as "1/3"."""
        found = {}
        for field in fields(self):
            value = getattr(self, field.name)
            found[field.name] = plain_number(value) if isinstance(value, Fraction) else value
        return found


def statistics(games: Sequence[Scored], seat: int) -> PlayerStatistics:
    """The numbers of the player in a seat over games, in the order played.

    Examples:
        >>> from tavla.game import End, GameResult
        >>> passed = GameResult(winner=1, points=Fraction(2), kind=None, end=End.PASS, cube=2)
        >>> statistics([passed], seat=0).passes, statistics([passed], seat=1).biggest_win
        (1, Fraction(2, 1))
    """
    won = [game for game in games if game.winner == seat]
    lost = [game for game in games if game.winner not in (seat, None)]
    cubes = sum(game.cube for game in games)
    return PlayerStatistics(
        games=len(games),
        wins=len(won),
        losses=len(lost),
        gammons=sum(game.kind == 2 for game in won),
        backgammons=sum(game.kind == 3 for game in won),
        passes=sum(game.end == "pass" for game in lost),
        points=sum((game.points for game in won), Fraction(0))
        - sum((game.points for game in lost), Fraction(0)),
        average_cube=Fraction(cubes, len(games)) if games else Fraction(0),
        biggest_win=max((game.points for game in won), default=Fraction(0)),
        longest_run=_longest_run([game.winner == seat for game in games]),
    )


def _longest_run(wins: Sequence[bool]) -> int:
    """The most `True` in a row."""
    longest = run = 0
    for win in wins:
        run = run + 1 if win else 0
        longest = max(longest, run)
    return longest
