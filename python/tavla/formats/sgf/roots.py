"""What the root of a game tree says: the match, the score, and what is kept of it with the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tavla._engine import BACKGAMMON
from tavla.formats.gnubg_variants import of_rule
from tavla.formats.sgf.setups import SETUP
from tavla.formats.sgf.words import OURS, RAW, SEATS, TAGS, other_rules

if TYPE_CHECKING:
    from tavla._engine import Variant
    from tavla.formats.sgf.tree import Node

__all__ = [
    "OWN",
    "dated",
    "game_tags",
    "info_of",
    "number_in",
    "rule_words",
    "score_in",
    "variant_of",
]

OWN = frozenset(("FF", "GM", "CA", "MI", "PW", "PB", "RU", "RE", "WR", "BR", "GC", *TAGS))
_READ = OWN | SETUP | {"DI", *SEATS}
"""Properties that are told by the record, and so are not kept as they stand."""


def rule_words(rules: str) -> list[str]:
    """The words of RU."""
    return rules.lower().split(":")


def variant_of(rules: list[str], given: Variant | None) -> Variant:
    """The variant that is given, or else that the rules name."""
    if given is not None:
        return given
    return next(filter(None, map(of_rule, rules)), BACKGAMMON)


def dated(name: str, value: str) -> str:
    """Dates as a `.mat` writes them."""
    return value.replace("-", ".") if name == "DT" else value


def info_of(root: Node) -> dict[str, str]:
    """What MI says: length, game, ws and bs."""
    found = {}
    for value in root.values("MI"):
        key, _, said = value.partition(":")
        found[key.strip().lower()] = said
    return found


def number_in(text: str | None, default: int) -> int:
    """A whole number, or the default where there is none."""
    if text is None or not re.fullmatch(r"\s*-?[0-9]{1,9}\s*", text):
        return default
    return int(text.strip())


def score_in(info: dict[str, str]) -> tuple[int, int] | None:
    """The score that MI tells, if it does."""
    if "ws" not in info and "bs" not in info:
        return None
    return number_in(info.get("ws"), 0), number_in(info.get("bs"), 0)


def game_tags(root: Node, *, first: bool) -> dict[str, str]:
    """What is kept of the root with its game: ratings, and what a record has no place for."""
    tags = {}
    for name, key in (("WR", "Rating 0"), ("BR", "Rating 1")):
        value = root.value(name)
        if value is not None:
            tags[key] = value
    rules = other_rules(root.value("RU") or "")
    if rules:
        tags[f"{RAW} rules"] = rules
    kept = [one for one in root.properties if one.name not in _READ and one.raw != OURS]
    if not first:
        kept += [one for one in root.properties if one.name == "GC"]
    if kept:
        tags[f"{RAW} root"] = "".join(one.raw for one in kept)
    return tags
