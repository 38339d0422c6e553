"""What races are worth exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from tavla._engine import PLAYER, Play, Position, Variant, _TwoSided
from tavla.bearoff.race import RaceDatabase, checked_position
from tavla.errors import DataError, InvalidArgumentError, OutsideDatabaseError
from tavla.exact.answers import CHANCES, Chances
from tavla.exact.cube import SLOTS, CubeDecision, checked_owner, decide
from tavla.exact.stored import Staked, money_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import SupportsIndex

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from tavla.exact.cube import CubeDecisions, Owner

__all__ = ["TwoSided"]


class TwoSided(RaceDatabase, Staked):
    """The exact values of races. `tavla.bearoff.two_sided` makes it.

    Equities are those of the side on roll before its roll (before its double, where it may double), in units of the
    cube, when both sides play best. `cube` says who has the cube, as the side on roll sees it: `"centred"`, `"player"` or
    `"opponent"`; None is a game without a cube. With `jacoby` gammons count once until somebody doubles, so that it
    matters while the cube is centred and gammons can happen.

    Among plays whose equities differ by no more than 1e-11 (1e-6 in single precision) the best is the one with the
    lowest number, as `OneSided` counts sides; `probabilities` are those of the best plays without a cube.

    Databases can be used from any thread and pickled; a pickled one of a file holds only its path.
    """

    _kind = _TwoSided
    _core: _TwoSided

    def __init__(self, core: _TwoSided, facts: dict[str, Any], path: Path | None = None) -> None:
        super().__init__(core, facts, path)
        self._lanes = frozenset(core.lanes)

    # What it is.

    @property
    def has_gammons(self) -> bool:
        """Whether gammons can happen: a side may have all its checkers on the board."""
        return "gammon" in self._lanes

    @property
    def precision(self) -> Literal["double", "single"]:
        """What values are stored in."""
        return "single" if self._core.is_single else "double"

    def __repr__(self) -> str:
        cube = "without a cube" if self.cube is None else "for money"
        return (
            f"<TwoSided of {self.points} points and {self.checkers} checkers {cube}, "
            f"{len(self):,} sides, {self.precision} precision>"
        )

    # Values.

    def equity(
        self, position: Position, cube: Owner | None = None, *, jacoby: bool = False
    ) -> float:
        """The equity of the side on roll; of a game that is over, what it has won or lost.

        Raises:
            OutsideDatabaseError: A position still in contact or of another game, or a checker too many or too far away.
            InvalidArgumentError: No such owner of the cube, or any where the database knows no cube.
            DataError: The file is damaged there.

        Examples:
            >>> import tavla
            >>> races = tavla.bearoff.two_sided(6, 2)
            >>> position = tavla.Position(tavla.BACKGAMMON, player={5: 1, 0: 14}, opponent={3: 1, 0: 14})
            >>> round(races.equity(position) * 36, 9)  # 31 rolls of 36 bear off at once
            26.0
        """
        here, _ = self._lanes_of(cube, jacoby)
        mine, theirs = self._core.numbers(checked_position(position))
        over = position.outcome
        if over is not None:
            points = 1 if here == "jacoby" else over.multiplier
            return float(points if over.winner == PLAYER else -points)
        return self._core.value(here, mine, theirs)

    def equities(
        self,
        boards: ArrayLike,
        cube: Owner | None = None,
        *,
        jacoby: bool = False,
        variant: Variant | None = None,
        threads: int | None = None,
        out: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """The equities of many positions, as `equity` gives them.

        Args:
            boards: uint8 (n, 2, 26), the side on roll first.
            cube: Who has the cube.
            jacoby: Whether gammons count once until somebody doubles.
            variant: The game they are of; None is that of the database.
            threads: As in `tavla.batch.afterstates`.
            out: float64 (n,), C-contiguous and writable, to be filled and returned.

        Raises:
            OutsideDatabaseError: A position is not in the database; the first is named.
            InvalidPositionError: A row is no position of the variant.
            InvalidArgumentError, DataError: As `equity`.
        """
        here, _ = self._lanes_of(cube, jacoby)
        game = self.variant if variant is None else variant
        return self._filled(here, boards, game, threads, out)

    def probabilities(self, position: Position) -> Chances:
        """How the race ends without a cube, when both sides play best by equity.

        Raises:
            OutsideDatabaseError: As `equity`, or the game is over.
            DataError: The file is damaged there.

        Examples:
            >>> import tavla
            >>> races = tavla.bearoff.two_sided(6, 3, variant=tavla.HYPER)
            >>> position = tavla.Position(tavla.HYPER, player={1: 1, 0: 2}, opponent={6: 3})
            >>> races.probabilities(position).gammon
            1.0
        """
        mine, theirs = self._unfinished(position)
        if self.has_gammons:
            return Chances(*(self._core.value(lane, mine, theirs) for lane in CHANCES))
        win = (1 + self._core.value("equity", mine, theirs)) / 2
        return Chances(win, 0.0, 0.0, 0.0, 0.0)

    def best_play(
        self,
        position: Position,
        dice: Sequence[SupportsIndex],
        cube: Owner | None = None,
        *,
        jacoby: bool = False,
    ) -> Play:
        """The best play of a roll; among equals as the class tells.

        Raises:
            OutsideDatabaseError: As `equity`, or the game is over.
            InvalidDiceError: Not two whole numbers from 1 to 6.
            InvalidArgumentError, DataError: As `equity`.

        Examples:
            >>> import tavla
            >>> races = tavla.bearoff.two_sided(6, 2)
            >>> position = tavla.Position(tavla.BACKGAMMON, player={5: 1, 2: 1, 0: 13}, opponent={1: 1, 0: 14})
            >>> str(races.best_play(position, (3, 1)))
            '5/1'
        """
        _, after = self._lanes_of(cube, jacoby)
        self._unfinished(position)
        best = self._core.best(after, position, dice)
        row = 0 if best is None else best[0]  # a game that goes on has plays
        return position.legal_plays(dice)[row]

    def cube_action(
        self, position: Position, cube: Owner | None = None, *, jacoby: bool = False
    ) -> CubeDecision:
        """What the side on roll should do with the cube, and what the other side should answer.

        Args:
            position: Before the roll.
            cube: `"centred"`, which None is here, or `"player"`: whom the cube is open to.
            jacoby: Whether gammons count once until somebody doubles.

        Raises:
            OutsideDatabaseError: As `equity`, or the game is over.
            InvalidArgumentError: The opponent owns the cube, or the database knows no cube.
            DataError: The file is damaged there.

        Examples:
            >>> import tavla
            >>> races = tavla.bearoff.two_sided(6, 2)
            >>> position = tavla.Position(tavla.BACKGAMMON, player={5: 1, 2: 1, 0: 13}, opponent={1: 1, 0: 14})
            >>> decision = races.cube_action(position)
            >>> print(decision, round(decision.no_double, 4), round(decision.double_take, 4))
            double, take 0.0556 0.1111
        """
        self._open("cube_action", cube)
        _, after = self._lanes_of(cube or "centred", jacoby)
        mine, theirs = self._unfinished(position)
        no_double = self._core.rolled(after, mine, theirs)
        his = self._core.value("his", mine, theirs)
        return decide(no_double, his, beavers=self.beavers, is_redouble=cube == "player")

    def cube_actions(
        self,
        boards: ArrayLike,
        cube: Owner | None = None,
        *,
        jacoby: bool = False,
        variant: Variant | None = None,
        threads: int | None = None,
    ) -> CubeDecisions:
        """What `cube_action` says of many positions.

        Args:
            boards: uint8 (n, 2, 26), the side on roll first, before the roll.
            cube: `"centred"`, which None is here, or `"player"`: whom the cubes are open to.
            jacoby: Whether gammons count once until somebody doubles.
            variant: The game they are of; None is that of the database.
            threads: As in `tavla.batch.afterstates`.

        Raises:
            OutsideDatabaseError: A position is not in the database, or the game is over; the first such row is named.
            InvalidPositionError: A row is no position of the variant.
            InvalidArgumentError, DataError: As `cube_action`.

        Examples:
            >>> import tavla
            >>> races = tavla.bearoff.two_sided(6, 2)
            >>> position = tavla.Position(tavla.BACKGAMMON, player={5: 1, 2: 1, 0: 13}, opponent={1: 1, 0: 14})
            >>> print(races.cube_actions([position.array])[0])
            double, take
        """
        self._open("cube_actions", cube)
        _, after = self._lanes_of(cube or "centred", jacoby)
        game = self.variant if variant is None else variant
        return self._decisions(after, boards, cube, game, threads)

    # Within.

    def _over(self, words: str, row: int) -> OutsideDatabaseError:
        return OutsideDatabaseError(words, row)

    def _lanes_of(self, cube: Owner | None, jacoby: bool) -> tuple[str, str]:
        """The lane of the side on roll, and that of the other side after a play."""
        if checked_owner(cube) is not None and self.cube is None:
            raise InvalidArgumentError(
                f"cube: expected None, since the database is without a cube, got {cube!r}"
            )
        # Where no gammon can happen Jacoby's rule changes nothing, and has no lane.
        counts_once = jacoby and cube == "centred" and self.has_gammons
        return SLOTS["jacoby" if counts_once else cube]

    def _unfinished(self, position: Position) -> tuple[int, int]:
        numbers = self._core.numbers(checked_position(position))
        if position.is_finished:
            raise OutsideDatabaseError("position: expected one to play on in, the game is over")
        return numbers

    @classmethod
    def _read(cls, facts: dict[str, Any], variant: Variant) -> tuple[object, ...]:
        if facts["precision"] not in ("double", "single"):
            raise DataError(f"precision: expected double or single, got {facts['precision']!r}")
        size = super()._read(facts, variant)
        return (*size, money_of(facts), facts["precision"] == "single")
