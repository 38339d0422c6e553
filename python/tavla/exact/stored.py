"""What is solved, in memory or in a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from tavla import batch
from tavla._engine import ROLL_WEIGHTS, ROLLS, Variant
from tavla.errors import DataError, InvalidArgumentError, InvalidPositionError
from tavla.exact.cube import check_open, decide_all
from tavla.game.reading import reading
from tavla.threads import thread_count

if TYPE_CHECKING:
    import os
    from typing import Self

    from numpy.typing import ArrayLike, NDArray

    from tavla._engine import _Store
    from tavla.errors import TavlaError
    from tavla.exact.cube import CubeDecisions, Owner

__all__ = ["Staked", "Stored", "means", "money_of"]

ROWS = 4096
"""Positions whose plays are looked at together."""


class Stored:
    """Values of a game, the facts that tell what they are, and the file they are read from, if there is one."""

    _kind: ClassVar[Any]  # the engine's class of what holds the values
    _core: Any  # one of these

    def __init__(self, core: Any, facts: dict[str, Any], path: Path | None = None) -> None:
        self._core = core
        self._facts = facts
        self._path = path

    @property
    def variant(self) -> Variant:
        """The variant that is solved; of races, others may have the same."""
        found: Variant = self._core.variant
        return found

    @property
    def path(self) -> Path | None:
        """The file that values are read from; None where they are in memory."""
        return self._path

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, which appears when it is whole.

        Raises:
            OSError: It cannot be written; nothing is left of it.
        """
        self._core.save(path, json.dumps({**self._facts, "variant": self.variant.to_dict()}))

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """Map a file that `save` wrote: quick, however large it is. Each part is checked when it is first read.

        Raises:
            DataError: It is foreign, truncated, damaged or of another version.
            OSError: It cannot be opened.
        """
        store: _Store = cls._kind.open(path)
        try:
            with reading("what it holds"):
                facts = json.loads(store.parameters)
                variant = Variant.from_dict(facts.pop("variant"))
                arguments = cls._read(facts, variant)
        except DataError as error:
            raise DataError(f"{path}: {error}") from error
        return cls(cls._kind.stored(store, variant, *arguments), facts, Path(path).absolute())

    def __reduce__(self) -> tuple[Any, ...]:
        if self._path is not None:
            return type(self).open, (self._path,)
        name = type(self).__name__
        raise TypeError(f"a {name} in memory cannot be pickled: save it, and open the file")

    @classmethod
    def _read(cls, facts: dict[str, Any], variant: Variant) -> tuple[object, ...]:
        """Check the facts of a file, any error being of the file; what the engine wants to know of them."""
        raise NotImplementedError


class Staked(Stored):
    """Values for stakes."""

    @property
    def cube(self) -> Literal["money"] | None:
        """`"money"`, or None where there is no cube."""
        found: Literal["money"] | None = self._facts["cube"]
        return found

    @property
    def beavers(self) -> bool:
        """Whether a double may be turned back."""
        return bool(self._facts["beavers"])

    def _open(self, what: str, cube: Owner | None) -> None:
        """Refuse to decide with a cube that there is not, or that is not open."""
        if self.cube is None:
            noun = type(self).__name__
            raise InvalidArgumentError(
                f"{what}: expected a {noun} with the cube, this one is without"
            )
        check_open(cube)

    def _over(self, words: str, _row: int) -> TavlaError:
        """The error of a row in which the game is over."""
        return InvalidPositionError(words)

    def _filled(
        self,
        slot: str,
        boards: ArrayLike,
        variant: Variant,
        threads: int | None,
        out: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """The values of many positions."""
        rows = batch._batch(variant, boards)  # checked as everywhere
        filled = batch._out(out, (len(rows),), np.dtype(np.float64))
        self._core.fill(slot, rows, filled, thread_count(threads))
        return filled

    def _decisions(
        self,
        after: str,
        boards: ArrayLike,
        cube: Owner | None,
        variant: Variant,
        threads: int | None,
    ) -> CubeDecisions:
        """The right cube actions of many positions, `after` being the slot of the other side after a play."""
        rows = batch._boards(boards)
        his = self._filled("his", rows, variant, threads)
        over = np.flatnonzero(batch.outcomes(rows, variant=variant, threads=threads))
        if len(over):
            row = int(over[0])
            raise self._over(
                f"boards: expected positions to play on in, the game is over in row {row}", row
            )
        no_double = np.empty(len(rows))
        for at in range(0, len(rows), ROWS):
            part = slice(at, at + ROWS)
            results = batch.afterstates(rows[part], None, variant=variant, threads=threads)
            equities = -self._filled(after, results.boards, variant, threads)
            no_double[part] = means(results, equities)
        return decide_all(no_double, his, beavers=self.beavers, is_redouble=cube == "player")


def means(successors: batch.Successors, equities: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each position, all of whose rolls were played, the mean of the best equities that they lead to."""
    best = np.maximum.reduceat(equities, successors.indptr[:-1]).reshape(-1, len(ROLLS))
    found: NDArray[np.float64] = (best * np.array(ROLL_WEIGHTS)).sum(axis=1) / sum(ROLL_WEIGHTS)
    return found


def money_of(facts: dict[str, Any]) -> bool | None:
    """The stakes as the engine takes them, checked: None without a cube, or whether there are beavers.

    Raises:
        DataError: There are no such stakes.
    """
    stakes = (facts["cube"], facts["beavers"])
    if stakes not in ((None, False), ("money", False), ("money", True)):
        raise DataError(f"cube and beavers: expected stakes that there are, got {stakes}")
    return None if stakes[0] is None else bool(stakes[1])
