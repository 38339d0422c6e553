"""A solved game, to be asked for values, plays and cube actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tavla import batch
from tavla._engine import ROLL_WEIGHTS, ROLLS, Play, Position, _Planes
from tavla.errors import InvalidArgumentError, InvalidPositionError
from tavla.exact.answers import CHANCES, Certificate, Chances, RatedPlay, RatedRoll, RollTable
from tavla.exact.cube import (
    SLOTS,
    CubeDecision,
    CubeDecisions,
    Owner,
    checked_owner,
    decide,
)
from tavla.exact.games import is_same_game
from tavla.exact.goal import MEMORY, RESIDUAL, check_memory, check_residual
from tavla.exact.player import PerfectPlayer
from tavla.exact.stored import Staked, means, money_of
from tavla.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import SupportsIndex

    from numpy.typing import ArrayLike, NDArray

    from tavla._engine import Variant
    from tavla.progress import Progress

__all__ = ["Solution"]


class Solution(Staked):
    """The exact value of every position of a game. `tavla.solve` and `tavla.hyper.solve` make it.

    Equities are those of the side on roll before its roll (before its double, where it may double), in units of the
    cube, when both sides play best. `cube` says who has the cube, as the side on roll sees it: `"centred"`, `"player"` or
    `"opponent"`; solutions without a cube take None alone. With `jacoby` gammons count once until somebody doubles, so
    that it matters while the cube is centred.

    Any position of the game can be asked for, also those that no game reaches from its start. Among plays whose
    equities differ by no more than 1e-11 the best is the one that leaves its side fewest pips, then the one whose side,
    and last whose other side, comes first among those of equal pips by `tavla.rank`.

    Solutions can be used from any thread and pickled; a pickled one of a file holds only its path.
    """

    _kind = _Planes
    _core: _Planes

    @property
    def residual(self) -> float:
        """The most that the last pass over all positions changed a value by."""
        return float(self._facts["residual"])

    @property
    def passes(self) -> int:
        """The passes over all positions that were made."""
        return int(self._facts["passes"])

    @property
    def has_chances(self) -> bool:
        """Whether it holds the chances of `probabilities`."""
        return set(CHANCES) <= set(self._core.slots)

    @property
    def certificate(self) -> Certificate | None:
        """What was proved of its values, by `certified`; None where nothing was."""
        found = self._facts.get("certificate")
        return None if found is None else Certificate(**found)

    def __repr__(self) -> str:
        cube = "without a cube" if self.cube is None else "for money"
        beavers = " with beavers" if self.beavers else ""
        return f"<Solution of {self.variant.name} {cube}{beavers}, residual {self.residual:.1e}>"

    def certified(
        self, *, width: float = 1e-12, threads: int | None = None, progress: Progress = None
    ) -> Solution:
        """The same solution with a certificate: its values proved, from above and from below.

        What a side can have falls when the other side can have more. So upper bounds of all values give lower ones, and lower
        ones upper ones; begun with three points, which no game can exceed, they enclose every solution of the game, and
        where they meet there is just one. Rounding is part of the bounds.

        Args:
            width: How close the bounds are to come; where rounding keeps them further apart, as close as they come.
            threads: As in `tavla.solve`.
            progress: As in `tavla.solve`.

        Raises:
            InvalidVariantError: A game of another kind than hits with at most three checkers a side.
            InvalidArgumentError: A width below 1e-15.
            DataError: The file is damaged.

        Examples:
            >>> import tavla
            >>> solution = tavla.solve(tavla.HYPER.replace(start={24: 1})).certified()
            >>> solution.certificate.error < 1e-12
            True
        """
        check_residual(width, "width")
        found = self._core.prove(money_of(self._facts), width, thread_count(threads), progress)
        certificate = dict(zip(("width", "error", "passes"), found, strict=True))
        return Solution(self._core, self._facts | {"certificate": certificate}, self._path)

    def with_chances(
        self,
        *,
        residual: float = RESIDUAL,
        threads: int | None = None,
        memory: int = MEMORY,
        progress: Progress = None,
    ) -> Solution:
        """The same solution with the chances of `probabilities`, which are found by the equities; itself if it has them.

        Args:
            residual: The most that the last pass may change a chance by.
            threads: As in `tavla.solve`.
            memory: As in `tavla.solve`.
            progress: As in `tavla.solve`.

        Raises:
            InvalidArgumentError: A solution with the cube, or a game that needs more memory.
            DataError: The file is damaged.
            MemoryError: The system has less memory than it takes.

        Examples:
            >>> import tavla
            >>> hyper1 = tavla.HYPER.replace(start={24: 1})
            >>> solution = tavla.solve(hyper1, chances=False).with_chances()
            >>> round(solution.probabilities(tavla.Position.start(hyper1)).win, 4)
            0.6016
        """
        if self.cube is not None:
            raise InvalidArgumentError("with_chances: expected a solution without a cube")
        check_residual(residual)
        check_memory(memory)
        if self.has_chances:
            return self
        planes = self._core.with_chances(residual, thread_count(threads), memory, progress)
        return Solution(planes, self._facts)

    # Values.

    def equity(
        self, position: Position, cube: Owner | None = None, *, jacoby: bool = False
    ) -> float:
        """The equity of the side on roll; of a game that is over, what it has won or lost.

        Raises:
            InvalidPositionError: A position of another game.
            InvalidArgumentError: No such owner of the cube, or any where there is no cube.
            DataError: The file is damaged there.

        Examples:
            >>> import tavla
            >>> hyper1 = tavla.HYPER.replace(start={24: 1})
            >>> round(tavla.solve(hyper1).equity(tavla.Position.start(hyper1)), 4)
            0.4528
        """
        here, _ = self._slots(cube, jacoby)
        return self._core.value(here, self._known(position))

    def equity_after(
        self, position: Position, cube: Owner | None = None, *, jacoby: bool = False
    ) -> float:
        """The equity of the side that has just played, which is second in the position; `cube` is as that side sees it.

        Raises:
            InvalidPositionError, InvalidArgumentError, DataError: As `equity`.
        """
        _, after = self._slots(cube, jacoby)
        return -self._core.value(after, self._known(position))

    def equities(
        self,
        boards: ArrayLike,
        cube: Owner | None = None,
        *,
        jacoby: bool = False,
        threads: int | None = None,
        out: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """The equities of many positions, as `equity` gives them.

        Args:
            boards: uint8 (n, 2, 26), the side on roll first.
            cube: Who has the cube.
            jacoby: Whether gammons count once until somebody doubles.
            threads: As in `tavla.batch.afterstates`.
            out: float64 (n,), C-contiguous and writable, to be filled and returned.

        Raises:
            InvalidPositionError: A row is no position of the game; the first is named.
            InvalidArgumentError, DataError: As `equity`.

        Examples:
            >>> import tavla
            >>> hyper1 = tavla.HYPER.replace(start={24: 1})
            >>> succ = tavla.batch.afterstates([tavla.Position.start(hyper1).array], (6, 5), variant=hyper1)
            >>> tavla.solve(hyper1).equities(succ.boards).shape
            (1,)
        """
        here, _ = self._slots(cube, jacoby)
        return self._filled(here, boards, self.variant, threads, out)

    def probabilities(self, position: Position) -> Chances:
        """How the game ends without a cube, when both sides play best by equity.

        Raises:
            InvalidPositionError: A position of another game, or one that is over.
            InvalidArgumentError: The solution holds no chances.
            DataError: The file is damaged there.
        """
        if not self.has_chances:
            raise InvalidArgumentError(
                "probabilities: expected a solution without a cube and with chances"
            )
        self._unfinished(position)
        return Chances(*(self._core.value(slot, position) for slot in CHANCES))

    @property
    def value(self) -> float:
        """The equity of the side that begins from the variant's start, before its first roll is known.

        The first turn comes without a double. Where the variant's opening dice are used, its dice differ; else it throws
        both dice anew.
        """
        return self.opening()

    def opening(self, *, jacoby: bool = False) -> float:
        """As `value`, by choice with Jacoby's rule."""
        cube: Owner | None = None if self.cube is None else "centred"
        table = self.roll_table(Position.start(self.variant), cube, jacoby=jacoby)
        if self.variant.opening == "reroll":
            return table.equity
        rolls = [roll.equity for roll in table.rolls if roll.weight > 1]
        return sum(rolls) / len(rolls)

    # Plays.

    def best_play(
        self,
        position: Position,
        dice: Sequence[SupportsIndex],
        cube: Owner | None = None,
        *,
        jacoby: bool = False,
    ) -> Play:
        """The best play of a roll; among equals as the class tells.

        Args:
            position: Where to play.
            dice: The roll.
            cube: Who has the cube, while it is played.
            jacoby: Whether gammons count once until somebody doubles.

        Raises:
            InvalidPositionError: A position of another game, or one that is over.
            InvalidDiceError: Not two whole numbers from 1 to 6.
            InvalidArgumentError, DataError: As `equity`.

        Examples:
            >>> import tavla
            >>> hyper2 = tavla.HYPER.replace(start={24: 1, 23: 1})
            >>> str(tavla.solve(hyper2).best_play(tavla.Position.start(hyper2), (6, 1)))
            '23/16'
        """
        _, after = self._slots(cube, jacoby)
        plays = self._unfinished(position).legal_plays(dice)
        row = self._core.best_rows(after, np.array([0, len(plays)]), plays.boards)[0]
        return plays[int(row)]

    def plays(
        self,
        position: Position,
        dice: Sequence[SupportsIndex],
        cube: Owner | None = None,
        *,
        jacoby: bool = False,
    ) -> tuple[RatedPlay, ...]:
        """Every play of a roll with the equity it leads to, `best_play` first and then by falling equity.

        Raises:
            InvalidPositionError, InvalidDiceError, InvalidArgumentError, DataError: As `best_play`.
        """
        _, after = self._slots(cube, jacoby)
        plays = self._unfinished(position).legal_plays(dice)
        equities = -self._filled(after, plays.boards, self.variant, 1)
        best = self._core.best_rows(after, np.array([0, len(plays)]), plays.boards)[0]
        order = sorted(range(len(plays)), key=lambda row: (row != best, -equities[row]))
        return tuple(RatedPlay(plays[row], float(equities[row])) for row in order)

    def best_rows(
        self, successors: batch.Successors, cube: Owner | None = None, *, jacoby: bool = False
    ) -> NDArray[np.int64]:
        """The row to choose in each segment of `tavla.batch.afterstates`.

        Args:
            successors: The results of all plays, of positions of the game.
            cube: Who has the cube, as the sides see it that play.
            jacoby: Whether gammons count once until somebody doubles.

        Returns:
            int64 (segments,): rows of `successors.boards`, the plays that `best_play` gives; -1 where a segment is empty.

        Raises:
            InvalidPositionError, InvalidArgumentError, DataError: As `equities`.
        """
        _, after = self._slots(cube, jacoby)
        if not isinstance(successors, batch.Successors):
            raise InvalidArgumentError(
                f"successors: expected those of tavla.batch.afterstates, got {successors!r}"
            )
        return self._core.best_rows(after, successors.indptr, successors.boards)

    def roll_table(
        self, position: Position, cube: Owner | None = None, *, jacoby: bool = False
    ) -> RollTable:
        """All 21 rolls of a position, each with its best play and equity, when nobody doubles before the roll.

        Raises:
            InvalidPositionError, InvalidArgumentError, DataError: As `best_play`.
        """
        _, after = self._slots(cube, jacoby)
        array = self._unfinished(position).array
        successors = batch.afterstates(array[None], None, variant=self.variant, threads=1)
        equities = -self._filled(after, successors.boards, self.variant, 1)
        rows = self._core.best_rows(after, successors.indptr, successors.boards)
        entries = zip(ROLLS, ROLL_WEIGHTS, rows.tolist(), strict=True)
        rolls = tuple(
            RatedRoll(dice, weight, successors.play(row), float(equities[row]))
            for dice, weight, row in entries
        )
        return RollTable(rolls, float(means(successors, equities)[0]))

    # The cube, and games.

    def cube_action(
        self, position: Position, cube: Owner | None = None, *, jacoby: bool = False
    ) -> CubeDecision:
        """What the side on roll should do with the cube, and what the other side should answer.

        Args:
            position: Before the roll.
            cube: `"centred"` or `"player"`: whom the cube is open to.
            jacoby: Whether gammons count once until somebody doubles.

        Raises:
            InvalidPositionError: A position of another game, or one that is over.
            InvalidArgumentError: The opponent owns the cube, or there is none.
            DataError: The file is damaged there.

        Examples:
            >>> import tavla
            >>> hyper1 = tavla.HYPER.replace(start={24: 1})
            >>> print(tavla.solve(hyper1, "money").cube_action(tavla.Position.start(hyper1)))
            double, take
        """
        self._open("cube_action", cube)
        # First of all: it refuses what is no position to be on roll in.
        no_double = self.roll_table(position, cube, jacoby=jacoby).equity
        his = self._core.value("his", position)
        return decide(no_double, his, beavers=self.beavers, is_redouble=cube == "player")

    def cube_actions(
        self,
        boards: ArrayLike,
        cube: Owner | None = None,
        *,
        jacoby: bool = False,
        threads: int | None = None,
    ) -> CubeDecisions:
        """What `cube_action` says of many positions.

        Args:
            boards: uint8 (n, 2, 26), the side on roll first, before the roll.
            cube: `"centred"` or `"player"`: whom the cubes are open to.
            jacoby: Whether gammons count once until somebody doubles.
            threads: As in `tavla.batch.afterstates`.

        Raises:
            InvalidPositionError: A row is no position of the game, or one that is over; the first is named.
            InvalidArgumentError, DataError: As `cube_action`.

        Examples:
            >>> import tavla
            >>> hyper1 = tavla.HYPER.replace(start={24: 1})
            >>> start = tavla.Position.start(hyper1)
            >>> decisions = tavla.solve(hyper1, "money").cube_actions([start.array])
            >>> print(decisions[0])
            double, take
        """
        self._open("cube_actions", cube)
        _, after = self._slots(cube, jacoby)
        return self._decisions(after, boards, cube, self.variant, threads)

    def player(self) -> PerfectPlayer:
        """A player that never errs, for `tavla.simulate` (a solution without a cube) and for games."""
        return PerfectPlayer(self)

    # Within.

    def _slots(self, cube: Owner | None, jacoby: bool) -> tuple[str, str]:
        """The slot of the side on roll, and that of the other side after a play."""
        if self.cube is None:
            if cube is not None or jacoby:
                raise InvalidArgumentError(
                    f"cube: expected None, since the solution is without a cube, got {cube!r}, jacoby={jacoby!r}"
                )
            return SLOTS[None]
        owner = checked_owner(cube) or "centred"
        return SLOTS["jacoby" if jacoby and owner == "centred" else owner]

    def _known(self, position: Position) -> Position:
        if not isinstance(position, Position):
            raise InvalidArgumentError(f"position: expected a Position, got {position!r}")
        if not is_same_game(position.variant, self.variant):
            raise InvalidPositionError(
                f"position: expected one of {self.variant.name}, got one of {position.variant.name}"
            )
        return position

    def _unfinished(self, position: Position) -> Position:
        if self._known(position).is_finished:
            raise InvalidPositionError(
                "position: expected one to play on in, the game is over in this one"
            )
        return position

    @classmethod
    def _read(cls, facts: dict[str, Any], _variant: Variant) -> tuple[object, ...]:
        money_of(facts)
        float(facts["residual"])
        int(facts["passes"])
        if facts.get("certificate") is not None:
            Certificate(**facts["certificate"])
        return ()
