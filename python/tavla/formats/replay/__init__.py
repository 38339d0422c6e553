"""Games of files, played again by the engine: acts in, records and findings out.

`game` takes the acts of one game in order; `rolls`, `turns`, `cube`, `setups` and `results` each know one kind of act,
and `course` holds what they come to.
"""

from tavla.formats.replay.game import GameReplay

__all__ = ["GameReplay"]
