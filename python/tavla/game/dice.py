"""Where the dice of a game come from.

A source is asked for opening throws by attempt and for rolls by turn, both from 0. A game remembers what it was given, so
that a source is never asked twice for the same throw, not even after an undo.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self

from tavla._engine import DiceStream
from tavla.errors import DataError, DiceSourceError, InvalidArgumentError
from tavla.game.actions import checked_dice
from tavla.game.fair import FairDice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import TracebackType

__all__ = [
    "DiceSource",
    "ManualDice",
    "ScriptedDice",
    "SeededDice",
    "SystemDice",
    "source_from_dict",
]

Dice = tuple[int, int]


class DiceSource(Protocol):
    """Anything that throws dice."""

    def opening(self, attempt: int) -> Dice:
        """An opening throw: the die of seat 0 and that of seat 1, ties kept."""

    def roll(self, turn: int) -> Dice:
        """The dice of a turn, in the order thrown."""

    def to_dict(self) -> dict[str, Any]:
        """The source as plain data, secrets included, for storage."""

    def published(self, *, over: bool) -> dict[str, Any] | None:
        """What a record may tell of the source, before the game is over and after it."""


class SeededDice:
    """The dice of game `game` under `seed`, the same as `simulate` throws.

    Args:
        seed: A whole number from 0 to 2**256 - 1, or its 32 bytes; None for a fresh one.
        game: The number of the game.
        secret: Whether records keep the seed back even after the game, because other games go on with it.
    """

    def __init__(
        self, seed: int | bytes | None = None, game: int = 0, *, secret: bool = False
    ) -> None:
        self._stream = DiceStream(secrets.token_bytes(32) if seed is None else seed, game)
        self._secret = secret

    @property
    def seed(self) -> bytes:
        """The 32 bytes of the seed."""
        return self._stream.seed

    @property
    def game(self) -> int:
        """The number of the game."""
        return self._stream.game

    @property
    def secret(self) -> bool:
        """Whether records keep the seed back even after the game."""
        return self._secret

    def opening(self, attempt: int) -> Dice:
        """An opening throw."""
        return self._stream.opening(attempt)

    def roll(self, turn: int) -> Dice:
        """The dice of a turn."""
        return self._stream.roll(turn)

    def to_dict(self) -> dict[str, Any]:
        """The seed and the game's number."""
        found = {"source": "seeded", "seed": self.seed.hex(), "game": self.game}
        return found | {"secret": True} if self.secret else found

    def published(self, *, over: bool) -> dict[str, Any] | None:
        """The seed, once it can give nothing away."""
        return self.to_dict() if over and not self.secret else None


class ManualDice:
    """No dice: whoever rolls says what he threw."""

    def opening(self, attempt: int) -> Dice:
        """Refuse.

        Raises:
            DiceSourceError: Always.
        """
        return self.roll(attempt)

    def roll(self, turn: int) -> Dice:  # noqa: ARG002  # a source like any other
        """Refuse.

        Raises:
            DiceSourceError: Always.
        """
        raise DiceSourceError("roll: expected dice, since they are thrown by hand in this game")

    def to_dict(self) -> dict[str, Any]:
        """Only what it is."""
        return {"source": "manual"}

    def published(self, *, over: bool) -> dict[str, Any] | None:  # noqa: ARG002
        """Only what it is."""
        return self.to_dict()


class SystemDice:
    """Dice from the randomness of the operating system: nobody can say them beforehand or again."""

    def opening(self, attempt: int) -> Dice:
        """An opening throw."""
        return self.roll(attempt)

    def roll(self, turn: int) -> Dice:  # noqa: ARG002  # fresh at every call
        """Fresh dice."""
        return secrets.randbelow(6) + 1, secrets.randbelow(6) + 1

    def to_dict(self) -> dict[str, Any]:
        """Only what it is."""
        return {"source": "system"}

    def published(self, *, over: bool) -> dict[str, Any] | None:  # noqa: ARG002
        """Only what it is."""
        return self.to_dict()


@dataclass
class ScriptedDice:
    """Throws given beforehand, opening throws and rolls alike, in the order they are asked for.

    As a context manager it complains about throws that were not used.

    Args:
        throws: The throws in order, each two dice as thrown.
        used: How many of them were thrown already.

    Examples:
        >>> import tavla
        >>> with ScriptedDice([(6, 5), (3, 1)]) as dice:
        ...     game = tavla.Game(tavla.HYPER, dice=dice)
        ...     _ = game.roll(), game.play("24/18 23/18"), game.roll()
    """

    throws: tuple[Dice, ...]
    used: int = 0

    def __init__(self, throws: Iterable[Dice], used: int = 0) -> None:
        self.throws = tuple(map(checked_dice, throws))
        if type(used) is not int or not 0 <= used <= len(self.throws):
            raise InvalidArgumentError(
                f"used: expected a whole number from 0 to {len(self.throws)}, got {used!r}"
            )
        self.used = used

    @property
    def left(self) -> tuple[Dice, ...]:
        """The throws not used yet."""
        return self.throws[self.used :]

    def opening(self, attempt: int) -> Dice:
        """The next throw.

        Raises:
            DiceSourceError: None is left.
        """
        return self.roll(attempt)

    def roll(self, turn: int) -> Dice:  # noqa: ARG002  # in order, whatever the turn
        """The next throw.

        Raises:
            DiceSourceError: None is left.
        """
        if not self.left:
            raise DiceSourceError(f"roll: all {len(self.throws)} scripted throws are used")
        self.used += 1
        return self.throws[self.used - 1]

    def finish(self) -> None:
        """Check that every throw was used.

        Raises:
            DiceSourceError: Some were not.
        """
        if self.left:
            raise DiceSourceError(
                f"{len(self.left)} of {len(self.throws)} scripted throws were not used: {self.left}"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.finish()

    def to_dict(self) -> dict[str, Any]:
        """The throws and how many of them are used."""
        throws = [list(throw) for throw in self.throws]
        return {"source": "scripted", "throws": throws, "used": self.used}

    def published(self, *, over: bool) -> dict[str, Any] | None:  # noqa: ARG002
        """Only what it is."""
        return {"source": "scripted"}


def source_from_dict(data: Mapping[str, Any]) -> DiceSource:
    """The source that `to_dict` gave.

    Raises:
        DataError: Not such data.
    """
    if not isinstance(data, dict):
        raise DataError(f"dice: expected an object with a source, got {data!r}")
    values = {key: value for key, value in data.items() if key != "source"}
    try:
        match data.get("source"), sorted(values):
            case "seeded", ["game", "seed"]:
                return SeededDice(bytes.fromhex(values["seed"]), values["game"])
            case "seeded", ["game", "secret", "seed"] if values["secret"] is True:
                return SeededDice(bytes.fromhex(values["seed"]), values["game"], secret=True)
            case "fair", ["game", "seeds", "server_seed"]:
                seeds = [None if seed is None else bytes.fromhex(seed) for seed in values["seeds"]]
                return FairDice(bytes.fromhex(values["server_seed"]), values["game"], seeds)
            case "scripted", ["throws", "used"]:
                return ScriptedDice(**values)
            case "manual", []:
                return ManualDice()
            case "system", []:
                return SystemDice()
            case _:
                pass
    except (InvalidArgumentError, TypeError, ValueError) as error:
        raise DataError(f"dice: {error}") from None
    raise DataError(f"dice: expected a source of dice, got {data!r}")
