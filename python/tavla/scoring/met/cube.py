"""What the cube is worth at a score: take points, doubling points, gammon values, from the chances after the game.

All chances are those to win the game at hand. A cube is *dead* when the one who may turn it has nothing to gain by it;
a *live* one is turned at the best moment. Where the doubler needs no more than the cube he gives and the taker does,
the taker loses nothing by turning it back at once, so that a take is a take at four times the stake: the automatic
redouble.

Sources: R. Janowski, "Take-Points in Money Games" (Hoosier Backgammon Club, 1993), for live cubes and the efficiency
between dead and live; T. Keith, "How to Compute a Match Equity Table" (bkgm.com, 2004), for live cubes in matches;
K. Woolsey, "How to Play Tournament Backgammon" (1993), for dead cubes, gammon values and automatic redoubles.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tavla.errors import InvalidArgumentError
from tavla.scoring.met.chances import after_loss, after_win, flipped, is_share

if TYPE_CHECKING:
    from tavla.scoring.met.chances import Chance, Rates

__all__ = ["CubeWindow", "Spot", "money_window"]


@dataclass(frozen=True, slots=True)
class CubeWindow:
    """At which winning chances of the doubler what is right.

    Attributes:
        double: From here a double that is taken gains.
        redouble: From here a redouble that is taken gains.
        cash: From here the other side passes.
        too_good: From here the doubler does better to play on for a gammon; 1 where he never does.
    """

    double: float
    redouble: float
    cash: float
    too_good: float

    @property
    def take(self) -> float:
        """The winning chances that the other side needs for a take."""
        return 1.0 - self.cash


def money_window(
    win_value: float = 1.0, loss_value: float = 1.0, efficiency: float = 0.0
) -> CubeWindow:
    """The window in money play without Jacoby's rule, after Janowski.

    With W the average value of a won game at cube 1, L that of a lost one, x the efficiency of the cube and
    S = W + L + x/2, the equity at winning chances p, for a cube of 1, is `p S - L` to its owner, `p S - L - x/2` against
    the owner, and `4/(4 - x) (p S - L - x/4)` while it is centred. So the points are

    - take: `(L - 1/2) / S`,
    - cash: `(L + 1/2 + x/2) / S`,
    - double from the centre: `(L + x (3 - x) / (2 (2 - x))) / S`,
    - redouble: `(L + x) / S`,
    - too good: `(L + 1) / S`.

    Args:
        win_value: W: 1 for singles alone, more with gammons.
        loss_value: L, likewise.
        efficiency: x: 0 for a dead cube, 1 for a live one; about 2/3 in practice.

    Raises:
        InvalidArgumentError: Values out of range.

    Examples:
        >>> dead, live = money_window(), money_window(efficiency=1)
        >>> dead.take, dead.double, live.take, live.redouble
        (0.25, 0.5, 0.19999999999999996, 0.8)
    """
    if not (1 <= win_value <= 3 and 1 <= loss_value <= 3 and is_share(efficiency)):
        raise InvalidArgumentError(
            "expected values from 1 to 3 and an efficiency from 0 to 1, got "
            f"{win_value!r}, {loss_value!r}, {efficiency!r}"
        )
    x, slope = efficiency, win_value + loss_value + efficiency / 2
    return CubeWindow(
        double=(loss_value + x * (3 - x) / (2 * (2 - x))) / slope,
        redouble=(loss_value + x) / slope,
        cash=(loss_value + 0.5 + x / 2) / slope,
        too_good=min(1.0, (loss_value + 1) / slope),
    )


@dataclass(frozen=True, slots=True)
class Spot:
    """A doubler with a cube at a score.

    In the formulas P is his chance in the match when his double is passed; W and L are his chances when the game is won
    and lost after a take, N those when it is won and lost without a double.

    Attributes:
        chance: The chances in the match after this game.
        away: The points that the doubler needs.
        theirs: Those that the other side needs.
        cube: The cube before the double.
        wins: Gammons and backgammons among the games that the doubler wins.
        losses: Those among the games that he loses.
    """

    chance: Chance
    away: int
    theirs: int
    cube: int = 1
    wins: Rates = (0.0, 0.0)
    losses: Rates = (0.0, 0.0)

    def other(self) -> Spot:
        """The same with the sides changed."""
        return Spot(flipped(self.chance), self.theirs, self.away, self.cube, self.losses, self.wins)

    @property
    def stake(self) -> int:
        """What the game is worth after a take, the automatic redouble included."""
        automatic = self.away <= 2 * self.cube < self.theirs
        return 4 * self.cube if automatic else 2 * self.cube

    @property
    def passed(self) -> float:
        """P."""
        return self.chance(self.away - self.cube, self.theirs)

    def won(self, stake: int) -> float:
        """The doubler's chance after he won for a stake, W or N."""
        return after_win(self.chance, self.away, self.theirs, stake, self.wins)

    def lost(self, stake: int) -> float:
        """The doubler's chance after he lost for a stake, L or N."""
        return after_loss(self.chance, self.away, self.theirs, stake, self.losses)

    def dead_cash_point(self) -> float:
        """The winning chances at which the other side may as well pass, later cubes being dead: `(P - L) / (W - L)`."""
        return _at(self.passed, self.lost(self.stake), self.won(self.stake))

    def live_cash_point(self) -> float:
        """The winning chances at which the other side may as well pass, later cubes being live.

        The taker will redouble at his own cash point C, found in the same way at twice the cube, and is then paid
        without a game. Between that point and a certain loss his chance in the match is linear, so that the point is
        `1 - C (W - P) / (W - L)`, L being what the doubler has left when he passes that redouble. The descent ends where
        the taker's cube is dead.
        """
        if self.away <= self.cube:
            return 1.0
        theirs = replace(self.other(), cube=2 * self.cube).live_cash_point()
        lost = self.chance(self.away, self.theirs - 2 * self.cube)
        return 1.0 - theirs * (1.0 - _at(self.passed, lost, self.won(2 * self.cube)))

    def answer_point(self, efficiency: float) -> float:
        """The winning chances that the other side needs for a take, with cubes between dead and live.

        The chance in the match is taken as a mixture of the two by the efficiency x, as Janowski does for money. Below
        the take points both rise linearly from the same loss to the value of a pass, so that the point is
        `1 / ((1 - x) / dead + x / live)`.
        """
        dead, live = 1.0 - self.dead_cash_point(), 1.0 - self.live_cash_point()
        if min(dead, live) <= 0:
            return 0.0
        return 1.0 / ((1.0 - efficiency) / dead + efficiency / live)

    def double_point(self, efficiency: float = 0.0, *, centred: bool = True) -> float:
        """The winning chances from which a double that is taken gains; 1 where it never does.

        What is risked, over what is risked and gained: `(N_lost - L) / (N_lost - L + W - N_won)`, where with dead cubes
        N, W and L are those of won and lost games. With live cubes they are where the two lines of the chance in the
        match end that lead through the cash points: before the double through both sides' points, or the doubler's alone
        where he owns the cube; after it through the taker's. Between dead and live they are mixed by the efficiency. A
        live cube is turned at the cash point.

        Args:
            efficiency: 0 for dead cubes, 1 for live ones, or between.
            centred: Whether the cube is centred, rather than the doubler's own.
        """
        held, given = (self.lost(self.cube), self.won(self.cube)), self._dead_line()
        if efficiency > 0:
            held = _mixed(held, self._live_line_before(centred=centred), efficiency)
            given = _mixed(given, self._live_line_after(), efficiency)
        risk, gain = held[0] - given[0], given[1] - held[1]
        return min(max(risk / (risk + gain), 0.0), 1.0) if gain > 0 else 1.0

    def _dead_line(self) -> tuple[float, float]:
        """The chance in the match after a take, at winning chances of 0 and of 1, with dead cubes."""
        return self.lost(self.stake), self.won(self.stake)

    def _live_line_before(self, *, centred: bool) -> tuple[float, float]:
        """The same without a double, with live cubes; beyond the cash points the line is only thought."""
        high = self.live_cash_point()
        if not centred:
            return _through(0.0, self.lost(self.cube), high, self.passed)
        low = 1.0 - self.other().live_cash_point()
        return _through(low, self.chance(self.away, self.theirs - self.cube), high, self.passed)

    def _live_line_after(self) -> tuple[float, float]:
        """The same after a take, with live cubes."""
        low = 1.0 - replace(self.other(), cube=2 * self.cube).live_cash_point()
        redoubled = self.chance(self.away, self.theirs - 2 * self.cube)
        return _through(low, redoubled, 1.0, self.won(2 * self.cube))

    def too_good_point(self) -> float:
        """The winning chances from which playing on beats a pass, with dead cubes: `(P - N_lost) / (N_won - N_lost)`."""
        return min(1.0, _at(self.passed, self.lost(self.cube), self.won(self.cube)))

    def window(self) -> CubeWindow:
        """The points with dead cubes in one; first doubles and redoubles are then the same."""
        double = self.double_point()
        return CubeWindow(double, double, self.dead_cash_point(), self.too_good_point())

    def gammon_value(self, level: int) -> float:
        """What a win of a level adds to one of the level below, the way from a loss to a single win being 1."""
        single, loss = self.passed, self.chance(self.away, self.theirs - self.cube)
        above = self.chance(self.away - level * self.cube, self.theirs)
        below = self.chance(self.away - (level - 1) * self.cube, self.theirs)
        return (above - below) / (single - loss)


def _at(value: float, low: float, high: float) -> float:
    """Where a value lies on the way from low to high; at the end where there is no way."""
    return (value - low) / (high - low) if high > low else 1.0


def _through(low: float, at_low: float, high: float, at_high: float) -> tuple[float, float]:
    """Where the line through two points is at 0 and at 1; level where they stand one above the other."""
    slope = (at_high - at_low) / (high - low) if high > low else 0.0
    return at_low - slope * low, at_high + slope * (1.0 - high)


def _mixed(
    dead: tuple[float, float], live: tuple[float, float], efficiency: float
) -> tuple[float, float]:
    """A line between two lines."""
    first, second = (d + efficiency * (v - d) for d, v in zip(dead, live, strict=True))
    return first, second
