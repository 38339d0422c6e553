"""Exact solutions: solving few checkers, opening files, and asking for many values at once, on one thread.

The files of three checkers are used where they are in the cache (`tavla hyper solve` makes them), else those of two.
"""

import numpy as np
import pytest
from random_turns import random_turns

import tavla
from tavla.exact import Solution

MILLION = 1_000_000


def largest():
    """The solution without a cube that is at hand."""
    try:
        return tavla.hyper.load()
    except tavla.DataError:
        return tavla.hyper.solve(checkers=2)


@pytest.fixture(scope="module")
def solution():
    return largest()


@pytest.mark.parametrize("cube", [None, "money"])
@pytest.mark.parametrize("checkers", [1, 2])
def test_solve(benchmark, checkers, cube):
    variant = tavla.hyper.variant(checkers)
    made = benchmark(tavla.solve, variant, cube, threads=1, progress=False)
    assert made.residual <= 1e-12


def test_open(benchmark, solution):
    """With the first value, which is read from the file and checked."""
    start = tavla.Position.start(solution.variant)

    def opened():
        return Solution.open(solution.path).equity(start)

    assert benchmark(opened) == solution.equity(start)


def test_a_million_equities(benchmark, solution):
    boards = many(solution.variant)
    out = solution.equities(boards, threads=1)  # every page is touched
    benchmark.extra_info["checkers"] = solution.variant.checkers
    assert benchmark(solution.equities, boards, threads=1, out=out) is out


def many(variant):
    """A million sound positions, in no order."""
    random = np.random.default_rng(1)
    boards = np.zeros((2 * MILLION, 2, 26), dtype=np.uint8)
    for _ in range(variant.checkers):
        slots = random.integers(0, 26, size=(len(boards), 2))
        for side in (0, 1):
            np.add.at(boards, (np.arange(len(boards)), side, slots[:, side]), 1)
    is_shared = (boards[:, 0, 1:25] * boards[:, 1, 24:0:-1]).any(axis=1)
    are_done = (boards[:, :, 0] == variant.checkers).all(axis=1)
    found = boards[~is_shared & ~are_done][:MILLION]
    return np.ascontiguousarray(np.resize(found, (MILLION, 2, 26)))


def test_best_rows(benchmark, solution):
    boards, dice = random_turns(solution.variant, 4096)
    successors = tavla.batch.afterstates(boards, dice, variant=solution.variant)
    assert len(benchmark(solution.best_rows, successors)) == len(boards)


def test_best_play(benchmark, solution):
    start = tavla.Position.start(solution.variant)
    assert benchmark(solution.best_play, start, (6, 5)) in start.legal_plays((6, 5))


def test_cube_action(benchmark):
    money = tavla.hyper.solve("money", checkers=2)
    start = tavla.Position.start(money.variant)
    assert benchmark(money.cube_action, start).double_pass == 1
