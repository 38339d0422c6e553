"""How many threads long work uses."""

import os

from tavla.errors import InvalidArgumentError

__all__ = ["thread_count"]

MOST = 1024


def thread_count(threads: int | None) -> int:
    """Give the number of threads to use.

    Args:
        threads: The user's argument; None is the environment's TAVLA_THREADS, or else every core that this process may
            use.

    Raises:
        InvalidArgumentError: TAVLA_THREADS is no number of threads. The argument itself is checked where it is used.
    """
    if threads is not None:
        return threads
    text = os.environ.get("TAVLA_THREADS", "").strip()
    if text:
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST):
            raise InvalidArgumentError(
                f"TAVLA_THREADS in the environment: expected a whole number from 1 to {MOST}, got {text!r}"
            )
        return int(text)
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST)
    return min(os.cpu_count() or 1, MOST)
