"""What the reader and the writer of SGF agree on."""

__all__ = ["OPEN", "OURS", "RAW", "SEATS", "TAGS", "letter_of", "slot_of"]

SEATS = {"W": 0, "B": 1}

TAGS = {"DT": "EventDate", "EV": "Event", "RO": "Round", "PC": "Site", "AN": "Transcriber"}
"""Properties of the match, and the tags that a `.mat` has for them."""

RAW = "SGF"
"""How the tags of a game begin that hold what a record has no place for: `SGF root`, `SGF 12` for the twelfth node."""

OURS = "AP[tavla]"
"""How we sign."""

OPEN = "XD[open]"
"""Marks a last double that nobody answered; without it such a double is a hint that some program left behind."""


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
