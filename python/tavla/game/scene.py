"""What lies on a board that a referee looks after, as data: the game, and whatever of it is not settled yet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tavla.game.situation import Phase

if TYPE_CHECKING:
    from tavla._engine import Position
    from tavla.game.actions import Action
    from tavla.game.deeds import Throw
    from tavla.game.state import GameState

__all__ = ["Disputed", "Early", "Scene", "Stage"]


class Stage(StrEnum):
    """Where a refereed turn is; a turn that ends passes at once to the opponent's start or to his review."""

    AWAIT = "await"
    """A seat is to roll or to speak: to double, to answer a cube or a proposal."""
    ROLLED = "rolled"
    """Dice lie, and whether they count is the opponent's to say."""
    MOVING = "moving"
    """Checkers are moved, and may be moved back, until the turn is ended."""
    REVIEW = "review"
    """The turn was ended with an illegal play, and the opponent has not gone on yet."""
    OVER = "over"
    """The game has ended beyond dispute."""


@dataclass(frozen=True, slots=True)
class Early:
    """A roll or a double made before its time, that may count when its time comes.

    Attributes:
        seat: Who made it.
        dice: The roll, or None for a double.
        open: Whether the other seat may still demand that it be made again.
    """

    seat: int
    dice: tuple[int, int] | None
    open: bool

    @property
    def what(self) -> str:
        """`"roll"` or `"double"`."""
        return "double" if self.dice is None else "roll"


@dataclass(frozen=True, slots=True)
class Disputed:
    """An illegal play that may yet be corrected.

    Attributes:
        seat: Who made it.
        before: The game before it, the dice lying.
        actions: How many actions had led there.
        early: What the opponent had made before his time by then.
    """

    seat: int
    before: GameState
    actions: int
    early: Early | None


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies on the board.

    Attributes:
        state: The game as it lies, an illegal play that may yet be corrected included.
        actions: The actions that led to it from its start.
        lying: A roll that counts unless the opponent objects, or None.
        made: Checkers moved in this turn, as pairs of slots in the mover's numbers.
        lifted: Dice lifted in this turn.
        early: A hasty roll or double that waits for its time, or None.
        disputed: The last illegal play, while it may be corrected, or None.
    """

    state: GameState
    actions: tuple[Action, ...] = ()
    lying: Throw | None = None
    made: tuple[tuple[int, int], ...] = ()
    lifted: int = 0
    early: Early | None = None
    disputed: Disputed | None = None

    @property
    def stage(self) -> Stage:
        """Where the turn is."""
        state = self.state
        if state.is_over:
            return Stage.OVER if self.disputed is None else Stage.REVIEW
        if state.proposal is not None:
            return Stage.AWAIT
        if self.lying is not None:
            return Stage.ROLLED
        if state.phase is Phase.MOVE:
            return Stage.MOVING
        reviewed = state.phase is Phase.START and self.disputed is not None
        return Stage.REVIEW if reviewed else Stage.AWAIT

    @property
    def board(self) -> Position:
        """The board as it lies, the seat on turn first."""
        return self.state.position.displaced(self.made) if self.made else self.state.position

    @property
    def thrower(self) -> int | None:
        """The seat whose turn it is to throw; None where none is. At the opening either may, and None is given."""
        state, early = self.state, self.early
        if state.phase is not Phase.START or state.proposal is not None or self.lying is not None:
            return None
        return None if early is not None and early.seat == state.seat else state.seat

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that the game waits for; both while a roll waits for the opponent's word."""
        stage = self.stage
        if stage is Stage.REVIEW and self.state.is_over and self.disputed is not None:
            return frozenset((1 - self.disputed.seat,))
        return frozenset((0, 1)) if stage is Stage.ROLLED else self.state.to_act

    def with_(self, **changes: Any) -> Scene:
        """The same with changes."""
        return replace(self, **changes)

    def after(self, action: Action) -> Scene:
        """The scene after an action of the game.

        Raises:
            ActionError, IllegalPlayError: As `GameState.apply`.
        """
        state = self.state.apply(action)
        return replace(self, state=state, actions=(*self.actions, action))
