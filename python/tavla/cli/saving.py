"""Files of games that a command keeps."""

from __future__ import annotations

from pathlib import Path

import tavla

__all__ = ["fresh_path", "read_game"]


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
