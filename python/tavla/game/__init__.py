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
    SetUp,
    Take,
    TakeBack,
)
from tavla.game.cube import Cube, Offer
from tavla.game.deeds import (
    Challenge,
    Decide,
    LetStand,
    Lift,
    PressClock,
    Shift,
    Throw,
    Touch,
)
from tavla.game.dice import DiceSource, ManualDice, ScriptedDice, SeededDice, SystemDice
from tavla.game.fair import FairDice
from tavla.game.game import Game
from tavla.game.judgements import Ruling
from tavla.game.policy import RefereePolicy
from tavla.game.record import Event, GameRecord
from tavla.game.referee import Demand, Referee
from tavla.game.result import End, GameResult
from tavla.game.rules import GameRules
from tavla.game.scene import Stage
from tavla.game.situation import Phase
from tavla.game.state import GameState

__all__ = [
    "Accept",
    "Action",
    "Beaver",
    "Challenge",
    "Cube",
    "Decide",
    "Decline",
    "Demand",
    "DiceSource",
    "Double",
    "End",
    "EndTurn",
    "Event",
    "FairDice",
    "Game",
    "GameRecord",
    "GameResult",
    "GameRules",
    "GameState",
    "IllegalPlay",
    "LetStand",
    "Lift",
    "MakeMove",
    "MakePlay",
    "ManualDice",
    "Offer",
    "OpeningRoll",
    "Pass",
    "Phase",
    "PressClock",
    "Raccoon",
    "Referee",
    "RefereePolicy",
    "Resign",
    "Roll",
    "Ruling",
    "ScriptedDice",
    "SeededDice",
    "SetUp",
    "Settle",
    "Shift",
    "Stage",
    "SystemDice",
    "Take",
    "TakeBack",
    "Throw",
    "Touch",
]
