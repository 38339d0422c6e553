"""OGID, the position id of OpenGammon.

Nine fields between colons, and up to two more: White's and Black's checkers, one character for each, then cube, dice,
colour, state, the scores of White and Black, length, number of the position, checkers a side. Points are absolute:
Black's own. The colour names the player who acted last, so the other one is to act. Everything after the colour may be
missing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tavla.errors import InvalidIdError
from tavla.formats import writing
from tavla.formats.board import checked, of_size, sized
from tavla.formats.reading import Field, build, clean, split
from tavla.formats.state import PositionState, Status

if TYPE_CHECKING:
    from tavla._engine import Position, Variant

__all__ = ["NAME", "PREFIXES", "cannot_hold", "parse", "write"]

NAME = "OGID"
PREFIXES = ("OGID=", "OGID:")
FIELDS = (
    "White's checkers",
    "Black's checkers",
    "cube",
    "dice",
    "colour",
    "state",
    "score of White",
    "score of Black",
    "length",
    "number of the position",
    "checkers a side",
)
NEEDED = 5
HOLDS = (
    "status",
    "to_act",
    "dice",
    "cube",
    "cube_owner",
    "cube_status",
    "offered",
    "score",
    "length",
    "crawford",
    "move",
    "games",
)
PIPS = "0123456789abcdefghijklmnop"
WHITE, BLACK = 0, 1
HIGHEST_POWER = 15
HIGHEST_NUMBER = 99_999
LONGEST_MATCH = 999
CUSTOMARY_CHECKERS = 15

_COLOURS = {"W": WHITE, "B": BLACK}
_LETTERS = "WB"
_STATES = {
    "": Status.PLAYING,
    "IW": Status.NONE,
    "IB": Status.NONE,
    "R": Status.PLAYING,
    "C": Status.PLAYING,
    "D": Status.PLAYING,
    "A": Status.PLAYING,
    "P": Status.DROPPED,
    "G": Status.OVER,
    "M": Status.OVER,
    "RG": Status.RESIGNED,
    "RM": Status.RESIGNED,
}
_OWNERS = {"W": WHITE, "B": BLACK, "N": None, "D": None, "?": None}
_CUBE_STATUS = {"D": "dead", "?": "unknown"}


def parse(text: str, variant: Variant | None = None) -> PositionState:
    """Read an OGID, with or without `OGID=`; what follows the colour may be missing.

    Raises:
        InvalidIdError: Not an OGID; `field` and `at` name the place.

    Examples:
        >>> state = parse("11ccccchhhjjjjj:66666888dddddoo:W1N:36:B:R:3:5:7:0")
        >>> state.seat, state.dice, state.cube, state.cube_owner, state.away
        (0, (6, 3), 2, 0, (4, 2))
    """
    fields = split(clean(text, NAME, PREFIXES), NAME, ":", FIELDS, NEEDED)
    white, black, cube, dice, colour, *rest = fields
    end = fields[-1].at + len(fields[-1].text)
    defaults = ("IW", "0", "0", "0", "0", str(CUSTOMARY_CHECKERS))
    missing = zip(FIELDS[len(fields) :], defaults[len(rest) :], strict=True)
    rest += [Field(NAME, name, default, end) for name, default in missing]
    state, of_white, of_black, length, move, checkers = rest
    facts: dict[str, Any] = {"dice": _read_dice(dice), "status": state.choose(_STATES)}
    actor = colour.choose(_COLOURS)
    facts |= _read_cube(cube, state)
    facts["seat"] = _seat_on_roll(state.text, actor, rolled=facts["dice"] is not None)
    facts |= _read_length(length)
    most = facts["length"] or HIGHEST_NUMBER
    facts["score"] = of_white.number(0, most), of_black.number(0, most)
    facts["move"] = move.number(0, HIGHEST_NUMBER) or None
    position = _read_position(white, black, checkers, variant)
    facts["position"] = position if facts["seat"] == WHITE else position.flipped()
    places = {
        "cube": cube,
        "cube_owner": cube,
        "dice": dice,
        "offered": state,
        "crawford": length,
    }
    built = build(places, colour, **facts)
    if length.text.endswith("L") and not built.is_post_crawford:
        length.fail("an L only where somebody is 1 away in a match")
    return built


def _read_dice(field: Field) -> tuple[int, int] | None:
    if not field.text:
        return None
    if not re.fullmatch("[1-6]{2}", field.text):
        field.fail("two dice such as 36, or nothing")
    return int(field.text[0]), int(field.text[1])


def _read_cube(field: Field, state: Field) -> dict[str, Any]:
    found = re.fullmatch("([WBND?])([0-9]{1,2})([NOTP])", field.text)
    if not found or int(found[2]) > HIGHEST_POWER:
        field.fail("an owner W, B, N, D or ?, a power of two, and N, O, T or P")
    facts: dict[str, Any] = {
        "cube": 1 << int(found[2]),
        "cube_owner": _OWNERS[found[1]],
        "cube_status": _CUBE_STATUS.get(found[1], "live"),
        "offered": int(state.text == "D"),
    }
    if found[3] == "O" and state.text != "D":
        state.fail("D, since the cube is offered")
    if found[3] == "P" and state.text not in ("P", "G", "M"):
        state.fail("P, G or M, since the cube was passed")
    if facts["cube"] == 1:
        facts["cube_owner"] = None
    return facts


def _seat_on_roll(state: str, actor: int, *, rolled: bool) -> int:
    """The seat on roll: the one that did not act last, but the doubler, and the one that begins."""
    if state in ("IW", "IB") and not rolled:
        return _COLOURS[state[1]]
    return actor if state == "D" else 1 - actor


def _read_length(field: Field) -> dict[str, Any]:
    found = re.fullmatch("([0-9]{1,3})(?:[CL]|G([0-9]{1,5}))?", field.text)
    if not found:
        field.fail("a length, and perhaps C, L, or G and a number")
    length = int(found[1])
    if found[2] and length:
        field.fail("a number of games only without a length")
    games = int(found[2]) if found[2] else None
    return {"length": length, "crawford": field.text.endswith("C"), "games": games}


def _read_position(
    white: Field, black: Field, checkers: Field, variant: Variant | None
) -> Position:
    """The position, White first."""
    sides = []
    for field in (white, black):
        strange = re.search("[^0-9a-p]", field.text)
        if strange:
            field.fail("0 to 9 or a to p for each checker", strange.start())
        slots = [PIPS.index(letter) for letter in field.text]
        own = [25 - slot for slot in slots] if field is white else slots
        if 0 in own:
            field.fail("no checker on the bar of the other", own.index(0))
        sides.append([own.count(slot) for slot in range(26)])
    number = checkers.number(1, HIGHEST_NUMBER)
    if checked(variant) is None:
        variant = of_size(number, *sides)
        if variant is None:
            checkers.fail("15, 3, 2 or 1, or a variant with so many")
    elif variant is not None and variant.checkers != number:
        checkers.fail(f"{variant.checkers}, as in {variant.name}")
    try:
        return sized(sides[WHITE], sides[BLACK], variant, white)
    except InvalidIdError:
        if len(black.text) > number:
            black.fail(f"at most {number} checkers")
        raise


def impossible(s: PositionState) -> tuple[str, ...]:
    """What rules an OGID out."""
    most = s.length or HIGHEST_NUMBER
    return (
        *writing.unsuited(s.position.variant),
        *writing.highest("a cube at", s.cube, 1 << HIGHEST_POWER),
        *writing.highest("a double of depth", s.offered, 1),
        *writing.highest("a match to", s.length, LONGEST_MATCH),
        *writing.highest("a score of", max(s.score), most),
        *writing.highest("a position with the number", s.move or 0, HIGHEST_NUMBER),
        *writing.highest("a session of games numbering", s.games or 0, HIGHEST_NUMBER),
    )


def _losses(s: PositionState) -> tuple[str, ...]:
    holds = set(HOLDS)
    if s.to_act != s.decider:
        holds -= {"to_act"}
    if s.length:
        holds -= {"games"}
    return writing.dropped(s, holds)


def cannot_hold(s: PositionState) -> tuple[str, ...]:
    """What an OGID cannot say of a state, one phrase each."""
    return (*impossible(s), *_losses(s))


def write(s: PositionState, *, lossy: bool = False) -> str:
    """Write a state as an OGID of ten fields, checkers sorted, and an eleventh where a side has not 15 checkers.

    Raises:
        FormatLossError: It cannot hold the state; with `lossy` only where it cannot hold anything of use.

    Examples:
        >>> import tavla
        >>> write(PositionState(tavla.Position.start(tavla.BACKGAMMON), seat=0, dice=(6, 3)))
        '11ccccchhhjjjjj:66666888dddddoo:N0N:36:B:R:0:0:0:0'
    """
    writing.check(s, NAME, impossible, _losses, lossy=lossy)
    seat = s.seat or 0
    white, black = s.seen_by(WHITE).player, s.seen_by(BLACK).player
    fields = [
        "".join(PIPS[25 - slot] * white[slot] for slot in range(25, 0, -1)),
        "".join(PIPS[slot] * black[slot] for slot in range(1, 26)),
        _cube(s),
        "" if s.dice is None else f"{s.dice[1]}{s.dice[0]}",
        _LETTERS[seat if s.offered else 1 - seat],
        _state(s, seat),
        s.score[WHITE],
        s.score[BLACK],
        _length(s),
        s.move or 0,
    ]
    if s.position.variant.checkers != CUSTOMARY_CHECKERS:
        fields.append(s.position.variant.checkers)
    return ":".join(map(str, fields))


def _cube(s: PositionState) -> str:
    owner = {"dead": "D", "unknown": "?"}.get(s.cube_status, "N")
    if s.cube_owner is not None:
        owner = _LETTERS[s.cube_owner]
    action = "O" if s.offered else "P" if s.status is Status.DROPPED else "N"
    return f"{owner}{s.cube.bit_length() - 1}{action}"


def _state(s: PositionState, seat: int) -> str:
    if s.status is Status.NONE:
        return f"I{_LETTERS[seat]}"
    if s.status is Status.OVER:
        return "M" if s.length and max(s.score) == s.length else "G"
    if s.status is not Status.PLAYING:
        return "P" if s.status is Status.DROPPED else "RG"
    if s.offered:
        return "D"
    may_double = s.cube_owner in (None, seat) and not s.crawford
    return "C" if s.dice is None and may_double else "R"


def _length(s: PositionState) -> str:
    if s.games is not None and not s.length:
        return f"{s.length}G{s.games}"
    return f"{s.length}{'C' if s.crawford else 'L' if s.is_post_crawford else ''}"
