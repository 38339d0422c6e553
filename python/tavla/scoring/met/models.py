"""How match equity tables are computed from gammon rates, score by score from the end of the match outwards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from tavla.errors import InvalidArgumentError
from tavla.scoring.met.chances import (
    after_loss,
    after_win,
    checked_rates,
    is_share,
)
from tavla.scoring.met.cube import Spot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavla.scoring.met.chances import Chance, Rates

__all__ = ["FREE_DROPS", "LiveCube", "Model", "Zadeh", "crawford_cell", "post_crawford"]

FREE_DROPS = (0.015, 0.004)
"""What the free drop costs a trailer who is 2 and 4 away after the Crawford game, as customary: the leader may pass the
trailer's immediate double when the opening went against him."""


class Model(Protocol):
    """A way to compute a table."""

    @property
    def rates(self) -> Rates:
        """Gammon and backgammon rates of each won game."""

    @property
    def win_rate(self) -> float:
        """The chance of seat 0 in a single game."""

    def trailer(self, known: Sequence[float], count: int, win_rate: float) -> list[float]:
        """The chances of a trailer who wins a game at that rate, 1 to `count` away after the Crawford game."""

    def cell(self, chance: Chance, away: int, theirs: int) -> float:
        """The chance before the Crawford game where both need 2 or more, from those that are closer to the end."""


def post_crawford(
    known: Sequence[float],
    count: int,
    rates: Rates,
    win_rate: float,
    drops: tuple[float, float] = (0.0, 0.0),
) -> list[float]:
    """The chances of a trailer 1 to `count` away after the Crawford game, going on from those that are known.

    The trailer doubles at once and the leader takes, so that a game is worth 2 points to him, 4 or 6, and the match to
    the leader (N. Zadeh, "On Doubling in Tournament Backgammon", Management Science 23, 1977, 986-993). `drops` are
    what the free drop takes away at 2 and at 4.
    """
    gammons, backgammons = rates
    found = list(known[:count])

    def at(away: int) -> float:
        return found[away - 1] if away > 0 else 1.0

    for away in range(len(found) + 1, count + 1):
        won = (
            (1.0 - gammons - backgammons) * at(away - 2)
            + gammons * at(away - 4)
            + backgammons * at(away - 6)
        )
        found.append(win_rate * won - _drop(away, drops))
    return found


def _drop(away: int, drops: tuple[float, float]) -> float:
    return drops[0] if away == 2 else drops[1] if away == 4 else 0.0


def crawford_cell(model: Model, chance: Chance, away: int, theirs: int) -> float:
    """The chance at the start of the Crawford game, played without the cube, from those after it."""
    won = after_win(chance, away, theirs, 1, model.rates)
    lost = after_loss(chance, away, theirs, 1, model.rates)
    return model.win_rate * won + (1.0 - model.win_rate) * lost


@dataclass(frozen=True, slots=True)
class LiveCube:
    """The classical recursion: every cube is live.

    A game starts at the winning chances of its first side and drifts without jumps until one side reaches its cash
    point, where the cube is turned and passed; so the chance in the match is linear between the two cash points, where
    it is that of a point won and of a point lost (C. Thornberg, the program mec, 1996; T. Keith, "How to Compute a Match
    Equity Table", bkgm.com, 2004). After the Crawford game a trailer on an even number is no better off than on the odd
    number below, but for the free drop.

    Attributes:
        rates: Shares of gammons and of backgammons among the won games, for both sides.
        win_rate: The chance of seat 0 in a single game.
        free_drops: What the free drop costs the trailer 2 and 4 away.

    Raises:
        InvalidArgumentError: Rates out of range.
    """

    rates: Rates = (0.26, 0.0)
    win_rate: float = 0.5
    free_drops: tuple[float, float] = FREE_DROPS

    def __post_init__(self) -> None:
        checked_rates("rates", self.rates)
        _check_model(self.win_rate, self.free_drops)

    def trailer(self, known: Sequence[float], count: int, win_rate: float) -> list[float]:
        """The chances of a trailer 1 to `count` away after the Crawford game."""
        if known:
            return post_crawford(known, count, self.rates, win_rate)
        found = post_crawford((), count, self.rates, win_rate)
        return [chance - _drop(away, self.free_drops) for away, chance in enumerate(found, start=1)]

    def cell(self, chance: Chance, away: int, theirs: int) -> float:
        """The chance before the Crawford game, on the line between the two cash points."""
        spot = Spot(chance, away, theirs, 1, self.rates, self.rates)
        high, low = spot.live_cash_point(), 1.0 - spot.other().live_cash_point()
        won, lost = chance(away - 1, theirs), chance(away, theirs - 1)
        share = (self.win_rate - low) / (high - low) if high > low else 0.5
        return lost + (won - lost) * min(max(share, 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class Zadeh:
    """Zadeh's model, between dead and live cubes (Management Science 23, 1977, 986-993).

    A doubling point at a live cube is `1 + (other + delta) (dead - 1)`, where `dead` is the point at a dead cube with
    the automatic redouble and `other` the doubling point of the other side at twice the cube: `delta` is what the cube
    loses because the dice jump over the best moment. `delta_bar` moves both first doubling points outwards likewise.

    Attributes:
        doubler_gammons: Share of gammons among the games that the doubler wins.
        taker_gammons: That among the games that the taker wins.
        delta: See above.
        delta_bar: See above.
        trailer_gammons: Share of gammons among the games that the trailer wins after the Crawford game.
        free_drops: What the free drop costs the trailer 2 and 4 away.

    Raises:
        InvalidArgumentError: Rates out of range.
    """

    doubler_gammons: float = 0.25
    taker_gammons: float = 0.15
    delta: float = 0.08
    delta_bar: float = 0.06
    trailer_gammons: float = 0.25
    free_drops: tuple[float, float] = FREE_DROPS

    def __post_init__(self) -> None:
        for name in ("doubler_gammons", "taker_gammons", "trailer_gammons", "delta", "delta_bar"):
            if not is_share(getattr(self, name)):
                raise InvalidArgumentError(
                    f"{name}: expected a number from 0 to 1, got {getattr(self, name)!r}"
                )
        _check_model(self.win_rate, self.free_drops)

    @property
    def rates(self) -> Rates:
        """The gammon rate of the Crawford game is that of the doubler."""
        return self.doubler_gammons, 0.0

    @property
    def win_rate(self) -> float:
        """The players are equal."""
        return 0.5

    def trailer(self, known: Sequence[float], count: int, win_rate: float) -> list[float]:
        """The chances of a trailer 1 to `count` away after the Crawford game."""
        return post_crawford(known, count, (self.trailer_gammons, 0.0), win_rate, self.free_drops)

    def cell(self, chance: Chance, away: int, theirs: int) -> float:
        """The chance before the Crawford game, on the line between the two first doubling points."""
        wins, losses = (self.doubler_gammons, 0.0), (self.taker_gammons, 0.0)
        spot = Spot(chance, away, theirs, 1, wins, losses)
        mine = self._point(spot) + self.delta_bar - 0.5
        other = self._point(_swapped(spot)) + self.delta_bar - 0.5
        won, lost = chance(away - 1, theirs), chance(away, theirs - 1)
        return (other * won + mine * lost) / (mine + other)

    def _point(self, spot: Spot) -> float:
        """The winning chances at which a player doubles."""
        dead = spot.dead_cash_point()
        if min(spot.away, spot.theirs) <= 2 * spot.cube:
            return dead
        other = self._point(replace(_swapped(spot), cube=2 * spot.cube))
        return 1.0 + (other + self.delta) * (dead - 1.0)


def _swapped(spot: Spot) -> Spot:
    """The other side as a doubler, with the gammon rates of doublers and takers."""
    return replace(spot.other(), wins=spot.wins, losses=spot.losses)


def _check_model(win_rate: float, free_drops: object) -> None:
    if not is_share(win_rate) or win_rate in (0, 1):
        raise InvalidArgumentError(f"win_rate: expected a number between 0 and 1, got {win_rate!r}")
    if not (
        isinstance(free_drops, tuple)
        and len(free_drops) == 2
        and all(is_share(drop) and drop < 0.25 for drop in free_drops)
    ):
        raise InvalidArgumentError(
            f"free_drops: expected two numbers from 0 to 0.25, got {free_drops!r}"
        )
