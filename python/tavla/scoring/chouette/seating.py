"""Who sits where at the beginning: the highest throw has the box, the next is captain, and so on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavla.errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["seat_order", "still_tied"]


def seat_order(throws: Sequence[Mapping[str, int]]) -> tuple[str, ...]:
    """The players from the highest throw to the lowest.

    Args:
        throws: What everybody threw, with one die, two or more; then, as often as it takes, what those threw again
            who were tied. A further throw decides only among those who were tied.

    Raises:
        InvalidArgumentError: Somebody is tied still, or threw again who was not.

    Examples:
        >>> seat_order([{"ann": 3, "bob": 6, "cleo": 3}, {"ann": 1, "cleo": 4}])
        ('bob', 'cleo', 'ann')
    """
    for number in range(1, len(throws)):
        tied = still_tied(throws[:number])
        if set(throws[number]) != tied:
            who = ", ".join(sorted(tied)) or "nobody"
            raise InvalidArgumentError(f"throws: expected further throws of {who}")
    tied = still_tied(throws)
    if tied:
        raise InvalidArgumentError(f"throws: still tied: {', '.join(sorted(tied))}")
    return tuple(sorted(throws[0], key=_key(throws), reverse=True)) if throws else ()


def still_tied(throws: Sequence[Mapping[str, int]]) -> set[str]:
    """Those who threw the same as somebody else in every throw so far."""
    everybody = list(throws[0]) if throws else []
    key = _key(throws)
    found = [key(name) for name in everybody]
    return {name for name in everybody if found.count(key(name)) > 1}


def _key(throws: Sequence[Mapping[str, int]]) -> Callable[[str], tuple[int, ...]]:
    return lambda name: tuple(throw[name] for throw in throws if name in throw)
