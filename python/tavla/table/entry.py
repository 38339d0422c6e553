"""One game in the books: its result, and its record where a board gave it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tavla.errors import DataError, TavlaError
from tavla.game.record import GameRecord
from tavla.game.result import End
from tavla.scoring.limits import checked_time
from tavla.table.results import checked_end, entered_result

if TYPE_CHECKING:
    from tavla._engine import Variant
    from tavla.game.result import GameResult
    from tavla.game.rules import GameRules

__all__ = ["Entry"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A game that was entered.

    Attributes:
        result: How it ended.
        record: The game, move by move; None where only the result was entered.
        automatics: How many automatic doubles are in the cube of a result that was entered alone.
        time: When it was entered on the caller's clock, or None.
        note: What somebody noted about it.
    """

    result: GameResult
    record: GameRecord | None = None
    automatics: int = 0
    time: float | None = None
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The entry as plain data."""
        return {
            "result": self.result.to_dict(),
            "record": None if self.record is None else self.record.to_dict(),
            "automatics": self.automatics,
            "time": self.time,
            "note": self.note,
        }

    @classmethod
    def from_dict(cls, data: object, variant: Variant, rules: GameRules) -> Entry:
        """The entry that `to_dict` gave, after JSON or not, for a game under these rules.

        Raises:
            DataError: Not such data, or a result that no such game has.
            RecordError: The record does not replay.
        """
        if not isinstance(data, dict) or set(data) != set(cls.__slots__):
            raise DataError(f"entry: expected an object of {sorted(cls.__slots__)}, got {data!r}")
        if not isinstance(data["note"], str):
            raise DataError(f"note: expected text, got {data['note']!r}")
        stored, automatics = data["result"], data["automatics"]
        try:
            time = checked_time(data["time"])
            if data["record"] is None:
                result = _read_result(stored, automatics, variant, rules)
                return cls(result, None, automatics, time, data["note"])
        except TavlaError as error:
            raise DataError(f"entry: {error}") from None
        record = GameRecord.from_dict(data["record"])
        if record.result is None or record.result.to_dict() != stored or automatics != 0:
            raise DataError(f"entry: expected the result of its record, got {stored!r}")
        return cls(record.result, record, 0, time, data["note"])


def _read_result(stored: object, automatics: Any, variant: Variant, rules: GameRules) -> GameResult:
    """A result that was entered alone, checked again."""
    names = {"winner", "points", "kind", "end", "cube"}
    if not isinstance(stored, dict) or set(stored) != names:
        raise DataError(f"result: expected an object of {sorted(names)}, got {stored!r}")
    end = checked_end(stored["end"])
    result = entered_result(
        variant,
        rules,
        winner=stored["winner"],
        kind=stored["kind"],
        cube=stored["cube"],
        automatics=automatics,
        end=end,
        points=stored["points"] if end is End.SETTLEMENT else None,
    )
    if result.to_dict() != stored:
        raise DataError(f"result: expected {result.to_dict()}, got {stored}")
    return result
