"""What the reader and the writer of SGF agree on."""

import re

from tavla.formats.gnubg_variants import of_rule

__all__ = [
    "OPEN",
    "OURS",
    "RAW",
    "SEATS",
    "TAGS",
    "declared_encoding",
    "letter_of",
    "other_rules",
    "slot_of",
]

SEATS = {"W": 0, "B": 1}

TAGS = {"DT": "EventDate", "EV": "Event", "RO": "Round", "PC": "Site", "AN": "Transcriber"}
"""Properties of the match, and the tags that a `.mat` has for them."""

RAW = "SGF"
"""How the tags of a game begin that hold what a record has no place for: `SGF root`, `SGF rules` for words of RU, `SGF 12`
for the twelfth node."""

OURS = "AP[tavla]"
"""How we sign."""

OPEN = "XD[open]"
"""Marks a last double that nobody answered; without it such a double is a hint that some program left behind."""


_CHARSET = re.compile(rb"CA\[\s*([-A-Za-z0-9_.:]{1,40})\s*\]")
_HEAD = 4096
"""Bytes in which the first root stands."""


def declared_encoding(source: object) -> str | None:
    """The encoding that the property CA of some bytes names, if they have one."""
    found = _CHARSET.search(source[:_HEAD]) if isinstance(source, bytes | bytearray) else None
    return None if found is None else found[1].decode("ascii")


_RULES = ("crawford", "crawfordgame", "jacoby")


def other_rules(text: str) -> str:
    """The words of RU that a record has no place for, such as NoCube."""
    words = (word.strip() for word in text.split(":"))
    return ":".join(
        word for word in words if word and word.lower() not in _RULES and of_rule(word) is None
    )


def slot_of(letter: str, seat: int) -> int:
    """A letter as a slot in the seat's own numbers."""
    if letter == "y":
        return 25
    if letter == "z":
        return 0
    index = ord(letter) - ord("a")
    return index + 1 if seat == 0 else 24 - index


def letter_of(slot: int, seat: int) -> str:
    """A slot of a seat as a letter."""
    if slot in (0, 25):
        return "z" if slot == 0 else "y"
    return chr(ord("a") + (slot - 1 if seat == 0 else 24 - slot))
