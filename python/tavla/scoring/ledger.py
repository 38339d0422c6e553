"""The ledger: who won and lost how much, row by row, in exact numbers that always sum to zero."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tavla.errors import DataError, InvalidArgumentError, UnbalancedRowError, UnknownPlayerError
from tavla.game.plain import DIGITS, check_header, exact, is_text, plain_number, read_json
from tavla.game.reading import fields_of, reading

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Ledger", "Row"]

FORMAT, VERSION = "tavla.ledger", 1


@dataclass(frozen=True, slots=True)
class Row:
    """Amounts that change hands at one time; they sum to zero.

    Attributes:
        amounts: Names, each once, with what each wins, or loses if negative.
        label: What the row is about.

    Raises:
        InvalidArgumentError: A name twice or none, no text, or an amount that is no exact number.
        UnbalancedRowError: The amounts do not sum to zero.

    Examples:
        >>> row = Row.of({"ann": 2, "bob": "-1/2", "cleo": "-3/2"}, label="game 1")
        >>> row["bob"], row["dan"]
        (Fraction(-1, 2), Fraction(0, 1))
    """

    amounts: tuple[tuple[str, Fraction], ...]
    label: str = ""

    def __post_init__(self) -> None:
        amounts = tuple((name, _amount(name, amount)) for name, amount in self.amounts)
        names = checked_names(name for name, _ in amounts)
        if not names:
            raise InvalidArgumentError("row: expected an amount for somebody, got none")
        if not is_text(self.label):
            raise InvalidArgumentError(f"label: expected text, got {self.label!r}")
        total = sum((amount for _, amount in amounts), Fraction(0))
        if total:
            listed = ", ".join(f"{name} {amount}" for name, amount in amounts)
            raise UnbalancedRowError(f"row: expected amounts that sum to 0, got {total}: {listed}")
        object.__setattr__(self, "amounts", amounts)

    @classmethod
    def of(cls, amounts: Mapping[str, object], label: str = "") -> Row:
        """A row of these amounts, each an exact number as `Row` takes it.

        Raises:
            InvalidArgumentError, UnbalancedRowError: As the class.
        """
        if not isinstance(amounts, Mapping):
            raise InvalidArgumentError(f"row: expected names with amounts, got {amounts!r}")
        read = tuple((name, _amount(name, amount)) for name, amount in amounts.items())
        return cls(read, label)

    @property
    def names(self) -> tuple[str, ...]:
        """Those whom the row names."""
        return tuple(name for name, _ in self.amounts)

    def __getitem__(self, name: str) -> Fraction:
        """What somebody wins in this row; 0 for those it does not name."""
        return next((amount for one, amount in self.amounts if one == name), Fraction(0))

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        amounts = {name: plain_number(amount) for name, amount in self.amounts}
        return {"amounts": amounts, "label": self.label}

    @classmethod
    def from_dict(cls, data: object) -> Row:
        """The row that `to_dict` gave, after JSON or not.

        Raises:
            DataError: Not such data.
        """
        with reading("row"):
            found = fields_of("row", data, ("amounts", "label"))
            return cls.of(found["amounts"], found["label"])


@dataclass(frozen=True, slots=True)
class Ledger:
    """Rows of amounts between named players. Players may join at any time, and a row names those it is about.

    A ledger is a value: `with_row` and `with_players` give another one.

    Attributes:
        players: The names, in the order in which they joined.
        rows: The rows, in order.

    Raises:
        InvalidArgumentError: A name twice, no text, or something else than rows.
        UnknownPlayerError: A row names somebody who has not joined.

    Examples:
        >>> ledger = Ledger(("ann", "bob")).with_row({"ann": 2, "bob": -2}, label="game 1")
        >>> ledger = ledger.with_players("cleo").with_row({"cleo": "1/3", "ann": "-1/3"})
        >>> {name: str(total) for name, total in ledger.totals.items()}
        {'ann': '5/3', 'bob': '-2', 'cleo': '1/3'}
        >>> ledger.with_row({"ann": 1})
        Traceback (most recent call last):
        ...
        tavla.errors.UnbalancedRowError: row: expected amounts that sum to 0, got 1: ann 1
    """

    players: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()

    def __post_init__(self) -> None:
        players = checked_names(self.players)
        known = set(players)
        for row in self.rows:
            self._check(row, known)
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "rows", tuple(self.rows))

    def _check(self, row: object, known: set[str]) -> None:
        """Check that something is a row that names nobody else."""
        if not isinstance(row, Row):
            raise InvalidArgumentError(f"rows: expected a Row, got {row!r}")
        strangers = [name for name in row.names if name not in known]
        if strangers:
            raise UnknownPlayerError(
                f"row: expected names among {', '.join(self.players) or 'nobody'}, got {', '.join(strangers)}"
            )

    def with_row(self, amounts: Mapping[str, object], label: str = "") -> Ledger:
        """The ledger with one more row.

        Args:
            amounts: What each of those concerned wins: an exact number, negative for a loss.
            label: What the row is about.

        Raises:
            InvalidArgumentError: An amount that is no exact number, or a label that is no text.
            UnbalancedRowError: The amounts do not sum to zero.
            UnknownPlayerError: A name that has not joined.
        """
        return replace(self, rows=(*self.rows, Row.of(amounts, label)))

    def with_players(self, *names: str) -> Ledger:
        """The ledger after further players joined, with nothing so far.

        Raises:
            InvalidArgumentError: A name that is in it already, or no text.
        """
        return replace(self, players=(*self.players, *names))

    @property
    def totals(self) -> dict[str, Fraction]:
        """What everybody has won so far; it sums to zero."""
        totals = dict.fromkeys(self.players, Fraction(0))
        for row in self.rows:
            for name, amount in row.amounts:
                totals[name] += amount
        return totals

    def running(self) -> Iterator[dict[str, Fraction]]:
        """What everybody had won after each row."""
        totals = dict.fromkeys(self.players, Fraction(0))
        for row in self.rows:
            totals = totals | {name: totals[name] + amount for name, amount in row.amounts}
            yield totals

    def to_dict(self) -> dict[str, Any]:
        """The ledger as plain data; fractions as text such as "1/3"."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "players": list(self.players),
            "rows": [row.to_dict() for row in self.rows],
        }

    @classmethod
    def from_dict(cls, data: object) -> Ledger:
        """The ledger that `to_dict` gave, after JSON or not, checked again.

        Raises:
            DataError: Not such data, of another version, or a row that does not sum to zero.
        """
        check_header(data, FORMAT, VERSION)
        with reading("ledger"):
            found = fields_of("ledger", data, ("format", "version", "players", "rows"))
            players, rows = found["players"], found["rows"]
            if not isinstance(players, list) or not isinstance(rows, list):
                raise DataError("ledger: expected lists of players and rows")
            return cls(tuple(players), tuple(map(Row.from_dict, rows)))

    def to_json(self, indent: int | None = 2) -> str:
        """The ledger as JSON text."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> Ledger:
        """The ledger that `to_json` gave.

        Raises:
            DataError: No JSON, or no ledger.
        """
        return cls.from_dict(read_json(text))


def _amount(name: str, amount: object) -> Fraction:
    """What somebody wins: a stake times points, perhaps times a share, so that it may have the digits of all."""
    return exact(amount, f"amount of {name!r}", 4 * DIGITS)


def checked_names(names: object) -> tuple[str, ...]:
    """Names as a tuple, each once, not empty, and of one line that can be printed.

    Raises:
        InvalidArgumentError: They are not.
    """
    if isinstance(names, str) or not hasattr(names, "__iter__"):
        raise InvalidArgumentError(f"players: expected names, got {names!r}")
    found: dict[str, None] = {}
    for name in names:
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise InvalidArgumentError(f"players: expected names, got {name!r}")
        if name in found:
            raise InvalidArgumentError(f"players: expected each name once, got {name!r} twice")
        found[name] = None
    return tuple(found)
