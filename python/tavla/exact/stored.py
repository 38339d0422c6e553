"""What is solved, in memory or in a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from tavla._engine import Variant
from tavla.errors import DataError
from tavla.game.reading import reading

if TYPE_CHECKING:
    import os
    from typing import Self

    from tavla._engine import _Store

__all__ = ["Staked", "Stored", "money_of"]


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


def money_of(facts: dict[str, Any]) -> bool | None:
    """The stakes as the engine takes them, checked: None without a cube, or whether there are beavers.

    Raises:
        DataError: There are no such stakes.
    """
    stakes = (facts["cube"], facts["beavers"])
    if stakes not in ((None, False), ("money", False), ("money", True)):
        raise DataError(f"cube and beavers: expected stakes that there are, got {stakes}")
    return None if stakes[0] is None else bool(stakes[1])
