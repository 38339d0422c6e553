"""The score of two teams that meet on several boards: match wins, when the tie is decided, and what breaks it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from tavla.errors import InvalidArgumentError, InvalidRulesError
from tavla.scoring.match import MatchResult

__all__ = ["TeamScore"]

PLAY = ("play_out", "stop_when_decided")
TIEBREAKS = ("sum_points", "sudden_board", "draw")


@dataclass(frozen=True, slots=True)
class TeamScore:
    """What the matches on the boards add up to. Team 0 has seat 0 on every board.

    The tie goes to the team with more match wins. With level wins once all boards are done, the tie-break decides.

    Attributes:
        boards: The result of each board, or None while it is played.
        play: `"play_out"` every board, or `"stop_when_decided"`: once a team has more than half of the boards.
        tiebreak: For level wins: the `"sum_points"` of all boards, a `"sudden_board"`, or a `"draw"`; None is a draw
            for an odd number of boards, where only unfinished matches lead to it, and not allowed for an even one.
        sudden: The result of the board that breaks the tie, or None.

    Raises:
        InvalidArgumentError: Values of the wrong kind.
        InvalidRulesError: Options that do not exist, or no tie-break for an even number of boards.

    Examples:
        >>> won, lost = MatchResult(0, (7, 3)), MatchResult(1, (6, 7))
        >>> TeamScore((won, lost, None)).wins, TeamScore((won, None, won)).leader
        ((1, 1), 0)
        >>> TeamScore((won, None, won), play="stop_when_decided").winner
        0
    """

    boards: tuple[MatchResult | None, ...]
    play: Literal["play_out", "stop_when_decided"] = "play_out"
    tiebreak: Literal["sum_points", "sudden_board", "draw"] | None = None
    sudden: MatchResult | None = None

    def __post_init__(self) -> None:
        if not _are_results(self.boards) or not _are_results((self.sudden,)):
            raise InvalidArgumentError(f"boards: expected results or None, got {self.boards!r}")
        reasons = []
        if self.play not in PLAY:
            reasons.append(f"play: expected one of {', '.join(PLAY)}, got {self.play!r}")
        if self.tiebreak is not None and self.tiebreak not in TIEBREAKS:
            wanted = ", ".join(TIEBREAKS)
            reasons.append(f"tiebreak: expected one of {wanted}, got {self.tiebreak!r}")
        if self.tiebreak is None and len(self.boards) % 2 == 0:
            reasons.append(f"tiebreak: expected one for {len(self.boards)} boards")
        if reasons:
            raise InvalidRulesError("; ".join(reasons), reasons)
        if self.sudden is not None and not replace(self, sudden=None).needs_sudden_board:
            raise InvalidArgumentError("sudden: no further board is called for")

    @property
    def wins(self) -> tuple[int, int]:
        """The matches that each team has won."""
        winners = [result.winner for result in self.boards if result is not None]
        return winners.count(0), winners.count(1)

    @property
    def points(self) -> tuple[int, int]:
        """The points of each team on all boards that are done."""
        done = [result.scores for result in self.boards if result is not None]
        return sum(first for first, _ in done), sum(second for _, second in done)

    @property
    def leader(self) -> int | None:
        """The team that has won more than half of the boards, or None."""
        most = max(self.wins)
        return self.wins.index(most) if 2 * most > len(self.boards) else None

    @property
    def boards_are_done(self) -> bool:
        """Whether no board is to be played any more, the sudden one apart."""
        if self.play == "stop_when_decided" and self.leader is not None:
            return True
        return None not in self.boards

    @property
    def is_level(self) -> bool:
        """Whether the boards are done with as many wins for either team."""
        return self.boards_are_done and self.wins[0] == self.wins[1]

    @property
    def needs_sudden_board(self) -> bool:
        """Whether a sudden board is to be played now."""
        return self.is_level and self.tiebreak == "sudden_board" and self.sudden is None

    @property
    def is_over(self) -> bool:
        """Whether the tie has ended."""
        return self.boards_are_done and not self.needs_sudden_board

    @property
    def winner(self) -> int | None:
        """The team that has won the tie; None before the end and after a draw."""
        if not self.is_over:
            return None
        if not self.is_level:
            return 0 if self.wins[0] > self.wins[1] else 1
        if self.tiebreak == "sudden_board":
            return None if self.sudden is None else self.sudden.winner
        if self.tiebreak == "sum_points" and self.points[0] != self.points[1]:
            return 0 if self.points[0] > self.points[1] else 1
        return None

    @property
    def is_draw(self) -> bool:
        """Whether the tie has ended without a winner."""
        return self.is_over and self.winner is None


def _are_results(value: object) -> bool:
    """Whether a value is a tuple of at least one board's result."""
    found = value if isinstance(value, tuple) else ()
    return bool(found) and all(isinstance(one, MatchResult | None) for one in found)
