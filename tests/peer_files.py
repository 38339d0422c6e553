"""Where the files of other programs are, for the tests that carry the mark `peers`."""

import os
from pathlib import Path

import pytest

_GIVEN = os.environ.get("TAVLA_GNUBG_DATA")
GNUBG = Path(_GIVEN or "/usr/share/gnubg")


def gnubg_folder(name):
    """A folder of GNU Backgammon's data: the test is skipped without it, unless it was promised to be there."""
    folder = GNUBG / name
    if not _GIVEN and not folder.is_dir():
        pytest.skip("GNU Backgammon's data are not installed")
    assert folder.is_dir(), f"TAVLA_GNUBG_DATA has no folder {name}"
    return folder
