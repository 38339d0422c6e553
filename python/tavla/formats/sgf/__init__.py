"""GNU Backgammon's SGF: a game tree for each game of a match, `GM[6]`.

White is seat 0, Black seat 1, as GNU Backgammon's first and second player. What a record has no place for, such as
the analysis, is kept as it stands in the tags of its game, and written back.
"""

from tavla.formats.sgf.reader import check, read
from tavla.formats.sgf.writer import write

__all__ = ["check", "read", "write"]
