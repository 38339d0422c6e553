"""Chances to win a match, as functions of the points that both players need, and averages of them over a game's ends."""

from __future__ import annotations

from collections.abc import Callable

from tavla.errors import InvalidArgumentError

__all__ = ["Chance", "Rates", "after_loss", "after_win", "checked_rates", "flipped"]

Chance = Callable[[int, int], float]
"""The chance of a player who needs the first number of points against one who needs the second; from 0 down nothing is
needed any more."""

Rates = tuple[float, float]
"""Which shares of the won games are gammons, the backgammons not counted, and which are backgammons."""


def flipped(chance: Chance) -> Chance:
    """The same chances seen by the other player."""
    return lambda away, theirs: 1.0 - chance(theirs, away)


def after_win(chance: Chance, away: int, theirs: int, stake: int, rates: Rates) -> float:
    """The chance after a game won for the stake, as a gammon or as a backgammon, on average."""
    gammons, backgammons = rates
    single = chance(away - stake, theirs)
    gammon = chance(away - 2 * stake, theirs)
    backgammon = chance(away - 3 * stake, theirs)
    return (1.0 - gammons - backgammons) * single + gammons * gammon + backgammons * backgammon


def after_loss(chance: Chance, away: int, theirs: int, stake: int, rates: Rates) -> float:
    """The chance after a game lost, `rates` being those of the winner."""
    return 1.0 - after_win(flipped(chance), theirs, away, stake, rates)


def checked_rates(name: str, rates: object) -> Rates:
    """Two shares that are not more than all.

    Raises:
        InvalidArgumentError: Something else.
    """
    if isinstance(rates, tuple | list) and len(rates) == 2:
        gammons, backgammons = rates
        if all(is_share(share) for share in rates) and gammons + backgammons <= 1:
            return float(gammons), float(backgammons)
    raise InvalidArgumentError(
        f"{name}: expected the shares of gammons and of backgammons, together at most 1, got {rates!r}"
    )


def is_share(value: object) -> bool:
    """Whether a value is a number from 0 to 1."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
