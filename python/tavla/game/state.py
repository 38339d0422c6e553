"""One game as a frozen state: what was decided so far, what can be decided now, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tavla._engine import Position, Variant
from tavla.errors import InvalidArgumentError, InvalidPositionError
from tavla.game import codec, permissions
from tavla.game.actions import Action, Roll
from tavla.game.cube import Cube
from tavla.game.plain import check_header, checked_seat
from tavla.game.rules import GameRules
from tavla.game.situation import Phase, Situation
from tavla.game.transitions import changes, meant, played, rolled_and_played

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tavla._engine import Play

__all__ = ["GameState"]

FORMAT, VERSION = "tavla.state", 1


def checked_game(variant: object, rules: object) -> tuple[Variant, GameRules]:
    """A variant and the rules, those of a single game where none are given."""
    if not isinstance(variant, Variant):
        raise InvalidArgumentError(f"variant: expected a Variant, got {variant!r}")
    if rules is None:
        rules = GameRules()
    if not isinstance(rules, GameRules):
        raise InvalidArgumentError(f"rules: expected GameRules, got {rules!r}")
    return variant, rules


@dataclass(frozen=True)
class GameState(Situation):
    """A moment of a game, frozen and hashable. `new` starts one, `apply` leads to the next.

    States are equal when everything is: board, seat, dice, moves made, cube, score of the match, rules. The fields are
    told at `Situation`; make states by `new`, `at` and `apply`, which check what they are given.

    Examples:
        >>> import tavla
        >>> from tavla.game import MakePlay, OpeningRoll
        >>> state = tavla.GameState.new(tavla.HYPER, rules=tavla.GameRules(cube=True))
        >>> state = state.apply(OpeningRoll(0, (6, 5)))
        >>> state.seat, state.dice, len(state.legal_actions)
        (0, (6, 5), 21)
        >>> state = state.play("24/18 23/18")
        >>> [action.name for action in state.legal_actions if action.seat == 1][0]
        'double'
    """

    @classmethod
    def new(
        cls, variant: Variant, rules: GameRules | None = None, *, starter: int | None = None
    ) -> GameState:
        """The start of a game, before the opening throw, or before the first roll of `starter`.

        Raises:
            InvalidArgumentError: Arguments of the wrong kind.
        """
        variant, rules = checked_game(variant, rules)
        start = cls(variant, rules, Position.start(variant))
        if starter is None:
            return start
        if type(starter) is not int or starter not in (0, 1):
            raise InvalidArgumentError(f"starter: expected seat 0, 1 or None, got {starter!r}")
        return start._next(phase=Phase.START, seat=starter, starter=starter)

    @classmethod
    def at(
        cls,
        position: Position,
        rules: GameRules | None = None,
        *,
        seat: int = 0,
        cube: Cube | None = None,
        dice: tuple[int, int] | None = None,
        turn: int = 1,
    ) -> GameState:
        """A game set up in the middle: `seat` is on turn with `position.player`, to roll or with `dice`.

        Raises:
            InvalidArgumentError: Arguments of the wrong kind, or a cube that cannot lie so with these rules.
            InvalidPositionError: The game is over in this position.
            InvalidDiceError: Not two dice.
        """
        if not isinstance(position, Position):
            raise InvalidArgumentError(f"position: expected a Position, got {position!r}")
        if position.is_finished:
            raise InvalidPositionError("position: the game is over in it")
        checked_seat(seat)
        if type(turn) is not int or turn < 0:
            raise InvalidArgumentError(f"turn: expected a whole number from 0, got {turn!r}")
        cube = Cube() if cube is None else cube
        if not isinstance(cube, Cube):
            raise InvalidArgumentError(f"cube: expected a Cube, got {cube!r}")
        variant, rules = checked_game(position.variant, rules)
        why = permissions.why_no_cube(rules, cube)
        if why:
            raise InvalidArgumentError(f"cube: {why}")
        state = cls(
            variant,
            rules,
            position,
            phase=Phase.START,
            seat=seat,
            starter=(seat + turn) % 2,
            turn=turn,
            cube=cube,
            attempt=cube.automatics,
        )
        return state if dice is None else state.apply(Roll(seat, dice))

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Every action that can be applied as it is; actions with an open value are named by `may`.

        Doubles and answers come first, then whole plays in the frozen order, single moves, and resignations.
        """
        return permissions.legal_actions(self)

    @property
    def may(self) -> tuple[str, ...]:
        """The names of the actions whose value comes from outside.

        They are `opening_roll`, `roll`, `settle`, `illegal_play` and `set_up`.
        """
        return permissions.may(self)

    def apply(self, action: Action) -> GameState:
        """The state after an action; this one stays as it is.

        Raises:
            ActionError: The subclass that names why not: not the seat's turn, another phase, no access to the cube;
                `allowed` tells what was allowed.
            IllegalPlayError: A play or a move that the rules of the board forbid.
        """
        return self._next(**changes(self, action))

    def play(self, text: str) -> GameState:
        """The state after the play that a text means, by the seat on turn.

        Raises:
            ActionError: No play is due.
            IllegalPlayError, AmbiguousPlayError, NotationError: As `Position.parse_play`.
        """
        return self._next(**played(self, meant(self, text)))

    def played(self, dice: tuple[int, int], play: Play) -> GameState:
        """The state after a roll, if it was not made yet, and one of the plays that `legal_plays(dice)` gave.

        Quicker than `apply`, since such a play need not be judged again.

        Raises:
            WrongPhaseError: Neither a roll nor a play is due, or the play is of another position or other dice.
        """
        return self._next(**rolled_and_played(self, dice, play))

    def to_dict(self) -> dict[str, Any]:
        """The state as plain data, for storage."""
        return {"format": FORMAT, "version": VERSION, **codec.situation_to_dict(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> GameState:
        """The state that `to_dict` gave, after JSON or not. Everything is checked again.

        Raises:
            DataError: Not such data, of another version or variant, or contradicting itself.
        """
        check_header(data, FORMAT, VERSION)
        return cls(**codec.situation_from_dict(data))

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What to send to a seat, or to a spectator: the state, who is to act, and what this seat can do.

        Raises:
            InvalidArgumentError: No seat.
        """
        if seat is not None:
            checked_seat(seat)
        found = {**self.to_dict(), "format": "tavla.view", "to_act": sorted(self.to_act)}
        actions = [action for action in self.legal_actions if seat in (None, action.seat)]
        found["legal_actions"] = [action.to_dict() for action in actions]
        found["may"] = list(permissions.may(self, seat))
        return found
