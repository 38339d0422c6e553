"""What the writers of ids share: what a format has no room for, and the refusal that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavla.errors import FormatLossError, InvalidArgumentError
from tavla.formats.state import FACTS, PositionState, told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tavla._engine import Variant

__all__ = ["check", "dropped", "highest", "plain_name", "unfit_names", "unsuited"]

LONGEST_NAME = 200

Losses = tuple[str, ...]


def dropped(s: PositionState, holds: Iterable[str]) -> Losses:
    """The facts that the state tells and a format without a place for them drops, in words.

    That a custom is not in use is what such a format means anyway.
    """
    missing = told(s) - frozenset(holds)
    missing -= {name for name in ("jacoby", "beavers") if not getattr(s, name)}
    return tuple(words for name, words in FACTS.items() if name in missing)


def unsuited(variant: Variant) -> Losses:
    """Why ids of backgammon cannot show this variant's board; nothing where they can."""
    if variant.track == "contrary" and variant.contact == "hit":
        return ()
    return (f"a board of {variant.name}: it is for games with hits, played in contrary directions",)


def plain_name(name: str, sign: str) -> str:
    """A name without what would end its field or its line."""
    letters = (letter if letter.isprintable() and letter != sign else "_" for letter in name)
    return "".join(letters).strip()[:LONGEST_NAME].strip()


def unfit_names(s: PositionState, sign: str) -> Losses:
    """That names cannot be written as they are, if they cannot."""
    if any(plain_name(name, sign) != name for name in s.names):
        return (f"names with {sign!r}, blanks at their ends or more than {LONGEST_NAME} letters",)
    return ()


def highest(what: str, value: int, most: int) -> Losses:
    """That a number is past what the format can show, if it is."""
    return (f"{what} {value}, past {most}",) if value > most else ()


def check(
    s: PositionState,
    form: str,
    impossible: Callable[[PositionState], Losses],
    losses: Callable[[PositionState], Losses],
    *,
    lossy: bool,
) -> None:
    """Check that a state can be written: whole, or where `lossy` at all.

    Raises:
        InvalidArgumentError: Not a state.
        FormatLossError: The format cannot hold it; `losses` lists what.
    """
    if not isinstance(s, PositionState):
        raise InvalidArgumentError(f"state: expected a PositionState, got {s!r}")
    found = (*impossible(s), *(() if lossy else losses(s)))
    if found:
        raise FormatLossError(f"{form} cannot hold {'; '.join(found)}", found, form=form)
