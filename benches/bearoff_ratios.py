"""Building bear-off databases beside GNU Backgammon's `makebearoff`, in turns, in CPU-seconds of one thread.

Needs Debian's package gnubg. What either makes is compared first.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tavla import BACKGAMMON
from tavla._engine import _OneSided, _TwoSided
from tavla.bearoff import bd

if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAM = shutil.which("makebearoff", path="/usr/games:/usr/local/bin:/usr/bin")
MEMORY = 2**32


def cpu(who: int, work: Callable[[], object]) -> float:
    """Measure the CPU time, the system's too, of some work."""
    before = resource.getrusage(who)
    work()
    after = resource.getrusage(who)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(
    title: str, options: list[str], goal: float, build: Callable[[], object], rounds: int
) -> None:
    """Time both in turns and print a row of the table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.bd"
        command = [str(PROGRAM), *options, "-f", str(path)]
        pairs = []
        for _ in range(rounds):
            theirs = cpu(
                resource.RUSAGE_CHILDREN,
                lambda: subprocess.run(command, check=True, capture_output=True),
            )
            pairs.append((theirs, cpu(resource.RUSAGE_SELF, build)))
        agree(bd.read(path), build())
    ratios = sorted(theirs / ours for theirs, ours in pairs)
    median = statistics.median(ratios)
    theirs, ours = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(
        f"| {title:32} | {theirs:8.2f} | {ours:8.3f} | {ratios[0]:6.1f} | {median:6.1f} | {ratios[-1]:6.1f} | >= {goal:g} |"
    )


def agree(file: bd.GnubgOneSided | bd.GnubgTwoSided | bd.GnubgHyper, made: object) -> None:
    """Hold that both have the same numbers but for roundings."""
    if isinstance(file, bd.GnubgTwoSided):
        assert isinstance(made, _TwoSided)
        for mine in range(1, len(made), 7):
            for slot, lane in enumerate(("equity", "his", "centred", "own")):
                off = (made.rolled_row(lane, mine) + 1) * 32767.5 - file.values[mine, :, slot]
                assert np.abs(off[1:]).max() < 6, mine
    else:
        assert isinstance(made, _OneSided)
        assert isinstance(file, bd.GnubgOneSided)
        off = file.table() @ np.arange(32.0) / 65535 - made.means()
        assert np.abs(off).max() < 3e-4


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    if PROGRAM is None:
        raise SystemExit("makebearoff is not installed: apt-get install gnubg")
    print("| what | makebearoff, s | tavla, s | min | median | max | goal |")
    compare(
        "one-sided, 6 points, 15 checkers",
        ["-o", "6"],
        8,
        lambda: _OneSided.build(BACKGAMMON, 6, 15, 1, MEMORY, False),
        3 * rounds,
    )
    compare(
        "two-sided, 6 x 6, with the cube",
        ["-t", "6x6"],
        50,
        lambda: _TwoSided.build(BACKGAMMON, 6, 6, False, False, 1, MEMORY, False),
        rounds,
    )


if __name__ == "__main__":
    main()
