"""Many positions at once, on one thread; `out=` and sizes show what memory costs."""

import numpy as np
import pytest
from random_turns import random_turns

from tavla import BACKGAMMON, FEVGA, HYPER, MOULTEZIM, NACKGAMMON, batch

PRESETS = [HYPER, MOULTEZIM, FEVGA, BACKGAMMON, NACKGAMMON]
SIZES = [1, 64, 4096, 32768]
MANY = 4096


def name(variant):
    return variant.name


@pytest.mark.parametrize("variant", PRESETS, ids=name)
@pytest.mark.parametrize("count", SIZES)
def test_afterstates(benchmark, variant, count):
    boards, dice = random_turns(variant, count)
    rows = int(batch.count_plays(boards, dice, variant=variant).sum())
    benchmark.extra_info["rows"] = rows
    assert len(benchmark(batch.afterstates, boards, dice, variant=variant, threads=1)) == rows


@pytest.mark.parametrize("variant", PRESETS, ids=name)
def test_afterstates_into_a_buffer(benchmark, variant):
    boards, dice = random_turns(variant, MANY)
    rows = int(batch.count_plays(boards, dice, variant=variant).sum())
    benchmark.extra_info["rows"] = rows
    out = np.empty((rows, 2, 26), dtype=np.uint8)
    found = benchmark(batch.afterstates, boards, dice, variant=variant, threads=1, out=out)
    assert len(found) == rows


@pytest.mark.parametrize("variant", PRESETS, ids=name)
def test_count_plays(benchmark, variant):
    boards, dice = random_turns(variant, MANY)
    rows = len(batch.afterstates(boards, dice, variant=variant))
    counts = benchmark(batch.count_plays, boards, dice, variant=variant, threads=1)
    assert counts.sum() == rows


@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
@pytest.mark.parametrize("encoding", ["counts", "tesauro", "parallel"])
def test_encode(benchmark, encoding, dtype):
    variant = MOULTEZIM if encoding == "parallel" else BACKGAMMON
    boards, _ = random_turns(variant, MANY)
    out = batch.encode(boards, encoding, variant=variant, dtype=dtype)
    again = benchmark(
        batch.encode, boards, encoding, variant=variant, dtype=dtype, out=out, threads=1
    )
    assert again is out


@pytest.mark.parametrize("column", [batch.outcomes, batch.pips, batch.hash64, batch.status])
def test_columns(benchmark, column):
    boards, _ = random_turns(BACKGAMMON, MANY)
    assert len(benchmark(column, boards, variant=BACKGAMMON, threads=1)) == MANY


def test_argmax(benchmark):
    boards, dice = random_turns(BACKGAMMON, MANY)
    succ = batch.afterstates(boards, dice, variant=BACKGAMMON)
    values = np.random.default_rng(1).random(len(succ), dtype=np.float32)
    rows = benchmark(succ.argmax, values)
    assert (rows >= succ.indptr[:-1]).all()
    assert (rows < succ.indptr[1:]).all()


def test_roll(benchmark):
    games = np.arange(MANY)
    assert benchmark(batch.roll, games, 3, seed=7).shape == (MANY, 2)
