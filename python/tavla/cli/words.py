"""What people type on the command line, read into values."""

from __future__ import annotations

import re

import tavla

Dice = tuple[int, int]

SLOTS = {"off": 0, "bar": 25}


def read_games(text: str, default: int) -> tuple[tavla.Variant, int]:
    """Read `hyper` or `hyper:1_000_000`."""
    name, colon, number = text.partition(":")
    if not colon and not name.isdecimal():
        return tavla.variant(name), default
    digits = number.replace("_", "").replace(",", "").strip()
    if not (digits.isascii() and digits.isdigit()):
        raise tavla.InvalidArgumentError(
            f"games: expected VARIANT:NUMBER such as hyper:1000000, got {text!r}"
        )
    return tavla.variant(name), int(digits)


def read_dice(text: str) -> Dice:
    """Read `65`, `6-5`, `6 5` or `6,5`."""
    digits = re.fullmatch(r"\s*(\d)\s*[-, /]?\s*(\d)\s*", text, flags=re.ASCII)
    if digits is None:
        raise tavla.InvalidDiceError(
            f"dice: expected two numbers 1 to 6 such as 65 or 6-5, got {text!r}"
        )
    return int(digits[1]), int(digits[2])


def read_side(text: str, checkers: int) -> list[int]:
    """Read `24:2 13:5 bar:1`; checkers that are not placed are off."""
    counts = [0] * 26
    for word in text.replace(",", " ").split():
        match = re.fullmatch(r"(bar|off|\d{1,2})(?::(\d{1,2}))?", word.lower(), flags=re.ASCII)
        slot = SLOTS.get(match[1]) if match else None
        if match and slot is None:
            slot = int(match[1])
        if match is None or slot is None or slot > 25:
            raise tavla.InvalidArgumentError(
                f"side: expected points with counts such as '24:2 13:5 bar:1', got {word!r} in {text!r}"
            )
        counts[slot] += int(match[2] or 1)
    if counts[0] == 0:
        counts[0] = max(0, checkers - sum(counts))
    return counts


def read_position(
    variant: tavla.Variant, player: str | None, opponent: str | None, position_id: str | None
) -> tavla.Position:
    """Read a position: an id, two sides, or the start where a side is not given."""
    if position_id is not None:
        if player is not None or opponent is not None:
            raise tavla.InvalidArgumentError(
                "give either --id or --player and --opponent, not both"
            )
        return tavla.Position.from_gnubg_id(position_id, variant)
    sides = [
        variant.start if text is None else read_side(text, variant.checkers)
        for text in (player, opponent)
    ]
    return tavla.Position(variant, player=sides[0], opponent=sides[1])


def error_words(error: Exception) -> str:
    """What an error says; of a file its name and what is wrong with it."""
    if isinstance(error, OSError) and error.strerror is not None:
        where = "output" if error.filename is None else error.filename
        return f"{where}: {error.strerror}"
    return str(error)


TERMS = {
    "dave": "double",
    "base": "double",
    "redouble": "double",
    "mart": "gammon",
    "koks": "backgammon",
    "aardvark": "raccoon",
    "drop": "pass",
    "exit": "quit",
}
"""Other words for the same."""

LEVELS = {"1": 1, "single": 1, "2": 2, "gammon": 2, "3": 3, "backgammon": 3}
"""What can be resigned."""
