"""One game in the books: its result, and its record where a board gave it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tavla.errors import DataError, InvalidArgumentError
from tavla.game.plain import is_text
from tavla.game.reading import fields_of, reading
from tavla.game.record import GameRecord
from tavla.game.result import End
from tavla.scoring.limits import checked_time
from tavla.table.results import checked_end, entered_result

if TYPE_CHECKING:
    from tavla._engine import Variant
    from tavla.game.result import GameResult
    from tavla.game.rules import GameRules

__all__ = ["Entry", "checked_note"]


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
        with reading("entry"):
            found = fields_of("entry", data, cls.__slots__)
            time, note = checked_time(found["time"]), checked_note(found["note"])
            stored, automatics = found["result"], found["automatics"]
            if found["record"] is None:
                result = _read_result(stored, automatics, variant, rules)
                return cls(result, None, automatics, time, note)
            record = GameRecord.from_dict(found["record"])
            if record.result is None or record.result.to_dict() != stored or automatics != 0:
                raise DataError(f"entry: expected the result of its record, got {stored!r}")
        return cls(record.result, record, 0, time, note)


def checked_note(note: object) -> str:
    """A note, which must be text.

    Raises:
        InvalidArgumentError: It is none.
    """
    if not is_text(note):
        raise InvalidArgumentError(f"note: expected text, got {note!r}")
    return note


def _read_result(stored: object, automatics: Any, variant: Variant, rules: GameRules) -> GameResult:
    """A result that was entered alone, checked again."""
    told = fields_of("result", stored, ("winner", "points", "kind", "end", "cube"))
    end = checked_end(told["end"])
    result = entered_result(
        variant,
        rules,
        winner=told["winner"],
        kind=told["kind"],
        cube=told["cube"],
        automatics=automatics,
        end=end,
        points=told["points"] if end is End.SETTLEMENT else None,
    )
    if result.to_dict() != stored:
        raise DataError(f"result: expected {result.to_dict()}, got {stored}")
    return result
