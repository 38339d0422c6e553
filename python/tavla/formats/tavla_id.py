"""An id for every position of every variant, with all that a `PositionState` tells but names.

    tavla1.<variant>.<checkers>.<state>.<check>

The promise stands in `docs/stability.md`. Only letters, digits, `.`, `-` and `_` occur, so that an id is part of an
address as it is.
"""

from __future__ import annotations

import base64
import re
import zlib
from typing import TYPE_CHECKING, Any

from tavla._engine import VARIANTS, Position, Variant
from tavla.errors import InvalidPositionError
from tavla.formats import writing
from tavla.formats.board import checked
from tavla.formats.reading import Field, build, clean, split
from tavla.formats.state import FACTS, PositionState, Status, told

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["NAME", "PREFIX", "cannot_hold", "parse", "write"]

NAME = "tavla id"
PREFIX = "tavla1"
FIELDS = ("version", "variant", "checkers", "state", "check")
KEY_LETTERS = 35
PRINT_LETTERS = 16

_STATUS = tuple(Status)
_CUBE_STATUS = ("live", "dead", "unknown")


def _number(low: int, high: int) -> Callable[[str], int | None]:
    """A reader of plain decimal numbers, without leading zeros."""

    def read(text: str) -> int | None:
        if re.fullmatch("0|[1-9][0-9]{0,18}", text) and low <= int(text) <= high:
            return int(text)
        return None

    return read


def _pair(low: int, high: int) -> Callable[[str], tuple[int, int] | None]:
    """A reader of two numbers with an underscore between them."""
    one = _number(low, high)

    def read(text: str) -> tuple[int, int] | None:
        first, _, second = text.partition("_")
        found = one(first), one(second)
        return None if None in found else (found[0] or 0, found[1] or 0)

    return read


_COUNT = (1 << 31) - 1
# The letter of each fact, the field of the state, and how the value is read. They stand in this order.
_READERS: tuple[tuple[str, str, Callable[[str], Any]], ...] = (
    ("s", "seat", _number(0, 1)),
    ("g", "status", _number(0, len(_STATUS) - 1)),
    ("a", "to_act", _number(0, 1)),
    ("d", "dice", _pair(1, 6)),
    ("c", "cube", _number(1, 1 << 61)),
    ("o", "cube_owner", _number(0, 1)),
    ("k", "cube_status", _number(0, len(_CUBE_STATUS) - 1)),
    ("t", "offered", _number(0, 60)),
    ("r", "resignation", _number(0, 3)),
    ("p", "score", _pair(0, _COUNT)),
    ("m", "length", _number(0, _COUNT)),
    ("f", "crawford", _number(0, 1)),
    ("j", "jacoby", _number(0, 1)),
    ("b", "beavers", _number(0, 1)),
    ("x", "max_cube", _number(1, 1 << 61)),
    ("n", "move", _number(0, _COUNT)),
    ("l", "games", _number(0, _COUNT)),
)
_MEANINGS: dict[str, Callable[[int], Any]] = {
    "status": _STATUS.__getitem__,
    "cube_status": _CUBE_STATUS.__getitem__,
    "crawford": bool,
    "jacoby": bool,
    "beavers": bool,
}
HOLDS = tuple(name for name in FACTS if name != "names")


def parse(text: str, variant: Variant | None = None) -> PositionState:
    """Read an id of tavla. An id of a composed variant needs `variant`, whose rules must be those of the id.

    Raises:
        InvalidIdError: Not such an id, damaged, of another version or variant; `field` and `at` name the place.

    Examples:
        >>> import tavla
        >>> start = tavla.Position.start(tavla.MOULTEZIM)
        >>> text = write(PositionState(start, seat=0, dice=(5, 3)))
        >>> text
        'tavla1.moultezim.AAAAAAAAAAAAAAAADwAAAAAAAAAAAAAAAA8.s0-d5_3.ce4a8a51'
        >>> parse(text).position == start
        True
        >>> parse(text.replace("s0", "s1"))
        Traceback (most recent call last):
        ...
        tavla.errors.InvalidIdError: tavla id: check, character 62: expected ..., got 'ce4a8a51'
    """
    cleaned = clean(text, NAME)
    fields = split(cleaned, NAME, ".", FIELDS, len(FIELDS))
    version, name, checkers, state, check = fields
    if version.text != PREFIX:
        version.fail(f"{PREFIX}, the version that is known here")
    expected = _check_of(cleaned.text.rpartition(".")[0])
    if check.text != expected:
        check.fail(f"{expected}, unless the id is damaged")
    variant = _read_variant(name, checked(variant))
    facts, places = _read_state(state)
    built = build(places, state, position=_read_position(checkers, variant), **facts)
    if write(built) != cleaned.text:
        state.fail(f"{_state_text(built)}, the one way to write this state of {variant.name}")
    return built


def _read_variant(field: Field, variant: Variant | None) -> Variant:
    if field.text in VARIANTS:
        named = VARIANTS[field.text]
        if variant is not None and variant.fingerprint != named.fingerprint:
            field.fail(f"the variant {variant.name}")
        return variant or named
    if not re.fullmatch(f"x[0-9a-f]{{{PRINT_LETTERS}}}", field.text):
        field.fail("the name of a variant, or x and the beginning of a fingerprint")
    if variant is None:
        field.fail("variant= with the composed variant whose fingerprint this is")
    if not variant.fingerprint.startswith(field.text[1:]):
        field.fail(f"x{variant.fingerprint[:PRINT_LETTERS]}, the fingerprint of {variant.name}")
    return variant


def _read_position(field: Field, variant: Variant) -> Position:
    if not re.fullmatch(f"[A-Za-z0-9_-]{{{KEY_LETTERS}}}", field.text):
        field.fail(f"{KEY_LETTERS} letters, digits, - or _")
    key = base64.urlsafe_b64decode(field.text + "=")
    if _key_text(key) != field.text:
        field.fail("a last character that sets no bit in vain", KEY_LETTERS - 1)
    try:
        return Position.from_key(variant, key)
    except InvalidPositionError as error:
        field.fail(f"a position of {variant.name} ({'; '.join(error.reasons)})")


def _read_state(field: Field) -> tuple[dict[str, Any], dict[str, Field]]:
    """The facts, each at most once and in their order."""
    facts: dict[str, Any] = {"seat": None}
    places: dict[str, Field] = {}
    readers, at = iter(_READERS), field.at
    for word in field.text.split("-"):
        part = Field(NAME, "state", word, at)
        at += len(word) + 1
        found = next((one for one in readers if one[0] == word[:1]), None)
        if found is None and not (word == "" and field.text == ""):
            part.fail(f"one of the letters {''.join(one[0] for one in _READERS)}, in this order")
        if found is not None:
            _, name, read = found
            value = read(word[1:])
            if value is None:
                part.fail(f"a value of {name}")
            facts[name] = _MEANINGS[name](value) if name in _MEANINGS else value
            places[name] = part
    return facts, places


def _check_of(text: str) -> str:
    return f"{zlib.crc32(text.encode('utf-8', 'surrogatepass')):08x}"


def _key_text(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).decode("ascii").rstrip("=")


def impossible(_: PositionState) -> tuple[str, ...]:
    """What rules an id of tavla out: nothing."""
    return ()


def cannot_hold(s: PositionState) -> tuple[str, ...]:
    """What an id of tavla cannot say of a state, one phrase each: the names of the players."""
    return writing.dropped(s, HOLDS)


def write(s: PositionState, *, lossy: bool = False) -> str:
    """Write a state as an id of tavla.

    Raises:
        FormatLossError: The state has names, and not `lossy`.
    """
    writing.check(s, NAME, impossible, cannot_hold, lossy=lossy)
    text = (
        f"{PREFIX}.{_variant_text(s.position.variant)}.{_key_text(s.position.key)}.{_state_text(s)}"
    )
    return f"{text}.{_check_of(text)}"


def _variant_text(variant: Variant) -> str:
    """The name of the preset with these rules, or the beginning of their fingerprint."""
    for name, preset in VARIANTS.items():
        if preset.fingerprint == variant.fingerprint:
            return name
    return f"x{variant.fingerprint[:PRINT_LETTERS]}"


def _state_text(s: PositionState) -> str:
    facts = told(s) | ({"seat"} if s.seat is not None else set())
    if s.seat is None:
        facts -= {"seat"}
        facts |= {"status"} if s.status is not Status.PLAYING else set()
    return "-".join(
        letter + _value_text(getattr(s, name)) for letter, name, _ in _READERS if name in facts
    )


def _value_text(value: Any) -> str:
    if isinstance(value, Status):
        return str(_STATUS.index(value))
    if isinstance(value, str):
        return str(_CUBE_STATUS.index(value))
    if isinstance(value, tuple):
        return "_".join(map(str, value))
    return str(int(value))
