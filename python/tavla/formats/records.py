"""Matches as JSON, which holds everything: any variant, illegal plays, single moves, comments, tags."""

from __future__ import annotations

import json
from typing import Any

from tavla._engine import Variant
from tavla.errors import DataError, FormatError, RecordError, TavlaError
from tavla.formats.matches import MatchRecord, Reading
from tavla.game import GameRecord, Roll
from tavla.game.plain import check_header, is_text, read_json

__all__ = ["from_dict", "read", "to_dict", "write"]

FORMAT, VERSION = "tavla.match_record", 1
_FLAGS = ("crawford", "jacoby", "beavers")
_FIELDS = {
    "variant",
    "length",
    "players",
    "games",
    "scores",
    "numbers",
    "tags",
    "comments",
    *_FLAGS,
}


def to_dict(match: MatchRecord) -> dict[str, Any]:
    """A match as plain data."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "variant": match.variant.to_dict(),
        "length": match.length,
        "players": list(match.players),
        "crawford": match.crawford,
        "jacoby": match.jacoby,
        "beavers": match.beavers,
        "tags": [list(pair) for pair in match.tags],
        "comments": list(match.comments),
        "numbers": list(match.numbers),
        "scores": [list(score) for score in match.scores],
        "games": [game.to_dict() for game in match.games],
    }


def write(match: MatchRecord, indent: int | None = None) -> str:
    """A match as JSON text."""
    return json.dumps(to_dict(match), indent=indent, ensure_ascii=False) + "\n"


def from_dict(data: object) -> MatchRecord:
    """The match that `to_dict` gave, after JSON or not; every game is replayed and so checked.

    Raises:
        DataError: Not such data, or of another version.
        RecordError: A game does not replay.
    """
    check_header(data, FORMAT, VERSION)
    assert isinstance(data, dict)
    if set(data) != _FIELDS | {"format", "version"}:
        raise DataError(f"match: expected {sorted(_FIELDS)}, got {sorted(map(str, data))}")
    for name in ("games", "scores", "tags"):
        if not isinstance(data[name], list):
            raise DataError(f"match: {name}: expected a list, got {data[name]!r}")
    for name in ("scores", "numbers"):
        if len(data[name] or data["games"]) != len(data["games"]):
            raise DataError(f"match: {name}: expected one for each game, or none")
    length = data["length"]
    if type(length) is not int or length < 0:
        raise DataError(f"match: length: expected a whole number from 0, got {length!r}")
    if not all(type(data[name]) is bool for name in _FLAGS):
        raise DataError(f"match: expected true or false under {', '.join(_FLAGS)}")
    scores = tuple(_score(pair) for pair in data["scores"])
    if length and any(min(score) < 0 for score in scores):
        raise DataError("match: scores: expected none below 0 in a match")
    first, second = _texts(data["players"], "players", 2)
    variant = Variant.from_dict(data["variant"])
    return MatchRecord(
        variant,
        length,
        (first, second),
        tuple(_game(game, variant, number) for number, game in enumerate(data["games"], start=1)),
        scores,
        _numbers(data["numbers"], "numbers"),
        tuple(_tag(pair) for pair in data["tags"]),
        _texts(data["comments"], "comments"),
        **{name: data[name] for name in _FLAGS},
    )


def read(source: str | bytes) -> Reading:
    """Read a match, or the record of one game, from JSON.

    Raises:
        FormatError: It is none, or does not replay.
    """
    try:
        data = read_json(source)
        if isinstance(data, dict) and data.get("format") == "tavla.record":
            match = of_game(GameRecord.from_dict(data))
        else:
            match = from_dict(data)
    except FormatError:
        raise
    except TavlaError as error:
        line, column = _place(error)
        raise FormatError(
            f"line {line}, column {column}: {error}", kind="json", line=line, column=column
        ) from error
    rolls = sum(count_rolls(game) for game in match.games)
    return Reading(match, (), rolls, rolls, "utf-8")


def _place(error: TavlaError) -> tuple[int, int]:
    """Where JSON cannot be read; what it says is wrong nowhere more precisely than in the whole."""
    cause = error.__context__
    return (cause.lineno, cause.colno) if isinstance(cause, json.JSONDecodeError) else (1, 1)


def of_game(game: GameRecord) -> MatchRecord:
    """One game as a match of its own: a session of money, whatever the score in it."""
    return MatchRecord(game.start.variant, 0, game.players, (game,), ((0, 0),), (1,))


def count_rolls(game: GameRecord) -> int:
    """The rolls of a game, that of the opening among them where it is played."""
    played = sum(isinstance(event.action, Roll) for event in game.events)
    opened = game.start.turn == 0 and game.start.variant.opening == "use_dice"
    return played + (opened and any(e.action.name == "opening_roll" for e in game.events))


def _game(data: object, variant: Variant, number: int) -> GameRecord:
    """A game of a match; what is wrong in it is told with its number, from 1."""
    try:
        game = GameRecord.from_dict(data)
    except RecordError as error:
        raise RecordError(f"game {number}: {error}", error.event) from error
    except DataError as error:
        raise DataError(f"game {number}: {error}") from error
    if game.start.variant != variant:
        raise DataError(f"match: a game of {game.start.variant.name} in one of {variant.name}")
    return game


def _texts(values: Any, name: str, count: int | None = None) -> tuple[str, ...]:
    are_texts = isinstance(values, list) and all(map(is_text, values))
    if not are_texts or count not in (None, len(values)):
        raise DataError(f"match: {name}: expected texts, got {values!r}")
    return tuple(values)


def _numbers(values: object, name: str, count: int | None = None) -> tuple[int, ...]:
    is_whole = isinstance(values, list) and all(type(value) is int for value in values)
    if isinstance(values, list) and is_whole and count in (None, len(values)):
        return tuple(values)
    raise DataError(f"match: {name}: expected whole numbers, got {values!r}")


def _score(pair: object) -> tuple[int, int]:
    first, second = _numbers(pair, "scores", 2)
    return first, second


def _tag(pair: object) -> tuple[str, str]:
    key, value = _texts(pair, "tags", 2)
    return key, value
