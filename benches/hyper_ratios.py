"""Solving Hyper-Backgammon beside GNU Backgammon's `makehyper`, in CPU-seconds of one thread.

Needs Debian's package gnubg. The whole of two checkers a side is run by both, to the threshold of `makehyper` and to
ours, and their cubeless equities are compared first. With `--three` one iteration of three checkers is run by
`makehyper` (it takes minutes), and the whole solution by us.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from bearoff_ratios import cpu

import tavla
from tavla.bearoff import bd

PROGRAM = shutil.which("makehyper", path="/usr/games:/usr/local/bin:/usr/bin")
THRESHOLD = 1e-5
"""That of `makehyper`: the largest change of its last iteration."""
QUANTUM = 1e-6
"""Its equities have 24 bits, and are as far from the end as its threshold lets them be."""


def whole(checkers: int, path: Path) -> tuple[float, int]:
    """CPU-seconds and iterations of a whole run."""
    command = [str(PROGRAM), "-n", "-c", str(checkers), "-f", str(path)]
    told: list[bytes] = []
    seconds = cpu(
        resource.RUSAGE_CHILDREN,
        lambda: told.append(subprocess.run(command, check=True, capture_output=True).stdout),
    )
    return seconds, told[0].count(b"norm of delta")


def iteration(checkers: int, path: Path) -> float:
    """CPU-seconds up to the end of the first iteration; the rest is not waited for."""
    command = ["stdbuf", "-oL", str(PROGRAM), "-n", "-c", str(checkers), "-f", str(path)]

    def first() -> None:
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert any(b"norm of delta" in line for line in process.stdout)
            process.send_signal(signal.SIGTERM)

    return cpu(resource.RUSAGE_CHILDREN, first)


def solve(checkers: int, residual: float) -> float:
    """CPU-seconds of all that `makehyper` finds but its chances: cubeless and cubeful equities."""
    game = tavla.hyper.variant(checkers)

    def both() -> None:
        tavla.solve(game, chances=False, residual=residual, threads=1, progress=False)
        tavla.solve(game, "money", residual=residual, threads=1, progress=False)

    return cpu(resource.RUSAGE_SELF, both)


def agree(path: Path, checkers: int) -> None:
    """Hold that the cubeless equity of the start is the same but for thresholds."""
    game = tavla.hyper.variant(checkers)
    solution = tavla.solve(game, chances=False, progress=False)
    start = tavla.Position.start(game)
    file = bd.read(path)
    assert isinstance(file, bd.GnubgHyper)
    chances = file.probabilities(start.player, start.opponent)
    theirs = 2 * chances.win - 1 + chances.gammon - chances.gammon_loss
    theirs += chances.backgammon - chances.backgammon_loss
    off = abs(theirs - solution.equity(start))
    assert off < THRESHOLD + 6 * QUANTUM, off


def row(title: str, theirs: float, ours: float) -> None:
    """Print a row of the table."""
    print(f"| {title} | {theirs:.1f} | {ours:.2f} | {theirs / ours:.1f} |")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--three", action="store_true")
    three = parser.parse_args().three
    if PROGRAM is None:
        raise SystemExit("makehyper is not installed: apt-get install gnubg")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.bd"
        seconds, iterations = whole(2, path)
        agree(path, 2)
        print("| what | makehyper, s | tavla, s | ratio |\n| --- | ---: | ---: | ---: |")
        for residual in (THRESHOLD, 1e-12):
            title = f"2 checkers, {iterations} iterations, ours to {residual:g}"
            row(title, seconds, solve(2, residual))
        if three:
            once = iteration(3, path)
            for residual in (THRESHOLD, 1e-12):
                ours = solve(3, residual)
                row(f"3 checkers, one iteration, ours to {residual:g}", once, ours)
                row(f"3 checkers, {iterations} iterations reckoned", once * iterations, ours)


if __name__ == "__main__":
    main()
