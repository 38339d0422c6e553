"""The file of an evening: saved whole after each entry, so that a crash or a power cut loses nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tavla
from tavla.cli.saving import write

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["EveningFile"]


class EveningFile:
    """A chouette's file, with the state before the last entry beside it as `.bak`.

    A save writes a temporary file and renames it, so that the file is at any time the old one or the new one, complete.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: bytes | None = None

    @property
    def backup(self) -> Path:
        """The file with the state before the last save."""
        return self.path.with_name(self.path.name + ".bak")

    def exists(self) -> bool:
        """Whether there is such a file."""
        return self.path.exists()

    def load(self) -> tavla.Chouette:
        """Read the evening, everything checked.

        Raises:
            DataError: No evening, or a damaged one; the file is left as it is.
            RecordError: An entry in it could not have happened.
            OSError: It cannot be read.
        """
        found = self.path.read_bytes()
        try:
            chouette = tavla.Chouette.from_json(found)
        except tavla.TavlaError as error:
            where = f"{self.path} is refused: {error}"
            if self.backup.exists():
                where += f"; the state before its last entry is in {self.backup}"
            raise type(error)(where) from error
        self._known = found
        return chouette

    def save(self, chouette: tavla.Chouette) -> None:
        """Write the evening.

        Raises:
            DataError: Somebody else wrote the file since; nothing is written.
            OSError: It cannot be written; what was there stays.
        """
        text = chouette.to_json(indent=1)
        on_disk = self.path.read_bytes() if self.exists() else None
        if on_disk != self._known:
            raise tavla.DataError(f"{self.path} was changed by somebody else; it is left as it is")
        if on_disk is not None:
            write(self.backup, on_disk.decode())
        write(self.path, text)
        self._known = text.encode()
