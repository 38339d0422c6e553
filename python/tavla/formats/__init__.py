"""Text in and out: position ids of every kind."""

from tavla.formats import fibs, gnubg, ogid, snowie, tavla_id, xgid
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
from tavla.formats.state import PositionState, Status

__all__ = [
    "ID_FORMATS",
    "Conversion",
    "IdFormat",
    "PositionState",
    "Status",
    "cannot_hold",
    "convert",
    "fibs",
    "from_game_state",
    "gnubg",
    "ogid",
    "parse_id",
    "recognise_id",
    "snowie",
    "tavla_id",
    "to_game_state",
    "write_id",
    "xgid",
]
