"""Plays as match files write them: the text of one, and the play that a text means."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from tavla.errors import InvalidPositionError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tavla._engine import Move, Play, Position

__all__ = [
    "Choice",
    "is_dance",
    "is_moves",
    "moves_to_dump",
    "pairs",
    "read",
    "says",
    "text_of",
    "text_of_pairs",
]

_DANCES = frozenset(
    [
        "",
        *("cannot move", "can't move", "can not move", "cant move", "could not move"),
        *("no move", "no moves", "no move possible", "no possible move", "no play", "nothing"),
        *("no legal move", "no legal moves", "no legal play", "no legal plays"),
        *("dance", "dances", "danced", "fan", "fans", "none", "skip", "skips", "pass", "passes"),
        *("forced pass", "must pass", "blocked", "closed out", "on the bar", "stays on the bar"),
    ]
)
"""What stands for a turn without a move, in lower case."""
_STARTS = frozenset("0123456789bBoO")
_HELD = re.compile(
    r"[0-9/*() ]*(?:(?:bar|off|b|o)[0-9/*() ]*)*|(?:illegal|unexportable) play \([^()\n]*\)",
    re.IGNORECASE,
)
_STRAY_ROW = re.compile(r"\s[0-9]+\)$")
_NOTHING = re.compile(r"(?<!\S)0*(?:0|off|Off)/(?:0+|off|Off)(?:\([0-9]\))?\*?(?!\S)")
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
_LATE_STAR = re.compile(r"(\([2-4]\))\*")
_CHAIN = re.compile(
    r"(?P<stops>(?<!\w)\w++\*?(?:\s*[-/>]+\s*\w++\*?)+)\s*(?:\((?P<copies>[1-4])\))?"
)
_SLASH = re.compile(r"[-/>]+")
_SLOTS = {"bar": 25, "off": 0, "b": 25, "o": 0}


def is_moves(text: str) -> bool:
    """Whether a text begins as moves do."""
    return text[:1] in _STARTS and text != ""


def is_dance(text: str) -> bool:
    """Whether a text stands for a turn without a move."""
    return text.strip(" ().-").lower() in _DANCES


def text_of(moves: Iterable[Move]) -> str:
    """Moves as GNU Backgammon writes them in a match: one by one, the bar 25, off 0."""
    return " ".join(
        [f"{m.source}/{m.target}*" if m.hit else f"{m.source}/{m.target}" for m in moves]
    )


def text_of_pairs(moves: Iterable[tuple[int, int]]) -> str:
    """Moves that need not be legal as text."""
    return " ".join([f"{source}/{target}" for source, target in moves])


def says(position: Position, text: str, moves: tuple[tuple[int, int], ...]) -> bool:
    """Whether a text tells just these moves, so that it can stand for them in a file."""
    if not _HELD.fullmatch(text):
        return False
    if is_moves(text):
        return pairs(text) == moves
    return moves_to_dump(position, text) == moves


class Choice(NamedTuple):
    """What a text comes to: a play, or the rule that it breaks; and what is odd about it."""

    play: Play | None
    code: str
    words: str
    remarks: tuple[tuple[str, str], ...] = ()


def read(position: Position, text: str, dice: tuple[int, int]) -> Choice:
    """The play that a text means, however a site writes it.

    A mark for a hit may miss or follow the count; of several plays that a combined move can mean it is the one with
    as many hits as are marked, or with the fewest.
    """
    plain = _plain(text)
    found = position.explain(plain, dice) if plain else None
    if found is None:
        legal = position.legal_plays(dice)
        return Choice(legal[0] if legal.is_dance else None, "more_dice", "no move is written")
    remarks: tuple[tuple[str, str], ...] = ()
    if found.code in ("no_hit", "ambiguous") or "*" in plain:
        bare = position.explain(plain.replace("*", ""), dice)
        if not found.legal and found.code != "ambiguous" and bare.plays:
            remarks = (("hit", "a hit is marked where no checker is hit"),)
            found = bare
    if found.legal:
        return Choice(found.plays[0], "legal", found.words, remarks)
    if found.code == "ambiguous":
        play, sole = _with_marks(found.plays, plain.count("*"))
        if not sole:
            remarks = (*remarks, ("ambiguous-play", found.words))
        return Choice(play, "legal", found.words, remarks)
    return Choice(None, found.code, found.words)


def _plain(text: str) -> str:
    """The text without what the notation does not know: stray row numbers, moves of nothing, leading zeros."""
    text = _STRAY_ROW.sub("", text.strip())
    text = _NOTHING.sub("", _ZEROS.sub("", text))
    return _LATE_STAR.sub(r"*\1", text).strip()


def _with_marks(candidates: Iterable[Play], marks: int) -> tuple[Play, bool]:
    """The candidate whose hits are those marked, or the one with the fewest; and whether it is the only such."""

    def badness(play: Play) -> tuple[bool, int]:
        hits = sum(move.hit for move in play.moves)
        return hits != marks, hits

    ordered = sorted(candidates, key=badness)
    return ordered[0], badness(ordered[0]) != badness(ordered[1])


def pairs(text: str) -> tuple[tuple[int, int], ...]:
    """The moves of a text as pairs of slots, whether they can be made or not; none for what cannot be read."""
    found: list[tuple[int, int]] = []
    for chain in _CHAIN.finditer(_plain(text)):
        stops = [_slot(stop) for stop in _SLASH.split(chain["stops"].replace("*", ""))]
        legs = list(pairwise(stops))
        for source, target in legs * int(chain["copies"] or 1):
            if source is not None and target is not None and source != target:
                found.append((source, target))
    return tuple(found)


def _slot(text: str) -> int | None:
    word = text.strip().lower()
    if word in _SLOTS:
        return _SLOTS[word]
    return (
        int(word)
        if word.isdecimal() and word.isascii() and len(word) < 3 and int(word) < 26
        else None
    )


_DUMP = re.compile(r"\(\s*(?P<fields>[^()]*;[^()]*(?:\([^()]*\)[^()]*)*)\)?")
FIRST_SLOT, SLOTS = 12, 26


def moves_to_dump(position: Position, text: str) -> tuple[tuple[int, int], ...] | None:
    """The moves from a position to the one that a Snowie line tells, from the next player's side or the mover's."""
    dump = _DUMP.search(text)
    if dump is None:
        return None
    fields = dump["fields"].split(";")
    numbers = [_signed(field) for field in fields[FIRST_SLOT : FIRST_SLOT + SLOTS]]
    if len(numbers) < SLOTS or None in numbers:
        return None
    counts = [number or 0 for number in numbers]
    checkers = position.variant.checkers
    sides = [_side(counts, checkers, mine=mine) for mine in (True, False)]
    for mover, other in (sides[::-1], sides):
        moves = _displacement(position, mover, other)
        if moves is not None:
            return moves
    return None


def _signed(field: str) -> int | None:
    word = field.strip()
    return int(word) if re.fullmatch(r"-?[0-9]{1,2}", word) else None


def _side(counts: list[int], checkers: int, *, mine: bool) -> list[int]:
    """One side of a Snowie line in its own numbers: the roller's are positive, the other's negative."""
    if mine:
        side = [0, *(max(n, 0) for n in counts[1:])]
    else:
        side = [0, *(max(-n, 0) for n in reversed(counts[:25]))]
    side[0] = checkers - sum(side)
    return side


def _displacement(
    position: Position, after: list[int], other: list[int]
) -> tuple[tuple[int, int], ...] | None:
    """Moves that lead the mover's checkers to where they stand after, if the other side's come out right as well."""
    before = position.player
    if after[0] < 0:
        return None
    gone = [slot for slot in range(25, -1, -1) for _ in range(before[slot] - after[slot])]
    come = [slot for slot in range(25, -1, -1) for _ in range(after[slot] - before[slot])]
    if len(gone) != len(come):
        return None
    moves = _over_hits(list(zip(gone, come, strict=True)), position, after, other)
    try:
        result = position.displaced(moves)
    except InvalidPositionError:
        return None
    return moves if list(result.opponent) == other and list(result.player) == after else None


def _over_hits(
    moves: list[tuple[int, int]], position: Position, after: list[int], other: list[int]
) -> tuple[tuple[int, int], ...]:
    """The moves with stops where a checker was hit and the hitter went on."""
    for point in range(1, 25):
        theirs = position.variant.opponent_point(point)
        if position.opponent[theirs] == 1 and other[theirs] == 0 and after[point] == 0:
            for index, (source, target) in enumerate(moves):
                if source > point > target:
                    moves[index : index + 1] = [(source, point), (point, target)]
                    break
    return tuple(moves)
