"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

__all__ = ["whole_file", "write_text"]


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text as UTF-8, whole or not at all, as `whole_file` does.

    Raises:
        OSError: It cannot be written; what was there stays.
    """
    with whole_file(path) as file:
        file.write(text.encode("utf-8"))


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to under a temporary name beside the path, which is renamed when all is written.

    A crash leaves the old file or the new one. A link stays a link, and the file keeps its permissions. What is no file,
    such as a device, is written to as it is.

    Raises:
        OSError: It cannot be written; what was there stays.
    """
    target = Path(os.path.realpath(path))
    is_other = target.exists() and not target.is_file()
    try:
        with target.open("wb") if is_other else _beside(target) as file:
            yield file
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def _beside(target: Path) -> Iterator[BinaryIO]:
    beside = target.with_name(f".tavla-{secrets.token_hex(8)}.tmp")
    try:
        with beside.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o777)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
