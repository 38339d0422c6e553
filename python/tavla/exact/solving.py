"""Solving a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from tavla._engine import Variant, _Planes
from tavla.cache import state_at
from tavla.errors import InvalidArgumentError
from tavla.exact.games import checked_variant, game_of
from tavla.exact.goal import MEMORY, RESIDUAL, check_memory, check_residual
from tavla.exact.solution import Solution
from tavla.threads import thread_count

if TYPE_CHECKING:
    import os

    from tavla.progress import Progress

__all__ = ["checked_chances", "facts_of", "solve"]


def solve(
    variant: Variant,
    cube: Literal["money"] | None = None,
    *,
    beavers: bool = False,
    chances: bool | None = None,
    residual: float = RESIDUAL,
    threads: int | None = None,
    memory: int = MEMORY,
    progress: Progress = None,
    state: str | os.PathLike[str] | None = None,
) -> Solution:
    """Solve a game exactly: the value of every position when both sides play best.

    Any variant can be solved that fits in memory, with hits or without, on either track. The GIL is released, Ctrl-C
    ends it between two passes, and the values are the same to the last bit on any number of threads. `docs/hyper.md`
    tells the method, and what it proves.

    Args:
        variant: The game.
        cube: None without a cube, or `"money"`: with the cube, for each place it can be, by choice of the question with
            Jacoby's rule.
        beavers: Whether a double may be turned back, the doubler answering by a take or a pass.
        chances: Whether to find the chances of gammons and backgammons too, for `Solution.probabilities`; None is True
            without a cube. With the cube there are none.
        residual: The most that the last pass over all positions may change a value by, 1e-15 or more.
        threads: How many threads; None is the environment's TAVLA_THREADS, or else every core.
        memory: The bytes that may be used; games that need more are refused, with what they need.
        progress: True for a bar, a callable that gets the share done from 0 to 1, False for silence; None is a bar on a
            terminal after two seconds.
        state: A path at which long work keeps its state about every minute, so that the same call, of the same `memory`
            too, goes on from there after it was stopped, and ends with the same values. The file is yours to delete. Games without hits take one
            pass, and keep none.

    Raises:
        InvalidArgumentError: Arguments of the wrong kind, or a game that needs more memory.
        InvalidVariantError: A game without values, in which neither side can ever move again.
        MemoryError: The system has less memory than it takes.

    Examples:
        >>> import tavla
        >>> solution = tavla.solve(tavla.HYPER.replace(start={24: 1}))
        >>> solution.residual <= 1e-12
        True
    """
    facts = facts_of(cube, beavers)
    wants_chances = checked_chances(chances, cube)
    check_residual(residual)
    check_memory(memory)
    game = checked_variant(variant)
    planes, reached, passes = _Planes.solve(
        game,
        None if cube is None else beavers,
        wants_chances,
        residual,
        thread_count(threads),
        memory,
        progress,
        # By how much memory there is, games are solved in other ways, with other states.
        state_at(
            state, variant=game_of(game).fingerprint, residual=residual, memory=memory, **facts
        ),
    )
    return Solution(planes, facts | {"residual": reached, "passes": passes})


def facts_of(cube: object, beavers: object) -> dict[str, Any]:
    """What a solution says of its stakes, checked."""
    if cube is not None and not (isinstance(cube, str) and cube == "money"):
        raise InvalidArgumentError(f"cube: expected None or 'money', got {cube!r}")
    if type(beavers) is not bool or (beavers and cube is None):
        raise InvalidArgumentError(
            f"beavers: expected True or False, and False without a cube, got {beavers!r}"
        )
    return {"cube": cube, "beavers": beavers}


def checked_chances(chances: object, cube: object) -> bool:
    """Whether chances are wanted: where there is no cube, unless said otherwise."""
    if type(chances) not in (bool, type(None)) or (chances and cube is not None):
        raise InvalidArgumentError(
            f"chances: expected True or False, and False with the cube, got {chances!r}"
        )
    return cube is None if chances is None else bool(chances)
