"""What a seat can do in a game: one frozen type for each action.

An action carries its seat and all that it needs, so that a list of actions is a game. `to_dict` gives an action as
plain data, `read` reads it back and trusts nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, get_args

from tavla._engine import Move
from tavla.errors import DataError, InvalidArgumentError, InvalidDiceError
from tavla.game.cube import Cube
from tavla.game.plain import checked_seat, exact, plain_number
from tavla.game.reading import fields_of, reading

if TYPE_CHECKING:
    from tavla._engine import Play

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
    "SetUp",
    "Settle",
    "Take",
    "TakeBack",
    "checked_dice",
    "plain",
    "read",
]

Dice = tuple[int, int]
SLOTS = 26


def checked_dice(dice: Any) -> Dice:
    """Two dice as a tuple, in the order thrown.

    Raises:
        InvalidDiceError: They are none.
    """
    try:
        first, second = map(_whole, dice)
    except (TypeError, ValueError, AttributeError):
        raise InvalidDiceError(f"dice: expected two dice such as (6, 5), got {dice!r}") from None
    if not (0 < first < 7 and 0 < second < 7):
        raise InvalidDiceError(f"dice: expected numbers from 1 to 6, got {dice!r}")
    return first, second


def _whole(die: Any) -> int:
    """A whole number, those of numpy too; True is none."""
    if isinstance(die, bool):
        raise TypeError
    return index(die)


@dataclass(frozen=True, slots=True)
class _Action:
    name: ClassVar[str]
    seat: int

    def __post_init__(self) -> None:
        checked_seat(self.seat)

    def to_dict(self) -> dict[str, Any]:
        """The action as plain data, its name under `type`."""
        found: dict[str, Any] = {"type": self.name}
        for field in fields(self):
            found[field.name] = plain(getattr(self, field.name))
        return found


def plain(value: object) -> object:
    """A field as JSON can hold it: fractions as text such as "1/3", moves as source, target, die."""
    if isinstance(value, Fraction):
        return plain_number(value)
    if isinstance(value, Move):
        return [value.source, value.target, value.die]
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


@dataclass(frozen=True, slots=True)
class _Thrown(_Action):
    dice: Dice | None = None

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        if self.dice is not None:
            object.__setattr__(self, "dice", checked_dice(self.dice))


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
    """Play a whole turn, the moves in the order made; no moves are a dance.

    Each is a `Move` or `(source, target, die)`. Hits follow from the board: they need not be said, those that are said
    must be hits, and actions are equal with them and without.
    """

    name: ClassVar[str] = "play"
    moves: tuple[Move, ...] = ()

    @classmethod
    def of(cls, seat: int, play: Play) -> MakePlay:
        """The action that makes a play of the engine; its moves need no check."""
        return cls._made(seat, play.moves)

    @classmethod
    def _made(cls, seat: int, moves: tuple[Move, ...]) -> MakePlay:
        """The action of these moves, which nobody checks."""
        made = object.__new__(cls)
        object.__setattr__(made, "seat", seat)
        object.__setattr__(made, "moves", moves)
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MakePlay) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.seat, tuple((move.source, move.die) for move in self.moves)))

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        object.__setattr__(self, "moves", _checked_moves(self.moves))


@dataclass(frozen=True, slots=True)
class MakeMove(_Action):
    """Move one checker by one die, to be taken back or followed by others until the turn is ended.

    As in a `MakePlay`, a hit need not be said.
    """

    name: ClassVar[str] = "move"
    move: Move

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MakeMove) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.seat, self.move.source, self.move.die))

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
        if not isinstance(self.moves, tuple | list):
            raise InvalidArgumentError(f"moves: expected a sequence of moves, got {self.moves!r}")
        object.__setattr__(self, "moves", tuple(map(_checked_pair, self.moves)))


@dataclass(frozen=True, slots=True)
class SetUp(_Action):
    """Go on from another position, where the game accepts what is against the rules; the seat is on turn, to roll.

    Recorded matches hold it where checkers or cube were set right, or turns are missing.

    Attributes:
        player: The seat's checkers, 26 counts in its own numbers.
        opponent: The other seat's, in that seat's numbers.
        cube: The value of the cube; centred above 1 it was turned by automatic doubles.
        owner: The seat that owns the cube, or None.
    """

    name: ClassVar[str] = "set_up"
    player: tuple[int, ...]
    opponent: tuple[int, ...]
    cube: int = 1
    owner: int | None = None

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        for side in ("player", "opponent"):
            object.__setattr__(self, side, _checked_counts(side, getattr(self, side)))
        Cube.at(self.cube, self.owner)


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
    | SetUp
    | Resign
    | Settle
    | Accept
    | Decline
)
_TYPES: dict[str, type[Action]] = {kind.name: kind for kind in get_args(Action)}


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


def _checked_counts(name: str, side: object) -> tuple[int, ...]:
    """The 26 counts of a side; whether they are a board is for the variant to say."""
    counts = tuple(side) if isinstance(side, tuple | list) else ()
    if len(counts) != SLOTS or not all(type(count) is int and count >= 0 for count in counts):
        raise InvalidArgumentError(f"{name}: expected {SLOTS} counts, got {side!r}")
    return counts


def read(data: object) -> Action:
    """The action that `to_dict` gave, after JSON or not.

    Raises:
        DataError: Not such data.
    """
    with reading("action"):
        if not isinstance(data, dict) or not isinstance(data.get("type"), str):
            raise DataError(f"action: expected an object with a type, got {data!r}")
        kind = _TYPES.get(data["type"])
        if kind is None:
            raise DataError(f"action: expected one of {', '.join(_TYPES)}, got {data['type']!r}")
    with reading(f"action {kind.name}"):
        names = [field.name for field in fields(kind)]
        fields_of(f"action {kind.name}", data, ["type", *names])
        return kind(**{name: data[name] for name in names})
