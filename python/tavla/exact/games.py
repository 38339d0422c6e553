"""Which variants are the same game to a solution."""

from __future__ import annotations

import functools

from tavla._engine import Variant
from tavla.errors import InvalidArgumentError

__all__ = ["checked_variant", "game_of", "is_same_game"]


def checked_variant(variant: object) -> Variant:
    """An argument that must be a variant."""
    if not isinstance(variant, Variant):
        raise InvalidArgumentError(
            f"variant: expected a Variant such as tavla.HYPER, got {variant!r}"
        )
    return variant


@functools.lru_cache(maxsize=64)
def game_of(variant: Variant) -> Variant:
    """The variant without what the values of positions do not depend on: who begins, the customs of the cube.

    In a hitting game the start is without influence too. In the others it can be part of the rules of movement.
    """
    options = {"opening": "use_dice", "next_starter": "roll", "cube": False, "jacoby": False}
    if variant.contact == "hit" and variant.first_away_pips is None:
        options["start"] = {24: variant.checkers}
    return variant.replace(name="game", **options)  # type: ignore[arg-type]  # the options are all right


def is_same_game(one: Variant, other: Variant) -> bool:
    """Whether every position has the same plays and the same value in both."""
    return one is other or game_of(one).fingerprint == game_of(other).fingerprint
