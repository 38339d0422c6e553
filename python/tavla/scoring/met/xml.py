"""GNU Backgammon's files of match equity tables: XML with values, or with the parameters of a model."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn
from xml.etree.ElementTree import Element, ParseError, TreeBuilder
from xml.parsers import expat

from tavla.errors import DataError, InvalidArgumentError
from tavla.scoring.met.models import LiveCube, Model, Zadeh

__all__ = ["LONGEST", "TableFile", "read_xml"]

LONGEST = 200
"""The longest table: more points than any match is played to."""

_LARGEST = 4_000_000  # bytes; a table of 200 points has half of them


@dataclass(frozen=True, slots=True)
class TableFile:
    """What a file holds.

    Attributes:
        name: The name of the table.
        description: What it says of itself.
        length: The points up to which the values go; None where a model gives them all.
        rows: Chances of seat 0 before the Crawford game: a row for each number of points that seat 0 needs; None with a
            model.
        trailers: Chances of seat 0 and of seat 1 as trailers after the Crawford game; None with a model.
        model: How to compute the values, or those beyond the rows.
    """

    name: str
    description: str
    length: int | None
    rows: tuple[tuple[float, ...], ...] | None
    trailers: tuple[tuple[float, ...], tuple[float, ...]] | None
    model: Model | None


def read_xml(source: str | bytes | Path) -> TableFile:
    """Read a table from a path, or from the text of a file.

    Raises:
        DataError: No such table.
        OSError: The file cannot be read.
    """
    # A text is no longer in the encoding that its file declared.
    encoding = "utf-8" if isinstance(source, str) and _is_text(source) else None
    root = _parsed(_text_of(source), encoding)
    if root.tag != "met":
        raise DataError(f"match equity table: expected an element met, got {root.tag}")
    name, description = _text(root, "info/name"), _text(root, "info/description")
    before = _one(root, "pre-crawford-table")
    kind = before.get("type", "explicit")
    trailers = _by_player(root, kind)
    if kind != "explicit":
        return TableFile(name, description, None, None, None, _model(kind, before, trailers))
    length = _length(_text(root, "info/length"))
    rows = tuple(_values(row, length, length) for row in _rows(before, length))
    if rows[0][0] in (0.0, 1.0):
        raise DataError("match equity table: both 1 away, nobody has won yet")
    first, second = (_values(_rows(one, 1)[0], length - 1, length) for one in trailers)
    return TableFile(name, description, length, rows, (first, second), None)


def _is_text(source: str) -> bool:
    return source.lstrip("\ufeff \t\r\n")[:1] in ("", "<")


def _text_of(source: object) -> bytes:
    if isinstance(source, str) and not _is_text(source):
        source = Path(source)
    if isinstance(source, Path):
        with source.open("rb") as file:
            source = file.read(_LARGEST + 1)
    if isinstance(source, str):
        source = source.encode()
    if not isinstance(source, bytes):
        raise InvalidArgumentError(f"table: expected a path, a text or bytes, got {source!r}")
    if len(source) > _LARGEST:
        raise DataError(f"match equity table: expected at most {_LARGEST} bytes")
    return source


def _parsed(text: bytes, encoding: str | None) -> Element:
    """The tree of a document that declares no entities: those are how a small file grows without bounds."""
    builder = TreeBuilder()
    parser = expat.ParserCreate(encoding)
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = _refuse_entity
    try:
        parser.Parse(text, True)
        return builder.close()
    except (expat.ExpatError, ParseError, LookupError, ValueError, AssertionError) as error:
        raise DataError(f"match equity table: no XML: {error}") from None


def _refuse_entity(name: str, *_: object) -> NoReturn:
    raise ValueError(f"entity {name} is declared, and entities are refused")


def _one(parent: Element, path: str) -> Element:
    found = parent.findall(path)
    if len(found) != 1:
        raise DataError(f"match equity table: expected one element {path}, got {len(found)}")
    return found[0]


def _text(parent: Element, path: str) -> str:
    return " ".join((_one(parent, path).text or "").split())


def _length(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 2 <= int(text[:9]) <= LONGEST):
        raise DataError(
            f"match equity table: expected a length from 2 to {LONGEST}, got {text[:20]!r}"
        )
    return int(text)


def _by_player(root: Element, kind: str) -> tuple[Element, Element]:
    """The tables after the Crawford game, that of each player, of the same kind as the one before it."""
    found: dict[str, Element] = {}
    for table in root.findall("post-crawford-table"):
        player = table.get("player", "both")
        if player in found or player not in ("0", "1", "both"):
            raise DataError(f"match equity table: after Crawford: unexpected player {player!r}")
        if table.get("type", "explicit") != kind:
            raise DataError(f"match equity table: expected both tables of type {kind}")
        found[player] = table
    both = found.get("both")
    first, second = found.get("0", both), found.get("1", both)
    if first is None or second is None:
        raise DataError("match equity table: expected a table after Crawford for each player")
    return first, second


def _rows(table: Element, count: int) -> list[Element]:
    rows = table.findall("row")
    if len(rows) != count:
        raise DataError(f"match equity table: expected {count} rows, got {len(rows)}")
    return rows


def _values(row: Element, least: int, most: int) -> tuple[float, ...]:
    values = tuple(_number(cell) for cell in row.findall("me"))
    if not least <= len(values) <= most:
        raise DataError(f"match equity table: expected {most} values in a row, got {len(values)}")
    if not all(0 <= value <= 1 for value in values):
        raise DataError("match equity table: expected chances from 0 to 1")
    return values


def _number(cell: Element) -> float:
    text = (cell.text or "").strip()
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or "_" in text:
        raise DataError(f"match equity table: expected a number, got {text[:20]!r}")
    return number


def _parameters(table: Element) -> dict[str, float]:
    cells = table.findall("parameters/parameter")
    return {cell.get("name", ""): _number(cell) for cell in cells}


def _model(kind: str, before: Element, trailers: tuple[Element, Element]) -> Model:
    """The model that the parameters say."""
    first, after = _parameters(before), _parameters(trailers[0])
    if _parameters(trailers[1]) != after:
        raise DataError("match equity table: expected the same parameters for both players")
    try:
        drops = (after["free-drop-2-away"], after["free-drop-4-away"])
        if kind == "zadeh":
            return Zadeh(
                first["gammon-rate-leader"],
                first["gammon-rate-trailer"],
                first["delta"],
                first["delta-bar"],
                after["gammon-rate-trailer"],
                drops,
            )
        if kind == "mec":
            return LiveCube((first["gammon-rate"], 0.0), first["win-rate"], drops)
    except KeyError as error:
        raise DataError(f"match equity table: parameter {error} is missing") from None
    except InvalidArgumentError as error:
        raise DataError(f"match equity table: {error}") from None
    raise DataError(f"match equity table: expected explicit, zadeh or mec, got {kind!r}")
