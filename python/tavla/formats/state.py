"""What an id says: a position and all that stands around it, in one form for every format.

Seat 0 is GNU Backgammon's player 0 (drawn at the top, O), XGID's top player, OGID's White, the opponent of a FIBS
board and Snowie's player 0. Seat 1 is player 1, the bottom player (X), Black, the one whom a FIBS board calls "you".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from tavla._engine import Position
from tavla.errors import InvalidStateError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["FACTS", "PositionState", "Status", "told"]


class Status(StrEnum):
    """How far the game has come."""

    NONE = "none"
    """It has not begun, or stands before its first play."""
    PLAYING = "playing"
    """It is being played."""
    OVER = "over"
    """Somebody has borne off every checker, or it ended otherwise."""
    RESIGNED = "resigned"
    """It ended by a resignation."""
    DROPPED = "dropped"
    """It ended by a pass of the cube."""


@dataclass(frozen=True, slots=True)
class PositionState:
    """A position, whose turn it is, and what the cube, the dice and the score say.

    What an id does not tell is None, or stands as it does in a money game that has just begun.

    Attributes:
        position: The checkers, those of `seat` first; those of seat 0 where nobody is on roll yet.
        seat: The seat on roll, which after a double is the doubler; None before the opening throw.
        dice: What was rolled and is to be played, the higher first, or None.
        cube: The stake as it stood before any double that waits for its answer: a power of two.
        cube_owner: The seat that alone may double, or None while the cube is centred.
        cube_status: `"live"`; `"dead"` or `"unknown"` where an id says so and names no owner.
        offered: How often the cube was turned and waits for an answer: 1 a double, 2 a beaver, 3 a raccoon, ...
        resignation: The level of a resignation that waits for its answer, 1 to 3, or 0.
        to_act: The seat that decides now: on roll, asked about the cube or about a resignation.
        status: How far the game has come.
        score: The points of seat 0 and of seat 1.
        length: The points that win the match; 0 for money.
        crawford: Whether this is the Crawford game; ids say so at any score.
        jacoby: Whether Jacoby's rule is in force; None in a match and where the id does not say.
        beavers: Whether beavers are allowed; None in a match and where the id does not say.
        max_cube: The highest value of the cube, 1 for a game without one; None where the id says nothing or 1024.
        names: The names of seat 0 and of seat 1, empty where the id has none.
        move: The number of the position in its game, or None.
        games: How many games a money session lasts, or None.

    Raises:
        InvalidStateError: Facts that contradict each other; `reasons` lists all that is wrong.

    Examples:
        >>> import tavla
        >>> start = tavla.Position.start(tavla.BACKGAMMON)
        >>> state = PositionState(start, seat=0, dice=(1, 3), length=7, score=(6, 2))
        >>> state.dice, state.to_act, state.away, state.is_post_crawford
        ((3, 1), 0, (1, 5), True)
        >>> PositionState(start, seat=0, dice=(3, 1), offered=1)
        Traceback (most recent call last):
        ...
        tavla.errors.InvalidStateError: dice: a double comes before the roll, and here are both
    """

    position: Position
    seat: int | None
    dice: tuple[int, int] | None = None
    cube: int = 1
    cube_owner: int | None = None
    cube_status: Literal["live", "dead", "unknown"] = "live"
    offered: int = 0
    resignation: int = 0
    to_act: int | None = None
    status: Status = Status.PLAYING
    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool | None = None
    beavers: bool | None = None
    max_cube: int | None = None
    names: tuple[str, str] = ("", "")
    move: int | None = None
    games: int | None = None

    def __post_init__(self) -> None:
        faults = list(_wrong_kinds(self)) or list(_contradictions(self))
        if faults:
            names, reasons = zip(*faults, strict=True)
            words = "; ".join(f"{name}: {reason}" for name, reason in faults)
            raise InvalidStateError(words, names, reasons)
        if self.dice is not None:
            object.__setattr__(self, "dice", (max(self.dice), min(self.dice)))
        if self.to_act is None:
            object.__setattr__(self, "to_act", self.decider)

    @property
    def decider(self) -> int | None:
        """The seat that decides as the dice and the cube have it; a resignation may ask the other."""
        if self.seat is None:
            return None
        return 1 - self.seat if self.offered % 2 else self.seat

    @property
    def away(self) -> tuple[int, int] | None:
        """Points that each seat still needs to win the match; None for money."""
        if self.length == 0:
            return None
        return self.length - self.score[0], self.length - self.score[1]

    @property
    def is_post_crawford(self) -> bool:
        """Whether the Crawford game is over, by the score: somebody is 1 away and this is not it."""
        return self.length > 1 and self.away is not None and 1 in self.away and not self.crawford

    def seen_by(self, seat: int) -> Position:
        """The position with this seat's checkers first."""
        return self.position if seat == (self.seat or 0) else self.position.flipped()


Fault = tuple[str, str]


def _is_power(value: object) -> bool:
    return type(value) is int and 0 < value < 1 << 62 and value & (value - 1) == 0


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 31


def _is_seat(value: object) -> bool:
    return value is None or (type(value) is int and value in (0, 1))


def _is_flag(value: object) -> bool:
    return value is None or type(value) is bool


def _is_pair(value: object, kind: type) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(one) is kind for one in value)


def _is_dice(value: object) -> bool:
    return isinstance(value, tuple) and _is_pair(value, int) and all(0 < die < 7 for die in value)


def _wrong_kinds(s: PositionState) -> Iterator[Fault]:
    """Fields that no such state can have, whatever the others are."""
    kinds: tuple[tuple[str, str, bool], ...] = (
        ("position", "a Position", isinstance(s.position, Position)),
        ("seat", "0, 1 or None", _is_seat(s.seat)),
        ("dice", "two numbers from 1 to 6, or None", s.dice is None or _is_dice(s.dice)),
        ("cube", "a power of two", _is_power(s.cube)),
        ("cube_owner", "0, 1 or None", _is_seat(s.cube_owner)),
        ("cube_status", "live, dead or unknown", s.cube_status in ("live", "dead", "unknown")),
        ("offered", "a count of at most 60", _is_count(s.offered) and s.offered <= 60),
        ("resignation", "0 to 3", type(s.resignation) is int and s.resignation in range(4)),
        ("to_act", "0, 1 or None", _is_seat(s.to_act)),
        ("status", "a Status", isinstance(s.status, Status)),
        ("score", "two counts", _is_pair(s.score, int) and all(map(_is_count, s.score))),
        ("length", "a count", _is_count(s.length)),
        ("crawford", "True or False", type(s.crawford) is bool),
        ("jacoby", "True, False or None", _is_flag(s.jacoby)),
        ("beavers", "True, False or None", _is_flag(s.beavers)),
        ("max_cube", "a power of two or None", s.max_cube is None or _is_power(s.max_cube)),
        ("names", "two texts", _is_pair(s.names, str)),
        ("move", "a count or None", s.move is None or _is_count(s.move)),
        ("games", "a count or None", s.games is None or _is_count(s.games)),
    )
    for name, expected, holds in kinds:
        if not holds:
            yield name, f"expected {expected}, got {getattr(s, name)!r}"


def _contradictions(s: PositionState) -> Iterator[Fault]:
    """Fields that do not go together."""
    yield from _wrong_turn(s)
    yield from _wrong_cube(s)
    yield from _wrong_match(s)


def _wrong_turn(s: PositionState) -> Iterator[Fault]:
    if s.seat is None:
        if s.dice or s.offered or s.resignation or s.to_act is not None:
            yield "seat", "nobody is on roll, so there is nothing to decide"
        return
    if s.offered and s.dice:
        yield "dice", "a double comes before the roll, and here are both"
    if s.offered and s.resignation:
        yield "resignation", "a double and a resignation cannot both wait for an answer"
    if s.status is Status.PLAYING and not s.resignation and s.to_act not in (None, s.decider):
        yield "to_act", f"seat {s.decider} is to decide, not seat {s.to_act}"
    if s.resignation and s.to_act is None:
        yield "to_act", "expected the seat that answers the resignation"
    if s.position.variant.max_result < s.resignation:
        yield (
            "resignation",
            f"no game of {s.position.variant.name} is lost at level {s.resignation}",
        )


def _wrong_cube(s: PositionState) -> Iterator[Fault]:
    if s.cube_owner is not None and s.cube == 1:
        yield "cube_owner", "a cube at 1 belongs to nobody"
    if s.cube_owner is not None and s.cube_status != "live":
        yield "cube_owner", f"a {s.cube_status} cube names no owner"
    if s.offered and s.cube_owner is not None and s.cube_owner != s.seat:
        yield "cube_owner", f"seat {s.seat} cannot double, seat {s.cube_owner} owns the cube"
    if s.max_cube is not None and s.cube << s.offered > s.max_cube:
        yield "cube", f"{s.cube << s.offered} is past the highest value, {s.max_cube}"


def _wrong_match(s: PositionState) -> Iterator[Fault]:
    if s.length == 0:
        if s.crawford:
            yield "crawford", "a money game has no Crawford game"
        return
    if max(s.score) > s.length:
        yield "score", f"{max(s.score)} is more than the length of the match, {s.length}"
    if s.crawford and s.offered:
        yield "crawford", "nobody doubles in the Crawford game"
    if s.offered > 1:
        yield "offered", "beavers belong to money play"
    for name in ("jacoby", "beavers"):
        if getattr(s, name) is not None:
            yield name, "belongs to money play"


FACTS: dict[str, str] = {
    "seat": "that nobody is on roll yet",
    "status": "how far the game has come",
    "to_act": "who decides",
    "dice": "the dice",
    "cube": "the value of the cube",
    "cube_owner": "the owner of the cube",
    "cube_status": "that the cube is dead or its owner unknown",
    "offered": "the double that waits for its answer",
    "resignation": "the resignation that waits for its answer",
    "score": "the score",
    "length": "the length of the match",
    "crawford": "that this is the Crawford game",
    "jacoby": "whether Jacoby's rule is in force",
    "beavers": "whether beavers are allowed",
    "max_cube": "the highest value of the cube",
    "names": "the names of the players",
    "move": "the number of the position in its game",
    "games": "how many games the session lasts",
}
"""What a state may tell beside the checkers and the seat on roll: field by field, in words."""


def told(s: PositionState) -> frozenset[str]:
    """The fields of `FACTS` that the state tells something by."""
    found = {name for name, default in _DEFAULTS.items() if getattr(s, name) != default}
    if s.to_act == s.decider and not s.resignation:
        found -= {"to_act"}
    if s.seat is None:
        found |= {"seat"}
        found -= {"status"} if s.status is Status.NONE else set()
    return frozenset(found)


_DEFAULTS = {
    name: field.default
    for name, field in PositionState.__dataclass_fields__.items()
    if name not in ("position", "seat")
}
