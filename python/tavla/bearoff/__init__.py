"""Bear-off databases: races, in which neither side can hinder the other any more.

`one_sided` tells how many rolls a side takes, `two_sided` what a race is worth exactly, with the cube and without. Both
are built once and kept in files. `tavla.bearoff.bd` reads and writes the files of GNU Backgammon.
"""

from tavla.bearoff import bd
from tavla.bearoff.building import one_sided, two_sided
from tavla.bearoff.equities import TwoSided
from tavla.bearoff.rolls import OneSided, RaceOdds

__all__ = ["OneSided", "RaceOdds", "TwoSided", "bd", "one_sided", "two_sided"]
