"""Databases by what they hold: from their file, or built and kept."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from tavla import cache
from tavla._engine import BACKGAMMON, Variant, _OneSided, _TwoSided, _whole_number
from tavla.bearoff.equities import TwoSided
from tavla.bearoff.rolls import OneSided
from tavla.errors import DataError, InvalidArgumentError
from tavla.exact.games import checked_variant
from tavla.exact.goal import MEMORY, check_memory
from tavla.exact.solving import facts_of
from tavla.threads import thread_count

if TYPE_CHECKING:
    from pathlib import Path

    from tavla.progress import Progress

__all__ = ["one_sided", "two_sided"]

SINGLE_FROM = 2**30
"""From so many bytes of double precision on a two-sided database is stored in single precision."""


def one_sided(
    points: int = 6,
    checkers: int = 15,
    *,
    variant: Variant = BACKGAMMON,
    threads: int | None = None,
    memory: int = MEMORY,
    progress: Progress = None,
    rebuild: bool = False,
) -> OneSided:
    """How many rolls every side takes to bear off, exactly, when it plays for the fewest on average.

    Bear-in is part of it: with more than six points checkers come home before any is borne off. The database is opened
    from its file in `tavla.cache.folder()`, or built and kept there. The same bytes come out on any number of threads,
    and when work that was stopped, by Ctrl-C say, is gone on with by the next call.

    Args:
        points: The farthest point, 1 to 24.
        checkers: Checkers a side, at most those of the variant.
        variant: The game whose races these are. Games with the same races share one file.
        threads: How many threads build; None is the environment's TAVLA_THREADS, or else every core.
        memory: The bytes that building may take; what needs more is refused, with what it needs.
        progress: True for a bar, a callable that gets the share done from 0 to 1, False for silence; None is a bar on a
            terminal after two seconds.
        rebuild: Whether to build it even if it is there.

    Raises:
        InvalidArgumentError: Arguments of the wrong kind, or a database that needs more memory.
        InvalidVariantError: A variant in whose races a roll can be lost, or the other side matters.
        DataError: The file is damaged or foreign.
        OSError: There is no room for the file.

    Examples:
        >>> import tavla
        >>> race = tavla.bearoff.one_sided(6, 15)
        >>> ace_stack = {1: 15}
        >>> round(race.mean(ace_stack), 10), round(race.epc(ace_stack), 3)
        (6.9795917638, 57.0)
    """
    points, checkers = _size(variant, points, checkers)
    limit = check_memory(memory)
    key = _OneSided.key(variant, points, checkers)

    def build(path: Path | None) -> OneSided:
        count, state = thread_count(threads), cache.state_at(path, one_sided=key)
        core = _OneSided.build(variant, points, checkers, count, limit, progress, state)
        return OneSided(core, {"points": points, "checkers": checkers})

    def load(path: Path) -> OneSided:
        found = OneSided.open(path)
        if (found.points, found.checkers) != (points, checkers):
            raise DataError(
                f"{path}: expected {points} points and {checkers} checkers, got {found.points} and {found.checkers}"
            )
        return found

    return cache.kept(
        f"one-sided-{key}.tavla",
        load=load,
        build=build,
        save=lambda database, path: database.save(path),
        size=min(
            _rolls_bytes(points, checkers), limit
        ),  # what is larger is refused in words of its own
        rebuild=rebuild,
    )


def two_sided(
    points: int = 6,
    checkers: int = 6,
    *,
    variant: Variant = BACKGAMMON,
    cube: Literal["money"] | None = "money",
    beavers: bool = False,
    precision: Literal["double", "single"] | None = None,
    threads: int | None = None,
    memory: int = MEMORY,
    progress: Progress = None,
    rebuild: bool = False,
) -> TwoSided:
    """What every race of two sides is worth, exactly: without the cube, and for money with it.

    Both sides play best, each for the stakes that are asked for. Where a side can have all its checkers on the board
    (as many checkers as the variant has) gammons count, and backgammons where they can happen; elsewhere a race is won
    or lost by a single game. The database is opened from its file, or built and kept, as with `one_sided`.

    Args:
        points: The farthest point, 1 to 24.
        checkers: The most checkers of a side, at most those of the variant.
        variant: The game whose races these are.
        cube: `"money"`, or None without the cube.
        beavers: Whether a double may be turned back.
        precision: What values are stored in: `"double"`, or `"single"`, in half the memory and up to 1e-7 off;
            None is double up to 1 GiB and single beyond.
        threads: As in `one_sided`.
        memory: As in `one_sided`.
        progress: As in `one_sided`.
        rebuild: As in `one_sided`.

    Raises:
        InvalidArgumentError, InvalidVariantError, DataError, OSError: As `one_sided`.

    Examples:
        >>> import tavla
        >>> races = tavla.bearoff.two_sided(3, 3)
        >>> position = tavla.Position(tavla.BACKGAMMON, player={3: 2, 0: 13}, opponent={2: 3, 0: 12})
        >>> round(races.equity(position), 4), str(races.cube_action(position))
        (0.8534, 'double, pass')
    """
    points, checkers = _size(variant, points, checkers)
    stakes = facts_of(cube, beavers)
    limit = check_memory(memory)
    money = beavers if cube is not None else None
    wanted = _precision(precision, _cells(variant, points, checkers, cube))
    key = _TwoSided.key(variant, points, checkers)
    words = "cubeless" if cube is None else "money-beavers" if beavers else "money"
    facts = {"points": points, "checkers": checkers, "precision": wanted, **stakes}

    def build(path: Path | None) -> TwoSided:
        count, single = thread_count(threads), wanted == "single"
        state = cache.state_at(path, two_sided=key, **facts)
        core = _TwoSided.build(
            variant, points, checkers, money, single, count, limit, progress, state
        )
        return TwoSided(core, facts)

    def load(path: Path) -> TwoSided:
        found = TwoSided.open(path)
        expected = (points, checkers, cube, beavers, wanted)
        got = (found.points, found.checkers, found.cube, found.beavers, found.precision)
        if got != expected:
            raise DataError(f"{path}: expected a database of {expected}, got one of {got}")
        return found

    width = 4 if wanted == "single" else 8
    return cache.kept(
        f"two-sided-{key}-{words}-{wanted}.tavla",
        load=load,
        build=build,
        save=lambda database, path: database.save(path),
        size=min(width * _cells(variant, points, checkers, cube), limit),
        rebuild=rebuild,
    )


def _size(variant: object, points: object, checkers: object) -> tuple[int, int]:
    """The points and the checkers, checked."""
    most = checked_variant(variant).checkers
    return (
        _whole_number(points, "points", 1, 24),
        _whole_number(checkers, "checkers", 1, most),
    )


def _rolls_bytes(points: int, checkers: int) -> int:
    """The bytes of a one-sided file, about: a mean, a place, and a chance for each of some rolls."""
    rolls = points * checkers // 6 + 4
    return math.comb(points + checkers, checkers) * 8 * (2 + rolls)


def _cells(variant: Variant, points: int, checkers: int, cube: str | None) -> int:
    """How many values a two-sided database has."""
    gammons = checkers == variant.checkers and variant.max_result > 1
    lanes = 1 + (5 if gammons else 0) + (0 if cube is None else 4 if gammons else 3)
    return math.comb(points + checkers, checkers) ** 2 * lanes


def _precision(asked: object, cells: int) -> Literal["double", "single"]:
    if asked is None:
        return "double" if 8 * cells <= SINGLE_FROM else "single"
    if asked == "double":
        return "double"
    if asked == "single":
        return "single"
    raise InvalidArgumentError(f"precision: expected 'double', 'single' or None, got {asked!r}")
