"""Reading data that came from outside: whatever is wrong with them becomes a `DataError`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tavla.errors import DataError, TavlaError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

__all__ = ["fields_of", "reading", "whole"]


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Turn every error about the data within into a `DataError` that starts with what is read."""
    try:
        yield
    except DataError:
        raise
    except (TavlaError, TypeError, ValueError, LookupError, RecursionError) as error:
        raise DataError(f"{what}: {error}") from None


def fields_of(what: str, data: object, names: Collection[str]) -> dict[str, Any]:
    """The data, which must be an object with exactly these names.

    Raises:
        DataError: They are not.
    """
    with reading(what):
        if not isinstance(data, dict):
            raise DataError(f"{what}: expected an object, got {data!r}")
        if set(data) != set(names):
            missing = sorted(set(names) - set(data))
            unknown = sorted(str(name) for name in set(data) - set(names))
            raise DataError(f"{what}: names missing: {missing}, not known: {unknown}")
    return data


def whole(what: str, value: object) -> int:
    """A whole number from 0.

    Raises:
        DataError: It is none; True and False are none.
    """
    with reading(what):
        if type(value) is not int or value < 0:
            raise DataError(f"{what}: expected a whole number from 0, got {value!r}")
    return value
