"""Rules engine for tables games: Hyper-Backgammon, Moultezim, Fevga, backgammon, Nackgammon and variants of your own.

Examples:
    >>> import tavla
    >>> position = tavla.Position.start(tavla.HYPER)
    >>> plays = position.legal_plays((6, 5))
    >>> play = plays.find("24/18 23/18")
    >>> position.after(play).pips
    (69, 58)
"""

from tavla import batch, errors, formats, game, players, render, scoring, table
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
from tavla.players import play_game
from tavla.scoring.chouette import ChouetteRules
from tavla.simulate import Estimate, SimulationResult, Summary, simulate
from tavla.table import Chouette, Consultation, Match, MoneySession, TeamMatch
from tavla.waves import Wave

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

_set_drawing(render.text.board)  # for `str(position)`: the core knows no drawing
