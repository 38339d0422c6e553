"""A scorer's desk: commands typed at an evening that is saved whole after each of them."""

from __future__ import annotations

import shlex
import sys
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import tavla
from tavla.whole import write_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = ["Desk", "KeptFile"]


class Kept(Protocol):
    """What can be kept in a file."""

    def to_json(self, indent: int | None = None) -> str:
        """All of it as JSON text."""


T = TypeVar("T", bound=Kept)


class KeptFile(Generic[T]):
    """A file that is saved after each change, with the state before the last one beside it as `.bak`.

    A save writes a temporary file and renames it, so that the file is at any time the old one or the new one, complete.

    Args:
        path: The file.
        read: What makes its text a value again, everything checked, such as `tavla.Match.from_json`.
    """

    def __init__(self, path: Path, read: Callable[[str | bytes], T]) -> None:
        self.path = path
        self.read = read
        self._known: bytes | None = None

    @property
    def backup(self) -> Path:
        """The file with the state before the last save."""
        return self.path.with_name(self.path.name + ".bak")

    def exists(self) -> bool:
        """Whether there is such a file."""
        return self.path.exists()

    def load(self) -> T:
        """Read the file, everything checked.

        Raises:
            DataError: No such data, or damaged; the file is left as it is. RecordError where a game does not replay.
            OSError: It cannot be read.
        """
        found = self.path.read_bytes()
        try:
            table = self.read(found)
        except tavla.DataError as error:
            where = f"{self.path} is refused: {error}"
            if self.backup.exists():
                where += f"; the state before its last change is in {self.backup}"
            raise type(error)(where) from error
        self._known = found
        return table

    def save(self, table: T) -> None:
        """Write the file.

        Raises:
            DataError: Somebody else wrote it since; nothing is written.
            OSError: It cannot be written; what was there stays.
        """
        text = table.to_json(indent=1)
        on_disk = self.path.read_bytes() if self.exists() else None
        if on_disk != self._known:
            raise tavla.DataError(f"{self.path} was changed by somebody else; it is left as it is")
        if on_disk is not None:
            write_text(self.backup, on_disk.decode())
        write_text(self.path, text)
        self._known = text.encode()


class Desk(ABC, Generic[T]):
    """Commands, read from the input line by line: each is obeyed and saved, or refused with the reason.

    Args:
        table: What is kept.
        file: Where.
    """

    def __init__(self, table: T, file: KeptFile[T]) -> None:
        self.table = table
        self.refused = 0
        self._file = file

    @abstractmethod
    def status(self) -> str:
        """How things stand, in a line or two."""

    @abstractmethod
    def do(self, words: list[str]) -> None:
        """Do what a command says.

        Raises:
            TavlaError, OSError: It cannot be done; nothing is changed.
        """

    def told(self, error: Exception) -> str:
        """Why something was refused."""
        return str(error)

    def serve(self) -> int:
        """Obey the commands of the input, and give the exit code: 1 where a script had one refused, 130 after Ctrl-C."""
        try:
            self.run()
        except KeyboardInterrupt:
            print(f"\nEverything is saved in {self._file.path}")
            return 130
        return int(self.refused > 0 and not sys.stdin.isatty())

    def run(self, lines: Iterable[str] | None = None) -> None:
        """Obey commands, those of the input by default, until there are no more or one says to quit."""
        print(self.status())
        for line in typed_lines() if lines is None else lines:
            if line.strip().lower() in ("quit", "exit"):
                return
            self.obey(line)

    def obey(self, line: str) -> None:
        """Obey one command, or say why not."""
        try:
            words = shlex.split(line, comments=True)
            if words:
                self.do(words)
        except BrokenPipeError:
            raise
        except (
            ValueError,
            OSError,
        ) as error:  # `ValueError`: a quotation without an end, and all of tavla
            self.refused += 1
            print(f"refused: {self.told(error)}")

    def write_out(self, form: str, path: Path, forms: Mapping[str, Callable[[], str]]) -> None:
        """Write the evening to a file in one of several forms, each with what makes its text."""
        if form not in forms:
            *others, last = forms
            expected = f"{', '.join(others)} or {last}"
            raise tavla.InvalidArgumentError(f"export: expected {expected}, got {form!r}")
        path.write_text(forms[form](), encoding="utf-8")
        print(f"written: {path}")

    def other_path(self, text: str) -> Path:
        """A path to write to, which is not where the evening is saved."""
        path = Path(text)
        if path.resolve() in (self._file.path.resolve(), self._file.backup.resolve()):
            raise tavla.InvalidArgumentError(f"export: {path} is where the evening is saved")
        return path

    def changed(self, change: Callable[[], object]) -> None:
        """Change what is kept and save it; where either fails nothing is changed."""
        before = self.table.to_json()
        try:
            change()
            self._file.save(self.table)
        except BaseException:
            self.table = self._file.read(before)
            raise


def typed_lines() -> Iterator[str]:
    """The lines of the input, after a prompt where somebody types them."""
    while True:
        try:
            line = input("> " if sys.stdin.isatty() else "")
        except EOFError:
            print("\n" * sys.stdin.isatty(), end="")
            return
        except UnicodeError:
            line = "\N{REPLACEMENT CHARACTER}"
        yield line
