"""From the bytes of a file to its text."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from charset_normalizer import from_bytes

from tavla.errors import InvalidArgumentError
from tavla.formats.findings import Findings, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["decode", "text_of"]

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
SAMPLE = 1 << 14
KIN = (
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257"),
    *("koi8_r", "gb18030", "big5", "shift_jis", "euc_kr"),
)
"""Encodings that people's programs write without saying so."""


def text_of(
    source: object, encoding: str | None, findings: Findings, *, declared: str | None = None
) -> tuple[str, str | None]:
    """The text of a source, and the encoding of its bytes; what could not be read is a finding.

    `declared` is the encoding that the source itself names; some name another than they are written in.

    Raises:
        InvalidArgumentError: Neither text nor bytes, or an unknown encoding.
    """
    if isinstance(source, str):
        return source.removeprefix("\ufeff"), None
    if not isinstance(source, bytes | bytearray):
        raise InvalidArgumentError(f"source: expected text or bytes, got {type(source).__name__}")
    data = bytes(source)
    text, name, fault = decode(data, encoding, declared)
    if fault is not None:
        line = _lines(data[:fault].decode(name, "replace"))
        findings.add("encoding", Place(line), f"byte {fault} of the file is no text in {name}")
    return text, name


def _lines(text: str) -> int:
    return text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1


def decode(
    data: bytes, encoding: str | None = None, declared: str | None = None
) -> tuple[str, str, int | None]:
    """Decode the bytes of a file.

    A mark at the beginning decides, then UTF-16 where every other byte is zero, UTF-8 where it fits, else what the file
    declares, else what `charset-normalizer` thinks, else Windows-1252.

    Args:
        data: The bytes.
        encoding: The name of the encoding, where the caller knows it.
        declared: The name of the encoding that the file tells, whatever it is worth.

    Returns:
        The text without a mark, the encoding, and the offset of the first byte that could not be read, or None.

    Raises:
        InvalidArgumentError: Python knows no such encoding.
    """
    if encoding is not None:
        _check_known(encoding)
    certain = encoding or _certain(data)
    for name in (certain,) if certain is not None else _guesses(data, declared):
        found = _strictly(data, name)
        if found is not None:
            return found.removeprefix("\ufeff"), name, None
    name = certain or "utf-8"
    return data.decode(name, "replace").removeprefix("\ufeff"), name, _first_fault(data, name)


def _is_known(name: str) -> bool:
    try:
        return codecs.lookup(name)._is_text_encoding
    except (LookupError, ValueError):
        return False


def _check_known(name: str) -> None:
    if not _is_known(name):
        raise InvalidArgumentError(f"encoding: Python knows no {name!r}")


def _strictly(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except UnicodeError:
        return None


def _first_fault(data: bytes, name: str) -> int:
    try:
        data.decode(
            "utf-8" if name == "utf-8-sig" else name
        )  # that one counts from behind the mark
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _certain(data: bytes) -> str | None:
    """The encoding that the mark says, or the zeros: whatever does not fit it is damage."""
    for mark, name in MARKS:
        if data.startswith(mark):
            return name
    sample = data[:SAMPLE]
    if sample.count(0) * 4 <= len(sample):
        return None
    return "utf-16-be" if sample[::2].count(0) > sample[1::2].count(0) else "utf-16-le"


def _guesses(data: bytes, declared: str | None) -> Iterator[str]:
    """Encodings to try, the most certain first."""
    yield "utf-8"
    if declared is not None and _is_known(declared) and _strictly(b"CA", declared) == "CA":
        yield declared
    yield from _detected(data)
    yield "cp1252"
    yield "latin-1"


def _detected(data: bytes) -> Iterator[str]:
    """What the detector thinks of the lines that are not ASCII, in which the names stand."""
    telling = b"\n".join(line for line in data.splitlines() if not line.isascii())[:SAMPLE]
    best = from_bytes(telling, cp_isolation=list(KIN)).best()
    if best is not None and _strictly(telling, "cp1252") != _strictly(telling, best.encoding):
        yield best.encoding
