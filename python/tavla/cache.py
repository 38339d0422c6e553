"""Large tables that are built once, kept in a folder, and mapped by every process that needs them.

The folder is the environment's TAVLA_CACHE, or else the system's folder for caches. Whatever is in it can be deleted at
any time: it is built again when it is next needed.
"""

from __future__ import annotations

import errno
import inspect
import json
import os
import shutil
import tempfile
import warnings
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import platformdirs
from filelock import FileLock

from tavla.errors import CacheWarning, DataError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["folder", "kept", "state_at"]

VARIABLE = "TAVLA_CACHE"

EVERY = 60.0
"""The seconds after which the state of long work is kept again."""

T = TypeVar("T")


def folder() -> Path:
    """The folder of stored tables: the environment's TAVLA_CACHE, or else `tavla` among the user's caches.

    Examples:
        >>> import tavla
        >>> tavla.cache.folder().is_absolute()
        True
    """
    chosen = os.environ.get(VARIABLE, "")
    return Path(chosen).absolute() if chosen else platformdirs.user_cache_path("tavla")


def state_at(
    path: str | os.PathLike[str] | None, **work: Any
) -> tuple[str | os.PathLike[str], str, float] | None:
    """What the engine wants to know of the state of long work.

    Args:
        path: Where it is kept, and gone on from where there is one of the same work; None is nowhere.
        **work: Which work it is, as JSON has it: all that its result depends on.
    """
    return None if path is None else (path, json.dumps(work), EVERY)


def kept(
    name: str,
    *,
    load: Callable[[Path], T],
    build: Callable[[Path | None], T],
    save: Callable[[T, Path], None],
    size: int,
    rebuild: bool = False,
    suffices: Callable[[T], bool] | None = None,
) -> T:
    """Give a table that is in the cache, or build it and keep it there.

    Of several processes, or threads, that need a table at once the first builds it; the others wait and then map its
    file. Where the folder cannot be written to the table stays in memory, with a warning.

    Args:
        name: The name of its file.
        load: Opens its file.
        build: Makes the table. It gets the path at which a long build may keep its state, so that the next one goes on
            from there: that file is deleted when the table is done. None where nothing can be kept.
        save: Writes the table to a path, whole or not at all.
        size: The bytes that its file takes, about.
        rebuild: Whether to build it even if it is there.
        suffices: Whether the table that is there will do; else it is built as if there were none. None is that any does.

    Raises:
        DataError: The file is damaged or foreign.
        OSError: There is no room for the file, or it cannot be read.
    """
    path = folder() / name

    def kept_already() -> T | None:
        if rebuild or not path.exists():
            return None
        found = _loaded(path, load)
        return found if suffices is None or suffices(found) else None

    if (found := kept_already()) is not None:
        return found
    if not _is_writable(path):
        return build(None)
    with FileLock(path.with_name(f"{name}.lock")):
        # Another process may have built it meanwhile.
        if (found := kept_already()) is not None:
            return found
        _sweep(path)
        _check_room(path, size)
        state = path.with_name(f"{name}.part")
        save(build(state), path)
        state.unlink(missing_ok=True)
        return _loaded(path, load)


def _loaded(path: Path, load: Callable[[Path], T]) -> T:
    try:
        return load(path)
    except DataError as error:
        raise DataError(f"{error}; delete the file, and it is built again when needed") from error


def _is_writable(path: Path) -> bool:
    """Whether files can be made in the folder; warns where not."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent):
            return True
    except OSError as error:
        warnings.warn(
            f"{path.parent}: cannot be written to ({error.strerror}), so that {path.name} is kept in memory only; "
            f"{VARIABLE} in the environment names another folder",
            CacheWarning,
            stacklevel=_level() - 1,
        )
        return False


def _level() -> int:
    """How many frames up from here is the caller of the package, whom a warning is for."""
    level, frame = 1, inspect.currentframe()
    while frame and frame.f_back and f"{frame.f_globals.get('__name__')}.".startswith("tavla."):
        level, frame = level + 1, frame.f_back
    return level


def _sweep(path: Path) -> None:
    """Delete what a process that was killed has left half-written; nobody else writes while the lock is held."""
    for left in path.parent.glob(f".{path.name}.*.tmp"):
        with suppress(OSError):
            left.unlink()


def _check_room(path: Path, size: int) -> None:
    """Refuse before the work rather than after it."""
    free = shutil.disk_usage(path.parent).free
    if free < size:
        raise OSError(
            errno.ENOSPC,
            f"no room for about {size / 2**20:.0f} MiB, only {free / 2**20:.0f} MiB are free ({VARIABLE} in the environment "
            "names another folder)",
            str(path),
        )
