"""What the reader and the writer of SGF agree on."""

__all__ = ["OURS", "RAW", "TAGS"]

TAGS = {"DT": "EventDate", "EV": "Event", "RO": "Round", "PC": "Site", "AN": "Transcriber"}
"""Properties of the match, and the tags that a `.mat` has for them."""

RAW = "SGF"
"""How the tags of a game begin that hold what a record has no place for: `SGF root`, `SGF 12` for the twelfth node."""

OURS = "AP[tavla]"
"""How we sign."""
