"""Plain data, in and out: exact numbers, the headers of stored objects, JSON. It knows nothing of a board."""

from __future__ import annotations

import json
import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any, Self, TypeGuard

from tavla.errors import DataError, InvalidArgumentError
from tavla.game.reading import reading

__all__ = [
    "Stored",
    "check_header",
    "checked_seat",
    "exact",
    "is_text",
    "plain_number",
    "read_json",
]

DIGITS = 100
"""How many digits an exact number that somebody gives may have, above and below the line: more is a slip, or an attack
on the memory."""

_TEXT = re.compile(r"[+-]?(\d+(/\d+)?|\d*\.\d+)", re.ASCII)


def exact(value: object, name: str = "points", digits: int = DIGITS) -> Fraction:
    """Read an exact number: a whole number, a `Fraction`, a `Decimal`, or text such as "1/3" and "0.5".

    Args:
        value: The number.
        name: What it is, for the message.
        digits: How many digits it may have, above and below the line.

    Raises:
        InvalidArgumentError: No exact finite number, or one of more digits; floats are refused since they seldom are
            what they show.

    Examples:
        >>> exact("1/3") + exact("0.5")
        Fraction(5, 6)
        >>> exact(0.1)
        Traceback (most recent call last):
        ...
        tavla.errors.InvalidArgumentError: points: expected an exact number such as 2, "1/3" or "0.5", got 0.1
    """
    found = _fraction(value, digits)
    if found is None:
        expected = 'an exact number such as 2, "1/3" or "0.5"'
        raise InvalidArgumentError(f"{name}: expected {expected}, got {_short(value)}")
    if max(abs(found.numerator), found.denominator) >= 10**digits:
        raise InvalidArgumentError(
            f"{name}: expected an exact number of at most {digits} digits, got {type(value).__name__}"
        )
    return found


def _fraction(value: object, digits: int) -> Fraction | None:
    """The number that is meant; None where there is none, or none that is worth computing."""
    if isinstance(value, bool):
        return None
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Decimal):
        small = value.is_finite() and abs(value.adjusted()) <= digits
        return Fraction(value) if small and len(value.as_tuple().digits) <= digits else None
    if isinstance(value, str) and len(value) <= 2 * digits + 2 and _TEXT.fullmatch(value):
        try:
            return Fraction(value)
        except ZeroDivisionError:
            return None
    return None


def _short(value: object) -> str:
    """How a value looks, cut to what a message can hold."""
    text = repr(value)
    return text if len(text) <= DIGITS else f"{text[:DIGITS]}..."


def plain_number(value: Fraction) -> int | str:
    """An exact number as JSON can hold it: a whole number, or text such as "1/3"."""
    return int(value) if value.denominator == 1 else str(value)


def checked_seat(seat: object) -> int:
    """A seat.

    Raises:
        InvalidArgumentError: It is none; True and False are none.
    """
    if type(seat) is not int or seat not in (0, 1):
        raise InvalidArgumentError(f"seat: expected 0 or 1, got {seat!r}")
    return seat


def is_text(value: object) -> TypeGuard[str]:
    """Whether a value is text that a file can hold: JSON can say half a character, and UTF-8 cannot."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeError:
        return False
    return True


def check_header(data: object, form: str, version: int) -> None:
    """Check that data are an object of this format and version.

    Raises:
        DataError: They are not.
    """
    with reading(form):
        if not isinstance(data, dict) or data.get("format") != form:
            found = data.get("format") if isinstance(data, dict) else data
            raise DataError(f"expected an object of format {form!r}, got {found!r}")
        if type(data.get("version")) is not int or data["version"] != version:
            raise DataError(f"{form}: expected version {version}, got {data.get('version')!r}")


def read_json(text: str | bytes) -> object:
    """Parse JSON.

    Raises:
        DataError: It is none, nested beyond reason, or gives two values to one name.
    """
    with reading("no JSON"):
        return json.loads(text, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; of two values under one name nobody knows which is meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise DataError(f"JSON: the name {_short(twice)} stands in one object more than once")
    return found


class Stored:
    """An object that can be stored as plain data, and so as JSON text."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The object as plain data."""
        raise NotImplementedError

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """The object that `to_dict` gave, after JSON or not, checked as if a stranger had sent it.

        Raises:
            DataError: Not such data.
        """
        raise NotImplementedError

    def to_json(self, indent: int | None = None) -> str:
        """What `to_dict` gives as JSON text, for storage."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The object that `to_json` gave.

        Raises:
            DataError: No JSON, or none of such an object.
            RecordError: A record in it does not replay.
        """
        return cls.from_dict(read_json(text))
