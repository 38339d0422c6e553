"""Files of games: written so that a crash leaves the old file or the new one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import tavla


def write(path: Path, text: str) -> None:
    """Write a text under a temporary name beside the file, and rename it.

    Raises:
        OSError: It cannot be written; what was there stays.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_game(path: Path) -> tavla.Game:
    """Read a game that was saved, everything checked.

    Raises:
        DataError: No game, or a damaged one; RecordError where it does not replay.
        OSError: The file cannot be read.
    """
    try:
        return tavla.Game.from_json(path.read_bytes())
    except tavla.DataError as error:
        raise tavla.DataError(f"{path}: {error}") from error


def fresh_path(name: str) -> Path:
    """A file of this name in the current folder that does not exist yet."""
    path, number = Path(f"{name}.json"), 1
    while path.exists():
        number += 1
        path = Path(f"{name}-{number}.json")
    return path
