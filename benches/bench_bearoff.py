"""Bear-off databases: built on one thread and on two, opened, and asked for many values at once."""

import numpy as np
import pytest

import tavla
from tavla import BACKGAMMON
from tavla._engine import _OneSided, _TwoSided

MEMORY = 2**32
MILLION = 1_000_000


def boards(races, many):
    """Random races that the database holds."""
    rng = np.random.default_rng(7)
    sides = np.array([races._core.side(number) for number in range(1, len(races))], dtype=np.uint8)
    return sides[rng.integers(len(sides), size=(many, 2))]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("points", [6, 7])
def test_build_one_sided(benchmark, points, threads):
    build = (BACKGAMMON, points, 15, threads, MEMORY, False)
    made = benchmark.pedantic(_OneSided.build, build, rounds=5)
    assert len(made) == {6: 54_264, 7: 170_544}[points]
    fifteen = made.number({1: 15})
    assert round(made.mean(fifteen), 10) == 6.9795917638


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("checkers", [6, 8])
def test_build_two_sided(benchmark, checkers, threads):
    build = (BACKGAMMON, 6, checkers, False, False, threads, MEMORY, False)
    made = benchmark.pedantic(_TwoSided.build, build, rounds=3)
    assert len(made) == {6: 924, 8: 3_003}[checkers]
    assert abs(made.value("equity", 5, 3) * 36 - 26) < 1e-12


def test_open(benchmark):
    """With the first value, which is read from the file and checked."""
    path = tavla.bearoff.two_sided(6, 6).path
    position = tavla.Position(BACKGAMMON, {5: 1, 0: 14}, {3: 1, 0: 14})

    def opened():
        return tavla.bearoff.TwoSided.open(path).equity(position, "centred")

    assert benchmark(opened) == 1


@pytest.mark.parametrize("cube", [None, "centred"])
def test_equities_of_a_million_races(benchmark, cube):
    races = tavla.bearoff.two_sided(6, 6)
    sample, out = boards(races, MILLION), np.empty(MILLION)
    benchmark.pedantic(races.equities, (sample, cube), {"out": out, "threads": 1}, rounds=5)
    assert np.abs(out).max() <= 1


def test_odds_of_races(benchmark):
    rolls = tavla.bearoff.one_sided(6, 15)
    sample = boards(tavla.bearoff.two_sided(6, 6), 20_000)
    found = benchmark.pedantic(rolls.odds_of, (sample,), {"threads": 1}, rounds=5)
    assert ((found >= 0) & (found <= 1)).all()
