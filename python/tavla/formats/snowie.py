"""The position lines of Snowie: 40 fields, each followed by a semicolon, from the view of the player on roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavla.formats import writing
from tavla.formats.board import position_of, signed
from tavla.formats.reading import Field, build, clean, fail, split

if TYPE_CHECKING:
    from tavla._engine import Variant
    from tavla.formats.state import PositionState

__all__ = ["NAME", "cannot_hold", "parse", "write"]

NAME = "Snowie line"
FIELDS = (
    "length",
    "Jacoby",
    "third field",
    "fourth field",
    "player on roll",
    "name of the player on roll",
    "name of the other",
    "Crawford",
    "score of the player on roll",
    "score of the other",
    "cube",
    "cube owner",
    "bar of the other",
    *(f"point {point}" for point in range(1, 25)),
    "bar of the player on roll",
    "first die",
    "second die",
)
HOLDS = (
    "dice",
    "cube",
    "cube_owner",
    "score",
    "length",
    "crawford",
    "jacoby",
    "names",
)
BOARD, DICE = 12, 38  # where they stand among the fields
LONGEST_MATCH = 999
HIGHEST_SCORE = 99_999
HIGHEST_CUBE = 1 << 15


def parse(text: str, variant: Variant | None = None) -> PositionState:
    """Read a position line, with or without a semicolon at its end.

    The second field counts in money play only, the third and the fourth are not read: programs disagree about them.

    Raises:
        InvalidIdError: Not such a line; `field` and `at` name the place.

    Examples:
        >>> state = parse(
        ...     "7;0;0;0;1;ann;bob;0;0;2;1;0;0;0;2;-1;2;3;3;2;1;1;0;0;0;0;0;0;"
        ...     "-1;-3;-3;-3;-3;0;-1;0;0;1;0;0;"
        ... )
        >>> state.position.player[25], state.seat, state.names, state.score
        (1, 1, ('bob', 'ann'), (2, 0))
    """
    cleaned = clean(text, NAME)
    if cleaned.text.endswith(";"):
        cleaned = type(cleaned)(cleaned.text[:-1], cleaned.skipped)
    fields = split(cleaned, NAME, ";", FIELDS, len(FIELDS))
    named = dict(zip(FIELDS, fields, strict=True))
    seat = named["player on roll"].number(0, 1)
    board = [field.number(-15, 15) for field in fields[BOARD:DICE]]
    position = position_of(board, variant, fields[BOARD])
    length = named["length"].number(0, LONGEST_MATCH)
    most = length or HIGHEST_SCORE
    scores = [named[f"score of the {whose}"].number(0, most) for whose in _WHOSE]
    names = [named[f"name of the {whose}"].text for whose in _WHOSE]
    owner = named["cube owner"].number(-1, 1)
    facts: dict[str, Any] = {
        "position": position,
        "seat": seat,
        "length": length,
        "score": _by_seat(scores, seat),
        "names": _by_seat(names, seat),
        "crawford": named["Crawford"].number(0, 1) == 1,
        "cube": named["cube"].power(HIGHEST_CUBE),
        "jacoby": None if length else named["Jacoby"].number(0, 1) == 1,
        "dice": _read_dice(*fields[DICE:]),
    }
    if owner and facts["cube"] > 1:
        facts["cube_owner"] = seat if owner == 1 else 1 - seat
    return build({"crawford": named["Crawford"]}, fields[0], **facts)


_WHOSE = ("player on roll", "other")


def _by_seat(pair: Any, seat: int) -> Any:
    """A pair by seats, out of one that has the player on roll first, or the other way round."""
    return (pair[seat], pair[1 - seat])


def _read_dice(first: Field, second: Field) -> tuple[int, int] | None:
    dice = first.number(0, 6), second.number(0, 6)
    if dice == (0, 0):
        return None
    if 0 in dice:
        fail(NAME, second.name, second.at, second.text, "two dice, or 0 and 0")
    return dice


def impossible(s: PositionState) -> tuple[str, ...]:
    """What rules a position line out."""
    most = s.length or HIGHEST_SCORE
    return (
        *writing.unsuited(s.position.variant),
        *writing.highest("a cube at", s.cube, HIGHEST_CUBE),
        *writing.highest("a match to", s.length, LONGEST_MATCH),
        *writing.highest("a score of", max(s.score), most),
    )


def _losses(s: PositionState) -> tuple[str, ...]:
    return (*writing.dropped(s, HOLDS), *writing.unfit_names(s, ";"))


def cannot_hold(s: PositionState) -> tuple[str, ...]:
    """What a position line cannot say of a state, one phrase each."""
    return (*impossible(s), *_losses(s))


def write(s: PositionState, *, lossy: bool = False) -> str:
    """Write a state as a position line with a semicolon at its end.

    Raises:
        FormatLossError: It cannot hold the state; with `lossy` only where it cannot hold anything of use.

    Examples:
        >>> import tavla
        >>> from tavla.formats import PositionState
        >>> write(PositionState(tavla.Position.start(tavla.HYPER), seat=0, dice=(3, 1)))[:20]
        '0;0;0;1;0;;;0;0;0;1;'
    """
    writing.check(s, NAME, impossible, _losses, lossy=lossy)
    seat = s.seat or 0
    owner = 0 if s.cube_owner is None else 1 if s.cube_owner == seat else -1
    fields = (
        s.length,
        int(s.jacoby or 0),
        0,
        int(s.length == 0),
        seat,
        *(writing.plain_name(name, ";") for name in _by_seat(s.names, seat)),
        int(s.crawford),
        *_by_seat(s.score, seat),
        s.cube,
        owner,
        *signed(s.position),
        *(s.dice or (0, 0)),
    )
    return "".join(f"{field};" for field in fields)
