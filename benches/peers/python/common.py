"""What the comparisons share: tavla's side, one core, timing in turns, the table."""

from __future__ import annotations

import math
import os
import statistics
import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import tavla
from tavla import BACKGAMMON, batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

# Fourteen means are compared; a fair one is this far off once in half a million.
MOST_ERRORS = 4.7


def pin() -> None:
    """Stay on one core, with all the threads that a peer may start."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


class Whole(NamedTuple):
    """One finished game: turns of both sides, points, and whether the side with the first turn won."""

    turns: int
    points: int
    starter_won: bool


def results(board: np.ndarray, dice: Sequence[int]) -> set[bytes]:
    """Give tavla's results of a turn, in the next player's view."""
    boards = batch.afterstates(board[None], np.array([dice]), variant=BACKGAMMON, threads=1).boards
    found = {row.tobytes() for row in boards}
    assert len(found) == len(boards), "tavla gave a result twice"
    return found


def points(board: np.ndarray) -> int:
    """Give the points that the side that moved last has won; 0 while the game goes on."""
    return -int(batch.outcomes(board[None], variant=BACKGAMMON)[0])


def simulated(games: int, seed: int) -> Iterable[Whole]:
    """Play tavla's own random games."""
    found = tavla.simulate(BACKGAMMON, games, seed=seed, threads=1)
    won = (found.winner == found.starter).tolist()
    return list(map(Whole, found.turns.tolist(), found.points.tolist(), won))


def assert_alike(peer: str, theirs: Iterable[Whole], ours: Iterable[Whole]) -> None:
    """Hold that games played by equal chances are equally long and end equally well."""
    columns = {
        "turns a game": lambda game: game.turns,
        "won by the starter": lambda game: game.starter_won,
        "gammons and more": lambda game: game.points > 1,
        "backgammons": lambda game: game.points > 2,
    }
    theirs, ours = list(theirs), list(ours)
    said = []
    for name, column in columns.items():
        (one, one_error), (two, two_error) = (mean(map(column, games)) for games in (theirs, ours))
        off = abs(one - two) / math.hypot(one_error, two_error)
        assert off < MOST_ERRORS, f"{name}: {one} with {peer}, {two} with tavla"
        said.append(f"{name} {one:.3f} and {two:.3f}")
    print(f"{peer}: {len(theirs)} games beside {len(ours)} of tavla's: {', '.join(said)}")


def mean(values: Iterable[float]) -> tuple[float, float]:
    """Give the mean and its standard error."""
    values = [float(value) for value in values]
    return statistics.fmean(values), statistics.stdev(values) / math.sqrt(len(values))


def head() -> None:
    print(
        f"| {'peer':26} | {'work':36} | tavla k/s |  peer k/s | ratio: min |  median |     max |\n"
        f"| {'-' * 26} | {'-' * 36} | --------: | --------: | ---------: | ------: | ------: |"
    )


def compare(
    peer: str,
    work: str,
    ours: Callable[[int], float],
    theirs: Callable[[int], float],
    rounds: int,
) -> None:
    """Time both sides in turns, each giving how many units it did, and print a line."""
    ours(0)
    theirs(0)
    pairs = [(rate(ours, number), rate(theirs, number)) for number in range(1, rounds + 1)]
    ratios = [our / their for our, their in pairs]
    our, their = (statistics.median(column) / 1e3 for column in zip(*pairs, strict=True))
    print(
        f"| {peer:26} | {work:36} | {our:9.1f} | {their:9.3f} "
        f"| {min(ratios):10.1f} | {statistics.median(ratios):7.1f} | {max(ratios):7.1f} |",
        flush=True,
    )


def rate(work: Callable[[int], float], number: int) -> float:
    """Units a CPU-second, all the process's threads together."""
    start = time.process_time()
    units = work(number)
    return units / (time.process_time() - start)


def our_games(games: int) -> Callable[[int], int]:
    """Give the work of playing so many random games, every turn counted."""

    def play(number: int) -> int:
        found = tavla.simulate(BACKGAMMON, games, seed=number, threads=1)
        assert len(found.turns) == games
        assert 80 < found.turns.mean() < 110
        return games

    return play
