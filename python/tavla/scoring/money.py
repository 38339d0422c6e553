"""The score of money play: the points of a game, and what a point is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tavla.errors import InvalidArgumentError
from tavla.game.cube import Cube
from tavla.game.plain import exact, is_text, plain_number
from tavla.game.reading import fields_of, reading

__all__ = ["MoneyScoring", "Stake"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyScoring:
    """How many points a game is worth when games are played for money.

    Attributes:
        cube: Whether a cube is in play. Without one Jacoby's rule has no effect: it would erase every double win.
        jacoby: Gammons and backgammons count once only while nobody has doubled.
        jacoby_auto_counts_as_turned: Whether an automatic double ends that.
        max_result: The largest kind of win: 1 single, 2 gammon, 3 backgammon.

    Raises:
        InvalidArgumentError: Options of the wrong kind.

    Examples:
        >>> from tavla.game.cube import Cube
        >>> scoring = MoneyScoring(cube=True, jacoby=True)
        >>> scoring.points(3, Cube()), scoring.points(3, Cube().offer(0).taken())
        (1, 6)
        >>> MoneyScoring(jacoby=True, max_result=2).points(2)
        2
    """

    cube: bool = False
    jacoby: bool = False
    jacoby_auto_counts_as_turned: bool = False
    max_result: int = 3

    def __post_init__(self) -> None:
        for name in ("cube", "jacoby", "jacoby_auto_counts_as_turned"):
            if type(getattr(self, name)) is not bool:
                raise InvalidArgumentError(
                    f"{name}: expected True or False, got {getattr(self, name)!r}"
                )
        if type(self.max_result) is not int or self.max_result not in (1, 2, 3):
            raise InvalidArgumentError(f"max_result: expected 1, 2 or 3, got {self.max_result!r}")

    def points(self, kind: int, cube: Cube | None = None) -> int:
        """The points of a game that was won, or lost by resignation, as `kind`, with the cube as it lay at the end.

        Beavers are in the value of the cube, as automatic doubles are.

        Args:
            kind: 1 single, 2 gammon, 3 backgammon.
            cube: The cube; without one, that of a game in which nobody doubled.

        Raises:
            InvalidArgumentError: A kind beyond `max_result`, or a cube that was turned where none is in play.
        """
        cube = Cube() if cube is None else cube
        if not self.cube and cube != Cube():
            raise InvalidArgumentError(f"cube: none is in play, got one at {cube.value}")
        if kind not in range(1, self.max_result + 1):
            raise InvalidArgumentError(
                f"kind: expected a number from 1 to {self.max_result}, got {kind!r}"
            )
        return cube.worth(
            int(kind),
            jacoby=self.jacoby and self.cube,
            auto_counts_as_turned=self.jacoby_auto_counts_as_turned,
        )


@dataclass(frozen=True, slots=True)
class Stake:
    """What a point is worth.

    Attributes:
        amount: An exact number above 0 for each point, given as any that `tavla.game.plain.exact` reads.
        unit: What it counts, such as a currency.

    Raises:
        InvalidArgumentError: No such number, or no text.

    Examples:
        >>> from decimal import Decimal
        >>> stake = Stake(Decimal("2.50"), "EUR")
        >>> stake.of(3), stake.text(3), Stake("1/3").text(-2)
        (Fraction(15, 2), '7.5 EUR', '-2/3')
    """

    amount: Fraction = Fraction(1)
    unit: str = ""

    def __post_init__(self) -> None:
        amount = exact(self.amount, "stake")
        if amount <= 0:
            raise InvalidArgumentError(f"stake: expected a number above 0, got {amount}")
        if not is_text(self.unit):
            raise InvalidArgumentError(f"unit: expected text, got {self.unit!r}")
        object.__setattr__(self, "amount", amount)

    def of(self, points: Fraction | int) -> Fraction:
        """What so many points are worth."""
        return self.amount * points

    def text(self, points: Fraction | int) -> str:
        """What so many points are worth, in words."""
        return f"{decimal_text(self.of(points))} {self.unit}".strip()

    def to_dict(self) -> dict[str, Any]:
        """The stake as plain data."""
        return {"amount": plain_number(self.amount), "unit": self.unit}

    @classmethod
    def from_dict(cls, data: object) -> Stake:
        """The stake that `to_dict` gave, after JSON or not.

        Raises:
            DataError: Not such data.
        """
        with reading("stake"):
            return cls(**fields_of("stake", data, ("amount", "unit")))


def decimal_text(value: Fraction) -> str:
    """An exact number as people write it: a decimal where it has an end, else a fraction.

    Examples:
        >>> decimal_text(Fraction(-5, 4)), decimal_text(Fraction(1, 3))
        ('-1.25', '1/3')
    """
    for places in range(10):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = f"{abs(scaled.numerator):0{places + 1}d}"
            sign = "-" if value < 0 else ""
            return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"
    return str(value)
