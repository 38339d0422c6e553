"""Drivers that join boards and scores: who plays the next game, what its result adds to, and when it ends."""

from tavla.table.chouette import Chouette
from tavla.table.consultation import Consultation
from tavla.table.entry import Entry
from tavla.table.match import Match
from tavla.table.series import Series
from tavla.table.session import MoneySession
from tavla.table.teams import TeamMatch

__all__ = [
    "Chouette",
    "Consultation",
    "Entry",
    "Match",
    "MoneySession",
    "Series",
    "TeamMatch",
]
