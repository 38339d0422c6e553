"""What the formats of other programs can hold of a game: its beginning and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavla._engine import Position
from tavla.errors import InvalidArgumentError
from tavla.game import Cube, End, GameState, Phase

if TYPE_CHECKING:
    from tavla.game import GameRecord, GameResult, GameRules

__all__ = ["is_set_up", "result_to_write", "start_at"]


def start_at(position: Position, rules: GameRules, seat: int, cube: Cube) -> GameState:
    """The start of a game that a file sets up: as if a turn was played, unless the variant starts so.

    Raises:
        InvalidArgumentError: A cube that cannot lie so with these rules.
        InvalidPositionError: The game is over in this position.
    """
    turn = int(position != Position.start(position.variant))
    return GameState.at(position, rules, seat=seat, cube=cube, turn=turn)


def is_set_up(game: GameRecord) -> bool:
    """Whether a game begins from a position or a cube that a file has to set up.

    Raises:
        InvalidArgumentError: It begins in the middle of a turn, or with a cube that has a longer history.
    """
    start = game.start
    new = start.position == Position.start(start.variant) and start.turn == 0
    if new and start.phase in (Phase.OPENING, Phase.START) and start.cube.value == 1:
        return False
    if start.phase is Phase.START and start.seat is not None:
        cube = Cube.at(start.cube.value, start.cube.owner)
        if start == start_at(start.position, start.rules, start.seat, cube):
            return True
    raise InvalidArgumentError(
        "start: the format holds games from their beginning, or from a position before a roll"
    )


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
