"""Files of matches in any format: which one it is, reading it, writing it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from tavla.errors import InvalidArgumentError
from tavla.formats import mat, records, sgf
from tavla.whole import write_text

if TYPE_CHECKING:
    import os
    from types import ModuleType

    from tavla._engine import Variant
    from tavla.formats.matches import Check, MatchRecord, Reading

__all__ = ["check", "load", "read", "save"]

_HEAD = 4096
_TREE = re.compile(rb"\(\s*;")
_GAME_TREE = re.compile(rb"\(\s*;\s*(FF|GM)\[")
"""Behind other words, a bracket alone is not enough: people begin their notes with one too."""


def read(
    data: bytes,
    *,
    strict: bool = False,
    variant: Variant | None = None,
    encoding: str | None = None,
) -> Reading:
    """Read a match from the bytes of a `.mat`, an SGF or a JSON record, whichever they are.

    Raises:
        FormatError: The first fault, in strict reading; or JSON that is no record.
    """
    form = _form_of(data)
    if form is records:
        return records.read(data)
    reader = sgf.read if form is sgf else mat.read
    return reader(data, strict=strict, variant=variant, encoding=encoding)


def check(
    data: bytes,
    *,
    strict: bool = False,
    variant: Variant | None = None,
    encoding: str | None = None,
) -> Check:
    """Check a match: as `read`, but without the records of the games, which takes less time.

    Raises:
        FormatError: As `read`.
    """
    form = _form_of(data)
    if form is records:
        return records.read(data).check
    checker = sgf.check if form is sgf else mat.check
    return checker(data, strict=strict, variant=variant, encoding=encoding)


def _form_of(data: bytes) -> ModuleType:
    """The format that the first bytes tell, without the zeros of UTF-16."""
    head = data[:_HEAD].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if head.startswith(b"{"):
        return records
    return sgf if _TREE.match(head) or _GAME_TREE.search(head) else mat


def load(
    path: str | os.PathLike[str],
    *,
    strict: bool = False,
    variant: Variant | None = None,
    encoding: str | None = None,
) -> Reading:
    """Read the file at a path; as `read`.

    Raises:
        OSError: The file cannot be read.
        FormatError: As `read`.
    """
    data = Path(path).read_bytes()
    return read(data, strict=strict, variant=variant, encoding=encoding)


def save(match: MatchRecord, path: str | os.PathLike[str]) -> None:
    """Write a match to a file, in the format that its suffix names: `.mat`, `.txt`, `.sgf` or `.json`.

    It is written whole or not at all.

    Raises:
        InvalidArgumentError: No such format, or one that cannot hold the match.
        OSError: The file cannot be written.
    """
    path = Path(path)
    writers = {".mat": mat.write, ".txt": mat.write, ".sgf": sgf.write, ".json": records.write}
    write = writers.get(path.suffix.lower())
    if write is None:
        raise InvalidArgumentError(
            f"{path}: expected a name that ends in {', '.join(writers)}, for the format"
        )
    write_text(path, write(match))
