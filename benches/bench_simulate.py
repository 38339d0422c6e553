"""Whole games, by preset and player, on one thread and on two."""

import pytest

import tavla
from tavla import BACKGAMMON, FEVGA, HYPER, MOULTEZIM, NACKGAMMON

PRESETS = [HYPER, MOULTEZIM, FEVGA, BACKGAMMON, NACKGAMMON]


def first_row(wave):
    return wave.successors.indptr[:-1]


@pytest.mark.parametrize("variant", PRESETS, ids=lambda variant: variant.name)
@pytest.mark.parametrize("player", ["random", "pip", first_row], ids=["random", "pip", "first_row"])
def test_simulate(benchmark, variant, player):
    games = 4096

    def simulate():
        return tavla.simulate(variant, games, seed=7, players=(player, player), threads=1)

    turns = int(simulate().turns.sum(dtype=int))
    benchmark.extra_info |= {"games": games, "turns": turns}
    assert int(benchmark(simulate).turns.sum(dtype=int)) == turns


@pytest.mark.parametrize("threads", [1, 2])
def test_threads(benchmark, threads):
    games = 40_000
    benchmark.extra_info["games"] = games
    found = benchmark(tavla.simulate, BACKGAMMON, games, seed=7, threads=threads)
    assert len(found) == games
