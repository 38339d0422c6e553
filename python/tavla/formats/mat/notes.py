r"""Comments and tags of single games, as tags of the file: `; [Game 2 Comment 31 "well played"]`.

Programs that read rows stumble over comments between them, so that they stand before the games: by the number of the
game in the file and the number of the event in the game, both from 1. New lines are written `\n`, backslashes twice.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from tavla.game import Decline, OpeningRoll, Resign

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tavla.game import Event, GameRecord

__all__ = ["GameNotes", "is_note", "notes_of", "read_notes"]

_KEY = re.compile(r"Game ([1-9][0-9]{0,8}) (?:Comment ([1-9][0-9]{0,8})|Tag (.+))", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)")
_OWN = re.compile(r"Rating [01]|SGF .*", re.DOTALL)

Tag = tuple[str, str]


def is_note(tag: Tag) -> bool:
    """Whether a tag of the file is a note of a game."""
    return _KEY.fullmatch(tag[0]) is not None


class GameNotes:
    """The notes of one game: comments by the number of the event, and tags."""

    def __init__(self) -> None:
        self.comments: dict[int, str] = {}
        self.tags: dict[str, str] = {}

    def added_to(self, game: GameRecord) -> GameRecord:
        """The game with its notes."""
        events = list(game.events)
        for number, text in self.comments.items():
            if number <= len(events):
                events[number - 1] = replace(events[number - 1], comment=text)
        return replace(game, events=tuple(events), tags={**game.tags, **self.tags})


def read_notes(tags: list[Tag]) -> dict[int, GameNotes]:
    """The notes of each game, by its number in the file."""
    found: dict[int, GameNotes] = {}
    for key, value in tags:
        named = _KEY.fullmatch(key)
        if named is None:
            continue
        notes = found.setdefault(int(named[1]), GameNotes())
        text = _ESCAPE.sub(lambda one: "\n" if one[1] == "n" else one[1], value)
        if named[2]:
            notes.comments[int(named[2])] = text
        else:
            notes.tags[named[3]] = text
    return found


def notes_of(number: int, game: GameRecord) -> Iterator[Tag]:
    """The tags that hold what is noted about a game."""
    for key, value in game.tags.items():
        if not _OWN.fullmatch(key):
            yield f"Game {number} Tag {key}", _escaped(value)
    for index, event in enumerate(_held(game.events), start=1):
        if event.comment is not None:
            yield f"Game {number} Comment {index}", _escaped(event.comment)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def _held(events: tuple[Event, ...]) -> Iterator[Event]:
    """The events that the format holds: no ties of the opening, no resignation that was declined."""
    for event, following in zip_longest(events, events[1:]):
        action = event.action
        declined = following is not None and isinstance(following.action, Decline)
        tie = isinstance(action, OpeningRoll) and action.dice and action.dice[0] == action.dice[1]
        if (
            not tie
            and not isinstance(action, Decline)
            and not (isinstance(action, Resign) and declined)
        ):
            yield event
