"""Match equity: the chance to win a match at each score, and what it makes of the cube.

Examples:
    >>> from tavla.scoring import met
    >>> table = met.MatchEquity.computed(gammon_rate=0.26)
    >>> round(table.equity(2, 4), 3), round(table.take_point(4, 4), 3)
    (0.665, 0.282)
"""

from tavla.scoring.met.cube import CubeWindow, money_window
from tavla.scoring.met.table import MatchEquity

__all__ = ["CubeWindow", "MatchEquity", "money_window"]
