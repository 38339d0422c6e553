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
    ActionError,
    AlreadyEnteredError,
    AmbiguousPlayError,
    AmendmentError,
    BoardEntryError,
    CacheWarning,
    CubeError,
    DataError,
    DiceSourceError,
    FairnessError,
    ForeignGameError,
    FormatError,
    FormatLossError,
    GameInProgressError,
    GameNotOverError,
    GameOverError,
    HouseRuleError,
    IllegalPlayError,
    ImpossibleResultError,
    InvalidArgumentError,
    InvalidDiceError,
    InvalidIdError,
    InvalidPositionError,
    InvalidRulesError,
    InvalidStateError,
    InvalidVariantError,
    MissingExtraError,
    NoGameError,
    NoSuchEntryError,
    NotationError,
    NothingToUndoError,
    NotYourTurnError,
    OutOfGameError,
    OutsideDatabaseError,
    PlayerError,
    PolicyError,
    RecordError,
    ResignationError,
    RosterError,
    SessionError,
    SettlementError,
    StaleActionError,
    TavlaError,
    UnbalancedRowError,
    UndefinedIndexError,
    UnknownPlayerError,
    UnknownVariantError,
    WrongPhaseError,
)
from tavla.game import Game, GameRecord, GameRules, GameState, Referee
from tavla.simulate import Estimate, SimulationResult, Summary, simulate
from tavla.waves import Wave

if TYPE_CHECKING:
    from tavla import bearoff, cache, exact, formats, hyper, players, render, scoring, table
    from tavla.exact import Solution, solve
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
    "ActionError",
    "AlreadyEnteredError",
    "AmbiguousPlayError",
    "AmendmentError",
    "BoardEntryError",
    "CacheWarning",
    "Chouette",
    "ChouetteRules",
    "Consultation",
    "CubeError",
    "DataError",
    "DiceSourceError",
    "DiceStream",
    "Estimate",
    "Explanation",
    "FairnessError",
    "ForeignGameError",
    "FormatError",
    "FormatLossError",
    "Game",
    "GameInProgressError",
    "GameNotOverError",
    "GameOverError",
    "GameRecord",
    "GameRules",
    "GameState",
    "HouseRuleError",
    "IllegalPlayError",
    "ImpossibleResultError",
    "InvalidArgumentError",
    "InvalidDiceError",
    "InvalidIdError",
    "InvalidPositionError",
    "InvalidRulesError",
    "InvalidStateError",
    "InvalidVariantError",
    "Kind",
    "LegalPlays",
    "Match",
    "MissingExtraError",
    "MoneySession",
    "Move",
    "NoGameError",
    "NoSuchEntryError",
    "NotYourTurnError",
    "NotationError",
    "NothingToUndoError",
    "OutOfGameError",
    "Outcome",
    "OutsideDatabaseError",
    "Perft",
    "Play",
    "PlayerError",
    "PolicyError",
    "Position",
    "Reason",
    "RecordError",
    "Referee",
    "ResignationError",
    "RosterError",
    "SessionError",
    "SettlementError",
    "SimulationResult",
    "Solution",
    "StaleActionError",
    "Summary",
    "TavlaError",
    "TeamMatch",
    "UnbalancedRowError",
    "UndefinedIndexError",
    "UnknownPlayerError",
    "UnknownVariantError",
    "Variant",
    "Wave",
    "Who",
    "WrongPhaseError",
    "__version__",
    "batch",
    "bearoff",
    "cache",
    "errors",
    "exact",
    "formats",
    "game",
    "hyper",
    "perft",
    "play_game",
    "players",
    "rank",
    "render",
    "scoring",
    "simulate",
    "solve",
    "table",
    "unrank",
    "variant",
]

# What is imported when it is first asked for, since many programs never do.
_ROOMS = ("bearoff", "cache", "exact", "formats", "hyper", "players", "render", "scoring", "table")
_THINGS = {
    "Chouette": "tavla.table",
    "ChouetteRules": "tavla.scoring.chouette",
    "Consultation": "tavla.table",
    "Match": "tavla.table",
    "MoneySession": "tavla.table",
    "Solution": "tavla.exact",
    "TeamMatch": "tavla.table",
    "play_game": "tavla.players",
    "solve": "tavla.exact",
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
