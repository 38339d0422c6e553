"""GNU Backgammon's databases, `.bd` files: read, and those of races written.

A file says in its first 40 bytes what it is. Values are whole numbers of 16 or 24 bits, so that they are some 1e-5 off,
and one-sided distributions end with 31 rolls. Sides are numbered as `OneSided` numbers them; in a hypergammon file the
bar is the 25th point. Equities with the cube are those of rolling without a double. The layout is that of `makebearoff` and `makehyper` in GNU Backgammon 1.07, as their files show it.

Two things are not as their names say. The cubeful equities of hypergammon files of two checkers and more are wrong where
a side may dance (the cube does not change sides then, and the other side cannot double): `tavla.hyper` has the right
ones. And where two plays take the same number of rolls on average, or nearly, one-sided files may follow another one than
`OneSided` does, since `makebearoff` compares what it has rounded.
"""

from tavla.bearoff.bd.reading import GnubgHyper, GnubgOneSided, GnubgTwoSided, read
from tavla.bearoff.bd.writing import write_one_sided, write_two_sided

__all__ = [
    "GnubgHyper",
    "GnubgOneSided",
    "GnubgTwoSided",
    "read",
    "write_one_sided",
    "write_two_sided",
]
