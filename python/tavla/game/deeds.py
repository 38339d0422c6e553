"""What people do at a board that a referee looks after: one frozen type for each deed.

Beside these a referee takes the actions of a game that are words: doubles and their answers, proposals and theirs,
and `TakeBack`. Like actions, deeds carry their seat and all that they need; `to_dict` gives plain data, `read` reads
them back and trusts nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal, get_args

from tavla.errors import DataError, InvalidArgumentError
from tavla.game import actions
from tavla.game.actions import _Action, _checked_pair, checked_dice
from tavla.game.plain import checked_seat
from tavla.game.reading import fields_of, reading

__all__ = [
    "MISHAPS",
    "Challenge",
    "Decide",
    "Deed",
    "LetStand",
    "Lift",
    "PressClock",
    "Shift",
    "Throw",
    "Touch",
    "read",
]

MISHAPS = ("not_flat", "on_checker", "touching_checker", "wrong_side", "off_board")
"""What can be odd about a die that was thrown."""

Matter = Literal["roll", "double", "play"]


def _one_of(name: str, value: object, words: tuple[object, ...]) -> None:
    """Check that a value is one of these words."""
    if not any(value is word or (type(value) is str and value == word) for word in words):
        raise InvalidArgumentError(f"{name}: expected one of {words}, got {value!r}")


def _checked_mishaps(name: str, mishaps: object) -> tuple[str, ...]:
    """Mishaps in their frozen order, each once."""
    if not isinstance(mishaps, tuple | list) or any(word not in MISHAPS for word in mishaps):
        raise InvalidArgumentError(f"{name}: expected a sequence of {MISHAPS}, got {mishaps!r}")
    return tuple(word for word in MISHAPS if word in mishaps)


@dataclass(frozen=True, slots=True)
class Throw(_Action):
    """Throw both dice, or at the opening one die for each seat.

    Attributes:
        seat: Who throws; at the opening either seat.
        dice: What they show, in the order thrown; at the opening the die of seat 0, then that of seat 1.
        first: What is odd about the first die, some of `MISHAPS`; nothing for a die flat on the right side.
        second: The same for the second die.
        together: Whether both left the cup before either touched the board.
    """

    name: ClassVar[str] = "throw"
    dice: tuple[int, int] = (0, 0)
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    together: bool = True

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        object.__setattr__(self, "dice", checked_dice(self.dice))
        for name in ("first", "second"):
            object.__setattr__(self, name, _checked_mishaps(name, getattr(self, name)))
        _one_of("together", self.together, (True, False))


@dataclass(frozen=True, slots=True)
class Shift(_Action):
    """Move checkers, rightly or not, in the mover's numbers: pairs of slots `(source, target)` in the order made.

    A lone opposing checker on a target goes to the bar where the game has hits. Nothing counts before the turn ends.
    """

    name: ClassVar[str] = "shift"
    moves: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        moves: object = self.moves
        if not isinstance(moves, tuple | list) or not moves:
            raise InvalidArgumentError(f"moves: expected pairs of slots, got {moves!r}")
        object.__setattr__(self, "moves", tuple(_checked_pair(pair) for pair in moves))


@dataclass(frozen=True, slots=True)
class Lift(_Action):
    """Take up one die of one's own, or both."""

    name: ClassVar[str] = "lift"
    dice: int = 2

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        if type(self.dice) is not int or self.dice not in (1, 2):
            raise InvalidArgumentError(f"dice: expected 1 or 2 dice lifted, got {self.dice!r}")


@dataclass(frozen=True, slots=True)
class PressClock(_Action):
    """Press the clock."""

    name: ClassVar[str] = "press_clock"


@dataclass(frozen=True, slots=True)
class Touch(_Action):
    """Touch the other seat's dice or checkers: it changes nothing, and is warned of."""

    name: ClassVar[str] = "touch"
    what: Literal["dice", "checkers"] = "dice"

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        _one_of("what", self.what, ("dice", "checkers"))


@dataclass(frozen=True, slots=True)
class LetStand(_Action):
    """Say that the other seat's roll, hasty double or illegal play may stand."""

    name: ClassVar[str] = "let_stand"
    what: Matter = "play"

    def __post_init__(self) -> None:
        _Action.__post_init__(self)
        _one_of("what", self.what, get_args(Matter))


@dataclass(frozen=True, slots=True)
class Challenge:
    """Object to a roll, a hasty double or a play.

    Attributes:
        seat: The player who objects, or None.
        what: `"roll"`, `"double"` or `"play"`.
        role: `"player"`, or who else objects: `"director"`, `"monitor"`, `"spectator"`.
    """

    name: ClassVar[str] = "challenge"
    seat: int | None
    what: Matter = "play"
    role: Literal["player", "director", "monitor", "spectator"] = "player"

    def __post_init__(self) -> None:
        _one_of("what", self.what, get_args(Matter))
        _one_of("role", self.role, ("player", "director", "monitor", "spectator"))
        if self.role != "player":
            _one_of("seat", self.seat, (None,))
        else:
            checked_seat(self.seat)

    def to_dict(self) -> dict[str, Any]:
        """The deed as plain data, its name under `type`."""
        return {"type": self.name, "seat": self.seat, "what": self.what, "role": self.role}


@dataclass(frozen=True, slots=True)
class Decide:
    """The director's word on what is open: a roll, a hasty double or an illegal play stands, or is made again."""

    name: ClassVar[str] = "decide"
    seat: ClassVar[None] = None
    what: Matter
    stands: bool

    def __post_init__(self) -> None:
        _one_of("what", self.what, get_args(Matter))
        _one_of("stands", self.stands, (True, False))

    def to_dict(self) -> dict[str, Any]:
        """The deed as plain data, its name under `type`."""
        return {"type": self.name, "what": self.what, "stands": self.stands}


Physical = Throw | Shift | Lift | PressClock | Touch | LetStand | Challenge | Decide
Spoken = (
    actions.Double
    | actions.Take
    | actions.Pass
    | actions.Beaver
    | actions.Raccoon
    | actions.Resign
    | actions.Settle
    | actions.Accept
    | actions.Decline
    | actions.TakeBack
)
Deed = Physical | Spoken
_TYPES: dict[str, type[Physical]] = {kind.name: kind for kind in get_args(Physical)}


def read(data: object) -> Deed:
    """The deed that `to_dict` gave, after JSON or not.

    Raises:
        DataError: Not such data.
    """
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise DataError(f"deed: expected an object with a type, got {data!r}")
    kind = _TYPES.get(data["type"])
    if kind is None:
        return _spoken(data)
    with reading(f"deed {kind.name}"):
        names = [field.name for field in fields(kind)]
        fields_of(f"deed {kind.name}", data, ["type", *names])
        return kind(**{name: data[name] for name in names})


def _spoken(data: dict[str, Any]) -> Spoken:
    """An action of a game that is a deed too."""
    names = [kind.name for kind in (*_TYPES.values(), *get_args(Spoken))]
    if data["type"] not in names:
        raise DataError(f"deed: expected one of {', '.join(names)}, got {data['type']!r}")
    action = actions.read(data)
    assert isinstance(action, Spoken)
    return action
