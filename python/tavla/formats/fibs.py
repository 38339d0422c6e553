"""The board strings of FIBS, the First Internet Backgammon Server: 53 fields between colons, the first being `board`.

The board follows the points of the player whom the string calls "you"; seat 1 here, as GNU Backgammon has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavla.formats import writing
from tavla.formats.board import checked, of_size, position_of, sides_of, signed
from tavla.formats.reading import Field, build, clean, split
from tavla.formats.state import PositionState, Status

if TYPE_CHECKING:
    from tavla._engine import Position, Variant

__all__ = ["NAME", "cannot_hold", "parse", "write"]

NAME = "FIBS board"
YOU, OTHER = 1, 0
FIELDS = (
    "board",
    "your name",
    "opponent's name",
    "length",
    "your score",
    "opponent's score",
    *(f"board number {slot}" for slot in range(26)),
    "turn",
    "your first die",
    "your second die",
    "opponent's first die",
    "opponent's second die",
    "cube",
    "whether you may double",
    "whether the opponent may double",
    "whether the opponent has doubled",
    "your colour",
    "your direction",
    "your home",
    "your bar",
    "your checkers off",
    "opponent's checkers off",
    "your checkers on the bar",
    "opponent's checkers on the bar",
    "checkers that can move",
    "forced move",
    "whether the Crawford game is over",
    "redoubles",
)
HOLDS = (
    "dice",
    "cube",
    "cube_owner",
    "offered",
    "score",
    "length",
    "crawford",
    "names",
)
UNLIMITED = 9999
LONGEST_MATCH = 999
HIGHEST_CUBE = 1 << 15
FIRST, LAST = 6, 32  # where the board stands among the fields


def parse(text: str, variant: Variant | None = None) -> PositionState:
    """Read a board string. Checkers on the board and off give the variant where none is named.

    The numbers of checkers on the bar, those that can move and the customs of redoubling are not read: programs
    disagree about them.

    Raises:
        InvalidIdError: Not a board string; `field` and `at` name the place.

    Examples:
        >>> state = parse(
        ...     "board:ann:bob:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
        ...     "1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
        ... )
        >>> state.names, state.seat, state.dice, state.score, state.length
        (('bob', 'ann'), 1, (6, 2), (1, 0), 3)
    """
    fields = split(clean(text, NAME), NAME, ":", FIELDS, len(FIELDS))
    named = dict(zip(FIELDS, fields, strict=True))
    named["board"].choose({"board": True})
    position = _read_position(fields, named, variant)
    colour, turn = named["your colour"].number(-1, 1), named["turn"].number(-1, 1)
    seat = YOU if turn in (0, colour) else OTHER
    facts: dict[str, Any] = {
        "position": position if seat == YOU else position.flipped(),
        "seat": seat,
        "status": Status.PLAYING if turn else Status.OVER,
        "names": (named["opponent's name"].text, named["your name"].text),
        "length": _read_length(named["length"]),
        "dice": _read_dice(named, seat),
        "cube": named["cube"].power(HIGHEST_CUBE),
    }
    most = facts["length"] or UNLIMITED
    mine, theirs = named["your score"].number(0, most), named["opponent's score"].number(0, most)
    facts["score"] = theirs, mine
    facts["crawford"] = _is_crawford(named, facts)
    facts |= _read_cube(named, facts)
    places = {"dice": named["your first die"], "cube_owner": named["whether you may double"]}
    places["offered"] = named["whether the opponent has doubled"]
    return build(places, named["board"], **facts)


def _read_position(
    fields: list[Field], named: dict[str, Field], variant: Variant | None
) -> Position:
    """The position, your checkers first."""
    colour = named["your colour"].choose({"1": 1, "-1": -1})
    downwards = named["your direction"].choose({"-1": True, "1": False})
    board = [colour * field.number(-15, 15) for field in fields[FIRST:LAST]]
    if not downwards:
        board.reverse()
    offs = [named[f"{whose} checkers off"] for whose in ("your", "opponent's")]
    sides = sides_of(board)
    sizes = [sum(side) + off.number(0, 15) for side, off in zip(sides, offs, strict=True)]
    if sizes[0] != sizes[1]:
        offs[1].fail(f"as many checkers as you have, {sizes[0]}")
    if checked(variant) is None:
        variant = of_size(sizes[0], *sides)
        if variant is None:
            offs[0].fail("15, 3, 2 or 1 checkers a side, or a variant with so many")
    elif variant is not None and variant.checkers != sizes[0]:
        offs[0].fail(f"{variant.checkers} checkers a side, as in {variant.name}")
    return position_of(board, variant, fields[FIRST])


def _read_length(field: Field) -> int:
    return 0 if field.text == str(UNLIMITED) else field.number(0, LONGEST_MATCH)


def _read_dice(named: dict[str, Field], seat: int) -> tuple[int, int] | None:
    """The dice of who is on roll; where those are not said, the other pair."""
    order = ("your", "opponent's") if seat == YOU else ("opponent's", "your")
    for whose in order:
        first, second = named[f"{whose} first die"], named[f"{whose} second die"]
        dice = first.number(0, 6), second.number(0, 6)
        if min(dice) > 0:
            return dice
        if max(dice) > 0:
            second.fail("two dice, or 0 and 0")
    return None


def _is_crawford(named: dict[str, Field], facts: dict[str, Any]) -> bool:
    """Somebody is 1 away, and the string does not say that the Crawford game is over or not played."""
    over = named["whether the Crawford game is over"].number(0, UNLIMITED)
    without = named["redoubles"].number(0, UNLIMITED)
    length = facts["length"]
    return length > 1 and length - 1 in facts["score"] and not over and not without


def _read_cube(named: dict[str, Field], facts: dict[str, Any]) -> dict[str, Any]:
    """Who owns the cube, and whether it was turned.

    Who alone may double owns it. When you have doubled, neither may; when the opponent has, a field says so. In that
    field GNU Backgammon writes who is to answer, 1 for the opponent and -1 for you, also after a beaver, when the cube
    lies with the one that was doubled already.
    """
    mine = named["whether you may double"].number(0, 1)
    theirs = named["whether the opponent may double"].number(0, 1)
    doubled = named["whether the opponent has doubled"].number(-1, 1)
    seat, cube = facts["seat"], facts["cube"]
    neither = not mine and not theirs
    owner = None if mine == theirs or cube == 1 else (YOU if mine else OTHER)
    open_to_turn = facts["dice"] is None and not facts["crawford"]
    waits = doubled or (neither and open_to_turn and facts["status"] is Status.PLAYING)
    if not waits:
        unknown = neither and cube > 1
        return {"cube_owner": owner, "cube_status": "unknown" if unknown else "live"}
    if owner == 1 - seat:
        again = 1 if seat == (OTHER if doubled == 1 else YOU) else 2
        cube >>= again
        if cube == 0:
            named["cube"].fail("a cube that was turned so often")
        return {"offered": again + 1, "cube": cube, "cube_owner": seat if cube > 1 else None}
    return {"offered": 1, "cube_owner": seat if neither and cube > 1 else owner}


def impossible(s: PositionState) -> tuple[str, ...]:
    """What rules a board string out."""
    most = s.length or UNLIMITED
    hidden = s.cube > 1 and s.cube_owner is None and s.offered > int(s.seat == OTHER)
    return (
        *writing.unsuited(s.position.variant),
        *writing.highest("a cube at", s.cube << max(0, s.offered - 1), HIGHEST_CUBE),
        *writing.highest("a double of depth", s.offered, 3),
        *writing.highest("a match to", s.length, LONGEST_MATCH),
        *writing.highest("a score of", max(s.score), most),
        *(("a double on a cube that automatic doubles turned",) if hidden else ()),
    )


def _losses(s: PositionState) -> tuple[str, ...]:
    odd = s.crawford and not (s.length > 1 and s.away is not None and 1 in s.away)
    return (
        *writing.dropped(s, HOLDS),
        *writing.unfit_names(s, ":"),
        *(("that this is the Crawford game, while nobody is 1 away",) if odd else ()),
    )


def cannot_hold(s: PositionState) -> tuple[str, ...]:
    """What a board string cannot say of a state, one phrase each."""
    return (*impossible(s), *_losses(s))


def write(s: PositionState, *, lossy: bool = False) -> str:
    """Write a state as a board string; "you" are seat 1, play from 24 to 1 and are O, as GNU Backgammon has it.

    Raises:
        FormatLossError: It cannot hold the state; with `lossy` only where it cannot hold anything of use.
    """
    writing.check(s, NAME, impossible, _losses, lossy=lossy)
    position = s.seen_by(YOU)
    mine, theirs = position.player, position.opponent
    dice = s.dice or (0, 0)
    turn = 1 if s.seat == YOU else -1
    fields = (
        "board",
        *(writing.plain_name(name, ":") for name in reversed(s.names)),
        s.length or UNLIMITED,
        s.score[YOU],
        s.score[OTHER],
        *signed(position),
        turn,
        *(dice if turn > 0 else (0, 0)),
        *(dice if turn < 0 else (0, 0)),
        s.cube << max(0, s.offered - 1),
        *_cube_fields(s),
        *(1, -1, 0, 25),  # O, from 24 to 1, home and bar
        *(mine[0], theirs[0], mine[25], theirs[25]),
        _movable(s) if turn > 0 else 0,
        0,
        int(s.is_post_crawford),
        0,
    )
    return ":".join(map(str, fields))


def _cube_fields(s: PositionState) -> tuple[int, int, int]:
    """Whether you may double, whether the opponent may, and whether the cube was turned."""
    if s.offered > 1:
        return int(s.seat == OTHER), int(s.seat == YOU), 1 if s.to_act == OTHER else -1
    if s.offered and s.seat == YOU:
        return 0, 0, 0
    return int(s.cube_owner in (None, YOU)), int(s.cube_owner in (None, OTHER)), s.offered


def _movable(s: PositionState) -> int:
    """How many moves the roll allows."""
    if s.dice is None or s.position.is_finished:
        return 0
    return len(s.position.legal_plays(s.dice)[0].moves)
