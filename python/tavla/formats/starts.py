"""What the formats of other programs can hold of a game: its beginning and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavla.errors import InvalidArgumentError
from tavla.game import End, Phase

if TYPE_CHECKING:
    from tavla.game import GameRecord, GameResult

__all__ = ["check_start", "result_to_write"]


def check_start(game: GameRecord) -> None:
    """Check that a game is told from its beginning.

    Raises:
        InvalidArgumentError: It was set up in the middle.
    """
    start = game.start
    fresh = start.phase is Phase.OPENING or (start.phase is Phase.START and start.turn == 0)
    if not fresh or start.cube.value > 1:
        raise InvalidArgumentError("start: the format holds games from their beginning alone")


def result_to_write(game: GameRecord) -> tuple[int, GameResult] | None:
    """The winner and the result of a game, or None where it has none.

    Raises:
        InvalidArgumentError: It was settled, or void.
    """
    result = game.result
    if result is None:
        return None
    if result.winner is None or result.end in (End.SETTLEMENT, End.VOID):
        raise InvalidArgumentError(f"result: the format cannot hold the end {result.end}")
    return result.winner, result
