"""What happened in a game: its start and every action since, so that it can be replayed and checked from scratch."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tavla.errors import DataError, InvalidArgumentError, RecordError, TavlaError
from tavla.game import actions
from tavla.game.plain import check_header, is_text, read_json
from tavla.game.reading import fields_of, reading
from tavla.game.state import GameState
from tavla.game.transitions import as_made

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tavla.game.actions import Action
    from tavla.game.result import GameResult

__all__ = ["Event", "GameRecord"]

FORMAT, VERSION = "tavla.record", 1


@dataclass(frozen=True, slots=True)
class Event:
    """One action that was taken.

    Attributes:
        action: The action, with its seat; dice and moves as they were.
        written: How a person wrote it, such as "13/11 24/20" in the order played, or None.
        comment: What somebody noted about it, or None.

    Raises:
        InvalidArgumentError: No text where text is expected.
    """

    action: Action
    written: str | None = None
    comment: str | None = None

    def __post_init__(self) -> None:
        if self.written is None and self.comment is None:
            return  # as most are, of very many
        for name, text in (("written", self.written), ("comment", self.comment)):
            if text is not None and not is_text(text):
                raise InvalidArgumentError(f"{name}: expected text or None, got {text!r}")

    def to_dict(self) -> dict[str, Any]:
        """The event as plain data: the action's, with what was written and noted."""
        found = self.action.to_dict()
        extra = {"written": self.written, "comment": self.comment}
        return found | {name: text for name, text in extra.items() if text is not None}

    @classmethod
    def from_dict(cls, data: object) -> Event:
        """The event that `to_dict` gave.

        Raises:
            DataError: Not such data.
        """
        with reading("event"):
            if not isinstance(data, dict):
                raise DataError(f"event: expected an object, got {data!r}")
            values = dict(data)
            written, comment = values.pop("written", None), values.pop("comment", None)
            return cls(actions.read(values), written, comment)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game from its start, finished or not.

    Attributes:
        start: The state before the first event.
        events: What happened, in order.
        result: How the game ended, or None.
        players: The names of seat 0 and seat 1.
        tags: Further words about the game, such as its event, place and date.
        dice: What the source of the dice may tell: for provably fair dice the commitment, and the seed once revealed.

    Examples:
        >>> import tavla
        >>> game = tavla.Game(tavla.HYPER, seed=7)
        >>> _ = game.roll()
        >>> record = game.record
        >>> record.replay() == game.state
        True
    """

    start: GameState
    events: tuple[Event, ...] = ()
    result: GameResult | None = None
    players: tuple[str, str] = ("", "")
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    dice: Mapping[str, Any] | None = field(default=None, hash=False)

    def states(self) -> Iterator[GameState]:
        """The start and the state after each event, every action checked.

        Raises:
            RecordError: At the first event that cannot be; its number, from 0, is in `event`.
        """
        state = self.start
        yield state
        for number, event in enumerate(self.events):
            try:
                state = state.apply(event.action)
            except TavlaError as error:
                raise RecordError(f"event {number}: {error}", number) from error
            yield state

    def replay(self) -> GameState:
        """Play everything again and give the last state.

        Raises:
            RecordError: At the first event that cannot be, or when the result is not the one recorded.
        """
        for state in self.states():
            last = state
        if last.result != self.result:
            raise RecordError(f"the result should be {last.result}, and {self.result} is recorded")
        return last

    def commented(self, event: int, comment: str | None) -> GameRecord:
        """The record with a comment on one event, or with None there.

        Raises:
            InvalidArgumentError: There is no such event, or the comment is no text.
        """
        if type(event) is not int or not 0 <= event < len(self.events):
            raise InvalidArgumentError(
                f"event: expected a whole number below {len(self.events)}, got {event!r}"
            )
        events = list(self.events)
        events[event] = replace(events[event], comment=comment)
        return replace(self, events=tuple(events))

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "players": list(self.players),
            "tags": dict(self.tags),
            "dice": None if self.dice is None else dict(self.dice),
            "start": self.start.to_dict(),
            "events": [event.to_dict() for event in self.events],
            "result": None if self.result is None else self.result.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: object) -> GameRecord:
        """The record that `to_dict` gave, after JSON or not, replayed and so checked.

        Raises:
            DataError: Not such data, or of another version.
            RecordError: It does not replay.
        """
        return cls.read(data)[0]

    @classmethod
    def read(cls, data: object) -> tuple[GameRecord, list[GameState]]:
        """As `from_dict`, with the start and the state after each event beside the record."""
        check_header(data, FORMAT, VERSION)
        with reading("record"):
            record = cls._unchecked(fields_of("record", data, _NAMES))
            states = list(record.states())
            result, recorded = states[-1].result, data["result"]  # type: ignore[index]  # an object
            if (None if result is None else result.to_dict()) != recorded:
                raise RecordError(f"the result should be {result}, and {recorded!r} is recorded")
            events = tuple(
                replace(event, action=as_made(before, event.action, after))
                for event, before, after in zip(record.events, states, states[1:], strict=False)
            )
        return replace(record, events=events, result=result), states

    @classmethod
    def _unchecked(cls, data: dict[str, Any]) -> GameRecord:
        """The record, not replayed yet, and its result left out."""
        players, tags, dice, events = (data[key] for key in ("players", "tags", "dice", "events"))
        if not (isinstance(players, list) and len(players) == 2 and _all_text(players)):
            raise DataError(f"players: expected two names, got {players!r}")
        if not (isinstance(tags, dict) and _all_text([*tags, *tags.values()])):
            raise DataError(f"tags: expected an object of texts, got {tags!r}")
        if not isinstance(dice, dict | None) or not isinstance(events, list):
            raise DataError("record: expected an object or null under dice, and a list of events")
        json.dumps(
            dice, allow_nan=False, ensure_ascii=False
        ).encode()  # refuses what no file can hold
        return cls(
            start=GameState.from_dict(data["start"]),
            events=tuple(map(Event.from_dict, events)),
            players=(players[0], players[1]),
            tags=tags,
            dice=dice,
        )

    def to_json(self, indent: int | None = 2) -> str:
        """The record as JSON text."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> GameRecord:
        """The record that `to_json` gave.

        Raises:
            DataError: No JSON, or no record.
            RecordError: It does not replay.
        """
        return cls.from_dict(read_json(text))


_NAMES = ("format", "version", "players", "tags", "dice", "start", "events", "result")


def _all_text(values: list[Any]) -> bool:
    return all(map(is_text, values))
