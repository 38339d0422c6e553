"""The fuzz targets, without a fuzzer: over their seeds, and over seeds spoiled at random."""

import random
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mutations import mutated

sys.path.insert(0, str(Path(__file__).parent / "fuzz"))

from targets import SEEDS, TARGETS


def seeds(name):
    return [path for folder in SEEDS[name] for path in sorted(folder.iterdir())]


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_satisfy_the_target(name):
    assert seeds(name)
    for path in seeds(name):
        TARGETS[name](path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_spoiled_seeds_satisfy_the_target(name, seed):
    rng = random.Random(seed)
    TARGETS[name](mutated(rng, rng.choice(seeds(name)).read_bytes()))


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_many_spoiled_seeds_satisfy_the_target(name):
    data = [path.read_bytes() for path in seeds(name)]
    for seed in range(50_000):
        rng = random.Random(seed)
        TARGETS[name](mutated(rng, rng.choice(data)))
