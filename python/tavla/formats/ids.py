"""Any id: which format a text is in, what it says, and the same in another format."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from tavla.errors import InvalidArgumentError
from tavla.formats import fibs, gnubg, ogid, snowie, tavla_id, xgid
from tavla.formats.pasted import MOST, find_ids, same
from tavla.formats.reading import LONGEST, clean, fail
from tavla.formats.state import told

if TYPE_CHECKING:
    from collections.abc import Callable

    from tavla._engine import Variant
    from tavla.formats.reading import Text
    from tavla.formats.state import PositionState

__all__ = [
    "ID_FORMATS",
    "Conversion",
    "IdFormat",
    "cannot_hold",
    "convert",
    "parse_id",
    "recognise_id",
    "write_id",
]


class _Reader(Protocol):
    def __call__(self, text: str, variant: Variant | None = None) -> PositionState: ...


class _Writer(Protocol):
    def __call__(self, s: PositionState, *, lossy: bool = False) -> str: ...


@dataclass(frozen=True, slots=True)
class IdFormat:
    """One format of ids.

    Attributes:
        title: What it is called.
        parse: Reads an id.
        write: Writes an id; with `lossy=True` what the format cannot hold is left out.
        cannot_hold: Tells what the format cannot hold of a state.
    """

    title: str
    parse: _Reader
    write: _Writer
    cannot_hold: Callable[[PositionState], tuple[str, ...]]


ID_FORMATS = MappingProxyType(
    {
        "gnubg": IdFormat(gnubg.NAME, gnubg.parse, gnubg.write, gnubg.cannot_hold),
        "position_id": IdFormat(
            "Position ID", gnubg.parse, gnubg.write_position_id, gnubg.position_id_cannot_hold
        ),
        "xgid": IdFormat(xgid.NAME, xgid.parse, xgid.write, xgid.cannot_hold),
        "ogid": IdFormat(ogid.NAME, ogid.parse, ogid.write, ogid.cannot_hold),
        "fibs": IdFormat(fibs.NAME, fibs.parse, fibs.write, fibs.cannot_hold),
        "snowie": IdFormat(snowie.NAME, snowie.parse, snowie.write, snowie.cannot_hold),
        "tavla": IdFormat(tavla_id.NAME, tavla_id.parse, tavla_id.write, tavla_id.cannot_hold),
    }
)
"""The formats by the names that `convert` and `write_id` take."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """An id in another format.

    Attributes:
        text: The id.
        losses: What it says no more, one phrase each.
    """

    text: str
    losses: tuple[str, ...]

    def __str__(self) -> str:
        return self.text


def recognise_id(text: str) -> str:
    """Tell the format of an id by its shape, as a name of `ID_FORMATS`. The id may be faulty all the same.

    Of a longer text it is the first id in it.

    Raises:
        InvalidIdError: It has the shape of none.

    Examples:
        >>> recognise_id("cAkAAAAAAAAE"), recognise_id("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
        ('gnubg', 'xgid')
    """
    pasted = _pasted(text)
    cleaned = clean(pasted[0] if pasted else text)
    found = _shape(cleaned)
    if found is None:
        titles = ", ".join(one.title for one in ID_FORMATS.values())
        fail("id", "format", cleaned.skipped + 1, cleaned.text, f"one of: {titles}")
    return found


def _shape(cleaned: Text) -> str | None:
    upper = cleaned.text[:8].upper()
    return next((name for name, holds in _SHAPES if holds(cleaned.text, upper)), None)


def _pasted(text: object) -> tuple[str, ...]:
    """The ids in a text that is more than one id: of several lines, too long, or with words around it."""
    if not isinstance(text, str) or len(text) > MOST:
        return ()
    is_longer = len(text) > LONGEST or len(text.strip().splitlines()) > 1
    if is_longer or _has_words_behind(clean(text)):
        return find_ids(text)
    return ()


def _has_words_behind(cleaned: Text) -> bool:
    """Whether a text of one line is no id from its beginning to its end."""
    shape = _shape(cleaned)
    id_text, *words = cleaned.text.split(maxsplit=1) or [""]
    if shape in ("xgid", "ogid", "tavla") or _BOTH.fullmatch(id_text):
        return bool(words) and not id_text.endswith(":") and not words[0].startswith(":")
    return shape is None


_OGID = re.compile(r"[0-9a-p]*:[0-9a-p]*:[BWND?]\d+[OTPN]:", re.ASCII)
_XGID = re.compile(r"[-A-Pa-p]{26}:", re.ASCII)
_GNUBG = re.compile(r"(gnu|position|match)|[A-Za-z0-9+/]{12,14}(:|\s|$)", re.ASCII | re.IGNORECASE)
_BOTH = re.compile("[A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12}[.,]?", re.ASCII)

_SHAPES: tuple[tuple[str, Callable[[str, str], object]], ...] = (
    ("tavla", lambda text, _: re.match("tavla[0-9]+[.]", text)),
    ("xgid", lambda _, upper: upper.startswith(xgid.PREFIXES)),
    ("ogid", lambda _, upper: upper.startswith(ogid.PREFIXES)),
    ("fibs", lambda _, upper: upper.startswith("BOARD:")),
    ("snowie", lambda text, _: text.count(";") > 10),
    ("ogid", lambda text, _: _OGID.match(text)),
    ("xgid", lambda text, _: _XGID.match(text)),
    ("gnubg", lambda text, _: _GNUBG.match(text)),
    ("xgid", lambda text, _: re.fullmatch(r"(?=.*-)(?:[^\s:]*:){8,9}[^\s:]*", text)),
)


def parse_id(text: str, variant: Variant | None = None) -> PositionState:
    """Read an id of any format, with or without its prefix, in quotes or out of an address.

    In a longer text, such as a board drawing or what eXtreme Gammon copies, the id is found; several ids are taken where
    they tell one moment, and the one that tells most is read.

    Most ids do not name the variant. Without `variant`, one that tells the number of checkers is read by it; others
    are backgammon, but for the start of Nackgammon, and three checkers a side that have yet to pass each other, which
    are Hyper-Backgammon.

    Raises:
        InvalidIdError: No id, a faulty one, or several that differ; `form`, `field` and `at` name the place.
        InvalidArgumentError: Not a text.

    Examples:
        >>> parse_id("XGID=--BaBCCBAA------acccc-a--A:0:0:1:00:0:2:0:7:10").position.gnubg_id
        '5O4uAAhmdysAQA'
        >>> parse_id("4HPwATDgc/ABMA").position.pips
        (167, 167)
    """
    pasted = _pasted(text)
    if not pasted:
        return _read(text, variant)
    states = [_read(one, variant) for one in pasted]
    best = max(states, key=lambda state: len(told(state)))
    for one, state in zip(pasted, states, strict=True):
        if not same(best, state):
            shown = f"one id, or several of one moment, not {len(pasted)} that differ"
            fail("id", "text", text.find(one) + 1, one, shown)
    return best


def _read(text: str, variant: Variant | None) -> PositionState:
    return ID_FORMATS[recognise_id(text)].parse(text, variant)


def _format(name: object) -> IdFormat:
    if not isinstance(name, str) or name not in ID_FORMATS:
        raise InvalidArgumentError(f"format: expected one of {', '.join(ID_FORMATS)}, got {name!r}")
    return ID_FORMATS[name]


def write_id(s: PositionState, to: str, *, lossy: bool = False) -> str:
    """Write a state in a format of `ID_FORMATS`.

    Raises:
        FormatLossError: The format cannot hold it; with `lossy` only where it cannot hold anything of use.
        InvalidArgumentError: No such format.
    """
    return _format(to).write(s, lossy=lossy)


def cannot_hold(s: PositionState, to: str) -> tuple[str, ...]:
    """What a format cannot hold of a state, one phrase each; empty where it holds everything.

    Raises:
        InvalidArgumentError: No such format.
    """
    return _format(to).cannot_hold(s)


def convert(text: str, to: str, variant: Variant | None = None) -> Conversion:
    """The same id in another format, and what is lost on the way.

    Raises:
        InvalidIdError: No id, or a faulty one.
        FormatLossError: The format cannot hold anything of use: the board, the score or the cube do not fit.
        InvalidArgumentError: No such format.

    Examples:
        >>> found = convert("XGID=--CBBBBaa--------bCbcbbAb-:2:-1:-1:D:0:0:2:0:10", to="gnubg")
        >>> found.text, found.losses
        ('btsAcBCz3QygAA:AhkAAAAAAAAE', ('whether beavers are allowed',))
    """
    state = parse_id(text, variant)
    target = _format(to)
    return Conversion(target.write(state, lossy=True), target.cannot_hold(state))
