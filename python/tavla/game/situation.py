"""A moment of a game, as data: who has what to decide, on which board, with which dice and cube."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

from tavla.game.actions import Resign, Settle
from tavla.game.cube import Cube, Offer

if TYPE_CHECKING:
    from tavla._engine import Move, Position, Variant
    from tavla.game.result import GameResult
    from tavla.game.rules import GameRules

__all__ = ["Phase", "Situation"]

Proposal = Resign | Settle
_CENTRED = Cube()
_NOBODY: frozenset[int] = frozenset()
_EITHER = frozenset((0, 1))
_ALONE = frozenset((0,)), frozenset((1,))


class Phase(StrEnum):
    """What a game waits for."""

    OPENING = "opening"
    """The opening throw, one die each."""
    START = "start"
    """The seat on turn, to roll or to double."""
    CUBE = "cube"
    """An answer to a cube that was turned."""
    MOVE = "move"
    """The seat on turn, to play what was rolled."""
    OVER = "over"
    """Nothing any more."""


@dataclass(frozen=True)
class Situation:
    """The data of a `GameState`.

    Attributes:
        variant: The rules of the board.
        rules: What else the players agreed on.
        position: The board at the start of the turn, the seat on turn first.
        phase: What the game waits for.
        seat: The seat on turn; None before the opening throw decided.
        starter: The seat that had the first turn, or None.
        turn: Turns completed.
        attempt: Opening throws so far that were ties.
        dice: The dice of the turn in the order thrown, or None.
        moves: Single moves made in this turn so far.
        cube: The cube as it stood before the offer.
        offer: The cube that was turned, while it waits for an answer and after a pass.
        proposal: The resignation or settlement that waits for an answer, or that ended the game.
        result: How the game ended, or None.
    """

    variant: Variant
    rules: GameRules
    position: Position
    phase: Phase = Phase.OPENING
    seat: int | None = None
    starter: int | None = None
    turn: int = 0
    attempt: int = 0
    dice: tuple[int, int] | None = None
    moves: tuple[Move, ...] = ()
    cube: Cube = _CENTRED
    offer: Offer | None = None
    proposal: Proposal | None = None
    result: GameResult | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that the game waits for: one, both before the opening throw, none at the end."""
        if self.phase is Phase.OVER:
            return _NOBODY
        if self.proposal is not None:
            return _ALONE[1 - self.proposal.seat]
        if self.offer is not None:
            return _ALONE[self.offer.answerer]
        return _EITHER if self.seat is None else _ALONE[self.seat]

    @property
    def board(self) -> Position:
        """The board as it stands, single moves of the turn included, the seat on turn first."""
        return self.position.displaced(self.moves) if self.moves else self.position

    def seen_by(self, seat: int) -> Position:
        """The board as it stands, with this seat's checkers first."""
        return self.board if seat == (self.seat or 0) else self.board.flipped()

    def _next(self, **changes: Any) -> Self:
        """The same with changes; quicker than `dataclasses.replace`, and nothing is checked."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__, **changes)
        return new
