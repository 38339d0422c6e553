"""When a session of games ends."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tavla.errors import InvalidArgumentError
from tavla.game.plain import exact, plain_number
from tavla.game.reading import fields_of, reading

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["Limits", "checked_time"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What ends a session; each that is None never does. No game starts once one of them is reached.

    Attributes:
        difference: Points by which a player leads: an exact number above 0.
        games: Games entered: a whole number from 1.
        time: A moment on the caller's clock, such as seconds of `time.time()`. A game that began before it is played to
            its end and counts.

    Raises:
        InvalidArgumentError: Something else.

    Examples:
        >>> from fractions import Fraction
        >>> limits = Limits(difference=Fraction(10), games=20)
        >>> limits.reached(difference=Fraction(-10), games=4)
        'difference'
    """

    difference: Fraction | None = None
    games: int | None = None
    time: float | None = None

    def __post_init__(self) -> None:
        if self.difference is not None:
            difference = exact(self.difference, "difference")
            if difference <= 0:
                raise InvalidArgumentError(
                    f"difference: expected a number above 0, got {difference}"
                )
            object.__setattr__(self, "difference", difference)
        if self.games is not None and (type(self.games) is not int or self.games < 1):
            raise InvalidArgumentError(f"games: expected a whole number from 1, got {self.games!r}")
        checked_time(self.time)

    def reached(self, *, difference: Fraction, games: int, time: float | None = None) -> str | None:
        """The name of the first limit that is reached, or None.

        Args:
            difference: Points by which one player leads the other; its sign does not matter.
            games: Games entered so far.
            time: The time now, or None where it is not known.
        """
        if self.difference is not None and abs(difference) >= self.difference:
            return "difference"
        if self.games is not None and games >= self.games:
            return "games"
        if self.time is not None and time is not None and time >= self.time:
            return "time"
        return None

    def to_dict(self) -> dict[str, Any]:
        """The limits as plain data."""
        difference = None if self.difference is None else plain_number(self.difference)
        return {"difference": difference, "games": self.games, "time": self.time}

    @classmethod
    def from_dict(cls, data: object) -> Limits:
        """The limits that `to_dict` gave, after JSON or not.

        Raises:
            DataError: Not such data.
        """
        with reading("limits"):
            return cls(**fields_of("limits", data, ("difference", "games", "time")))


def checked_time(value: object, name: str = "time") -> float | None:
    """A moment on somebody's clock: a finite number, or None.

    Raises:
        InvalidArgumentError: Something else.
    """
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidArgumentError(f"{name}: expected a number such as seconds, got {value!r}")
    if abs(value) > 1e18 or math.isnan(value):
        raise InvalidArgumentError(f"{name}: expected a moment within 1e18, got {value!r}")
    return value
