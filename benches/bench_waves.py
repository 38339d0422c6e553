"""A policy that returns the first row, and `afterstates` on the turns it was asked for: what waves cost."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import tavla
from tavla import BACKGAMMON, FEVGA, HYPER, MOULTEZIM, NACKGAMMON, batch

PRESETS = [HYPER, MOULTEZIM, FEVGA, BACKGAMMON, NACKGAMMON]
GAMES = 4096


def first_row(wave):
    return wave.successors.indptr[:-1]


def waves_of(variant):
    """The boards and dice of every wave."""
    waves = []

    def keep(wave):
        waves.append((wave.boards, wave.dice))
        return first_row(wave)

    tavla.simulate(variant, GAMES, seed=1, players=keep, threads=1)
    return waves


@pytest.mark.parametrize("variant", PRESETS, ids=str)
def test_first_row(benchmark, variant):
    turns = sum(len(dice) for _, dice in waves_of(variant))

    def simulate():
        return tavla.simulate(variant, GAMES, seed=1, players=first_row, threads=1)

    assert simulate().turns.sum(dtype=int) == turns
    benchmark.extra_info["turns"] = turns
    benchmark(simulate)


@pytest.mark.parametrize("variant", PRESETS, ids=str)
def test_afterstates_on_the_same_waves(benchmark, variant):
    waves = waves_of(variant)
    counts = [batch.count_plays(boards, dice, variant=variant) for boards, dice in waves]
    rows = int(np.concatenate(counts).sum())

    def afterstates():
        made = (batch.afterstates(*wave, variant=variant, threads=1) for wave in waves)
        return sum(map(len, made))

    benchmark.extra_info |= {"turns": sum(map(len, counts)), "rows": rows}
    assert benchmark(afterstates) == rows


@pytest.mark.parametrize("players", ["random", first_row], ids=["random", "first_row"])
def test_blocks_on_an_executor_of_threads(benchmark, players):
    options = {"seed": 1, "players": players}
    expected = tavla.simulate(BACKGAMMON, 4 * GAMES, **options, threads=1)
    with ThreadPoolExecutor(2) as executor:
        found = benchmark(tavla.simulate, BACKGAMMON, 4 * GAMES, **options, executor=executor)
    assert np.array_equal(found.turns, expected.turns)
