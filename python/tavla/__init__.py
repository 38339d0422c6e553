"""Rules engine for tables games: Hyper-Backgammon, Moultezim, Fevga, backgammon, Nackgammon and variants of your own.

Examples:
    >>> import tavla
    >>> position = tavla.Position.start(tavla.HYPER)
    >>> plays = position.legal_plays((6, 5))
    >>> play = plays.find("24/18 23/18")
    >>> position.after(play).pips
    (69, 58)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from tavla import batch, errors, game
from tavla._engine import (
    BACKGAMMON,
    FEVGA,
    GAMMON,
    HYPER,
    MOULTEZIM,
    NACKGAMMON,
    OPPONENT,
    PLAYER,
    ROLL_WEIGHTS,
    ROLLS,
    SINGLE,
    VARIANTS,
    DiceStream,
    Explanation,
    Kind,
    LegalPlays,
    Move,
    Outcome,
    Perft,
    Play,
    Position,
    Reason,
    Variant,
    Who,
    __version__,
    _set_drawing,
    perft,
    rank,
    unrank,
    variant,
)
from tavla.errors import (
    AmbiguousPlayError,
    DataError,
    IllegalPlayError,
    InvalidArgumentError,
    InvalidDiceError,
    InvalidIdError,
    InvalidPositionError,
    InvalidVariantError,
    NotationError,
    PolicyError,
    TavlaError,
    UndefinedIndexError,
    UnknownVariantError,
)
from tavla.game import Game, GameRecord, GameRules, GameState, Referee
from tavla.simulate import Estimate, SimulationResult, Summary, simulate
from tavla.waves import Wave

if TYPE_CHECKING:
    from tavla import formats, players, render, scoring, table
    from tavla.players import play_game
    from tavla.scoring.chouette import ChouetteRules
    from tavla.table import Chouette, Consultation, Match, MoneySession, TeamMatch

__all__ = [
    "BACKGAMMON",
    "FEVGA",
    "GAMMON",
    "HYPER",
    "MOULTEZIM",
    "NACKGAMMON",
    "OPPONENT",
    "PLAYER",
    "ROLLS",
    "ROLL_WEIGHTS",
    "SINGLE",
    "VARIANTS",
    "AmbiguousPlayError",
    "Chouette",
    "ChouetteRules",
    "Consultation",
    "DataError",
    "DiceStream",
    "Estimate",
    "Explanation",
    "Game",
    "GameRecord",
    "GameRules",
    "GameState",
    "IllegalPlayError",
    "InvalidArgumentError",
    "InvalidDiceError",
    "InvalidIdError",
    "InvalidPositionError",
    "InvalidVariantError",
    "Kind",
    "LegalPlays",
    "Match",
    "MoneySession",
    "Move",
    "NotationError",
    "Outcome",
    "Perft",
    "Play",
    "PolicyError",
    "Position",
    "Reason",
    "Referee",
    "SimulationResult",
    "Summary",
    "TavlaError",
    "TeamMatch",
    "UndefinedIndexError",
    "UnknownVariantError",
    "Variant",
    "Wave",
    "Who",
    "__version__",
    "batch",
    "errors",
    "formats",
    "game",
    "perft",
    "play_game",
    "players",
    "rank",
    "render",
    "scoring",
    "simulate",
    "table",
    "unrank",
    "variant",
]

# What is imported when it is first asked for, since many programs never do.
_ROOMS = ("formats", "players", "render", "scoring", "table")
_THINGS = {
    "Chouette": "tavla.table",
    "ChouetteRules": "tavla.scoring.chouette",
    "Consultation": "tavla.table",
    "Match": "tavla.table",
    "MoneySession": "tavla.table",
    "TeamMatch": "tavla.table",
    "play_game": "tavla.players",
}


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return import_module(f"tavla.{name}")
    if name not in _THINGS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(_THINGS[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _draw(position: Position) -> str:
    return import_module("tavla.render.text").board(position)  # type: ignore[no-any-return]


_set_drawing(_draw)  # for `str(position)`: the core knows no drawing
