"""Match files: the `.mat` of Jellyfish and the dialects that a dozen sites write, often as `.txt`.

`read` gives the games of a text or of bytes, replayed and checked by the engine, with every departure as a finding;
`check` gives the findings alone, in less time; `write` gives a text that GNU Backgammon imports. `docs/match-files.md` tells the dialects.
"""

from tavla.formats.mat.reader import check, load, read
from tavla.formats.mat.writer import write

__all__ = ["check", "load", "read", "write"]
