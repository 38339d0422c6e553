"""The chouette's book: rules, events, and the state that they lead to."""

from tavla.scoring.chouette import events
from tavla.scoring.chouette.bets import Bet
from tavla.scoring.chouette.book import ChouetteBook
from tavla.scoring.chouette.game import ChouetteGame, Round
from tavla.scoring.chouette.rotation import Ended, Rotation, rotate
from tavla.scoring.chouette.rules import PRESETS, ChouetteRules
from tavla.scoring.chouette.seating import seat_order, still_tied
from tavla.scoring.chouette.statistics import ChouetteStatistics, chouette_statistics

__all__ = [
    "PRESETS",
    "Bet",
    "ChouetteBook",
    "ChouetteGame",
    "ChouetteRules",
    "ChouetteStatistics",
    "Ended",
    "Rotation",
    "Round",
    "chouette_statistics",
    "events",
    "rotate",
    "seat_order",
    "still_tied",
]
