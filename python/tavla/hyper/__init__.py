"""Hyper-Backgammon solved, kept in files that are built once.

`solve` gives a solution, from its file or by making it; `load` only opens the file. Both take one, two or three
checkers a side, and the start does not matter: every position of so many checkers is solved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tavla import cache
from tavla._engine import HYPER, Variant
from tavla.errors import DataError, InvalidArgumentError
from tavla.exact import Solution
from tavla.exact import solve as solve_game
from tavla.exact.goal import MEMORY, RESIDUAL, check_residual
from tavla.exact.solving import checked_chances, facts_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tavla.progress import Progress

__all__ = ["load", "path", "solve", "variant"]

Cube = Literal["money"] | None

SIDES = {1: 26, 2: 351, 3: 3276}
"""The sides there are, by the checkers."""


def variant(checkers: int = 3) -> Variant:
    """Hyper-Backgammon of one, two or three checkers a side: `HYPER`, or the same with a lesser start.

    Raises:
        InvalidArgumentError: Another number.

    Examples:
        >>> import tavla
        >>> tavla.hyper.variant(2).start[22:25], tavla.hyper.variant() is tavla.HYPER
        ((0, 1, 1), True)
    """
    if type(checkers) is not int or not 1 <= checkers <= 3:
        raise InvalidArgumentError(f"checkers: expected 1, 2 or 3, got {checkers!r}")
    if checkers == 3:
        return HYPER
    start = {24 - n: 1 for n in range(checkers)}
    return HYPER.replace(name=f"hyper{checkers}", start=start)


def path(
    cube: Cube = None, *, checkers: int = 3, beavers: bool = False, residual: float = RESIDUAL
) -> Path:
    """Where the file of a solution is, or will be: in `tavla.cache.folder()`."""
    facts_of(cube, beavers)
    check_residual(residual)
    return cache.folder() / _name(checkers, cube, beavers, residual)


def solve(
    cube: Cube = None,
    *,
    checkers: int = 3,
    beavers: bool = False,
    chances: bool | None = None,
    residual: float = RESIDUAL,
    threads: int | None = None,
    progress: Progress = None,
    memory: int = MEMORY,
    certify: bool = False,
    rebuild: bool = False,
) -> Solution:
    """Hyper-Backgammon solved: opens the file of the solution, which is made first where it is not there yet.

    With three checkers that takes minutes. Of several processes that ask for it at once one solves and the others wait.
    Solving that is stopped, by Ctrl-C say, is gone on with by the next call; chances and the proof begin anew. A file
    that lacks the chances or the certificate that are asked for gets them added. Where the cache cannot be written to, the solution stays in memory,
    with a `CacheWarning`.

    Args:
        cube: None without a cube, or `"money"`.
        checkers: Checkers a side, 1 to 3.
        beavers: Whether a double may be turned back.
        chances: As in `tavla.solve`. With three checkers they take longer than the equities.
        residual: As in `tavla.solve`.
        threads: As in `tavla.solve`.
        progress: As in `tavla.solve`, from 0 to 1 for each part of the work: equities, chances, proof.
        memory: As in `tavla.solve`.
        certify: Whether to prove the values too, where the file has no certificate yet: `Solution.certified`.
        rebuild: Whether to solve it even if it is there.

    Raises:
        InvalidArgumentError: Arguments of the wrong kind.
        DataError: The file is damaged or foreign.
        OSError: There is no room for the file.

    Examples:
        >>> import tavla
        >>> solution = tavla.hyper.solve("money", checkers=1)
        >>> start = tavla.Position.start(tavla.hyper.variant(1))
        >>> decision = solution.cube_action(start)
        >>> print(decision, round(decision.no_double, 4), round(decision.double_take, 4))
        double, take 0.5393 0.7727
    """
    game = variant(checkers)
    found = path(cube, checkers=checkers, beavers=beavers, residual=residual)
    wants_chances = checked_chances(chances, cube)

    def opened(found: Path) -> Solution:
        return _opened(found, game, cube, beavers)

    def build(state: Path | None) -> Solution:
        return solve_game(
            game,
            cube,
            beavers=beavers,
            chances=False,
            residual=residual,
            threads=threads,
            memory=memory,
            progress=progress,
            state=state,
        )

    def kept(
        build: Callable[[Path | None], Solution],
        *,
        rebuild: bool = False,
        suffices: Callable[[Solution], bool] | None = None,
    ) -> Solution:
        return cache.kept(
            found.name,
            load=opened,
            build=build,
            save=lambda solution, path: solution.save(path),
            size=8 * SIDES[checkers] ** 2 * (6 if wants_chances else 1 if cube is None else 4),
            rebuild=rebuild,
            suffices=suffices,
        )

    def completed(
        solution: Solution, has: Callable[[Solution], bool], add: Callable[[Solution], Solution]
    ) -> Solution:
        """The solution with what is added where it has it not; kept where it is kept."""
        if has(solution):
            return solution
        if solution.path is None:
            return add(solution)
        # To what the file holds by then, which another process may have completed.
        return kept(lambda _: add(opened(found)), suffices=has)

    solution = kept(build, rebuild=rebuild)
    if wants_chances:
        solution = completed(
            solution,
            lambda one: one.has_chances,
            lambda one: one.with_chances(
                residual=residual, threads=threads, memory=memory, progress=progress
            ),
        )
    if certify:
        solution = completed(
            solution,
            lambda one: one.certificate is not None,
            lambda one: one.certified(threads=threads, progress=progress),
        )
    return solution


def load(
    cube: Cube = None, *, checkers: int = 3, beavers: bool = False, residual: float = RESIDUAL
) -> Solution:
    """The solution that `solve` has kept.

    Raises:
        DataError: There is none, or its file is damaged or foreign.
        InvalidArgumentError: Arguments of the wrong kind.

    Examples:
        >>> import tavla
        >>> tavla.hyper.solve(checkers=1)
        <Solution of hyper1 without a cube, residual ...>
        >>> tavla.hyper.load(checkers=1).variant.checkers
        1
    """
    found = path(cube, checkers=checkers, beavers=beavers, residual=residual)
    if not found.exists():
        stakes = "" if cube is None else " --cube money" + " --beavers" * beavers
        raise DataError(
            f"{found}: this solution has not been made yet; tavla.hyper.solve makes it, and so does "
            f"'tavla hyper solve --checkers {checkers}{stakes}'"
        )
    return _opened(found, variant(checkers), cube, beavers)


def _name(checkers: int, cube: Cube, beavers: bool, residual: float) -> str:
    """The name of a file: all that its values depend on."""
    rules = variant(checkers).fingerprint[:12]
    stakes = "cubeless" if cube is None else "money-beavers" if beavers else "money"
    return f"hyper{checkers}-{stakes}-{residual:g}-{rules}.tavla"


def _opened(found: Path, game: Variant, cube: Cube, beavers: bool) -> Solution:
    """A file that must hold just this."""
    solution = Solution.open(found)
    expected, got = (
        (one.fingerprint, stakes, turned)
        for one, stakes, turned in (
            (game, cube, beavers),
            (solution.variant, solution.cube, solution.beavers),
        )
    )
    if expected != got:
        raise DataError(f"{found}: expected the solution {expected}, got {got}")
    return solution
