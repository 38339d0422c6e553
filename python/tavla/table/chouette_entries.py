"""What can be entered into a chouette: events of the book and actions on the board, as plain data and in words."""

from __future__ import annotations

from typing import Any

from tavla.game import actions
from tavla.scoring.chouette import events

__all__ = ["Entry", "describe", "entry_to_dict", "read_entry"]

Entry = events.Event | actions.Action
"""What can be entered: an event of the book, or an action on the board."""


def entry_to_dict(entry: Entry) -> dict[str, Any]:
    """An entry as plain data; actions on the board stand under `board`."""
    plain = entry.to_dict()
    return {"board": plain} if isinstance(entry, actions.Action) else plain


def read_entry(data: object) -> Entry:
    """The entry that `entry_to_dict` gave.

    Raises:
        DataError: Not such data.
    """
    if isinstance(data, dict) and set(data) == {"board"}:
        return actions.read(data["board"])
    return events.read(data)


def describe(entry: Entry) -> str:
    """An entry in a few words: `double ann to bob, cleo`."""
    plain = entry.to_dict()
    if isinstance(entry, actions.Action):
        return f"{plain['type']} on the board"
    words = [plain["type"]]
    little = {"to": "to ", "against": "against ", "partner": "with ", "proxy": "proxy "}
    for name, value in plain.items():
        if name == "type":
            continue
        text = (
            ", ".join(value)
            if isinstance(value, list)
            else "nobody"
            if value is None
            else str(value)
        )
        words.append(little.get(name, "") + text)
    return " ".join(words)
