"""Reading `.bd` files."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tavla._engine import _bearoff_numbers
from tavla.bearoff.bd.layout import EQUITY, HEAD, PROBABILITY, ROLLS, TWENTY_FOUR_BITS
from tavla.errors import DataError, InvalidArgumentError, OutsideDatabaseError
from tavla.exact.answers import Chances

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["GnubgHyper", "GnubgOneSided", "GnubgTwoSided", "read"]

Counts: TypeAlias = "Mapping[int, int] | Sequence[int] | NDArray[np.integer[Any]]"


@dataclass(frozen=True, eq=False, repr=False)
class GnubgOneSided:
    """A one-sided file: how many rolls each side takes.

    Attributes:
        path: The file.
        points: The farthest point.
        checkers: The most checkers.
        has_gammons: Whether it has the rolls until the first checker is off.
        is_compressed: Whether distributions are stored without the zeros around them.
        is_normal: Whether it has means and deviations alone, of an approximation by normal distributions.
    """

    path: Path
    points: int
    checkers: int
    has_gammons: bool
    is_compressed: bool
    is_normal: bool
    _data: NDArray[Any]

    def __len__(self) -> int:
        """How many sides there are."""
        return math.comb(self.points + self.checkers, self.points)

    def __repr__(self) -> str:
        return (
            f"<GnubgOneSided {self.path.name}: {self.points} points and {self.checkers} checkers>"
        )

    def number(self, side: Counts) -> int:
        """The number of a side: a dict of points to checkers, or 26 counts.

        Raises:
            OutsideDatabaseError: A checker too many or too far away.
            InvalidArgumentError: No such counts.
        """
        return _number(side, self.points, self.checkers)

    def rolls(self, side: Counts) -> NDArray[np.float64]:
        """The chances of bearing off all in exactly so many rolls, float64 (32,), from none on.

        Raises:
            OutsideDatabaseError, InvalidArgumentError: As `number`.
            DataError: The file has no distributions, or is damaged there.
        """
        return self._distribution(self.number(side), 0) / PROBABILITY

    def first_off(self, side: Counts) -> NDArray[np.float64]:
        """The chances of bearing off the first checker in exactly so many rolls, float64 (32,), from none on.

        Raises:
            OutsideDatabaseError, InvalidArgumentError: As `number`.
            DataError: The file has no such distributions, or is damaged there.
        """
        if not self.has_gammons or self.is_normal:
            raise DataError(f"{self.path}: it has no chances of the first checker off")
        return self._distribution(self.number(side), 1) / PROBABILITY

    def moments(self, side: Counts) -> tuple[float, float, float, float]:
        """Mean and deviation of the rolls to bear off all, and of those to the first checker off.

        Raises:
            OutsideDatabaseError, InvalidArgumentError: As `number`.
            DataError: The file is none of normal distributions.
        """
        if not self.is_normal:
            raise DataError(f"{self.path}: it has distributions, not means and deviations alone")
        mean, deviation, first, first_deviation = self._data[self.number(side)].tolist()
        return mean, deviation, first, first_deviation

    def mean(self, side: Counts) -> float:
        """The mean number of rolls to bear off all.

        Raises:
            OutsideDatabaseError, InvalidArgumentError: As `number`.
            DataError: The file is damaged there.
        """
        if self.is_normal:
            return self.moments(side)[0]
        return float(self.rolls(side) @ np.arange(ROLLS))

    def table(self, *, first: bool = False) -> NDArray[np.uint16]:
        """All distributions as they are stored, uint16 (sides, 32), in parts of 65,535.

        Args:
            first: Those of the first checker off.

        Raises:
            DataError: The file has no such distributions, or is damaged.
        """
        if self.is_normal or (first and not self.has_gammons):
            raise DataError(f"{self.path}: it has no such distributions")
        which = int(first)
        if not self.is_compressed:
            return np.array(self._data[:, which])
        found = np.zeros((len(self), ROLLS), dtype=np.uint16)
        for number in range(len(self)):
            found[number] = self._distribution(number, which)
        return found

    def _distribution(self, number: int, which: int) -> NDArray[np.uint16]:
        if self.is_normal:
            raise DataError(f"{self.path}: it has means and deviations, no distributions")
        if not self.is_compressed:
            return np.array(self._data[number, which])
        width = 8 if self.has_gammons else 6
        head = self._data[number * width : (number + 1) * width]
        start = int(head[:4].view("<u4")[0])
        counts = [int(value) for value in head[4:]]
        if which:
            start += counts[0]
        many, fewest = counts[2 * which : 2 * which + 2]
        at = len(self) * width + 2 * start
        if fewest + many > ROLLS or at + 2 * many > len(self._data):
            raise DataError(f"{self.path}: side {number}: expected a distribution within the file")
        found = np.zeros(ROLLS, dtype=np.uint16)
        found[fewest : fewest + many] = self._data[at : at + 2 * many].view("<u2")
        return found


@dataclass(frozen=True, eq=False, repr=False)
class GnubgTwoSided:
    """A two-sided file: what races are worth when gammons cannot happen.

    Attributes:
        path: The file.
        points: The farthest point.
        checkers: The most checkers of a side.
        has_cube: Whether it has equities with the cube.
        values: uint16 (sides, sides, 4 or 1), the side on roll first: without a cube, with the own cube, with the cube in
            the middle, with the opponent's. An equity is `value / 32767.5 - 1`, that of rolling without a double.
    """

    path: Path
    points: int
    checkers: int
    has_cube: bool
    values: NDArray[np.uint16]

    def __len__(self) -> int:
        """How many sides there are; every pair of them has its values."""
        return len(self.values)

    def __repr__(self) -> str:
        return (
            f"<GnubgTwoSided {self.path.name}: {self.points} points and {self.checkers} checkers>"
        )

    def number(self, side: Counts) -> int:
        """The number of a side, as `GnubgOneSided.number`."""
        return _number(side, self.points, self.checkers)

    def equity(self, player: Counts, opponent: Counts, cube: str | None = None) -> float:
        """The equity of the side on roll if it rolls without a double, in units of the cube.

        Args:
            player: The side on roll, as `number` takes it.
            opponent: The other side.
            cube: Who has the cube: None for no cube, `"player"`, `"centred"`, `"opponent"`.

        Raises:
            OutsideDatabaseError: A checker too many or too far away.
            InvalidArgumentError: No such counts, or no such cube in the file.
        """
        known = (None, "player", "centred", "opponent")[: self.values.shape[2]]
        if cube not in known:
            raise InvalidArgumentError(f"cube: expected one of {known}, got {cube!r}")
        value = self.values[self.number(player), self.number(opponent), known.index(cube)]
        return float(value) / EQUITY - 1


@dataclass(frozen=True, eq=False, repr=False)
class GnubgHyper:
    """A hypergammon file: every position of one, two or three checkers a side.

    Attributes:
        path: The file.
        checkers: Checkers a side.
        records: uint8 (sides, sides, 28), the side on roll first, as they are stored.
    """

    path: Path
    checkers: int
    records: NDArray[np.uint8]

    @property
    def points(self) -> int:
        """The 24 points and the bar."""
        return 25

    def __len__(self) -> int:
        """How many sides there are; every pair of them has a record, also those that share a point."""
        return len(self.records)

    def __repr__(self) -> str:
        return f"<GnubgHyper {self.path.name}: {self.checkers} checkers>"

    def number(self, side: Counts) -> int:
        """The number of a side, as `GnubgOneSided.number`; 25 is the bar."""
        return _number(side, self.points, self.checkers)

    def probabilities(self, player: Counts, opponent: Counts) -> Chances:
        """How the game ends without a cube.

        Raises:
            OutsideDatabaseError, InvalidArgumentError: As `number`.
        """
        return Chances(*(value / TWENTY_FOUR_BITS for value in self._numbers(player, opponent)[:5]))

    def equity(self, player: Counts, opponent: Counts, cube: str, *, jacoby: bool = False) -> float:
        """The equity of the side on roll if it rolls without a double, as the file has it (see `tavla.bearoff.bd`).

        Args:
            player: The side on roll, as `number` takes it.
            opponent: The other side.
            cube: Who has the cube: `"player"`, `"centred"`, `"opponent"`.
            jacoby: Whether gammons count once until somebody doubles.

        Raises:
            OutsideDatabaseError, InvalidArgumentError: As `number`, or no such cube.
        """
        known = ("player", "centred", "jacoby", "opponent")
        slot = "jacoby" if jacoby and cube == "centred" else cube
        if slot not in known or cube == "jacoby":
            raise InvalidArgumentError(
                f"cube: expected 'player', 'centred' or 'opponent', got {cube!r}"
            )
        value = self._numbers(player, opponent)[5 + known.index(slot)]
        return (value / TWENTY_FOUR_BITS - 0.5) * 6

    def _numbers(self, player: Counts, opponent: Counts) -> list[int]:
        record = self.records[self.number(player), self.number(opponent)].astype(np.int64)
        return [int(a | b << 8 | c << 16) for a, b, c in record[:27].reshape(9, 3)]


def read(path: str | os.PathLike[str]) -> GnubgOneSided | GnubgTwoSided | GnubgHyper:
    """Open a `.bd` file, whichever it is. Its values are mapped, not loaded.

    Raises:
        DataError: It is no such file, or it is not as long as what stands in it says.
        OSError: It cannot be opened.
    """
    path = Path(path)
    with path.open("rb") as file:
        head = file.read(HEAD).decode("latin-1")
    whole = path.stat().st_size - HEAD
    if match := re.match(r"gnubg-OS-(\d\d)-(\d\d)-([01])-([01])-([01])x", head):
        return _one_sided(path, whole, *map(int, match.groups()))
    if match := re.match(r"gnubg-TS-(\d\d)-(\d\d)-([01])x", head):
        return _two_sided(path, whole, *map(int, match.groups()))
    if match := re.match(r"gnubg-H([1-3])x", head):
        checkers = int(match[1])
        sides = math.comb(25 + checkers, checkers)
        records = _mapped(path, whole, "u1", (sides, sides, 28))
        return GnubgHyper(path, checkers, records)
    raise DataError(
        f"{path}: expected a file that begins with 'gnubg-OS', 'gnubg-TS' or 'gnubg-H', got {head[:20]!r}"
    )


def _one_sided(  # noqa: PLR0917  # what stands in the head
    path: Path, whole: int, points: int, checkers: int, gammons: int, compressed: int, normal: int
) -> GnubgOneSided:
    sides = _sides(path, points, checkers)
    which = 2 if gammons else 1
    if normal:
        data = _mapped(path, whole, "<f4", (sides, 4))
    elif compressed:
        width = 8 if gammons else 6
        if whole < sides * width:
            raise _too_short(path, f"{HEAD + sides * width} bytes at least", whole)
        data = _mapped(path, whole, "u1", (whole,))
        # The distributions of the last side are the end of the file.
        last = data[(sides - 1) * width : sides * width]
        many = int(last[:4].view("<u4")[0]) + int(last[4::2].sum())
        data = _mapped(path, whole, "u1", (sides * width + 2 * many,))
    else:
        data = _mapped(path, whole, "<u2", (sides, which, ROLLS))
    kind = (bool(gammons), bool(compressed) and not normal, bool(normal))
    return GnubgOneSided(path, points, checkers, *kind, data)


def _two_sided(path: Path, whole: int, points: int, checkers: int, cube: int) -> GnubgTwoSided:
    sides = _sides(path, points, checkers)
    values = _mapped(path, whole, "<u2", (sides, sides, 4 if cube else 1))
    return GnubgTwoSided(path, points, checkers, bool(cube), values)


def _sides(path: Path, points: int, checkers: int) -> int:
    if not (1 <= points <= 24 and 1 <= checkers <= 15):
        raise DataError(
            f"{path}: expected 1 to 24 points and 1 to 15 checkers, got {points} and {checkers}"
        )
    return math.comb(points + checkers, points)


def _mapped(path: Path, whole: int, kind: str, shape: tuple[int, ...]) -> NDArray[Any]:
    expected = math.prod(shape) * np.dtype(kind).itemsize
    if whole != expected:
        raise _too_short(path, f"{HEAD + expected} bytes", whole)
    return np.memmap(path, dtype=kind, mode="r", offset=HEAD, shape=shape)


def _too_short(path: Path, expected: str, whole: int) -> DataError:
    return DataError(f"{path}: expected {expected}, by what stands in it, got {HEAD + whole}")


def _number(side: Counts, points: int, checkers: int) -> int:
    counts = [0] * 26
    try:
        if hasattr(side, "items"):
            for point, count in side.items():
                counts[range(26)[point]] = int(count)
        else:
            counts = [int(count) for count in side]
        row = np.array([counts], dtype=np.uint8)
    except (TypeError, ValueError, IndexError, OverflowError):
        row = np.empty((0, 0), dtype=np.uint8)
    if row.shape != (1, 26):
        raise InvalidArgumentError(f"side: expected a dict of points or 26 counts, got {side!r}")
    there = int(row[0, 1:].sum(dtype=int))
    if there > checkers or row[0, points + 1 :].any():
        raise OutsideDatabaseError(
            f"side: expected at most {checkers} checkers on {points} points, got {side!r}"
        )
    row[0, 0] = 0
    return int(_bearoff_numbers(points, row)[0])
