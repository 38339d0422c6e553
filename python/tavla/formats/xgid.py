"""XGID, the position id of eXtreme Gammon.

Ten fields between colons: 26 characters for the board, cube (as a power of two), owner, turn, dice, the scores of the
bottom and of the top player, rules, length of the match, highest cube (as a power of two). The board is absolute: it
follows the points of the bottom player, whoever is on roll.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tavla.formats import writing
from tavla.formats.board import position_of, signed
from tavla.formats.reading import Field, build, clean, split
from tavla.formats.state import PositionState, Status

if TYPE_CHECKING:
    from tavla._engine import Variant

__all__ = ["NAME", "PREFIXES", "cannot_hold", "parse", "write"]

NAME = "XGID"
PREFIXES = ("XGID=", "XGID:")
FIELDS = (
    "board",
    "cube",
    "cube owner",
    "turn",
    "dice",
    "score of the bottom player",
    "score of the top player",
    "rules",
    "length",
    "highest cube",
)
HOLDS = (
    "seat",
    "to_act",
    "dice",
    "cube",
    "cube_owner",
    "offered",
    "score",
    "length",
    "crawford",
    "jacoby",
    "beavers",
    "max_cube",
)
HIGHEST_POWER = 15
CUSTOMARY_POWER = 10
LONGEST_MATCH = 999
HIGHEST_SCORE = 9999
TURNED = "DBR"

BOTTOM = 1
_SEATS = {"1": BOTTOM, "0": None, "-1": 1 - BOTTOM}
_SIGNS = {BOTTOM: "1", None: "0", 1 - BOTTOM: "-1"}


def parse(text: str, variant: Variant | None = None) -> PositionState:
    """Read an XGID, with or without `XGID=`, of nine fields or ten.

    Raises:
        InvalidIdError: Not an XGID; `field` and `at` name the place.

    Examples:
        >>> state = parse("XGID=---BBBBAAA---Ac-bbccbAA-A-:1:1:-1:63:4:3:0:5:8")
        >>> state.seat, state.dice, state.cube, state.cube_owner, state.score, state.max_cube
        (0, (6, 3), 2, 1, (3, 4), 256)
    """
    fields = split(clean(text, NAME, PREFIXES), NAME, ":", FIELDS, len(FIELDS) - 1)
    board, cube, owner, turn, dice, low, high, rules, length, *rest = fields
    seat = turn.choose(_SEATS)
    position = position_of(_read_board(board), variant, board)
    facts: dict[str, Any] = {
        "position": position.flipped() if seat != BOTTOM else position,
        "seat": seat,
        "status": Status.NONE if seat is None else Status.PLAYING,
        "cube": 1 << cube.number(0, HIGHEST_POWER),
        "cube_owner": owner.choose(_SEATS),
        "length": length.number(0, LONGEST_MATCH),
    }
    if facts["cube"] == 1:
        facts["cube_owner"] = None  # some programs name one there
    facts |= _read_dice(dice)
    most = (facts["length"] or HIGHEST_SCORE + 1) - 1
    facts["score"] = high.number(0, most), low.number(0, most)
    facts |= _read_rules(rules, match=facts["length"] > 0)
    if rest:
        power = rest[0].number(0, HIGHEST_POWER)
        facts["max_cube"] = None if power == CUSTOMARY_POWER else 1 << power
    places = {
        "cube": cube,
        "cube_owner": owner,
        "seat": turn,
        "dice": dice,
        "offered": dice,
        "crawford": rules,
    }
    return build(places, board, **facts)


def _read_board(field: Field) -> list[int]:
    if len(field.text) != 26:
        field.fail("26 characters, one for each point and bar")
    strange = re.search("[^-A-Pa-p]", field.text)
    if strange:
        field.fail("A to P, a to p or -", strange.start())
    return [_count(letter) for letter in field.text]


def _count(letter: str) -> int:
    if letter == "-":
        return 0
    return ord(letter) - ord("A") + 1 if letter.isupper() else ord("a") - 1 - ord(letter)


def _read_dice(field: Field) -> dict[str, Any]:
    if field.text == "00":
        return {}
    if field.text in TURNED and len(field.text) == 1:
        return {"offered": TURNED.index(field.text) + 1}
    if not re.fullmatch("[1-6]{2}", field.text):
        field.fail("two dice such as 65, 00, D, B or R")
    return {"dice": (int(field.text[0]), int(field.text[1]))}


def _read_rules(field: Field, *, match: bool) -> dict[str, Any]:
    if match:
        return {"crawford": field.number(0, 1) == 1}
    bits = field.number(0, 3)
    return {"jacoby": bits & 1 == 1, "beavers": bits & 2 == 2}


def impossible(s: PositionState) -> tuple[str, ...]:
    """What rules an XGID out."""
    most = (s.length or HIGHEST_SCORE + 1) - 1
    return (
        *writing.unsuited(s.position.variant),
        *writing.highest("a cube at", s.cube, 1 << HIGHEST_POWER),
        *writing.highest("a highest cube of", s.max_cube or 1, 1 << HIGHEST_POWER),
        *writing.highest("a double of depth", s.offered, len(TURNED)),
        *writing.highest("a match to", s.length, LONGEST_MATCH),
        *writing.highest("a score of", max(s.score), most),
    )


def _losses(s: PositionState) -> tuple[str, ...]:
    holds = set(HOLDS)
    if s.resignation or s.status is not Status.PLAYING:
        holds -= {"to_act"}
    return writing.dropped(s, holds)


def cannot_hold(s: PositionState) -> tuple[str, ...]:
    """What an XGID cannot say of a state, one phrase each."""
    return (*impossible(s), *_losses(s))


def write(s: PositionState, *, lossy: bool = False) -> str:
    """Write a state as an XGID, the prefix included.

    What is not known is written as it mostly is: no Jacoby's rule, no beavers, cubes to 1024.

    Raises:
        FormatLossError: It cannot hold the state; with `lossy` only where it cannot hold anything of use.

    Examples:
        >>> import tavla
        >>> write(PositionState(tavla.Position.start(tavla.BACKGAMMON), seat=1, dice=(3, 1)))
        'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
    """
    writing.check(s, NAME, impossible, _losses, lossy=lossy)
    board = "".join(map(_letter, signed(s.seen_by(BOTTOM))))
    dice = "00" if s.dice is None else f"{s.dice[0]}{s.dice[1]}"
    if s.offered:
        dice = TURNED[s.offered - 1]
    rules = int(s.crawford) if s.length else int(s.jacoby or 0) + 2 * int(s.beavers or 0)
    power = CUSTOMARY_POWER if s.max_cube is None else s.max_cube.bit_length() - 1
    fields = (
        board,
        s.cube.bit_length() - 1,
        _SIGNS[s.cube_owner],
        _SIGNS[s.seat],
        dice,
        s.score[1],
        s.score[0],
        rules,
        s.length,
        power,
    )
    return PREFIXES[0] + ":".join(map(str, fields))


def _letter(count: int) -> str:
    if count == 0:
        return "-"
    return chr(ord("A") + count - 1) if count > 0 else chr(ord("a") - count - 1)
