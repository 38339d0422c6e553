"""What a scorer types during a match or a session for money, read into results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import tavla
from tavla.cli.words import LEVELS, TERMS
from tavla.errors import UnknownPlayerError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["HELP", "find_seat", "read_annulled", "read_number", "read_result", "usage"]

RESULTS: Final = """\
win NAME [gammon|backgammon] [CUBE]     NAME won, the cube standing at CUBE
drop NAME [CUBE]          NAME passed a double; CUBE is the stake before it, and what he loses
resign NAME [gammon|backgammon] [CUBE]  NAME resigned
void                      a game that nobody won"""
HELP: Final = {
    "match": f"""\
{RESULTS}
annul NAME [gammon|backgammon] [CUBE]   NAME won a Crawford game in which somebody doubled: the double is void
forfeit NAME [NOTE], leave [NOTE]   NAME gives the match up; it is left unfinished; reopen takes either back
met [CUBE]                take points, gammon values and chances at this score""",
    "money": f"""\
{RESULTS}
settle NAME POINTS [CUBE] they stopped for so many points to NAME""",
}
"""The commands that are of one kind of evening."""

COMMON: Final = """\
note=TEXT, auto=N         after a result: a remark; the automatic doubles in the cube
undo                      take the last game back
amend N COMMAND           correct game N of the sheet, as `amend 2 win ann gammon`
board [human|pip|random [NAME]]   play the next game on a board, NAME's turns by a program; or go on with it
abandon                   drop the game on the board
sheet, score, stats       what is
export text|csv|json FILE, plot FILE
help, quit                everything is saved after each command; names may be shortened"""


def find_seat(players: Sequence[str], text: str) -> int:
    """The seat whose name this is, or begins with this, whatever the case.

    Raises:
        UnknownPlayerError: Nobody's, or both.
    """
    if text in players:
        return players.index(text)
    found = [n for n, name in enumerate(players) if name.lower().startswith(text.lower())]
    if len(found) != 1 or not text:
        raise UnknownPlayerError(f"player: expected {' or '.join(players)}, got {text!r}")
    return found[0]


def read_number(text: str, name: str) -> int:
    """Read a whole number.

    Raises:
        InvalidArgumentError: None.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise tavla.InvalidArgumentError(f"{name}: expected a whole number, got {text!r}")
    return int(text)


def read_result(players: Sequence[str], words: Sequence[str]) -> dict[str, Any]:
    """The arguments of `Match.enter` that a command means.

    Raises:
        InvalidArgumentError: No such command, or something is missing.
        UnknownPlayerError: A name that neither has.
    """
    word, *rest = words
    rest, told = _options(rest)
    match TERMS.get(word.lower(), word.lower()), rest:
        case "win", [who, *how]:
            return told | {"winner": find_seat(players, who), **_kind_and_cube(how)}
        case "pass", [who, *cube] if len(cube) < 2:
            return told | {"winner": 1 - find_seat(players, who), "end": "pass", **_cube(cube)}
        case "resign", [who, *how]:
            loser = find_seat(players, who)
            return told | {"winner": 1 - loser, "end": "resignation", **_kind_and_cube(how)}
        case "settle", [who, points, *cube] if len(cube) < 2:
            winner = None if points == "0" else find_seat(players, who)
            return told | {"winner": winner, "end": "settlement", "points": points, **_cube(cube)}
        case "void", [*cube] if len(cube) < 2:
            return told | {"winner": None, "end": "void", **_cube(cube)}
        case _:
            raise tavla.InvalidArgumentError(f"expected {usage(word)}, got {' '.join(words)!r}")


def read_annulled(players: Sequence[str], words: Sequence[str]) -> dict[str, Any]:
    """The arguments of `Match.enter_annulled`; without a cube it was turned once.

    Raises:
        InvalidArgumentError, UnknownPlayerError: As `read_result`.
    """
    rest, told = _options(words)
    if not rest or "automatics" in told:
        raise tavla.InvalidArgumentError(f"expected {usage('annul')}")
    return told | {"winner": find_seat(players, rest[0]), "cube": 2, **_kind_and_cube(rest[1:])}


def usage(word: str) -> str:
    """How a command is typed."""
    lines = "\n".join((*HELP.values(), COMMON)).splitlines()
    known = [line.split("  ")[0] for line in lines if word.lower() in line.split("  ")[0].split()]
    return known[0] if known else "a command that `help` lists"


def _options(words: Sequence[str]) -> tuple[list[str], dict[str, Any]]:
    """Take `note=` and `auto=` out."""
    rest: list[str] = []
    told: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if equals and name == "note":
            told["note"] = value
        elif equals and name == "auto":
            told["automatics"] = read_number(value, "auto")
        else:
            rest.append(word)
    return rest, told


def _cube(words: Sequence[str]) -> dict[str, int]:
    return {"cube": read_number(words[0], "cube")} if words else {}


def _kind_and_cube(words: Sequence[str]) -> dict[str, int]:
    """Read `gammon 2`, either of them, or neither."""
    kind, rest = {}, list(words)
    if rest and not rest[0].isdigit():
        word = rest.pop(0).lower()
        level = LEVELS.get(TERMS.get(word, word))
        if level is None:
            raise tavla.InvalidArgumentError(f"expected single, gammon or backgammon, got {word!r}")
        kind = {"kind": level}
    if len(rest) > 1:
        raise tavla.InvalidArgumentError(f"expected the cube alone, got {' '.join(rest)!r}")
    return kind | _cube(rest)
