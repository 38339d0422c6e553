"""What the readers of ids share: fields with their places, numbers, and faults that name both."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import unquote

from tavla.errors import InvalidArgumentError, InvalidIdError, InvalidStateError
from tavla.formats.state import PositionState

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["LONGEST", "Field", "Text", "build", "clean", "fail", "split"]

LONGEST = 1000
"""Characters of the longest text that is read as an id; longer ones are refused unread."""

_SHOWN = 60
_QUOTES = {'"': '"', "'": "'", "`": "`", "\u201c": "\u201d", "\u2018": "\u2019"}
_QUOTES |= {"<": ">", "(": ")", "[": "]", "{": "}", "*": "*"}


@dataclass(frozen=True, slots=True)
class Text:
    """The text of an id without what people paste around it; `skipped` characters stood in front."""

    text: str
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an id.

    Attributes:
        form: The format, in its own spelling.
        name: What the field says.
        text: What stands there.
        at: The character, counted from 1, at which it begins.
    """

    form: str
    name: str
    text: str
    at: int

    def fail(self, expected: str, offset: int = 0) -> NoReturn:
        """Raise the error that something else was expected in this field, `offset` characters into it."""
        fail(self.form, self.name, self.at + offset, self.text, expected)

    def number(self, low: int, high: int) -> int:
        """Read a whole number in plain digits.

        Raises:
            InvalidIdError: Something else, or a number out of range.
        """
        plain = re.fullmatch(r"-?[0-9]{1,9}", self.text)
        if plain is None or not low <= int(self.text) <= high:
            self.fail(f"a whole number from {low} to {high}")
        return int(self.text)

    def power(self, high: int) -> int:
        """Read a value of the cube: 1, 2, 4 and so on.

        Raises:
            InvalidIdError: Something else, or a value past `high`.
        """
        value = self.number(1, high)
        if value & (value - 1):
            self.fail("a power of two")
        return value

    def choose(self, meanings: Mapping[str, Any]) -> Any:
        """Read one of a few texts.

        Raises:
            InvalidIdError: None of them.
        """
        if self.text not in meanings:
            self.fail(" or ".join(meanings))
        return meanings[self.text]


def fail(form: str, name: str, at: int, got: str, expected: str) -> NoReturn:
    """Raise an error that tells the format, the field, its place, and what was expected there.

    Raises:
        InvalidIdError: Always.
    """
    shown = got if len(got) <= _SHOWN else got[:_SHOWN] + "..."
    place = f", character {at}" if at else ""
    message = f"{form}: {name}{place}: expected {expected}, got {shown!r}"
    raise InvalidIdError(message, form=form, field=name, at=at, got=got, expected=expected)


def clean(text: str, form: str = "id", prefixes: Iterable[str] = ()) -> Text:
    """Take away blanks, quotes and brackets, percent signs of an address, the end of a sentence, and a prefix such as `XGID=`.

    Raises:
        InvalidArgumentError: Not a text.
        InvalidIdError: A text too long to be an id.
    """
    if not isinstance(text, str):
        raise InvalidArgumentError(f"id: expected a text, got {text!r}")
    if len(text) > LONGEST:
        fail(form, "length", 0, text, f"at most {LONGEST} characters")
    if re.search("%[0-9A-Fa-f]{2}", text) and ":" not in text and ";" not in text:
        text = unquote(text)
    rest = text.removeprefix("\ufeff").lstrip()
    while rest[:1] in _QUOTES:
        end = _QUOTES[rest[0]]
        rest = rest[1:].rstrip().removesuffix(end).lstrip()
    for prefix in prefixes:
        if rest[: len(prefix)].upper() == prefix:
            rest = rest[len(prefix) :].lstrip()
            break
    return Text(rest.rstrip().rstrip(".,"), len(text) - len(rest))


def split(text: Text, form: str, sign: str, names: Iterable[str], needed: int) -> list[Field]:
    """Cut an id at its separator into fields that know their places.

    Raises:
        InvalidIdError: Fewer than `needed` fields, or more than have names.
    """
    known = list(names)
    parts = text.text.split(sign)
    if not needed <= len(parts) <= len(known):
        wanted = f"{needed}" if needed == len(known) else f"{needed} to {len(known)}"
        expected = f"{wanted} fields with {sign!r} between them"
        fail(form, "fields", text.skipped + 1, text.text, f"{expected}, not {len(parts)}")
    fields, at = [], text.skipped + 1
    for name, part in zip(known, parts, strict=False):
        fields.append(Field(form, name, part, at))
        at += len(part) + len(sign)
    return fields


def build(places: Mapping[str, Field], whole: Field, **facts: Any) -> PositionState:
    """The state of these facts; a contradiction is told at the field of the id that it comes from.

    Raises:
        InvalidIdError: Facts that contradict each other.
    """
    try:
        return PositionState(**facts)
    except InvalidStateError as error:
        place = next((places[name] for name in error.fields if name in places), whole)
        place.fail(f"what goes with the rest of the id ({'; '.join(error.reasons)})")
