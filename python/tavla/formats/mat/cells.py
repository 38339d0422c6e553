"""Rows of a match file, cut into cells."""

from __future__ import annotations

import re

from tavla.formats.acts import Act
from tavla.formats.remarks import BRACKETED, CLOCK, LEVELS, level_in, split

__all__ = [
    "ENDS",
    "NARROW",
    "Row",
    "cut",
    "is_end_of",
    "is_prose",
    "joined",
    "out_of_columns",
    "told_by_name",
]

_WORDS = {
    word: kind
    for kind, words in {
        "double": "double doubles redouble redoubles",
        "beaver": "beaver beavers raccoon raccoons",
        "take": "take takes accept accepts",
        "drop": "drop drops pass passes reject rejects decline declines refuse refuses",
        "wins": "win wins won",
        "loses": "lose loses losses",
        "resign": "resign resigns resigned resignation concede concedes conceded forfeit forfeits forfeited timeout "
        "surrender surrenders abandons quits",
    }.items()
    for word in words.split()
}
_GIVES_UP = r"(?ai:g(?:ive|ives|ave) up|tim(?:e|es|ed) out|(?:loses|lost) on time)"
_OFFERS = "(?ai:offers (?:a |the |to )?)"
_WHAT = "(?ai: (?:the )?(?:cube|double|redouble|resignation))"
_CELL = re.compile(
    r"(?<![^\s)])(?:(?P<dice>[0-9]{1,3}|[1-6][- ][1-6])(?::| :(?!\s?[0-9]+(?:\s(?!:)|$)))"
    rf"|{_OFFERS}?(?:(?P<gives_up>{_GIVES_UP})|(?P<word>[A-Za-z]+){_WHAT}?)(?![\w/]))"
)
"""How a cell begins: with dice, where a blank before the colon begins no score, or with words, which need not be any of those above."""
_TELLING = frozenset(
    (
        *("point", "points", "pt", "pts", "match", "game", "session", "money", "cube"),
        *("and", "the", "a", "an", "of", "for", "to", "at", "by", *LEVELS),
    )
)
"""Words beside a cube action or a result that say no more than it says."""
_NUMBER = re.compile(r"-?[0-9]+")
_REMARK = re.compile(rf"{BRACKETED}|{CLOCK}")
"""What may look like cells and never is any."""
_MAY_BE_REMARK = re.compile(r"[(\[{<]|:[0-9]")
"""What no line without such a remark has."""
_PLAIN = re.compile(r"(?:(?:=+> )?([0-9]{1,9})(?: points?)?(?: and the match)?)?")
"""What stands behind the words of most cells."""
_STRAY_ROW = re.compile(r"(?:^|\s)[0-9]+\)$")
_DUMP = re.compile(r"\([^()]*;[^()]*(?:\([^()]*\)[^()]*)*\)?")
_SIGN = re.compile(r"(?<!\S)[;#]+")
"""How a remark begins that lasts to the end of the line."""
MOST_DIGITS = 9
PROSE = 2
"""So many gaps between further words make a sentence."""
NARROW = 3
"""A gap between cells that need not come from padding."""
TOO_LARGE = 10**MOST_DIGITS
"""What stands for numbers that are longer."""

ENDS = frozenset(("wins", "loses", "resign"))
"""Cells that may stand in either column behind the last roll."""

Row = tuple[Act, ...]
"""The cells of a line as acts, the first as if it were of seat 0 and the second of seat 1."""


def _play(text: str) -> str:
    """The play in a cell, without the number of the next row that may have got into it."""
    text = text.strip()
    return _STRAY_ROW.sub("", text).rstrip() if text[-1:] == ")" else text


def cut(number: int, text: str, start: int = 0) -> tuple[Row, str]:
    """Cut a line into cells at their first words.

    Args:
        number: The number of the line, from 1.
        text: The line, tabs expanded.
        start: Where the cells may begin, after the number of the row.

    Returns:
        The cells, and what stands before the first of them. A result alone behind a number is not sure of its place:
        blanks may be folded there.
    """
    found = _beginnings(text, start)
    if not found:
        return (), text[start:].strip()
    ends = [one.start() for _, one in found[1:]]
    ends.append(len(text))
    sure = len(found) > 1 or not start
    row = tuple(
        _cell(number, index % 2, kind, one, text[one.end() : end], sure=sure)
        for index, ((kind, one), end) in enumerate(zip(found, ends, strict=True))
    )
    return row, text[start : found[0][1].start()].strip()


def _beginnings(text: str, start: int) -> list[tuple[str, re.Match[str]]]:
    """Where the cells of a line begin, and of what kind they are."""
    searched = text
    if ";" in text:  # the names in a dump may look like cells
        searched = _masked(_DUMP, searched)
    if _MAY_BE_REMARK.search(text) is not None:
        searched = _masked(_REMARK, searched)
    found: list[tuple[str, re.Match[str]]] = []
    for one in _CELL.finditer(searched, start):
        kind = _kind(one)
        if kind is None:
            continue
        if found:
            before, last = found[-1]
            if kind == "resign" and before in ("wins", "loses"):
                continue  # how the game was won
            if _is_remarked(text, last.end(), one.start(), len(found)):
                break
            gap = searched[last.end() : one.start()]
            is_near = len(gap) - len(gap.rstrip()) <= NARROW
            if before == "roll" and kind == "drop" and is_near and not gap.strip(" _"):
                continue  # who cannot move passes
        found.append((kind, one))
    return found


def _is_remarked(text: str, end: int, start: int, count: int) -> bool:
    """Whether a cell stands in a remark behind `;`: it is a third one, or follows the sign at once."""
    between = text[end:start]
    sign = _SIGN.search(between)
    if sign is None:
        return False
    return count > 1 or (len(between) - sign.end() <= NARROW and not between[sign.end() :].strip())


def _masked(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: "_" * len(found[0]), text)


def _kind(found: re.Match[str]) -> str | None:
    if found["dice"]:
        return "roll"
    return "resign" if found["gives_up"] else _WORDS.get(found["word"].lower())


def _cell(line: int, seat: int, kind: str, found: re.Match[str], after: str, *, sure: bool) -> Act:
    """A cell that begins with dice, or with a word: the cube, the result, a resignation."""
    column = found.start() + 1
    if kind == "roll":
        dice = found["dice"].replace("-", "").replace(" ", "")
        return Act("roll", seat, line, column, _play(after), dice)
    after = _play(after)
    text = f"{found[0]} {after}".strip()
    plain = _PLAIN.fullmatch(after)
    if plain is not None:
        value = int(plain[1]) if plain[1] and kind != "resign" else None
        return Act(kind, seat, line, column, text, "", value, sure=sure)
    value, comment = _said(kind, after)
    return Act(kind, seat, line, column, text, "", value, sure=sure, comment=comment)


def _said(kind: str, after: str) -> tuple[int | None, str | None]:
    """The number or the level that is told behind the word of a cell, and what is told beside it."""
    parts = split(after)
    words = parts.words.lower().split()
    value = None
    if kind == "resign":
        value = level_in(after)
    else:
        number = _NUMBER.search(_REMARK.sub("", after))
        if number is not None:
            value = int(number[0]) if len(number[0]) <= MOST_DIGITS else TOO_LARGE
    says_more = any(one not in _TELLING and not _NUMBER.fullmatch(one) for one in words)
    return value, (parts.rest if says_more else parts.remarks) or None


def is_prose(act: Act) -> bool:
    """Whether a cell is more likely a sentence that begins with its word, as one of the cube or a result without points."""
    said = act.comment or ""
    told = act.kind in ("roll", "resign") or (act.kind in ENDS and act.value is not None)
    return not told and said.count(" ") >= PROSE


def joined(first: str, second: str | None) -> str:
    """Two remarks as one."""
    return first if second is None else f"{first} {second}"


def told_by_name(act: Act, name: str) -> Act:
    """A result that tells by name whose it is."""
    return _replaced(act, act.column, f"{name} {act.text}")


def out_of_columns(act: Act) -> Act:
    """A result whose place says nothing, since other words push it away."""
    return _replaced(act, 1, act.text)


def _replaced(act: Act, column: int, text: str) -> Act:
    return Act(
        act.kind,
        act.seat,
        act.line,
        column,
        text,
        act.dice,
        act.value,
        sure=act.sure,
        comment=act.comment,
    )


def is_end_of(act: Act, text: str) -> bool:
    """Whether a text begins with a word for what the act is, a result or a resignation."""
    first = text.split(maxsplit=1)[:1]
    return bool(first) and _WORDS.get(first[0].lower()) == act.kind
