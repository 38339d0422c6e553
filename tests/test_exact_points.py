"""Points of a settlement: exact, and of a reasonable size whatever a client sends."""

from decimal import Decimal
from fractions import Fraction

import pytest

from tavla.errors import InvalidArgumentError
from tavla.game.actions import Settle
from tavla.game.plain import exact


@pytest.mark.parametrize(
    ("value", "points"),
    [
        (-3, Fraction(-3)),
        ("1/3", Fraction(1, 3)),
        ("-0.5", Fraction(-1, 2)),
        (".5", Fraction(1, 2)),
        (Decimal("0.125"), Fraction(1, 8)),
        (Fraction(7, 2), Fraction(7, 2)),
        ("9" * 100, Fraction(10**100 - 1)),
    ],
)
def test_exact_numbers_are_read(value, points):
    assert exact(value) == points
    assert exact(Settle(0, value).to_dict()["points"]) == points


@pytest.mark.parametrize(
    "value",
    [
        0.5, True, None, "", "x", "1/0", "1e9", "1e999999999", "nan", "inf", "\u0663", "9" * 101, "1/" + "9" * 101,
        10**100, Fraction(1, 10**100), Decimal("1e999999999"), Decimal("-1e-999999999"), Decimal("nan"),
        Decimal("inf"), [1],
    ],
)  # fmt: skip
def test_others_are_refused_at_once(value):
    with pytest.raises(InvalidArgumentError, match="points: expected an exact number"):
        exact(value)


def test_numbers_too_long_to_print_are_refused():
    with pytest.raises(InvalidArgumentError, match="got int"):
        exact(10**5000)
