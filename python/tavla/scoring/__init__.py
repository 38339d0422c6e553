"""What games add up to: points, stakes, ledgers, statistics. Nothing here knows a board."""

from tavla.scoring.ledger import Ledger, Row
from tavla.scoring.limits import Limits
from tavla.scoring.money import MoneyScoring, Stake
from tavla.scoring.statistics import PlayerStatistics, Scored, statistics

__all__ = [
    "Ledger",
    "Limits",
    "MoneyScoring",
    "PlayerStatistics",
    "Row",
    "Scored",
    "Stake",
    "statistics",
]
