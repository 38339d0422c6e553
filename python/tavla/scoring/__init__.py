"""What games add up to: points, stakes, ledgers, statistics. Nothing here knows a board."""

from tavla.scoring.ledger import Ledger, Row
from tavla.scoring.limits import Limits
from tavla.scoring.match import MatchEnd, MatchResult, MatchScore
from tavla.scoring.met import MatchEquity
from tavla.scoring.money import MoneyScoring, Stake
from tavla.scoring.statistics import PlayerStatistics, Scored, statistics
from tavla.scoring.teams import TeamScore

__all__ = [
    "Ledger",
    "Limits",
    "MatchEnd",
    "MatchEquity",
    "MatchResult",
    "MatchScore",
    "MoneyScoring",
    "PlayerStatistics",
    "Row",
    "Scored",
    "Stake",
    "TeamScore",
    "statistics",
]
