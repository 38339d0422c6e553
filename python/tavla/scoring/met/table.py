"""Match equity tables: the chance to win the match at each score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from tavla.errors import InvalidArgumentError
from tavla.scoring.match import MatchScore
from tavla.scoring.met.chances import checked_rates, flipped, is_share
from tavla.scoring.met.cube import CubeWindow, Spot
from tavla.scoring.met.models import FREE_DROPS, LiveCube, crawford_cell
from tavla.scoring.met.xml import LONGEST, read_xml

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tavla.scoring.met.chances import Chance, Rates
    from tavla.scoring.met.models import Model

__all__ = ["MatchEquity"]


class MatchEquity:
    """A match equity table. Make one by `computed` or `from_xml`.

    Chances are those of the player who needs `away` points against one who needs `opponent_away`. Players of unequal
    strength have a table each; `seat` says which of them is asked for. Scores beyond the values of a table are computed
    by the model, from the values as far as they go.

    Attributes:
        name: What the table is called.
        description: Where it comes from.
        length: The points up to which values were given; None where all are computed.
        model: How the others are computed.

    Examples:
        >>> table = MatchEquity.computed(gammon_rate=0.26)
        >>> table.equity(1, 1), table.equity(1, 2), table.equity(1, 2, post_crawford=True)
        (0.5, 0.685, 0.515)
    """

    def __init__(
        self,
        model: Model,
        rows: Sequence[Sequence[float]] = (),
        trailers: tuple[Sequence[float], Sequence[float]] = ((), ()),
        name: str = "",
        description: str = "",
    ) -> None:
        self.name = name
        self.description = description
        self.length = len(rows) or None
        self.model = model
        rates = (model.win_rate, 1.0 - model.win_rate)
        self._trailers = [
            model.trailer(known, LONGEST, rate) for known, rate in zip(trailers, rates, strict=True)
        ]
        self._cells = {
            (away, theirs): value
            for away, row in enumerate(rows, start=1)
            for theirs, value in enumerate(row, start=1)
        }
        self._filled = len(rows)

    @classmethod
    def computed(
        cls,
        gammon_rate: float = 0.26,
        backgammon_rate: float = 0.0,
        *,
        win_rate: float = 0.5,
        free_drops: tuple[float, float] = FREE_DROPS,
        length: int = 25,
    ) -> Self:
        """A table computed by the classical recursion with live cubes; see `tavla.scoring.met.models.LiveCube`.

        Args:
            gammon_rate: Share of the won games that are gammons, the backgammons not counted.
            backgammon_rate: Share of the won games that are backgammons.
            win_rate: The chance of seat 0 in a single game.
            free_drops: What the free drop costs the trailer 2 and 4 away after the Crawford game.
            length: The points up to which to compute now; the rest follows when it is asked for.

        Raises:
            InvalidArgumentError: Rates out of range.

        Examples:
            >>> hyper = MatchEquity.computed(gammon_rate=0.583, backgammon_rate=0.038)
            >>> round(hyper.equity(1, 2), 3)
            0.595
        """
        rates = checked_rates("gammon_rate, backgammon_rate", (gammon_rate, backgammon_rate))
        text = f"live cubes, gammons {gammon_rate}, backgammons {backgammon_rate}"
        found = cls(
            LiveCube(rates, win_rate, free_drops),
            name="computed",
            description=f"{text}, games won by seat 0 {win_rate}",
        )
        found._fill(_checked_away("length", length))
        return found

    @classmethod
    def from_xml(cls, source: str | bytes | Path, *, gammon_rate: float = 0.26) -> Self:
        """A table from a file of GNU Backgammon: explicit values, or the parameters of Zadeh's model or of mec.

        Args:
            source: The path of the file, or its text.
            gammon_rate: The share of gammons with which explicit values are extended.

        Raises:
            DataError: No such table.
            OSError: The file cannot be read.
        """
        found = read_xml(source)
        if found.model is not None:
            return cls(found.model, name=found.name, description=found.description)
        rows, trailers = found.rows or (), found.trailers or ((), ())
        model = LiveCube(checked_rates("gammon_rate", (gammon_rate, 0.0)), rows[0][0])
        return cls(model, rows, trailers, found.name, found.description)

    @property
    def is_symmetric(self) -> bool:
        """Whether both players have the same chances at the same score, but for rounding in the table."""
        size = self.length or 5
        return all(
            abs(self._before(i, j) + self._before(j, i) - 1) < 0.01
            for i in range(1, size + 1)
            for j in range(1, i + 1)
        )

    def equity(
        self,
        away: int,
        opponent_away: int,
        *,
        crawford: bool = False,
        post_crawford: bool = False,
        seat: int = 0,
    ) -> float:
        """The chance to win the match, before a game.

        A player who is 1 away has the Crawford game before him, unless `post_crawford` says that it was played.

        Args:
            away: The points that the player needs, 0 where he has won.
            opponent_away: Those that the other needs.
            crawford: Whether the Crawford game comes next, to be sure.
            post_crawford: Whether the Crawford game was played, or is not played at all.
            seat: Which player of the table it is.

        Raises:
            InvalidArgumentError: Scores that cannot be.
        """
        _checked_pair(away, opponent_away)
        if (crawford or post_crawford) and (
            1 not in (away, opponent_away) or min(away, opponent_away) == 0
        ):
            raise InvalidArgumentError(
                f"crawford, post_crawford: somebody must be 1 away, got {away}, {opponent_away}"
            )
        if crawford and post_crawford:
            raise InvalidArgumentError("crawford, post_crawford: only one can be")
        return self._seen(self._after if post_crawford else self._before, seat)(away, opponent_away)

    def chance(self, score: MatchScore, seat: int = 0) -> float:
        """The chance of a seat of the match to win it from a score.

        Without the Crawford rule the chances at 1 away are those after the Crawford game.

        Raises:
            InvalidArgumentError: No score, no seat, or a longer match than tables go.

        Examples:
            >>> round(MatchEquity.computed().chance(MatchScore(3, (2, 1)), seat=1), 3)
            0.315
        """
        if not isinstance(score, MatchScore):
            raise InvalidArgumentError(f"score: expected a MatchScore, got {score!r}")
        away = score.away if seat == 0 else score.away[::-1]
        after = not score.is_over and 1 in away and not score.is_crawford
        return self.equity(*away, post_crawford=after, seat=seat)

    def table(self, length: int) -> tuple[tuple[float, ...], ...]:
        """The chances of seat 0 before the Crawford game: a row for each number of points that it needs."""
        numbers = range(1, _checked_away("length", length) + 1)
        return tuple(tuple(self._before(i, j) for j in numbers) for i in numbers)

    # What the cube makes of it.

    def take_point(
        self,
        away: int,
        opponent_away: int,
        cube: int = 1,
        *,
        efficiency: float = 0.0,
        wins: Rates = (0.0, 0.0),
        losses: Rates = (0.0, 0.0),
        seat: int = 0,
    ) -> float:
        """The winning chances that a player needs to take a double.

        Somebody who is 1 away has the Crawford game behind him, since that has no doubles.

        Args:
            away: The points that the taker needs.
            opponent_away: Those that the doubler needs.
            cube: The cube before the double.
            efficiency: 0 for dead cubes, 1 for live ones, or between.
            wins: Shares of gammons, without backgammons, and of backgammons among the games that the taker wins.
            losses: Likewise among those that he loses.
            seat: Which player of the table the taker is.

        Raises:
            InvalidArgumentError: Arguments out of range.

        Examples:
            >>> table = MatchEquity.computed()
            >>> round(table.take_point(4, 2), 3), round(table.take_point(2, 4), 3)
            (0.18, 0.191)
        """
        _check_efficiency(efficiency)
        taker = self.spot(away, opponent_away, cube, wins=wins, losses=losses, seat=seat)
        return taker.other().answer_point(efficiency)

    def cash_point(
        self,
        away: int,
        opponent_away: int,
        cube: int = 1,
        *,
        efficiency: float = 0.0,
        wins: Rates = (0.0, 0.0),
        losses: Rates = (0.0, 0.0),
        seat: int = 0,
    ) -> float:
        """The winning chances from which a player's double is passed; the arguments are the doubler's."""
        _check_efficiency(efficiency)
        spot = self.spot(away, opponent_away, cube, wins=wins, losses=losses, seat=seat)
        return 1.0 - spot.answer_point(efficiency)

    def double_point(
        self,
        away: int,
        opponent_away: int,
        cube: int = 1,
        *,
        efficiency: float = 0.0,
        centred: bool = True,
        wins: Rates = (0.0, 0.0),
        losses: Rates = (0.0, 0.0),
        seat: int = 0,
    ) -> float:
        """The winning chances from which a player's double that is taken gains; 1 where it never does.

        Args:
            away: The points that the doubler needs.
            opponent_away: Those that the other needs.
            cube: The cube before the double.
            efficiency: 0 for dead cubes, 1 for live ones, or between.
            centred: Whether the cube is centred, rather than the doubler's own.
            wins: Shares of gammons, without backgammons, and of backgammons among the games that the doubler wins.
            losses: Likewise among those that he loses.
            seat: Which player of the table the doubler is.

        Examples:
            >>> table = MatchEquity.computed()
            >>> table.double_point(2, 2), round(table.double_point(7, 7, efficiency=0.68), 3)
            (0.5, 0.685)
        """
        _check_efficiency(efficiency)
        spot = self.spot(away, opponent_away, cube, wins=wins, losses=losses, seat=seat)
        return spot.double_point(efficiency, centred=centred)

    def window(
        self,
        away: int,
        opponent_away: int,
        cube: int = 1,
        *,
        wins: Rates = (0.0, 0.0),
        losses: Rates = (0.0, 0.0),
        seat: int = 0,
    ) -> CubeWindow:
        """The points of a doubler with dead cubes, in one; first doubles and redoubles are then the same."""
        spot = self.spot(away, opponent_away, cube, wins=wins, losses=losses, seat=seat)
        return spot.window()

    def gammon_value(self, away: int, opponent_away: int, cube: int = 1, *, seat: int = 0) -> float:
        """What a gammon adds to a single win, the way from a loss to a single win being 1; in money play 1/2.

        `cube` is the stake of the game: after an automatic redouble, that of the redouble.

        Examples:
            >>> table = MatchEquity.computed()
            >>> table.gammon_value(1, 1), table.gammon_value(2, 2, 2)
            (0.0, 0.0)
        """
        return self.spot(away, opponent_away, cube, seat=seat).gammon_value(2)

    def backgammon_value(
        self, away: int, opponent_away: int, cube: int = 1, *, seat: int = 0
    ) -> float:
        """What a backgammon adds to a gammon, likewise."""
        return self.spot(away, opponent_away, cube, seat=seat).gammon_value(3)

    def spot(
        self,
        away: int,
        opponent_away: int,
        cube: int = 1,
        *,
        wins: Rates = (0.0, 0.0),
        losses: Rates = (0.0, 0.0),
        seat: int = 0,
    ) -> Spot:
        """A player with a cube at a score, for all that can be asked of him as a doubler."""
        _checked_pair(away, opponent_away)
        if min(away, opponent_away) == 0:
            raise InvalidArgumentError("away, opponent_away: the match is over")
        if type(cube) is not int or not 0 < cube <= 1 << 20 or cube & (cube - 1):
            raise InvalidArgumentError(f"cube: expected a power of two, got {cube!r}")
        follows = self._after if 1 in (away, opponent_away) else self._before
        rates = checked_rates("wins", wins), checked_rates("losses", losses)
        return Spot(self._seen(follows, seat), away, opponent_away, cube, *rates)

    def _seen(self, chance: Chance, seat: int) -> Chance:
        """Chances as a seat sees them."""
        return chance if _checked_seat(seat) == 0 else flipped(chance)

    def _after(self, away: int, theirs: int) -> float:
        """The chance of seat 0 when the Crawford game was played."""
        if away <= 0 or theirs <= 0:
            return 1.0 if away <= 0 else 0.0
        return self._trailers[0][away - 1] if theirs == 1 else 1.0 - self._trailers[1][theirs - 1]

    def _before(self, away: int, theirs: int) -> float:
        """The chance of seat 0 before the Crawford game."""
        if away <= 0 or theirs <= 0:
            return 1.0 if away <= 0 else 0.0
        self._fill(max(away, theirs))
        return self._cells[away, theirs]

    def _fill(self, size: int) -> None:
        """Compute the cells up to so many points."""
        for longer in range(self._filled + 1, size + 1):
            for shorter in range(1, longer + 1):
                for pair in ((longer, shorter), (shorter, longer)):
                    self._cells[pair] = self._cell(*pair)
            self._filled = longer

    def _cell(self, away: int, theirs: int) -> float:
        if away == theirs == 1:
            return self.model.win_rate
        if 1 in (away, theirs):
            return crawford_cell(self.model, self._after, away, theirs)
        return self.model.cell(self._known, away, theirs)

    def _known(self, away: int, theirs: int) -> float:
        """As `_before`, where everything needed has been computed."""
        if away <= 0 or theirs <= 0:
            return 1.0 if away <= 0 else 0.0
        return self._cells[away, theirs]

    def __repr__(self) -> str:
        return f"<MatchEquity {self.name!r}, length {self.length}>"


def _checked_away(name: str, value: object) -> int:
    if type(value) is not int or not 1 <= value <= LONGEST:
        raise InvalidArgumentError(f"{name}: expected points from 1 to {LONGEST}, got {value!r}")
    return value


def _checked_pair(away: object, opponent_away: object) -> None:
    for name, value in (("away", away), ("opponent_away", opponent_away)):
        if value != 0 or type(value) is not int:
            _checked_away(name, value)
    if away == opponent_away == 0:
        raise InvalidArgumentError("away, opponent_away: only one can have won")


def _check_efficiency(efficiency: object) -> None:
    if not is_share(efficiency):
        raise InvalidArgumentError(f"efficiency: expected a number from 0 to 1, got {efficiency!r}")


def _checked_seat(seat: object) -> int:
    if type(seat) is not int or seat not in (0, 1):
        raise InvalidArgumentError(f"seat: expected 0 or 1, got {seat!r}")
    return seat
