"""What a seat can do in a game: one frozen type for each action.

An action carries its seat and all that it needs, so that a list of actions is a game. `to_dict` gives an action as
plain data, `read` reads it back and trusts nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any, ClassVar, get_args

from tavla._engine import Move
from tavla.errors import DataError, InvalidArgumentError, InvalidDiceError, TavlaError

__all__ = [
    "Accept",
    "Action",
    "Beaver",
    "Decline",
    "Double",
    "EndTurn",
    "IllegalPlay",
    "MakeMove",
    "MakePlay",
    "OpeningRoll",
    "Pass",
    "Raccoon",
    "Resign",
    "Roll",
    "Settle",
    "Take",
    "TakeBack",
    "read",
]

Dice = tuple[int, int]

MOST_DIGITS = 100
"""How long a number of points may be."""
_NUMBER = re.compile(r"[+-]?([0-9]+(/[0-9]+)?|[0-9]*\.[0-9]+)")


def _checked_dice(dice: Any) -> Dice:
    """Two dice as a tuple, in the order thrown."""
    try:
        first, second = (die.__index__() for die in dice)
    except (TypeError, ValueError, AttributeError):
        raise InvalidDiceError(f"dice: expected two dice such as (6, 5), got {dice!r}") from None
    if not (0 < first < 7 and 0 < second < 7):
        raise InvalidDiceError(f"dice: expected numbers from 1 to 6, got {dice!r}")
    return first, second


@dataclass(frozen=True, slots=True)
class _Action:
    name: ClassVar[str]
    seat: int

    def __post_init__(self) -> None:
        if self.seat not in (0, 1) or type(self.seat) is not int:
            raise InvalidArgumentError(f"seat: expected 0 or 1, got {self.seat!r}")

    def to_dict(self) -> dict[str, Any]:
        """The action as plain data, its name under `type`."""
        found: dict[str, Any] = {"type": self.name}
        for field in fields(self):
            found[field.name] = _plain(getattr(self, field.name))
        return found


def _plain(value: object) -> object:
    """A field as JSON can hold it; fractions as text such as "1/3"."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    if isinstance(value, Move):
        return [value.source, value.target, value.die]
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


@dataclass(frozen=True, slots=True)
class _Thrown(_Action):
    dice: Dice | None = None

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        if self.dice is not None:
            object.__setattr__(self, "dice", _checked_dice(self.dice))


@dataclass(frozen=True, slots=True)
class OpeningRoll(_Thrown):
    """Throw one die each: the die of seat 0, then that of seat 1. Without dice the game's source throws."""

    name: ClassVar[str] = "opening_roll"


@dataclass(frozen=True, slots=True)
class Roll(_Thrown):
    """Throw both dice, in the order thrown. Without dice the game's source throws."""

    name: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Double(_Action):
    """Offer a double, or a redouble, before the roll."""

    name: ClassVar[str] = "double"


@dataclass(frozen=True, slots=True)
class Take(_Action):
    """Take the cube as it was turned last."""

    name: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Pass(_Action):
    """Give the game up rather than take the cube."""

    name: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Beaver(_Action):
    """Turn the cube again at once, as the answer to a double."""

    name: ClassVar[str] = "beaver"


@dataclass(frozen=True, slots=True)
class Raccoon(_Action):
    """Turn the cube once more, as the answer to a beaver or to a deeper turn."""

    name: ClassVar[str] = "raccoon"


@dataclass(frozen=True, slots=True)
class MakePlay(_Action):
    """Play a whole turn, the moves in the order made; no moves are a dance."""

    name: ClassVar[str] = "play"
    moves: tuple[Move, ...] = ()

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        object.__setattr__(self, "moves", _checked_moves(self.moves))


@dataclass(frozen=True, slots=True)
class MakeMove(_Action):
    """Move one checker by one die, to be taken back or followed by others until the turn is ended."""

    name: ClassVar[str] = "move"
    move: Move

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        (move,) = _checked_moves((self.move,))
        object.__setattr__(self, "move", move)


@dataclass(frozen=True, slots=True)
class TakeBack(_Action):
    """Take the last single move back."""

    name: ClassVar[str] = "take_back"


@dataclass(frozen=True, slots=True)
class EndTurn(_Action):
    """End a turn that was played by single moves, or in which no checker can move."""

    name: ClassVar[str] = "end_turn"


@dataclass(frozen=True, slots=True)
class IllegalPlay(_Action):
    """Let checkers stand as they were moved against the rules, where the game accepts it.

    `moves` are pairs of slots `(source, target)` in the mover's numbers.
    """

    name: ClassVar[str] = "illegal_play"
    moves: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        object.__setattr__(self, "moves", tuple(_checked_pair(pair) for pair in self.moves))


@dataclass(frozen=True, slots=True)
class Resign(_Action):
    """Offer to lose at a level: 1 single, 2 gammon, 3 backgammon, each times the cube."""

    name: ClassVar[str] = "resign"
    level: int = 1

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        if type(self.level) is not int or self.level not in (1, 2, 3):
            raise InvalidArgumentError(f"level: expected 1, 2 or 3, got {self.level!r}")


@dataclass(frozen=True, slots=True)
class Settle(_Action):
    """Propose to stop for so many points to the proposer, any exact number; negative is to pay."""

    name: ClassVar[str] = "settle"
    points: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        object.__setattr__(self, "points", exact(self.points))


@dataclass(frozen=True, slots=True)
class Accept(_Action):
    """Accept the resignation or the settlement that was proposed."""

    name: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class Decline(_Action):
    """Decline it and play on; `asks` may say which level of resignation would do."""

    name: ClassVar[str] = "decline"
    asks: int | None = None

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        if self.asks is not None and (type(self.asks) is not int or self.asks not in (1, 2, 3)):
            raise InvalidArgumentError(f"asks: expected 1, 2, 3 or None, got {self.asks!r}")


Action = (
    OpeningRoll
    | Roll
    | Double
    | Take
    | Pass
    | Beaver
    | Raccoon
    | MakePlay
    | MakeMove
    | TakeBack
    | EndTurn
    | IllegalPlay
    | Resign
    | Settle
    | Accept
    | Decline
)
_TYPES: dict[str, type[Action]] = {kind.name: kind for kind in get_args(Action)}


def exact(value: object) -> Fraction:
    """Read points as an exact number: a whole number, a `Fraction`, a `Decimal`, or text such as "1/3" and "0.5".

    Raises:
        InvalidArgumentError: No exact finite number; floats are refused since they seldom are what they show.
    """
    try:
        found = _exact(value)
    except ZeroDivisionError:
        found = None
    if found is None or max(abs(found.numerator), found.denominator) >= 10**MOST_DIGITS:
        is_short = isinstance(value, str | float) and len(str(value)) <= MOST_DIGITS
        got = repr(value) if is_short else type(value).__name__
        raise InvalidArgumentError(
            f"points: expected an exact number of at most {MOST_DIGITS} digits, got {got}"
        )
    return found


def _exact(value: object) -> Fraction | None:
    """An exact number, or None; nothing of an unreasonable size is computed."""
    if isinstance(value, bool):
        return None
    if isinstance(value, Rational):
        return Fraction(value)
    if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) <= MOST_DIGITS:
        return Fraction(value)
    if isinstance(value, str) and len(value) <= MOST_DIGITS and _NUMBER.fullmatch(value):
        return Fraction(value)
    return None


def _checked_moves(moves: object) -> tuple[Move, ...]:
    """Moves as `Move`s: these, or triples `(source, target, die)`."""
    found = []
    if not isinstance(moves, tuple | list):
        raise InvalidArgumentError(f"moves: expected a sequence of moves, got {moves!r}")
    for move in moves:
        if isinstance(move, Move):
            found.append(move)
        elif isinstance(move, tuple | list) and len(move) in (3, 4):
            found.append(Move(*move))
        else:
            raise InvalidArgumentError(f"move: expected (source, target, die), got {move!r}")
    return tuple(found)


def _checked_pair(pair: object) -> tuple[int, int]:
    """Two slots."""
    if isinstance(pair, tuple | list) and len(pair) == 2:
        source, target = pair
        if type(source) is int and type(target) is int and min(pair) >= 0 and max(pair) <= 25:
            return source, target
    raise InvalidArgumentError(f"move: expected two slots (source, target), got {pair!r}")


def read(data: object) -> Action:
    """The action that `to_dict` gave, after JSON or not.

    Raises:
        DataError: Not such data.
    """
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise DataError(f"action: expected an object with a type, got {data!r}")
    values = dict(data)
    name = values.pop("type")
    kind = _TYPES.get(name)
    if kind is None:
        raise DataError(f"action: expected one of {', '.join(_TYPES)}, got {name!r}")
    wanted = {field.name for field in fields(kind)}
    if set(values) != wanted:
        raise DataError(f"action {name}: expected {sorted(wanted)}, got {sorted(map(str, values))}")
    try:
        return kind(**values)
    except (TavlaError, TypeError) as error:
        raise DataError(f"action {name}: {error}") from None
