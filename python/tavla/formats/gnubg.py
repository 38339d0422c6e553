"""GNU Backgammon's ids: the Position ID for the checkers, the Match ID for all else, and both joined by a colon.

A Position ID is 14 characters, a Match ID 12. The Position ID holds neither the variant nor the checkers borne off; who
reads it says the variant. Both exist for games with hits, played in contrary directions: backgammon, Nackgammon,
Hyper-Backgammon and what is composed from them.
"""

from __future__ import annotations

import base64
import re
from typing import Any

from tavla._engine import BACKGAMMON, Position, Variant
from tavla.errors import InvalidArgumentError, InvalidIdError
from tavla.formats import writing
from tavla.formats.board import checked, variant_for
from tavla.formats.gnubg_batch import boards, ids
from tavla.formats.reading import Field, Text, build, clean
from tavla.formats.state import PositionState, Status

__all__ = [
    "NAME",
    "boards",
    "cannot_hold",
    "ids",
    "match_id",
    "parse",
    "parse_position_id",
    "position_id",
    "position_id_cannot_hold",
    "write",
    "write_position_id",
]

NAME = "GNU Backgammon id"
HOLDS = (
    "status",
    "to_act",
    "dice",
    "cube",
    "cube_owner",
    "offered",
    "resignation",
    "score",
    "length",
    "crawford",
    "jacoby",
)
POSITION_LENGTH, MATCH_LENGTH = 14, 12
LONGEST_MATCH = 64
HIGHEST_SCORE = (1 << 15) - 1
HIGHEST_POWER = 15
DEEPEST = 3

_STATUS = (Status.NONE, Status.PLAYING, Status.OVER, Status.RESIGNED, Status.DROPPED)
_CENTRED = 3
# The fields of a Match ID from the lowest bit up, with their widths.
_WIDTHS = {
    "cube": 4,
    "cube owner": 2,
    "on roll": 1,
    "Crawford": 1,
    "state of the game": 3,
    "to decide": 1,
    "double": 1,
    "resignation": 2,
    "first die": 3,
    "second die": 3,
    "length": 15,
    "score of player 0": 15,
    "score of player 1": 15,
    "no Jacoby": 1,
    "unused bits": 5,
}
_LABELS = re.compile(
    r"(?<![A-Za-z0-9+/])(GNU ?B(ackgammon|G) *(ID)?|Position[ -]?ID|Match[ -]?ID)"
    r"(?![A-Za-z0-9+/]) *[:=]?",  # no letters of an id beside it
    re.IGNORECASE,
)


def position_id(position: Position) -> str:
    """Give the Position ID of a position.

    Raises:
        InvalidIdError: The id cannot say positions of this variant.

    Examples:
        >>> import tavla
        >>> position_id(tavla.Position.start(tavla.BACKGAMMON))
        '4HPwATDgc/ABMA'
    """
    if not isinstance(position, Position):
        raise InvalidArgumentError(f"position: expected a Position, got {position!r}")
    return position.gnubg_id


def parse_position_id(text: str, variant: Variant = BACKGAMMON) -> Position:
    """Read a Position ID as a position of `variant`, strictly: 14 characters, every bit in use.

    Raises:
        InvalidIdError: Not an id, or no position of the variant.

    Examples:
        >>> import tavla
        >>> parse_position_id("4HPwATDgc/ABMA") == tavla.Position.start(tavla.BACKGAMMON)
        True
    """
    return Position.from_gnubg_id(text, variant)


def parse(text: str, variant: Variant | None = None) -> PositionState:
    """Read a Position ID, a Match ID, or both with a colon between them, in either order.

    A Position ID alone tells the checkers and nothing else: seat 1 is then on roll, as in the diagrams of GNU
    Backgammon. With a Match ID alone the checkers stand as the variant starts.

    Raises:
        InvalidIdError: Not such an id; `field` and `at` name the place.

    Examples:
        >>> state = parse("4HPiQSDgc/ABMA:cImuASAASAAE")
        >>> state.seat, state.dice, state.score, state.length
        (1, (5, 3), (2, 9), 13)
        >>> parse("cBFgAAAACAAE").to_act                     # the answer to a double
        0
    """
    position, match = _parts(clean(text, NAME))
    facts: dict[str, Any] = {"seat": 1}
    places: dict[str, Field] = {}
    if match is not None:
        facts, places = _read_match(match)
    if position is not None:
        facts["position"] = _read_position(position, variant)
    else:
        facts["position"] = Position.start(checked(variant) or BACKGAMMON)
    return build(places, match or Field(NAME, "id", text, 1), **facts)


def _parts(text: Text) -> tuple[Field | None, Field | None]:
    """The Position ID and the Match ID of a text, each where it stands, or None."""
    words = _LABELS.sub(lambda label: " " * len(label[0]), text.text)
    found: dict[int, Field] = {}
    for word in re.finditer(r"[^\s:]+", words):
        name = {POSITION_LENGTH: "Position ID", MATCH_LENGTH: "Match ID"}.get(len(word[0]), "id")
        field = Field(NAME, name, word[0], text.skipped + word.start() + 1)
        if name == "id" or len(word[0]) in found:
            field.fail(
                "a Position ID of 14 characters, a Match ID of 12, or one of each, "
                f"not {len(word[0])} characters"
            )
        found[len(word[0])] = field
    if not found:
        Field(NAME, "id", text.text, text.skipped + 1).fail("a Position ID or a Match ID")
    for field in found.values():
        strange = re.search("[^A-Za-z0-9+/]", field.text)
        if strange:
            field.fail("a letter, a digit, + or /", strange.start())
    return found.get(POSITION_LENGTH), found.get(MATCH_LENGTH)


def _read_position(field: Field, variant: Variant | None) -> Position:
    """The position of a Position ID; without a variant the checkers decide which."""
    try:
        if checked(variant) is not None:
            return Position.from_gnubg_id(field.text, variant)
        position = Position.from_gnubg_id(field.text, BACKGAMMON)
        sides = ([0, *position.player[1:]], [0, *position.opponent[1:]])
        guess = variant_for(*sides)
        return position if guess == BACKGAMMON else Position.from_gnubg_id(field.text, guess)
    except InvalidIdError as error:
        at = field.at if "last" not in str(error) else field.at + POSITION_LENGTH - 1
        raise InvalidIdError(
            f"{NAME}: Position ID, character {at}: {error}",
            form=NAME,
            field=field.name,
            at=at,
            got=field.text,
            expected=f"a Position ID of {(variant or BACKGAMMON).name}",
        ) from None


def _read_match(field: Field) -> tuple[dict[str, Any], dict[str, Field]]:
    """The facts of a Match ID, and the part of it that each comes from."""
    bits = int.from_bytes(base64.b64decode(field.text), "little")
    parts, at = {}, 0
    for name, width in _WIDTHS.items():
        value = bits >> at & (1 << width) - 1
        first = min(_letter_of(bit) for bit in range(at, at + width))
        parts[name] = Field(NAME, f"Match ID, {name}", str(value), field.at + first)
        at += width
    return _facts(parts), _places(parts)


def _letter_of(bit: int) -> int:
    """Which letter of a base64 text holds a bit, the lowest of each byte being the first."""
    return (bit // 8 * 8 + 7 - bit % 8) // 6


def _places(parts: dict[str, Field]) -> dict[str, Field]:
    return {
        "cube": parts["cube"],
        "cube_owner": parts["cube owner"],
        "crawford": parts["Crawford"],
        "dice": parts["first die"],
        "offered": parts["double"],
        "to_act": parts["to decide"],
        "resignation": parts["resignation"],
        "score": parts["score of player 0"],
    }


def _facts(parts: dict[str, Field]) -> dict[str, Any]:
    seat = int(parts["on roll"].text)
    length = parts["length"].number(0, LONGEST_MATCH)
    most = length or HIGHEST_SCORE
    parts["unused bits"].number(0, 0)
    facts: dict[str, Any] = {
        "seat": seat,
        "cube": 1 << int(parts["cube"].text),
        "cube_owner": {"0": 0, "1": 1}.get(parts["cube owner"].text),
        "crawford": parts["Crawford"].text == "1",
        "status": _STATUS[parts["state of the game"].number(0, len(_STATUS) - 1)],
        "to_act": int(parts["to decide"].text),
        "resignation": int(parts["resignation"].text),
        "dice": _read_dice(parts["first die"], parts["second die"]),
        "length": length,
        "score": (
            parts["score of player 0"].number(0, most),
            parts["score of player 1"].number(0, most),
        ),
        "jacoby": None if length else parts["no Jacoby"].text == "0",
    }
    if facts["cube"] == 1:
        facts["cube_owner"] = None
    if parts["double"].text == "1":
        facts |= _read_double(facts, parts)
    return facts


def _read_dice(first: Field, second: Field) -> tuple[int, int] | None:
    dice = first.number(0, 6), second.number(0, 6)
    if dice == (0, 0):
        return None
    if 0 in dice:
        second.fail("two dice, or none")
    return dice


def _read_double(facts: dict[str, Any], parts: dict[str, Field]) -> dict[str, Any]:
    """How often the cube was turned, and how it lay before.

    The seat on roll has doubled. A cube that already belongs to the other has been turned again: by a beaver, which
    the doubler answers, or by a raccoon.
    """
    seat, owner, cube = facts["seat"], facts["cube_owner"], facts["cube"]
    answers = facts["to_act"] != seat
    depth = 1 if owner in (None, seat) else 3 if answers else 2
    if answers != (depth != 2):
        parts["to decide"].fail("the seat that answers the double")
    if cube >> (depth - 1) == 0:
        parts["cube"].fail("a cube that was turned so often")
    before = cube >> (depth - 1)
    if depth > 1:
        owner = None if before == 1 else seat
    return {"offered": depth, "cube": before, "cube_owner": owner}


def impossible(s: PositionState) -> tuple[str, ...]:
    """What rules GNU Backgammon's ids out."""
    again = max(0, s.offered - 1)
    hidden = again and s.cube > 1 and s.cube_owner is None
    return (
        *writing.unsuited(s.position.variant),
        *writing.highest("a double of depth", s.offered, DEEPEST),
        *writing.highest("a cube at", s.cube << again, 1 << HIGHEST_POWER),
        *writing.highest("a match to", s.length, LONGEST_MATCH),
        *writing.highest("a score of", max(s.score), HIGHEST_SCORE),
        *(("a beaver on a cube that automatic doubles turned",) if hidden else ()),
    )


def _losses(s: PositionState) -> tuple[str, ...]:
    return writing.dropped(s, HOLDS)


def cannot_hold(s: PositionState) -> tuple[str, ...]:
    """What GNU Backgammon's ids cannot say of a state, one phrase each."""
    return (*impossible(s), *_losses(s))


def match_id(s: PositionState, *, lossy: bool = False) -> str:
    """Write all but the checkers of a state as a Match ID.

    Where it is not known whether Jacoby's rule is in force, the id says that it is not.

    Raises:
        FormatLossError: It cannot hold the state; with `lossy` only where it cannot hold anything of use.

    Examples:
        >>> match_id(parse("cBFgAAAACAAE"))
        'cBFgAAAACAAE'
    """
    writing.check(s, NAME, impossible, _losses, lossy=lossy)
    seat = s.seat or 0
    owner = 1 - seat if s.offered > 1 else s.cube_owner
    first, second = s.dice or (0, 0)
    values = {
        "cube": (s.cube << max(0, s.offered - 1)).bit_length() - 1,
        "cube owner": _CENTRED if owner is None else owner,
        "on roll": seat,
        "Crawford": int(s.crawford),
        "state of the game": _STATUS.index(s.status),
        "to decide": s.to_act or 0,
        "double": int(s.offered > 0),
        "resignation": s.resignation,
        "first die": first,
        "second die": second,
        "length": s.length,
        "score of player 0": s.score[0],
        "score of player 1": s.score[1],
        "no Jacoby": int(not s.jacoby),
        "unused bits": 0,
    }
    bits, at = 0, 0
    for name, width in _WIDTHS.items():
        bits |= values[name] << at
        at += width
    return base64.b64encode(bits.to_bytes(9, "little")).decode("ascii")


def write(s: PositionState, *, lossy: bool = False) -> str:
    """Write a state as a Position ID and a Match ID with a colon between them.

    Raises:
        FormatLossError: They cannot hold the state; with `lossy` only where they cannot hold anything of use.

    Examples:
        >>> import tavla
        >>> write(PositionState(tavla.Position.start(tavla.BACKGAMMON), seat=0, dice=(6, 3), length=5))
        '4HPwATDgc/ABMA:MAGvAAAAAAAE'
    """
    match = match_id(s, lossy=lossy)
    return f"{position_id(s.position)}:{match}"


def write_position_id(s: PositionState, *, lossy: bool = False) -> str:
    """Write the checkers of a state as a Position ID, which holds nothing else.

    Raises:
        FormatLossError: The state says more, and not `lossy`, or no Position ID shows the board.
    """
    writing.check(s, "Position ID", _unsuited, _all_but_checkers, lossy=lossy)
    return position_id(s.position)


def position_id_cannot_hold(s: PositionState) -> tuple[str, ...]:
    """What a Position ID cannot say of a state, one phrase each."""
    return (*_unsuited(s), *_all_but_checkers(s))


def _unsuited(s: PositionState) -> tuple[str, ...]:
    return writing.unsuited(s.position.variant)


def _all_but_checkers(s: PositionState) -> tuple[str, ...]:
    seat = ("which seat is on roll",) if s.seat == 0 else ()
    return (*seat, *writing.dropped(s, ()))
