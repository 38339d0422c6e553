"""Work spread over any PEP 3148 executor, its results in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Self, TypeVar

from tavla.errors import InvalidArgumentError

__all__ = ["Stop", "check_executor", "in_order"]

IN_FLIGHT = 128
"""Items submitted and not yet taken back, at most."""
TICK = 0.1
"""Seconds between two looks at what is done."""

Item = TypeVar("Item")
Result = TypeVar("Result")


class Stop:
    """Tells work on threads that nobody waits for it any more; in another process it never does."""

    __slots__ = ("asked",)

    def __init__(self) -> None:
        self.asked = False

    def __reduce__(self) -> tuple[type[Self], tuple[()]]:
        return type(self), ()


def check_executor(executor: object) -> None:
    """Raise an error for what is no executor.

    Raises:
        InvalidArgumentError: It has no method `submit`.
    """
    if not callable(getattr(executor, "submit", None)) or isinstance(executor, type):
        raise InvalidArgumentError(
            "executor: expected None or an executor with a method submit, such as "
            f"concurrent.futures.ProcessPoolExecutor(), got {executor!r}"
        )


def in_order(
    executor: Executor,
    function: Callable[[Item], Result],
    items: Iterable[Item],
    tell: Callable[[int], object],
) -> Generator[Result, None, None]:
    """Give the results of a function in the order of the items.

    The first error in that order is raised, whichever came first. After an error, Ctrl-C included, nothing more is
    submitted, and what has not begun is cancelled.

    Args:
        executor: Where the function runs; only `submit` is used.
        function: What to do with an item.
        items: Taken as they are needed.
        tell: Called now and then with the number of items done and not yet given.
    """
    waiting = iter(items)
    pending: deque[Future[Result]] = deque()
    submitting = True
    try:
        while True:
            while submitting and len(pending) < IN_FLIGHT:
                try:
                    item = next(waiting)
                except StopIteration:
                    submitting = False
                else:
                    pending.append(executor.submit(function, item))
            if not pending:
                return
            # Short waits: some platforms answer Ctrl-C only between them.
            with suppress(TimeoutError):
                pending[0].exception(timeout=TICK)
            if pending[0].done():
                yield pending.popleft().result()
            bad = next((place for place, future in enumerate(pending) if _failed(future)), None)
            if bad is not None:
                # The items before decide which error it is; those after no longer matter.
                submitting = False
                while len(pending) > bad + 1:
                    pending.pop().cancel()
            tell(sum(future.done() for future in pending))
    finally:
        for future in pending:
            future.cancel()


def _failed(future: Future[Result]) -> bool:
    return future.done() and (future.cancelled() or future.exception() is not None)
