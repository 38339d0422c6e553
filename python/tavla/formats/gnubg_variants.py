"""The variants that GNU Backgammon plays, and what match files call them."""

from __future__ import annotations

import re

from tavla._engine import BACKGAMMON, HYPER, NACKGAMMON, Variant
from tavla.errors import InvalidArgumentError

__all__ = ["hyper", "of_rule", "of_variation", "words_of"]


def hyper(checkers: int) -> Variant:
    """Hyper-Backgammon of one, two or three checkers a side, as GNU Backgammon has it."""
    if checkers == 3:
        return HYPER
    start = {25 - n: 1 for n in range(1, checkers + 1)}
    return HYPER.replace(name=f"hyper{checkers}", start=start)


# Each with its word in the tag Variation of a .mat and in RU of an SGF.
_VARIANTS = (
    (BACKGAMMON, "Backgammon", ""),
    (NACKGAMMON, "NackGammon", "Nackgammon"),
    (hyper(1), "HyperGammon (1)", "Hypergammon1"),
    (hyper(2), "HyperGammon (2)", "Hypergammon2"),
    (HYPER, "HyperGammon (3)", "Hypergammon3"),
)
_LETTERS = re.compile(r"[^a-z0-9]+")
_BY_NAME = {_LETTERS.sub("", name.lower()): variant for variant, name, _ in _VARIANTS} | {
    "hypergammon": HYPER,
    "hyperbackgammon": HYPER,
    "hyper": HYPER,
}
_BY_RULE = {rule.lower(): variant for variant, _, rule in _VARIANTS if rule}
_WORDS = {variant.fingerprint: (name, rule) for variant, name, rule in _VARIANTS}


def of_variation(text: str) -> Variant | None:
    """The variant that the tag Variation names, or None for one that is not known."""
    return _BY_NAME.get(_LETTERS.sub("", text.lower()))


def of_rule(text: str) -> Variant | None:
    """The variant that a word of RU names, or None."""
    return _BY_RULE.get(text.strip().lower())


def words_of(variant: Variant) -> tuple[str, str]:
    """The words of a variant for a `.mat` and for an SGF.

    Raises:
        InvalidArgumentError: GNU Backgammon does not play it, so that its files cannot hold it.
    """
    found = _WORDS.get(variant.fingerprint)
    if found is None:
        raise InvalidArgumentError(
            f"variant: the format holds backgammon, Nackgammon and Hyper-Backgammon, not {variant.name}"
        )
    return found
