"""How many rolls each side of a race takes, and what that says of the race."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tavla import batch
from tavla._engine import Play, Position, Variant, _OneSided
from tavla.bearoff.race import RaceDatabase, checked_position
from tavla.errors import InvalidArgumentError, OutsideDatabaseError
from tavla.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import SupportsIndex

    from numpy.typing import ArrayLike, NDArray

__all__ = ["PIPS_A_ROLL", "OneSided", "RaceOdds"]

PIPS_A_ROLL = 49 / 6
"""The mean pips of a roll, doubles counting twice: what a roll saved is worth."""

Side: TypeAlias = (
    "Position | Mapping[int, int] | Sequence[SupportsIndex] | NDArray[np.integer[Any]]"
)


@dataclass(frozen=True, slots=True)
class RaceOdds:
    """How a race ends when each side plays for its own fewest rolls: an approximation.

    In truth a side that is behind does better to play for the rolls that win, which costs it up to 0.0139 of a game
    with six checkers; `two_sided` knows. A gammon is saved by playing for the first checker alone. Backgammons
    count as gammons.

    Attributes:
        win: The chance that the side on roll wins.
        gammon: The chance that it wins a gammon.
        gammon_loss: The chance that it loses a gammon.
    """

    win: float
    gammon: float
    gammon_loss: float

    @property
    def equity(self) -> float:
        """Points a game without a cube."""
        return 2 * self.win - 1 + self.gammon - self.gammon_loss


class OneSided(RaceDatabase):
    """For every side of a race how many rolls it takes to bear off. `tavla.bearoff.one_sided` makes it.

    Each side plays for the fewest rolls on average. Among plays whose means differ by no more than 1e-11 it makes the
    one with the lowest number: `number` counts sides as GNU Backgammon does, so that fewer checkers far away come first.

    A *side* is given as a `Position`, of which it is the side on roll, as a dict of points to checkers, or as 26 counts.
    Checkers that are not on the board are off. All probabilities are exact but for the rounding of double precision.

    Databases can be used from any thread and pickled; a pickled one of a file holds only its path.
    """

    _kind = _OneSided
    _core: _OneSided

    def __repr__(self) -> str:
        return (
            f"<OneSided of {self.points} points and {self.checkers} checkers, {len(self):,} sides>"
        )

    # Sides.

    def number(self, side: Side) -> int:
        """The number of a side, as GNU Backgammon counts them; all off is 0.

        Raises:
            OutsideDatabaseError: A position still in contact or of a game with other races, or a checker too many or
                too far away.
            InvalidArgumentError: No such counts.

        Examples:
            >>> import tavla
            >>> tavla.bearoff.one_sided(6, 15).number({1: 1, 4: 1})
            10
        """
        if isinstance(side, Position):
            return self._core.numbers(side)[0]
        return self._core.number(side)

    def side(self, number: int) -> tuple[int, ...]:
        """The 26 counts of a number.

        Raises:
            InvalidArgumentError: There is no such number.
        """
        try:
            return self._core.side(number)
        except (IndexError, OverflowError, TypeError):
            expected = f"a whole number below {len(self)}"
            raise InvalidArgumentError(f"number: expected {expected}, got {number!r}") from None

    def mean(self, side: Side) -> float:
        """The mean number of rolls that it takes to bear off.

        Raises:
            OutsideDatabaseError, InvalidArgumentError: As `number`.
            DataError: The file is damaged there.
        """
        return self._core.mean(self.number(side))

    def deviation(self, side: Side) -> float:
        """The standard deviation of the number of rolls.

        Raises:
            OutsideDatabaseError, InvalidArgumentError, DataError: As `mean`.
        """
        return self._core.deviation(self.number(side))

    def epc(self, side: Side) -> float:
        """The effective pip count: the mean number of rolls times 49/6, the mean pips of a roll (Walter Trice).

        Raises:
            OutsideDatabaseError, InvalidArgumentError, DataError: As `mean`.
        """
        return self.mean(side) * PIPS_A_ROLL

    def wastage(self, side: Side) -> float:
        """How much the effective pip count is above the pip count.

        Raises:
            OutsideDatabaseError, InvalidArgumentError, DataError: As `mean`.

        Examples:
            >>> import tavla
            >>> round(tavla.bearoff.one_sided(6, 15).wastage({1: 15}), 3)
            42.0
        """
        number = self.number(side)
        pips = sum(point * count for point, count in enumerate(self._core.side(number)))
        return self._core.mean(number) * PIPS_A_ROLL - pips

    def rolls(self, side: Side) -> NDArray[np.float64]:
        """The chances of bearing off all in exactly so many rolls.

        Returns:
            float64 (most rolls + 1,): the chance of each number of rolls, from none on.

        Raises:
            OutsideDatabaseError, InvalidArgumentError, DataError: As `mean`.

        Examples:
            >>> import tavla
            >>> (tavla.bearoff.one_sided(6, 15).rolls({1: 1, 4: 1}) * 36).round(9).tolist()
            [0.0, 29.0, 7.0]
        """
        return self._core.chances(self.number(side))

    def first_off(self, side: Side) -> NDArray[np.float64]:
        """The chances of bearing off the first checker in exactly so many rolls, when that is what a side plays for.

        Returns:
            float64 (most rolls + 1,), from no rolls on; a side with fewer checkers than the database has one off
            already: `[1.0]`.

        Raises:
            OutsideDatabaseError, InvalidArgumentError, DataError: As `mean`.
        """
        return self._core.first_off(self.number(side))

    # Races.

    def odds(self, position: Position) -> RaceOdds:
        """How a race ends when each side plays for its own fewest rolls: an approximation, see `RaceOdds`.

        Raises:
            OutsideDatabaseError: The position is not in the database, or it is of a game with fewer checkers, whose
                gammons a database of so many knows.
            DataError: The file is damaged there.

        Examples:
            >>> import tavla
            >>> position = tavla.Position(tavla.BACKGAMMON, player={3: 2, 0: 13}, opponent={2: 3, 0: 12})
            >>> round(tavla.bearoff.one_sided(6, 15).odds(position).win, 4)
            0.9267
        """
        mine, theirs = self._core.numbers(checked_position(position))
        self._check_checkers(position.variant)
        return RaceOdds(*self._core.odds(mine, theirs))

    def best_play(self, position: Position, dice: Sequence[SupportsIndex]) -> Play:
        """The play that takes the fewest rolls on average; among equals as the class tells.

        Raises:
            OutsideDatabaseError: The position is not in the database, or it is over.
            InvalidDiceError: Not two whole numbers from 1 to 6.
            DataError: The file is damaged.

        Examples:
            >>> import tavla
            >>> position = tavla.Position(tavla.BACKGAMMON, player={6: 1, 4: 1, 0: 13}, opponent={1: 2, 0: 13})
            >>> str(tavla.bearoff.one_sided(6, 15).best_play(position, (5, 2)))  # rather than 6/off
            '6/1 4/2'
        """
        row = self._core.best(checked_position(position), dice)
        if row is None:
            raise OutsideDatabaseError("position: expected one to play on in, the game is over")
        return position.legal_plays(dice)[row]

    # Arrays.

    def means(self, boards: ArrayLike, *, variant: Variant | None = None) -> NDArray[np.float64]:
        """The mean numbers of rolls of both sides of many positions.

        Args:
            boards: uint8 (n, 2, 26), the side on roll first.
            variant: The game they are of; None is that of the database.

        Returns:
            float64 (n, 2).

        Raises:
            OutsideDatabaseError: A position is not in the database; the first is named.
            InvalidPositionError: A row is no position of the variant.
            DataError: The file is damaged.
        """
        rows = batch._batch(self.variant if variant is None else variant, boards)
        found: NDArray[np.float64] = self._means[self._core.numbers_of(rows)]
        return found

    def odds_of(
        self,
        boards: ArrayLike,
        *,
        variant: Variant | None = None,
        threads: int | None = None,
    ) -> NDArray[np.float64]:
        """The odds of many races, as `odds` gives them.

        Args:
            boards: uint8 (n, 2, 26), the side on roll first.
            variant: The game they are of; None is that of the database.
            threads: As in `tavla.batch.afterstates`.

        Returns:
            float64 (n, 3): win, gammon, gammon lost.

        Raises:
            OutsideDatabaseError, InvalidPositionError, DataError: As `means`.
        """
        game = self.variant if variant is None else variant
        rows = batch._batch(game, boards)
        self._check_checkers(game)
        filled = np.empty((len(rows), 3))
        self._core.fill_odds(rows, filled, thread_count(threads))
        return filled

    # Within.

    @functools.cached_property
    def _means(self) -> NDArray[np.float64]:
        return self._core.means()

    def _check_checkers(self, variant: Variant) -> None:
        """Gammons are of sides with all their checkers on the board."""
        if variant.checkers < self.checkers:
            raise OutsideDatabaseError(
                f"position: expected one of a game with {self.checkers} checkers a side, got one with {variant.checkers}, "
                f"whose gammons tavla.bearoff.one_sided({self.points}, {variant.checkers}, variant=...) knows"
            )
