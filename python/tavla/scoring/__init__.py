"""What games add up to: points, stakes, ledgers, statistics. Nothing here knows a board."""

from tavla.scoring.ledger import Ledger, Row
from tavla.scoring.limits import Limits
from tavla.scoring.match import MatchScore
from tavla.scoring.met import MatchEquity
from tavla.scoring.money import MoneyScoring, Stake
from tavla.scoring.statistics import PlayerStatistics, Scored, statistics

__all__ = [
    "Ledger",
    "Limits",
    "MatchEquity",
    "MatchScore",
    "MoneyScoring",
    "PlayerStatistics",
    "Row",
    "Scored",
    "Stake",
    "statistics",
]
