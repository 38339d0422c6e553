"""Games solved exactly: the value of every position, the best play of every roll, the right action with the cube.

`tavla.solve` solves any variant that fits in memory; `tavla.hyper` keeps the solutions of Hyper-Backgammon in files.
"""

from tavla.exact.answers import Certificate, Chances, RatedPlay, RatedRoll, RollTable
from tavla.exact.cube import CubeAction, CubeAnswer, CubeDecision, CubeDecisions
from tavla.exact.player import PerfectPlayer
from tavla.exact.solution import Solution
from tavla.exact.solving import solve

__all__ = [
    "Certificate",
    "Chances",
    "CubeAction",
    "CubeAnswer",
    "CubeDecision",
    "CubeDecisions",
    "PerfectPlayer",
    "RatedPlay",
    "RatedRoll",
    "RollTable",
    "Solution",
    "solve",
]
