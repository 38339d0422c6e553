"""The line that tells how many points a match is to, in all its spellings."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Length", "begins_a_match", "is_unlimited", "length_in_words", "read_length"]

_POINTS = r"(?:points?|pts?\.?|pt\(s\)|pointer)"
_MATCH = re.compile(
    rf"\s*(?:(-?[0-9]+)[\s-]*{_POINTS}\s+match\b|match\s+to\s+(-?[0-9]+)\b)", re.IGNORECASE
)
"""Spellings that are plain enough to begin another match within a file."""
_ALONE = re.compile(
    rf"\s*(?:(-?[0-9]+)[\s-]*{_POINTS}"
    r"|(?:(?:play(?:ing|ed)?|first|race|match|game)\s+(?:to|of|until|up\s+to)"
    r"|(?:match\s*)?(?:length|points)\s*[:=]?|match\s*[:=]?)"
    rf"\s*(-?[0-9]+)(?:\s*-?\s*{_POINTS})?(?:\s+(?:match|game))?)\s*[.:]?\s*",
    re.IGNORECASE,
)
"""Spellings that need the line for themselves."""
_UNLIMITED = re.compile(
    r"\s*(?:unlimited|money)(?:\s+(?:points?\s+)?(?:match|game|session|play)\b.*)?\s*",
    re.IGNORECASE,
)
LONGEST = 200
"""Longer lines are not looked at whole."""
_KEYS = frozenset(("matchlength", "length", "points"))
_NUMBER = re.compile(r"\s*([0-9]{1,9})\s*(?:points?)?\s*", re.IGNORECASE)


class Length(NamedTuple):
    """The length that a line tells: its digits, and where they begin, from 0."""

    digits: str
    start: int


def begins_a_match(line: str) -> bool:
    """Whether a line between games is the first of another match."""
    return _MATCH.match(line) is not None


def read_length(line: str) -> Length | None:
    """The length that a line before the games tells, or None."""
    found = _MATCH.match(line)
    if found is None and len(line) <= LONGEST:
        found = _ALONE.fullmatch(line)
    if found is None:
        return None
    group = 1 if found[1] is not None else 2
    return Length(found[group], found.start(group))


def is_unlimited(line: str) -> bool:
    """Whether a line says that money is played, or points without end."""
    return len(line) <= LONGEST and _UNLIMITED.fullmatch(line) is not None


def length_in_words(key: str, value: str) -> int | None:
    """The length that a tag such as `; [MatchLength "5"]` tells, or None."""
    found = _NUMBER.fullmatch(value) if key.lower().replace(" ", "") in _KEYS else None
    return None if found is None else int(found[1])
