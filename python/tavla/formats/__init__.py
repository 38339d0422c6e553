"""Text in and out: position ids of every kind, match files, records."""

from tavla.formats import (
    checking,
    fibs,
    files,
    gnubg,
    mat,
    ogid,
    records,
    sgf,
    snowie,
    tavla_id,
    xgid,
)
from tavla.formats.findings import Finding
from tavla.formats.game_states import from_game_state, to_game_state
from tavla.formats.ids import (
    ID_FORMATS,
    Conversion,
    IdFormat,
    cannot_hold,
    convert,
    parse_id,
    recognise_id,
    write_id,
)
from tavla.formats.matches import Check, MatchRecord, Reading
from tavla.formats.pasted import find_ids
from tavla.formats.state import PositionState, Status

__all__ = [
    "ID_FORMATS",
    "Check",
    "Conversion",
    "Finding",
    "IdFormat",
    "MatchRecord",
    "PositionState",
    "Reading",
    "Status",
    "cannot_hold",
    "checking",
    "convert",
    "fibs",
    "files",
    "find_ids",
    "from_game_state",
    "gnubg",
    "mat",
    "ogid",
    "parse_id",
    "recognise_id",
    "records",
    "sgf",
    "snowie",
    "tavla_id",
    "to_game_state",
    "write_id",
    "xgid",
]
