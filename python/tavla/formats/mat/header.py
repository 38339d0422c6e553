"""What a match file says of itself, and its lines of names and scores."""

from __future__ import annotations

import re
from typing import NamedTuple

from tavla._engine import BACKGAMMON, Variant
from tavla.formats.gnubg_variants import of_variation
from tavla.formats.mat.lengths import length_in_words
from tavla.formats.mat.notes import is_note

__all__ = [
    "Header",
    "ScoreLine",
    "ambiguous_names",
    "names_as_tags",
    "plain_comment",
    "read_scores",
    "read_tag",
    "score_line",
    "split_rating",
]

MOST_DIGITS = 9
MOST_SPLITS = 16
"""So many colons with numbers in two names are looked at."""
_TAG = re.compile(r"(?:[;#]\s*)?\[([^\"\]]*)\"(.*)\"\s*\]")
_SCORE = re.compile(r":\s*(-?[0-9]+)(\s*)")
_BEHIND = re.compile(
    r"(?:\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|(?:post-?)?crawford(?: game)?|\s+)+", re.IGNORECASE
)
"""What may stand behind the scores."""
_BETWEEN = re.compile(r"(?:[-|/,]|vs[.]?)\s+", re.IGNORECASE)
"""What some write between the players."""
_BRACKETED = re.compile(r"(\([^()]*\)|\[[^\[\]]*\])\s{2,}")
_RATING = re.compile(r"(.*),\s*([0-9]+(?:[.][0-9]+)?)", re.DOTALL)
_KEPT = ("variation", "crawford", "jacoby", "beaver")
"""Tags that the record holds in fields of its own."""
_IS_ON = {"on": True, "off": False}


def read_tag(line: str) -> tuple[str, str] | None:
    """Key and value of a line such as `; [Event "Open"]`, or None."""
    found = _TAG.fullmatch(line.strip())
    return None if found is None else (found[1].strip(), found[2].strip())


class Header:
    """What comes before the first game."""

    def __init__(self, variant: Variant | None) -> None:
        self.variant = variant or BACKGAMMON
        self.given = variant is not None
        self.length = 0
        self.found = False
        self.tags: list[tuple[str, str]] = []
        self.comments: list[str] = []
        self.names: set[str] = set()
        """The names that the tags give the players."""

    def note(self, line: str, tag: tuple[str, str] | None) -> None:
        """Keep a line of comment, which may hold a tag."""
        if tag is None or not tag[0]:
            self.comments.append(plain_comment(line))
        else:
            self.tags.append(tag)
            if tag[0].lower() in ("player 1", "player 2"):
                self.names.add(tag[1])

    def close(self) -> None:
        """All was read: where no line tells the length, a tag may."""
        if not self.found:
            told = (length_in_words(key, value) for key, value in self.tags)
            length = next((one for one in told if one is not None), None)
            self.found, self.length = length is not None, length or 0

    @property
    def other_tags(self) -> tuple[tuple[str, str], ...]:
        """The tags that say something that the record has no field for."""
        return tuple(
            (key, value)
            for key, value in self.tags
            if not is_note((key, value))
            and not (key.lower() in _KEPT and self._is_understood(key.lower(), value))
        )

    def _is_understood(self, key: str, value: str) -> bool:
        if key == "variation":
            return of_variation(value) == self.variant
        needs_match = key == "crawford"
        is_on = _IS_ON.get(value.strip().lower())
        return is_on is not None and is_on == self.says(key) and needs_match == bool(self.length)

    def values(self, key: str) -> list[str]:
        """The values of a tag, which may come several times."""
        return [value for name, value in self.tags if name.lower() == key]

    def says(self, key: str) -> bool | None:
        """Whether a tag is On or Off, the first time that it is either; None where it never is."""
        found = (_IS_ON.get(value.strip().lower()) for value in self.values(key))
        return next((is_on for is_on in found if is_on is not None), None)


class ScoreLine(NamedTuple):
    """The line of names and scores of a game."""

    line: int
    names: tuple[str, str]
    scores: tuple[int, int]
    second: int
    """The column of the second name, from 1."""
    rest: str = ""
    """What stands behind the scores, such as `(Crawford)`."""

    @property
    def players(self) -> tuple[str, str]:
        """The names without ratings behind them."""
        first, second = (split_rating(name, set())[0] for name in self.names)
        return first, second


def read_scores(number: int, line: str, names: set[str]) -> ScoreLine | None:
    """Read a line such as ` ann : 3            bob : 5`; names may hold colons, commas and digits."""
    found = list(_SCORE.finditer(line))
    if len(found) < 2:
        return None
    last = found[-1]
    rest = line[last.end() :].strip()
    if rest and not _BEHIND.fullmatch(rest):
        return None
    splits = [(line[: one.start()].strip(), one) for one in found[:-1][:MOST_SPLITS]]
    first, one = _best(line, last, splits, names)
    second = line[one.end() : last.start()].strip()
    column = one.end() + 1
    between = None if second in names else _BETWEEN.match(second)
    if between is not None:
        second = second[between.end() :]
    bracketed = _BRACKETED.match(second) if rest else None
    if bracketed is not None:  # the like stands behind the first score
        second, rest = second[bracketed.end() :], f"{bracketed[1]} {rest}"
        column += bracketed.end()
    scores = _number(one[1]), _number(last[1])
    return ScoreLine(number, (first, second), scores, column, rest)


def _best(
    line: str, last: re.Match[str], splits: list[tuple[str, re.Match[str]]], names: set[str]
) -> tuple[str, re.Match[str]]:
    """The split whose names the tags know, else the first with a gap behind it, else the first."""
    if len(splits) == 1:
        return splits[0]
    for first, one in splits:
        if first in names and line[one.end() : last.start()].strip() in names:
            return first, one
    return next((split for split in splits if len(split[1][2]) > 1), splits[0])


def _number(digits: str) -> int:
    return int(digits) if len(digits) <= MOST_DIGITS else -1


def split_rating(name: str, known: set[str]) -> tuple[str, str | None]:
    """A name and the rating that some sites write behind a comma."""
    found = None if name in known else _RATING.fullmatch(name)
    return (name, None) if found is None else (found[1].rstrip(), found[2])


def plain_comment(line: str) -> str:
    """A line of comment without its mark."""
    text = line.strip()
    return text[1:].strip() if text[:1] in (";", "#") else text


def score_line(entries: tuple[str, str]) -> str:
    """The line of two names with their scores, with a gap between them that no name should have."""
    left, right = entries
    return f" {left + '  ':<30}{right}"


def names_as_tags(names: tuple[str, str]) -> tuple[tuple[str, str], tuple[str, str]]:
    """The tags that tell two names for sure."""
    return ("Player 1", names[0]), ("Player 2", names[1])


def ambiguous_names(names: tuple[str, str]) -> bool:
    """Whether names look in a line of scores as if they were others."""
    first, second = names
    found = read_scores(1, score_line((f"{first} : 0", f"{second} : 0")), set())
    rated = any(split_rating(name, set())[1] is not None for name in names)
    return rated or found is None or found.names != (first.strip(), second.strip())
