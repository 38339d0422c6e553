"""One game: the cube, the agreements, states and actions, dice, records."""

from tavla.game.actions import (
    Accept,
    Action,
    Beaver,
    Decline,
    Double,
    EndTurn,
    IllegalPlay,
    MakeMove,
    MakePlay,
    OpeningRoll,
    Pass,
    Raccoon,
    Resign,
    Roll,
    Settle,
    Take,
    TakeBack,
)
from tavla.game.cube import Cube, Offer
from tavla.game.dice import DiceSource, ManualDice, ScriptedDice, SeededDice, SystemDice
from tavla.game.game import Game
from tavla.game.record import Event, GameRecord
from tavla.game.result import End, GameResult
from tavla.game.rules import GameRules
from tavla.game.situation import Phase
from tavla.game.state import GameState

__all__ = [
    "Accept",
    "Action",
    "Beaver",
    "Cube",
    "Decline",
    "DiceSource",
    "Double",
    "End",
    "EndTurn",
    "Event",
    "Game",
    "GameRecord",
    "GameResult",
    "GameRules",
    "GameState",
    "IllegalPlay",
    "MakeMove",
    "MakePlay",
    "ManualDice",
    "Offer",
    "OpeningRoll",
    "Pass",
    "Phase",
    "Raccoon",
    "Resign",
    "Roll",
    "ScriptedDice",
    "SeededDice",
    "Settle",
    "SystemDice",
    "Take",
    "TakeBack",
]
