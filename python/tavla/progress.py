"""How long work tells how far it is: a callable, a bar, or nothing."""

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from tavla.errors import InvalidArgumentError

__all__ = ["Progress", "Reporter", "reporter", "telling"]

Progress = bool | Callable[[float], object] | None
"""What `progress=` takes: a callable that gets the share done from 0 to 1, True for a bar, False for silence; None
is a bar on a terminal after two seconds."""

WIDTH = 32
PATIENCE = 2.0
EVERY = 0.05


class Reporter:
    """Passes the share done to a callable."""

    def __init__(self, report: Callable[[float], object]) -> None:
        self._report = report

    def __call__(self, share: float) -> None:
        """Say that this share is done, from 0 to 1."""
        self._report(share)

    def close(self) -> None:
        """Nothing more will come."""


class _Bar(Reporter):
    """A plain bar on one line of a terminal."""

    def __init__(self, label: str, stream: TextIO, patience: float) -> None:
        super().__init__(self._draw)
        self._label = label
        self._stream = stream
        self._start = time.monotonic()
        self._begin: float | None = None  # work that is gone on with does not begin at 0
        self._patience = patience
        self._length = 0

    def _draw(self, share: float) -> None:
        spent = time.monotonic() - self._start
        if self._begin is None:
            self._begin = share
        if not self._length and (spent < self._patience or share >= 1):
            return
        share = min(max(share, 0.0), 1.0)
        full = int(share * WIDTH)
        gained = share - self._begin
        left = (
            f", {_duration(spent / gained * (1 - share))} left"
            if gained > 0.01 and share < 1
            else ""
        )
        line = f"{self._label} [{'#' * full}{'.' * (WIDTH - full)}] {share:4.0%} {_duration(spent)}{left}"
        # A line that wraps could not be drawn over.
        line = line[: shutil.get_terminal_size().columns - 1]
        self._stream.write("\r" + line.ljust(self._length))
        self._stream.flush()
        self._length = len(line)

    def close(self) -> None:
        """End the line, if there is one."""
        if self._length:
            self._stream.write("\n")
            self._stream.flush()


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def _is_terminal(stream: TextIO | None) -> bool:
    """A program without a terminal may have no stderr, a closed one, or an object that only writes."""
    try:
        return stream is not None and stream.isatty()
    except (AttributeError, ValueError):
        return False


def reporter(progress: Progress, label: str) -> Reporter | None:
    """Give what reports progress, or None for silence.

    Args:
        progress: The user's argument, see `Progress`.
        label: What a bar is called.

    Raises:
        InvalidArgumentError: `progress` is none of these.
    """
    if progress is None:
        return _Bar(label, sys.stderr, PATIENCE) if _is_terminal(sys.stderr) else None
    if progress is True:
        return _Bar(label, sys.stderr, 0.0) if sys.stderr is not None else None
    if progress is False:
        return None
    if callable(progress):
        return Reporter(progress)
    raise InvalidArgumentError(
        f"progress: expected None, True, False or a callable, got {progress!r}"
    )


@contextmanager
def telling(progress: Progress, label: str) -> Iterator[Callable[[float], None]]:
    """Report from work that Python does itself, and in the end that all is done.

    Args:
        progress: The user's argument, see `Progress`.
        label: What a bar is called.

    Yields:
        What to call with the share done, as often as one likes.
    """
    report = reporter(progress, label)
    last = time.monotonic()

    def tell(share: float) -> None:
        nonlocal last
        if report is not None and time.monotonic() - last >= EVERY:
            report(share)
            last = time.monotonic()

    try:
        yield tell
        if report is not None:
            report(1.0)
    finally:
        if report is not None:
            report.close()
