"""Checks many files of matches, on all cores; a file that cannot be read is a finding like any other."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tavla.errors import InvalidArgumentError, TavlaError
from tavla.formats import files
from tavla.formats.findings import Finding
from tavla.progress import telling

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tavla.progress import Progress

__all__ = ["CheckedFile", "check", "check_file", "find_files"]

SUFFIXES = (".mat", ".txt", ".sgf")
FEW = 200
"""So few files are read before another process has started."""
CHUNK = 16


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """What came of checking one file.

    Attributes:
        path: The file.
        games: How many games it holds.
        rolls: How many rolls are written in it.
        replayed: How many of them could be replayed.
        findings: Every fault and remark.
    """

    path: str
    games: int = 0
    rolls: int = 0
    replayed: int = 0
    findings: tuple[Finding, ...] = ()

    @property
    def faults(self) -> int:
        """How many of the findings are faults."""
        return sum(finding.is_fault for finding in self.findings)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "path": self.path,
            "games": self.games,
            "rolls": self.rolls,
            "replayed": self.replayed,
            "faults": self.faults,
            "findings": [finding.to_dict() for finding in self.findings],
        }


def find_files(paths: Iterable[str | os.PathLike[str]]) -> list[Path]:
    """The files that are named, and those of matches below the folders that are named, each once and in order."""
    found: dict[Path, None] = {}
    for path in map(Path, paths):
        if path.is_dir():
            below = sorted(one for one in path.rglob("*") if one.suffix.lower() in SUFFIXES)
            found |= dict.fromkeys(one for one in below if one.is_file())
        else:
            found[path] = None
    return list(found)


def check_file(
    path: str | os.PathLike[str], encoding: str | None = None, *, strict: bool = False
) -> CheckedFile:
    """Read one file and tell what is wrong in it. Nothing is raised for what it holds.

    Args:
        path: The file.
        encoding: Its encoding, where it is known.
        strict: Tell no more than the first fault, since what comes after may follow from it.
    """
    name = os.fspath(path)
    try:
        found = files.check(Path(path).read_bytes(), encoding=encoding)
    except OSError as error:
        words = error.strerror or str(error)
        return CheckedFile(name, findings=(Finding("unreadable", 1, 1, None, None, words),))
    except TavlaError as error:
        line, column = getattr(error, "line", 1), getattr(error, "column", 1)
        kind = getattr(error, "kind", "unreadable")
        words = str(error).removeprefix(f"line {line}, column {column}: ")
        return CheckedFile(name, findings=(Finding(kind, line, column, None, None, words),))
    except Exception as error:  # noqa: BLE001  # a fault of ours, which keeps no other file from being checked
        words = f"{type(error).__name__}: {error}"
        return CheckedFile(name, findings=(Finding("unreadable", 1, 1, None, None, words),))
    findings = found.findings
    if strict:
        findings = tuple(finding for finding in findings if finding.is_fault)[:1]
    return CheckedFile(name, found.games, found.rolls, found.replayed, findings)


def check(
    paths: Iterable[str | os.PathLike[str]],
    *,
    encoding: str | None = None,
    strict: bool = False,
    processes: int | None = None,
    progress: Progress = None,
) -> Iterator[CheckedFile]:
    """Check files in order, many at a time.

    Args:
        paths: Files, as `find_files` gives them.
        encoding: The encoding of all of them, where it is known.
        strict: Tell no more than the first fault of each file.
        processes: How many processes to use; by default one for each core, or one alone for a few files.
        progress: As in `tavla.simulate`.

    Yields:
        What came of each file, in the order of the paths.

    Raises:
        InvalidArgumentError: `processes` is no number from 1.
    """
    names = [os.fspath(path) for path in paths]
    workers = processes
    if workers is None:
        workers = 1 if len(names) <= FEW else os.cpu_count() or 1
    if type(workers) is not int or workers < 1:
        raise InvalidArgumentError(f"processes: expected a number from 1, got {processes!r}")
    with telling(progress, "checking") as tell:
        if workers == 1 or len(names) < 2:
            for done, name in enumerate(names):
                yield check_file(name, encoding, strict=strict)
                tell((done + 1) / len(names))
        else:
            for done, checked in enumerate(
                _side_by_side(names, workers, partial(_check_chunk, encoding, strict))
            ):
                yield checked
                tell((done + 1) / len(names))


_CheckChunk = Callable[[list[str]], list[CheckedFile]]


def _side_by_side(
    names: list[str], workers: int, check_chunk: _CheckChunk
) -> Iterator[CheckedFile]:
    """Check files in processes of their own; one that a file brings down costs that file alone."""
    done = 0
    while done < len(names):
        try:
            for checked in _in_processes(names[done:], workers, check_chunk):
                done += 1
                yield checked
        except BrokenProcessPool:
            if not _can_start():
                raise
            for name in names[done : done + CHUNK]:
                done += 1
                yield _alone(name, check_chunk)


def _in_processes(
    names: list[str], workers: int, check_chunk: _CheckChunk
) -> Iterator[CheckedFile]:
    """Check chunks of files, a few chunks ahead of who asks."""
    chunks = [names[at : at + CHUNK] for at in range(0, len(names), CHUNK)]
    pool = _pool(min(workers, len(chunks)))
    try:
        ahead = 4 * workers
        futures = [pool.submit(check_chunk, chunk) for chunk in chunks[:ahead]]
        for index in range(len(chunks)):
            yield from futures[index].result()
            if index + ahead < len(chunks):
                futures.append(pool.submit(check_chunk, chunks[index + ahead]))
    finally:
        pool.shutdown(cancel_futures=True)


def _pool(workers: int) -> ProcessPoolExecutor:
    """Processes that Ctrl-C, which reaches all of them, ends without a word."""
    return ProcessPoolExecutor(
        workers,
        mp_context=get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_DFL),
    )


def _can_start() -> bool:
    """Whether a process can be started at all, as it cannot out of a script without its `__main__`."""
    with _pool(1) as pool:
        try:
            pool.submit(int).result()
        except BrokenProcessPool:
            return False
    return True


def _alone(name: str, check_chunk: _CheckChunk) -> CheckedFile:
    """Check a file in a process of its own, since one like it may have brought down the others."""
    try:
        (checked,) = _in_processes([name], 1, check_chunk)
    except BrokenProcessPool:
        words = "the process that read it was ended by the system"
        return CheckedFile(name, findings=(Finding("unreadable", 1, 1, None, None, words),))
    return checked


def _check_chunk(
    encoding: str | None, strict: bool, names: list[str]
) -> list[CheckedFile]:  # sent to a process
    """The work of one process for a while."""
    return [check_file(name, encoding, strict=strict) for name in names]
