"""Text files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

__all__ = ["write_text"]


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text as UTF-8 under a temporary name beside the file, and rename it.

    A crash leaves the old file or the new one. A link stays a link, and the file keeps its permissions. What is no file,
    such as a device, is written to as it is.

    Raises:
        OSError: It cannot be written; what was there stays.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            _write(target, text, "w")
        else:
            _write_beside(target, text)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def _write_beside(target: Path, text: str) -> None:
    beside = target.with_name(f".tavla-{secrets.token_hex(8)}.tmp")
    try:
        _write(beside, text, "x")
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o777)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _write(path: Path, text: str, mode: str) -> None:
    with path.open(mode, encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        if mode == "x":
            os.fsync(file.fileno())
